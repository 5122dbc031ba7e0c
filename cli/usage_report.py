"""What is wrong with a command line, in the language asked for: Click alone would speak English."""

from __future__ import annotations

import click
from click.exceptions import BadOptionUsage, NoArgsIsHelpError, NoSuchCommand
from click.types import IntParamType

from fanorona.solver.quoting import shown
from fanorona.words import Language, Message, say


def usage_report(error: click.UsageError, language: Language) -> str:
    """How to use the command, where its help is, and what is wrong."""
    if isinstance(error, NoArgsIsHelpError):
        return error.format_message()
    mistake = say("word.error", language, reason=_reason(error))
    if error.ctx is None:
        return mistake
    help_option = Message("usage.help", command=f"{error.ctx.command_path} --help")
    return f"{_usage(error.ctx, language)}\n{say(help_option, language)}\n\n{mistake}"


def _usage(ctx: click.Context, language: Language) -> str:
    formatter = ctx.make_formatter()
    pieces = " ".join(ctx.command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=f"{say('usage.heading', language)} ")
    return formatter.getvalue().rstrip("\n")


def _reason(error: click.UsageError) -> Message | str:
    """By the kind of error; a kind that has no words here keeps those of Click."""
    match error:
        case click.NoSuchOption(option_name=name, possibilities=meant):
            return _unknown("usage.no-option", name, meant)
        case NoSuchCommand(command_name=name, possibilities=meant):
            return _unknown("usage.no-command", name, meant)
        case BadOptionUsage(option_name=name):
            return Message("usage.option-value", option=name)
        case click.MissingParameter():
            return Message("usage.missing", name=_name(error))
        case click.BadParameter():
            reason = _wanted(error.param) or error.message
            return Message("place.before", place=_name(error), reason=reason)
    return error.format_message()


def _unknown(code: str, name: str, meant: list[str] | None) -> Message:
    if not meant:
        return Message(code, text=shown(name))
    return Message(f"{code}.meant", text=shown(name), meant=tuple(map(shown, sorted(meant))))


def _name(error: click.BadParameter) -> str:
    """Of the parameter, in quotes."""
    if error.param is None or error.param_hint is not None:
        return str(error.param_hint)
    return error.param.get_error_hint(error.ctx)


def _wanted(parameter: click.Parameter | None) -> Message | None:
    """What a parameter of one of Click's types takes."""
    match parameter and parameter.type:
        case click.Choice(choices=known):
            return Message("parameter.choice", known=tuple(map(str, known)))
        case click.IntRange(min=least, max=None) | click.FloatRange(min=least, max=None):
            return Message("usage.number-from", least=least)
        case click.IntRange(min=least, max=most) | click.FloatRange(min=least, max=most):
            return Message("usage.number-range", least=least, most=most)
        case IntParamType():
            return Message("parameter.whole")
        case click.Path(file_okay=False):
            return Message("usage.not-a-folder")
        case click.Path(dir_okay=False):
            return Message("usage.is-a-folder")
    return None
