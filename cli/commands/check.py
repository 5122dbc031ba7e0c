"""`fanorona check`: a verdict on every puzzle of files and folders, and a summary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import takes_files
from fanorona.cli.options.puzzle_inputs import (
    Inputs,
    printed_as_json,
    status_of,
    strict_option,
    takes_terms,
    worst,
)
from fanorona.cli.options.workers_options import Workers, takes_workers
from fanorona.cli.output.certificate_files import PuzzleCertificates
from fanorona.cli.output.drawn_boards import in_colour
from fanorona.cli.output.findings import findings
from fanorona.cli.output.printing import json_option, terminal_width, wrapped
from fanorona.cli.output.progress import is_watched
from fanorona.cli.output.standard_error import tell
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.puzzles.bulk import CheckFailure, PuzzleInFile, Terms, check_each
from fanorona.solver.puzzles.tags import TAG_LANGUAGES
from fanorona.solver.puzzles.verdict import Code, Soundness, Verdict
from fanorona.solver.quoting import printable
from fanorona.words import Language, say

AddVerdict = Callable[[PuzzleInFile, Verdict], None]

COLOURS = {
    Soundness.SOUND: "green",
    Soundness.UNSOUND: "red",
    Soundness.UNKNOWN: "yellow",
    Soundness.UNREADABLE: "red",
}


@click.command(cls=StrictCommand)
@takes_files("FILE|DIR...")
@takes_terms
@takes_workers
@strict_option
@click.option("--grade", is_flag=True, help="Measure difficulty and themes, as --json does.")
@click.option(
    "--certificates",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a proof of every sound puzzle to DIR, for 'fanorona verify'.",
)
@click.option("-v", "--verbose", is_flag=True, help="Also list the duals, each with its line.")
@json_option
def command(
    names: tuple[str, ...],
    terms: Terms,
    workers: Workers,
    strict: bool,
    grade: bool,
    certificates: Path | None,
    verbose: bool,
    in_json: bool,
) -> ExitStatus:
    """Check puzzles: is each one sound, and if not, why?

    Every defect comes with the line that proves it; duals, which are not defects, are only counted.
    In a folder, all *.txt files at any depth are checked and the others are named; '-' is standard
    input. A position that appears twice, even turned, mirrored or with colours swapped, gets a
    remark. A puzzle that runs out of budget is undecided, never sound. The worst puzzle sets the
    status: 3 unreadable or illegal, 1 unsound, 4 undecided, 0 all sound. Warnings, about misspelt
    tags for example, count only with --strict.

    \b
    Examples:
      fanorona check problems.txt
      fanorona check puzzles --jobs 2 --certificates proofs
      fanorona check puzzles --cluster tcp://lab7:8786
      fanorona check - --lang fr --nodes 10000000 < problem.txt
    """
    inputs = Inputs(names, terms.language)
    terms = replace(terms, grade=grade or in_json)
    summary = Summary(strict)
    output = printed_as_json() if in_json else nullcontext(partial(print_verdict, inputs, verbose))
    with output as add:
        if certificates is not None:
            add = _with_certificates(add, PuzzleCertificates(certificates, terms))
        interrupted = _check_all(inputs, terms, workers, summary, add)
    if interrupted:
        tell("word.note", say("check.interrupted", inputs.language), inputs.language)
    if not in_json:
        summary.print(inputs)
        if not verbose:
            summary.print_hint(inputs)
    return ExitStatus.INTERRUPTED if interrupted else worst(summary.status, inputs.status)


def _check_all(
    inputs: Inputs,
    terms: Terms,
    workers: Workers,
    summary: Summary,
    add: AddVerdict,
) -> bool:
    """Check everything, and say whether that was interrupted."""
    try:
        at_work = workers.at_work(terms.tables, with_tables=terms.with_tables)
        with at_work as spread, _progress(inputs) as progress:
            for asked, result in check_each(inputs.unread_puzzles(), terms, spread):
                with progress.aside():
                    if isinstance(result, CheckFailure):
                        _tell_fault(inputs, asked, result)
                    else:
                        inputs.count_and_warn(result)
                        add(asked, result)
                summary.add(result)
                progress.step()
    except KeyboardInterrupt:
        return True
    return False


def _with_certificates(add: AddVerdict, certificates: PuzzleCertificates) -> AddVerdict:
    def add_both(asked: PuzzleInFile, verdict: Verdict) -> None:
        add(asked, verdict)
        certificates.add(asked, verdict)

    return add_both


def _tell_fault(inputs: Inputs, asked: PuzzleInFile, fault: CheckFailure) -> None:
    language = inputs.language_of_files
    reason = say("check.fault", language, detail=fault.detail)
    where = f"{inputs.label(asked.file, language)}:{fault.line}"
    tell("word.error", f"{where}: {reason}", language)


class CheckProgress:
    """Nothing, where nobody watches."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Makes room for what is printed meanwhile."""
        yield

    def step(self) -> None:
        """A puzzle is done."""


class Bar(CheckProgress):
    """A bar on the terminal."""

    def __init__(self, length: int | None, label: str) -> None:
        self._bar = click.progressbar(
            (one for one in range(0)),  # A generator: it has no length where none is given.
            length=length,
            label=label,
            show_pos=True,
            bar_template="%(label)s  [%(bar)s]  %(info)s",
            file=sys.stderr,
        )
        self._show()

    @contextmanager
    def aside(self) -> Iterator[None]:
        self.clear()
        yield
        self._show()

    def step(self) -> None:
        self._bar.make_step(1)
        self._show()

    def clear(self) -> None:
        self._print(" " * (terminal_width() - 1))
        self._print("")

    def _show(self) -> None:
        line: str = self._bar.format_progress_line()
        self._print(line[: terminal_width() - 1].ljust(terminal_width() - 1))

    def _print(self, text: str) -> None:
        click.echo(f"\r{text}", err=True, nl=False)


@contextmanager
def _progress(inputs: Inputs) -> Iterator[CheckProgress]:
    if not is_watched():
        yield CheckProgress()
        return
    bar = Bar(inputs.count(), say("check.progress", inputs.language))
    try:
        yield bar
    finally:
        bar.clear()


def print_verdict(inputs: Inputs, verbose: bool, asked: PuzzleInFile, verdict: Verdict) -> None:
    """A verdict with everything that it rests on; duals are only counted, unless verbose."""
    language = verdict.language
    margin = " " * (_widest_verdict(inputs.chosen) + 2)
    word = say(f"verdict.{verdict.verdict}", language).ljust(len(margin))
    if in_colour("auto"):
        word = click.style(word, fg=COLOURS[verdict.verdict])
    where = f"{inputs.label(asked.file)}:{verdict.line}"
    title = f"{where}  {verdict.title or ''}".rstrip()
    duals = 0 if verbose else sum(one.code is Code.DUAL for one in verdict.remarks)
    if duals:
        title += f"  ({say('check.folded', language, count=duals)})"
    click.echo(word + printable(title))
    if verdict.difficulty is not None:
        click.echo(margin + _grade(verdict, language))
    for line in findings(verdict, language, with_duals=verbose):
        for part in wrapped(line, terminal_width() - len(margin)):
            click.echo(margin + printable(part))


def _grade(verdict: Verdict, language: Language) -> str:
    themes = ", ".join(say(f"theme.{theme}", language) for theme in verdict.themes or ())
    key = "check.grade-themes" if themes else "check.grade"
    return say(key, language, number=verdict.difficulty, themes=themes)


def _widest_verdict(chosen: Language | None) -> int:
    """Without a chosen language, that of any puzzle: verdicts in several are aligned, too."""
    spoken = (chosen,) if chosen else TAG_LANGUAGES
    return max(len(say(f"verdict.{one}", language)) for one in Soundness for language in spoken)


@dataclass(slots=True)
class Summary:
    """How many puzzles are sound, and what is wrong with the others."""

    strict: bool = False
    status: ExitStatus = ExitStatus.YES
    verdicts: Counter[Soundness] = field(default_factory=Counter)
    codes: dict[Soundness, Counter[Code]] = field(default_factory=dict)

    def add(self, result: Verdict | CheckFailure) -> None:
        if isinstance(result, CheckFailure):
            self.status = worst(self.status, ExitStatus.INTERNAL)
            return
        self.status = worst(self.status, status_of(result, strict=self.strict))
        self.verdicts[result.verdict] += 1
        codes = {one.code for one in (*result.defects, *result.remarks)} - {Code.UNKNOWN}
        self.codes.setdefault(result.verdict, Counter()).update(codes)

    def print(self, inputs: Inputs) -> None:
        """The table at the end."""
        language, number = inputs.language, self.verdicts.total()
        if not number:
            return
        what = say("check.puzzles", language, count=number)
        if inputs.files > 1:
            what += f" {say('check.in-files', language, number=inputs.files)}"
        click.echo(f"\n{what}")
        wide = _widest_verdict(inputs.chosen)
        for verdict in (one for one in Soundness if self.verdicts[one]):
            word = say(f"verdict.{verdict}", language).ljust(wide)
            row = f"  {word}  {self.verdicts[verdict]:>{len(str(number))}}"
            click.echo(f"{row}  {self._codes_in_words(verdict, language)}".rstrip())

    def print_hint(self, inputs: Inputs) -> None:
        """How to see what was only counted."""
        if any(codes[Code.DUAL] for codes in self.codes.values()):
            click.echo(f"\n{say('check.hint', inputs.language)}")

    def _codes_in_words(self, verdict: Soundness, language: Language) -> str:
        codes = self.codes.get(verdict, Counter())
        return ", ".join(
            f"{say(f'code.{code}', language)} {codes[code]}" for code in Code if codes[code]
        )
