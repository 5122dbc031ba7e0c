"""`fanorona serve`: the HTTP service."""

from __future__ import annotations

import click

from fanorona.cli.strict_command import StrictCommand


@click.command(cls=StrictCommand)
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port to listen on; 0 for any free one.  [default: 8000]",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of worker processes.  [default: one per CPU]",
)
@click.option(
    "--tables",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="Folder of the endgame tables.  [default: the user's]",
)
@click.option("--settings", "show", is_flag=True, help="Describe every setting, then exit.")
def command(
    host: str | None, port: int | None, workers: int | None, tables: str | None, show: bool
) -> None:
    """Run the HTTP service.

    The page /docs lists every endpoint with an example. Limits and other settings are environment
    variables; --settings describes them.

    \b
    Examples:
      fanorona serve --port 8080
      FANORONA_MAX_NODES=1000000 fanorona serve
    """
    from fanorona.service import settings

    if show:
        for line in settings.page():
            click.echo(line)
        return
    chosen = settings.Settings.from_environment(
        host=host, port=port, workers=workers, tables=tables
    )
    from fanorona.service.operation.server import serve

    serve(chosen, _say_where)


def _say_where(addresses: list[str]) -> None:
    click.echo(f"fanorona listens on {addresses[0]}")
