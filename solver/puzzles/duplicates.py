"""Puzzles that are there twice: the same position, perhaps turned, mirrored or in other colours."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fanorona.solver.board import board, moved
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.verdict import Code, Remark, Verdict
from fanorona.words import Message

MOST_SEEN = 100_000
"""The most positions that are remembered: a file of any length must not fill the memory."""

Likeness = tuple[str, int, int, int, int, int, int]
"""What positions that are the same, seen from another side, have in common."""


def likeness(position: Position) -> Likeness:
    """The same for a position, its turned and mirrored images, and those in exchanged colours."""
    own, enemy, liable, state = position.words()
    on = position.board
    if on.width < on.height:
        # A board that stands upright is one that lies, turned.
        turned = tuple(
            file * on.height + rank for rank in range(on.height) for file in range(on.width)
        )
        own, enemy, liable = (moved(stones, turned) for stones in (own, enemy, liable))
        on = board(on.height, on.width)
    least = min((moved(own, to), moved(enemy, to), moved(liable, to)) for to in on.symmetries)
    return (position.rules.id, on.width, on.height, *least, state)


def likeness_of(puzzle: Puzzle | UnreadablePuzzle) -> Likeness | None:
    """That of the puzzle's position; None if the puzzle cannot be read."""
    return likeness(puzzle.position) if isinstance(puzzle, Puzzle) else None


@dataclass(frozen=True, slots=True)
class _Seen:
    """Where a position stood first."""

    fen: str | None
    title: str | None
    line: int | None
    file: str | None


@dataclass(slots=True)
class Duplicates:
    """The positions of the puzzles that have come by."""

    seen: dict[Likeness, _Seen] = field(default_factory=dict)

    def remarked(self, verdict: Verdict, alike: Likeness | None) -> Verdict:
        """The verdict, with a remark if a position with that likeness stood elsewhere before."""
        if alike is None:
            return verdict
        new = _Seen(verdict.position, verdict.title, verdict.line, verdict.file)
        known = self.seen.get(alike)
        if known is None:
            if len(self.seen) < MOST_SEEN:
                self.seen[alike] = new
            return verdict
        remark = Remark(Code.DUPLICATE, _detail(known, new))
        return replace(verdict, remarks=(*verdict.remarks, remark))


def _detail(known: _Seen, new: _Seen) -> Message:
    same = known.fen == new.fen
    return Message(
        f"check.duplicate.{'same' if same else 'image'}",
        place=_place(known, new),
        title=Message("check.duplicate.title", title=known.title) if known.title else "",
    )


def _place(known: _Seen, new: _Seen) -> Message:
    if known.file is None or known.file == new.file:
        return Message("check.duplicate.line", line=known.line or 1)
    return Message("check.duplicate.file", file=known.file, line=known.line or 1)
