"""Teaches schemathesis what positions, rules and turns look like: its questions then make sense."""

from __future__ import annotations

import schemathesis
from hypothesis import strategies as st

RULES = ["standard", "ESCALE", "livret", "fliporona", "standard paika=allowed stopping=forfeit"]
TURNS = ["a1-a2", "b2-c3A", "c3: up", "E SE", "@b1", "a2~"]


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Legal positions under every rule set: few stones, no state."""
    width, height = draw(st.sampled_from([(3, 3), (5, 3), (5, 5), (9, 5)]))
    most = min(4, (width * height - 1) // 2)
    white, black = draw(st.tuples(st.integers(0, most), st.integers(1, most)))
    cells = draw(
        st.permutations("W" * white + "B" * black + "." * (width * height - white - black))
    )
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    return f"{'/'.join(rows)} {draw(st.sampled_from('WB'))}"


schemathesis.openapi.format("fanorona-position", positions())
schemathesis.openapi.format("fanorona-rules", st.sampled_from(RULES))
schemathesis.openapi.format("fanorona-turn", st.sampled_from(TURNS))
schemathesis.openapi.format(
    "fanorona-line", st.lists(st.sampled_from(TURNS), min_size=1).map(" ".join)
)
