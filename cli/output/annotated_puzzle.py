"""A puzzle in the terminal as a magazine prints it: diagram, line, boards, notes and verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import click
from click import unstyle

from fanorona.cli.output.composers_play import PlayWriter
from fanorona.cli.output.drawn_boards import FLIPPED_TO_BLACK, FLIPPED_TO_WHITE, GONE, Pen
from fanorona.cli.output.findings import findings
from fanorona.cli.output.printing import NO_BREAK, terminal_width, wrapped
from fanorona.solver import Colour, Outcome, Position, Turn
from fanorona.solver.puzzles.check import Examination
from fanorona.solver.puzzles.defences import Other, Others
from fanorona.solver.puzzles.explanation import ExplainedLine, ExplainedTurn
from fanorona.solver.puzzles.stipulation import stipulation_in_words
from fanorona.solver.puzzles.twins import Twin
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.quoting import printable
from fanorona.solver.rules import Captured
from fanorona.solver.state_in_words import state_in_words
from fanorona.solver.turns_by_result import MOST_ROUTES
from fanorona.solver.value import Value
from fanorona.words import say

MOST_NOTES = 4
"""How many other replies are listed after the first turn."""
MOST_LATER_NOTES = 2

GAP = 4
"""Between two boards that stand side by side."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A turn in words, and the board after it."""

    texts: tuple[str, ...]
    board: tuple[tuple[str, int], ...]
    """Its rows, each with its width on the screen."""

    def height(self, width: int) -> int:
        return sum(len(wrapped(text, width)) for text in self.texts)

    def fits(self, width: int) -> bool:
        texts = (len(part) for text in self.texts for part in wrapped(text, width))
        rows = (wide for _, wide in self.board)
        return max(*texts, *rows) <= width

    def lines(self, width: int, height: int) -> Iterator[tuple[str, int]]:
        """Its lines, each with its width; the board begins below that many lines of text."""
        texts = [part for text in self.texts for part in wrapped(text, width)]
        for text in [*texts, *[""] * (height - len(texts))]:
            yield text, len(text)
        yield from self.board


@dataclass(frozen=True, slots=True)
class Annotator:
    """Prints one puzzle."""

    pen: Pen
    examination: Examination
    verdict: Verdict
    solutions: tuple[ExplainedLine, ...]
    tables: int
    """Up to how many stones the endgame tables went that were used; 0 without."""
    twins: tuple[tuple[Twin, Annotator], ...] = ()

    def print(self) -> None:
        self._print_puzzle()
        self._print_solutions()
        for twin, annotator in self.twins:
            self._say("solve.twin", label=twin.label, change=twin.message())
            click.echo()
            annotator.print_twin()
        self._print_verdict()

    def print_twin(self) -> None:
        """The board, what is asked, and the solutions; the verdict is on all twins together."""
        self._print_task()
        self._print_solutions()

    def _print_solutions(self) -> None:
        several = len(self.solutions) > 1
        for number, explained in enumerate(self.solutions, 1):
            if several:
                self._say("solve.solution", number=number)
                click.echo()
            self._print_line(explained)
        self._print_play()

    def _print_play(self) -> None:
        """Variations, tries and set play, as far as they were asked for."""
        defender = self.examination.puzzle.position.side.other
        dots = "..." if self.pen.in_ascii else "…"
        writer = PlayWriter(self.verdict.language, dots, defender)
        for lines in writer.paragraphs(self.examination.play):
            for line in lines:
                for part in wrapped(line, terminal_width(), hanging=4):
                    click.echo(part)
            click.echo()

    def _say(self, key: str, **values: object) -> None:
        click.echo(printable(self._words(key, **values)))

    def _words(self, key: str, **values: object) -> str:
        return say(key, self.verdict.language, **values)

    def _name(self, colour: Colour) -> str:
        return self._words(f"colour.{colour}")

    def _print_puzzle(self) -> None:
        puzzle = self.examination.puzzle
        title = printable(puzzle.title or self._words("solve.untitled"))
        for line in wrapped(title, terminal_width()):
            self.pen.print(click.style(line, bold=True) if self.pen.in_colour else line)
        rules = self._words("solve.rules", rules=puzzle.rules.id)
        between = " - " if self.pen.in_ascii else " · "
        by = between.join(part for part in (puzzle.author, puzzle.source, rules) if part)
        self._paragraph([by])
        click.echo()
        self._print_task()

    def _print_task(self) -> None:
        puzzle, language = self.examination.puzzle, self.verdict.language
        self.pen.print(self.pen.board(puzzle.position))
        click.echo()
        self._paragraph([f"{stipulation_in_words(puzzle.stipulation, language)}."])
        self._paragraph(list(state_in_words(puzzle.position, language)))
        click.echo()

    def _paragraph(self, sentences: Sequence[str]) -> None:
        for line in wrapped(" ".join(sentences), terminal_width(), hanging=0):
            click.echo(printable(line))

    def _print_line(self, explained: ExplainedLine) -> None:
        """The line, the solver's turn and the reply side by side, with notes between."""
        for index in range(0, len(explained.turns), 2):
            pair = explained.turns[index : index + 2]
            self._print_panels(
                [self._panel(one, index // 2 + 1, bool(n)) for n, one in enumerate(pair)]
            )
            for one, key in zip(pair, ("why.turns", "why.replies"), strict=False):
                if one.others is not None:
                    self._print_others(key, one.others, MOST_LATER_NOTES if index else MOST_NOTES)
        outcome = explained.end.outcome()
        if outcome is not None:
            self._print_end(explained.end, outcome)

    def _panel(self, explained: ExplainedTurn, number: int, is_reply: bool) -> Panel:
        position, turn = explained.position, explained.turn
        dots = ("..." if self.pen.in_ascii else "…") if is_reply else "."
        texts = [f"{number}{dots} {turn}"]
        texts += [f"   {effect}" for effect in self._effects(position, turn)]
        if explained.forced:
            texts.append(f"   {self._words('turn.forced')}")
        rows = self.pen.small_board(position.after(turn), self._marks(position, turn)).split("\n")
        return Panel(tuple(texts), tuple((f"   {row}", len(unstyle(row)) + 3) for row in rows))

    def _effects(self, position: Position, turn: Turn) -> Iterator[str]:
        flips = position.rules.captured_stones is Captured.FLIP
        gone = f"{NO_BREAK}({self.pen.mark(GONE)})"
        if turn.huffed is not None:
            yield self._words("turn.huffs", points=turn.huffed) + gone
        if turn.captured:
            points = ", ".join(turn.captured)
            flipped = f"{NO_BREAK}({self.pen.mark(_flipped(position.side))})"
            if flips:
                yield self._words("turn.flips", points=points) + flipped
            else:
                yield self._words("turn.takes", points=points) + gone
        for name in turn.removed:
            if name != turn.huffed:
                yield self._words("turn.leaves", points=name) + gone

    def _marks(self, position: Position, turn: Turn) -> dict[int, str]:
        """The points of stones that are gone, and of those that have changed colour."""
        after, flips = position.after(turn), position.rules.captured_stones is Captured.FLIP
        stones = after.arrangement.white | after.arrangement.black
        marks = {}
        for name in (*turn.captured, *turn.removed):
            point = position.board.by_name[name]
            if not stones >> point & 1:
                marks[point] = GONE
            elif flips and name in turn.captured:
                marks[point] = _flipped(position.side)
        return marks

    def _print_panels(self, panels: list[Panel]) -> None:
        width = (terminal_width() - GAP) // 2
        if len(panels) == 2 and not all(panel.fits(width) for panel in panels):
            for panel in panels:
                self._print_panels([panel])
            return
        if len(panels) == 1:
            width = terminal_width()
        height = max(panel.height(width) for panel in panels)
        columns = [panel.lines(width, height) for panel in panels]
        for row in zip_longest(*columns, fillvalue=("", 0)):
            line = ""
            for text, wide in row[:-1]:
                line += text + " " * (width + GAP - wide)
            self.pen.print((line + row[-1][0]).rstrip())
        click.echo()

    def _print_others(self, key: str, others: Others, most: int) -> None:
        if not len(others):
            return
        listed = others.listed[:most]
        self._say(key)
        widest = max(len(other.turn) for other in listed)
        for other in listed:
            line = f"  {other.turn.ljust(widest)}  {self._fate(other)}"
            for part in wrapped(line, terminal_width()):
                click.echo(part)
        if len(others) > len(listed):
            click.echo(f"  {self._words('why.more', number=len(others) - len(listed))}")
        click.echo()

    def _fate(self, other: Other) -> str:
        turns = other.distance.turns if other.distance and other.exact else None
        if other.value is Value.WIN:
            key = "why.wins-somehow" if turns is None else "why.wins"
            return self._words(key, turns=turns)
        if other.value is Value.DRAW:
            meeting = self.examination.meeting
            only = meeting is not None and meeting.found.value is Value.WIN
            return self._words("why.draws" if only else "why.draws-too")
        if other.value is not Value.LOSS:
            return self._words("why.unknown")
        if other.answer is None or turns is None:
            return self._words("why.loses-somehow")
        key = "why.loses-at-once" if turns == 1 else "why.loses"
        return self._words(key, turns=turns, answer=other.answer)

    def _print_end(self, position: Position, outcome: Outcome) -> None:
        winner = outcome.winner
        stones = position.stones(winner.other) + position.arrangement.hand(winner.other)
        self._say(
            "turn.no-turn" if stones else "turn.no-stones",
            loser=self._name(winner.other),
            winner=self._name(winner),
        )
        click.echo()

    def _print_verdict(self) -> None:
        self._print_count()
        soundness = self.verdict.verdict
        proof = self._proof()
        sentence = self._words(f"verdict.sentence.{soundness}")
        if soundness is Soundness.SOUND:
            self._paragraph([sentence, proof])
        else:
            self._paragraph([sentence])
        for line in findings(self.verdict, self.verdict.language):
            for part in wrapped(f"  {line}", terminal_width()):
                click.echo(printable(part))
        if soundness is not Soundness.SOUND and proof:
            self._paragraph([proof])

    def _print_count(self) -> None:
        number = len(self.examination.solutions)
        lines = []
        if self.verdict.verdict is Soundness.SOUND:
            key = "solve.one-solution" if number == 1 else "solve.solutions"
            lines.append(self._words(key, number=number))
        for found in self.examination.solutions:
            if len(found.routes) > 1:
                lines += self._routes(found.routes)
        if lines:
            click.echo("\n".join([*lines, ""]))

    def _routes(self, routes: tuple[str, ...]) -> Iterator[str]:
        yield self._words("solve.routes", number=len(routes))
        yield from (f"  {route}" for route in routes[:MOST_ROUTES])
        if len(routes) > MOST_ROUTES:
            yield "  " + self._words("why.more", number=len(routes) - MOST_ROUTES)

    def _proof(self) -> str:
        if self.verdict.search is None:
            return ""
        stones, searched = self.tables, self.verdict.search.nodes
        if self.verdict.verdict is Soundness.UNKNOWN:
            return self._words("proof.none", count=searched)
        if stones and not searched:
            return self._words("proof.tables", stones=stones)
        if not stones:
            return self._words("proof.search", count=searched)
        return self._words("proof.search-and-tables", count=searched, stones=stones)


def _flipped(to: Colour) -> str:
    return FLIPPED_TO_WHITE if to is Colour.WHITE else FLIPPED_TO_BLACK
