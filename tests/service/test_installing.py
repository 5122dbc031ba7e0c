"""What the service worker keeps is whole: no file that it keeps needs one that it does not."""

from __future__ import annotations

import re

from fanorona.service.http.script_bundle import script
from fanorona.service.routes.installing import OFFLINE_MODULES

IMPORT = re.compile(r'^import .*? from "\./([\w-]+\.js)";$', re.MULTILINE)


def test_every_module_is_kept_with_those_it_imports() -> None:
    for name in OFFLINE_MODULES:
        assert set(IMPORT.findall(script(name))) - set(OFFLINE_MODULES) == set(), name


def test_no_module_is_kept_twice() -> None:
    assert len(set(OFFLINE_MODULES)) == len(OFFLINE_MODULES)
