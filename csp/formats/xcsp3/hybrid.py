"""Tuples with conditions, which XCSP3 calls hybrid: `≤3`, `{1,2}`, `c0+1`, `≠c1` and others.

Columns are counted from 0. The specification writes `%1` for a column, and the files that there are
have `c1`: both are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from csp.constraints.conditions import Condition, Entry, column, entry_of, value
from csp.errors import ModelError
from csp.formats.xcsp3.words import RANGE, STAR, between, number

KINDS = ("hybrid", "hybrid-1", "hybrid-2")
"""The attribute `type` of tables with such tuples."""

COMPARED = re.compile(r"([=≠≤≥﹤﹥<>]?)(?:([-+]?[0-9]{1,19})|[c%]([0-9]{1,9})([-+][0-9]{1,19})?)")
ROW, COMMA = re.compile(r"\(([^()]*)\)"), re.compile(r",(?![^{]*\})")
SUM = re.compile(r"[=≠≤≥﹤﹥<>]?[c%][0-9]+[-+][c%][0-9]+")
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "": lambda own, other: own == other,
    "=": lambda own, other: own == other,
    "≠": lambda own, other: own != other,
    "≤": lambda own, other: own <= other,
    "≥": lambda own, other: own >= other,
    "<": lambda own, other: own < other,
    ">": lambda own, other: own > other,
    "﹤": lambda own, other: own < other,
    "﹥": lambda own, other: own > other,
}
COMPLEMENT = "∁"


def entry(word: str) -> Entry:
    """Return the entry of a row that a word stands for.

    Raises
    ------
    ModelError
        If it is none of the conditions that tables may have.

    Examples
    --------
    >>> entry("*"), entry("7"), entry("≠c0+1"), entry("≤%0"), entry("∁3..4")
    (None, 7, value != column(0) + 1, value <= column(0), (value != 3) & (value != 4))
    """
    if word == STAR:
        return None
    match = COMPARED.fullmatch(word)
    if match:
        sign, constant, own, offset = match.groups()
        if constant is not None:
            return int(constant) if sign in ("", "=") else OPERATORS[sign](value, int(constant))
        return entry_of(OPERATORS[sign](value, column(int(own)) + int(offset or 0)))
    if SUM.fullmatch(word):
        raise ModelError(f"{word} is the sum of two columns: only one is possible")
    if not word.startswith(COMPLEMENT):
        return entry_of(_members(word))
    match = RANGE.fullmatch(word := word.removeprefix(COMPLEMENT))
    return Condition(excluded=frozenset(between(*match.groups()) if match else _members(word)))


def rows(text: str) -> list[list[str]]:
    """Return the words of tuples such as `(1,{2,3},≤c0)`."""
    if ROW.sub("", text).strip():
        raise ModelError("expected tuples in parentheses, such as (1,≤2)(3,{4,5})")
    return [
        ["".join(word.split()) if "{" not in word else word.strip() for word in COMMA.split(row)]
        for row in ROW.findall(text)
    ]


def _members(word: str) -> range | frozenset[int]:
    """Return the values of a set or of a range."""
    match = RANGE.fullmatch(word)
    if match:
        return range(int(match[1]), int(match[2]) + 1)
    if not word.startswith("{") or not word.endswith("}"):
        raise ModelError(f"expected a value, a set or a condition such as ≤3 or c0+1: {word!r}")
    return frozenset(number(each) for each in re.split(r"[,\s]", word[1:-1]) if each)
