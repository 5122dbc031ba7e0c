"""Stand-in for the module `cython` where the kernel runs uncompiled and Cython is not installed.

It has what the kernel asks for when it runs as Python: decorators that change nothing, `nogil`, and
`declare` with the types that it is given. Types of annotations are missing: nothing evaluates them.
"""

from collections.abc import Callable
from typing import Any

compiled = False
ulonglong = longlong = size_t = int = double = object()


def _unchanged(decorated: Any) -> Any:
    return decorated


cfunc = cclass = inline = final = _unchanged


def exceptval(*, check: bool) -> Callable[[Any], Any]:
    return _unchanged


class _NoGil:
    """`with nogil:` and `@nogil`, both without effect."""

    def __call__(self, decorated: Any) -> Any:
        return decorated

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        pass


nogil = _NoGil()


def declare(_kind: object, value: Any) -> Any:
    return value
