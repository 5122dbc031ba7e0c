"""The files of the pages: a name has a hash of all of them in it, and may be kept for a year.

Modules import each other by relative addresses, so one hash, that of the folder, does for all.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from flask import Flask, Response, request, send_from_directory

from fanorona.service.http import script_bundle
from fanorona.service.http.script_bundle import BUNDLE, script

FOLDER = Path(__file__).absolute().parents[1] / "static"
A_YEAR = 31_536_000
FOR_A_YEAR = f"public, max-age={A_YEAR}, immutable"

_EDITION = re.compile(r"[0-9a-f]{16}/")
_SCRIPT = re.compile(r"board/([\w-]+\.js)")


def edition(folder: Path = FOLDER) -> str:
    """A hash of all files: another one as soon as one of them changes."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(f"{path.relative_to(folder)}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    # How scripts are put together is part of what they are.
    found.update(Path(script_bundle.__file__).read_bytes())
    return found.hexdigest()[:16]


def serve_files(app: Flask) -> None:
    """Let the files of this edition be kept; those of another one, or of none, be asked for."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = A_YEAR
    app.after_request(_keep)

    @app.get("/static/<path:name>", endpoint="file_of_another_edition")
    def send_file_of_another_edition(name: str) -> Response:
        """While servers are replaced, a page of the other edition still finds its files."""
        response = send_file_of_pages(_EDITION.sub("", name, count=1))
        response.headers["Cache-Control"] = "no-cache"
        return response


def send_file_of_pages(name: str) -> Response:
    """A file of this folder; the board's scripts are put together first."""
    found = _SCRIPT.fullmatch(name)
    if not found or not (found[1] == BUNDLE or (FOLDER / name).is_file()):
        return send_from_directory(FOLDER, name)
    response = Response(script(found[1]), mimetype="text/javascript")
    response.add_etag()
    response.make_conditional(request)
    return response


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code in (200, 304):
        response.headers["Cache-Control"] = FOR_A_YEAR
    return response
