"""`fanorona review`: what every turn of a game was worth, and what was missed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import STANDARD_INPUT, takes_files
from fanorona.cli.options.language_option import language_option
from fanorona.cli.options.search_options import SearchOptions, takes_search_options
from fanorona.cli.options.workers_options import Workers, takes_workers
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import print_json
from fanorona.cli.output.progress import progress_line
from fanorona.cli.output.standard_error import tell, tell_error
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.budget import REVIEW_NODES
from fanorona.solver.games.game_filter import Condition
from fanorona.solver.games.game_reading import read_game
from fanorona.solver.games.game_splitting import GameText, split_games
from fanorona.solver.games.game_tree import Game, UnreadableGame
from fanorona.solver.games.missed_puzzles import missed_puzzles
from fanorona.solver.games.review import (
    MEMORY_MB,
    MissedPuzzle,
    Review,
    ReviewedTurn,
    ReviewTerms,
    judge,
    review_turns,
    summary,
)
from fanorona.solver.quoting import printable
from fanorona.words import Language, say

if TYPE_CHECKING:
    from fanorona.solver.spreading.spread import Spread

FORMS = ("text", "json", "fgn", "html")


@click.command(cls=StrictCommand)
@takes_files()
@click.option("--only", multiple=True, metavar="NAME=VALUE",
              help="Only games whose header has this value; repeat to combine.")  # fmt: skip
@click.option("--list", "only_list", is_flag=True, help="List the games instead of reviewing them.")
@click.option("--json", "form", flag_value="json", help="Print one JSON object per game.")
@click.option("--fgn", "form", flag_value="fgn", help="Print the annotated games.")
@click.option("--html", "form", flag_value="html", help="Print a web page with a graph and boards.")
@click.option("--text", "form", flag_value="text", default="text", hidden=True)
@click.option("--puzzles", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write sound puzzles of missed wins to this file.")  # fmt: skip
@takes_workers
@takes_search_options(REVIEW_NODES, each="position")
@draws
@language_option
def command(
    names: tuple[str, ...],
    only: tuple[str, ...],
    only_list: bool,
    form: str,
    puzzles: Path | None,
    workers: Workers,
    options: SearchOptions,
    pen: Pen,
    language: Language,
) -> ExitStatus:
    """Review games: what was every turn worth, and what was missed?

    Every turn gets its value before and after, the best line, and what it lost; ?!, ? and ?? mark
    inaccuracies, mistakes and blunders, ! the only winning turn. A value called proven holds
    against every defence. FILE is a game file (FGN) or a list of turns, '-' standard input. With
    --nodes, every machine gives the same review. It starts at the end of the game; Ctrl-C prints
    what is done so far.

    \b
    Examples:
      fanorona review game.fgn
      fanorona review game.fgn --nodes 200000 --jobs 2 --html > review.html
      fanorona review games.fgn --cluster tcp://lab7:8786 --json > reviews.json
      fanorona review games.fgn --only rules=livret --only result=1-0 --puzzles missed.txt
    """
    files = GameFiles(names, [Condition.read(one) for one in only], language)
    if only_list:
        return files.print_list()
    terms = ReviewTerms(
        budget=replace(
            options.budget,
            nodes=options.budget.nodes_or(REVIEW_NODES) if not options.budget.time_ms else None,
            memory_mb=min(options.budget.memory_mb, MEMORY_MB),
        ),
        with_tables=not options.no_tables,
        tables=options.folder,
    )
    with ExitStack() as closing:
        printer = Printer(form, pen, language, _opened(puzzles, closing))
        printer.begin()
        interrupted = _review_all(files, terms, workers, printer)
        printer.end()
    if interrupted:
        tell("word.note", say("review.interrupted", language), language)
        return ExitStatus.INTERRUPTED
    return files.status


def _opened(puzzles: Path | None, closing: ExitStack) -> TextIO | None:
    if puzzles is None:
        return None
    return closing.enter_context(puzzles.open("w", encoding="utf-8"))


@dataclass(slots=True)
class GameFiles:
    """The games that the command line names and wants, read one at a time."""

    names: tuple[str, ...]
    conditions: list[Condition]
    language: Language
    status: ExitStatus = ExitStatus.YES
    found: int = 0
    wanted: int = 0

    def texts(self) -> Iterator[tuple[str, GameText]]:
        """The games that fit the conditions, before their turns are read."""
        for name in self.names:
            label = say("word.standard-input", self.language) if name == STANDARD_INPUT else name
            with ExitStack() as closing:
                for text in split_games(_source(name, closing)):
                    self.found += 1
                    if all(condition.holds(text) for condition in self.conditions):
                        self.wanted += 1
                        yield label, text
        if not self.wanted:
            reason = "review.no-match" if self.found else "review.no-game"
            tell("word.error", say(reason, self.language), self.language)
            self.status = ExitStatus.BAD_INPUT

    def games(self) -> Iterator[Game]:
        for label, text in self.texts():
            game = read_game(text)
            if isinstance(game, UnreadableGame):
                for error in game.errors:
                    tell_error(error, label, self.language)
                self.status = ExitStatus.BAD_INPUT
            elif not game.turns:
                what = f"{label}:{game.place}: {say('review.no-turns', self.language)}"
                tell("word.warning", what, self.language)
            else:
                yield game

    def print_list(self) -> ExitStatus:
        for label, text in self.texts():
            values = text.values
            players = [values.get(name, "?") for name in ("White", "Black")]
            rules = values.get("Rules", "standard")
            title = f"{players[0]} – {players[1]}  {text.result}  {rules}"
            click.echo(printable(f"{label}:{text.place}  {title}"))
        return self.status


def _source(name: str, closing: ExitStack) -> BinaryIO:
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    return closing.enter_context(Path(name).open("rb"))


@dataclass(slots=True)
class Reviewing:
    """A game under review, as far as it has come."""

    game: Game
    terms: ReviewTerms
    turns: list[ReviewedTurn] = field(default_factory=list)
    puzzles: list[MissedPuzzle] = field(default_factory=list)

    def work(self, spread: Spread) -> Iterator[str]:
        """Do it, and say after every turn what is done."""
        judging = partial(judge, self.terms)
        for turn in review_turns(self.game, judging, spread):
            self.turns.append(turn)
            yield turn.label
        for candidate, puzzle in missed_puzzles(self.game, self.turns, self.terms, spread):
            if puzzle is not None:
                self.puzzles.append(puzzle)
            yield candidate.label

    def finished(self) -> Review:
        return summary(self.game, self.turns, self.puzzles, self.terms)


def _review_all(files: GameFiles, terms: ReviewTerms, workers: Workers, printer: Printer) -> bool:
    """Review everything, and say whether that was interrupted."""
    under_way: Reviewing | None = None
    interrupted = False
    try:
        with workers.at_work(terms.tables, with_tables=terms.with_tables) as spread:
            for game in files.games():
                under_way = Reviewing(game, terms)
                with progress_line(partial(_progress, under_way, files)) as show:
                    for label in under_way.work(spread):
                        if show is not None:
                            show(label)
                printer.add(under_way)
                under_way = None
    except KeyboardInterrupt:
        interrupted = True
    if under_way is not None and under_way.turns:
        printer.add(under_way)
    return interrupted


def _progress(reviewing: Reviewing, files: GameFiles, label: str) -> str:
    done, of = len(reviewing.turns), len(reviewing.game.turns)
    what = say("review.progress", files.language)
    return f"{files.wanted}: {done}/{of} {what}  {label}"


@dataclass(slots=True)
class Printer:
    """Prints reviews in one form, and writes the puzzles that were missed."""

    form: str
    pen: Pen
    language: Language
    puzzles: TextIO | None
    printed: int = 0
    written: int = 0

    def begin(self) -> None:
        if self.form == "html":
            from fanorona.cli.output.review_page import page_head

            click.echo(page_head(self.language))

    def end(self) -> None:
        if self.form == "html":
            from fanorona.cli.output.review_page import PAGE_END

            click.echo(PAGE_END)

    def add(self, reviewing: Reviewing) -> None:
        review = reviewing.finished()
        self._print(reviewing.game, review)
        self.printed += 1
        self._write_puzzles(review)
        sys.stdout.flush()

    def _print(self, game: Game, review: Review) -> None:
        if self.form == "json":
            print_json(review)
            return
        if self.form == "html":
            from fanorona.cli.output.review_page import review_section

            click.echo(review_section(review, self.language))
            return
        if self.printed:
            click.echo()
        if self.form == "fgn":
            from fanorona.solver.games.annotated_game import annotated

            click.echo(str(annotated(game, review, self.language)))
            return
        from fanorona.cli.output.reviewed_game import print_review

        print_review(review, self.pen, self.language)

    def _write_puzzles(self, review: Review) -> None:
        if self.puzzles is None:
            return
        from fanorona.solver.puzzles.writing import BETWEEN

        for puzzle in review.puzzles:
            self.puzzles.write((BETWEEN if self.written else "") + puzzle.text)
            self.written += 1
