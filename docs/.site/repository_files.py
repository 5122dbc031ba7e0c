"""Brings files of the repository that pages link to, such as openapi.yaml, into the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
_OUTSIDE = re.compile(r"\]\(\.\./([^)#]+)")


def on_files(files: Any, config: Any) -> Any:
    """Add every file outside of docs/ that a page links to."""
    pages = list(files.documentation_pages())
    linked = {path for page in pages for path in _OUTSIDE.findall(page.content_string)}
    for path in sorted(linked):
        files.append(File.generated(config, f"files/{path}.txt", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Point the links at where the files are in the site."""
    return _OUTSIDE.sub(r"](files/\1.txt", markdown)
