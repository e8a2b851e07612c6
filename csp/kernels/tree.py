"""The search tree: the arrays of its open levels, and the settings of its heuristics."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# The columns of `Tree.levels`.
CHOSEN, VALUE, MARK, LEVEL_STAMP, KIND, PHASE, NEXT_ENTRY = range(7)
N_LEVEL_COLUMNS = 7
# The kinds of decisions and literals: "variable = value", and so on.
IS, IS_NOT, AT_LEAST, AT_MOST = range(4)
# The columns of `Tree.refuted`.
BELOW, REFUTED, REFUTED_VALUE, REFUTED_KIND = range(4)
N_REFUTED_COLUMNS = 4
# The modes of the search: what it does next.
ENTER, BACKTRACK = range(2)
# The places of `Tree.settings`; the values of VARIABLE_ORDER, of VALUE_ORDER and of SEQUENCE.
VARIABLE_ORDER, VALUE_ORDER, RESTART, OBJECTIVE, N_FIRST, SEQUENCE, KEEPS_REFUTED, BASE_OF_RUNS = (
    range(8)
)
SMALLEST, INPUT, LEAST_VALUE, WEIGHTED, LAST_CONFLICT, ADAPTIVE = range(6)
LEAST, GREATEST, SAVED, RANDOM_VALUE = range(4)
LUBY, GEOMETRIC, LINEAR, CONSTANT = range(4)
BASE_UNIT = 1 << 20
"""The unit of BASE_OF_RUNS."""
# The places of `Tree.trial`.
CURRENT, USUAL, BASE, UNTIL, WINDOW, ROUND, SCORE, PROGRESS, BEFORE, MOST = range(10)
FIRST_TRIAL = 2000.0
"""The nodes before the adaptive order tries another order."""


class Tree(NamedTuple):
    """The open levels, and how variables and values are selected.

    ======== ===================== ============ ==================================================
    array    shape, dtype          indexed by   holds
    ======== ===================== ============ ==================================================
    levels   (depth, 7), int64     level        CHOSEN, KIND, VALUE: its decision; MARK: the length
                                                of the trail before it; LEVEL_STAMP: the stamp
                                                before; PHASE, NEXT_ENTRY: where the search for
                                                what is decided begins, see `csp.kernels.phases`
    shares   (depth,), float64     level        the part of the tree that is left below the level,
                                                without the part below the next level
    order    (n_variables,)        place        the variables in static order; the first N_FIRST
                                                are decided before all others; uint64
    weights  (n_variables,)        variable     1 + the number of failures it was in; float64
    refuted  (n, 4), int64         0 ..         the refuted decisions of the branch: BELOW, the
                                   N_REFUTED    number of levels above; REFUTED, REFUTED_KIND,
                                                REFUTED_VALUE: its variable, kind and value; those
                                                beyond n are not recorded, unless KEEPS_REFUTED
    settings (8,), int64           VARIABLE_... the heuristics; RESTART: the unit of the lengths of
                                                runs in failures, or 0 for no restarts; OBJECTIVE:
                                                the variable to minimise, or -1; N_FIRST;
                                                KEEPS_REFUTED: 1 if `refuted` must grow when it is
                                                full; BASE_OF_RUNS: by which factor runs grow in
                                                geometric sequences, in BASE_UNIT; 0: by a half
    trial    (10,), float64        CURRENT ...  the adaptive order: the order that searches now,
                                                UNTIL a node, at level BASE and below; the USUAL
                                                order; the number of the WINDOW in a trial, and of
                                                the ROUND; the SCORE of the trial; the PROGRESS of
                                                the window, which is the part of the tree that it
                                                closed, and of the one BEFORE; for any order, MOST:
                                                the greatest part that was closed before a restart
    phases   (n, 8), int64         row          what is decided first; see `csp.kernels.phases`
    entries  (n, 6), int64         entry        the variables of the phases
    tables   (n,), int64           place        the values of their sparse variables
    ======== ===================== ============ ==================================================
    """

    levels: NDArray[np.int64]
    shares: NDArray[np.float64]
    order: NDArray[np.uint64]
    weights: NDArray[np.float64]
    refuted: NDArray[np.int64]
    settings: NDArray[np.int64]
    trial: NDArray[np.float64]
    phases: NDArray[np.int64]
    entries: NDArray[np.int64]
    tables: NDArray[np.int64]


class Phases(NamedTuple):
    """What is decided first: the last three arrays of a tree; see `csp.kernels.phases`."""

    phases: NDArray[np.int64]
    entries: NDArray[np.int64]
    tables: NDArray[np.int64]


NO_PHASES = Phases(
    np.zeros((0, 8), dtype=np.int64), np.zeros((0, 6), dtype=np.int64), np.zeros(0, dtype=np.int64)
)


CHANGING_TREE = ("levels", "shares", "weights", "refuted", "trial")
"""The arrays that a search changes."""


LEVELS_OF_WIDE = 64
"""The most decisions that halve a wide domain until it has one value."""


def build_tree(
    order: Sequence[int],
    settings: Sequence[int],
    n_refuted: int,
    n_wide: int = 0,
    phases: Phases = NO_PHASES,
) -> Tree:
    """Return the tree before the search.

    Parameters
    ----------
    order, settings
        The arrays of the tree.
    n_refuted
        The most refuted decisions that it records; of a tree that keeps all: at first.
    n_wide
        The number of variables with wide domains, which may be decided on several levels.
    phases
        What is decided before the variables in order.
    """
    n = len(order)
    n_levels = n + 2 + LEVELS_OF_WIDE * n_wide
    return Tree(
        np.zeros((n_levels, N_LEVEL_COLUMNS), dtype=np.int64),
        np.concatenate([[1.0], np.zeros(n_levels - 1)]),
        np.array(order, dtype=np.uint64),
        np.ones(n),
        np.zeros((n_refuted, N_REFUTED_COLUMNS), dtype=np.int64),
        np.array(settings, dtype=np.int64),
        np.array([SMALLEST, SMALLEST, 0, FIRST_TRIAL, *[0] * 6], dtype=np.float64),
        *phases,
    )


def with_more_refuted(tree: Tree) -> Tree:
    """Return the same tree with twice as much space for refuted decisions."""
    return tree._replace(refuted=np.concatenate([tree.refuted, np.zeros_like(tree.refuted)]))


def with_more_levels(tree: Tree) -> Tree:
    """Return the same tree with space for twice as many levels."""
    levels, shares = (
        np.concatenate([own, np.zeros_like(own)]) for own in (tree.levels, tree.shares)
    )
    return tree._replace(levels=levels, shares=shares)
