"""How a position reaches a command: argument, standard input, diagram, start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
DIAGRAM = "B B B\nB . W\nW W W\n"


@pytest.mark.parametrize(
    ("text", "rules", "position"),
    [
        ("start", "standard", f"{START} -"),
        ("START", "escale", f"{START} -"),
        ("start", "livret", f"{START} first:WB"),
        ("start", "fliporona", "9/9/9/9/9 W hand:22,22"),
        ("start:3x3", "standard", "BBB/B1W/WWW W -"),
        ("start:5x3", "fliporona", "5/5/5 W hand:7,7"),
        ("start:vela:B", "standard", f"{START} vela:B"),
        ("start:vela:w", "livret", f"{START[:-1]}B first:WB;vela:W"),
        ("start:5x5:vela:B", "escale", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W vela:B"),
    ],
)
def test_start_names_the_start_position(
    text: str, rules: str, position: str, fanorona: Fanorona
) -> None:
    assert position_of(fanorona, text, "--rules", rules) == position


@pytest.mark.parametrize(
    "typed",
    [
        "moves BBB/B1W/WWW W",
        "show BBB/B1W/WWW",
        "play BBB/B1W/WWW W b1-b2A",
        "perft BBB/B1W/WWW W 2",
    ],
)
def test_a_position_without_quotes_is_recognised(typed: str, fanorona: Fanorona) -> None:
    ran = fanorona(*typed.split())
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err == (
        "error: position: column 12: the side to move is missing; write W or B after the board, "
        "and put both in quotes: 'BBB/B1W/WWW W'\n"
    )


def test_the_text_of_a_position_is_written_canonically(fanorona: Fanorona) -> None:
    assert position_of(fanorona, "bbb/b.w/www_w_0_12") == "BBB/B1W/WWW W -"


@pytest.mark.parametrize(
    "text",
    [b"BBB/B1W/WWW W", b"\xef\xbb\xbfBBB/B1W/WWW W\r\n", b"start:3x3\n", DIAGRAM.encode()],
    ids=["text", "with a byte order mark", "start", "diagram"],
)
def test_a_dash_reads_standard_input(text: bytes, fanorona: Fanorona) -> None:
    assert position_of(fanorona, "-", stdin=text) == "BBB/B1W/WWW W -"


@pytest.mark.parametrize(
    ("options", "side"), [([], "W"), (["--side", "W"], "W"), (["--side", "b"], "B")], ids=str
)
def test_an_option_gives_the_side_of_a_diagram(
    options: list[str], side: str, fanorona: Fanorona
) -> None:
    position = position_of(fanorona, "-", *options, stdin=DIAGRAM.encode())
    assert position == f"BBB/B1W/WWW {side} -"


def test_a_diagram_may_be_an_argument(fanorona: Fanorona) -> None:
    assert position_of(fanorona, DIAGRAM) == "BBB/B1W/WWW W -"


def test_the_name_of_a_file_is_not_a_position(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "diagram.txt"
    file.write_text(DIAGRAM)
    ran = fanorona("show", str(file))
    assert ran.status == 3
    assert "this is a file name, not a position; to read the file, write - instead" in ran.err


@pytest.mark.parametrize("options", [[], ["--ascii"], ["--color", "never"]], ids=str)
def test_a_drawn_board_can_be_read_back(options: list[str], fanorona: Fanorona) -> None:
    drawing = fanorona("show", START, *options).out.split("\n\n")[0]
    assert position_of(fanorona, "-", stdin=drawing.encode()) == f"{START} -"


@pytest.mark.parametrize(
    "arguments",
    [["show", START], ["moves", START], ["perft", START, "1"], ["play", START, "f2-e3"]],
    ids=lambda arguments: str(arguments[0]),
)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_warnings_go_to_standard_error(
    arguments: list[str], options: list[str], fanorona: Fanorona
) -> None:
    ran = fanorona(*arguments, "--rules", "livret", *options)
    assert ran.status == 0
    assert ran.err.startswith("warning: ")
    assert "first:WB" in ran.err
    assert "warning" not in ran.out


def position_of(fanorona: Fanorona, *arguments: str, stdin: bytes = b"") -> str:
    """The canonical text of what `show` was asked about."""
    ran = fanorona("show", *arguments, "--json", stdin=stdin)
    assert ran.err == ""
    return str(json.loads(ran.out)["position"])
