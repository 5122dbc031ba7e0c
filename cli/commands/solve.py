"""`fanorona solve`: a puzzle with its solution, annotated as in a magazine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options import completion
from fanorona.cli.options.file_arguments import takes_files
from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.puzzle_inputs import (
    Inputs,
    printed_as_json,
    status_of,
    strict_option,
    takes_terms,
    worst,
)
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import json_option
from fanorona.cli.output.standard_error import tell, tell_error
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms
from fanorona.solver.puzzles.check import Examination, examine, unreadable
from fanorona.solver.puzzles.full_play import WantedPlay
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.verdict import Verdict
from fanorona.words import Language, decimal

if TYPE_CHECKING:
    from fanorona.cli.output.annotated_puzzle import Annotator


@click.command(cls=StrictCommand)
@takes_files()
@takes_terms
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a picture of the position and of every turn to this folder.",
)
@click.option(
    "--theme",
    metavar="NAME",
    shell_complete=completion.themes,
    help="With --svg: light, dark, wood or print.  [default: light]",
)
@click.option("--variations", is_flag=True, help="List every defence and how it loses.")
@click.option("--tries", is_flag=True, help="List first turns with exactly one refutation.")
@click.option(
    "--set-play", is_flag=True, help="Show what would happen if the other side moved first."
)
@strict_option
@draws
@json_option
def command(
    names: tuple[str, ...],
    terms: Terms,
    folder: Path | None,
    theme: str | None,
    variations: bool,
    tries: bool,
    set_play: bool,
    strict: bool,
    pen: Pen,
    in_json: bool,
) -> ExitStatus:
    """Solve puzzles, and show why the solution works.

    A puzzle file has tags such as 'Stipulation: White to play and win in 2' and a position or a
    diagram, in English or French; '-' is standard input. Prints the solution with the board after
    each turn, why other replies lose, and what is wrong with the puzzle, if anything. Twins are
    solved in turn.

    --variations, --tries and --set-play each get a budget as large as the check's. A tree of
    variations that is too large is cut short, with a note.

    \b
    Examples:
      fanorona solve problem.txt
      fanorona solve problem.txt --lang fr --svg pictures --theme print
      fanorona solve --variations --tries --set-play problem.txt
      fanorona solve - < problem.txt
    """
    if theme is not None and folder is None:
        raise misuse("usage.picture", option="--theme", needed="--svg DIR")
    terms = replace(terms, wanted=WantedPlay(variations=variations, tries=tries, set_play=set_play))
    inputs = Inputs(names, terms.language)
    pictures = None if folder is None else Pictures(folder, theme or "light")
    status = ExitStatus.YES
    output: AbstractContextManager[Callable[[PuzzleInFile, Verdict], None] | None]
    output = printed_as_json() if in_json else nullcontext(None)
    with output as add:
        for number, asked in enumerate(inputs.puzzles()):
            inputs.tell_warnings(asked)
            if add is None:
                click.echo("\n" * bool(number), nl=False)
                verdict = print_solved(inputs, asked, terms, pen)
            else:
                verdict = judged(inputs, asked, terms)[0]
                add(asked, verdict)
            if pictures is not None:
                pictures.draw(verdict, inputs.language_of(asked))
            status = worst(status, status_of(verdict, strict=strict))
    return worst(status, inputs.status)


def judged(inputs: Inputs, asked: PuzzleInFile, terms: Terms) -> tuple[Verdict, Examination | None]:
    """The verdict, and the examination where there is something to examine."""
    if isinstance(asked.puzzle, UnreadablePuzzle):
        return unreadable(asked.puzzle, inputs.language_of(asked), asked.file), None
    examination = examine(
        asked.puzzle, terms.budget, tables_for=terms.tables_for, wanted=terms.wanted
    )
    _obey_interrupts(examination)
    return examination.verdict(asked.file, terms.language), examination


def print_solved(inputs: Inputs, asked: PuzzleInFile, terms: Terms, pen: Pen) -> Verdict:
    """Solve a puzzle and print it with everything that there is to say."""
    begin = perf_counter()
    verdict, examination = judged(inputs, asked, terms)
    language = inputs.language_of(asked)
    if examination is None:
        for error in verdict.errors:
            tell_error(error, inputs.label(asked.file), language)
        return verdict
    _annotator(pen, examination, verdict, _table_stones(examination.puzzle, terms)).print()
    seconds = decimal(perf_counter() - begin, ".2f", language)
    if sys.stdout is not None:
        sys.stdout.flush()  # What belongs together stays so where both outputs are one.
    tell("solve.time", seconds, language)
    return verdict


def _annotator(pen: Pen, examination: Examination, verdict: Verdict, stones: int) -> Annotator:
    """What prints a puzzle and its twins; everything is explained before anything is printed."""
    from fanorona.cli.output.annotated_puzzle import Annotator
    from fanorona.solver.puzzles.explanation import explain_solutions

    explained = explain_solutions(examination)
    _obey_interrupts(examination)
    twins = tuple(
        (twin, _annotator(pen, other, judged.verdict, stones))
        for (twin, other), judged in zip(examination.twins, verdict.twins, strict=True)
    )
    return Annotator(pen, examination, verdict, explained, stones, twins)


def _obey_interrupts(examination: Examination) -> None:
    """Ctrl-C ends a search without an error of its own."""
    if examination.stop.was_interrupted:
        raise KeyboardInterrupt


def _table_stones(puzzle: Puzzle, terms: Terms) -> int:
    """Up to how many stones the endgame tables go that the search could use."""
    from fanorona.solver.tables.default_tables import tablebase_for

    if not terms.with_tables or puzzle.stipulation.turns == 1:
        return 0
    found = tablebase_for(puzzle.position, terms.tables)
    return 0 if found is None else found.most_stones


@dataclass(slots=True)
class Pictures:
    """Draws a puzzle's position and every turn of its solutions, a file each."""

    folder: Path
    theme: str
    drawn: Counter[str] = field(default_factory=Counter)

    def draw(self, verdict: Verdict, language: Language) -> None:
        from fanorona.solver import svg

        if verdict.position is None or verdict.rules is None:
            return
        stem = "puzzle" if verdict.file is None else Path(verdict.file).stem
        self.drawn[stem] += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        position = Position.parse(verdict.position, verdict.rules)
        drawn = svg.board(position, theme=self.theme, language=language)
        self._write(f"{stem}-{self.drawn[stem]}", drawn)
        for number, line in enumerate(verdict.solutions, 1):
            now = position
            for index, text in enumerate(line, 1):
                name = f"{stem}-{self.drawn[stem]}-{number}-{index:02}"
                self._write(name, svg.board(now, text, theme=self.theme, language=language))
                now = now.play(text)

    def _write(self, name: str, picture: str) -> None:
        (self.folder / f"{name}.svg").write_text(picture, encoding="utf-8")
