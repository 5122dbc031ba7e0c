"""Play games of the engine against itself, and keep the positions searched with their scores.

Beside each position of a game a random other result of its turns is searched and kept: the search
meets such positions far more often than those of good play.

Most games from the start are cut short and decided by the score; otherwise most positions would be
endings. Given games of
an earlier round, endings are played instead, from positions with few stones to the end of the
game or into the endgame tables, so that results tell which advantages can be converted.

In games that begin with placing, stones are placed at random: the evaluation looks at windows only
when no stone is in hand.
"""

from __future__ import annotations

import argparse
import struct
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from fanorona.solver import Position
from fanorona.solver.kernel.alpha_beta import PROVEN, AlphaBeta
from fanorona.solver.kernel.evaluation import Evaluation
from fanorona.solver.kernel.state import FIRST
from fanorona.solver.kernel.turns import Generator
from fanorona.solver.search.learned import read_weights
from fanorona.solver.tables.default_tables import tables_for
from fanorona.solver.turn import Words

RECORD = struct.Struct("<QQQIhbBI")
"""Own, enemy, liable, state; score; result for the side to move; plies played; the game."""
NO_RESULT = 2
"""Instead of a result: the position was searched, but not played."""
OPENINGS, MIDDLE_GAMES, WHOLE_GAMES = (range(1, 8), 22), (range(2, 15), 12), (range(2, 15), 0)
KINDS = (OPENINGS, OPENINGS, OPENINGS, MIDDLE_GAMES, WHOLE_GAMES)
"""Random turns at the beginning of a game, and how few stones end it: a side that is AHEAD by its
score has won then. Most positions of whole games are endings, so more of the others are played."""
WILD = (0.0, 0.05, 0.1)
"""How often a later turn is random, by game."""
MOST_CALM = 50
MOST_PLIES = 200
AHEAD = 150
SURE = 1500
"""Scores further from 0 end a game."""
ENDINGS = range(7, 19)
"""Stones on the board when an ending begins."""
UNSURE = 600
"""And the score is not further from 0."""
TABLE_BYTES = 8 << 20
"""Room for lists of thousands of turns, too, as Fliporona has them."""

Record = tuple[Words, int, int]


class SelfPlayer:
    """Both sides of a game."""

    def __init__(self, start: Position, nodes: int, weights: Path | None) -> None:
        game = start.game()
        known = None if weights is None else read_weights(weights.read_bytes())
        self.start = start
        self.nodes = nodes
        self.turns = Generator(game)
        self.tables = tables_for(start)
        self.search = AlphaBeta(game, self.tables, TABLE_BYTES, None, Evaluation(game, known))

    def is_drawn(self, words: Words) -> bool:
        """Whether the tables call a position a draw."""
        own, enemy, liable, state = words
        known = -1 if self.tables is None or liable or state else self.tables.value(own, enemy)
        return known == 0

    def results(self, words: Words) -> list[Words]:
        """What the turns lead to, each once."""
        return self.turns.results(*words) or []

    def choose(self, words: Words, results: list[Words], past: list[Words]) -> tuple[int, Words]:
        """The score of a position, and what its best turn leads to."""
        self.search.begin(*words, results, past)
        best = 0, self.search.first_turn()
        for depth in range(1, 40):
            lines = self.search.deepen(depth, 1, self.nodes)
            if lines and (not self.search.was_stopped or lines[0][0] > best[0]):
                best = lines[0][0], lines[0][1][0]
            if self.search.was_stopped or abs(best[0]) > PROVEN:
                break
        return best


class SelfPlay:
    """One game."""

    def __init__(self, player: SelfPlayer, chance: Random, ending: Words | None = None) -> None:
        """From the start, or an ending."""
        self.player = player
        self.chance = chance
        self.words: Words = ending or player.start.words()
        openings, few = chance.choice(KINDS) if ending is None else (range(1), 0)
        self.opening = chance.choice(openings)
        self.few = few
        self.past: list[Words] = []
        self.seen: Counter[Words] = Counter()
        self.ply = 0
        self.played: list[Record] = []
        self.aside: list[Record] = []

    def records(self, number: int) -> bytes:
        """Play the game; what is kept of it."""
        outcome = self._play()
        return b"".join(
            RECORD.pack(*words, score, outcome * (-1) ** (self.ply - ply), min(ply, 255), number)
            for words, score, ply in self.played
        ) + b"".join(
            RECORD.pack(*words, score, NO_RESULT, min(ply, 255), number)
            for words, score, ply in self.aside
        )

    def _play(self) -> int:
        """The result for the side to move in the end."""
        wild = self.chance.choice(WILD)
        while True:
            results = self.player.results(self.words)
            if not results or not (self.words[0] or self._is_placing):
                return -1
            self.seen[self.words] += 1
            if self._is_drawn():
                return 0
            chosen = self.chance.choice(results)
            if self.ply >= self.opening and not self._is_placing:
                score, best = self.player.choose(self.words, results, self.past)
                self.played.append((self.words, score, self.ply))
                if self._is_decided(score):
                    return 0 if abs(score) < AHEAD else (1 if score > 0 else -1)
                self._look_aside(chosen)
                chosen = chosen if self.chance.random() < wild else best
            self._go_on(chosen)

    @property
    def _is_placing(self) -> bool:
        return self.words[3] > FIRST

    def _is_drawn(self) -> bool:
        if self.seen[self.words] == 3 or len(self.past) >= MOST_CALM or self.ply >= MOST_PLIES:
            return True
        return self.player.is_drawn(self.words)

    def _is_decided(self, score: int) -> bool:
        stones = (self.words[0] | self.words[1]).bit_count()
        return abs(score) > SURE or stones <= self.few

    def _look_aside(self, words: Words) -> None:
        replies = self.player.results(words)
        if replies:
            score, _ = self.player.choose(words, replies, [])
            self.aside.append((words, score, self.ply + 1))

    def _go_on(self, words: Words) -> None:
        calm = words[0] == self.words[1] and not self._is_placing
        self.past = [*self.past, self.words] if calm else []
        self.words = words
        self.ply += 1


def files_of_games(folders: Sequence[Path]) -> list[Path]:
    """What `write_games` has written into folders; the last record of a file may be cut short."""
    return sorted(file for folder in folders for file in folder.glob("*.bin"))


def endings_of(folders: Sequence[Path]) -> list[Words]:
    """The positions of earlier games from which endings are played."""
    found = []
    for path in files_of_games(folders):
        packed = path.read_bytes()
        whole = len(packed) // RECORD.size * RECORD.size
        for own, enemy, liable, state, score, *_ in RECORD.iter_unpack(packed[:whole]):
            if (own | enemy).bit_count() in ENDINGS and abs(score) <= UNSURE:
                found.append((own, enemy, liable, state))
    return found


def write_games(
    out: Path,
    rules: str,
    seconds: float,
    nodes: int,
    seed: int,
    weights: Path | None,
    endings: Sequence[Path] = (),
) -> int:
    """Play that long, from the start or from the endings of other games; the number of games."""
    chance = Random(seed)
    player = SelfPlayer(Position.start(rules), nodes, weights)
    begin = endings_of(endings)
    until = time.monotonic() + seconds
    games = 0
    with out.open("wb") as file:
        while time.monotonic() < until:
            ending = chance.choice(begin) if begin else None
            file.write(SelfPlay(player, chance, ending).records(games))
            games += 1
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--endings", nargs="*", type=Path, default=(), metavar="FOLDER",
                        help="play endings of the games in these folders")  # fmt: skip
    asked = parser.parse_args()
    games = write_games(
        asked.out,
        asked.rules,
        asked.seconds,
        asked.nodes,
        asked.seed,
        asked.weights,
        asked.endings,
    )
    print(f"{games} games in {asked.out}")


if __name__ == "__main__":
    main()
