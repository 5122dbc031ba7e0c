"""The one place that turns an error into a message and an exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from cli.exit_status import ExitStatus
from solver import FanoronaError, Stopped
from solver.notation.quoting import printable

__all__ = ["printable", "report"]


def report(error: BaseException) -> ExitStatus:
    """Say on standard error what went wrong, and with which status to exit."""
    match error:
        case click.UsageError():
            with suppress(OSError):
                error.show()
            return ExitStatus.USAGE
        case click.ClickException():
            return _say(f"error: {error.format_message()}", ExitStatus.BAD_INPUT)
        case FanoronaError():
            return _say(f"error: {_with_place(error)}", ExitStatus.BAD_INPUT)
        case click.Abort() | KeyboardInterrupt() | Stopped():
            return _report_interrupt()
        case BrokenPipeError():
            _discard_output()
            return ExitStatus.READER_GONE
        case OSError(filename=str(name)):
            return _say(f"error: {name}: {error.strerror}", ExitStatus.BAD_INPUT)
        case OSError():
            _discard_output()
            return _say(f"error: cannot write the answer: {error.strerror}", ExitStatus.INTERNAL)
    return _report_fault(error)


def _with_place(error: FanoronaError) -> str:
    """The message after its notes, which say which of several inputs is meant."""
    return ": ".join([*getattr(error, "__notes__", ()), str(error)])


def _say(message: str, status: ExitStatus) -> ExitStatus:
    with suppress(OSError):  # Nobody may be there to read it; the status still tells.
        click.echo(printable(message), err=True)
    return status


def _report_interrupt() -> ExitStatus:
    if sys.stderr is not None and sys.stderr.isatty():
        _say("", ExitStatus.INTERRUPTED)  # The terminal has written ^C in this line.
    return _say("interrupted", ExitStatus.INTERRUPTED)


def _report_fault(error: BaseException) -> ExitStatus:
    if os.environ.get("FANORONA_DEBUG", "") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    kind, detail = type(error).__name__, " ".join(str(error).split())
    return _say(
        f"internal error: {kind}: {detail[:200]}. This is a fault in fanorona, not in the input: "
        "please report it with the command (FANORONA_DEBUG=1 shows where it happened).",
        ExitStatus.INTERNAL,
    )


def _discard_output() -> None:
    """Keep Python from failing once more when it flushes the rest at its end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
