"""The stop flag: what it says of the time that is left."""

from __future__ import annotations

import pytest

from fanorona.solver.kernel.stop import Stop


@pytest.mark.parametrize(
    ("seconds", "within", "ends"), [(None, 1e6, False), (1e5, 1.0, False), (1e5, 1e6, True)]
)
def test_a_deadline_is_near_or_far(seconds: float | None, within: float, ends: bool) -> None:
    assert Stop(seconds).ends_within(within) is ends
