"""`fanorona show --svg`: pictures into files and pipes, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from fanorona.solver import Position, svg
from tests.cli.running import PROJECT, Fanorona, in_own_process


def test_a_picture_is_written_to_a_file(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "plateau é.svg"
    ran = fanorona("show", "start", "--svg", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == svg.board(Position.start())


def test_a_picture_replaces_an_older_one(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("x" * 100_000, encoding="utf-8")
    assert fanorona("show", "start:3x3", "--svg", str(file)).status == 0
    Xml.parse(file)


def test_turn_theme_and_size_are_passed_on(fanorona: Fanorona) -> None:
    ran = fanorona(
        *("show", "start", "--svg", "-", "--turn", "f2 e3", "--theme", "wood", "--size", "200")
    )
    assert ran.status == 0
    assert ran.out == svg.board(Position.start(), "f2-e3A", theme="wood", size=200)


def test_a_diagram_from_standard_input_is_drawn(fanorona: Fanorona) -> None:
    ran = fanorona("show", "-", "--side", "B", "--svg", "-", stdin=b"B B B\nB . W\nW W W\n")
    assert ran.out == svg.board(Position.parse("BBB/B1W/WWW B"))


def test_the_bytes_do_not_depend_on_the_process() -> None:
    position = "WW4WBW/B1WWBWWWB/B2W3WW/W3W2WW/BWW1WWWWB B"
    turn = "a3-b2A-c2W-c3A-b4A-b3W-c3A-d2A-e3A-f2W-f3W-g3A-g2A-f2A-g3A-g2W-f2W"
    arguments = ["show", position, "--rules", "fliporona", "--turn", turn, "--svg", "-"]
    one, other = (
        in_own_process(arguments, PYTHONHASHSEED=seed, PYTHONIOENCODING=encoding)
        for seed, encoding in (("1", "utf-8"), ("2", "ascii"))
    )
    assert one.status == 0
    assert one.out == other.out


def test_an_illegal_position_is_drawn_and_reported(fanorona: Fanorona) -> None:
    ran = fanorona("show", "WWW/WWW/WWW W", "--svg", "-")
    assert ran.status == 3
    Xml.fromstring(ran.out)
    assert ran.err.startswith("error: illegal position: ")


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--svg", "-", "--theme", "pink"], 3, "unknown theme 'pink'; use one of light, dark"),
        (["--svg", "-", "--size", "49"], 3, "from 50 to 4000"),
        (["--svg", "-", "--size", "4001"], 3, "from 50 to 4000"),
        (["--svg", "-", "--size", "0"], 3, "from 50 to 4000"),
        (["--svg", "-", "--size", "big"], 2, "not a whole number"),
        (["--svg", "-", "--turn", "f2-e4"], 3, "no line of the board joins f2 and e4"),
        (["--svg", "-", "--json"], 2, "--svg and --json cannot be used together"),
        (["--turn", "f2-e3A"], 2, "--turn is only for pictures: add --svg FILE"),
        (["--theme", "dark"], 2, "--theme is only for pictures"),
        (["--size", "480"], 2, "--size is only for pictures"),
        (["--svg", "no/such/folder/x.svg"], 3, "no/such/folder/x.svg: no such file or folder"),
        (["--svg", "."], 3, "this is a folder; name a file"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    fanorona: Fanorona, arguments: list[str], status: int, says: str
) -> None:
    ran = fanorona("show", "start", *arguments)
    assert ran.status == status
    assert ran.out == ""
    assert says in ran.err


def test_showing_in_the_terminal_imports_no_drawing_of_pictures() -> None:
    script = (
        "import sys; from fanorona.cli.main import run; run(['show', 'start']); "
        "sys.exit('fanorona.solver.svg' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", script], cwd=PROJECT, stdout=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )
