"""The words of texts in an XCSP3 document: numbers, ranges, tuples, and repetitions such as 0x5."""

from __future__ import annotations

import re
from collections.abc import Iterator

from csp.errors import ModelError

NUMBER = re.compile(r"[-+]?[0-9]{1,19}")
RANGE = re.compile(r"([-+]?[0-9]{1,19})\.\.([-+]?[0-9]{1,19})")
REPEATED = re.compile(r"([-+]?[0-9]{1,19}|\*)x([0-9]{1,9})")
BRACKET = re.compile(r"[(){}]|\s+")
MOST_WORDS = 1 << 22
"""The most numbers that short forms such as 0x5 and 1..5 may stand for in one text."""
STAR = "*"


def split(text: str) -> list[str]:
    """Return the words of a text: spaces inside parentheses and braces do not separate words.

    Examples
    --------
    >>> split("x[0] add( y , 2) {1, 2} 3x2")
    ['x[0]', 'add(y,2)', '{1,2}', '3', '3']
    """
    words = list(_pieces(text)) if "(" in text or "{" in text else text.split()
    if any("x" in word for word in words):
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
    return [match[1]] * checked(int(match[2])) if match else [word]


def checked(n: int) -> int:
    """Return a number of words that a short form stands for, if it is not too large."""
    if n > MOST_WORDS:
        raise ModelError(f"a short form stands for {n} numbers: at most {MOST_WORDS} are read")
    return n


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
            own = range(int(match[1]), int(match[2]) + 1)
            checked(own.stop - own.start)
            found += own
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
