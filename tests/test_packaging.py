"""What users install: the sdist, the wheel, and the package in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import pytest

PROJECT = Path(__file__).parents[1]
SOURCES = ("LICENSE", "MANIFEST.in", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py")
NO_CYTHON = 'raise ImportError("hidden, as if Cython were not installed")\n'
FOREIGN = 'raise ImportError("this is not part of fanorona")\n'
USE = """
import fanorona
from fanorona import Position, Tablebase, analyse, check_puzzles, forced_win
from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings

assert fanorona.Position.start().perft(2) == 39
assert forced_win(Position.parse("BBB/B1W/WWW W"), tables=None).value == "win"
client = create_app(Settings(), OpenTables.open("")).test_client()
assert client.get("/v1/puzzles").json["count"] > 100
assert client.get("/").status_code == 200
print("compiled" if fanorona.is_compiled() else "python")
"""


def run(arguments: list[str], folder: Path, **changes: str) -> str:
    """What a program prints; its errors are shown if it fails."""
    done = subprocess.run(
        arguments,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", **changes},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_of_sources(folder: Path) -> Path:
    """A checkout, without what was built in it; the links become folders."""
    leave_out = ignore_patterns("*.so", "*.pyd", "__pycache__")
    for part in ("fanorona", "puzzles"):
        copytree(PROJECT / part, folder / part, ignore=leave_out)
    for name in SOURCES:
        (folder / name).write_bytes((PROJECT / name).read_bytes())
    return folder


def wheel_of(sources: Path, out: Path, **changes: str) -> Path:
    """The wheel that pip builds from a folder."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps"]
    run([*pip, "--no-build-isolation", "--wheel-dir", str(out), str(sources)], sources, **changes)
    (wheel,) = out.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Environment:
    """A virtual environment in which the wheel is installed."""

    folder: Path

    @property
    def packages(self) -> Path:
        scheme: Mapping[str, str] = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", "venv", dict(scheme)))

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment among files of its user."""
        user = self.folder / "user"
        user.mkdir(exist_ok=True)
        for name in ("cli", "service", "solver", "words"):
            (user / f"{name}.py").write_text(FOREIGN, encoding="utf-8")
        return run([str(self.folder / "bin" / program), *arguments], user)


def installed(wheel: Path, folder: Path) -> Environment:
    """An environment with nothing but the wheel; its requirements are those of this one."""
    venv.create(folder, with_pip=False)
    environment = Environment(folder)
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index"]
    run([*pip, "--no-deps", str(wheel)], folder)
    requirements = sysconfig.get_path("purelib")
    (environment.packages / "requirements.pth").write_text(f"{requirements}\n", encoding="utf-8")
    return environment


@pytest.fixture(scope="module")
def plain_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is built where Cython is missing: quickly."""
    sources = copy_of_sources(tmp_path_factory.mktemp("sources"))
    hidden = tmp_path_factory.mktemp("hidden")
    (hidden / "Cython.py").write_text(NO_CYTHON, encoding="utf-8")
    return wheel_of(
        sources,
        tmp_path_factory.mktemp("wheel"),
        PYTHONPATH=str(hidden),
        FANORONA_REQUIRE_KERNEL="",
    )


def modules_of_the_tree() -> Iterator[str]:
    for folder in ("cli", "service", "solver", "words"):
        for source in (PROJECT / folder).rglob("*"):
            if source.is_file() and source.suffix not in {".pyc", ".so", ".pyd"}:
                yield f"fanorona/{source.relative_to(PROJECT)}"


def test_the_wheel_has_every_file_and_only_one_package(plain_wheel: Path) -> None:
    files = set(ZipFile(plain_wheel).namelist())
    assert set(modules_of_the_tree()) - files == set()
    assert {name.split("/")[0].split("-")[0] for name in files} == {"fanorona"}
    assert "fanorona/py.typed" in files


def test_a_wheel_without_the_compiled_kernel_says_that_it_runs_everywhere(
    plain_wheel: Path,
) -> None:
    assert plain_wheel.name.endswith("-py3-none-any.whl")


def test_the_installed_package_works_among_modules_of_the_same_names(
    plain_wheel: Path, tmp_path: Path
) -> None:
    environment = installed(plain_wheel, tmp_path)
    names = {entry.name.split("-")[0] for entry in environment.packages.iterdir()}
    assert names == {"fanorona", "requirements.pth"}
    assert environment.run("python", "-c", USE) == "python\n"
    assert environment.run("fanorona", "--version").endswith("kernel: python\n")


def test_sources_without_links_are_refused_with_the_reason(tmp_path: Path) -> None:
    """As git checks them out where the system has no links: small files with the target's name."""
    (tmp_path / "fanorona").mkdir()
    (tmp_path / "fanorona" / "solver").write_text("../solver", encoding="utf-8")
    (tmp_path / "setup.py").write_bytes((PROJECT / "setup.py").read_bytes())
    done = subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "core.symlinks=true" in done.stderr


def sdist_of(sources: Path, out: Path) -> Path:
    script = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    run([sys.executable, "-c", script, str(out)], sources)
    (sdist,) = out.glob("*.tar.gz")
    return sdist


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "kernel", "tag"),
    [
        ({"FANORONA_REQUIRE_KERNEL": "1"}, "compiled", f"cp3{sys.version_info.minor}"),
        ({"CC": "false"}, "python", "py3-none-any"),
    ],
    ids=["compiler", "no-compiler"],
)
def test_the_sdist_becomes_a_wheel_that_works(
    tmp_path: Path, settings: dict[str, str], kernel: str, tag: str
) -> None:
    # From the checkout itself, whose packages are links.
    with tarfile.open(sdist_of(PROJECT, tmp_path / "sdist")) as sdist:
        assert [one.name for one in sdist if not (one.isfile() or one.isdir())] == []
        sdist.extractall(tmp_path / "sources", filter="data")
    (sources,) = (tmp_path / "sources").iterdir()
    wheel = wheel_of(sources, tmp_path / "wheel", **settings)
    assert tag in wheel.name
    libraries = [one for one in ZipFile(wheel).infolist() if one.filename.endswith(".so")]
    assert bool(libraries) == (kernel == "compiled")
    # With debug symbols they had five times as many.
    assert sum(one.file_size for one in libraries) < 2_500_000
    environment = installed(wheel, tmp_path / "environment")
    assert environment.run("python", "-c", USE) == f"{kernel}\n"
