"""Items go in bundles that take about the same time, whatever one takes."""

from __future__ import annotations

from itertools import count

import pytest

from fanorona.solver.spreading.bundles import MOST, SECONDS, Bundles


@pytest.mark.parametrize(
    ("each", "size"), [(1.0, 1), (SECONDS / 2.5, 2), (SECONDS / 9.5, 9), (0.0001, MOST)]
)
def test_a_bundle_takes_its_time(each: float, size: int) -> None:
    bundles = Bundles(count())
    for bundle in bundles:
        bundles.learn(len(bundle), len(bundle) * each)
        if bundle[0] > 1000:
            break
    assert len(bundle) == size


def test_bundles_grow_step_by_step_and_leave_nothing_out() -> None:
    bundles = Bundles(range(12))
    sizes, found = [], []
    for bundle in bundles:
        bundles.learn(len(bundle), 0.0001)
        sizes.append(len(bundle))
        found += bundle
    assert sizes == [1, 2, 4, 5]
    assert found == list(range(12))
