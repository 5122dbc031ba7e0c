"""Play a match between two engines that speak the protocol of docs/engine.md.

Each opening is played twice, with colours exchanged. The referee is this repository's rules; a
position that comes for the third time is a draw, and so is a game without a capture for 60 plies.
Positions in the endgame tables, and scores on which both agree, end a game early.

    python -m benchmarks.match --games 400 --movetime 100 --jobs 2 "fanorona engine" 586652a
    python -m benchmarks.match --sprt 0 10 --nodes 5000,7000 "fanorona engine" 'other-engine --uci'

An engine is a command, or a commit of this repository: that is built into an environment of its own
below build/engines/. A commit from before `fanorona engine` is driven by benchmarks.old_engine, its
search alone with a table of 4 MB, or, as in 586652a:as-shipped, as its users had it. A commit makes
the endgame tables that it makes by itself, in a folder of its own; a command has the user's.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from types import TracebackType

from fanorona.solver import Position
from fanorona.solver.tables.default_tables import tablebase_for
from fanorona.solver.value import Value

OPENINGS = Path(__file__).with_name("openings.txt")
OLD_ENGINE = Path(__file__).with_name("old_engine.py")
BUILDS = Path("build/engines")
MOST_CALM = 60
MOST_PLIES = 300
SURE = 700
SURE_PLIES = 6
"""Consecutive plies for which both sides must agree that a game is decided."""
AHEAD = 2
"""A draw with this many stones more than the other side is counted apart."""
ERROR_BARS = 1.96


class Engine:
    """A program at the other end of a pipe."""

    def __init__(
        self,
        name: str,
        command: list[str],
        options: dict[str, str],
        limit: str,
        cache: Path | None = None,
    ) -> None:
        """`limit`: of a turn, after `go`. `cache`: a folder of its own for the tables it makes."""
        self.name = name
        self.limit = limit
        own = {} if cache is None else {"FANORONA_CACHE": str(cache)}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **own},
        )
        self.tell("uci")
        self.hear("uciok")
        for option, value in options.items():
            self.tell(f"setoption name {option} value {value}")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.tell("quit")
        with suppress(BrokenPipeError), self.process:
            pass

    def tell(self, line: str) -> None:
        """Send a line; if the engine has ended, `hear` says so."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def hear(self, start: str) -> list[str]:
        """The lines up to the one that begins so."""
        assert self.process.stdout is not None
        heard: list[str] = []
        for line in self.process.stdout:
            heard.append(line.rstrip())
            if line.startswith(start):
                return heard
        raise SystemExit(f"{self.name} ended: {heard[-3:]}")

    def turn(self, fen: str, moves: list[str]) -> tuple[str, int, int]:
        """The engine's turn, its score in hundredths of a stone, and the depth it reached."""
        self.prepare(fen, moves)
        return self.go()

    def prepare(self, fen: str, moves: list[str]) -> None:
        """Set the position, and wait until the engine has what it needs for it."""
        self.tell(f"position fen {fen} moves {' '.join(moves)}" if moves else f"position fen {fen}")
        self.tell("isready")
        self.hear("readyok")

    def go(self) -> tuple[str, int, int]:
        """Search the position that is set; as `turn`."""
        self.tell(f"go {self.limit}")
        heard = self.hear("bestmove")
        score = depth = 0
        for line in heard:
            reached = re.search(r"^info depth (\d+)", line)
            depth = int(reached[1]) if reached else depth
            found = re.search(r" score (cp|mate) (-?\d+)", line)
            if found:
                number = int(found[2])
                score = number if found[1] == "cp" else (30_000 if number > 0 else -30_000)
        return heard[-1].split()[1], score, depth


@dataclass
class Game:
    """A game under way, and its referee."""

    fen: str
    rules: str
    position: Position = field(init=False)
    moves: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    calm: int = 0
    sure: int = 0

    def __post_init__(self) -> None:
        self.position = Position.parse(self.fen, self.rules)

    def play(self, turn: str, score: int) -> None:
        """Play a turn; `score` is what its side thinks of it."""
        before = self.position
        self.position = before.play(turn)
        self.moves.append(turn)
        taken = sum(_stones(before)) != sum(_stones(self.position))
        self.calm = 0 if taken else self.calm + 1
        self.seen[self.position.fen()] += 1
        ahead = score if before.side.value == "white" else -score
        if abs(ahead) < SURE:
            self.sure = 0
        else:
            self.sure = max(self.sure, 0) + 1 if ahead > 0 else min(self.sure, 0) - 1

    def result(self) -> tuple[float, str] | None:
        """White's points and the reason, once the game is over."""
        position = self.position
        if not position.turns():
            return self._won_by_other(), "end"
        if self.seen[position.fen()] >= 3:
            return 0.5, "repetition"
        if self.calm >= MOST_CALM or len(self.moves) >= MOST_PLIES:
            return 0.5, "no progress"
        if abs(self.sure) >= SURE_PLIES:
            return (1.0 if self.sure > 0 else 0.0), "agreed"
        return self._from_tables()

    def _won_by_other(self) -> float:
        white, black = _stones(self.position)
        if white == 0 or black == 0:
            return 1.0 if black == 0 else 0.0
        return 0.0 if self.position.side.value == "white" else 1.0

    def _from_tables(self) -> tuple[float, str] | None:
        tables = tablebase_for(self.position)
        known = None if tables is None else tables.probe(self.position)
        if known is None:
            return None
        if known.value is Value.DRAW:
            return 0.5, "table"
        white_wins = (known.value is Value.WIN) == (self.position.side.value == "white")
        return (1.0 if white_wins else 0.0), "table"


def _stones(position: Position) -> tuple[int, int]:
    arrangement = position.arrangement
    return arrangement.white.bit_count(), arrangement.black.bit_count()


def play(
    white: Engine, black: Engine, fen: str, asked: argparse.Namespace
) -> tuple[Game, float, str]:
    """One game; White's points, and why it ended."""
    game = Game(fen, asked.rules)
    for engine in (white, black):
        engine.tell("ucinewgame")
    while (over := game.result()) is None:
        mover = white if game.position.side.value == "white" else black
        turn, score, _ = mover.turn(fen, game.moves)
        game.play(turn, score)
    return game, *over


def elo(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return -400 * math.log10(1 / share - 1)


@dataclass(frozen=True)
class Played:
    """A game as the first engine sees it."""

    points: float
    ahead: int
    """By how many stones it was ahead in the end."""
    reason: str
    text: str
    """The game file."""


@dataclass
class Tally:
    """The results so far, by pairs of games, for the first engine."""

    pairs: list[float] = field(default_factory=list)
    games: Counter[float] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    ahead: int = 0
    """Draws in which the first engine was two stones ahead, not counting draws by the tables."""

    def add(self, played: Sequence[Played]) -> None:
        """The games of an opening."""
        self.pairs.append(sum(game.points for game in played) / len(played))
        for game in played:
            self.games[game.points] += 1
            self.reasons[game.reason] += 1
            self.ahead += game.points == 0.5 and game.ahead >= AHEAD and game.reason != "table"

    def mean_and_error(self) -> tuple[float, float]:
        """Points per game, and the standard error of that."""
        count = len(self.pairs)
        mean = sum(self.pairs) / count
        variance = sum((one - mean) ** 2 for one in self.pairs) / max(count - 1, 1)
        return mean, math.sqrt(variance / count)

    def text(self) -> str:
        mean, error = self.mean_and_error()
        low, high = elo(mean - ERROR_BARS * error), elo(mean + ERROR_BARS * error)
        return (
            f"+{self.games[1.0]} ={self.games[0.5]} -{self.games[0.0]}  {100 * mean:.1f} %  "
            f"Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]  {dict(self.reasons)}  "
            f"drawn {AHEAD} stones ahead: {self.ahead}"
        )

    def likelihood(self, least: float, most: float) -> float:
        """The log-likelihood ratio of `most` against `least` Elo."""
        mean, error = self.mean_and_error()
        if error == 0:
            return 0.0
        low, high = (1 / (1 + 10 ** (-one / 400)) for one in (least, most))
        return (high - low) * (2 * mean - low - high) / (2 * error**2)


@dataclass(frozen=True)
class Program:
    """How to start an engine."""

    name: str
    command: list[str]
    cache: Path | None = None
    """A folder of its own for the tables that it makes: commits differ in their format."""

    @staticmethod
    def of(text: str) -> Program:
        """From a command, or from a commit, which is built."""
        commit, _, how = text.partition(":")
        if not re.fullmatch(r"[0-9a-f]{7,40}", commit) or how not in ("", "as-shipped"):
            return Program(text, shlex.split(text))
        python = built(commit)
        command = [str(python.with_name("fanorona")), "engine"]
        listed = subprocess.run(
            [command[0], "--help"], capture_output=True, text=True, check=True
        ).stdout
        if not re.search(r"^  engine\b", listed, re.MULTILINE):
            command = [str(python), str(OLD_ENGINE), *([f"--{how}"] if how else [])]
        return Program(text, command, (BUILDS / commit / "cache").absolute())

    def engine(self, options: dict[str, str], limit: str) -> Engine:
        return Engine(self.name, self.command, options, limit, self.cache)


def built(commit: str) -> Path:
    """The Python of an environment with a commit of this repository installed."""
    folder = BUILDS / commit
    python = folder / "env" / "bin" / "python"
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        sources = folder / "sources"
        sources.mkdir(exist_ok=True)
        archive = subprocess.run(["git", "archive", commit], capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(sources)], input=archive, check=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", str(sources)], check=True)
        (folder / "done").touch()
    return python.absolute()


def game_file(game: Game, white: str, black: str, points: float, reason: str) -> str:
    """The game as a file has it."""
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[points]
    head = {
        "White": white,
        "Black": black,
        "Result": result,
        "FEN": game.fen,
        "Rules": game.rules,
        "Termination": reason,
    }
    tags = "".join(f'[{key} "{value}"]\n' for key, value in head.items())
    return f"{tags}\n{' '.join(game.moves)} {result}\n\n"


def openings_of(asked: argparse.Namespace) -> Iterator[str]:
    """The opening of each pair of games."""
    lines = asked.openings.read_text(encoding="utf-8").splitlines()
    fens = [line for line in lines if line and not line.startswith("#")]
    for number in range(asked.games // 2):
        yield fens[number % len(fens)]


def numbers(text: str) -> list[int]:
    """One number for both engines, or one for each."""
    return [int(part) for part in text.split(",", 1)]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--movetime", type=int, metavar="MS")
    parser.add_argument("--nodes", type=numbers, metavar="N[,M]",
                        help="per turn; the second number is for the second engine")  # fmt: skip
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--openings", type=Path, default=OPENINGS)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"))
    parser.add_argument("--jobs", type=int, default=1, help="pairs of games played at once")
    parser.add_argument("--save", type=Path, help="file to which the games are appended")
    parser.add_argument("--option", action="append", default=[], metavar="1:NAME=VALUE",
                        help="an option of the first or the second engine")  # fmt: skip
    return parser.parse_args()


def limit_of(asked: argparse.Namespace, number: int) -> str:
    """What the first or the second engine may spend on a turn."""
    if asked.nodes:
        return f"nodes {asked.nodes[-1] if number == 2 else asked.nodes[0]}"
    return f"movetime {asked.movetime or 100}"


def options_of(asked: argparse.Namespace, number: int) -> dict[str, str]:
    chosen = {} if asked.rules == "standard" else {"Rules": asked.rules}
    for text in asked.option:
        which, _, pair = text.partition(":")
        if which == str(number):
            name, _, value = pair.partition("=")
            chosen[name] = value
    return chosen


class Match:
    """Pairs of games, several at once if there are processors for them."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.first = Program.of(asked.first)
        self.second = Program.of(asked.second)
        self.tally = Tally()
        self.lock = Lock()
        self.over = Event()
        self.decided = False

    def play(self) -> None:
        openings, jobs = openings_of(self.asked), self.asked.jobs
        with ThreadPoolExecutor(jobs) as pool:
            works = [pool.submit(self._play_some, openings) for _ in range(jobs)]
        for work in works:
            work.result()

    def _play_some(self, openings: Iterator[str]) -> None:
        """Play the openings that nobody else plays, with engines of its own."""
        asked = self.asked
        try:
            with (
                self.first.engine(options_of(asked, 1), limit_of(asked, 1)) as first,
                self.second.engine(options_of(asked, 2), limit_of(asked, 2)) as second,
            ):
                while (fen := self._next_of(openings)) is not None:
                    self._count(pair(first, second, fen, asked))
        finally:
            # With the last opening, or with an engine that fails, the match is over for all.
            self.over.set()

    def _next_of(self, openings: Iterator[str]) -> str | None:
        with self.lock:
            return None if self.over.is_set() else next(openings, None)

    def _count(self, played: Sequence[Played]) -> None:
        with self.lock:
            self.tally.add(played)
            print(f"{2 * len(self.tally.pairs):4} games  {self.tally.text()}", flush=True)
            if self.asked.sprt and not self.decided and decided(self.tally, *self.asked.sprt):
                self.decided = True
                self.over.set()
            if self.asked.save is not None:
                with self.asked.save.open("a", encoding="utf-8") as file:
                    file.writelines(one.text for one in played)


def main() -> None:
    Match(parsed()).play()


def pair(first: Engine, second: Engine, fen: str, asked: argparse.Namespace) -> list[Played]:
    """Both games of an opening."""
    found = []
    for white, black in ((first, second), (second, first)):
        game, points, reason = play(white, black, fen, asked)
        text = game_file(game, white.name, black.name, points, reason)
        more, fewer = _stones(game.position)
        if white is second:
            points, more, fewer = 1 - points, fewer, more
        found.append(Played(points, more - fewer, reason, text))
    return found


def decided(tally: Tally, least: float, most: float) -> bool:
    """Whether the sequential test, with 5 % of each error, has come to its end."""
    bound = math.log(0.95 / 0.05)
    ratio = tally.likelihood(least, most)
    if len(tally.pairs) < 10 or abs(ratio) < bound:
        return False
    print(f"SPRT [{least:g}, {most:g}]: {'accepted' if ratio > 0 else 'rejected'}")
    return True


if __name__ == "__main__":
    main()
