"""Stand-in for the module `cython` where the kernel runs uncompiled and Cython is not installed.

It has the part of Cython's pure-Python mode that the kernel uses: decorators that change nothing,
`nogil`, and C types, which serve as annotations and know the value they start with.
"""

import re
from collections.abc import Callable
from typing import Any

compiled = False


def _unchanged(decorated: Any) -> Any:
    return decorated


def _with_arguments(*_arguments: object, **_named: object) -> Callable[[Any], Any]:
    return _unchanged


cfunc = ccall = cclass = inline = final = internal = _unchanged
exceptval = locals = returns = _with_arguments
boundscheck = wraparound = cdivision = initializedcheck = nonecheck = _with_arguments
overflowcheck = infer_types = binding = profile = freelist = _with_arguments


class _Gil:
    """`with nogil:`, `@nogil`, `@nogil(True)` and `with nogil(condition):`, all without effect."""

    def __call__(self, decorated: Any) -> Any:
        return decorated if callable(decorated) else self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        pass


nogil = gil = with_gil = _Gil()


class _CType:
    """A number, a pointer, or with a size in brackets an array of them."""

    def __init__(self, new: Callable[[], Any]) -> None:
        self.new = new

    def __getitem__(self, size: Any) -> "_CType":
        if isinstance(size, int):
            return _CType(lambda: [self.new() for _ in range(size)])
        return _CType(lambda: None)


class _Pointer(_CType):
    """`pointer(T)` and `pointer[T]`."""

    def __call__(self, _target: Any) -> _CType:
        return self


pointer = _Pointer(lambda: None)

_INTEGERS = re.compile(
    "[us]?(char|short|int|long|longlong)|bint|s?size_t|Py_ssize_t|Py_hash_t|ptrdiff_t"
)
_FLOATS = re.compile("float|double|longdouble")
_POINTERS = re.compile("p{1,3}_.+")


def __getattr__(name: str) -> Any:
    if _INTEGERS.fullmatch(name):
        return _CType(lambda: 0)
    if _FLOATS.fullmatch(name):
        return _CType(lambda: 0.0)
    if _POINTERS.fullmatch(name) or name == "void":
        return _CType(lambda: None)
    raise AttributeError(f"the stand-in for cython has no {name!r}")


def declare(kind: Any = None, value: Any = None, **_names: Any) -> Any:
    if value is None and isinstance(kind, _CType):
        return kind.new()
    return value


def cast(_kind: Any, value: Any, typecheck: bool = False) -> Any:
    return value
