"""The depth-first search of a batch, two puzzles at a time.

A round of deductions is a chain of instructions that wait for each other. The rounds of another
puzzle do not depend on them, so the processor works on both at once. When the search of a puzzle
ends, the next puzzle of the batch takes its place.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.vectors import aligned_empty
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import DEPTH, FOUND, N_LEVELS, OPEN, PUZZLE, SOLVED, SPENT
from sudoku.solvers.bitboard.branch import branch
from sudoku.solvers.bitboard.lanes import N_WORDS
from sudoku.solvers.bitboard.stack import Position, Stack, exclude, read, start, write, write_cells
from sudoku.solvers.bitboard.step import GOES_ON, Rows, deduce, state_of

U = np.uint64
ONE = U(1)
N_OWN = N_LEVELS * N_WORDS
"""The words of the stack of one search."""
MIDDLE, END = SPENT + 1, 2 * (SPENT + 1)
"""Where the words of the first search end in a position, and those of the second."""
BEGUN, NEXT, NODES = range(END, END + 3)
"""Where both searches keep together whether they have begun, the next puzzle, and the nodes of this
call."""
NO_PUZZLE = U(0xFFFFFFFF)
"""The puzzle of a search for which none is left."""


def new_stack() -> Stack:
    """Return an uninitialised stack for `solve_some`; shape (2 * levels * N_WORDS,)."""
    return aligned_empty((2 * N_OWN,), np.uint16)


@kernel
def solve_some(arrays: Arrays, stack: Stack, position: Position, limits: Limits) -> bool:
    """Continue the search of a batch of puzzles; see `sudoku.batches.kernel.solve_each`."""
    stack_a, stack_b = stack[:N_OWN], stack[N_OWN:]
    own_a, own_b = position[:MIDDLE], position[MIDDLE:END]
    position[NODES] = 0
    if position[BEGUN] == 0:
        position[BEGUN] = 1
        next_puzzle(arrays, stack_a, own_a, position)
        next_puzzle(arrays, stack_b, own_b, position)
        note_node(own_a, position)
        note_node(own_b, position)
    a, b = pop(stack_a, own_a), pop(stack_b, own_b)
    budget = U(limits.budget)
    while position[NODES] < budget and (own_a[PUZZLE] & own_b[PUZZLE]) != NO_PUZZLE:
        next_a, wrong_a, unsolved_a = deduce(a)
        next_b, wrong_b, unsolved_b = deduce(b)
        state_a = state_of(a, next_a, wrong_a, unsolved_a)
        state_b = state_of(b, next_b, wrong_b, unsolved_b)
        if state_a == GOES_ON:
            a = next_a
        else:
            a = next_grid(next_a, state_a, arrays, stack_a, own_a, position, limits)
        if state_b == GOES_ON:
            b = next_b
        else:
            b = next_grid(next_b, state_b, arrays, stack_b, own_b, position, limits)
    push(a, stack_a, own_a)
    push(b, stack_b, own_b)
    return bool((own_a[PUZZLE] & own_b[PUZZLE]) == NO_PUZZLE)


@helper
def next_grid(
    rows: Rows,
    state: int,
    arrays: Arrays,
    stack: Stack,
    own: Position,
    position: Position,
    limits: Limits,
) -> Rows:
    """Return the grid to go on with after one that no round changes any more."""
    is_spent = own[SPENT] >= U(limits.nodes)
    if state == OPEN and not is_spent:
        first, second = branch(rows)
        push(second, stack, own)
        note_node(own, position)
        return first
    if state == SOLVED:
        _count_solution(rows, arrays, stack, own, limits)
    is_given_up = is_spent and (state == OPEN or own[DEPTH] > 0)
    if own[DEPTH] == 0 or is_given_up:
        if not is_given_up and own[PUZZLE] != NO_PUZZLE:
            arrays.counts[own[PUZZLE]] = own[FOUND]
        next_puzzle(arrays, stack, own, position)
    note_node(own, position)
    return pop(stack, own)


@helper
def _count_solution(
    rows: Rows, arrays: Arrays, stack: Stack, own: Position, limits: Limits
) -> None:
    """Count a solution, and write the first one; leave no grid if enough are found."""
    if own[FOUND] == 0 and len(arrays.solutions):
        write(stack, own[DEPTH], rows)
        write_cells(stack, own[DEPTH], arrays.solutions[own[PUZZLE]])
    own[FOUND] += ONE
    if own[FOUND] >= U(limits.solutions):
        own[DEPTH] = 0


@helper
def next_puzzle(arrays: Arrays, stack: Stack, own: Position, position: Position) -> None:
    """Put the next puzzle of the batch alone on a stack; if none is left, a grid that fails."""
    puzzle = position[NEXT]
    if puzzle < U(len(arrays.puzzles)):
        position[NEXT] = puzzle + ONE
        own[PUZZLE], own[SPENT] = puzzle, 0
        start(arrays.puzzles[puzzle], stack, own)
        if len(arrays.barred):
            exclude(stack, U(arrays.barred[puzzle, 0]), U(arrays.barred[puzzle, 1]))
    else:
        own[PUZZLE], own[DEPTH] = NO_PUZZLE, 1
        for k in range(U(N_WORDS)):
            stack[k] = 0


@helper
def push(rows: Rows, stack: Stack, own: Position) -> None:
    """Put a grid on a stack."""
    write(stack, own[DEPTH], rows)
    own[DEPTH] += ONE


@helper
def pop(stack: Stack, own: Position) -> Rows:
    """Take the last grid from a stack."""
    own[DEPTH] -= ONE
    return read(stack, own[DEPTH])


@helper
def note_node(own: Position, position: Position) -> None:
    """Count a node, which is a grid that is searched from now on."""
    own[SPENT] += ONE
    position[NODES] += ONE
