"""The version of the engine and of the distribution."""

__version__ = "0.1.0"
"""The version of the package.

Examples:
    >>> from fanorona import __version__
    >>> len(__version__.split("."))
    3
"""
