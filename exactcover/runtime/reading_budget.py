"""The reading budget: how much a text may make its parser create.

A text of thirty bytes can ask for two thousand million variables, and a compressed file of a
kilobyte can be unpacked to gigabytes. So every reader calls `spend` before it creates what a text
asks for. This adds up the numbers, and raises `BudgetError` where a sum is above the limit in
`Budget`. Things that take no more memory than the text itself, such as one option for each line,
are not counted.

`spend` also asks the clock, so a time limit stops a reader; see `exactcover.runtime.search.limits`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from exactcover.runtime.errors import BudgetError, ProblemError
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.text_view import TextView

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
        "constraints": 1 << 14,
        "options": 1 << 18,
        "entries": 1 << 21,
        "nodes": 1 << 25,
        "states": 1 << 16,
        "steps": 1 << 18,
        "arcs": 1 << 22,
    }
)
"""The usual limits: the name of what is counted, and how many of it one text may ask for.

=========== ========================================================================================
name        counts
=========== ========================================================================================
bytes       the bytes of a compressed file after it is unpacked
characters  the characters of a compressed link after it is unpacked
elements    the elements of an XML document
variables   the variables that are declared by their number alone
cells       the cells of arrays of variables; a constraint on all takes some kilobytes for each cell
values      the values in the domains of all variables
numbers     the numbers for which a short form stands, such as ``1..5`` or ``0x5``
terms       the terms for which the name of an array or a template stands
copies      the parts of expressions that have to be copied, such as x in ``sqr(x)``, which is x * x
constraints the constraints for which one constraint stands, such as those of the windows of a list
options     the options of an exact cover problem, if the text does not list them
entries     the items of all such options together
nodes       the nodes of a diagram
states      the states of automata
steps       the steps between states of automata
arcs        the steps of automata that read a list, for each of its places
=========== ========================================================================================

Up to 1,024 constraints for which one stands are not counted.
"""
OFTEN = 1 << 10
"""After so much is counted, `spend` asks the clock again."""
MOST_DIGITS = 4300
"""The most digits of a number in decimal that Python reads."""


class _Thread(threading.local):
    """The limits of a thread, and what its reader has spent of them; None if it reads nothing."""

    def __init__(self) -> None:
        self.most: Mapping[str, int] = MOST
        self.outer: Any = None
        """The budget in which that of now was entered, and what is outside of it, as a pair.

        It is not kept in the `Budget`, which may serve many threads.
        """
        self.spent: dict[str, int] | None = None
        self.since = 0
        """How much was counted since the clock was asked."""


_thread = _Thread()


class Budget(TextView):
    """A context that changes how much a text may make readers create, in this thread.

    The usual limits are enough for texts that people write. Raise one for a large file from a
    source that you trust; lower it in a service that reads what strangers send.

    Parameters
    ----------
    **most
        New limits for some names of `exactcover.runtime.reading_budget.MOST`: bytes, characters,
        elements, variables, cells, values, numbers, terms, copies, constraints, options, entries,
        nodes, states, steps, arcs. None means no limit.

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

    def __repr__(self) -> str:
        return f"Budget({', '.join(f'{name}={most}' for name, most in self._most.items())})"

    def __init__(self, **most: int | None) -> None:
        for name in most:
            if name not in MOST:
                raise ProblemError(f"a budget has no {name!r}: it has {', '.join(MOST)}")
        from exactcover.runtime.arguments import (
            check_whole,  # it imports NumPy, and readers may not
        )

        self._most = {name: check_whole(name, number) for name, number in most.items()}

    def __enter__(self) -> Budget:
        # Without calls, in which Ctrl-C could come.
        most = {**_thread.most, **self._most}
        _thread.most, _thread.outer = most, (_thread.most, _thread.outer)
        return self

    def __exit__(self, *_: Any) -> None:
        _thread.most, _thread.outer = _thread.outer


@contextmanager
def reading() -> Iterator[None]:
    """Return a context, also a decorator, for readers: `spend` counts within it.

    Counting begins at 0. A reader that another reader calls counts on, so that both together stay
    within one budget.
    """
    if _thread.spent is not None:
        yield
        return
    try:
        _thread.spent, _thread.since = dict.fromkeys(MOST, 0), 0
        yield
    finally:
        _thread.spent = None


@contextmanager
def attempt() -> Iterator[None]:
    """Return a context for a reading that is repeated in another way if it fails.

    What it had spent until then does not count.

    Examples
    --------
    >>> with reading():
    ...     try:
    ...         with attempt():
    ...             spend("states", 60_000)
    ...             raise ValueError("it must be read in another way")
    ...     except ValueError:
    ...         left("states") == MOST["states"]
    True
    """
    before = _thread.spent and dict(_thread.spent)
    try:
        yield
    except Exception:
        _thread.spent = before
        raise


def spend(what: str, number: int = 1) -> None:
    """Count what a reader is about to create, and ask the clock from time to time.

    Outside of `reading` nothing is counted.

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
    exactcover.runtime.errors.BudgetError: 120,000 states are asked for: 65,536 are allowed
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
    """Return how much of something a reader may still create.

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
