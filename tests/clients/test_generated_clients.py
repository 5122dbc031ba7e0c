"""Programs that read the specification: linters find nothing, and generated clients work."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import PROJECT
from tests.needed import missing
from tests.service.serving import Server, serving

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
SPECIFICATION = PROJECT / "openapi.yaml"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that no other test asks, so that it remembers nothing."""
    with serving(tmp_path_factory.mktemp("tables"), workers=1) as one:
        yield one


def run(*command: str | Path, cwd: Path = PROJECT) -> str:
    """What a program prints; it must succeed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **QUIET, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_node(name: str, *arguments: str | Path, cwd: Path = PROJECT) -> str:
    """What a program of npm prints."""
    node, program = shutil.which("node"), MODULES / ".bin" / name
    if node is None or not program.exists():
        how = "make test" if shutil.which("npm") else "apt-get install npm, then make test"
        missing(f"{name}: {how}")
    return run(node, program, *arguments, cwd=cwd)


def test_spectral_reports_nothing() -> None:
    rules = ("--ruleset", HERE / "spectral.yaml", "--fail-severity", "hint")
    found = run_node("spectral", "lint", *rules, "--format", "json", SPECIFICATION)
    # With nothing to report it says so behind the list.
    assert json.JSONDecoder().raw_decode(found) == ([], 2)


def test_redocly_reports_nothing() -> None:
    found = json.loads(run_node("redocly", "lint", "--format", "json", SPECIFICATION))
    assert found["problems"] == []
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_a_typescript_client_is_made_compiled_and_answered(site: Server, tmp_path: Path) -> None:
    for name in ("asking.ts", "package.json", "tsconfig.json"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    types = tmp_path / "specification.d.ts"
    run_node("openapi-typescript", SPECIFICATION, "--output", types)
    run_node("tsc", cwd=tmp_path)
    run("node", "built/asking.js", site.url, cwd=tmp_path)


def test_a_python_client_is_made_checked_and_answered(site: Server, tmp_path: Path) -> None:
    run(
        "openapi-python-client",
        "generate",
        *("--path", SPECIFICATION, "--config", HERE / "generator.yaml"),
        *("--meta", "none", "--output-path", tmp_path / "fanorona_client"),
        "--fail-on-warning",
    )
    shutil.copy(HERE / "asking.py", tmp_path)
    # All but the generator's own part.
    made = ("asking.py", "fanorona_client/api", "fanorona_client/models")
    strictly = ("--strict", "--follow-imports", "silent", "--cache-dir", os.devnull)
    run(sys.executable, "-m", "mypy", *strictly, *made, cwd=tmp_path)
    run(sys.executable, "asking.py", site.url, cwd=tmp_path)
