"""The option `--rules`: a rule set, by its name or as a base and switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from fanorona.cli.options import completion
from fanorona.solver import RULE_SETS

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_option(command: Command) -> Command:
    """Give a command the option; it gets the text, as `rules`."""
    return click.option(
        "--rules",
        shell_complete=completion.rule_sets,
        default="standard",
        show_default=True,
        metavar="RULES",
        help=f"The rule set: {', '.join(RULE_SETS)}, or one of your own, such as "
        "'standard paika=allowed'; see 'fanorona rules'.",
    )(command)
