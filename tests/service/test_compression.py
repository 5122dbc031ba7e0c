"""Text is compressed for clients that accept it, and the files of the pages may be kept."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from fanorona.service.http.compression import LEAST_BYTES
from fanorona.service.http.static_files import FOLDER, edition
from tests.service.serving import SMALL, START

GZIP = {"Accept-Encoding": "gzip, br"}
MOVES = f"/v1/moves?position={START.replace(' ', '_')}"


@pytest.mark.parametrize(
    "path",
    [MOVES, "/v1/puzzles", f"/v1/diagram.svg?position={SMALL}", "/", "/docs", "/openapi.yaml"],
)
def test_text_is_compressed_for_clients_that_accept_it(app_client: FlaskClient, path: str) -> None:
    plain = app_client.get(path)
    squeezed = app_client.get(path, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(squeezed.data) == plain.data
    assert int(squeezed.headers["Content-Length"]) == len(squeezed.data) < len(plain.data) / 2
    for response in (plain, squeezed):
        assert "Accept-Encoding" in ",".join(response.headers.getlist("Vary"))


@pytest.mark.parametrize("coding", ["identity", "br", "gzip;q=0", ""])
def test_a_client_that_does_not_accept_it_gets_plain_text(
    app_client: FlaskClient, coding: str
) -> None:
    response = app_client.get(MOVES, headers={"Accept-Encoding": coding})
    assert "Content-Encoding" not in response.headers


def test_short_answers_are_not_compressed(app_client: FlaskClient) -> None:
    response = app_client.get("/v1/limits", headers=GZIP)
    assert len(response.data) < LEAST_BYTES
    assert "Content-Encoding" not in response.headers


def test_a_compressed_answer_has_a_tag_of_its_own(app_client: FlaskClient) -> None:
    for path in (MOVES, "/v1/rules", "/v1/limits"):
        plain = app_client.get(path).headers["ETag"]
        tag = app_client.get(path, headers=GZIP).headers["ETag"]
        assert tag == f'{plain[:-1]}-gzip"'
        for known in (plain, tag, f'"other", W/{tag}', "*"):
            again = app_client.get(path, headers={**GZIP, "If-None-Match": known})
            assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        other = app_client.get(path, headers={"If-None-Match": tag})
        assert (other.status_code, other.headers["ETag"]) == (200, plain)


def test_the_same_answer_is_compressed_to_the_same_bytes(app_client: FlaskClient) -> None:
    bodies = {app_client.get("/v1/puzzles", headers=GZIP).data for _ in range(2)}
    assert len(bodies) == 1


def test_a_stream_is_not_held_up(app_client: FlaskClient) -> None:
    asked = {"position": SMALL, "nodes": 3_000}
    response = app_client.get("/v1/analysis/stream", query_string=asked, headers=GZIP)
    assert "Content-Encoding" not in response.headers
    assert response.data


def test_the_files_of_the_pages_may_be_kept(app_client: FlaskClient) -> None:
    page = app_client.get("/").get_data(as_text=True)
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) >= 3
    for address in addresses:
        assert address.startswith(f"/static/{edition()}/")
        with app_client.get(address, headers=GZIP) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            large = (response.content_length or 0) >= LEAST_BYTES
            if large and not str(response.mimetype).startswith("image/"):
                assert response.headers["Content-Encoding"] == "gzip"


def test_files_of_another_edition_are_found_and_not_kept(app_client: FlaskClient) -> None:
    for address in ("/static/page.css", "/static/0123456789abcdef/page.css"):
        with app_client.get(address) as response:
            assert response.data == (FOLDER / "page.css").read_bytes()
            assert response.headers["Cache-Control"] == "no-cache"
    for address in ("/static/nothing.css", "/static/../app.py"):
        assert app_client.get(address).status_code == 404


def test_an_edition_is_another_as_soon_as_a_file_changes(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(FOLDER, folder)
    assert edition(folder) == edition()
    (folder / "page.css").write_text("p { color: red }")
    changed = edition(folder)
    (folder / "page.css").rename(folder / "other.css")
    assert len({edition(), changed, edition(folder)}) == 3
