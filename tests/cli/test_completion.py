"""Tab in a shell: commands, options, names of rule sets, and files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, environment, in_own_process


def offered(line: str) -> list[str]:
    """What is offered for the last word of a line; a line that ends in a blank has an empty one."""
    ran = in_own_process(
        [],
        _FANORONA_COMPLETE="bash_complete",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split(" ")) - 1),
    )
    assert (ran.status, ran.err) == (0, "")
    return ran.out.splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fanorona f", ["plain,forced-win"]),
        ("fanorona tablebase b", ["plain,build"]),
        ("fanorona moves st", ["plain,start"]),
        ("fanorona moves start --ru", ["plain,--rules"]),
        ("fanorona moves start --rules es", ["plain,escale"]),
        ("fanorona tablebase build --rules fl", ["plain,fliporona"]),
        ("fanorona mine --rules li", ["plain,livret"]),
        ("fanorona moves start --lang f", ["plain,fr"]),
        ("fanorona show start --theme w", ["plain,wood"]),
        ("fanorona check puz", ["file,puz"]),
        ("fanorona solve puz", ["file,puz"]),
        ("fanorona puzzle format puz", ["file,puz"]),
    ],
)
def test_the_last_word_is_completed(line: str, words: list[str]) -> None:
    assert offered(line) == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(shell: str) -> None:
    ran = in_own_process([], _FANORONA_COMPLETE=f"{shell}_source")
    assert (ran.status, ran.err) == (0, "")
    assert f"_FANORONA_COMPLETE={shell}_complete" in ran.out


def test_bash_completes_a_command(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "fanorona"
    python, *rest = COMMAND
    program.write_text(f"#!/bin/sh\nexec '{python}' {rest[0]} '{rest[1]}' \"$@\"\n")
    program.chmod(0o755)
    script = """
        eval "$(_FANORONA_COMPLETE=bash_source fanorona)"
        complete -p fanorona > /dev/null || exit 9
        COMP_WORDS=(fanorona forc) COMP_CWORD=1
        _fanorona_completion fanorona forc fanorona
        echo "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        [bash, "--norc", "-c", script],
        env=environment({"PATH": f"{tmp_path}:/usr/bin:/bin"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "forced-win\n", "")
