"""Every reader with inputs that it takes, from which others are made."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fanorona.service.engine.answer_cache import Answered
from fanorona.service.engine.shared_answers import written_shared
from fanorona.solver.rules import SWITCHES
from fanorona.solver.tables.tablebase import Tablebase
from tests.fuzz import asking, reading

PROJECT = Path(__file__).parents[2]
DATA = PROJECT / "tests" / "data"

FENS = (
    "BBB/B1W/WWW W",
    "start",
    "start:5x5:vela:B",
    "9/9/9/9/9 W hand:22,22",
    "5/W1BB1/5 w 0 12",
    "3/W1W/2B B first:WB;huff:a2,c2",
    "BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B -",
    "wwwwwwwwwwwwwwwwwwwww/.........B.........../bbbbbbbbbbbbbbbbbbbbb b",
)
TURNS = (
    "f2-e3A",
    "d1-c1W-c2A-d2W",
    "f3~e3-f2W",
    "@c2",
    "c4: droite / bas-droit / haut-droit / gauche / bas / gauche",
    "right, down-right, up-right",
    "NE E SW",
    "→ ↘ ↗",
    "f2e3+,d3-",
    "d2xe3",
)
ENGINE = (
    "uci\nisready\nposition startpos moves f2-e3A\ngo nodes 10\nstop\nquit",
    "setoption name Rules value fliporona\nposition fen 3/3/3 W hand:4,4\ngo depth 1",
    "setoption name Hash value 1\nposition fen BBB/B1W/WWW W\ngo movetime 1 wtime 5 btime 5 winc 1",
    "ucinewgame\nsetoption name Level value 1\nsetoption name Threads value 2\ngo infinite",
    "setoption name Notation value compact\nsetoption name Contempt value -10\ngo wtime 100",
)
QUERIES = (
    "position=start&rules=livret&limit=3&offset=1&distinct=true",
    "fen=BBB/B1W/WWW_W&nodes=10&lines=2&depth=3&time_ms=1&max_turns=2",
    "position=start%3A5x5&turn=d3-e3A&size=100&theme=wood&turned=true",
    "position=start&line=f2-e3A+d5-e4A",
    "rules=standard&difficulty=easy&theme=chain&limit=2&seed=1&lang=fr",
)
HEADER_VALUES = (
    "text/event-stream, application/x-ndjson;q=0.5",
    "fr-FR, en;q=0.5, *;q=0",
    "gzip, br;q=0.1",
    'W/"abc", "def-gzip"',
    "Tue, 17 Nov 2026 10:00:00 GMT",
    "https://example.org",
    "bytes=0-10",
    "10.0.0.1, ::1",
)
BODY_TEXTS = (
    '{"budget": {"nodes": 5}, "questions": [{"ask": "analysis", "position": "start:3x3"}]}',
    '{"questions": [{"ask": "moves", "fen": "BBB/B1W/WWW W", "rules": "escale", "limit": 1}]}',
    '{"text": "Position: 5/W1B2/5 W\\nStipulation: White to play and win in 1"}',
    "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\nSolution: a2-b2A",
    '[White "A"]\n[Board "3x3"]\n\n1. b1-b2A a3-a2 1-0',
    '{"game": "1. b1-b2A", "position": "BBB/B1W/WWW W", "rules": "escale"}',
)
GAMES_SENT = (
    '[White "A"]\n[Board "3x3"]\n\n1. b1-b2A a3-a2 1-0',
    "1. f2-e3A d5-e4A 2. d2-d3",
    '{"game": "1. b1-b2A", "position": "BBB/B1W/WWW W", "rules": "escale"}',
    '{"game": "a2-b2A", "fen": "5/W1B2/5 W", "rules": "standard stopping=forfeit"}',
)
STREAMED = (
    "position=start:3x3&nodes=5&lines=2",
    "fen=5/W1B2/5_W&max_turns=2&rules=escale",
    "position=start:5x5&depth=2&history=c2-c3",
    "position=BBB/B1W/WWW_W&rules=standard,paika=allowed",
)
TWINS = (
    "b) stone c5 to a5",
    "b) remove a1; c) add a white stone on c2, Black to play",
    "b) sans a1 c) pion noir en c2 et trait aux noirs d) les blancs jouent et gagnent en 1 coup",
    "b) e1 becomes black\nSolution: a) a2-a3; b) c2-c3A",
    "b) state first:WB\nTwin: c) White to play and draw",
)
OWN_RULES = (
    "paika=allowed\nBBB/B1W/WWW W",
    "livret, stopping=forfeit\n3/W1W/2B B first:WB;huff:a2,c2",
    "standard captured=flip capturer=leaves\n5/W1BB1/5 W hand:1,1",
    "Flip_chain=direction\n3/W1W/2B B",
)
CERTIFICATES = (
    "fanproof 1\nrules standard\nposition 5/W1B2/5 W -\nclaim win 1\nwhite\na2-b2A\nend\n",
    "fanproof 1\nrules escale\nposition 3/W1B/3 B -\nclaim loss 9\nwhite\ntable 8\nend\n",
    "fanproof 1\nrules livret\nposition BBB/B1W/WWW W first:WB\nclaim draw\nwhite\ntable\n"
    "black\ntable\nend\n",
)
TYPED = ("start:5x5", "B . .\nW . W\n. . B\n", "+-+-+\n|B|W|\n+-+-+", "\ufeffBBB/B1W/WWW W\r\n")
PAGES = (
    "Problem 3\n\nWhite to play and win in 2.\n\n  a b c\n3 B . .\n2 W . W\n1 . . B\n\n1. a2-b2",
    "Les noirs jouent et gagnent en un coup.\n2WW1/WW3/B2BW\nd1: gauche / haut",
    "Fliporona\nTrait aux blancs\n. O X\nX . O\nO X .\n1. b3 -> b2 ! et gagne",
)
UPLOADS = (
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n'
    "Content-Type: text/plain\r\n\r\nPosition: 5/W1B2/5 W\r\nStipulation: win in 1\r\n--x--\r\n",
    '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nPosition: start\r\n'
    '--x\r\nContent-Disposition: form-data; name="nodes"\r\n\r\n5\r\n--x--\r\n',
)
REQUESTS = (
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/rules HTTP/1.0\r\n\r\n",
    "POST /v1/batch HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nA: b\r\n\r\n",
)
SETTINGS = (
    "max_nodes=100",
    "cors_origins=https://example.org, http://localhost:1",
    "tables=/nowhere",
    "rate_limit=60/minute",
    "shared_cache=redis://localhost:6379/0",
    "max_time_ms=5\nsearches=0\nworkers=1\nrun_folder=/",
)
COMMANDS = (
    "analyse\nstart\n--nodes\n100\n--lines\n2\n--time\n0.5\n--json",
    "forced-win\nBBB/B1W/WWW W\n--max-turns\n2\n--memory\n1",
    "moves\nstart:5x5\n--rules\nlivret choice=free\n--distinct\n--limit\n3",
    "perft\nstart\n2\n--divide",
    "mine\n--turns\n2-3\n--stones\n4-9\n--board\n5x5\n--exact\n3v5",
    "tablebase\nbuild\n--stones\n4\n--board\n9x5\n--memory\n100",
    "puzzle\nformat\n-\n--lang\nfr",
    "show\nstart\n--turn\nf2-e3A\n--theme\nwood\n--size\n300",
    "serve\n--port\n0\n--workers\n1",
)


GAME = (
    '[White "A"]\n[FEN "5/W1BB1/5 w 0 1"] [Vela "-"]\n\n'
    "1. a2-b2A! $13 { +1.2 } ; rest }\n(1. a2b2 { x } (1. NE)) 1-0\n% escape\n1. f2: up *"
)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, inputs that it takes, and words that inputs are made of."""

    name: str
    read: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...]


@cache
def readers() -> tuple[Reader, ...]:
    """All of them, by their names."""
    texts = {
        reading.position: with_choice(FENS, len(reading.RULES)),
        reading.diagram: sections_of(DATA / "notation" / "diagrams.txt", "\n\n"),
        reading.rules: _rule_texts(),
        reading.own_rules: OWN_RULES,
        reading.typed_position: TYPED,
        reading.turn: with_choice(TURNS, len(reading.POSITIONS)),
        reading.turn_so_far: with_choice(TURNS[:5], len(reading.POSITIONS)),
        reading.line: with_choice(
            sections_of(DATA / "notation" / "line_readings.txt", "\n"), len(reading.POSITIONS)
        ),
        reading.stipulation: sections_of(DATA / "puzzles" / "stipulations.txt", "\n"),
        reading.puzzles: [
            *sections_of(DATA / "puzzles" / "magazine_fr.txt", "\n---"),
            *sections_of(DATA / "puzzles" / "magazine_en.txt", "\n---"),
            *sections_of(DATA / "puzzles" / "broken.txt", "\n---"),
        ],
        reading.games: [
            *sections_of(DATA / "games" / "other-programs.fgn", "\n\n["),
            *sections_of(DATA / "games" / "sources.fgn", "\n\n["),
            (DATA / "games" / "played.fgn").read_text(encoding="utf-8"),
            GAME,
        ],
        reading.certificate: CERTIFICATES,
        reading.printed_solution: with_choice(_printed_texts(), 1),
        reading.page: [
            (DATA / "printed" / "fliporona-page.txt").read_text(encoding="utf-8"),
            *PAGES,
        ],
        reading.twins: TWINS,
        reading.engine: ENGINE,
        reading.settings: SETTINGS,
        reading.command_line: COMMANDS,
        asking.query: with_choice(QUERIES, len(asking.PATHS)),
        asking.address: [path[1:] for path in asking.PATHS],
        asking.header: with_choice(with_choice(HEADER_VALUES, 3), len(asking.HEADERS)),
        asking.body: with_choice(BODY_TEXTS, len(asking.BODIES)),
        asking.upload: with_choice([*UPLOADS, *UPLOADS], len(asking.UPLOADS_TO)),
        asking.sheet: with_choice(_small_puzzles(), len(asking.SHEETS)),
        asking.full_play: _small_puzzles(),
        asking.stream: with_choice(with_choice(STREAMED, 3), len(asking.STREAMS)),
        asking.review: with_choice(
            with_choice(
                ["\0" + one for one in GAMES_SENT[:2]] + ["\1" + one for one in GAMES_SENT[2:]], 3
            ),
            len(asking.REVIEWS),
        ),
        asking.arrival: with_choice(REQUESTS, 3),
    }
    named = [_reader(read, [text.encode() for text in given]) for read, given in texts.items()]
    return (
        *named,
        _reader(asking.table, [bytes([number]) + _table() for number in range(2)]),
        _reader(asking.shared_answer, [written_shared(Answered(b'{"value": "win"}', 7, True))]),
    )


def reader(name: str) -> Reader:
    return next(one for one in readers() if one.name == name)


def with_choice(texts: Iterable[str], number: int) -> list[str]:
    """The texts, each with a first byte that chooses, in turn."""
    return [chr(place % number) + text for place, text in enumerate(texts)]


def sections_of(file: Path, separator: str) -> list[str]:
    parts = file.read_text(encoding="utf-8").split(separator)
    return [part for part in parts if part.strip() and not part.startswith("#")]


def _reader(read: Callable[[bytes], None], seeds: list[bytes]) -> Reader:
    name = getattr(read, "__name__", "")
    if name == "read_or_refuse":
        name = next(known for known, value in vars(reading).items() if value is read)
    return Reader(name.replace("_", "-"), read, tuple(seeds), tuple(_words(seeds)))


def _words(seeds: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of the seeds between blanks, and between the signs that they are made of."""
    found: dict[bytes, None] = {}
    for seed in seeds:
        for blank_free in seed.split():
            found[blank_free[:60]] = None
            found.update(dict.fromkeys(blank_free.replace(b"-", b"=").split(b"=")[:8]))
    return (word for word in list(found)[:400] if word)


def _rule_texts() -> list[str]:
    values = [f"{one.name}={value}" for one in SWITCHES for value in one.values]
    return [*reading.RULES, "tsivy", "Flip", *(f"standard, {value}" for value in values)]


def _small_puzzles() -> list[str]:
    return [
        (DATA / "twins.txt").read_text(encoding="utf-8"),
        "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\nSolution: a2-b2A",
        'Titre: L\'échelle <b> #set\nPosition: 2WW1/WW3/B2BW B\nÉnoncé: gain en 2\nAuteur: "A" & B',
        "Rules: fliporona\nPosition: WB1/2B/WBW W hand:1,1\nStipulation: draw\nHint: $x$ _y_",
    ]


def _printed_texts() -> list[str]:
    lines = sections_of(DATA / "printed" / "solutions.txt", "\n")
    return [line.partition("|")[2].strip() for line in lines if "|" in line]


@cache
def _table() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Tablebase.build(2, Path(folder), "standard", "3x3")
        return Path(folder, "standard-3x3-1v1.fan").read_bytes()
