"""`fanorona verify`: is a certificate right?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.file_arguments import takes_files
from fanorona.cli.options.language_option import language_option
from fanorona.cli.options.puzzle_inputs import worst
from fanorona.cli.options.search_options import takes_tables_options
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.output.standard_error import tell, why_not_read
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver.errors import NotationError
from fanorona.solver.quoting import printable
from fanorona.solver.tables.table_place import TablePlace
from fanorona.words import Language, Message, say

if TYPE_CHECKING:
    from fanorona.solver.certificates.claim import Claim
    from fanorona.solver.certificates.verification import Refused, Verified


@click.command(cls=StrictCommand)
@takes_files()
@takes_tables_options("Do not look table values up: only name them.")
@language_option
@json_option
def command(
    names: tuple[str, ...],
    tables: TablePlace | None,
    no_tables: bool,
    language: Language,
    in_json: bool,
) -> ExitStatus:
    """Check certificates: does each one prove its claim?

    A certificate (see 'forced-win --certificate') is a strategy. It is played through against every
    turn of the other side, by the rules alone and without any search; the values of endgame tables
    that it leans on are looked up. '-' is standard input. Status 0: every claim holds; 1: one is
    refused; 4: one holds if table values are right that no table here has.

    \b
    Examples:
      fanorona forced-win start:5x3 --certificate proof.fanproof
      fanorona verify proof.fanproof
    """
    status, found = ExitStatus.YES, []
    for name in names:
        try:
            result = _verified(name, tables, no_tables)
        except OSError as error:
            tell("word.error", f"{name}: {why_not_read(error, language)}", language)
            status = worst(status, ExitStatus.BAD_INPUT)
            continue
        status = worst(status, _status(result))
        if in_json:
            found.append(_as_json(name, result))
        else:
            _print(name, result, language)
    if in_json:
        print_json(found)
    return status


def _verified(name: str, place: TablePlace | None, no_tables: bool) -> Verified | Refused:
    from fanorona.solver.certificates.verification import LONGEST_LINE, Refused, verify

    with click.open_file(name, encoding="ascii", errors="replace") as file:
        lines = iter(lambda: file.readline(LONGEST_LINE + 1), "")
        try:
            return verify(lines, tables="off" if no_tables else "default", place=place)
        except Refused as refused:
            return refused


def _status(result: Verified | Refused) -> ExitStatus:
    if isinstance(result, NotationError):
        return ExitStatus.NO
    return ExitStatus.UNDECIDED if result.unchecked else ExitStatus.YES


def _print(name: str, result: Verified | Refused, language: Language) -> None:
    if isinstance(result, NotationError):
        text = say("certificate.refused", language, reason=result.placed())
        click.echo(printable(f"{name}: {text}"))
        return
    key = "certificate.holds-if" if result.unchecked else "certificate.holds"
    click.echo(printable(f"{name}: {say(key, language, claim=_claim_in_words(result.claim))}"))
    position = result.claim.position
    click.echo(f"  {position.fen()} ({position.rules.id})")
    turns = Message("count.turn", count=result.turns)
    positions = Message("count.position", count=result.positions)
    size = say("certificate.size", language, turns=turns, positions=positions)
    click.echo(f"  {size}")
    checked = result.table_values - len(result.unchecked)
    if checked:
        click.echo(f"  {say('certificate.leans', language, count=checked)}")
    if result.unchecked:
        click.echo(f"  {say('certificate.unchecked', language, count=len(result.unchecked))}")


def _claim_in_words(claim: Claim) -> Message:
    from fanorona.solver.certificates.claim import ClaimedValue

    side = claim.position.side
    if claim.value is ClaimedValue.DRAW:
        return Message("answer.draw")
    if claim.value is ClaimedValue.NEVER:
        return Message("certificate.never", side=side)
    winner = side if claim.value is ClaimedValue.WIN else side.other
    return Message("certificate.wins", side=winner, plies=Message("count.ply", count=claim.plies))


def _as_json(name: str, result: Verified | Refused) -> dict[str, object]:
    if isinstance(result, NotationError):
        return {
            "file": name,
            "verified": False,
            "code": result.code,
            "line": result.line,
            "detail": str(result.message),
        }
    claim = result.claim
    return {
        "file": name,
        "verified": True,
        "rules": claim.position.rules.id,
        "position": claim.position.fen(),
        "claim": claim.value,
        "plies": claim.plies,
        "turns": result.turns,
        "positions": result.positions,
        "table_values": result.table_values,
        "unchecked": [position.fen() for position in result.unchecked],
    }
