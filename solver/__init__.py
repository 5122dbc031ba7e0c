"""The game itself: its public names are those of `fanorona`."""

from typing import TYPE_CHECKING

import fanorona

if TYPE_CHECKING:
    from fanorona import *  # noqa: F403 - whatever is public

__all__ = []
__all__ += fanorona.__all__

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(fanorona, name)

    def __dir__():
        return sorted({*globals(), *__all__})
