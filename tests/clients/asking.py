"""Asks a running service through the client that openapi-python-client makes of the specification.

    python asking.py http://127.0.0.1:8000

What is typed wrongly does not pass mypy; what is answered wrongly is an error.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO

from fanorona_client import Client
from fanorona_client.api.analysis import analyse, stream_analysis
from fanorona_client.api.batch import ask_batch
from fanorona_client.api.diagram import draw_diagram, draw_png
from fanorona_client.api.forced_win import find_forced_win
from fanorona_client.api.moves import list_moves
from fanorona_client.api.puzzles import check_puzzles, get_puzzle, list_puzzles
from fanorona_client.models import (
    Analysis,
    AnalysisAnswer,
    Batch,
    BatchBudget,
    BatchParameters,
    Checked,
    Colour,
    ForcedWin,
    Moves,
    MovesInBatch,
    Play,
    PlayInBatch,
    Problem,
    ProblemCode,
    Proof,
    PuzzleList,
    PuzzleText,
    PuzzleUpload,
    Soundness,
    Theme,
    Value,
    WholePuzzle,
)
from fanorona_client.types import File

POSITION = "BBB/B1W/WWW W"
PUZZLE = """Rules: fliporona
Position: 4W/BWW2/W3B/4B/W1W1W B
Stipulation: Black to play and win in 1
"""


def analysis(client: Client) -> None:
    found = analyse.sync(client=client, position=POSITION, nodes=20_000)
    assert isinstance(found, Analysis)
    value: Value = found.value
    assert (value, found.proof) == (Value.WIN, Proof.PROVEN)
    assert found.distance is not None
    assert found.distance.plies == 11
    assert found.lines[0].turns


def forced_win(client: Client) -> None:
    found = find_forced_win.sync(client=client, position="start:3x3", rules="standard", max_turns=6)
    assert isinstance(found, ForcedWin)
    assert found.value is Value.WIN
    assert found.winning_turns[0].routes_count >= 1


def problem(client: Client) -> None:
    found = list_moves.sync(client=client, position="nonsense")
    assert isinstance(found, Problem)
    assert found.code is ProblemCode.UNREADABLE_POSITION
    assert isinstance(found.errors, list)
    assert found.errors[0].pointer == "/position"


def batch(client: Client) -> None:
    found = ask_batch.sync(
        client=client,
        body=BatchParameters(
            budget=BatchBudget(nodes=10_000),
            questions=[
                MovesInBatch(ask="moves", position=POSITION, limit=1, distinct=True),
                PlayInBatch(ask="play", position=POSITION, turn="b1-b2A"),
                PlayInBatch(ask="play", position=POSITION, turn="a1-a9"),
            ],
        ),
    )
    assert isinstance(found, Batch)
    listed, played, refused = found.answers
    assert [one.status for one in found.answers] == [200, 200, 422]
    assert isinstance(listed.answer, Moves)
    assert isinstance(listed.answer.turns[0].routes, list)
    assert isinstance(played.answer, Play)
    assert played.answer.after.side is Colour.BLACK
    assert isinstance(refused.problem, Problem)


def check(client: Client) -> None:
    bodies = (
        PuzzleText(text=PUZZLE),
        File(payload=BytesIO(PUZZLE.encode())),
        PuzzleUpload(file=File(payload=BytesIO(PUZZLE.encode()), file_name="one.txt")),
    )
    for body in bodies:
        found = check_puzzles.sync(client=client, body=body)
        assert isinstance(found, Checked), body
        assert found.puzzles[0].verdict is Soundness.SOUND, body


def stream(client: Client) -> None:
    found = stream_analysis.sync(client=client, position="start:5x5", depth=3)
    assert isinstance(found, str)
    last = AnalysisAnswer.from_dict(json.loads(found.splitlines()[-1]))
    assert (last.event, last.value) == ("answer", Value.UNKNOWN)


def picture(client: Client) -> None:
    found = draw_diagram.sync(client=client, position="start", theme=Theme.WOOD)
    assert isinstance(found, str)
    assert found.startswith("<svg")
    pixels = draw_png.sync(client=client, position="start:3x3", size=60)
    assert isinstance(pixels, File)
    assert pixels.payload.read().startswith(b"\x89PNG")


def collection(client: Client) -> None:
    listed = list_puzzles.sync(client=client, rules="fliporona", limit=1)
    assert isinstance(listed, PuzzleList)
    whole = get_puzzle.sync(listed.puzzles[0].id, client=client)
    assert isinstance(whole, WholePuzzle)


if __name__ == "__main__":
    with Client(base_url=sys.argv[1]) as to_service:
        for ask in (analysis, forced_win, problem, batch, check, stream, picture, collection):
            ask(to_service)
