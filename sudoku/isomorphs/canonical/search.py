"""The search for the least form of a puzzle whose rows and columns may change places.

The tree of branches is the same for all isomorphs of a puzzle. So if a second way leads to the best
form, the two ways differ by an automorphism of the puzzle. It takes the branch where they part to
one that was searched before, and the rest of it need not be searched. The number of automorphisms
is the product of the numbers of equivalent choices along the way to the best form (B. D. McKay,
Practical graph isomorphism, 1981).
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import PUZZLE
from sudoku.isomorphs.canonical.begin import begin, is_filled
from sudoku.isomorphs.canonical.columns import (
    choose_column,
    choose_stack,
    class_end,
    column_choices,
    settled_label,
)
from sudoku.isomorphs.canonical.filled_grids import canonicalise_grid
from sudoku.isomorphs.canonical.rows import row_choices, take_row
from sudoku.isomorphs.canonical.stacks import stack_choices
from sudoku.isomorphs.canonical.state import (
    AT,
    CHECKED,
    CLASS,
    COLUMN,
    COMMON,
    DEPTH,
    HITS,
    IS_BEGUN,
    IS_LESS,
    KIND,
    N_CHOICES,
    N_CHOSEN,
    N_FACTORS,
    N_FOUND,
    N_NUMBERS,
    N_ROWS,
    NEXT,
    NODES,
    ROW,
    SOURCE,
    TRANSPOSED,
    State,
)
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes

WRITTEN, WORSE, BRANCH = np.uint64(0), np.uint64(1), np.uint64(2)
"""How the form ended: it is complete, it is greater than the best one, or there is a choice."""
A_ROW, A_STACK, A_COLUMN = np.uint64(0), np.uint64(1), np.uint64(2)
"""What is chosen at a branch."""

DONE, CLASHES = 1, -2
"""The count of a puzzle whose form was found, and of one whose clues clash."""


@kernel
def canonicalise_some(arrays: Arrays, state: State, position: U64, limits: Limits) -> bool:
    """Write the canonical forms of puzzles as solutions; return whether all are done.

    `limits.budget` is the number of nodes of this call. The count of a puzzle becomes DONE, or
    CLASHES.
    """
    budget = np.uint64(limits.budget)
    state.search[NODES] = ZERO
    for k in range(position[PUZZLE], np.uint64(len(arrays.puzzles))):
        position[PUZZLE] = k
        if state.search[IS_BEGUN] == ZERO and not begin(state, arrays.puzzles[k]):
            arrays.counts[k] = CLASHES
            continue
        if len(state.ways.ways) and is_filled(arrays.puzzles[k]):
            canonicalise_grid(state.board, state.ways, state.best)
            state.search[IS_BEGUN] = ZERO
        elif not continue_search(state, budget):
            return False
        form = arrays.solutions[k]
        for cell in range(np.uint64(len(form))):
            form[cell] = state.best[cell]
        arrays.counts[k] = DONE
    position[PUZZLE] = np.uint64(len(arrays.puzzles))
    return True


@helper
def continue_search(state: State, budget: Unsigned) -> bool:
    """Continue until the least form is found, or the budget of nodes is spent."""
    search = state.search
    depth, is_less = search[DEPTH], search[IS_LESS]
    while True:
        outcome = extend(state, depth, is_less)
        is_less = search[IS_LESS]
        if outcome == BRANCH:
            depth += ONE
        else:
            if outcome == WRITTEN:
                depth = finish(state, depth, is_less)
            depth = open_branch(state, depth)
            if depth == ZERO:
                search[IS_BEGUN] = ZERO
                return True
            search[COMMON] = min(search[COMMON], depth - ONE)
            is_less = ZERO
        take_next(state, depth)
        search[NODES] += ONE
        if search[NODES] >= budget:
            search[DEPTH], search[IS_LESS] = depth, is_less
            return False


@helper
def extend(state: State, depth: Unsigned, is_less: Unsigned) -> Unsigned:
    """Write the form until it is complete, or worse than the best one, or there is a choice."""
    n = state.sizes[0]
    position, numbers = state.positions[depth], state.numbers[depth]
    choices, branch = state.choices[depth], state.branches[depth]
    state.search[IS_LESS] = is_less
    while True:
        if state.search[IS_LESS] == ZERO and is_worse(state, numbers):
            return WORSE
        numbers[CHECKED] = numbers[ROW] * n + numbers[AT]
        if numbers[AT] == n:
            numbers[ROW] += ONE
            numbers[AT] = ZERO
            if numbers[ROW] == n:
                return WRITTEN
        if numbers[N_CHOSEN] == numbers[ROW]:
            kind, n_choices = A_ROW, row_choices(state, position, numbers, choices)
        else:
            row = np.uint64(position[SOURCE, numbers[ROW]])
            source = state.board[numbers[TRANSPOSED], row]
            slot = state.slot_of[numbers[AT]]
            is_first = position[CLASS, slot] == slot
            if is_first and slot + ONE < class_end(state, position, slot):
                kind = A_STACK
                n_choices = stack_choices(state, position, numbers, source, choices)
            else:
                kind = A_COLUMN
                n_choices = column_choices(state, position, numbers, source, choices)
        if n_choices > ONE:
            branch[KIND], branch[N_CHOICES] = kind, n_choices
            branch[NEXT] = branch[HITS] = ZERO
            return BRANCH
        if n_choices == ONE:
            choose(state, position, numbers, kind, choices[0])


@helper
def is_worse(state: State, numbers: U64) -> bool:
    """Compare what was written with the best form; note if it is less."""
    for cell in range(numbers[CHECKED], numbers[ROW] * state.sizes[0] + numbers[AT]):
        if state.form[cell] != state.best[cell]:
            if state.form[cell] > state.best[cell]:
                return True
            state.search[IS_LESS] = ONE
            return False
    return False


@helper
def choose(state: State, position: Bytes, numbers: U64, kind: Unsigned, choice: Unsigned) -> None:
    """Make a choice."""
    if kind == A_ROW:
        take_row(state, position, numbers, choice)
    elif kind == A_STACK:
        choose_stack(state, position, state.slot_of[numbers[AT]], choice)
    else:
        at = numbers[AT]
        choose_column(state, position, at, choice)
        source = state.board[numbers[TRANSPOSED], position[SOURCE, numbers[ROW]]]
        label = settled_label(state, position, np.uint64(source[choice]))
        state.form[numbers[ROW] * state.sizes[0] + at] = np.uint8(label)
        numbers[AT] = at + ONE


@helper
def take_next(state: State, depth: Unsigned) -> None:
    """Make the next choice of the last branch, in a copy of its position."""
    below = depth - ONE
    branch = state.branches[below]
    for k in range(np.uint64(N_ROWS)):
        for i in range(state.sizes[0]):
            state.positions[depth, k, i] = state.positions[below, k, i]
    for k in range(np.uint64(N_NUMBERS)):
        state.numbers[depth, k] = state.numbers[below, k]
    choice = state.choices[below, branch[NEXT]]
    branch[NEXT] += ONE
    choose(state, state.positions[depth], state.numbers[depth], branch[KIND], choice)


@helper
def finish(state: State, depth: Unsigned, is_less: Unsigned) -> Unsigned:
    """Take a complete form as the best, or note an automorphism; return where to continue."""
    search = state.search
    if is_less == ZERO:
        common = search[COMMON]
        state.branches[common, HITS] += ONE
        keep_found(state, depth)
        return common + ONE
    n = state.sizes[0]
    for cell in range(n * n):
        state.best[cell] = state.form[cell]
    for k in range(np.uint64(N_ROWS)):
        for i in range(n):
            state.best_rows[k, i] = state.positions[depth, k, i]
    for k in range(np.uint64(N_NUMBERS)):
        state.best_ids[k] = state.numbers[depth, k]
    for k in range(depth):
        state.branches[k, HITS] = ZERO
    search[COMMON] = depth
    search[N_FACTORS] = search[N_FOUND] = ZERO
    return depth


@helper
def keep_found(state: State, depth: Unsigned) -> None:
    """Keep the rows and columns of another way to the best form, if there is space for it."""
    number = state.search[N_FOUND]
    if number == np.uint64(len(state.found)):
        return
    n, found = state.sizes[0], state.found[number]
    found[0] = np.uint8(state.numbers[depth, TRANSPOSED])
    for k in range(n):
        found[ONE + k] = state.positions[depth, SOURCE, k]
        found[ONE + n + k] = state.positions[depth, COLUMN, k]
    state.search[N_FOUND] = number + ONE


@helper
def open_branch(state: State, depth: Unsigned) -> Unsigned:
    """Leave the branches without further choices; return the number of those that are open."""
    search = state.search
    while depth > ZERO:
        branch = state.branches[depth - ONE]
        if branch[NEXT] < branch[N_CHOICES]:
            return depth
        depth -= ONE
        if depth <= search[COMMON]:
            state.factors[search[N_FACTORS]] = branch[HITS] + ONE
            search[N_FACTORS] += ONE
    return depth
