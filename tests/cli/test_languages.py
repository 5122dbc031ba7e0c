"""`--lang`: what commands say of a position, of tables and of the rules, in other languages."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click
import pytest

from fanorona.cli.commands.mine import Range
from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.main import COMMANDS
from fanorona.cli.strict_command import StrictCommand
from tests.cli.running import PROJECT, Fanorona, in_own_process
from tests.cli.terminal import watched

SPEAK_OF_NOTHING = {"engine", "mine", "serve", "openapi", "bench"}
QUICK = ("--memory", "1", "--no-tables")
FLIPS = ("B1B/1WB/1B1 W", "--rules", "fliporona")
WON = "9/9/2WW5/9/6B2 W"


def commands() -> list[tuple[str, click.Command]]:
    """Every command and subcommand."""
    found = [
        (name, import_module(f"fanorona.cli.commands.{name.replace('-', '_')}").command)
        for name in COMMANDS
    ]
    groups = [(name, one) for name, one in found if isinstance(one, click.Group)]
    inner = [
        (f"{name} {sub}", one) for name, group in groups for sub, one in group.commands.items()
    ]
    return [pair for pair in found if pair not in groups] + inner


@pytest.mark.parametrize(("name", "command"), commands(), ids=[name for name, _ in commands()])
def test_every_command_that_speaks_has_the_option(name: str, command: click.Command) -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert ("--lang" in options) is (name not in SPEAK_OF_NOTHING)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["moves", "start", "--limit", "2"],
            "Blanc a le trait. 22 pions blancs, 22 pions noirs. Règles : standard.\n"
            "5 coups légaux, dont 1 à 2 :\n",
        ),
        (["moves", "start", "--limit", "0"], "5 coups légaux, dont aucun n'est donné.\n"),
        (["moves", *FLIPS, "--distinct"], "8 résultats pour 10 coups légaux :\n"),
        (["moves", *FLIPS, "--distinct"], "b2-a1W-a2A-b2A  aussi b2-a2W-a1W-b2A\n"),
        (["moves", "3/1W1/3 W"], "Noir n'a plus de pions. 1 pion blanc, 0 pion noir."),
        (["moves", "3/1W1/3 W"], "Aucun coup légal.\n"),
        (["play", "start", "d3-e3A", "d4: bas"], "1. Blanc : d3-e3A, prend f3\n2. Noir : d4-d3A,"),
        (
            ["play", *FLIPS, "b2: bas-gauche"],
            "1. Blanc : b2-a1W, retourne c3 ; a1 quitte le plateau",
        ),
        (
            ["show", "BBB/B1W/WWW W first:WB", "--rules", "livret"],
            "Premier coup encore à jouer : Blanc et Noir.\n",
        ),
        (
            ["analyse", WON],
            "Prouvé : Blanc gagne en 8 coups (15 demi-coups).\n1.  gagne en 8  1. c3-d2",
        ),
        (["analyse", "start", "--nodes", "2000"], " pions pour Blanc, sans preuve.\n"),
        (
            ["forced-win", "start:3x3"],
            "Blanc gagne en 6 coups (11 demi-coups).\nPremiers coups qui gagnent :\n"
            "  c1-b2A  en 6 coups (11 demi-coups)\n",
        ),
        (["forced-win", "start:3x3"], "Ligne principale :\n  1. c1-b2A a2-a3W"),
        (["forced-win", "start:3x3", "--max-turns", "5"], "Blanc n'a pas de gain en 5 coups.\n"),
        (
            ["forced-win", "start", "--nodes", "10000"],
            "Indécis : Blanc n'a pas de gain en 3 coups.\nPremiers coups indécis :\n",
        ),
        (["tablebase", "probe", WON], "Blanc gagne en 15 demi-coups (8 coups).\n"),
        (["tablebase", "probe", "9/9/4W4/9/B7B W"], "Nulle.\n  e3-d2  nulle\n"),
        (["tablebase", "info"], "6 tables de standard sur 9x5 dans "),
        (["tablebase", "info"], "2     42 570    2 822   26 982   12 766"),
        (["rules"], "pions pris                quittent le   quittent le   quittent le   changent"),
        (["rules", "livret"], "livret : Fanorona où l'on souffle\n"),
    ],
    ids=str,
)
def test_answers_are_in_french(arguments: list[str], says: str, fanorona: Fanorona) -> None:
    assert says in fanorona(*arguments, "--lang", "fr").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "BBB/BB/WWW W"], "position : colonne 5 : la rangée 2 a 2 intersections, "),
        (["show", "BBB/BBB/WWW W"], "position illégale : 6 pions noirs sur le plateau, "),
        (["moves", "startx"], "position : 'startx' n'est pas une position de départ : "),
        (["moves", "start:vela:B", "--rules", "fliporona"], "position : il n'y a pas de Vela "),
        (["moves", str(PROJECT / "README.md")], "c'est le nom d'un fichier, pas une position : "),
        (["moves", "start", "--rules", "esc"], "règles inconnues 'esc' : "),
        (["play", "start", "d3-e3"], "'d3-e3' peut être 2 coups : d3-e3A, d3-e3W. "),
        (["play", "start", "d3-e3A", "a5-a4"], "coup 2 sur 2 : 'a5-a4', pas 1 : a4 est occupé "),
        (["play", "start", "le roi"], "coup : colonne 1 : "),
        (["play", "start", "d3-e3A d4-d3A"], "Si ce sont 2 coups, donnez-les un par un\n"),
        (
            ["perft", "BBB/B1W/WWW", "2"],
            "position : colonne 12 : le trait manque : ",
        ),
        (["tablebase", "info", "--rules", "livret"], "livret n'a pas de tables : "),
        (
            ["tablebase", "build", "--stones", "99"],
            "99 pions sur 9x5 : les tables en ont de 2 à 45",
        ),
    ],
    ids=str,
)
def test_errors_are_in_french(arguments: list[str], says: str, fanorona: Fanorona) -> None:
    ran = fanorona(*arguments, "--lang", "fr")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith("erreur : ")
    assert says in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["moves", "start", "--limit", "2"],
            "Anjaran'ny Fotsy; vato fotsy 22, vato mainty 22. Fitsipika: standard.\n"
            "fihetsika ara-dalàna 5, ka ny 1 hatramin'ny 2 ireto:\n",
        ),
        (
            ["analyse", WON],
            "no mandresy ao anatin'ny fihetsika 8 (antsasa-pihetsika 15)",
        ),
        (["rules"], "paika na dia misy azo hanina aza"),
    ],
    ids=str,
)
def test_answers_are_in_malagasy(arguments: list[str], says: str, fanorona: Fanorona) -> None:
    assert says in fanorona(*arguments, "--lang", "mg").out


def test_the_locale_chooses_malagasy() -> None:
    ran = in_own_process(["play", "start", "d3-e3"], LC_ALL="mg_MG.UTF-8")
    assert ran.err == (
        "hadisoana: mety ho fihetsika 2 ny 'd3-e3': d3-e3A, d3-e3W. Soraty ny iray amin'ireo\n"
    )


def test_warnings_are_in_french(fanorona: Fanorona) -> None:
    start = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
    ran = fanorona("moves", start, "--rules", "livret", "--lang", "fr")
    assert ran.err.startswith("attention : c'est la position de départ, mais ")


def test_a_missing_table_and_the_fix_are_named_in_french(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    ran = fanorona("tablebase", "probe", "2B/3/W1W B", "--dir", str(tmp_path), "--lang", "fr")
    assert ran.status == ExitStatus.UNDECIDED
    assert ran.err.startswith(
        f"pas de table : aucune table de standard sur 3x3 à 1 contre 2 pions dans {tmp_path}. "
        "Construisez-la : fanorona tablebase build --stones 3 --board 3x3 --dir "
    )


def test_a_damaged_table_is_named_in_french(fanorona: Fanorona, tmp_path: Path) -> None:
    table = tmp_path / "standard-3x3-1v1.fan"
    table.write_bytes(b"x" * 7)
    ran = fanorona("tablebase", "info", "--board", "3x3", "--dir", str(tmp_path), "--lang", "fr")
    assert ran.err == (
        f"attention : {table} : elle a 7 octets, trop peu pour une table. "
        "Elle n'est pas utilisée.\n"
    )


def test_other_games_of_a_folder_are_named_in_french(fanorona: Fanorona, tmp_path: Path) -> None:
    folder = ("--dir", str(tmp_path), "--lang", "fr")
    fanorona("tablebase", "build", "--stones", "2", "--board", "3x3", *folder)
    assert fanorona("tablebase", "info", *folder).out.endswith(
        "\nAussi dans ce dossier :\n  1 table de standard sur 3x3 : --board 3x3\n"
    )


def test_progress_and_effort_are_in_french() -> None:
    _, shown = watched("forced-win", "start", "--nodes", "20000", *QUICK, "--lang", "fr")
    assert " nœuds : Indécis : " in shown
    assert " 000 nœuds, arrêt : nœuds\r\n" in shown


@pytest.mark.parametrize(
    "question", [["moves", "start"], ["forced-win", "start:3x3"], ["analyse", WON], ["rules"]]
)
def test_json_is_the_same_in_every_language(question: list[str], fanorona: Fanorona) -> None:
    assert fanorona(*question, "--json").out == fanorona(*question, "--json", "--lang", "fr").out


MISUSES = [
    (["movs"], "la commande 'movs' n'existe pas ; vouliez-vous dire 'moves' ?"),
    (
        ["moves", "start", "--limt"],
        "l'option '--limt' n'existe pas ; vouliez-vous dire '--limit' ?",
    ),
    (["moves"], "'FEN' manque"),
    (["moves", "start", "--limit"], "--limit : sa valeur manque, ou elle n'en prend pas"),
    (["moves", "start", "--limit", "few"], "'--limit' : il faut un nombre, 0 au moins"),
    (["analyse", "start", "--lines", "0"], "'--lines' : il faut un nombre de 1 à 1 000"),
    (["moves", "start", "--lang", "de"], "'--lang' : au choix : en, fr ou mg"),
    (["analyse", "start", "--tables", "/no"], "'--tables' : ce n'est pas un dossier"),
    (["openapi", "--output", "/"], "'-o' / '--output' : c'est un dossier ; nommez un fichier"),
    (["mine", "--turns", "5-2"], "'5-2' est à l'envers ; vouliez-vous dire 2-5 ?"),
    (["mine", "more"], "argument en trop : 'more'"),
    (["show", "start", "one", "two"], "arguments en trop : 'one', 'two'"),
    (["tablebase", "info", "more"], "argument en trop : 'more'"),
    (["analyse", "start", "--time", "nan"], "'--time' : il faut un nombre de 0,001 à 10 000 000"),
    (["show", "start", "--svg", "-", "--size", "big"], "'--size' : ce n'est pas un nombre entier"),
]


@pytest.mark.parametrize(("arguments", "says"), MISUSES, ids=lambda one: one[0] if one else "")
def test_a_wrong_command_line_is_explained_in_the_language_of_the_locale(
    arguments: list[str], says: str, fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    ran = fanorona(*arguments)
    assert ran.status == ExitStatus.USAGE
    *_, mistake = ran.err.replace("\xa0", " ").replace("\u202f", " ").splitlines()
    assert mistake == f"erreur : {says}"


EXPLAINED = (
    *(click.Choice, click.IntRange, click.FloatRange, click.Path),
    *(type(click.STRING), type(click.BOOL), type(click.INT), Range),
)


@pytest.mark.parametrize(("_", "command"), commands(), ids=[name for name, _ in commands()])
def test_no_misuse_of_a_command_is_explained_by_click(_: str, command: click.Command) -> None:
    assert isinstance(command, StrictCommand)
    for parameter in command.params:
        assert isinstance(parameter.type, EXPLAINED)
        if isinstance(parameter.type, click.Path):
            assert not (parameter.type.file_okay and parameter.type.dir_okay)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "fr", "show", "start", "more"],
        ["show", "start", "more", "--lang", "fr"],
        ["show", "start", "--purple", "--lang", "fr"],
        ["show", "start", "--purple", "--lang=fr"],
        ["--lang", "fr", "purple"],
        ["--purple", "--lang=fr"],
        ["check", "puzzles", "--cluster", "purple", "--lang", "fr"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_explained_in_the_language_asked_for(
    arguments: list[str], fanorona: Fanorona
) -> None:
    ran = fanorona(*arguments)
    assert ran.status == ExitStatus.USAGE
    assert "erreur : " in ran.err.replace("\xa0", " ")
    assert " is " not in ran.err


def test_a_language_before_the_command_is_that_of_the_command(fanorona: Fanorona) -> None:
    question = ["solve", str(PROJECT / "tests/data/two-turns.txt")]
    assert fanorona("--lang", "mg", "rules").out == fanorona("rules", "--lang", "mg").out
    assert fanorona("--lang", "fr", *question).out == fanorona(*question, "--lang", "fr").out
    assert fanorona("--lang", "fr", "rules", "--lang", "en").out == fanorona("rules").out
