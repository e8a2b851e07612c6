"""Damage to texts and files: flipped bytes, cut and doubled parts, huge numbers, deep nesting.

Some damage knows of structure: counts and sizes, repetitions, terms in terms, and JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]

HUGE = (
    *(b"0", b"-1", b"1e999", b"NaN", b"Infinity", b"9999999999", b"999999"),
    *(
        b"65537",
        b"262144",
        b"1048577",
        b"100000000",
        b"2000000000",
        b"0X1F",
        b"0O7",
        b"0x1.0p99999",
    ),
    *(b"9" * 25, b"9" * 5000, b"1e-400", b"0x10", b"1.5", b"00", b"null", b"true", b'""', b"[]"),
)
ODD = (
    *("\ufeff", "\x00", "\u2028", "\u0661", "\u00b2", "\u00bd", "\U0001d7d9", "\u202e", "\u00e9"),
    *("\ud800", "\x85", "\x0b", "\x1c", "\t", "\r", "\n", "\r\n", "|", ":", ",", "~", ".", '"'),
)
REPEATED = (
    *(b"{99}", b"{99}", b"{3000}", b"{99999999}", b"{0,99}", b"?", b"*", b"+", b"x4000000", b"x99"),
    *(b"..1048000", b"..1000000000000", b"-9", b"[]", b"[0..9]", b"#" * 1000, b" " * 3000),
)
"""What may stand behind a number or a name, and make much of it."""
AROUND = (
    *((b"sqr(", b")"), (b"eq(x,", b",x)"), (b"(", b"){99}"), (b"(", b"?)*"), (b"[", b"]")),
    *((b'{"a":', b"}"), (b"<a>", b"</a>"), (b"neg(", b")"), (b".Or~", b".End"), (b"{", b"}")),
)
"""What may stand around a part, many times."""
OTHER_VALUES = (
    *(b"null", b"true", b"[]", b"{}", b'""', b"-1", b"1e308", b"1.5", b"[[]]", b'{"a": null}'),
    *(b'"R1C1"', b'"r1c1"', b"[null]", b"[0, 0]", b"99999999999", b"9" * 5000, b"NaN"),
)
"""Values of JSON, of every type."""
VALUE = re.compile(rb'"(?:[^"\\]|\\.)*"(?!\s*:)|-?[0-9.]+|true|false|null|\[\]|\{\}')
NESTED = (b"[", b"{", b'{"a":', b"[[", b"(", b".Or~", b"((")


def mutated(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """Return a text with some random damage."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice(MUTATIONS)(rng, text, others)
    return text


def _span(rng: Random, text: bytes) -> tuple[int, int]:
    """Return where a part of a text begins and ends; short ones are likelier."""
    begin = rng.randint(0, len(text))
    return begin, min(len(text), begin + int(rng.paretovariate(0.7)))


def _flip(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    if not text:
        return text
    at = rng.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << rng.randrange(8)]) + text[at + 1 :]


def _put(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(text) + 1)
    return text[:at] + bytes([rng.randrange(256)]) + text[at + rng.randrange(2) :]


def _cut(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, text)
    return text[:begin] + text[end:]


def _truncate(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(text))
    return rng.choice((text[:at], text[at:]))


def _double(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, text)
    return text[:begin] + text[begin:end] * rng.choice((2, 2, 3, 30)) + text[end:]


def _splice(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    (begin, end), (first, last) = _span(rng, text), _span(rng, other)
    return text[:begin] + other[first:last] + text[end:]


def _number(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Put a number or a value for a number."""
    found = list(re.finditer(rb"-?[0-9]+", text[:4000]))
    if not found:
        return text
    match = rng.choice(found)
    value = str(rng.randrange(40)).encode() if rng.random() < 0.5 else rng.choice(HUGE)
    return text[: match.start()] + value + text[match.end() :]


def _odd(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rng.choice((0, rng.randint(0, len(text))))
    return text[:at] + rng.choice(ODD).encode("utf-8", "surrogatepass") + text[at:]


def _nest(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(text))
    n = rng.choice((1, 2, 50, 2000) if rng.random() < 0.9 else (100_000,))
    return text[:at] + rng.choice(NESTED) * n + text[at:]


def _repeat(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Put a sign of repetition, or a range, behind a word or a bracket."""
    found = list(re.finditer(rb"\w+|[)\]}.]", text[:4000]))
    if not found:
        return text
    at = rng.choice(found).end()
    return text[:at] + rng.choice(REPEATED) * rng.choice((1, 1, 2, 3)) + text[at:]


def _wrap(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Put brackets or calls around a word, many times."""
    found = list(re.finditer(rb"\w+(?:\[\d+\])?", text[:4000]))
    if not found:
        return text
    match, (before, after) = rng.choice(found), rng.choice(AROUND)
    n = rng.choice((1, 2, 10, 40, 1000))
    return text[: match.start()] + before * n + match[0] + after * n + text[match.end() :]


def _value(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Put another value of JSON, most often of another type, in the place of one."""
    found = list(VALUE.finditer(text[:4000]))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(OTHER_VALUES) + text[match.end() :]


def _grow(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Repeat a line or an element very often."""
    parts = text.split(rng.choice((b"\n", b" ", b",", b"~", b";", b"<")))
    part = rng.choice(parts)
    return text.replace(part, part + (b" " + part) * min(1000, 20_000 // (1 + len(part))), 1)


def _lines(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Shuffle, drop or double lines or words."""
    glue = rng.choice((b"\n", b" ", b",", b"~"))
    parts = text.split(glue)
    a, b = (rng.randrange(len(parts)) for _ in range(2))
    kind = rng.randrange(3)
    if kind == 0:
        parts[a], parts[b] = parts[b], parts[a]
    elif kind == 1:
        del parts[a]
    else:
        parts.insert(a, parts[b])
    return glue.join(parts)


MUTATIONS: tuple[Mutation, ...] = (
    *(_flip, _put, _cut, _truncate, _double, _splice, _number, _number, _odd, _nest, _lines),
    *(_repeat, _wrap, _value, _grow),
)
