"""The text protocol of `fanorona engine`: what is read, what is answered."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock, Thread

from fanorona.solver import Position, Stop, Stopped, __version__
from fanorona.solver.budget import DEFAULT_MEMORY_MB, MOST_NODES, MOST_TIME_MS, Budget
from fanorona.solver.errors import FanoronaError
from fanorona.solver.quoting import shown
from fanorona.solver.search.levels import LEVELS, level
from fanorona.solver.search.player import ChosenTurn, Iteration, Player
from fanorona.solver.search.prover import no_memory
from fanorona.solver.search.threads import MOST_THREADS
from fanorona.solver.turn import Words
from fanorona.words import Message

MOST_MEMORY_MB = 65_536
MOST_DIGITS = 15
BETWEEN_REPORTS = 0.05
"""Seconds: to write a line of play takes time that the search could use."""
SAFETY_MS = 5
"""Left of a game's time, whatever the clock says."""
PART_OF_TIME = 25
"""A turn takes this part of the time that is left for the game."""


@dataclass(slots=True)
class EngineOptions:
    """What `setoption` sets."""

    hash: int = DEFAULT_MEMORY_MB
    threads: int = 1
    level: int = len(LEVELS)
    contempt: int = 30
    rules: str = "standard"
    notation: str = "hyphens"
    tables: str = "default"


CHOICES = {
    "rules": ("standard", "escale", "livret", "fliporona"),
    "notation": ("hyphens", "compact"),
    "tables": ("default", "off"),
}
RANGES = {
    "hash": (1, MOST_MEMORY_MB),
    "threads": (1, MOST_THREADS),
    "level": (1, len(LEVELS)),
    "contempt": (-1000, 1000),
}


class Protocol:
    """One conversation; searches run in a thread of their own, so that `stop` is heard."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._lock = Lock()
        self.settings = EngineOptions()
        self.position = Position.start()
        self.history: list[Position] = []
        self.player: Player | None = None
        self.stop = Stop()
        self.searching: Thread | None = None
        self.limited = True
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._introduce,
            "isready": lambda _: self.say("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._end_search(),
        }

    def say(self, line: str) -> None:
        with self._lock:
            self._say(line)

    def obey(self, line: str) -> bool:
        """Do what a line says; False: it was `quit`."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self._end_search()
            return False
        command = self.commands.get(words[0])
        try:
            if command is None:
                raise FanoronaError(Message("engine.command", text=shown(words[0])))
            if words[0] not in ("isready", "stop"):
                self._end_search()
            command(words[1:])
        except FanoronaError as error:
            self._say_error(error)
        except MemoryError:
            self._say_error(no_memory(Budget(memory_mb=self.settings.hash)))
        return True

    def _say_error(self, error: Exception) -> None:
        self.say(f"info string error: {error}".replace("\n", " "))

    def finish(self) -> None:
        """The input has ended: finish what has a limit, stop what has none."""
        if not self.limited:
            self._end_search()
        if self.searching is not None:
            self.searching.join()

    def _introduce(self, _words: list[str]) -> None:
        self.say(f"id name fanorona {__version__}")
        self.say("id author the fanorona authors")
        default = EngineOptions()
        for name, (least, most) in RANGES.items():
            value = getattr(default, name)
            self.say(f"option name {name.title()} type spin default {value} min {least} max {most}")
        for name, values in CHOICES.items():
            listed = " ".join(f"var {value}" for value in values)
            value = getattr(default, name)
            self.say(f"option name {name.title()} type combo default {value} {listed}")
        self.say("uciok")

    def _new_game(self, _words: list[str]) -> None:
        self.player = None

    def _set_option(self, words: list[str]) -> None:
        """`name NAME value VALUE`."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name = name.strip().lower()
        if name in RANGES:
            least, most = RANGES[name]
            number = _whole_number(value.strip())
            if number is None or not least <= number <= most:
                raise FanoronaError(Message("engine.number", name=name, least=least, most=most))
            setattr(self.settings, name, number)
        elif name in CHOICES:
            if value.strip() not in CHOICES[name]:
                raise FanoronaError(Message("engine.choice", name=name, known=tuple(CHOICES[name])))
            setattr(self.settings, name, value.strip())
        else:
            raise FanoronaError(Message("engine.option", text=shown(name)))
        self.player = None

    def _set_position(self, words: list[str]) -> None:
        """`startpos` or `fen FEN`, and `moves TURN …`."""
        at = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], " ".join(words[1:at])
        if kind == ["startpos"]:
            text = "start"
        elif kind != ["fen"]:
            raise FanoronaError(Message("engine.position"))
        position = Position.parse(text, self.settings.rules)
        position.require_legal()
        history = []
        for turn in words[at + 1 :]:
            history.append(position)
            position = position.play(turn)
        self.position, self.history = position, history
        self._player().prepare(position)

    def _go(self, words: list[str]) -> None:
        limits = _numbers(words)
        time_ms = limits.get("movetime")
        side = "wtime" if self.position.side.value == "white" else "btime"
        if time_ms is None and side in limits:
            more = limits.get(f"{side[0]}inc", 0)
            time_ms = max(1, limits[side] // PART_OF_TIME + more - SAFETY_MS)
        self.limited = time_ms is not None or "nodes" in limits or "depth" in limits
        budget = Budget(
            nodes=_at_most(MOST_NODES, limits.get("nodes")),
            depth=limits.get("depth"),
            time_ms=_at_most(MOST_TIME_MS, time_ms),
        )
        self.stop = budget.stop()
        self.searching = Thread(target=self._search, args=(budget.untimed(),), daemon=True)
        self.searching.start()

    def _end_search(self) -> None:
        if self.searching is not None:
            self.stop.request()
            self.searching.join()
            self.searching = None

    def _player(self) -> Player:
        if self.player is None:
            chosen = self.settings
            self.player = Player(
                memory_mb=chosen.hash,
                threads=chosen.threads,
                tables="off" if chosen.tables == "off" else "default",
                contempt=chosen.contempt,
                level=level(chosen.level),
            )
        return self.player

    def _search(self, budget: Budget) -> None:
        report = _Report(self)
        try:
            choice = self._player().choose(
                self.position,
                self.history,
                budget,
                stop=self.stop,
                on_iteration=report.iteration,
            )
        except (FanoronaError, Stopped) as error:
            self._say_error(error)
            choice = None
        except MemoryError:
            self._say_error(no_memory(Budget(memory_mb=self.settings.hash)))
            choice = None
        if choice is None:
            self.say("bestmove (none)")
            return
        report.end(choice)
        self.say(f"bestmove {self.written(str(choice.turn))}")

    def written(self, turn: str) -> str:
        """A turn in the notation that was asked for."""
        return turn.replace("-", "") if self.settings.notation == "compact" else turn


class _Report:
    """The `info` lines of one search."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.began = time.monotonic()
        self.reported = 0.0
        self.depth = 0

    def iteration(self, found: Iteration) -> None:
        now = time.monotonic()
        if now - self.reported >= BETWEEN_REPORTS:
            self.reported = now
            self._say(found)

    def end(self, choice: ChosenTurn) -> None:
        """The last iteration, unless it was reported."""
        if choice.thought.depth != self.depth:
            self._say(choice.thought)

    def _say(self, found: Iteration) -> None:
        self.depth = found.depth
        passed = time.monotonic() - self.began
        speed = int(found.nodes / max(passed, 1e-3))
        turns = " ".join(
            self.protocol.written(turn)
            for turn in _texts(self.protocol.position, found.lines[0][1])
        )
        self.protocol.say(
            f"info depth {found.depth} score {_score(found)} nodes {found.nodes} nps {speed} "
            f"time {int(passed * 1000)} pv {turns}"
        )


def _score(found: Iteration) -> str:
    """Hundredths of a stone, or the turns to a proven end, below 0 for a loss."""
    plies = found.plies
    if plies is None:
        return f"cp {found.score}"
    return f"mate {(plies + 1) // 2 if plies > 0 else -(-plies // 2)}"


def _texts(position: Position, line: list[Words]) -> list[str]:
    """The turns along a line of positions."""
    found = []
    for words in line:
        results = position.listing().results()
        found.append(next(str(routes[0]) for routes in results if routes.after == words))
        position = position.with_words(words, position.side.other)
    return found


def _at_most(most: int, number: int | None) -> int | None:
    return None if number is None else min(number, most)


def _numbers(words: list[str]) -> dict[str, int]:
    """The limits of `go`: pairs of a name and a number."""
    known = ("movetime", "nodes", "depth", "wtime", "btime", "winc", "binc", "movestogo")
    found = {}
    at = 0
    while at < len(words):
        name = words[at]
        at += 1
        if name == "infinite":
            continue
        number = _whole_number(words[at]) if at < len(words) else None
        if name not in known or number is None:
            raise FanoronaError(Message("engine.limit", text=shown(name)))
        found[name] = number
        at += 1
    return {name: max(number, 1) for name, number in found.items()}


def _whole_number(text: str) -> int | None:
    """The number, if it is one that a limit may have."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_DIGITS:
        return None
    return int(text)
