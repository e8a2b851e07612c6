"""The words of texts in an XCSP3 document: numbers, ranges, tuples, and repetitions such as 0x5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from csp.errors import ModelError
from csp.model.expressions import SHORT_WHOLE
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.reading_budget import spend

NUMBER = re.compile(r"[-+]?[0-9]{1,19}")
RANGE = re.compile(r"([-+]?[0-9]{1,19})\.\.([-+]?[0-9]{1,19})")
REPEATED = re.compile(r"([-+]?[0-9]{1,19}|\*)x([0-9]{1,9})")
MAY_REPEAT = re.compile(r"[0-9*]x[0-9]")
BRACKET = re.compile(r"[(){}]|\s+")
SPACES = str.maketrans("(),", "   ")
STAR = "*"


def split(text: str) -> list[str]:
    """Return the words of a text: spaces inside parentheses and braces do not separate words.

    Examples
    --------
    >>> split("x[0] add( y , 2) {1, 2} 3x2")
    ['x[0]', 'add(y,2)', '{1,2}', '3', '3']
    """
    words = list(_pieces(text)) if "(" in text or "{" in text else text.split()
    if MAY_REPEAT.search(text):
        words = [each for word in words for each in _repeated(word)]
    return words


def _pieces(text: str) -> Iterator[str]:
    """Yield the words of a text with parentheses, without the spaces in them."""
    depth, begin, found = 0, 0, list[str]()
    for match in BRACKET.finditer(text):
        sign = match.group()
        found.append(text[begin : match.start()])
        begin = match.end()
        if sign in "({":
            depth += 1
        elif sign in ")}":
            depth -= 1
            if depth < 0:
                raise ModelError(f"{sign!r} closes nothing")
        elif not depth:
            if word := "".join(found):
                yield word
            found = []
        if not sign.isspace():
            found.append(sign)
            if not depth and sign in ")}":
                yield "".join(found)
                found = []
    if depth:
        raise ModelError("a parenthesis is not closed")
    if word := "".join([*found, text[begin:]]):
        yield word


def _repeated(word: str) -> list[str]:
    match = REPEATED.fullmatch(word)
    if not match:
        return [word]
    spend("numbers", int(match[2]))
    return [match[1]] * int(match[2])


def between(first: str, last: str) -> range:
    """Return the numbers from one to another, both included, of a range such as 1..5."""
    found = range(int(first), int(last) + 1)
    spend("numbers", max(0, found.stop - found.start))
    return found


def number(word: str) -> int:
    """Return the number that a word is.

    Raises
    ------
    ModelError
        If it is not a whole number of at most 19 digits.
    """
    if not NUMBER.fullmatch(word):
        raise ModelError(f"expected a whole number, and found {word!r}")
    return int(word)


def numbers(text: str) -> list[int]:
    """Return numbers; a range such as 1..5 stands for all of its numbers.

    Examples
    --------
    >>> numbers("1..3 7 0x2")
    [1, 2, 3, 7, 0, 0]
    """
    found = list[int]()
    for word in split(text):
        match = RANGE.fullmatch(word)
        if match:
            found += between(match[1], match[2])
        else:
            found.append(number(word))
    return found


def tuples(text: str) -> list[list[str]]:
    """Return the words of tuples such as `(a,1,b)(b,2,c)`.

    Examples
    --------
    >>> tuples("(a,1,b) (b, *,c)")
    [['a', '1', 'b'], ['b', '*', 'c']]
    """
    body = text.strip()
    if not body:
        return []
    if body[0] != "(" or body[-1] != ")":
        raise ModelError("expected tuples in parentheses, such as (1,2)(3,4)")
    found = []
    for part in re.split(r"\)\s*\(", body[1:-1]):
        if "(" in part or ")" in part:
            raise ModelError(f"expected tuples without parentheses in them, and found ({part})")
        found.append([word.strip() for word in part.split(",")])
    return found


def rows(text: str, n: int) -> I64 | None:
    """Return tuples of n numbers each; None if the text has something else, also an error.

    Examples
    --------
    >>> rows("(1,2) (3, -4)", 2).tolist(), rows("(1,2)(3,*)", 2), rows("(1,2)", 3)
    ([[1, 2], [3, -4]], None, None)
    """
    if not _rows_of(n).fullmatch(text):
        return None
    return np.fromstring(text.translate(SPACES), dtype=np.int64, sep=" ").reshape(-1, n)


@lru_cache(maxsize=16)
def _rows_of(n: int) -> re.Pattern[str]:
    """Return the pattern of tuples of n numbers."""
    number = rf"\s*+[-+]?[0-9]{{1,{SHORT_WHOLE}}}+\s*+"
    return re.compile(rf"(?:\s*+\({number}(?:,{number}){{{n - 1}}}\))++\s*+", re.ASCII)
