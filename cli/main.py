"""The command `fanorona`: finds the subcommand, runs it, and exits with its status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import click
from click.exceptions import Exit, NoSuchCommand

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.language_option import chosen_language, common_language_option

COMMANDS = (
    "solve",
    "check",
    "moves",
    "play",
    "show",
    "perft",
    "analyse",
    "forced-win",
    "verify",
    "rules",
    "boards",
    "tablebase",
    "setup",
    "puzzle",
    "mine",
    "review",
    "serve",
    "openapi",
    "bench",
    "engine",
    "worker",
)
"""A command is a module of `cli/commands`, named after it (`_` for `-`), with a Click `command`."""


COMPLETION = "_FANORONA_COMPLETE"
"""The variable with which a shell asks what may follow, as Click names it."""


class LazyGroup(click.Group):
    """Imports the module of a command only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"fanorona.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as error:
            # Click suggests those that it has loaded: none, here.
            raise NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None


def print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from fanorona.solver import __version__, is_compiled

    click.echo(f"fanorona {__version__}, kernel: {'compiled' if is_compiled() else 'python'}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Show the version, and whether the kernel is compiled.",
)
@common_language_option
def fanorona() -> None:
    """Fanorona, the board game of Madagascar: play it, analyse it, check its puzzles.

    \b
    Try:
      fanorona show start
      fanorona moves "BBB/B1W/WWW W"
      fanorona play start f2-e3A "d5: down"
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line and say with which status to exit.

    Click's own `main` would exit with 1, which is an answer here, when a pipe closes.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    asked_by_shell = os.environ.get(COMPLETION)
    if asked_by_shell:
        from click.shell_completion import shell_complete

        return shell_complete(fanorona, {}, "fanorona", COMPLETION, asked_by_shell)
    context = None
    try:
        context = fanorona.make_context("fanorona", list(arguments))
        with context:
            status = fanorona.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Exit as early:
        return early.exit_code
    except (Exception, KeyboardInterrupt) as error:
        from fanorona.cli.error_report import report

        return report(error, chosen_language(context, arguments))
    return ExitStatus.YES if status is None else int(status)


def main() -> None:
    """The entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))
