"""Numbers in words, in English and French, as far as puzzles count turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

_ENGLISH = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ENGLISH_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_FRENCH = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"),
    *("douze", "treize", "quatorze", "quinze", "seize", "dix sept", "dix huit", "dix neuf"),
)
_FRENCH_TENS = ("vingt", "trente", "quarante", "cinquante", "soixante")


def leading_number(words: Sequence[str]) -> tuple[int, int]:
    """The number that begins a list of small words, and how many words it takes; 0 if none."""
    for count in range(min(3, len(words)), 0, -1):
        number = _numbers().get(" ".join(words[:count]))
        if number is not None:
            return number, count
    return 0, 0


@cache
def _numbers() -> dict[str, int]:
    numbers: dict[str, int] = {}
    for small, tens, before_one in (
        (_ENGLISH, _ENGLISH_TENS, ""),
        (_FRENCH, _FRENCH_TENS, "et "),
    ):
        numbers |= {word: number for number, word in enumerate(small, 1)}
        for ten, word in enumerate(tens, 2):
            numbers[word] = 10 * ten
            numbers[f"{word} {before_one}{small[0]}"] = 10 * ten + 1
            for unit in range(2, 10):
                numbers[f"{word} {small[unit - 1]}"] = 10 * ten + unit
    return numbers
