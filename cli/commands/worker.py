"""`fanorona worker`: does tasks for a cluster."""

from __future__ import annotations

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.language_option import language_option, misuse
from fanorona.cli.options.workers_options import MOST_JOBS
from fanorona.cli.output.standard_error import tell
from fanorona.cli.strict_command import StrictCommand
from fanorona.words import Language, Message


@click.command(cls=StrictCommand)
@click.argument("scheduler", metavar="SCHEDULER")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True,
              metavar="N", help="Tasks at a time, each in a process of its own.")  # fmt: skip
@language_option
def command(scheduler: str, jobs: int, language: Language) -> ExitStatus:
    """Do tasks for a cluster until Ctrl-C.

    SCHEDULER is the address that 'dask scheduler' prints. If the scheduler goes away, so does the
    worker. Needs Dask: pip install 'fanorona[cluster]', the same version on all machines. Use it
    only on a network that you trust: whoever reaches the scheduler can run anything on its workers,
    unless it uses TLS.

    \b
    Examples:
      dask scheduler --host 192.168.1.7 --no-dashboard
      fanorona worker tcp://192.168.1.7:8786 --jobs 4
      fanorona check puzzles --cluster tcp://192.168.1.7:8786
    """
    from fanorona.solver.spreading.cluster_worker import work_for
    from fanorona.solver.spreading.scheduler_address import LOCAL, scheduler_address

    address = scheduler_address(scheduler)
    if address is None or address == LOCAL:
        raise misuse("usage.scheduler", text=repr(scheduler))

    def joined() -> None:
        tell("word.note", Message("worker.joined", address=address, count=jobs), language)

    if work_for(address, jobs, joined):
        return ExitStatus.YES
    tell("word.error", Message("worker.lost", address=address), language)
    return ExitStatus.INTERNAL
