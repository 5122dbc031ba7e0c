"""One more language is one file and one line: command, service and page then speak it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, PATIENCE, PROJECT

WORDS = {
    "language.name": "Latina",
    "illegal.no-stone": "nulla petra in {point}",
    "word.error": "erratum: {reason}",
    "turn.illegal": "{text} contra leges: {reason}",
    "turn.legal-instead": "{reason}. Licet {turns}",
    "page.tab-game": "Ludus",
}
ASKED = """
import json
from fanorona.service.app import create_app
from fanorona.service.settings import Settings
client = create_app(Settings()).test_client()
page = client.get("/", headers={"Accept-Language": "la"}).text
turn = {"position": "BBB/B1W/WWW W", "turn": "b2-b1"}
problem = client.get("/v1/play", query_string=turn, headers={"Accept-Language": "la"})
print(json.dumps([page, problem.json["detail"], problem.headers["Content-Language"]]))
"""


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an importable `fanorona` that also has Latin."""
    top = tmp_path_factory.mktemp("latin")
    package = top / "fanorona"
    shutil.copytree(PROJECT / "fanorona", package, symlinks=True)
    for room in ("solver", "service", "cli", "words"):
        (package / room).unlink()
    for room in ("solver", "service", "cli"):
        (package / room).symlink_to(PROJECT / room)
    words = Path(shutil.copytree(PROJECT / "words", package / "words"))
    english = json.loads((words / "en.json").read_text("utf-8"))
    (words / "la.json").write_text(json.dumps(english | WORDS), "utf-8")
    code = (words / "languages.py").read_text("utf-8")
    added = code.replace('"mg")', '"mg", "la")')
    assert added != code
    (words / "languages.py").write_text(added, "utf-8")
    return top


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "FANORONA_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_the_command_speaks_it(latin: Path) -> None:
    ran = run(latin, *COMMAND[1:], "play", "BBB/B1W/WWW W", "b2-b1", "--lang", "la")
    assert ran.stderr.startswith("erratum: 'b2-b1' contra leges: nulla petra in b2. Licet a1-b2A")


def test_the_service_and_the_page_speak_it(latin: Path) -> None:
    ran = run(latin, "-c", ASKED)
    assert ran.stderr == ""
    page, detail, language = json.loads(ran.stdout)
    assert '<html lang="la"' in page
    assert "Ludus" in page
    assert 'hreflang="la"' in page
    assert detail.startswith("'b2-b1' contra leges: nulla petra in b2. Licet a1-b2A")
    assert language == "la"
