"""Certificates as files: of one position, or of every sound puzzle of a collection."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from fanorona.cli.output.standard_error import tell
from fanorona.cli.output.whole_file import write_whole
from fanorona.solver.certificates.certificate import SUFFIX, Certificate, CertifiedSearch, certify
from fanorona.solver.certificates.strategy import NoStrategy
from fanorona.solver.position import Position
from fanorona.solver.puzzles.bulk import PuzzleInFile, Terms
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.stopping import Stopped
from fanorona.solver.tables.default_tables import TablesWanted, tablebase_for
from fanorona.words import Language, Message, say


def write_certificate(certified: CertifiedSearch, path: Path, language: Language) -> bool:
    """Write the certificate of an answer, or say why there is none."""
    if certified.certificate is None:
        failure = certified.failure
        reason = failure.message if failure else Message("certificate.undecided")
        tell("word.warning", Message("certificate.none", reason=reason), language)
        return False
    write_whole(path, certified.certificate.text().encode())
    return True


@dataclass(slots=True)
class PuzzleCertificates:
    """A folder with a certificate for every sound puzzle, named after its file and line."""

    folder: Path
    terms: Terms
    _names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def add(self, asked: PuzzleInFile, verdict: Verdict) -> None:
        """Prove once more what a sound puzzle claims, and write the proof down."""
        if verdict.verdict is not Soundness.SOUND:
            return
        puzzle = asked.puzzle
        assert isinstance(puzzle, Puzzle)
        name = self._name(asked)
        try:
            certificate = self._certificate(puzzle)
        except (NoStrategy, Stopped) as failure:
            reason = getattr(failure, "message", Message("certificate.budget"))
            said = say("certificate.none", verdict.language, reason=reason)
            tell("word.warning", f"{name}: {said}", verdict.language)
            return
        write_whole(self.folder / name, certificate.text().encode())

    def _certificate(self, puzzle: Puzzle) -> Certificate:
        """One that needs no tables, if it can be had."""
        wanted = partial(
            certify,
            puzzle.position,
            puzzle.stipulation.turns,
            budget=self.terms.budget,
            tables=self._tables(puzzle.position),
        )
        try:
            return wanted()
        except NoStrategy:
            return wanted(lean_on_tables=True)

    def _tables(self, position: Position) -> TablesWanted:
        return tablebase_for(position, self.terms.tables) if self.terms.with_tables else "off"

    def _name(self, asked: PuzzleInFile) -> str:
        stem = Path(asked.file).stem if asked.file else "puzzle"
        first = name = f"{stem}-{asked.puzzle.line}"
        number = 2
        while name in self._names:
            name = f"{first}-{number}"
            number += 1
        self._names.add(name)
        return f"{name}{SUFFIX}"
