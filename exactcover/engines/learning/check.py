"""The invariants of a search that learns clauses, between two calls."""

from collections.abc import Iterator

import numpy as np

from exactcover.engines.learning.state import (
    CLAUSE,
    DEPTH,
    FALSE,
    FIRST,
    FREE,
    HEAD,
    HEAP,
    ITEM,
    KIND,
    LENGTH,
    LEVEL,
    LITERALS,
    MODE,
    N_HEAP,
    N_TRAIL,
    NEXT,
    NONE,
    NUMBER,
    OPTION,
    PLACE,
    REASON,
    SEARCH,
    SEEN,
    SIZE,
    START,
    STARTS,
    TOP,
    TRAIL,
    TRUE,
    State,
)
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import U32


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    _check_trail(state)
    _check_clauses(state)
    _check_links(links, state)
    if state.position[MODE] == SEARCH:
        _check_heap(state)
        _check_reasons(state)
        _check_watches(state)


def clauses_of(state: State) -> Iterator[tuple[int, list[int]]]:
    """Yield the place and the literals of every clause."""
    clause = 0
    while clause < state.position[TOP]:
        end = clause + int(LITERALS) + int(state.clauses[clause + int(SIZE)])
        yield clause, state.clauses[clause + int(LITERALS) : end].tolist()
        clause = end
    assert clause == state.position[TOP]


def _check_trail(state: State) -> None:
    """Assert that exactly the literals on the trail hold, each on its level."""
    depth, n_trail, head = state.position[[DEPTH, N_TRAIL, HEAD]].tolist()
    trail = state.lists[TRAIL, :n_trail]
    value = np.full(len(state.value), FREE)
    value[trail] = TRUE
    value[trail ^ 1] = FALSE
    assert (value == state.value).all()
    assert len(np.unique(trail >> 1)) == n_trail
    starts = state.lists[STARTS, :depth]
    levels = np.searchsorted(starts, np.arange(n_trail), side="right")
    assert (state.options[trail >> 1, LEVEL] == levels).all()
    # The first literal of a level is a decision, and no other one is.
    is_decision = np.zeros(n_trail, dtype=np.bool_)
    is_decision[starts] = True
    is_given = state.options[trail >> 1, REASON] == NONE
    assert (is_given == is_decision)[levels > 0].all()
    assert head <= n_trail
    assert not state.options[:, SEEN].any()


def _check_heap(state: State) -> None:
    """Assert that free options are in the heap, and that none is below a less active one."""
    heap = state.lists[HEAP, : state.position[N_HEAP]]
    place = np.full(len(state.options), NONE)
    place[heap] = np.arange(len(heap))
    assert (place == state.options[:, PLACE]).all()
    assert (place[state.value[::2] == FREE] != NONE).all()
    child = np.arange(1, len(heap))
    assert (state.activity[heap[child]] <= state.activity[heap[(child - 1) >> 1]]).all()


def _check_clauses(state: State) -> None:
    """Assert that each clause is in the lists of its first two literals, and in no other."""
    watches = {
        (literal, 2 * clause + side)
        for clause, literals in clauses_of(state)
        for side, literal in enumerate(literals[:2])
    }
    n_found = 0
    for literal, watch in enumerate(state.watched.tolist()):
        while watch != NONE:
            assert (literal, watch) in watches
            n_found += 1
            watch = int(state.clauses[(watch >> 1) + int(NEXT) + (watch & 1)])
    assert n_found == len(watches)


def _check_watches(state: State) -> None:
    """Assert that propagation is complete for the literals before HEAD on the trail."""
    value, level = state.value, np.repeat(state.options[:, LEVEL], 2)
    is_seen = np.zeros(len(value), dtype=np.bool_)
    is_seen[state.lists[TRAIL, : state.position[HEAD]] ^ 1] = True
    pairs = [literals[:2] for _, literals in clauses_of(state)]
    for item in state.items[: state.n_primary]:
        start, length, one, other = item.tolist()
        assert length == 0 or {one, other} <= set(state.block[start : start + length].tolist())
        pairs += [[2 * one, 2 * other]] if length else []
    for one, other in pairs:
        for false, true in ((one, other), (other, one)):
            if is_seen[false]:
                assert value[true] == TRUE
                assert level[true] <= level[false]


def _check_reasons(state: State) -> None:
    """Assert that each literal with a reason follows from literals before it on the trail."""
    place = np.full(len(state.value), len(state.value))
    trail = state.lists[TRAIL, : state.position[N_TRAIL]].tolist()
    place[trail] = np.arange(len(trail))
    places = dict(clauses_of(state))
    for literal in trail:
        reason = int(state.options[literal >> 1, REASON])
        kind, number = reason & int(KIND), reason & int(NUMBER)
        if reason == NONE or state.options[literal >> 1, LEVEL] == 0:
            continue
        if kind == OPTION:
            assert literal & 1
            assert place[2 * number] < place[literal]
            continue
        if kind == ITEM:
            start, length = state.items[number, [START, LENGTH]].tolist()
            literals = [2 * option for option in state.block[start : start + length].tolist()]
        else:
            assert kind == CLAUSE
            literals = places[number]
        assert literal in literals
        others = [other ^ 1 for other in literals if other != literal]
        assert (place[others] < place[literal]).all()


def _check_links(links: Links, state: State) -> None:
    """Assert that only decided options and their items were dropped."""
    number = np.zeros(len(links.node_of), dtype=np.intp)
    number[state.option_of] = np.arange(len(number))
    is_open = (state.value[::2] == FREE) | (state.options[:, LEVEL] > 0)
    for item, (first, size) in enumerate(zip(links.start, links.size, strict=True)):
        nodes = links.block[first : first + size]
        pairs = zip(number[links.option_of[nodes]], links.colour_of[nodes], strict=True)
        pairs_open = {(option, colour) for option, colour in pairs if is_open[option]}
        start, length = state.items[item, [START, LENGTH]].tolist()
        places = slice(start, start + length)
        held = set(zip(state.block[places], state.block_colour[places], strict=True))
        if length:
            assert pairs_open <= held
            continue
        colours = {int(colour) for _, colour in pairs_open}
        assert not pairs_open or item >= state.n_primary
        assert len(pairs_open) <= 1 or (len(colours) == 1 and colours != {0})
    for option in np.flatnonzero(is_open).tolist():
        old = _items_of(links.item_of, links.colour_of, int(links.node_of[state.option_of[option]]))
        new = _items_of(state.item_of, state.colour_of, int(state.options[option, FIRST]))
        assert set(new) <= set(old)
        assert all(state.items[item, LENGTH] == 0 for item, _ in set(old) - set(new))


def _items_of(item_of: U32, colour_of: U32, node: int) -> list[tuple[int, int]]:
    """Return the items and the colours of the option that begins at `node`."""
    pairs = []
    while item_of[node] != END:
        pairs.append((int(item_of[node]), int(colour_of[node])))
        node += 1
    return pairs
