"""`fanorona openapi`: the specification of the HTTP service."""

from __future__ import annotations

from pathlib import Path

import click

from fanorona.cli.strict_command import StrictCommand


@click.command(cls=StrictCommand)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of standard output.",
)
def command(output: Path | None) -> None:
    """Write the OpenAPI 3.1 specification of the HTTP service.

    The service also has it at /openapi.yaml.

    \b
    Example:
      fanorona openapi --output openapi.yaml
    """
    from fanorona.service.app import create_app
    from fanorona.service.contract.openapi import published
    from fanorona.service.engine.open_tables import OpenTables
    from fanorona.service.settings import Settings

    text = published(create_app(Settings(), OpenTables([]))).text
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
