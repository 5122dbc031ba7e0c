"""The compiled part: 64-bit words in, 64-bit words out; no text, no names of rule sets."""

COMPILED_MODULES = (
    "memory",
    "stop",
    "game",
    "counting",
    "turns",
    "listing",
    "packing",
    "tables",
    "pair_walk",
    "score_table",
    "evaluation",
    "horizon",
    "ordering",
    "variation",
    "alpha_beta",
    "proof_table",
    "proof",
    "safety",
    "retro",
)
"""What setup.py compiles; the other modules are stand-ins for C headers."""


def is_compiled() -> bool:
    """Whether the kernel runs as machine code; otherwise the same sources run as Python.

    Examples:
        >>> is_compiled() in (True, False)
        True
    """
    from importlib.util import find_spec

    found = [find_spec(f"{__name__}.{module}") for module in COMPILED_MODULES]
    return not any(spec is None or str(spec.origin).endswith(".py") for spec in found)
