"""Solutions as lines of JSON: the texts of options, which are made once, are copied by a kernel."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import I64, U32

U8 = NDArray[np.uint8]
N_MARKS = 5
BEGIN, EMPTY, COMMA, LABELS, END = range(N_MARKS)
"""The texts around those of options and labels, after them in a table."""
MARKS = ('{"options": [', '{"options": []}\n', ", ", '], "labels": [', "]}\n")


class Texts(NamedTuple):
    """A table of texts: those of options, then those of labels if there are any, then the marks.

    Attributes
    ----------
    data
        The texts in UTF-8, one after another.
    starts
        Where each begins, and the end of the last.
    n_options, n_labels
        Their numbers.
    """

    data: U8
    starts: I64
    n_options: int
    n_labels: int


def texts(options: list[str], labels: list[str]) -> Texts:
    """Return the table of the texts of options and labels."""
    parts = [text.encode() for text in (*options, *labels, *MARKS)]
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return Texts(
        np.frombuffer(bytearray(b"".join(parts)), dtype=np.uint8), ends, len(options), len(labels)
    )


def lines(own: Texts, rows: U32, lengths: U32) -> U8:
    """Return solutions as lines; a row has the options of one in its first places.

    Examples
    --------
    >>> own = texts(['["p"]', '["q"]'], ['"A"', '"B"'])
    >>> rows = np.array([[0, 1], [1, 9], [9, 9]], dtype=np.uint32)
    >>> print(lines(own, rows, np.array([2, 1, 0], dtype=np.uint32)).tobytes().decode(), end="")
    {"options": [["p"], ["q"]], "labels": ["A", "B"]}
    {"options": [["q"]], "labels": ["B"]}
    {"options": []}
    """
    found = np.empty(size_of_lines(own, rows, lengths), dtype=np.uint8)
    copy_lines(own, rows, lengths, found)
    return found


@helper
def size_of(own: Texts, text: int) -> int:
    """Return the number of bytes of a text."""
    return int(own.starts[text + 1] - own.starts[text])


@kernel
def size_of_lines(own: Texts, rows: U32, lengths: U32) -> int:
    """Return the number of bytes of the lines of some solutions."""
    mark = own.n_options + own.n_labels
    comma, labels = size_of(own, mark + COMMA), size_of(own, mark + LABELS)
    frame = size_of(own, mark + BEGIN) + size_of(own, mark + END)
    total = 0
    for k in range(len(lengths)):
        n = int(lengths[k])
        if n == 0:
            total += size_of(own, mark + EMPTY)
            continue
        total += frame + (n - 1) * comma
        if own.n_labels:
            total += labels + (n - 1) * comma
        for j in range(n):
            option = int(rows[k, j])
            total += size_of(own, option)
            if own.n_labels:
                total += size_of(own, own.n_options + option)
    return total


@kernel
def copy_lines(own: Texts, rows: U32, lengths: U32, found: U8) -> int:
    """Write the lines of some solutions; return their number of bytes."""
    mark, at = own.n_options + own.n_labels, 0
    for k in range(len(lengths)):
        n = int(lengths[k])
        if n == 0:
            at = copy(own, mark + EMPTY, found, at)
            continue
        at = copy(own, mark + BEGIN, found, at)
        for j in range(n):
            if j > 0:
                at = copy(own, mark + COMMA, found, at)
            at = copy(own, int(rows[k, j]), found, at)
        if own.n_labels:
            at = copy(own, mark + LABELS, found, at)
            for j in range(n):
                if j > 0:
                    at = copy(own, mark + COMMA, found, at)
                at = copy(own, own.n_options + int(rows[k, j]), found, at)
        at = copy(own, mark + END, found, at)
    return at


@helper
def copy(own: Texts, text: int, found: U8, at: int) -> int:
    """Copy a text to a place; return the place after it."""
    for k in range(own.starts[text], own.starts[text + 1]):
        found[at] = own.data[k]
        at += 1
    return at
