"""What a shell offers when Tab is pressed, where Click cannot know it from the type."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click import Context, Parameter
    from click.shell_completion import CompletionItem


def files(_ctx: Context, _parameter: Parameter, begun: str) -> list[CompletionItem]:
    """Names of files, which the shell itself looks up."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


def positions(_ctx: Context, _parameter: Parameter, begun: str) -> list[str]:
    """The words that stand for a position."""
    return _beginning_with(begun, ("start", "-"))


def rule_sets(_ctx: Context, _parameter: Parameter, begun: str) -> list[str]:
    """Names of rule sets."""
    from fanorona.solver import RULE_SETS

    return _beginning_with(begun, RULE_SETS)


def themes(_ctx: Context, _parameter: Parameter, begun: str) -> list[str]:
    """Names of themes for pictures."""
    from fanorona.solver.svg_themes import THEMES

    return _beginning_with(begun, THEMES)


def _beginning_with(begun: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(begun)]
