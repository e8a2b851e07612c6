"""The arrays of a search that learns clauses: made from what is posted, and enlarged."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name

import numpy as np
from numpy.typing import NDArray

from csp.cards.card import Explanation
from csp.engines.learning.state import (
    BEST,
    BY_BOUNDS,
    BY_VALUE,
    BY_VALUES,
    DEPTH,
    EXPLANATION,
    FOLLOWS,
    HAS_BOUNDS_ONLY,
    HEADS,
    HI,
    IS_BIT,
    LAST,
    MOST_WORDS,
    N_BUCKETS,
    N_COLUMNS,
    N_EVENT_COLUMNS,
    N_EVENTS,
    N_LEVEL_COLUMNS,
    N_LISTS,
    N_NUMBERS,
    NEVER,
    NONE,
    OBJECTIVE,
    PACE,
    PENDING,
    PLACE,
    ROOT_HI,
    RUN,
    TOP,
    TURN_END,
    WIDEST,
    Learner,
)
from csp.kernels.decisions import domains_of
from csp.kernels.state import FIRST, GROUPS, HIGH, IS_RECORDED, N_TRAIL, WIDTH, State
from csp.model.builder import Builder
from csp.model.expressions import MOST_WHOLE
from csp.model.layout import with_longer_trail, with_table
from csp.model.posted_records import Propagator
from csp.propagators.registry import ORDER
from exactcover.runtime.kernels.pointers import address_of, describe
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import loading

MOST_BUCKETS = 64
"""The lists of watches of literals "=" that a variable has; as many again for "!="."""
FEW_BUCKETS = 4
"""The same for variables that are decided by their bounds, which have few such literals."""
FEW_VALUES = 64
"""Variables with at most this many values are decided value by value, if a group has them."""
FIRST_PACE = 100
"""The conflicts of the shortest run between two restarts."""
MOST_GOING_BACK = 16
"""The greatest scope of a propagator whose reasons are found again to minimise clauses."""
FOREVER = 1 << 62
"""The end of a turn that has none, in updates."""
MOST_CLAUSE_WORDS = 1 << 25
"""The most memory of clauses, in numbers of 8 bytes: 256 MB."""


def build_learner(
    state: State, builder: Builder, objective: int | None, random: np.random.Generator | None
) -> Learner:
    """Return the position before the search."""
    n = len(state.variables)
    variables, n_heads = _variables(state, builder)
    numbers = np.zeros(N_NUMBERS, dtype=np.int64)
    numbers[OBJECTIVE] = NONE if objective is None else objective
    state.position[IS_RECORDED] = 1
    numbers[[PENDING, RUN, PACE]] = NONE, 0, FIRST_PACE
    numbers[MOST_WORDS] = MOST_CLAUSE_WORDS
    numbers[WIDEST] = 4 + int(state.variables[:, WIDTH].max(initial=1))
    numbers[[BEST, TURN_END]] = MOST_WHOLE, FOREVER
    n_events = 8 * n + 256
    # Among variables that were in no conflict, those with few values come first.
    activity = np.append(1e-3 / (1.0 + variables[:, HI]), 1.0)
    if random is not None:
        activity[:n] *= random.random(n)
    heap = np.full((2, n), NONE, dtype=np.int64)
    heap[PLACE] = NONE
    n_levels = n + 64
    length = lists_length(n_events, n, n_levels)
    return with_own_table(
        Learner(
            numbers,
            np.zeros((n_events, N_EVENT_COLUMNS), dtype=np.int64),
            variables,
            _cell_variable(state),
            state.cells.copy(),
            _propagators(builder, variables),
            np.zeros(8 * length, dtype=np.int64),
            np.full(n_heads, NONE, dtype=np.int64),
            activity,
            heap,
            np.zeros(n, dtype=np.int64),
            np.zeros((n_levels, N_LEVEL_COLUMNS), dtype=np.int64),
            np.zeros((N_LISTS, length), dtype=np.int64),
            np.zeros(0, dtype=np.int64),
            np.zeros(0, dtype=np.int64),
        )
    )


def _variables(state: State, builder: Builder) -> tuple[I64, int]:
    """Return `Learner.variables`, and the number of lists of watches."""
    by_value = {builder.place_of(view.variable) for group in builder.groups for view in group}
    following = _following(builder)
    columns = LAST, HI, ROOT_HI, HEADS, N_BUCKETS, IS_BIT, BY_VALUE, HAS_BOUNDS_ONLY, FOLLOWS
    rows: list[tuple[int, ...]] = []
    n_heads = 0
    widths = state.variables[:, WIDTH].tolist()
    for v, (mask, width) in enumerate(zip(domains_of(state), widths, strict=True)):
        is_wide = width == 0
        n_values, high = mask.bit_count(), max(mask.bit_length() - 1, 0)
        if is_wide:
            high = int(state.cells[state.variables[v, FIRST] + int(HIGH)])
        is_bit = n_values == 2
        few = v in by_value and n_values <= FEW_VALUES
        has_bounds_only = is_bit or is_wide
        n_buckets = 0 if has_bounds_only else min(high + 1, MOST_BUCKETS if few else FEW_BUCKETS)
        follows = is_wide and v in following
        watches, ways = (n_heads, n_buckets), (high if is_bit else 0, few)
        rows.append((NONE, high, high, *watches, *ways, has_bounds_only, follows))
        n_heads += 2 + 2 * n_buckets
    variables = np.zeros((len(rows), N_COLUMNS), dtype=np.int64)
    if rows:
        variables[:, columns] = rows
    return variables, n_heads


def _cell_variable(state: State) -> I64:
    """Return `Learner.cell_variable`; a wide domain has the cell of its size only."""
    first, width = state.variables[:, [FIRST, WIDTH]].T
    lengths = np.maximum(width, 1)
    owners = np.repeat(np.arange(len(lengths)), lengths)
    before = np.cumsum(lengths) - lengths
    cells = np.full(len(state.cells), NONE, dtype=np.int64)
    cells[np.arange(len(owners)) + (first - before)[owners]] = owners
    return cells


def _following(builder: Builder) -> set[int]:
    """Return the variables whose least values do, once the orders of tasks are decided."""
    found: set[int] = set()
    if ORDER in builder.kinds:
        found.update(builder.place_of(v) for v in builder.numbers)
        for each in builder.propagators:
            if each.card.outlasts_orders:
                found.difference_update(builder.place_of(v) for v in each.scope)
    return found


def _propagators(builder: Builder, variables: I64) -> I64:
    """Return `Learner.propagators`."""
    rows = []
    has_bounds_only = variables[:, HAS_BOUNDS_ONLY].tolist()
    for each in builder.propagators:
        open_ = [v for v in each.scope if not _is_fixed(builder, v)]
        known = _explained(each, has_twins=len(set(open_)) < len(open_))
        is_small = known[EXPLANATION] != NONE and len(each.scope) <= MOST_GOING_BACK
        takes_bounds = is_small and all(has_bounds_only[builder.place_of(v)] for v in open_)
        rows.append([*known, takes_bounds, 0])
    return np.array(rows, dtype=np.int64).reshape(-1, 5)


def _is_fixed(builder: Builder, v: int) -> bool:
    """Return whether a variable has one value from the beginning."""
    low, high = builder.bounds(v)
    return low == high


def _explained(propagator: Propagator, *, has_twins: bool) -> tuple[int, int, bool]:
    """Return EXPLANATION, STYLE and HAS_TWINS of a propagator.

    Most explanations suppose that no open variable is in the scope twice. A number that is there
    several times is never asked about.
    """
    known = propagator.card.explanation
    if not isinstance(known, Explanation) or (has_twins and not known.takes_twins):
        return NONE, BY_BOUNDS, has_twins
    return _load(known.function), BY_VALUES if known.is_by_values else BY_BOUNDS, has_twins


@cache
def _load(name: str) -> int:
    """Compile or load an explanation; return its address."""
    with loading():
        return address_of(resolve_name(f"csp.engines.learning.explanations.{name}"), "csp")


def lists_length(n_events: int, n_variables: int, n_levels: int) -> int:
    """Return the length of `Learner.lists`: a place for each event, bound and decision."""
    return n_events + 2 * n_variables + n_levels + 64


def with_own_table(own: Learner) -> Learner:
    """Return a position with a new table of the addresses of its arrays."""
    return own._replace(table=describe(own[:-1]))


def with_more_space(state: State, own: Learner) -> tuple[State, Learner]:
    """Return the same position with twice as much space for what is a quarter full.

    If nothing is, a step needs more than three quarters of an array: of the events, if a call of a
    propagator waits for them to be recorded; else all arrays are made longer.
    """
    used = {
        "trail": (int(state.position[N_TRAIL]), len(state.trail)),
        "events": (int(own.numbers[N_EVENTS]), len(own.events)),
        "levels": (int(own.numbers[DEPTH]), len(own.levels)),
        "clauses": (int(own.numbers[TOP]), len(own.clauses)),
    }
    short = {name for name, (n, length) in used.items() if 4 * n >= length}
    if not short:
        short = {"events"} if own.numbers[PENDING] != NONE else set(used)
    more = {name: length if name in short else 0 for name, (_, length) in used.items()}
    if more["trail"]:
        state = with_longer_trail(state)
    own = own._replace(
        events=_longer(own.events, more["events"]), levels=_longer(own.levels, more["levels"])
    )
    length = lists_length(len(own.events), len(own.variables), len(own.levels))
    lists = np.zeros((N_LISTS, length), dtype=np.int64)
    lists[:, : own.lists.shape[1]] = own.lists
    n_missing = used["clauses"][0] + 2 * length - len(own.clauses)
    clauses = _longer(own.clauses, max(more["clauses"], n_missing))
    return state, with_own_table(own._replace(lists=lists, clauses=clauses))


def _longer(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Return an array with `n` more rows."""
    return np.concatenate([array, np.zeros((n, *array.shape[1:]), dtype=np.int64)])


def with_more_sums(state: State, own: Learner, n: int) -> tuple[State, Learner]:
    """Return the same position with `n` more variables of which nothing but bounds is known.

    No propagator has them, and they are not decided. Their values are 0 and 1, until
    `give_values` is called.
    """
    first, n_heads = len(state.cells), len(own.heads)
    cells = np.tile(np.array([2, 0, 1], dtype=np.uint64), n)
    rows = np.zeros((n, N_COLUMNS), dtype=np.int64)
    rows[:, LAST] = NONE
    rows[:, [HI, ROOT_HI, HAS_BOUNDS_ONLY, FOLLOWS]] = 1, 1, 1, NEVER
    rows[:, HEADS] = n_heads + 2 * np.arange(n)
    state = with_table(
        state._replace(
            cells=np.concatenate([state.cells, cells]),
            stamps=np.append(state.stamps, np.zeros(3 * n, dtype=np.uint64)),
            variables=np.concatenate([state.variables, rows_of_sums(first, n)]),
            fixed=np.append(state.fixed, np.zeros(n, dtype=np.uint64)),
        )
    )
    own = own._replace(
        variables=np.concatenate([own.variables, rows]),
        cell_variable=np.append(own.cell_variable, cells_of_sums(len(own.variables), n)),
        root=np.concatenate([own.root, cells]),
        heads=np.append(own.heads, np.full(2 * n, NONE, dtype=np.int64)),
        activity=np.concatenate([own.activity[:-1], np.zeros(n), own.activity[-1:]]),
        heap=np.hstack([own.heap, np.full((2, n), NONE, dtype=np.int64)]),
        lists=np.zeros(
            (N_LISTS, lists_length(len(own.events), len(own.variables) + n, len(own.levels))),
            dtype=np.int64,
        ),
    )
    return state, with_own_table(own)


def rows_of_sums(first: int, n: int) -> I64:
    """Return rows of `State.variables` for variables of sums, whose cells begin at `first`."""
    rows = np.zeros((n, 8), dtype=np.int64)
    rows[:, FIRST] = first + 3 * np.arange(n)
    rows[:, GROUPS] = NONE
    return rows


def cells_of_sums(v: int, n: int) -> I64:
    """Return `Learner.cell_variable` for the cells of sums, of which `v` is the first variable."""
    cells = np.full((n, 3), NONE, dtype=np.int64)
    cells[:, 0] = np.arange(v, v + n)
    return cells.ravel()


def give_values(state: State, own: Learner, v: int, most: int) -> None:
    """Let a new variable of a sum have the values from 0 to a number."""
    first = int(state.variables[v, FIRST])
    state.cells[first : first + 3] = own.root[first : first + 3] = most + 1, 0, most
    own.variables[v, [HI, ROOT_HI]] = most
