"""The words that explain a step: a sentence or two of its technique, and the conclusion.

The function of a technique is named in its record (`Technique.words`). It takes a
`sudoku.explaining.scene.Scene` and returns why the step follows; `account` adds the conclusion.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pkgutil import resolve_name

from sudoku.explaining.scene import Scene
from sudoku.techniques.registry import TECHNIQUES

Words = Callable[[Scene], str]

_PACKAGE = "sudoku.explaining.words."


def words_of(name: str) -> Words | None:
    """Return the function that explains the steps of a technique, or None if there is none.

    Examples
    --------
    >>> words_of("swordfish").__name__
    'basic'
    """
    words = TECHNIQUES[name].words
    return _load(words) if isinstance(words, str) else words


@cache
def _load(path: str) -> Words:
    words: Words = resolve_name(_PACKAGE + path)
    return words


def account(scene: Scene) -> str:
    """Return why a step follows, and what follows."""
    words = words_of(scene.step.technique)
    if words is None:
        return f"{TECHNIQUES[scene.step.technique].title}. {scene.conclusion()}"
    return f"{words(scene)} {scene.conclusion()}"
