"""Which engine this is, down to its sources: two of the same version give the same answers."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from fanorona.solver.kernel import is_compiled
from fanorona.solver.version import __version__

SOLVER = Path(__file__).parents[1]
COUNTED = {".py", ".pxd", ".weights", ".json"}


@cache
def engine_version() -> str:
    """The version, a digest of everything that answers depend on, and the kind of kernel.

    The kernels give the same answers, but only the compiled one builds small tables by itself.
    """
    digest = sha256()
    for path in sorted(SOLVER.rglob("*")):
        if path.suffix in COUNTED and path.is_file():
            digest.update(path.relative_to(SOLVER).as_posix().encode())
            digest.update(path.read_bytes())
    kernel = "compiled" if is_compiled() else "python"
    return f"{__version__} ({digest.hexdigest()[:8]}, {kernel})"
