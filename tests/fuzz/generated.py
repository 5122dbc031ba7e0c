"""Inputs made by Hypothesis out of the words of a reader, and by editing inputs that it takes."""

from __future__ import annotations

import traceback
from time import perf_counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.fuzz.figures import Figures
from tests.fuzz.readers import Reader

LONGEST_FAULT = 4_000

SIGNS = (b" ", b"\n", b"-", b"/", b":", b"=", b",", b"0", b"99999999999999999999")

Edit = tuple[int, int, bytes]
"""Where, how many bytes are removed, and what takes their place."""


def inputs(reader: Reader) -> SearchStrategy[bytes]:
    """Anything, and what is nearly right."""
    piece = (
        st.sampled_from(reader.words)
        | st.sampled_from(
            (b" ", b"\n", b"-", b"/", b":", b"=", b",", b"0", b"99999999999999999999")
        )
        | st.text(max_size=4).map(lambda text: text.encode("utf-8", "surrogatepass"))
        | st.binary(max_size=3)
    )
    made = st.lists(piece, max_size=30).map(b"".join)
    edit = st.tuples(st.integers(0, 2_000), st.sampled_from((0, 0, 1, 2, 7, 40)), piece)
    edited = st.builds(edited_seed, st.sampled_from(reader.seeds), st.lists(edit, max_size=4))
    return made | edited


def edited_seed(start: bytes, edits: list[Edit]) -> bytes:
    for place, removed, put in edits:
        at = place % (len(start) + 1)
        start = start[:at] + put + start[at + removed :]
    return start


def try_generated(reader: Reader, number: int, first: int = 0) -> Figures:
    """Try that many inputs; the same `first` gives the same ones."""
    figures = Figures()

    failing = b""

    def attempt(data: bytes) -> None:
        nonlocal failing
        figures.inputs += 1
        try:
            reader.read(data)
        except Exception:
            failing = data
            raise

    trial = settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )(seed(first)(given(inputs(reader))(attempt)))
    began = perf_counter()
    try:
        trial()
    except Exception:
        # The last one that fails is the simplest.
        told = traceback.format_exc()[-LONGEST_FAULT:]
        figures.faults.append(f"{reader.name}: {failing!r}\n{told}")
    figures.seconds = perf_counter() - began
    return figures
