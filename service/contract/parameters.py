"""The parameters of every question, as they are read from an address."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from fanorona.service.contract import checks, fields
from fanorona.service.contract.documented_fields import Named
from fanorona.service.contract.fields import QuestionSchema
from fanorona.solver import png, svg
from fanorona.solver.search.analysis import MOST_DEPTH
from fanorona.solver.search.forced_win import MOST_TURNS
from fanorona.solver.search.levels import LEVELS, MOST_SEED
from fanorona.solver.sheets.sheet import Paper
from fanorona.words import Message

SHEET_TYPES = {
    "pdf": "application/pdf",
    "html": "text/html",
    "typ": "text/vnd.typst",
}
"""The forms of a sheet, and their media types."""

DIFFICULTY = "^(10|[1-9])(-(10|[1-9]))?$"


class NoParameters(QuestionSchema):
    """An address that takes none."""


class PositionParameters(QuestionSchema):
    """Which position, under which rules."""

    position = fields.position()
    rules = fields.rules()

    @ma.pre_load
    def take_fen(self, values: dict[str, Any], **_: object) -> dict[str, Any]:
        """`fen`, as other programs call it, is another name of `position`."""
        if "fen" not in values:
            return values
        if "position" in values:
            raise ma.ValidationError(
                [Message("parameter.either", one="position", other="fen")], "fen"
            )
        return {"position" if name == "fen" else name: given for name, given in values.items()}


class MovesParameters(PositionParameters):
    distinct = fields.Flag(
        load_default=False,
        metadata={
            "description": "One turn per resulting position; `routes` are all that lead to it."
        },
    )
    limit = fields.whole(0, use="Most turns to list.")
    offset = fields.whole(0, use="Number of turns to skip.", load_default=0)


class StepsParameters(PositionParameters):
    turn = fields.turn()


class PlayParameters(PositionParameters):
    turn = fields.turn()
    line = fields.line()

    @ma.validates_schema
    def require_one(self, values: dict[str, Any], **_: object) -> None:
        if ("turn" in values) == ("line" in values):
            raise ma.ValidationError(
                [Message("parameter.either", one="turn", other="line")], "turn"
            )


class BudgetParameters(QuestionSchema):
    """How much a search may take."""

    nodes = fields.whole(1, use="Node limit. The answer is then always the same.")
    time_ms = fields.whole(1, use="Time limit in ms. The answer then depends on the machine.")


class CheckParameters(BudgetParameters):
    """What is wanted besides the verdict."""

    variations = fields.Flag(
        load_default=False, metadata={"description": "List every defence and how it loses."}
    )
    tries = fields.Flag(
        load_default=False,
        metadata={"description": "List first turns that fail to one reply only."},
    )
    set_play = fields.Flag(
        load_default=False,
        metadata={"description": "Show what would happen if the other side moved first."},
    )


class GameParameters(BudgetParameters, PositionParameters):
    """A search in a game under way."""

    history = fields.history()


class SheetParameters(BudgetParameters):
    """How a sheet looks."""

    format = fields.Text(
        load_default="pdf",
        validate=Named("SheetFormat", list(SHEET_TYPES), "The form of a sheet."),
        metadata={"description": "What to make: a document, a page, or its source for Typst."},
    )
    paper = fields.Text(
        load_default=Paper.A4.value,
        validate=Named("SheetPaper", [one.value for one in Paper], "The size of a page."),
        metadata={"description": "The size of a page."},
    )
    per_page = fields.Whole(
        validate=Named("ProblemsPerPage", (2, 4, 6), "How many problems a page has."),
        metadata={"description": "Problems per page: 2, 4 or 6."},
        load_default=6,
    )
    title = fields.Text(
        validate=ma.validate.Length(1, 200), metadata={"description": "On the title page."}
    )
    author = fields.Text(
        validate=ma.validate.Length(1, 200), metadata={"description": "On the title page."}
    )
    solutions = fields.Flag(
        load_default=True, metadata={"description": "Whether to print the solutions."}
    )


class GameBody(QuestionSchema):
    """A game inside of JSON."""

    in_body = True

    game = fields.Text(
        required=True,
        validate=checks.Long(1),
        metadata={"description": "A game file (FGN), or a line of turns."},
    )
    position = fields.position("Where a plain line of turns begins.", "start")
    rules = fields.rules()


class ReviewParameters(BudgetParameters, GameBody):
    """A game to review, and how much that may take."""


class AnalysisParameters(GameParameters):
    lines = fields.whole(1, use="How many lines, best first.", load_default=1)
    depth = fields.whole(1, MOST_DEPTH, use="Deepest search in plies.")


class TurnParameters(GameParameters):
    level = fields.whole(
        1,
        len(LEVELS),
        use="How strong the player is: 1 is a beginner, 10 is full strength.",
        load_default=len(LEVELS),
    )
    seed = fields.whole(
        0,
        MOST_SEED,
        use="Makes the choice among turns of similar value repeatable. Default: random.",
    )


class ForcedWinParameters(BudgetParameters, PositionParameters):
    max_turns = fields.whole(
        1,
        MOST_TURNS,
        use="Only look for a win within this many turns of the side to move.",
    )


class DiagramParameters(PositionParameters):
    turn = fields.turn()
    size = fields.whole(
        svg.SMALLEST, svg.LARGEST, use="The longer side in pixels.", load_default=480
    )
    theme = fields.Text(
        load_default="light",
        validate=Named("Theme", list(svg.THEMES), "The colours of a picture."),
        metadata={"description": "The theme."},
    )
    turned = fields.Flag(
        load_default=False, metadata={"description": "Draw Black's side at the bottom."}
    )


class PngParameters(DiagramParameters):
    size = fields.whole(
        svg.SMALLEST, png.LARGEST, use="The longer side in pixels.", load_default=480
    )


class WantedParameters(QuestionSchema):
    """Which puzzles of the collection."""

    rules = fields.RulesText(
        metadata={"description": "Only those under this rule set.", "format": "fanorona-rules"}
    )
    difficulty = fields.Text(
        validate=checks.Shaped(DIFFICULTY, "2-4"),
        metadata={"description": "Only those this difficult, from 1 to 10, or a range: `2-4`."},
    )
    theme = fields.Text(
        validate=checks.Long(1, 100),
        metadata={"description": "Only those with this theme, such as `sacrifice`."},
    )


class GameListParameters(QuestionSchema):
    limit = fields.whole(1, use="Read the first games only, at most this many. Default: all.")


class PuzzleListParameters(WantedParameters):
    limit = fields.whole(1, use="Most puzzles on a page. Default: all.")
    offset = fields.whole(0, use="Number of puzzles to skip.", load_default=0)


class DailyParameters(WantedParameters):
    date = fields.Day(
        metadata={"description": "The day. Default: today, by universal time; do not keep that."}
    )
