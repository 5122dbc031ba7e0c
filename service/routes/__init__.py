"""The addresses of the service, a module each."""

from fanorona.service.routes import (
    analysis,
    batch,
    diagram,
    forced_win,
    games,
    health,
    limits,
    moves,
    play,
    puzzle_sheets,
    puzzles,
    review,
    rules,
    steps,
    tablebase,
    turn,
)

BLUEPRINTS = (
    rules.blueprint,
    moves.blueprint,
    steps.blueprint,
    play.blueprint,
    analysis.blueprint,
    turn.blueprint,
    forced_win.blueprint,
    tablebase.blueprint,
    puzzles.blueprint,
    puzzle_sheets.blueprint,
    games.blueprint,
    review.blueprint,
    batch.blueprint,
    diagram.blueprint,
    limits.blueprint,
    health.blueprint,
)
