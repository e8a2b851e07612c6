"""Readings of cells that differ: what is left of candidates is just what some arrangement has."""

from dataclasses import dataclass
from functools import reduce
from itertools import permutations
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover.runtime.kernels.jit import kernel
from sudoku import Constraint, Rule, Shape
from sudoku.rules.latin import Latin
from sudoku.rules.reader import Reader
from sudoku.solvers.bitmask.all_different_automata import propagate_arrangement
from sudoku.solvers.bitmask.automata import propagate_reading
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.solvers.bitmask.constraint_arrays import ARE_DIFFERENT
from sudoku.solvers.bitmask.search import begin
from sudoku.solvers.bitmask.state import State, constraints_of, state_of

pytestmark = pytest.mark.kernel

SHAPE = Shape(5, 1)
N_STATES = 4


@dataclass(frozen=True)
class Table(Reader[int]):
    """An automaton with listed steps."""

    steps: tuple[tuple[int | None, ...], ...]
    last: frozenset[int]

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        return self.steps[state][digit - 1]

    def accepts(self, state: int) -> bool:
        return state in self.last


@dataclass(frozen=True)
class Read(Rule):
    """The first cells of the first row lead an automaton to a last state."""

    table: Table
    n_cells: int

    name = "read"
    summary = "An automaton reads some cells."

    def constraints(self, shape: Shape) -> list[Constraint]:
        return [Constraint("row", tuple(range(self.n_cells)), self.table)]


@kernel
def keep_first(state: State) -> bool:
    """Look at the first arrangement once."""
    begin(state)
    state.position[:] = 0
    reading, grid = constraints_of(state).readings[0], state.grids[0]
    return propagate_reading(state, grid, reading) and propagate_arrangement(state, grid, reading)


steps = st.tuples(*[st.one_of(st.none(), *[st.integers(0, N_STATES - 1)] * 4)] * SHAPE.n)
last_states = st.frozensets(st.integers(0, N_STATES - 1), min_size=1)
automata = st.builds(Table, st.tuples(*[steps] * N_STATES), last_states)
candidates = st.lists(st.integers(1, 31), min_size=5, max_size=5)


@settings(max_examples=150, deadline=None)
@given(automata, st.integers(3, 5), candidates)
def test_leaves_what_arrangements_have(table: Table, n_cells: int, given: list[int]) -> None:
    made = tables(SHAPE, (Latin(), Read(table, n_cells)))
    assert made.constraints is not None
    assert made.constraints.readings[:, ARE_DIFFERENT].tolist() == [1]
    state = state_of(made)
    state.grids[0] = made.full
    state.grids[0, :n_cells] = given[:n_cells]
    (constraint,) = Read(table, n_cells).constraints(SHAPE)
    words = [
        word
        for word in permutations(range(1, SHAPE.n + 1), n_cells)
        if all(given[k] >> d - 1 & 1 for k, d in enumerate(word)) and constraint.allows(word)
    ]
    with np.errstate(over="ignore"):
        assert keep_first(state) == bool(words)
    if words:
        left = [reduce(or_, (1 << d - 1 for d in column)) for column in zip(*words, strict=True)]
        assert state.grids[0, :n_cells].tolist() == left
    assert not state.arranged.any()
