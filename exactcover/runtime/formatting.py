"""Numbers and durations as text, for results and messages; large whole numbers included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from itertools import islice
from math import log10
from reprlib import Repr
from typing import Any

MAX_DIGITS = 40
"""Whole numbers with more digits are rounded where they are not the result itself."""
MAX_PYTHON_DIGITS = 4300
"""The maximum number of digits that Python converts to text."""
MAX_EXACT = 10**18
"""Larger whole numbers are rounded by integer arithmetic, because they may exceed any float."""
_BRIEF = Repr()
_BRIEF.maxlevel, _BRIEF.maxstring, _BRIEF.maxother, _BRIEF.maxlong = 3, 120, 160, MAX_DIGITS
"""How values are cut where an object has several of them."""
UNITS = {
    "years": 365.25 * 86400,
    "days": 86400.0,
    "hours": 3600.0,
    "minutes": 60.0,
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
}


def format_number(value: float) -> str:
    """Return a number as text with three significant digits.

    >>> format_number(5), format_number(0.1234), format_number(123456.0), format_number(1.2345e17)
    ('5', '0.123', '123,000', '1.23e17')
    >>> format_number(10**400)
    '1e400'
    """
    if isinstance(value, int) and value > MAX_EXACT:
        return _rounded(value)
    rounded = f"{value:.3g}"
    if 1e3 <= float(rounded) < 1e9:
        return f"{float(rounded):,.0f}"
    mantissa, _, exponent = rounded.partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def format_whole(value: int, separator: str = "", max_digits: int = MAX_DIGITS) -> str:
    """Return a whole number as text: all digits, or three of them if it has too many.

    Python does not convert numbers of more than 4,300 digits, and counts of solutions have more.

    >>> format_whole(1234567, ","), format_whole(2**100), format_whole(2**20000)
    ('1,234,567', '1267650600228229401496703205376', '3.98e6020')
    """
    if abs(value) < 10**max_digits:
        return f"{int(value):{separator}}"
    return "-" * (value < 0) + _rounded(abs(int(value)))


def format_duration(seconds: float) -> str:
    """Return a duration as text, in a suitable unit.

    >>> format_duration(0.00123), format_duration(200.0), format_duration(1e12)
    ('1.23 ms', '3.33 minutes', '31,700 years')
    """
    unit = next((unit for unit, size in UNITS.items() if seconds >= size), "us")
    return f"{format_number(seconds / UNITS[unit])} {unit}"


def format_repr(thing: object, names: Iterable[str]) -> str:
    """Return the `repr` of an object with the named attributes, whose numbers may be very large."""
    values = ((name, getattr(thing, name)) for name in names)
    parts = (f"{name}={shown(value)}" for name, value in values)
    return f"{type(thing).__name__}({', '.join(parts)})"


def shown(value: object) -> str:
    """Return the text of an argument for a message, also of numbers that Python does not write.

    >>> shown("a"), shown(-10**5000)
    ("'a'", '-1e5000')
    """
    if type(value) is int:
        return format_whole(value, max_digits=MAX_PYTHON_DIGITS)
    try:
        return repr(value)
    except ValueError:
        return f"a very large {type(value).__name__}"


def brief_repr(record: Any) -> str:
    """Return the `repr` of a dataclass in which long values are cut, for a line of a terminal.

    Classes of results name it as their `__repr__`; their attributes have all values.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Cover:
    ...     options: tuple[int, ...]
    ...     __repr__ = brief_repr
    >>> Cover(tuple(range(1000)))
    Cover(options=(0, 1, 2, 3, 4, 5, ...))
    """
    parts = (
        f"{each.name}={_BRIEF.repr(getattr(record, each.name))}"
        for each in fields(record)
        if each.repr
    )
    return f"{type(record).__name__}({', '.join(parts)})"


def joined_briefly(texts: Iterable[str], number: int, most: int = 40) -> str:
    """Return the first of some texts in a row, and how many more there are.

    Examples
    --------
    >>> joined_briefly("abc", 3, most=2), joined_briefly("abc", 3)
    ('a, b, … 1 more', 'a, b, c')
    """
    shown = list(islice(texts, most))
    return ", ".join([*shown, *([f"… {number - most:,} more"] if number > most else [])])


def _rounded(value: int) -> str:
    """Return a large whole number as text with three significant digits."""
    exponent = int(log10(value))
    scale: int = 10 ** (exponent - 2)
    lead = (value + scale // 2) // scale
    if lead >= 1000:  # such as 9999 rounded, or where the logarithm was
        lead, exponent = (lead + 5) // 10, exponent + 1
    return f"{lead / 100:.3g}e{exponent}"


def short(thing: object, most: int = 14) -> str:
    """Return the text of a thing, cut to some number of characters.

    Examples
    --------
    >>> short((3, 4)), short("incomprehensibilities", 10)
    ('(3, 4)', 'incompreh…')
    """
    text = " ".join(str(thing).split())
    return text if len(text) <= most else text[: most - 1] + "…"
