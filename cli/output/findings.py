"""What a verdict says against a puzzle, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.cli.output.printing import NO_BREAK
from fanorona.solver.puzzles.verdict import Code, Remark, Verdict
from fanorona.words import Language, placed, say

MOST_ALIKE = 3
"""The most findings of one kind that are printed; --json has them all."""


def findings(verdict: Verdict, language: Language, *, with_duals: bool = True) -> Iterator[str]:
    """Every error, defect and remark, with its line."""
    for error in verdict.errors:
        yield say(placed(error.line, error.column, error.detail), language)
    remarks = [
        one
        for one in (*verdict.defects, *verdict.remarks)
        if with_duals or one.code is not Code.DUAL
    ]
    for code in dict.fromkeys(remark.code for remark in remarks):
        alike = [remark for remark in remarks if remark.code is code]
        for remark in alike[:MOST_ALIKE]:
            yield from _finding(remark, language)
        if len(alike) > MOST_ALIKE:
            yield "  " + say("check.more", language, number=len(alike) - MOST_ALIKE)


def in_numbered_turns(line: tuple[str, ...]) -> str:
    """'1. f2-e3A b4-b3 2. e3-e4W': a number before each turn of the solver, which stays with it."""
    return " ".join(
        f"{index // 2 + 1}.{NO_BREAK}{turn}" if index % 2 == 0 else turn
        for index, turn in enumerate(line)
    )


def _finding(remark: Remark, language: Language) -> Iterator[str]:
    code = say(f"code.{remark.code}", language)
    detail = remark.detail
    if remark.place is not None:
        detail = placed(remark.place.line, remark.place.column, detail)
    yield say("check.finding", language, code=code, detail=detail)
    if remark.line:
        yield f"  {in_numbered_turns(remark.line)}"
