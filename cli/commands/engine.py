"""`fanorona engine`: the engine for other programs, by a text protocol like UCI."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from fanorona.cli.engine_protocol import Protocol
from fanorona.cli.strict_command import StrictCommand


@click.command(cls=StrictCommand)
def command() -> None:
    """Speak a UCI-like protocol on standard input and output.

    Type 'uci' for the options, 'quit' to leave. docs/engine.md describes the protocol.

    \b
    Examples:
      fanorona engine < commands.txt
      printf 'position startpos\\ngo movetime 500\\n' | fanorona engine
    """

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that are not text are an unknown command, not the end.
        sys.stdin.reconfigure(errors="replace")
    protocol = Protocol(say)
    for line in sys.stdin:
        if not protocol.obey(line):
            break
    protocol.finish()
