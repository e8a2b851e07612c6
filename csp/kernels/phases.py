"""Phases: lists of variables that are decided one after another, each in its own way.

`Tree.phases` is a tree of rows in preorder. A *leaf* has entries, which are variables or views of
variables. A *choice* has *branches* with rows of their own: it takes one branch after another, by
the best key. All that is open in an earlier row is decided first; among equals, the first entry or
branch is taken. The variables that are in no phase are decided after them.

The row and the entry from which the search for an open entry begins are kept for each level of the
tree, and also for the level below it, so that nothing that is decided is looked at again.

=========== ====================================================================================
row         holds
=========== ====================================================================================
KIND_OF_ROW LEAF, CHOICE or BRANCH
FIRST_ENTRY the first entry of a leaf or of all leaves of a branch
END_ENTRY   the entry after the last one
ORDER       how an entry of a leaf or a branch of a choice is chosen: see `scored`
VALUES      how an entry of a leaf is decided: see `decision_of`
END_ROW     the row after a choice or after a branch
BEGIN_ROW   of a leaf: the row from which to look on after a decision, which is the leaf, or the
            outermost choice that it is in
KEY         of a branch: the entry whose variable is its key, or -1 for its own open entries; of a
            choice: 1 if a branch is taken to its end before another one
=========== ====================================================================================

An entry stands for `SCALE` times the value of its variable plus `OFFSET`. `TABLE` is the place in
`Tree.tables` of the values of a sparse variable, or -1; `DEGREE` is the number of constraints on
it, and `WISH` the value of the variable to try first, for leaves whose VALUES are WISHED.
"""

from typing import Any

import numpy as np

from csp.kernels.branching import decide, random_below
from csp.kernels.domains import (
    ONE,
    UNIT,
    ZERO,
    Value,
    contains,
    high,
    is_fixed,
    low,
    next_value,
    size,
    width,
)
from csp.kernels.propagate import NONE
from csp.kernels.state import DEPTH, State, state_of
from csp.kernels.tree import AT_LEAST, AT_MOST, IS, IS_NOT, NEXT_ENTRY, PHASE, Tree
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import Unsigned

# The columns of `Tree.phases`.
KIND_OF_ROW, FIRST_ENTRY, END_ENTRY, ORDER, VALUES, END_ROW, BEGIN_ROW, KEY = range(8)
LEAF, CHOICE, BRANCH = range(3)
# The columns of `Tree.entries`.
VARIABLE, SCALE, OFFSET, TABLE, DEGREE, WISH = range(6)
# The values of ORDER, as in `csp.phases.ORDERS`.
(
    BY_INPUT,
    BY_SMALLEST,
    BY_LARGEST,
    BY_LOWEST,
    BY_HIGHEST,
    BY_DEGREE,
    BY_CONSTRAINED,
    BY_REGRET,
    BY_WEIGHT,
) = range(9)
# The values of VALUES, as in `csp.phases.VALUES`, and WISHED.
(
    TO_LEAST,
    TO_GREATEST,
    TO_MEDIAN,
    TO_MIDDLE,
    TO_RANDOM,
    TO_LOWER_HALF,
    TO_UPPER_HALF,
    TO_ANY_HALF,
    TO_INTERVAL,
    NOT_LEAST,
    NOT_GREATEST,
    NOT_MEDIAN,
    NOT_RANDOM,
    WISHED,
) = range(14)


@subroutine
def next_entry(handle: Any, tree: Tree) -> Unsigned:
    """Return the entry that is decided next, or NONE if all are decided; note where it is."""
    state = state_of(handle)
    phases, levels, depth = tree.phases, tree.levels, state.position[DEPTH]
    kept = np.uint64(levels[depth, PHASE])
    row = np.uint64(phases[kept, BEGIN_ROW])
    while row < np.uint64(len(phases)):
        if phases[row, KIND_OF_ROW] == CHOICE:
            row = best_branch(state, tree, row, kept)
            continue
        first = np.uint64(phases[row, FIRST_ENTRY])
        if row == kept and phases[row, ORDER] == BY_INPUT:
            first = max(first, np.uint64(levels[depth, NEXT_ENTRY]))
        entry = best_entry(state, tree, row, first)
        if entry != NONE:
            for each in range(depth, depth + np.uint64(2)):
                levels[each, PHASE] = np.int64(row)
                levels[each, NEXT_ENTRY] = np.int64(entry)
            return entry
        row += ONE
    return NONE


@helper
def best_entry(state: State, tree: Tree, row: Unsigned, first: Unsigned) -> Any:
    """Return the open entry of a leaf that is decided next, or NONE."""
    order = tree.phases[row, ORDER]
    best, least = NONE, np.inf
    for k in range(first, np.uint64(tree.phases[row, END_ENTRY])):
        entry = np.uint64(k)
        if is_open(state, tree, row, entry):
            if order == BY_INPUT:
                return entry
            score = scored(state, tree, order, entry)
            if best == NONE or score < least:
                best, least = entry, score
    return best


@helper
def is_open(state: State, tree: Tree, row: Unsigned, entry: Unsigned) -> bool:
    """Return whether an entry of a leaf is to be decided."""
    v = np.uint64(tree.entries[entry, VARIABLE])
    if is_fixed(state, v):
        return False
    return bool(tree.phases[row, VALUES] != WISHED or contains(state, v, tree.entries[entry, WISH]))


@helper
def best_branch(state: State, tree: Tree, choice: Unsigned, kept: Unsigned) -> Unsigned:
    """Return the first row of the branch that is taken next; the row after all if none is open."""
    phases = tree.phases
    end = np.uint64(phases[choice, END_ROW])
    row, best, least = choice + ONE, end, np.inf
    while row < end:
        after = np.uint64(phases[row, END_ROW])
        first, n_open = first_open(state, tree, row)
        if n_open > ZERO:
            if phases[choice, KEY] == 1 and row < kept < after:
                return row + ONE
            key, own = phases[row, KEY], np.float64(n_open)
            if key >= 0:
                own = scored(state, tree, phases[choice, ORDER], np.uint64(key))
            else:
                own = scored_set(state, tree, phases[choice, ORDER], row, first, n_open)
            if best == end or own < least:
                best, least = row + ONE, own
        row = after
    return best


@helper
def first_open(state: State, tree: Tree, branch: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Return the first open entry of a branch, and the number of its open entries."""
    first, n = NONE, ZERO
    for row in range(branch + ONE, np.uint64(tree.phases[branch, END_ROW])):
        if tree.phases[row, KIND_OF_ROW] != LEAF:
            continue
        start, end = tree.phases[row, FIRST_ENTRY], tree.phases[row, END_ENTRY]
        for k in range(np.uint64(start), np.uint64(end)):
            entry = np.uint64(k)
            if is_open(state, tree, row, entry):
                if n == ZERO:
                    first = entry
                n += ONE
    return first, n


@helper
def bound_of(state: State, tree: Tree, entry: Unsigned, is_greatest: bool) -> Value:
    """Return the least or the greatest value of an entry."""
    v = np.uint64(tree.entries[entry, VARIABLE])
    is_falling = tree.entries[entry, SCALE] < 0
    return value_at(tree, entry, low(state, v) if is_falling == is_greatest else high(state, v))


@helper
def value_at(tree: Tree, entry: Unsigned, place: Value) -> Value:
    """Return the value of an entry for a value of its variable."""
    return tree.entries[entry, OFFSET] + tree.entries[entry, SCALE] * true_value(tree, entry, place)


@helper
def true_value(tree: Tree, entry: Unsigned, place: Value) -> Value:
    """Return the value that the model knows for a value of a variable, which may be sparse."""
    table = tree.entries[entry, TABLE]
    if table >= 0:
        return tree.tables[np.uint64(table + place)]
    return place


@helper
def value_before(state: State, v: Unsigned, value: Value) -> Value:
    """Return the greatest value of a domain below one that is not its least."""
    value -= UNIT
    while not contains(state, v, value):
        value -= UNIT
    return value


@helper
def scored(state: State, tree: Tree, order: Value, entry: Unsigned) -> Any:
    """Return the score of an entry: that with the least score is decided first."""
    v = np.uint64(tree.entries[entry, VARIABLE])
    n, degree = np.float64(size(state, v)), np.float64(tree.entries[entry, DEGREE])
    score = 0.0
    if order == BY_SMALLEST:
        score = n
    elif order == BY_LARGEST:
        score = -n
    elif order == BY_LOWEST:
        score = np.float64(bound_of(state, tree, entry, False))
    elif order == BY_HIGHEST:
        score = -np.float64(bound_of(state, tree, entry, True))
    elif order == BY_DEGREE:
        score = -degree
    elif order == BY_CONSTRAINED:
        # Of domains with the same size, the one with the most constraints.
        score = n - degree / (degree + 1.0)
    elif order == BY_REGRET:
        score = -regret(state, tree, entry, v)
    elif order == BY_WEIGHT:
        score = n / tree.weights[v]
    return score


@helper
def regret(state: State, tree: Tree, entry: Unsigned, v: Unsigned) -> Any:
    """Return by how much the second value of an entry is greater than its least one."""
    if is_fixed(state, v):
        return 0.0
    if tree.entries[entry, SCALE] < 0:
        place = high(state, v)
        other = value_before(state, v, place)
    else:
        place = low(state, v)
        other = next_value(state, v, place + UNIT)
    return np.float64(value_at(tree, entry, other) - value_at(tree, entry, place))


@helper
def scored_set(
    state: State, tree: Tree, order: Value, row: Unsigned, first: Unsigned, n_open: Unsigned
) -> Any:
    """Return the score of a set: its branch has an entry for each member, in ascending order."""
    n, degree = np.float64(n_open), np.float64(tree.entries[first, DEGREE])
    score = 0.0
    if order == BY_SMALLEST:
        score = n
    elif order == BY_LARGEST:
        score = -n
    elif order == BY_DEGREE:
        score = -degree
    elif order == BY_CONSTRAINED:
        score = n - degree / (degree + 1.0)
    elif order in (BY_LOWEST, BY_HIGHEST):
        start, end = tree.phases[row + ONE, FIRST_ENTRY], tree.phases[row + ONE, END_ENTRY]
        score = np.inf
        for entry in range(np.uint64(start), np.uint64(end)):
            if not is_fixed(state, np.uint64(tree.entries[entry, VARIABLE])):
                number = np.float64(tree.entries[entry, OFFSET])
                score = min(score, number if order == BY_LOWEST else -number)
    elif order == BY_WEIGHT:
        weight = 0.0
        for entry in range(
            np.uint64(tree.phases[row, FIRST_ENTRY]), np.uint64(tree.phases[row, END_ENTRY])
        ):
            weight += tree.weights[np.uint64(tree.entries[entry, VARIABLE])]
        score = n / weight
    return score


@subroutine
def branch_on(handle: Any, tree: Tree, entry: Unsigned) -> None:
    """Open a level with the decision about an entry."""
    state = state_of(handle)
    row = np.uint64(tree.levels[state.position[DEPTH], PHASE])
    v = np.uint64(tree.entries[entry, VARIABLE])
    kind, value = decision_of(state, tree, tree.phases[row, VALUES], entry, v)
    n_parts = 2.0
    if kind == IS:
        n_parts = np.float64(size(state, v))
    if width(state, v) == ZERO and kind in (IS, IS_NOT):
        # Of a wide domain, only values at one end can be removed.
        n_parts = 2.0
        kind = AT_MOST if value < high(state, v) else AT_LEAST
    decide(state, tree, v, kind, value, n_parts)


@helper
def decision_of(
    state: State, tree: Tree, values: Value, entry: Unsigned, v: Unsigned
) -> tuple[Any, Value]:
    """Return the kind and the value of the decision about the variable of an entry."""
    lo, hi = low(state, v), high(state, v)
    is_falling = tree.entries[entry, SCALE] < 0
    if values == WISHED:
        return IS, tree.entries[entry, WISH]
    if values in (TO_MEDIAN, NOT_MEDIAN):
        return (IS if values == TO_MEDIAN else IS_NOT), median(state, v, is_falling)
    if values == TO_MIDDLE:
        return IS, middle(state, tree, entry, v, is_falling)
    if values in (TO_RANDOM, NOT_RANDOM):
        value = next_value(state, v, lo + random_below(state, hi - lo + UNIT))
        return (IS if values == TO_RANDOM else IS_NOT), value
    if values == TO_ANY_HALF:
        values = TO_LOWER_HALF + random_below(state, np.int64(2))
    if values == TO_INTERVAL:
        end = end_of_interval(state, tree, entry, v, is_falling)
        if is_falling and end > lo:
            return AT_LEAST, end
        if not is_falling and end < hi:
            return AT_MOST, end
        values = TO_LOWER_HALF
    if values in (TO_LOWER_HALF, TO_UPPER_HALF):
        last = last_of_half(state, tree, entry, v, is_falling)
        if (values == TO_LOWER_HALF) == is_falling:
            return AT_LEAST, last + UNIT
        return AT_MOST, last
    if values in (NOT_LEAST, NOT_GREATEST):
        if (values == NOT_LEAST) == is_falling:
            return AT_MOST, hi - UNIT
        return AT_LEAST, lo + UNIT
    if (values == TO_LEAST) == is_falling:
        return IS, hi
    return IS, lo


@helper
def median(state: State, v: Unsigned, is_falling: bool) -> Value:
    """Return the middle value of a domain; of two of them, the smaller one of the entry."""
    n = size(state, v)
    if width(state, v) == ZERO:
        return low(state, v) + (high(state, v) - low(state, v)) // 2
    place = (n - ONE) // np.uint64(2)
    if is_falling:
        place = n // np.uint64(2)
    value = low(state, v)
    for _ in range(place):
        value = next_value(state, v, value + UNIT)
    return value


@helper
def middle(state: State, tree: Tree, entry: Unsigned, v: Unsigned, is_falling: bool) -> Value:
    """Return the value nearest to the mean of the bounds; of two, the smaller one of the entry."""
    lo, hi = low(state, v), high(state, v)
    if width(state, v) == ZERO:
        return lo + (hi - lo) // 2
    sum_of_bounds = true_value(tree, entry, lo) + true_value(tree, entry, hi)
    best, value = lo, next_value(state, v, lo + UNIT)
    distance = abs(2 * true_value(tree, entry, lo) - sum_of_bounds)
    while value <= hi:
        own = abs(2 * true_value(tree, entry, value) - sum_of_bounds)
        if own < distance or (own == distance and is_falling):
            best, distance = value, own
        elif own > distance:
            break
        value = next_value(state, v, value + UNIT)
    return best


@helper
def last_of_half(state: State, tree: Tree, entry: Unsigned, v: Unsigned, is_falling: bool) -> Value:
    """Return the greatest value of the lower half of a domain, which is cut between its bounds."""
    lo, hi = low(state, v), high(state, v)
    if tree.entries[entry, TABLE] < 0:
        if is_falling:  # the middle of the entry is in its own lower half
            return lo + (hi - lo - UNIT) // 2
        return lo + (hi - lo) // 2
    sum_of_bounds = true_value(tree, entry, lo) + true_value(tree, entry, hi)
    value = lo
    while True:
        other = next_value(state, v, value + UNIT)
        twice = 2 * true_value(tree, entry, other)
        if twice > sum_of_bounds or (is_falling and twice == sum_of_bounds):
            return value
        value = other


@helper
def end_of_interval(
    state: State, tree: Tree, entry: Unsigned, v: Unsigned, is_falling: bool
) -> Value:
    """Return the end of the first interval of values of an entry, from its least one on."""
    lo, hi = low(state, v), high(state, v)
    if is_falling:
        value = hi
        if width(state, v) == ZERO:
            return lo
        while value > lo and contains(state, v, value - UNIT):
            if true_value(tree, entry, value) - true_value(tree, entry, value - UNIT) != 1:
                break
            value -= UNIT
        return value
    value = lo
    if width(state, v) == ZERO:
        return hi
    while value < hi and contains(state, v, value + UNIT):
        if true_value(tree, entry, value + UNIT) - true_value(tree, entry, value) != 1:
            break
        value += UNIT
    return value
