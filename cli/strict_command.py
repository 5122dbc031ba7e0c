"""A command that takes no more arguments than it has, and says so in the user's language."""

from __future__ import annotations

import click

from fanorona.cli.options.language_option import misuse
from fanorona.solver.quoting import shown


class StrictCommand(click.Command):
    """Names the arguments that are too many; Click alone would do so in English."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            error = misuse("usage.extra", count=len(extra), texts=tuple(map(shown, extra)))
            error.ctx = ctx
            raise error
        return extra


class StrictGroup(click.Group):
    """A group of such commands."""

    command_class = StrictCommand
