"""Every kind of question that has an address of its own and may stand in a batch."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.service.contract import parameters
from fanorona.service.contract.fields import QuestionSchema
from fanorona.service.engine import questions
from fanorona.service.engine.questions import Question
from fanorona.service.engine.review_question import ReviewQuestion
from fanorona.service.problems import Kind
from fanorona.solver import answers
from fanorona.solver.games.review import Review
from fanorona.solver.search import analysis, engine_turn, forced_win
from fanorona.solver.tables import tablebase


@dataclass(frozen=True, slots=True)
class Ask:
    """A kind of question: its parameters, how it is answered, and what the answer is."""

    question: type[Question]
    parameters: type[QuestionSchema]
    answer: type
    problems: tuple[Kind, ...] = ()
    """What it may have for an answer besides what every question may."""
    query: type[QuestionSchema] | None = None
    """The parameters that stand in the address, if the others are in the body."""

    @property
    def name(self) -> str:
        """The last part of its address, and `ask` in a batch."""
        return self.question.ASK

    @property
    def in_address(self) -> type[QuestionSchema]:
        """The parameters that stand in the address."""
        return self.query or self.parameters

    @property
    def headers(self) -> tuple[str, ...]:
        """What its answers carry."""
        return ("Clamped", "Server-Timing") if self.question.CAPS else ("Server-Timing",)


MOVES = Ask(
    questions.MovesQuestion, parameters.MovesParameters, answers.Moves, (Kind.SEARCHES_BUSY,)
)
STEPS = Ask(questions.StepsQuestion, parameters.StepsParameters, answers.Steps)
PLAY = Ask(questions.PlayQuestion, parameters.PlayParameters, answers.Play)
ANALYSIS = Ask(
    questions.AnalysisQuestion,
    parameters.AnalysisParameters,
    analysis.Analysis,
    (Kind.SEARCHES_BUSY,),
)
TURN = Ask(
    questions.TurnQuestion, parameters.TurnParameters, engine_turn.EngineTurn, (Kind.SEARCHES_BUSY,)
)
FORCED_WIN = Ask(
    questions.ForcedWinQuestion,
    parameters.ForcedWinParameters,
    forced_win.ForcedWin,
    (Kind.SEARCHES_BUSY,),
)
TABLEBASE = Ask(
    questions.TablebaseQuestion,
    parameters.PositionParameters,
    tablebase.TableAnswer,
    (Kind.NOT_COVERED,),
)

REVIEW = Ask(
    ReviewQuestion,
    parameters.ReviewParameters,
    Review,
    (
        Kind.UNREADABLE_GAME,
        Kind.BODY_TOO_LARGE,
        Kind.UNSUPPORTED_MEDIA_TYPE,
        Kind.SEARCHES_BUSY,
    ),
    parameters.BudgetParameters,
)

ASKS = {
    one.name: one for one in (MOVES, STEPS, PLAY, ANALYSIS, TURN, FORCED_WIN, TABLEBASE, REVIEW)
}
