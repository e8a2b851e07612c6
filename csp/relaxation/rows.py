"""The rows of the linear relaxation: linear constraints that follow from what was posted.

An unknown is a variable, or a literal "variable = value", which is 0 or 1. A propagator or group
states rows of unknowns; `csp.relaxation.columns` makes columns of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from exactcover.runtime.kernels.bitsets import number_of

if TYPE_CHECKING:
    import numpy as np

    from csp.model.postings import Propagator

MOST_LITERALS = 128
"""A variable with more values gets no literals."""
MOST_FACTOR = 10**6
"""Conditions of linear constraints need no factors larger than this, or they are left out."""

Literal = tuple[int, int]
"""A variable, and one of its values."""
Unknown = int | Literal
Terms = dict[Unknown, int]


class Row(NamedTuple):
    """A linear constraint: the sum of the terms is at most the total, or equal to it."""

    terms: Terms
    is_equation: bool
    total: int


class Stated(NamedTuple):
    """What one constraint states.

    Attributes
    ----------
    rows
        Linear constraints.
    equal
        Pairs of literals that are equal.
    functions
        Variables, and for each the literals and factors whose sum it is.
    """

    rows: list[Row]
    equal: list[tuple[Literal, Literal]]
    functions: list[tuple[int, Terms]]


Values = Callable[[int], Sequence[int]]
"""Returns the values of a variable."""


def stated(each: Propagator, values: Values) -> Stated:
    """Return what a propagator states; nothing if it is not known how to relax it."""
    found = Stated([], [], [])
    state = STATING.get(each.function) if isinstance(each.function, str) else None
    if state is not None:
        state(each, values, found)
    return found


def has_literals(values: Values, *numbers: int) -> bool:
    """Return whether variables have few enough values for literals."""
    return all(len(values(v)) <= MOST_LITERALS for v in numbers)


def _state_linear(each: Propagator, values: Values, found: Stated) -> None:
    *coefficients, total = map(int, each.constants)
    terms = _summed(zip(each.scope, coefficients, strict=True))
    found.rows.append(Row(terms, each.function == "linear:equals", total))


def _state_equal(each: Propagator, values: Values, found: Stated) -> None:
    x, y = each.scope
    offset = int(each.constants[0])
    found.rows.append(Row(_summed([(x, 1), (y, -1)]), True, offset))
    if x != y and has_literals(values, x, y):
        own = set(values(y))
        found.equal.extend(((x, k), (y, k - offset)) for k in values(x) if k - offset in own)


def _state_less(each: Propagator, values: Values, found: Stated) -> None:
    x, y = each.scope
    found.rows.append(Row(_summed([(x, 1), (y, -1)]), False, int(each.constants[0])))


def _state_pairs(each: Propagator, values: Values, found: Stated) -> None:
    """State the pairs of values of a table: a function where there is one, else implications."""
    x, y = each.scope
    constants = [int(c) for c in each.constants]
    if x == y or not has_literals(values, x, y):
        return
    known = {v: set(values(v)) for v in (x, y)}
    partners = _partners(constants, 0, known[x], known[y])
    back = _partners(constants, 4, known[y], known[x])
    for one, other, table, inverse in ((x, y, partners, back), (y, x, back, partners)):
        if all(len(own) == 1 for own in table.values()):
            sums: Terms = {(one, k): own[0] for k, own in table.items()}
            found.functions.append((other, sums))
            is_bit = len(known[other]) == 2
            if is_bit or all(len(own) == 1 for own in inverse.values()):
                found.equal.extend(
                    ((one, own[0]), (other, k)) for k, own in inverse.items() if len(own) == 1
                )
            return
    for one, other, table in ((x, y, partners), (y, x, back)):
        for k, own in table.items():
            if len(own) < len(known[other]):
                terms: Terms = {(one, k): 1, **{(other, j): -1 for j in own}}
                found.rows.append(Row(terms, False, 0))


def _state_channel(each: Propagator, values: Values, found: Stated) -> None:
    """State that each bit equals a literal of a variable."""
    x, *bits = each.scope
    if has_literals(values, x):
        for bit, k in zip(bits, map(int, each.constants), strict=True):
            found.functions.append((bit, {(x, j): int(j == k) for j in values(x)}))
            if k in values(x):
                found.equal.append(((x, k), (bit, 1)))


def _partners(
    constants: list[int], side: int, own: set[int], others: set[int]
) -> dict[int, list[int]]:
    """Return for each value of a side of a table the values of the other side that it allows."""
    import numpy as np

    least, least_other, n_words, begin = constants[side : side + 4]
    found = {}
    for k in own:
        at = begin + (k - least) * n_words
        words: np.ndarray[Any, np.dtype[np.uint64]] = np.array(
            constants[at : at + n_words], dtype=np.int64
        ).view(np.uint64)
        mask = number_of(words)
        found[k] = [j for j in others if j - least_other >= 0 and mask >> (j - least_other) & 1]
    return found


def _state_cardinality(each: Propagator, values: Values, found: Stated) -> None:
    n, *counted = map(int, each.constants)
    scope, counts = each.scope[:n], each.scope[n:]
    if has_literals(values, *scope):
        for value, count in zip(counted, counts, strict=True):
            terms = _summed([((v, value), 1) for v in scope if value in values(v)])
            terms[count] = terms.get(count, 0) - 1
            found.rows.append(Row(terms, True, 0))


def _state_inverse(each: Propagator, values: Values, found: Stated) -> None:
    n = len(each.scope) // 2
    x, y = each.scope[:n], each.scope[n:]
    if has_literals(values, *each.scope):
        for i, v in enumerate(x):
            found.equal.extend(((v, j), (y[j], i)) for j in values(v) if i in values(y[j]))
        found.rows.extend(
            Row(_summed([((v, k), 1) for v in side if k in values(v)]), True, 1)
            for side in (x, y)
            for k in range(n)
        )


def _state_extremum(each: Propagator, values: Values, found: Stated) -> None:
    result, *others = each.scope
    sign = int(each.constants[0])
    found.rows.extend(Row(_summed([(v, sign), (result, -sign)]), False, 0) for v in others)


def _state_reified(each: Propagator, values: Values, found: Stated) -> None:
    """State a condition for a sum: it is low where the truth value is 1, and high where it is 0."""
    *scope, truth = each.scope
    *coefficients, total, _ = map(int, each.constants)
    terms = _summed(zip(scope, coefficients[:-1], strict=True))
    ends = [sorted(c * end for end in _ends(values, v)) for v, c in terms.items()]
    least, greatest = sum(low for low, _ in ends), sum(high for _, high in ends)
    if truth in terms or max(abs(greatest - total), abs(least - total)) > MOST_FACTOR:
        return
    if greatest > total:
        found.rows.append(Row({**terms, truth: greatest - total}, False, greatest))
    if least <= total:
        opposite = {v: -c for v, c in terms.items()}
        found.rows.append(Row({**opposite, truth: least - total - 1}, False, -total - 1))


def _ends(values: Values, v: Any) -> tuple[int, int]:
    own = values(v)
    return own[0], own[-1]


def _summed(terms: Any) -> Terms:
    """Return terms with the factors of each unknown added up."""
    found: Terms = {}
    for unknown, c in terms:
        found[unknown] = found.get(unknown, 0) + c
    return {unknown: c for unknown, c in found.items() if c}


def rows_of_group(group: Any, values: Values) -> Iterator[Row]:
    """Yield that each value is taken at most once, or once where there are as many as variables."""
    users: dict[int, Terms] = {}
    for v, offset in group:
        for k in values(v):
            users.setdefault(k + offset, {})[v, k] = 1
    for own in users.values():
        if len(own) > 1 or len(users) == len(group):
            yield Row(own, len(users) == len(group), 1)


STATING: dict[str, Callable[[Any, Values, Stated], None]] = {
    "linear:equals": _state_linear,
    "linear:less_equal": _state_linear,
    "equal:equal": _state_equal,
    "less:less": _state_less,
    "pairs:pairs": _state_pairs,
    "cardinality:cardinality": _state_cardinality,
    "channel:channel": _state_channel,
    "inverse:inverse": _state_inverse,
    "extremum:extremum": _state_extremum,
    "reified:linear_less_equal": _state_reified,
}
"""Propagator -> what states its rows."""
