"""`fanorona check`: a verdict on every puzzle of files and folders, and a summary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from cli.drawing import in_colour
from cli.errors import printable
from cli.exit_status import ExitStatus
from cli.printing import json_option, terminal_width
from cli.puzzle_files import (
    Inputs,
    in_numbered_turns,
    printed_as_json,
    status_of,
    takes_terms,
    tell,
    tell_warnings,
    worst,
)
from solver.language import Language, place, say
from solver.puzzles.bulk import Asked, Fault, Terms, check_each
from solver.puzzles.verdict import Code, Remark, Soundness, Verdict

if TYPE_CHECKING:
    from concurrent.futures import Executor

    Bar = Callable[[], None]

MOST_COOKS = 5
"""So many of one puzzle's cooks are printed."""

COLOURS = {
    Soundness.SOUND: "green",
    Soundness.UNSOUND: "red",
    Soundness.UNKNOWN: "yellow",
    Soundness.UNREADABLE: "red",
}


@click.command()
@click.argument("names", metavar="FILE|DIR...", nargs=-1, required=True)
@takes_terms
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that share the work.",
)
@json_option
def command(names: tuple[str, ...], terms: Terms, jobs: int, in_json: bool) -> ExitStatus:
    """Check puzzles: is each one sound, and if not, why?

    Every defect comes with the line that proves it. Of a folder, the files *.txt in it and below
    are checked; '-' is standard input. A puzzle that cannot be decided within the budget is
    undecided, never sound. The status is that of the worst puzzle: 3 unreadable or illegal,
    1 unsound, 4 undecided, 0 all sound.

    \\b
    Examples:
      fanorona check problems.txt
      fanorona check puzzles --jobs 2
      fanorona check - --lang fr --nodes 10000000 < problem.txt
    """
    inputs = Inputs(names, terms.language)
    summary = Summary()
    output = printed_as_json() if in_json else nullcontext(Printer(inputs, terms).add)
    with output as add:
        interrupted = _check_all(inputs, terms, jobs, summary, add)
    if interrupted:
        tell("word.note", say("check.interrupted", inputs.language), inputs.language)
    if not in_json:
        summary.print(inputs)
    if interrupted:
        return ExitStatus.INTERRUPTED
    return worst(summary.status, inputs.status)


def _check_all(
    inputs: Inputs, terms: Terms, jobs: int, summary: Summary, add: Callable[[Verdict], None]
) -> bool:
    """Check everything, and say whether that was interrupted."""
    try:
        with _workers(jobs) as executor, _progress(inputs) as step:
            puzzles = _warned_of(inputs, terms)
            for result in check_each(puzzles, terms, executor, under_way=4 * jobs):
                if isinstance(result, Fault):
                    _tell_fault(result, inputs)
                else:
                    add(result)
                summary.count(result)
                step()
    except KeyboardInterrupt:
        return True
    return False


def _warned_of(inputs: Inputs, terms: Terms) -> Iterator[Asked]:
    for asked in inputs.puzzles():
        tell_warnings(asked, inputs.label(asked.file), terms.language)
        yield asked


def _tell_fault(fault: Fault, inputs: Inputs) -> None:
    where = f"{inputs.label(fault.asked.file)}:{fault.asked.puzzle.line}"
    reason = say("check.fault", inputs.language, detail=fault.detail)
    tell("word.error", f"{where}: {reason}", inputs.language)


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """The processes that share the work, None for this one; an interrupt ends them at once."""
    if jobs == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    executor = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        yield executor
    except BaseException:
        for worker in active_children():
            worker.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _progress(inputs: Inputs) -> Iterator[Bar]:
    """A bar on a terminal; it gives way to what is printed meanwhile."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    label = say("check.progress", inputs.language)
    with click.progressbar(
        iter(()), length=inputs.count(), label=label, show_pos=True, file=sys.stderr
    ) as bar:
        yield lambda: bar.update(1)
