"""`fanorona engine` through a real pipe: what another program sees."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from fanorona.cli.engine_protocol import Protocol
from fanorona.solver import Position


class Pipe:
    """A running engine."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from fanorona.cli.main import main; main()", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to the first with this beginning."""
        assert self.process.stdout is not None
        heard = []
        for line in self.process.stdout:
            heard.append(line.rstrip("\n"))
            if line.startswith(start):
                return heard
        raise AssertionError(f"the engine ended without '{start}': {heard}")

    def bestmove(self, *lines: str) -> str:
        self.tell(*lines)
        return self.until("bestmove")[-1].split()[1]


@pytest.fixture
def engine() -> Iterator[Pipe]:
    pipe = Pipe()
    with pipe.process as process:
        yield pipe
        pipe.tell("quit")
        assert process.wait(60) == 0


def test_it_introduces_itself_and_is_ready(engine: Pipe) -> None:
    engine.tell("uci", "isready")
    heard = engine.until("readyok")
    assert heard[0].startswith("id name fanorona")
    assert "uciok" in heard
    assert any(line.startswith("option name Level type spin") for line in heard)


def test_its_turns_are_legal_and_the_game_goes_on(engine: Pipe) -> None:
    position = Position.start()
    moves: list[str] = []
    for _ in range(6):
        turn = engine.bestmove(f"position startpos moves {' '.join(moves)}", "go nodes 2000")
        position = position.play(turn)
        moves.append(turn)
    assert len(moves) == 6


def test_compact_notation_is_written_and_read(engine: Pipe) -> None:
    turn = engine.bestmove(
        "setoption name Notation value compact", "position startpos moves d3e3A", "go depth 3"
    )
    assert "-" not in turn
    Position.start().play("d3-e3A").play(turn)


def test_info_has_depth_score_nodes_and_a_legal_line(engine: Pipe) -> None:
    engine.tell("position startpos", "go depth 4")
    words = engine.until("bestmove")[-2].split()
    assert words[:3] == ["info", "depth", "4"]
    assert words[3:5] == ["score", "cp"]
    position = Position.start()
    for turn in words[words.index("pv") + 1 :]:
        position = position.play(turn)


def test_stop_ends_an_endless_search(engine: Pipe) -> None:
    engine.tell("position startpos", "go infinite")
    engine.until("info depth 2")
    assert engine.bestmove("stop") != "(none)"


def test_a_proven_win_is_a_mate_score(engine: Pipe) -> None:
    engine.tell("position fen 5/W1W1B/5 W", "go nodes 20000")
    assert "score mate 1" in engine.until("bestmove")[-2]


def test_a_finished_game_has_no_turn(engine: Pipe) -> None:
    assert engine.bestmove("position fen WWW/3/3 B", "go depth 3") == "(none)"


def test_a_mistake_is_answered_and_the_engine_stays(engine: Pipe) -> None:
    engine.tell(
        "position startpos moves a1-a2", "fly", "setoption name Hash value x", "go up", "isready"
    )
    errors = [line for line in engine.until("readyok") if line.startswith("info string error")]
    assert len(errors) == 4


def test_the_same_nodes_choose_the_same_turn(engine: Pipe) -> None:
    turns = set()
    for _ in range(2):
        engine.tell("ucinewgame", "position startpos moves d3-e3A", "go nodes 5000")
        turns.add(tuple(line.split(" nps ")[0] for line in engine.until("bestmove")[-2:]))
    assert len(turns) == 1


def test_the_lowest_level_varies_its_turns(engine: Pipe) -> None:
    engine.tell("setoption name Level value 1")
    turns = {engine.bestmove("position startpos", "go movetime 100") for _ in range(12)}
    assert len(turns) > 1


def test_the_end_of_the_input_ends_an_endless_search() -> None:
    command = [sys.executable, "-c", "from fanorona.cli.main import main; main()", "engine"]
    done = subprocess.run(
        command,
        input="position startpos\ngo infinite\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "command",
    [
        "setoption name Hash value ²",
        "setoption name Contempt value --5",
        "go nodes ²",
        "go nodes " + "9" * 5_000,
        "go wtime " + "9" * 400,
    ],
    ids=lambda command: command[:30],
)
def test_an_invalid_number_is_an_error(engine: Pipe, command: str) -> None:
    engine.tell(command, "isready")
    assert engine.until("readyok")[0].startswith("info string error: ")


def test_a_negative_clock_is_an_empty_one(engine: Pipe) -> None:
    assert engine.bestmove("position startpos", "go wtime -20 btime 100") != "(none)"


def test_memory_that_cannot_be_allocated_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("fanorona.solver.search.player.AlphaBeta", fail)
    said: list[str] = []
    protocol = Protocol(said.append)
    protocol.obey("setoption name Hash value 65536")
    protocol.obey("position startpos")
    protocol.obey("go depth 1")
    protocol.finish()
    memory = "info string error: cannot allocate"
    assert [line.startswith(memory) for line in said] == [True, True, False]
    assert said[-1] == "bestmove (none)"


def test_bytes_that_are_not_text_are_an_unknown_command(engine: Pipe) -> None:
    assert engine.process.stdin is not None
    engine.process.stdin.flush()
    os.write(engine.process.stdin.fileno(), b"\xff\xfe go\nisready\n")
    assert engine.until("readyok")[0].startswith("info string error: unknown command")
