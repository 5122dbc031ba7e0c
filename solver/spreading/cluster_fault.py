"""What goes wrong with a cluster, for whoever asked it."""

from __future__ import annotations

from fanorona.solver.errors import FanoronaError


class ClusterFault(FanoronaError):  # noqa: N818 - reads as what it says
    """A cluster that cannot do the work, or not any more."""
