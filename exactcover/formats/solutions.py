"""Solutions as JSON, for files and for commands: nothing of a name is lost.

A solution is ``{"options": [[member, ...], ...]}``. If the problem has labels, ``"labels": [label,
...]`` names the options in the same order. A member is an item; one with a colour is ``{"item":
item, "colour": colour}``. Texts, whole and finite numbers, truth values and None are themselves, a
tuple is a list, and anything else is its text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.runtime.errors import ProblemError

if TYPE_CHECKING:
    from exactcover.problem.option import Option
    from exactcover.problem.problem import Problem


def name_as_json(name: Any) -> Any:
    """Return an item, a colour or a label as a value that `json.dumps` takes.

    >>> name_as_json("x y"), name_as_json(("row", 1)), name_as_json(frozenset({2}))
    ('x y', ['row', 1], 'frozenset({2})')
    """
    if isinstance(name, np.generic):
        name = name.item()
    if isinstance(name, tuple):
        return [name_as_json(part) for part in name]
    is_plain = name is None or isinstance(name, str | int)
    if is_plain or (isinstance(name, float) and math.isfinite(name)):
        return name
    return str(name)


def members_as_json(option: Option) -> list[Any]:
    """Return the items of an option with their colours, for `json.dumps`.

    >>> from exactcover import Problem
    >>> problem = Problem([{"p q": None, ("x", 1): "dark red"}], secondary=[("x", 1)])
    >>> members_as_json(problem.options[0])
    ['p q', {'item': ['x', 1], 'colour': 'dark red'}]
    """
    return [
        name_as_json(item)
        if colour is None
        else {"item": name_as_json(item), "colour": name_as_json(colour)}
        for item, colour in zip(option.items, option.colours, strict=True)
    ]


def solution_as_json(options: Iterable[Option]) -> dict[str, Any]:
    """Return a solution for `json.dumps`, with the labels of its options if it has any.

    >>> from exactcover import Problem
    >>> solution_as_json(Problem({"A": ["p"], "B": ["q"]}).solve().solution)
    {'options': [['p'], ['q']], 'labels': ['A', 'B']}
    """
    options = list(options)
    made: dict[str, Any] = {"options": [members_as_json(option) for option in options]}
    if any(option.label is not None for option in options):
        made["labels"] = [name_as_json(option.label) for option in options]
    return made


def check_names(problem: Problem) -> None:
    """Raise `ProblemError` if two items or two colours of a problem are the same in JSON."""

    def text_of(name: Any) -> str:
        return json.dumps(name_as_json(name))

    check_texts("items", problem.items, text_of)
    check_texts("colours", problem.colour_names, text_of)


def check_texts(what: str, names: Iterable[Any], text_of: Callable[[Any], str]) -> None:
    """Raise `ProblemError` if two names have the same text."""
    name_of: dict[str, Any] = {}
    for name in names:
        text = text_of(name)
        if text in name_of:
            raise ProblemError(
                f"the {what} {name_of[text]!r} and {name!r} have the same text, {text}: give them "
                "names that differ there"
            )
        name_of[text] = name
