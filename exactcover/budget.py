"""The budget of readers: how much a text may ask for, however short it is.

A text of thirty bytes can ask for two thousand million variables, and a compressed file of a
kilobyte can be unpacked to gigabytes. So every reader calls `spend` before it makes what a text
asks for, and this raises `BudgetError` where the sum is more than a `Budget` allows. What takes no
more than the text itself, such as one option for each line, is not counted: a long text may need
much.

`spend` also asks the clock, so a time limit stops a reader; see `exactcover.limits`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from exactcover.errors import BudgetError, ProblemError
from exactcover.limits import stop_if_due

__all__ = ["MOST", "Budget", "left", "reading", "spend", "whole_number"]

MOST: Mapping[str, int] = MappingProxyType(
    {
        "bytes": 1 << 27,
        "characters": 1 << 22,
        "elements": 1 << 20,
        "variables": 1 << 20,
        "cells": 1 << 18,
        "values": 1 << 30,
        "numbers": 1 << 22,
        "terms": 1 << 24,
        "copies": 1 << 16,
        "options": 1 << 18,
        "entries": 1 << 21,
        "nodes": 1 << 25,
        "states": 1 << 16,
        "steps": 1 << 18,
    }
)
"""What is counted -> how much a reader may make of it, if the caller does not say otherwise.

- bytes: of files that were compressed
- characters: of links that were compressed
- elements: of XML
- variables: that a number declares
- cells: of arrays of variables; a constraint on all of them takes some kilobytes for each
- values: of the domains of all variables
- numbers: that short forms such as ``1..5`` and ``0x5`` stand for
- terms: that the names of arrays and templates stand for
- copies: of parts of expressions that stand several times in a value, as x does in ``sqr(x)``
- options, entries: of exact cover problems that are not written option by option; the items and
  colours of all options
- nodes: of diagrams
- states, steps: of automata
"""
OFTEN = 1 << 10
"""After so much, the clock is asked."""
MOST_DIGITS = 4300
"""The most digits of a number in decimal that Python reads."""


class _Thread(threading.local):
    """The budget in a thread, and what its reader has spent; None if nothing is being read."""

    def __init__(self) -> None:
        self.most: Mapping[str, int] = MOST
        self.outer: list[Mapping[str, int]] = []
        """The budgets in which those of now were entered: a `Budget` may serve many threads."""
        self.spent: dict[str, int] | None = None
        self.since = 0
        """How much was spent since the clock was asked."""


_thread = _Thread()


class Budget:
    """How much a text may ask for, for all readers that are called meanwhile in this thread.

    The usual numbers are enough for all that people write. A greater one is for a large file from
    a source that you trust, a smaller one for a service that reads what strangers send.

    Parameters
    ----------
    **most
        New numbers for some names of `MOST`: bytes, characters, elements, variables, cells,
        values, numbers, terms, copies, options, entries, nodes, states, steps. None is for no
        limit.

    Raises
    ------
    ProblemError
        If there is no such name, or a number is negative.

    Examples
    --------
    >>> from csp import from_opb
    >>> text = "* #variable= 2000000000 ;"
    >>> from_opb(text)
    Traceback (most recent call last):
        ...
    csp.errors.ModelError: line 1, column 3: 2,000,000,000 variables are asked for: 1,048,576 \
are allowed
    >>> with Budget(variables=10):
    ...     from_opb("* #variable= 20 ;")
    Traceback (most recent call last):
        ...
    csp.errors.ModelError: line 1, column 3: 20 variables are asked for: 10 are allowed
    """

    def __init__(self, **most: int | None) -> None:
        for name in most:
            if name not in MOST:
                raise ProblemError(f"a budget has no {name!r}: it has {', '.join(MOST)}")
        from exactcover.arguments import check_whole  # it imports NumPy, and readers may not

        self._most = {name: check_whole(name, number) for name, number in most.items()}

    def __enter__(self) -> Budget:
        _thread.outer.append(_thread.most)
        _thread.most = {**_thread.most, **self._most}
        return self

    def __exit__(self, *_: Any) -> None:
        _thread.most = _thread.outer.pop()


@contextmanager
def reading() -> Iterator[None]:
    """Read meanwhile: a whole budget may be spent, or the rest of it inside another reader.

    As a decorator, it makes a reader of a function.
    """
    if _thread.spent is not None:
        yield
        return
    _thread.spent, _thread.since = dict.fromkeys(MOST, 0), 0
    try:
        yield
    finally:
        _thread.spent = None


def spend(what: str, number: int = 1) -> None:
    """Count something that a reader is about to make; where nothing is read, only ask the clock.

    Raises
    ------
    BudgetError
        If this and what was spent before is more than the budget allows.
    HaltedError
        If the verb or the command in which this happens must stop.

    Examples
    --------
    >>> with reading():
    ...     spend("states", 60_000)
    ...     spend("states", 60_000)
    Traceback (most recent call last):
        ...
    exactcover.errors.BudgetError: 120,000 states are asked for: 65,536 are allowed
    """
    spent = _thread.spent
    if spent is not None:
        total = spent[what] + number
        if total > _thread.most[what]:
            raise BudgetError(what, total, _thread.most[what])
        spent[what] = total
    _thread.since += number
    if _thread.since >= OFTEN:
        _thread.since = 0
        stop_if_due()


def left(what: str) -> int:
    """Return how much of something a reader may still make.

    Examples
    --------
    >>> with reading():
    ...     spend("states", 5536)
    ...     left("states")
    60000
    """
    spent = 0 if _thread.spent is None else _thread.spent[what]
    return _thread.most[what] - spent


def whole_number(word: str) -> int | None:
    """Return the whole number that a word is in decimal; None if it is none, or is too long.

    Python itself raises ValueError for numbers of more than 4,300 digits.

    Examples
    --------
    >>> whole_number("12"), whole_number("1" * 5000), whole_number("-1")
    (12, None, None)
    """
    return int(word) if len(word) <= MOST_DIGITS and word.isdecimal() else None
