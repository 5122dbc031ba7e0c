"""`fanorona setup`: prepare this machine, so that later commands need not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from fanorona.cli.commands.tablebase import (
    DEFAULT_MEMORY,
    progress_in_words,
    takes_folder,
)
from fanorona.cli.options.language_option import language_option
from fanorona.cli.options.workers_options import threads_option
from fanorona.cli.output.progress import progress_line
from fanorona.cli.output.standard_error import warn
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.budget import Budget
from fanorona.solver.processors import processors
from fanorona.solver.quoting import printable
from fanorona.words import Language, numeral, say

MOST_STONES = 6
"""Larger tables take long enough to be built one game at a time."""
USUAL_STONES = {"standard": 6}
"""Unless asked otherwise: the more a rule set is played, the more its endings are worth."""
OTHER_STONES = 5


@click.command(cls=StrictCommand)
@click.option(
    "--stones",
    type=click.IntRange(2, MOST_STONES),
    metavar="N",
    help="Largest total number of stones.  [default: 6 for standard, 5 for the others]",
)
@takes_folder
@threads_option
@language_option
def command(stones: int | None, folder: Path | None, jobs: int | None, language: Language) -> None:
    """Build the endgame tables of every rule set that has them.

    The best-line search, proofs and the service use them from then on. You can interrupt it at any
    time; the next run resumes where it was. On two cores it takes less than a minute, and 72 MB on
    the disk; 6 stones for all rule sets take a few minutes and 200 MB.

    \b
    Examples:
      fanorona setup
      fanorona setup --stones 6 --jobs 4
    """
    from fanorona.solver.rules import RULE_SETS
    from fanorona.solver.tables.memory_needed import megabytes
    from fanorona.solver.tables.tablebase import Tablebase, has_tables

    for rules in RULE_SETS.values():
        if not has_tables(rules):
            continue
        most = stones or USUAL_STONES.get(rules.id, OTHER_STONES)
        with progress_line(partial(progress_in_words, language=language)) as on_progress:
            built = Tablebase.build(
                most,
                folder,
                rules,
                jobs=jobs or processors(),
                budget=Budget(memory_mb=DEFAULT_MEMORY),
                on_progress=on_progress,
            )
        warn(built, language)
        size = numeral(megabytes(built.bytes_on_disk(most)), language)
        text = say(
            "setup.ready",
            language,
            rules=rules.id,
            stones=most,
            size=size,
            folder=str(built.folder),
        )
        click.echo(printable(text))
