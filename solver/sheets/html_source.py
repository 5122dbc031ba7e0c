"""A sheet as an HTML page that prints well: needs no other file, and nothing but a browser."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from fanorona.solver.sheets.sheet import Paper, Picture, PrintedProblem, PrintedSolution, Sheet

_SIZES = {Paper.A4: "A4", Paper.LETTER: "letter"}
_BOARDS = {2: 12.5, 4: 8.0, 6: 8.0}
"""Millimetres between two points, by the number of problems on a page."""
_WIDEST = {2: 150.0, 4: 80.0, 6: 80.0}
_HIGHEST = {2: 84.0, 4: 84.0, 6: 49.0}
_BESIDE_THE_BOARD = 9
"""Variations of a solution that stays in one column."""

_STYLE = """
@page { size: %(paper)s; margin: 18mm; @bottom-center { content: counter(page); } }
@page :first { @bottom-center { content: none; } }
body { font: 10.5pt/1.35 "Libertinus Serif", Palatino, "Palatino Linotype", Georgia, serif;
  color: #000; background: #fff; max-width: 174mm; margin: 0 auto; hyphens: manual; }
h1, h2, p { margin: 0; }
svg { display: block; height: auto; }
.title { min-height: 240mm; display: flex; flex-direction: column; align-items: center;
  justify-content: space-evenly; text-align: center; break-after: page; }
.title h1 { font-size: 30pt; }
.title .count { font-size: 14pt; }
.legend { max-width: 110mm; font-size: 9pt; color: #595959; }
.problems { display: grid; grid-template-columns: repeat(%(columns)s, 1fr); gap: 6mm 9mm; }
.problem { break-inside: avoid; text-align: center; min-height: %(height)smm; }
.problem:nth-of-type(%(per_page)sn) { break-after: page; }
.problem header { display: flex; align-items: baseline; gap: 0.6em;
  border-bottom: 0.4pt solid #595959; margin-bottom: 2mm; text-align: left; }
.problem h2 { font-size: 10pt; font-weight: normal; flex: 1; }
.number { font-size: 15pt; font-weight: bold; }
.rules { font-variant: small-caps; color: #595959; font-size: 9pt; }
.problem svg, .title svg { margin: 0 auto; }
.asked { font-weight: 600; }
.note { font-size: 9pt; }
.credit { font-size: 8pt; font-style: italic; color: #595959; }
.solutions { break-before: page; columns: 2; column-gap: 9mm; }
.solutions h1 { column-span: all; font-size: 16pt; margin-bottom: 3mm; }
.solution { break-inside: avoid; display: grid; grid-template-columns: 8mm 1fr 26mm; gap: 0 2mm;
  margin-bottom: 4mm; font-size: 9.5pt; line-height: 1.2; }
.solution > div { min-width: 0; overflow-wrap: anywhere; }
.solution svg { width: 26mm; }
.solution.long, .solution.long > div { break-inside: auto; }
.variation { break-inside: avoid; }
.nth { font-weight: bold; }
b, .answer { font-weight: 600; }
.turn { white-space: nowrap; }
.variation { font-size: 8pt; text-indent: -1.6em; padding-left: 1.6em; }
.remark { font-style: italic; }
@media screen { body { padding: 10mm; } }
"""


def html_source(sheet: Sheet) -> str:
    """The whole page."""
    parts = [
        "<!doctype html>",
        f'<html lang="{escape(sheet.language)}">',
        f'<head><meta charset="utf-8"><title>{escape(sheet.title)}</title>',
        f"<style>{_style(sheet)}</style></head>",
        "<body>",
        *_title(sheet),
        '<main class="problems">',
        *(
            part
            for number, problem in enumerate(sheet.problems, 1)
            for part in _problem(number, problem, sheet.style.per_page)
        ),
        "</main>",
        *(_solutions(sheet) if sheet.style.solutions else ()),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _style(sheet: Sheet) -> str:
    style = sheet.style
    columns = 1 if style.per_page == 2 else 2
    return _STYLE % {
        "paper": _SIZES[style.paper],
        "columns": columns,
        "per_page": style.per_page,
        "height": 240 * columns // style.per_page - 8,
    }


def _title(sheet: Sheet) -> Iterator[str]:
    yield '<section class="title">'
    yield f'<div><h1>{escape(sheet.title)}</h1><p class="count">{escape(sheet.count)}</p>'
    if sheet.style.author is not None:
        yield f"<p><i>{escape(sheet.style.author)}</i></p>"
    yield f"</div>{_sized(sheet.emblem, 120)}"
    yield f'<p class="legend">{escape(sheet.legend)}</p></section>'


def _problem(number: int, problem: PrintedProblem, per_page: int) -> Iterator[str]:
    diagram = problem.diagram
    unit = min(
        _BOARDS[per_page],
        _WIDEST[per_page] / diagram.width,
        _HIGHEST[per_page] / diagram.height,
    )
    yield '<section class="problem"><header>'
    yield f'<span class="number">{number}</span><h2>{escape(problem.title)}</h2>'
    yield f'<span class="rules">{escape(problem.rules)}</span></header>'
    yield _sized(diagram, unit * diagram.width)
    yield f'<p class="asked">{escape(problem.asked)}</p>'
    for note in problem.notes:
        yield f'<p class="note">{escape(note)}</p>'
    below = " · ".join(part for part in (problem.difficulty, problem.credit) if part)
    if below:
        yield f'<p class="credit">{escape(below)}</p>'
    yield "</section>"


def _solutions(sheet: Sheet) -> Iterator[str]:
    yield f'<section class="solutions"><h1>{escape(sheet.solutions_title)}</h1>'
    for number, problem in enumerate(sheet.problems, 1):
        for index, one in enumerate(problem.solutions):
            yield from _solution("" if index else str(number), one)
    yield "</section>"


def _solution(number: str, one: PrintedSolution) -> Iterator[str]:
    # A long one may go on in the next column, which would stay half empty without it.
    kind = "solution long" if len(one.lines) > _BESIDE_THE_BOARD else "solution"
    yield f'<div class="{kind}"><span class="nth">{number}</span><div><p>'
    if one.label:
        yield f"<b>{escape(one.label)}</b>"
    for place, (before, turn) in enumerate(zip(one.numbers, one.turns, strict=True)):
        played = f'<span class="turn">{escape(turn)}</span>' if len(turn) <= 24 else escape(turn)
        numbered = f"<b>{before}</b>&nbsp;{played}" if before else played
        yield f"<b>{numbered}</b>" if place == 0 else numbered
    if one.remark:
        yield f'<span class="remark">{escape(one.remark)}</span>'
    yield "</p>"
    for line in one.lines:
        indent = f' style="margin-left:{line.depth * 0.9:.1f}em"' if line.depth else ""
        text = f'{escape(line.defences)} <span class="answer">{escape(line.answer)}</span>'
        yield f'<p class="variation"{indent}>{text}</p>'
    yield f"</div>{one.final.svg if one.final else ''}</div>"


def _sized(picture: Picture, width: float) -> str:
    """The picture at a width in millimetres; the height follows."""
    return picture.svg.replace("<svg ", f'<svg style="width:{width:.1f}mm" ', 1)
