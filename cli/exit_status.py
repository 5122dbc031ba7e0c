"""What the exit status of `fanorona` means."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """A script can tell an answer of no from a question that was not understood."""

    YES = 0
    """Answered; where the answer is yes or no: yes, sound."""
    NO = 1
    """Answered: no, unsound."""
    USAGE = 2
    """The command line itself is wrong."""
    BAD_INPUT = 3
    """The input cannot be read, or the rules do not allow it."""
    UNDECIDED = 4
    """The budget ran out before an answer."""
    INTERNAL = 5
    """A fault in this program or in the machine."""
    INTERRUPTED = 130
    """Ctrl-C."""
    READER_GONE = 141
    """Whoever read the output stopped reading, as `head` does."""
