"""The version of the engine and of the distribution."""

__version__ = "0.1.0"
