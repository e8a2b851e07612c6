"""Binary tables, domain consistent: a row of bits for each value has its supports.

The constants are, for each of the two variables: its least value, the least value of the other, the
number of words of a row, and where the rows of its values begin, counted from the first constant.

References
----------
C. Lecoutre and J. Vion, Enforcing arc consistency using bitwise operations, 2008 (AC3-bit).
"""

from typing import Any

import numpy as np

from csp.cards.card import Card, Missing, by_values
from csp.cards.rows import Posted, Row, Stated, Terms, Values, has_literals
from csp.kernels.domains import BITS, ZERO, high, low, next_value, remove, restrict, size, window
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.bitsets import number_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

OWN, OTHER, N_WORDS, ROWS, SIDE = (np.uint64(k) for k in range(5))


def pairs(handle: Any, p: Any) -> int:
    """Revise the variable with fewer values; the union of the rows then restricts the other."""
    state = state_of(handle)
    x, y, first = variable(state, p, 0), variable(state, p, 1), constants(state, p)
    if size(state, x) > size(state, y):
        return FIXPOINT if sweep(state, first, first + SIDE, y, x) else FAILED
    return FIXPOINT if sweep(state, first, first, x, y) else FAILED


@helper
def sweep(state: State, first: Unsigned, side: Unsigned, x: Unsigned, y: Unsigned) -> bool:
    """Remove the values of x without support in y, and the values of y without support in x."""
    data, scratch = state.data, state.scratch
    n_words, least = np.uint64(data[side + N_WORDS]), data[side + OTHER]
    for j in range(n_words):
        scratch[j] = ZERO
    value, last = low(state, x), high(state, x)
    while value <= last:
        row = first + np.uint64(data[side + ROWS]) + np.uint64(value - data[side + OWN]) * n_words
        common = ZERO
        for j in range(n_words):
            # Supports 0b0110 and a domain 0b0011 have 0b0010 in common: the value stays.
            both = np.uint64(data[row + j]) & window(state, y, least + np.int64(j * BITS))
            scratch[j] |= both
            common |= both
        if common == ZERO and not remove(state, x, value):
            return False
        value = next_value(state, x, value + 1)
    is_possible = True
    for j in range(n_words):
        is_possible &= restrict(state, y, least + np.int64(j * BITS), scratch[j])
    return is_possible


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State the pairs of values of a table: a function where there is one, else implications."""
    x, y = each.scope
    constants = [int(c) for c in each.constants]
    if x == y or not has_literals(values, x, y):
        return
    known = {v: set(values(v)) for v in (x, y)}
    partners = _partners(constants, 0, known[x], known[y])
    back = _partners(constants, 4, known[y], known[x])
    for one, other, table, inverse in ((x, y, partners, back), (y, x, back, partners)):
        if all(len(partner) == 1 for partner in table.values()):
            sums: Terms = {(one, k): partner[0] for k, partner in table.items()}
            stated.functions.append((other, sums))
            is_bit = len(known[other]) == 2
            if is_bit or all(len(partner) == 1 for partner in inverse.values()):
                stated.equal.extend(
                    ((one, partner[0]), (other, k))
                    for k, partner in inverse.items()
                    if len(partner) == 1
                )
            return
    for one, other, table in ((x, y, partners), (y, x, back)):
        for k, partner in table.items():
            if len(partner) < len(known[other]):
                terms: Terms = {(one, k): 1, **{(other, j): -1 for j in partner}}
                stated.rows.append(Row(terms, False, 0))


def _partners(
    constants: list[int], side: int, values: set[int], others: set[int]
) -> dict[int, list[int]]:
    """Return for each value of a side of a table the values of the other side that it allows."""
    least, least_other, n_words, begin = constants[side : side + 4]
    found = {}
    for k in values:
        at = begin + (k - least) * n_words
        mask = number_of(np.array(constants[at : at + n_words], dtype=np.int64).view(np.uint64))
        found[k] = [j for j in others if j - least_other >= 0 and mask >> (j - least_other) & 1]
    return found


PAIRS = Card(
    pairs,
    explanation=by_values("pairs:pairs"),
    translation=Missing("others get tables as tuples"),
    rows=rows,
)
