"""The board's first script: one module made of many, which nothing loads a second time."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from fanorona.service.http.script_bundle import (
    BUNDLE,
    ENTRY,
    FOLDER,
    bundle,
    bundled_modules,
    exported,
    script,
)

SOURCES = sorted(path.name for path in FOLDER.glob("*.js"))
IMPORTED = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')


def test_a_module_comes_after_those_it_needs() -> None:
    modules = bundled_modules()
    assert modules[-1] == ENTRY
    for place, name in enumerate(modules):
        needed = IMPORTED.findall((FOLDER / name).read_text("utf-8"))
        assert set(needed) <= set(modules[:place])


def test_no_import_or_export_is_left_inside() -> None:
    inside, _, exports = bundle().partition("\nexport ")
    assert not re.search(r"^(?:import|export)\b", inside, re.MULTILINE)
    assert exports


def test_no_two_modules_export_one_name() -> None:
    names = [name for module in bundled_modules() for name in exported(module)]
    assert len(set(names)) == len(names)


def test_other_modules_take_from_the_bundle_what_is_in_it() -> None:
    for name in set(SOURCES) - set(bundled_modules()):
        imported = set(IMPORTED.findall(script(name)))
        assert imported <= {BUNDLE, *SOURCES} - set(bundled_modules()), name


def test_imported_names_are_exported() -> None:
    pairs = re.compile(r'^import \{ ([^}]*) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
    for name in SOURCES:
        for names, module in pairs.findall((FOLDER / name).read_text("utf-8")):
            wanted = {one.split(" as ")[0].strip() for one in names.split(",")}
            assert wanted <= set(exported(module)), (name, module)


def test_the_page_loads_it_and_may_keep_it(app_client: FlaskClient) -> None:
    found = re.search(rf'src="(/static/\w+/board/{BUNDLE})"', app_client.get("/").text)
    assert found
    response = app_client.get(found[1])
    assert response.text == bundle()
    assert response.mimetype == "text/javascript"
    assert "immutable" in response.headers["Cache-Control"]
    tag = response.headers["ETag"]
    assert app_client.get(found[1], headers={"If-None-Match": tag}).status_code == 304
    assert app_client.get(found[1].replace(BUNDLE, "nothing.js")).status_code == 404
