"""An example for every operation: the requests, and what the service answered to them.

`python -m fanorona.service.contract.examples` asks them again and writes examples.json beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

FILE = Path(__file__).with_name("examples.json")

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
FLIPORONA = "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B"
ENDGAME = "1B1/3/W1W W"
IN_SMALL_TABLES = "9/9/3W1W3/9/4B4 W"
"""In the tables that every server has by default."""
PUZZLE = f"""Title: An example
Rules: fliporona
Position: {FLIPORONA}
Stipulation: Black to play and win in 1
"""


GAME = f"""[White "Rakoto"]
[Black "Rabe"]
[FEN "{ENDGAME}"]

1. a1-b2?! {{ +1.2 }} (1. a1-a2) b3-c3 *
"""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A request that shows what an operation is for."""

    operation: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    body_type: str = "application/json"
    answer_type: str = "application/json"


@dataclass(frozen=True, kw_only=True)
class Recorded(Example):
    """An example with its answer; none if that is not text."""

    answer: Any


EXAMPLES = (
    Example(operation="list_rules", path="/v1/rules"),
    Example(operation="get_rules", path="/v1/rules/fliporona"),
    Example(operation="list_moves", path="/v1/moves", query={"position": START, "limit": 2}),
    Example(
        operation="list_steps",
        path="/v1/steps",
        query={"position": FLIPORONA, "rules": "fliporona", "turn": "c4-d4W"},
    ),
    Example(
        operation="play_turn", path="/v1/play", query={"position": START, "turn": "f2: up-left"}
    ),
    Example(
        operation="analyse",
        path="/v1/analysis",
        query={"position": "BBB/B1W/WWW W", "nodes": 100_000},
    ),
    Example(
        operation="stream_analysis",
        path="/v1/analysis/stream",
        query={"position": "start:5x5", "nodes": 2_000},
        answer_type="application/x-ndjson",
    ),
    Example(
        operation="choose_turn",
        path="/v1/turn",
        query={"position": START, "history": "f2-e3A d5-d4A", "level": 3, "seed": 7},
    ),
    Example(
        operation="find_forced_win",
        path="/v1/forced-win",
        query={"position": FLIPORONA, "rules": "fliporona", "max_turns": 1},
    ),
    Example(
        operation="stream_forced_win",
        path="/v1/forced-win/stream",
        query={"position": ENDGAME, "max_turns": 3},
        answer_type="application/x-ndjson",
    ),
    Example(operation="probe_tablebase", path="/v1/tablebase", query={"position": IN_SMALL_TABLES}),
    Example(operation="list_puzzles", path="/v1/puzzles", query={"rules": "fliporona", "limit": 1}),
    Example(operation="get_random_puzzle", path="/v1/puzzles/random"),
    Example(operation="get_daily_puzzle", path="/v1/puzzles/daily", query={"date": "2026-11-18"}),
    Example(operation="get_puzzle", path="/v1/puzzles/fliporona-problem-1"),
    Example(
        operation="check_puzzles",
        path="/v1/puzzles/check",
        body=PUZZLE,
        body_type="text/plain",
    ),
    Example(
        operation="print_sheet",
        path="/v1/puzzles/sheet",
        query={"format": "pdf", "paper": "a4", "title": "An example"},
        body=PUZZLE,
        body_type="text/plain",
        answer_type="application/pdf",
    ),
    Example(
        operation="read_game_file",
        path="/v1/games",
        body=GAME,
        body_type="text/plain",
    ),
    Example(
        operation="review_game",
        path="/v1/review",
        query={"nodes": 2_000},
        body={"game": "a1-b2 b3-c3", "position": ENDGAME},
    ),
    Example(
        operation="stream_review",
        path="/v1/review/stream",
        query={"nodes": 2_000},
        body=GAME,
        body_type="text/plain",
        answer_type="application/x-ndjson",
    ),
    Example(
        operation="ask_batch",
        path="/v1/batch",
        body={
            "budget": {"nodes": 100_000},
            "questions": [
                {"ask": "moves", "position": ENDGAME, "limit": 1},
                {"ask": "forced-win", "position": ENDGAME, "max_turns": 2},
                {"ask": "play", "position": ENDGAME, "turn": "a1-c3"},
            ],
        },
    ),
    Example(
        operation="draw_diagram",
        path="/v1/diagram.svg",
        query={"position": ENDGAME, "size": 120, "theme": "print"},
        answer_type="image/svg+xml",
    ),
    Example(
        operation="draw_png",
        path="/v1/diagram.png",
        query={"position": "start", "size": 400, "theme": "wood"},
        answer_type="image/png",
    ),
    Example(operation="get_limits", path="/v1/limits"),
    Example(operation="get_live", path="/health/live"),
    Example(operation="get_ready", path="/health/ready"),
)


@cache
def recorded() -> dict[str, Recorded]:
    """The examples with the answers in the file, by operation."""
    if not FILE.exists():
        return {}
    return {one["operation"]: Recorded(**one) for one in json.loads(FILE.read_text("utf-8"))}


def ask_all() -> Iterator[Recorded]:
    """Ask every example, of a service with the default settings and small tables."""
    from shutil import copy
    from tempfile import TemporaryDirectory

    from fanorona.service.app import create_app
    from fanorona.service.engine.collection import PACKAGES, shipped_with
    from fanorona.service.engine.open_tables import OpenTables
    from fanorona.service.settings import Settings
    from fanorona.solver.tables.tablebase import Tablebase

    with TemporaryDirectory() as folder:
        tables = OpenTables([Tablebase.build(3, folder)])
        # One of the collection, so that new ones do not change the example.
        copy(shipped_with(PACKAGES) / "fliporona-problem.txt", folder)
        settings = Settings(workers=2, searches=2, run_folder=folder, puzzles=folder)
        client = create_app(settings, tables).test_client()
        for example in EXAMPLES:
            yield Recorded(**asdict(example), answer=_answer(client, example))


def ask(client: FlaskClient, example: Example) -> TestResponse:
    """What the service responds to an example."""
    return client.open(
        example.path,
        method="GET" if example.body is None else "POST",
        query_string=example.query,
        data=None if example.body is None else _sent(example),
        content_type=None if example.body is None else example.body_type,
        # A stream that nobody reads to its end would keep its search.
        buffered=True,
    )


def _answer(client: FlaskClient, example: Example) -> Any:
    response = ask(client, example)
    if response.status_code != 200:
        raise RuntimeError(f"{example.operation}: {response.get_data(as_text=True)}")
    if example.answer_type == "application/json":
        return response.get_json()
    if example.answer_type in ("image/png", "application/pdf"):
        return None
    lines = response.get_data(as_text=True).splitlines(keepends=True)
    # Heartbeats depend on the machine.
    return "".join(line for line in lines if '"event": "heartbeat"' not in line)


def _sent(example: Example) -> str:
    return json.dumps(example.body) if example.body_type == "application/json" else example.body


if __name__ == "__main__":
    listed = [asdict(one) for one in ask_all()]
    FILE.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", "utf-8")
