"""`fanorona bench`: how fast the searches are, and whether they still do the same."""

from __future__ import annotations

import time

import click

from fanorona.cli.output.printing import json_option
from fanorona.cli.strict_command import StrictCommand


@click.command(cls=StrictCommand)
@json_option
def command(in_json: bool) -> None:
    """Search fixed positions of every rule set to a fixed depth.

    The signature on standard output is the total number of nodes; it changes only if the search
    does. The speed goes to standard error.

    \b
    Examples:
      fanorona bench
      fanorona bench --json
    """
    from fanorona.solver.search.bench import shares

    total, began = 0, time.perf_counter()
    for share in shares():
        total += share.nodes
        click.echo(f"{share.nodes:>9,}  {share.rules:<9}  {share.position}", err=True)
    seconds = time.perf_counter() - began
    click.echo(f"{total:,} nodes in {seconds:.2f} s: {total / seconds:,.0f} nodes/s", err=True)
    click.echo(f'{{"signature":{total}}}' if in_json else f"signature {total}")
