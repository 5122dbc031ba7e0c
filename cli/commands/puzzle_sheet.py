"""`fanorona puzzle sheet`: puzzles as a booklet to print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import takes_files
from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.puzzle_inputs import Inputs, status_of, takes_terms, worst
from fanorona.cli.options.workers_options import Workers, takes_workers
from fanorona.cli.output.findings import findings
from fanorona.cli.output.progress import progress_line
from fanorona.cli.output.standard_error import tell, tell_error
from fanorona.cli.output.whole_file import write_whole
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms
from fanorona.solver.puzzles.puzzle import UnreadablePuzzle
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.words import Language, say

if TYPE_CHECKING:
    from fanorona.solver.sheets.sheet import PrintedProblem, Sheet

FORMS = (".pdf", ".html", ".typ", ".png")
NEED_TYPST = (".pdf", ".png")


def _path(_ctx: click.Context, _option: click.Parameter, path: Path) -> Path:
    """What can be written is known before anything is solved."""
    from fanorona.solver.sheets.typesetting import require_typesetter

    if path.suffix.lower() not in FORMS:
        raise misuse("usage.sheet-form", file=path.name, known=FORMS)
    if not path.parent.is_dir():
        raise misuse("usage.no-folder", folder=str(path.parent))
    if path.suffix.lower() in NEED_TYPST:
        require_typesetter()
    return path


@click.command(name="sheet", cls=StrictCommand)
@takes_files("FILE|DIR...")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    callback=_path,
    metavar="FILE",
    help="The file to write: .pdf, .html, .typ, or .png for a picture of each puzzle.",
)
@click.option("--title", metavar="TEXT", help="On the title page.  [default: Fanorona problems]")
@click.option("--author", metavar="TEXT", help="On the title page.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Paper size.",
)
@click.option(
    "--per-page",
    type=click.Choice(["2", "4", "6"]),
    default="6",
    show_default=True,
    help="Puzzles per page.",
)
@click.option("--no-solutions", is_flag=True, help="Leave the solutions out.")
@takes_workers
@takes_terms
def sheet(
    names: tuple[str, ...],
    output: Path,
    title: str | None,
    author: str | None,
    paper: str,
    per_page: str,
    no_solutions: bool,
    workers: Workers,
    terms: Terms,
) -> ExitStatus:
    """Print puzzles as a booklet: diagrams, then the solutions with variations and final boards.

    Each puzzle is solved first. An unsound or undecided one is printed with a remark, and the
    status says so, as with `check`. An unreadable one is left out. PDF and PNG need Typst (pip
    install 'fanorona[print]'); HTML needs nothing extra: print it from a browser.

    \b
    Examples:
      fanorona puzzle sheet puzzles -o booklet.pdf
      fanorona puzzle sheet problems.txt -o page.html --lang fr --paper letter
      fanorona puzzle sheet problems.txt -o problem.png
    """
    from fanorona.solver.sheets.sheet import Paper, SheetStyle, sheet_of

    inputs = Inputs(names, terms.language)
    asked, status = list(inputs.puzzles()), ExitStatus.YES
    readable = []
    for one in asked:
        inputs.tell_warnings(one)
        if isinstance(one.puzzle, UnreadablePuzzle):
            status = ExitStatus.BAD_INPUT
            for error in one.puzzle.errors:
                tell_error(error, inputs.label(one.file), inputs.language_of(one))
        else:
            readable.append(one)
    language = inputs.language
    problems: list[PrintedProblem] = []
    for one, (problem, verdict) in _solved(readable, terms, language, workers):
        problems.append(problem)
        status = worst(status, status_of(verdict))
        _tell_unsound(inputs, one, verdict, language)
    if problems:
        style = SheetStyle(
            title=title or None,
            author=author or None,
            paper=Paper(paper),
            per_page=int(per_page),
            solutions=not no_solutions,
        )
        _write(sheet_of(problems, language, style), output, language)
    return worst(status, inputs.status)


def _solved(
    asked: list[PuzzleInFile], terms: Terms, language: Language, workers: Workers
) -> Iterator[tuple[PuzzleInFile, tuple[PrintedProblem, Verdict]]]:
    """Every puzzle as it is printed, with the verdict; progress is shown to those who watch."""
    work = partial(_problem, terms=terms, language=language)
    words = partial(_progress_in_words, most=len(asked), language=language)
    at_work = workers.at_work(terms.tables, with_tables=terms.with_tables)
    with at_work as spread, progress_line(words) as show:
        for number, one in enumerate(spread.each(work, asked), 1):
            if show is not None:
                show(number)
            yield one


def _progress_in_words(number: int, most: int, language: Language) -> str:
    return say("sheet.progress", language, number=number, most=most)


def _problem(
    asked: PuzzleInFile, terms: Terms, language: Language
) -> tuple[PrintedProblem, Verdict]:
    from fanorona.solver.sheets.sheet import problem_of

    assert not isinstance(asked.puzzle, UnreadablePuzzle)
    return problem_of(asked.puzzle, terms, language)


def _tell_unsound(
    inputs: Inputs, asked: PuzzleInFile, verdict: Verdict, language: Language
) -> None:
    if verdict.verdict is Soundness.SOUND:
        return
    where = f"{inputs.label(asked.file)}:{asked.puzzle.line}"
    reason = next(iter(findings(verdict, language)), say(f"verdict.{verdict.verdict}", language))
    tell("word.warning", f"{where}: {reason}", language)


def _write(sheet: Sheet, output: Path, language: Language) -> None:
    """Write the file, or with .png a file per problem, and say what was written."""
    for path, content in _files(sheet, output):
        write_whole(path, content)
        tell("word.note", say("sheet.written", language, file=str(path)), language)


def _files(sheet: Sheet, output: Path) -> Iterator[tuple[Path, bytes]]:
    from fanorona.solver.sheets import typesetting
    from fanorona.solver.sheets.html_source import html_source

    form = output.suffix.lower()
    if form == ".png":
        pictures = typesetting.cards(sheet)
        digits = len(str(len(pictures)))
        for number, picture in enumerate(pictures, 1):
            name = f"{output.stem}-{number:0{digits}}" if len(pictures) > 1 else output.stem
            yield output.with_name(f"{name}{output.suffix}"), picture
        return
    made: dict[str, Callable[[], bytes]] = {
        ".pdf": lambda: typesetting.pdf(sheet),
        ".html": lambda: html_source(sheet).encode(),
        ".typ": lambda: typesetting.typst_source(sheet).encode(),
    }
    yield output, made[form]()
