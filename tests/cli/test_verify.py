"""`fanorona forced-win --certificate`, `check --certificates` and `verify`, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona, interrupted

PUZZLES = """\
Position: 5/W1B2/5 W
Stipulation: White to play and win in 1
---
Position: 5/W3B/5 W
Stipulation: White to play and win in 1
---
Position: 9/9/2WW5/9/6B2 W
Stipulation: White to play and win
"""


@pytest.fixture
def proof(fanorona: Fanorona, tmp_path: Path) -> Path:
    path = tmp_path / "proof.fanproof"
    ran = fanorona("forced-win", "start:3x3", "--no-tables", "--certificate", str(path))
    assert ran.status == ExitStatus.YES
    return path


def test_a_certificate_is_written_and_verified(fanorona: Fanorona, proof: Path) -> None:
    ran = fanorona("verify", str(proof))
    assert ran.out == (
        f"{proof}: Verified: White wins within 11 plies\n"
        "  BBB/B1W/WWW W - (standard)\n"
        "  14 turns of the strategy, 27 positions\n"
    )
    assert ran.status == ExitStatus.YES


def test_in_json(fanorona: Fanorona, proof: Path) -> None:
    (found,) = json.loads(fanorona("verify", "--json", str(proof)).out)
    assert found == {
        "file": str(proof),
        "verified": True,
        "rules": "standard",
        "position": "BBB/B1W/WWW W -",
        "claim": "win",
        "plies": 11,
        "turns": 14,
        "positions": 27,
        "table_values": 0,
        "unchecked": [],
    }


def test_a_forged_one_is_refused_with_its_line(fanorona: Fanorona, proof: Path) -> None:
    proof.write_text(proof.read_text().replace("claim win 11", "claim win 9"))
    ran = fanorona("verify", str(proof))
    reason = "a win within 9 plies is claimed, but the strategy needs 11"
    assert ran.out == f"{proof}: Refused: line 19: {reason}\n"
    assert ran.status == ExitStatus.NO


def test_a_refusal_in_json_has_its_code(fanorona: Fanorona, proof: Path) -> None:
    proof.write_text("nonsense\n")
    (found,) = json.loads(fanorona("verify", "--json", str(proof)).out)
    assert (found["verified"], found["code"], found["line"]) == (
        False,
        "certificate.not-one",
        1,
    )


def test_in_french(fanorona: Fanorona, proof: Path) -> None:
    ran = fanorona("verify", str(proof), "--lang", "fr")
    assert "Vérifié : Blanc gagne en 11 demi-coups au plus" in ran.out


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 100, b"fanproof 1\n" + b"a" * 100_000])
def test_any_bytes_are_refused(fanorona: Fanorona, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.fanproof"
    path.write_bytes(content)
    ran = fanorona("verify", str(path))
    assert ran.status == ExitStatus.NO
    assert "Refused: line " in ran.out


def test_a_missing_file_is_named_and_the_others_are_verified(
    fanorona: Fanorona, proof: Path
) -> None:
    ran = fanorona("verify", "missing.fanproof", str(proof))
    assert "missing.fanproof: no such file or folder" in ran.err
    assert "Verified" in ran.out
    assert ran.status == ExitStatus.BAD_INPUT


def test_one_is_singular(fanorona: Fanorona, tmp_path: Path) -> None:
    path = tmp_path / "proof.fanproof"
    head = "fanproof 1\nrules standard\nposition 5/W1B2/5 W -\n"
    path.write_text(f"{head}claim win 1\nwhite\ntable 1\nend\n")
    lines = fanorona("verify", str(path)).out.splitlines()
    assert lines[2] == "  1 turn of the strategy, 1 position"
    path.write_text(f"{head}claim win 1\nwhite\ntable 3\nend\n")
    ran = fanorona("verify", str(path))
    assert "a win within 1 ply is claimed, but the strategy needs 3" in ran.out


def test_no_certificate_of_what_is_undecided(fanorona: Fanorona, tmp_path: Path) -> None:
    path = tmp_path / "proof.fanproof"
    ran = fanorona("forced-win", "start", "--nodes", "100", "--certificate", str(path))
    assert "no certificate: nothing is proven that a certificate could show" in ran.err
    assert ran.status == ExitStatus.UNDECIDED
    assert not path.exists()


def test_leaning_on_tables_needs_a_certificate(fanorona: Fanorona) -> None:
    ran = fanorona("forced-win", "start", "--lean-on-tables")
    assert "--lean-on-tables needs --certificate\n" in ran.err
    assert ran.status == ExitStatus.USAGE


def test_table_values_are_looked_up_in_the_folder_asked_for(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    tables, path = tmp_path / "tables", tmp_path / "proof.fanproof"
    fanorona("tablebase", "build", "--stones", "4", "--board", "5x3", "--dir", str(tables))
    leaning = ["--certificate", str(path), "--lean-on-tables"]
    fanorona("forced-win", "start:5x3", "--tables", str(tables), *leaning)
    assert fanorona("verify", str(path)).status == ExitStatus.UNDECIDED
    ran = fanorona("verify", str(path), "--tables", str(tables))
    assert "Verified: White wins" in ran.out
    assert ran.status == ExitStatus.YES


def test_tables_and_none_contradict_each_other(fanorona: Fanorona, tmp_path: Path) -> None:
    ran = fanorona("verify", "proof.fanproof", "--no-tables", "--tables", str(tmp_path))
    assert ran.status == ExitStatus.USAGE


def test_a_missing_folder_is_named_before_the_search(fanorona: Fanorona, tmp_path: Path) -> None:
    path = tmp_path / "none" / "proof.fanproof"
    ran = fanorona("forced-win", "start", "--certificate", str(path))
    assert "there is no folder" in ran.err
    assert ran.status == ExitStatus.USAGE


def test_an_answer_is_not_lost_if_its_certificate_cannot_be_written(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    path = tmp_path / ("long" * 100)
    ran = fanorona("forced-win", "start:3x3", "--no-tables", "--certificate", str(path))
    assert "White wins in 6 turns" in ran.out
    assert f"{path}: File name too long" in ran.err
    assert ran.status == ExitStatus.BAD_INPUT


def test_an_interrupt_is_one_with_a_certificate_too(tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.fanproof")
    ran = interrupted("forced-win", "start", "--time", "60", "--certificate", proof)
    assert "Undecided" in ran.out
    assert ran.status == ExitStatus.INTERRUPTED


def test_sound_puzzles_have_certificates(fanorona: Fanorona, tmp_path: Path) -> None:
    puzzles = tmp_path / "three.txt"
    puzzles.write_text(PUZZLES)
    folder = tmp_path / "proofs"
    fanorona("check", str(puzzles), "--no-tables", "--certificates", str(folder))
    written = sorted(folder.iterdir())
    assert [path.name for path in written] == ["three-1.fanproof"]
    ran = fanorona("verify", *map(str, written))
    assert ran.status == ExitStatus.YES
