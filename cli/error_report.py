"""The one place that turns an error into a message and an exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.output.standard_error import why_failed
from fanorona.solver import FanoronaError, Stopped
from fanorona.solver.quoting import printable
from fanorona.solver.spreading.cluster_fault import ClusterFault
from fanorona.solver.tables.table_place import UnusableTables
from fanorona.words import Language, Message, say


def report(error: BaseException, language: Language = "en") -> ExitStatus:
    """Say on standard error what went wrong, and with which status to exit."""
    match error:
        case click.UsageError():
            return _say_usage(error, language)
        case click.ClickException():
            return _say_error(error.format_message(), language)
        case FanoronaError():
            return _say_error(_with_place(error, language), language, _status(error))
        case click.Abort() | KeyboardInterrupt() | Stopped():
            return _report_interrupt(language)
        case RuntimeError(__cause__=KeyboardInterrupt()):
            # Of a class in the making, whose module was being imported.
            return _report_interrupt(language)
        case MemoryError():
            return _say_error(say("budget.none-left", language), language)
        case BrokenPipeError():
            _discard_output()
            return ExitStatus.READER_GONE
        case OSError(filename=str(name)):
            return _say_error(f"{name}: {why_failed(error, language)}", language)
        case OSError():
            _discard_output()
            reason = say("output.failed", language, fault=error.strerror)
            return _say(say("word.error", language, reason=reason), ExitStatus.INTERNAL)
    return _report_fault(error, language)


def _with_place(error: FanoronaError, language: Language) -> str:
    """The message after its notes, which say which of several inputs is meant."""
    message = error.placed()
    for what in error.inputs:
        message = Message("place.before", place=what, reason=message)
    return say(message, language)


def _status(error: FanoronaError) -> ExitStatus:
    """The input is to blame, unless other machines are."""
    elsewhere = isinstance(error, ClusterFault | UnusableTables)
    return ExitStatus.INTERNAL if elsewhere else ExitStatus.BAD_INPUT


def _say_error(
    reason: str, language: Language, status: ExitStatus = ExitStatus.BAD_INPUT
) -> ExitStatus:
    return _say(say("word.error", language, reason=reason), status)


def _say_usage(error: click.UsageError, language: Language) -> ExitStatus:
    from fanorona.cli.usage_report import usage_report

    with suppress(OSError):
        click.echo(usage_report(error, language), err=True)
    return ExitStatus.USAGE


def _say(message: str, status: ExitStatus) -> ExitStatus:
    with suppress(OSError):  # Nobody may be there to read it; the status still says it.
        click.echo(printable(message), err=True)
    return status


def _report_interrupt(language: Language) -> ExitStatus:
    if sys.stderr is not None and sys.stderr.isatty():
        _say("", ExitStatus.INTERRUPTED)  # The terminal has written ^C in this line.
    return _say(say("ended.interrupted", language), ExitStatus.INTERRUPTED)


def _report_fault(error: BaseException, language: Language) -> ExitStatus:
    if os.environ.get("FANORONA_DEBUG", "") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    kind, detail = type(error).__name__, " ".join(str(error).split())
    fault = f"{kind}: {detail[:200]}"
    return _say(say("output.fault", language, fault=fault), ExitStatus.INTERNAL)


def _discard_output() -> None:
    """Keep Python from failing once more when it flushes the rest at its end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
