"""Questions about a position: read, legal, within the limits, and how each is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, Self, cast

from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.problems import Fault, Kind, Problem, problem_of
from fanorona.service.settings import Settings
from fanorona.solver import FanoronaError, NotationError, Position, Stop, answers, png, svg
from fanorona.solver.as_json import json_text
from fanorona.solver.budget import ANALYSIS_NODES, FORCED_WIN_NODES, Budget
from fanorona.solver.search import analysis, forced_win
from fanorona.solver.search.engine_turn import engine_turn
from fanorona.solver.value import StoppedBy
from fanorona.words import Message

MANY_TURNS = 2_000
"""A listing of more turns than this takes as long as a search, and counts as one."""

QUICK_PNG = 600
"""Drawing a larger PNG picture takes as long as a search, and counts as one."""

LEAST_SECONDS = 0.05
"""In less, a search could not even list the first turns."""

MOST_COUNTED = 512
"""How many positions' numbers of turns a worker remembers: each question needs it twice."""

OnProgress = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Engine:
    """What questions are answered with."""

    settings: Settings
    tables: OpenTables

    @property
    def most_seconds(self) -> float:
        """The longest that any answer may take."""
        return self.settings.max_time_ms / 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(ABC):
    """What is asked about a legal position."""

    position: Position
    text: str
    """The position's canonical text."""

    ASK: ClassVar[str]
    CAPS: ClassVar[Mapping[str, str]] = {}
    """The setting that caps each parameter."""
    MEDIA_TYPE: ClassVar[str] = "application/json"
    SHORT: ClassVar[bool] = True
    """Whether a worker may remember many such questions."""

    @classmethod
    def defaults(cls, given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        """Parameters that are not given, where the settings have a say in them."""
        return {}

    def key(self) -> str:
        """The same text for the same question, however it was written."""
        rest = [f"{one.name}={getattr(self, one.name)!r}" for one in fields(self)[1:]]
        return " ".join([self.ASK, self.position.rules.id, *rest])

    @property
    def deterministic(self) -> bool:
        """Whether the answer is the same each time."""
        return True

    def seconds(self, most: float) -> float:
        """How long answering may take."""
        return most

    def is_search(self) -> bool:
        """Whether the answer can take long, and needs a search slot."""
        return False

    @abstractmethod
    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        """Work the answer out until the flag ends it; a search reports on its way."""

    def body(self, answer: object) -> bytes:
        """The answer as it is sent."""
        return json_text(answer).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesQuestion(Question):
    """Which turns are legal?"""

    ASK = "moves"
    CAPS: ClassVar[Mapping[str, str]] = {"limit": "max_listed"}

    distinct: bool = False
    limit: int
    offset: int = 0

    @classmethod
    def defaults(cls, given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        return {"limit": settings.max_listed}

    def is_search(self) -> bool:
        return has_many_turns(self.position)

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        refuse_too_many_turns(self.position, engine.settings)
        return answers.moves(
            self.position, distinct=self.distinct, limit=self.limit, offset=self.offset, stop=stop
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsQuestion(Question):
    """How may a turn begin, or go on?"""

    ASK = "steps"

    turn: str | None = None

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        return answers.steps(self.position, self.turn, stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestion(Question):
    """What does a turn do, or a line of turns?"""

    ASK = "play"

    turn: str = ""
    line: str = ""
    """Only one of the two is given."""

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        if self.turn:
            return answers.play(self.position, [self.turn], stop)
        try:
            return answers.play_line(self.position, self.line, stop)
        except FanoronaError as error:
            raise problem_of(error, "/line") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuestion(Question):
    """A question with a budget."""

    CAPS: ClassVar[Mapping[str, str]] = {"nodes": "max_nodes", "time_ms": "max_time_ms"}
    DEFAULT_NODES: ClassVar[int]

    nodes: int
    time_ms: int | None = None

    @classmethod
    def defaults(cls, given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        """With a time budget, time alone ends the search."""
        most = settings.max_nodes
        return {"nodes": most if "time_ms" in given else min(cls.DEFAULT_NODES, most)}

    @property
    def deterministic(self) -> bool:
        return self.time_ms is None

    def seconds(self, most: float) -> float:
        return most if self.time_ms is None else min(most, max(self.time_ms / 1000, LEAST_SECONDS))

    def is_search(self) -> bool:
        return True

    @property
    def most_nodes(self) -> int:
        """What all its searches may cost together."""
        return self.nodes

    def limited(self, nodes: int) -> Self:
        """The same question with no more nodes than that, for all its searches together."""
        return replace(self, nodes=nodes)

    def budget(self, engine: Engine) -> Budget:
        """What its search may cost; its stop flag has the deadline."""
        return Budget(nodes=self.nodes, memory_mb=engine.settings.search_memory_mb)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuestion(SearchQuestion):
    """A question about the position after some turns of a game, whose positions may come back."""

    history: str = ""
    """The turns since `position`."""

    def situation(self, engine: Engine, stop: Stop) -> tuple[Position, list[Position]]:
        """The position that is searched, and those of the game before it."""
        positions = [self.position]
        if self.history:
            try:
                played = answers.play_line(self.position, self.history, stop)
            except FanoronaError as error:
                raise problem_of(error, "/history") from None
            rules = self.position.rules
            positions += [Position.parse(turn.position, rules) for turn in played.turns]
        now = positions.pop()
        refuse_too_many_turns(now, engine.settings)
        return now, positions

    def threads(self, engine: Engine) -> int:
        """With several threads an answer varies: they are for searches that vary anyway."""
        return 1 if self.time_ms is None else engine.settings.search_threads


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisQuestion(GameQuestion):
    """Which lines are best?"""

    ASK = "analysis"
    CAPS: ClassVar[Mapping[str, str]] = {**SearchQuestion.CAPS, "lines": "max_lines"}
    DEFAULT_NODES = ANALYSIS_NODES

    depth: int | None = None
    lines: int = 1

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        position, history = self.situation(engine, stop)
        return analysis.analyse(
            position,
            lines=self.lines,
            budget=replace(self.budget(engine), depth=self.depth),
            tables=engine.tables.at_hand(position),
            stop=stop,
            on_progress=on_progress,
            history=history,
            threads=self.threads(engine),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnQuestion(GameQuestion):
    """What does a player of a level do?"""

    ASK = "turn"
    DEFAULT_NODES = ANALYSIS_NODES

    level: int
    seed: int | None = None

    @property
    def deterministic(self) -> bool:
        return self.time_ms is None and self.seed is not None

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        position, history = self.situation(engine, stop)
        return engine_turn(
            position,
            self.level,
            self.seed,
            self.budget(engine),
            history=history,
            tables=engine.tables.at_hand(position),
            stop=stop,
            threads=self.threads(engine),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedWinQuestion(SearchQuestion):
    """Is the position won, lost or drawn by force?"""

    ASK = "forced-win"
    DEFAULT_NODES = FORCED_WIN_NODES

    max_turns: int | None = None

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        refuse_too_many_turns(self.position, engine.settings)
        return forced_win.forced_win(
            self.position,
            max_turns=self.max_turns,
            budget=self.budget(engine),
            tables=engine.tables.at_hand(self.position),
            stop=stop,
            on_progress=on_progress,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TablebaseQuestion(Question):
    """What do the endgame tables say?"""

    ASK = "tablebase"

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        return engine.tables.of(self.position).answer(self.position, stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagramQuestion(Question):
    """What does the board look like?"""

    ASK = "diagram"
    MEDIA_TYPE = "image/svg+xml"

    turn: str | None = None
    size: int
    theme: str
    turned: bool

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        return svg.board(
            self.position, self.turn, size=self.size, theme=self.theme, turned=self.turned
        )

    def body(self, answer: object) -> bytes:
        return str(answer).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class PngQuestion(DiagramQuestion):
    """What does the board look like, as a picture of pixels?"""

    ASK = "diagram.png"
    MEDIA_TYPE = "image/png"

    def is_search(self) -> bool:
        return self.size > QUICK_PNG

    def answer(self, engine: Engine, stop: Stop, on_progress: OnProgress | None) -> object:
        try:
            return png.board(
                self.position, self.turn, size=self.size, theme=self.theme, turned=self.turned
            )
        except png.NoRenderer as error:
            raise Problem(Kind.NOT_AVAILABLE, error.message) from None

    def body(self, answer: object) -> bytes:
        return cast("bytes", answer)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the parameters that were over a limit, with what was used instead."""

    question: Question
    clamped: dict[str, int]


def read_question(kind: type[Question], raw: Mapping[str, Any], settings: Settings) -> Asked:
    """The question that checked parameters ask."""
    values, clamped = clamp(raw, kind.CAPS, settings)
    position, text = read_position(values.pop("position"), values.pop("rules"))
    values = {**kind.defaults(values, settings), **values}
    return Asked(kind(position=position, text=text, **values), clamped)


def clamp(
    asked: Mapping[str, Any], caps: Mapping[str, str], settings: Settings
) -> tuple[dict[str, Any], dict[str, int]]:
    """The parameters within the limits, and those that were over one, with what they are now."""
    most = {name: getattr(settings, setting) for name, setting in caps.items()}
    clamped = {name: most[name] for name in caps if asked.get(name, 0) > most[name]}
    return {**asked, **clamped}, clamped


@lru_cache(maxsize=512)
def read_position(text: str, rules: str) -> tuple[Position, str]:
    """A legal position and its canonical text, or the problem with it."""
    try:
        position = Position.parse(text, rules)
    except NotationError as error:
        fault = Fault("/position", error.placed())
        raise Problem(Kind.UNREADABLE_POSITION, error.placed(), [fault]) from None
    position.require_legal()
    return position, position.fen()


@lru_cache(maxsize=MOST_COUNTED)
def has_many_turns(position: Position) -> bool:
    """Whether listing the turns takes long."""
    return position.count_turns(most=MANY_TURNS + 1) > MANY_TURNS


def refuse_too_many_turns(position: Position, settings: Settings) -> None:
    """Keep a question from a list of turns that does not fit the memory."""
    most = settings.max_turns
    if has_many_turns(position) and position.count_turns(most=most + 1) > most:
        raise Problem(Kind.TOO_MANY_TURNS, Message("service.many-turns", most=most))


def is_final(answer: object) -> bool:
    """Whether asking again would give the same answer: no clock and nobody ended the search."""
    search = getattr(answer, "search", None)
    return search is None or search.stopped_by not in (StoppedBy.TIME, StoppedBy.INTERRUPTED)
