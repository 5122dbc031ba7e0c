"""The compiled part: 64-bit words in, 64-bit words out; no text, no names of rule sets."""


def is_compiled() -> bool:
    """Whether the kernel runs as machine code; otherwise the same sources run as Python."""
    from solver.kernel import stop, turns

    return not any(str(module.__file__).endswith(".py") for module in (stop, turns))
