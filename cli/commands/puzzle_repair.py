"""`fanorona puzzle repair`: the smallest changes that make an unsound puzzle sound."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import STANDARD_INPUT, takes_files
from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.puzzle_inputs import Inputs, takes_terms_of, worst
from fanorona.cli.options.workers_options import Workers, takes_workers
from fanorona.cli.output.findings import in_numbered_turns
from fanorona.cli.output.printing import json_option, print_json, terminal_width, wrapped
from fanorona.cli.output.progress import progress_line
from fanorona.cli.output.standard_error import tell, tell_error
from fanorona.cli.output.whole_file import write_whole
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.budget import REPAIR_NODES
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms, check_one
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.repair import (
    DEFAULT_COUNT,
    Proposal,
    RepairProgress,
    repairs,
)
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.puzzles.writing import write_puzzle, write_puzzles
from fanorona.solver.quoting import printable
from fanorona.words import Language, Message, say

if TYPE_CHECKING:
    from fanorona.solver.spreading.spread import Spread

LARGEST_COUNT = 100


@dataclass(frozen=True, slots=True)
class RepairData:
    """One repair, as the JSON has it."""

    changes: tuple[Message, ...]
    puzzle: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairedPuzzle:
    """What came of one puzzle, as the JSON has it."""

    language: Language
    verdict: Verdict
    repairs: tuple[RepairData, ...]
    tried: int
    undecided: int
    complete: bool


@dataclass(slots=True)
class RepairRun:
    """The puzzles of a command line, one after the other."""

    inputs: Inputs
    terms: Terms
    count: int
    in_json: bool
    status: ExitStatus = ExitStatus.YES
    found: list[RepairedPuzzle] = field(default_factory=list)
    files: dict[str | None, list[Puzzle | None]] = field(default_factory=lambda: defaultdict(list))
    """What each file would be with its best repairs; None: a puzzle that cannot be read."""
    changed: set[str | None] = field(default_factory=set)

    def take(self, asked: PuzzleInFile, spread: Spread) -> None:
        """Repair one puzzle, if it needs it."""
        self.inputs.tell_warnings(asked)
        language = self.inputs.language_of(asked)
        if isinstance(asked.puzzle, UnreadablePuzzle):
            for error in asked.puzzle.errors:
                tell_error(error, self.inputs.label(asked.file), language)
            self.files[asked.file].append(None)
            self.status = worst(self.status, ExitStatus.BAD_INPUT)
            return
        verdict = check_one(asked, Terms(tables=self.terms.tables, language=language))
        progress = RepairProgress(complete=True)
        if verdict.verdict is Soundness.UNSOUND:
            progress = RepairProgress()
            try:
                self._repair(asked.puzzle, progress, language, spread)
            finally:
                # An interrupt loses nothing that was found.
                self._keep(asked, verdict, progress, language)
        else:
            self._keep(asked, verdict, progress, language)

    def _repair(
        self,
        puzzle: Puzzle,
        progress: RepairProgress,
        language: Language,
        spread: Spread,
    ) -> None:
        with progress_line(partial(_progress_in_words, language=language)) as show:
            repairs(
                puzzle,
                self.terms,
                count=self.count,
                spread=spread,
                on_progress=show,
                progress=progress,
            )

    def _keep(
        self,
        asked: PuzzleInFile,
        verdict: Verdict,
        progress: RepairProgress,
        language: Language,
    ) -> None:
        assert isinstance(asked.puzzle, Puzzle)
        best = progress.proposals[0].puzzle if progress.proposals else asked.puzzle
        self.files[asked.file].append(best)
        if progress.proposals:
            self.changed.add(asked.file)
        self.status = worst(self.status, _status(verdict, progress))
        found = RepairedPuzzle(
            language=language,
            verdict=verdict,
            repairs=tuple(_data(one) for one in progress.proposals),
            tried=progress.tried,
            undecided=progress.undecided,
            complete=progress.complete,
        )
        if self.in_json:
            self.found.append(found)
        else:
            self._print(asked, found, progress)

    def _print(self, asked: PuzzleInFile, found: RepairedPuzzle, progress: RepairProgress) -> None:
        language = found.language
        title = asked.puzzle.title or ""
        where = f"{self.inputs.label(asked.file)}:{asked.puzzle.line}  {title}".rstrip()
        click.echo(printable(where))
        for line in _result(found, progress):
            for part in wrapped(f"  {say(line, language)}", terminal_width()):
                click.echo(printable(part))
        for number, one in enumerate(progress.proposals, 1):
            self._print_proposal(number, one, language)

    def _print_proposal(self, number: int, one: Proposal, language: Language) -> None:
        changes = tuple(change.message() for change in one.changes)
        line = one.verdict.solutions[0] if one.verdict.solutions else ()
        texts = [say("repair.proposal", language, number=number, changes=changes)]
        texts += [f"   {one.puzzle.position.fen()}", f"   {in_numbered_turns(line)}"]
        for text in texts:
            for part in wrapped(f"  {text}", terminal_width()):
                click.echo(printable(part))

    def write(self) -> None:
        """Put the best repairs into the files; one with an unreadable puzzle stays as it is."""
        for name in sorted(one for one in self.changed if one is not None):
            puzzles = [one for one in self.files[name] if one is not None]
            if len(puzzles) < len(self.files[name]):
                key = "repair.not-written"
            else:
                write_whole(Path(name), write_puzzles(puzzles).encode())
                key = "repair.written"
            tell("word.note", say(key, self.inputs.language, file=name), self.inputs.language)


@click.command(name="repair", cls=StrictCommand)
@takes_files("FILE|DIR...")
@click.option(
    "--count",
    type=click.IntRange(1, LARGEST_COUNT),
    default=DEFAULT_COUNT,
    show_default=True,
    metavar="N",
    help="How many repairs to list, best first.",
)
@click.option("--write", "in_place", is_flag=True, help="Put the best repair into the file.")
@takes_workers
@takes_terms_of(REPAIR_NODES)
@json_option
def repair(
    names: tuple[str, ...],
    count: int,
    in_place: bool,
    workers: Workers,
    terms: Terms,
    in_json: bool,
) -> ExitStatus:
    """Find the smallest changes that make unsound puzzles sound.

    Tries another number of turns, a stone added, moved, removed or recoloured, another state, and
    the other side to move; then two of these together. The author's first turn stays the solution,
    and each repair has been checked like any puzzle. Files change only with --write.

    The status is 0 if every puzzle is sound or has a repair, 1 if one has none within two changes,
    4 if the budget ran out first, 3 if one cannot be read.

    \b
    Examples:
      fanorona puzzle repair problem.txt
      fanorona puzzle repair problems.txt --jobs 2 --count 1 --write
      fanorona puzzle repair problems.txt --cluster tcp://lab7:8786
      fanorona puzzle repair - --time 30 < problem.txt
    """
    if in_place and STANDARD_INPUT in names:
        raise misuse("usage.write")
    inputs = Inputs(names, terms.language)
    run = RepairRun(inputs, terms, count, in_json)
    interrupted = False
    try:
        with workers.at_work(terms.tables, with_tables=terms.with_tables) as spread:
            for asked in inputs.puzzles():
                run.take(asked, spread)
    except KeyboardInterrupt:
        interrupted = True
    if in_json:
        print_json({"puzzles": run.found, "count": len(run.found)})
    if interrupted:
        tell("word.note", say("check.interrupted", inputs.language), inputs.language)
        return ExitStatus.INTERRUPTED
    if in_place:
        run.write()
    return worst(run.status, inputs.status)


def _progress_in_words(progress: RepairProgress, language: Language) -> str:
    return say(
        "repair.progress",
        language,
        tried=progress.tried,
        changes=progress.changes,
        found=len(progress.proposals),
    )


def _result(found: RepairedPuzzle, progress: RepairProgress) -> list[Message]:
    if found.verdict.verdict is not Soundness.UNSOUND:
        return [Message(f"repair.{found.verdict.verdict}")]
    if progress.proposals:
        return [Message("repair.found", count=len(progress.proposals), tried=found.tried)]
    lines = [Message("repair.nothing" if found.complete else "repair.budget", tried=found.tried)]
    if found.undecided:
        lines.append(Message("repair.undecided", number=found.undecided))
    return lines


def _data(one: Proposal) -> RepairData:
    changes = tuple(change.message() for change in one.changes)
    return RepairData(changes, write_puzzle(one.puzzle), one.verdict)


def _status(verdict: Verdict, progress: RepairProgress) -> ExitStatus:
    if verdict.verdict is Soundness.UNKNOWN:
        return ExitStatus.UNDECIDED
    if verdict.verdict is Soundness.SOUND or progress.proposals:
        return ExitStatus.YES
    certain = progress.complete and not progress.undecided
    return ExitStatus.NO if certain else ExitStatus.UNDECIDED
