"""`Drawer`: draws solutions from a circuit at random, with exact probabilities.

A solution is one way to choose a term of each row that is reached, from the last row on. A term is
chosen with a probability that is its share of the value of the row: a random number between 0 and 1
falls into the part of the term. Floats tell into which part 53 bits of the number fall, unless it
is nearer to a border than rounding allows for. Then exact values decide, with further random bits
if needed. So each solution has exactly the probability that it should have.
"""

from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from exactcover.circuits.answers import values_of
from exactcover.circuits.circuit import (
    Circuit,
    Floats,
    Steps,
    as_floats,
    errors_of,
    finish,
    longest_of,
)
from exactcover.circuits.passes import STEP
from exactcover.circuits.weights import Weights
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import F64, I64, U32, U64, Unsigned

N_WORDS = 1 << 10
"""So many random words are drawn at once."""
DEPTH, N_FOUND, WORD, ROW, DRAWN = range(5)
"""The places of `Descent.position`: the rows on the stack, the options found, the next random word;
and, where floats do not decide, the row, and the 53 bits that were drawn."""
DONE, NO_WORDS, NO_SPACE, UNCLEAR = range(4)
"""Why `descend` returned: a solution is drawn, there are no random words left, the stack is full,
or floats do not decide."""
_LOW_BITS = np.uint64(11)
BITS = 53
"""The random bits for a choice; 11 others of the word are not used."""
_UNIT = 2.0**-BITS
_DOWN = 1.0 / STEP


class Descent(NamedTuple):
    """The arrays of the kernel that draws.

    ======== ============ ==========================================================================
    array    shape        holds
    ======== ============ ==========================================================================
    starts   (n_rows + 1) the first place of each row in `terms`
    terms    (n_terms,)   the terms, row by row
    left     (n_terms,)   see `Circuit`
    right    (n_terms,)   the same
    values   (n_rows,)    the value of each row, as a float
    scales   (n_rows,)    its scale
    errors   (n_rows,)    see `errors_of`
    words    (n_words,)   random words
    stack    (n,)         rows that are reached, and of which no term is chosen yet
    found    (longest,)   the rows of the options that are reached
    position (5,)         see above
    ======== ============ ==========================================================================
    """

    starts: U32
    terms: U32
    left: U32
    right: U32
    values: F64
    scales: I64
    errors: F64
    words: U64
    stack: U32
    found: U32
    position: I64


class Drawer:
    """Draws solutions; `drawer` makes one.

    Parameters
    ----------
    circuit
        The circuit, whose result is above 0.
    weights
        The weights of the options, none of which is negative; None if each weighs 1.
    longest
        No solution has more options than this.
    floats, errors
        The values of the rows, and bounds of their errors.
    """

    def __init__(
        self, circuit: Circuit, weights: Weights | None, longest: int, floats: Floats, errors: F64
    ) -> None:
        self._circuit, self._weights = circuit, weights
        starts = np.zeros(circuit.n_rows + 1, dtype=np.uint32)
        np.cumsum(np.bincount(circuit.total, minlength=circuit.n_rows), out=starts[1:])
        self._descent = Descent(
            starts,
            np.argsort(circuit.total, kind="stable").astype(np.uint32),
            circuit.left,
            circuit.right,
            *floats,
            errors,
            np.empty(0, dtype=np.uint64),
            np.empty(64, dtype=np.uint32),
            np.empty(longest, dtype=np.uint32),
            np.zeros(5, dtype=np.int64),
        )

    def draw(self, rng: np.random.Generator) -> list[int]:
        """Return the sorted options of a random solution."""
        descent, position = self._descent, self._descent.position
        descent.stack[0] = self._circuit.n_rows - 1
        position[DEPTH], position[N_FOUND] = 1, 0
        n_options = self._circuit.one
        while (status := descend(self._descent, n_options)) != DONE:
            if status == NO_WORDS:
                words = rng.integers(1 << 64, size=N_WORDS, dtype=np.uint64)
                self._descent = self._descent._replace(words=words)
                position[WORD] = 0
            elif status == NO_SPACE:
                stack = np.resize(self._descent.stack, 2 * len(self._descent.stack))
                self._descent = self._descent._replace(stack=stack)
            else:
                self._decide(int(position[ROW]), int(position[DRAWN]), rng)
        rows = descent.found[: position[N_FOUND]]
        found: list[int] = np.sort(self._circuit.option_of[rows]).tolist()
        return found

    def _decide(self, row: int, drawn: int, rng: np.random.Generator) -> None:
        """Choose a term of a row by exact values, and put its rows on the stack.

        The random number has the bits that were drawn, and further ones as far as they matter.
        """
        descent, n_bits = self._descent, BITS
        terms = descent.terms[descent.starts[row] : descent.starts[row + 1]]
        left, right = descent.left[terms].tolist(), descent.right[terms].tolist()
        values = finish(values_of(self._circuit, self._weights, left + right))
        ends = list(
            accumulate(one * other for one, other in zip(values, values[len(left) :], strict=False))
        )
        while True:
            lower = Fraction(drawn, 1 << n_bits) * ends[-1]
            upper = Fraction(drawn + 1, 1 << n_bits) * ends[-1]
            k = bisect_right(ends, lower)
            if upper <= ends[k]:
                break
            drawn = drawn << 64 | int(rng.integers(1 << 64, dtype=np.uint64))
            n_bits += 64
        depth = int(descent.position[DEPTH])
        descent.stack[depth : depth + 2] = left[k], right[k]
        descent.position[DEPTH] += 2


def drawer(circuit: Circuit, weights: Weights | None) -> Steps[Drawer | None]:
    """Make a `Drawer`; None if there is no solution whose weight is above 0."""
    floats = yield from as_floats(circuit, weights)
    if not floats.values[-1]:
        return None
    longest = yield from longest_of(circuit)
    errors = yield from errors_of(circuit)
    return Drawer(circuit, weights, longest, floats, errors)


@kernel
def descend(descent: Descent, n_options: int) -> int:
    """Go on until all rows that are reached have a term; return why it ends."""
    position, stack = descent.position, descent.stack
    while position[DEPTH] > 0:
        row = stack[position[DEPTH] - 1]
        if row <= n_options:
            position[DEPTH] -= 1
            if row < n_options:
                descent.found[position[N_FOUND]] = row
                position[N_FOUND] += 1
            continue
        if position[DEPTH] + 1 >= len(stack):
            return NO_SPACE
        begin, end = descent.starts[row], descent.starts[row + np.uint32(1)]
        place, drawn = begin, np.uint64(0)
        if end - begin > 1:
            if position[WORD] >= len(descent.words):
                return NO_WORDS
            drawn = descent.words[position[WORD]] >> _LOW_BITS
            position[WORD] += 1
            place = _chosen(descent, row, begin, end, float(drawn) * _UNIT)
        position[DEPTH] -= 1
        if place == end:
            position[ROW], position[DRAWN] = row, drawn
            return UNCLEAR
        term = descent.terms[place]
        stack[position[DEPTH]] = descent.left[term]
        stack[position[DEPTH] + 1] = descent.right[term]
        position[DEPTH] += 2
    return DONE


@helper
def _chosen(descent: Descent, row: Unsigned, begin: int, end: int, drawn: float) -> Unsigned:
    """Return the place of the term of a row into whose part a number falls; else the end."""
    scale, whole = descent.scales[row], 0.0
    for place in range(begin, end):
        whole += _value(descent, place, scale)
    n_terms = float(end - begin)
    margin = whole * _UNIT * (4.0 * descent.errors[row] + 4.0 * n_terms + 8.0)
    low, high = drawn * whole, (drawn + _UNIT) * whole
    before = 0.0
    for place in range(begin, end):
        after = before + _value(descent, place, scale)
        is_last = place + 1 == end
        if low < after or is_last:
            is_above = before + margin <= low or place == begin
            return place if is_above and (is_last or high + margin <= after) else end
        before = after
    return end


@helper
def _value(descent: Descent, place: Unsigned, scale: Unsigned) -> float:
    """Return the value of a term in the (signed) scale of its row."""
    term = descent.terms[place]
    left, right = descent.left[term], descent.right[term]
    value = float(descent.values[left]) * float(descent.values[right])
    difference = descent.scales[left] + descent.scales[right] - scale
    if difference == 0:
        return value
    if difference == -1:
        return value * _DOWN
    return value * STEP if difference == 1 else 0.0
