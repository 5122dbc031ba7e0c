"""Reviews as one page of HTML: graph, boards and turns; nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from fanorona.cli.output.reviewed_game import conduct_in_words, heading, remarks
from fanorona.solver import Colour, Position, svg
from fanorona.solver.games.annotated_game import worth
from fanorona.solver.games.review import Review, ReviewedTurn, TurnMark
from fanorona.words import Language, say

STYLE = """
:root { color-scheme: light dark;
  --ink: #2b1d0e; --paper: #fffdf8; --line: #c9b79c; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1e7d8; --paper: #1d1610; --line: #5a4a38; --bad: #ff8a80 }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left;
  vertical-align: top }
.bad { color: var(--bad); font-weight: bold }
.graph { width: 100%; height: auto; border: 1px solid var(--line) }
.boards { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; max-width: 20rem } figure svg { width: 100%; height: auto }
"""
WIDTH, HEIGHT, EDGE = 800, 160, 8


def page_head(language: Language) -> str:
    """Everything before the first game."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>fanorona review</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    )


PAGE_END = "</body>\n</html>"


def review_section(review: Review, language: Language) -> str:
    """A game of the page."""
    title, *about = heading(review, language)
    parts = [
        f"<section>\n<h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in about),
        graph(review, language),
        *(
            f"<p>{escape(conduct_in_words(side, conduct, language))}</p>"
            for side, conduct in ((Colour.WHITE, review.white), (Colour.BLACK, review.black))
        ),
        *_boards(review, language),
        *_table(review.turns, language),
        "</section>",
    ]
    return "\n".join(parts)


def graph(review: Review, language: Language) -> str:
    """White's chances after every turn, from 0 at the bottom to 1."""
    chances = [_white_chance(turn) for turn in review.turns]
    step = WIDTH / max(len(chances), 1)
    spots = [
        (round(step * (index + 0.5), 1), round(EDGE + (HEIGHT - 2 * EDGE) * (1 - chance), 1))
        for index, chance in enumerate(chances)
    ]
    line = " ".join(f"{x},{y}" for x, y in spots)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="5" fill="var(--bad)"><title>{escape(_name(turn))}</title>'
        "</circle>"
        for (x, y), turn in zip(spots, review.turns, strict=True)
        if turn.mark not in (None, TurnMark.GOOD)
    )
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(say('review.graph', language))}</title>"
        f'<path d="M0 {HEIGHT // 2}H{WIDTH}" stroke="var(--line)"/>'
        f'<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2"/>'
        f"{dots}</svg>"
    )


def _white_chance(turn: ReviewedTurn) -> float:
    chance = turn.after.chance
    return chance if turn.side is Colour.WHITE else 1 - chance


def _name(turn: ReviewedTurn) -> str:
    return f"{turn.label} {turn.turn}{turn.mark or ''}"


def _boards(review: Review, language: Language) -> Iterator[str]:
    turning = [turn for turn in review.turns if turn.turning_point]
    if not turning:
        return
    yield f'<h2>{escape(say("review.turning-points", language))}</h2>\n<div class="boards">'
    for turn in turning:
        position = Position.parse(turn.position, review.rules)
        said = say("list.semicolon", language).join(remarks(turn, language))
        picture = svg.board(position, size=320, language=language)
        caption = escape(f"{_name(turn)}: {said}")
        yield f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
    yield "</div>"


def _table(turns: Sequence[ReviewedTurn], language: Language) -> Iterator[str]:
    names = ("turn", "before", "after", "remark")
    cells = "".join(f"<th>{escape(say(f'review.{name}', language))}</th>" for name in names)
    yield f"<table>\n<tr>{cells}</tr>"
    for turn in turns:
        bad = ' class="bad"' if turn.mark not in (None, TurnMark.GOOD) else ""
        worths = (worth(one, turn.side, language) for one in (turn.before, turn.after))
        said = say("list.semicolon", language).join(remarks(turn, language))
        row = "".join(f"<td>{escape(text)}</td>" for text in (*worths, said))
        yield f"<tr><td{bad}>{escape(_name(turn))}</td>{row}</tr>"
    yield "</table>"
