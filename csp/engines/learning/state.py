"""The position of a search that learns clauses, beside the `State` of variables and propagators.

A literal says something about one variable: that it is at least a value, less than a value, equal
to a value, or different from it. It is one integer, made of the variable, the place of the value in
the domain and the kind, so that no literal has to be stored before a clause has it; `literal ^ 1`
is the opposite.

Each change of a domain is an event. The events since the root stand in one list, with their
reasons; those of one variable are linked. So the events are what the literals on the trail are to
a solver of propositional clauses, and an event stands for all literals that it made true.
"""

from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.pointers import opener
from exactcover.runtime.kernels.types import F64, I64, U64

# The kinds of literals, in the lowest bits.
GE, LT, EQ, NE = range(4)
KIND_BITS, PLACE_BITS = 2, 40
VARIABLE_SHIFT = KIND_BITS + PLACE_BITS
PLACE_MASK = (1 << PLACE_BITS) - 1

# The columns of `Learner.events`.
WHAT, OLD, NEW, PREVIOUS, REASON, MARK, LEVEL, DEMAND, MEMO, MEMO_PLACE = range(10)
N_EVENT_COLUMNS = 10
# The kinds of events, in the lowest bits of WHAT.
LOW_ROSE, HIGH_FELL, REMOVED, WAS_FIXED = range(4)
NO_DEMAND = -1
"""The demand of an event that is not in the conflict."""

# The kinds of reasons, in the lowest bits of REASON.
DECISION, CLAUSE, PROPAGATOR, GROUP, HOLES, FIXING, BOTH_BOUNDS = range(7)
REASON_BITS = 3
REASON_MASK = 7

# The columns of `Learner.variables`.
(
    LAST,
    LO,
    HI,
    HEADS,
    N_BUCKETS,
    IS_BIT,
    BY_VALUE,
    ROOT_LO,
    ROOT_HI,
    HAS_BOUNDS_ONLY,
    FOLLOWS,
) = range(11)
N_COLUMNS = 11
NEVER = 2
"""FOLLOWS of the sums of cores: what they follow from is fixed without them."""
NONE = -1
NOTHING = -1
"""The variable of an explanation of a failure."""

# The columns of `Learner.propagators`.
EXPLANATION, STYLE, HAS_TWINS, TAKES_BOUNDS, N_NAIVE = range(5)
BY_BOUNDS, BY_VALUES = range(2)
"""The styles: a propagator that explains bounds, or each value that it removes."""

# The offsets in `Learner.clauses`; NEXT takes two numbers. An LBD of 0 is that of a clause that is
# never dropped, DEAD that of one which a shorter one has replaced.
SIZE, LBD, USED, NEXT, LITERALS = 0, 1, 2, 3, 5
DEAD = 1 << 40

# The columns of `Learner.levels`.
FIRST_EVENT, FIRST_SAVED, DECIDED, LEVEL_STAMP, ASSUMED, SEEN = range(6)
N_LEVEL_COLUMNS = 6
# The rows of `Learner.lists`.
LEARNED, GATHERED, LOWER, FRAMES, SAVED, SET_ASIDE = range(6)
N_LISTS = 6
# The rows of `Learner.heap`.
HEAP, PLACE = range(2)

# The places of `Learner.numbers`.
(
    PHASE,
    DEPTH,
    N_EVENTS,
    HEAD,
    N_HEAP,
    TOP,
    N_NEW,
    N_GATHERED,
    N_LOWER,
    N_LEARNED,
    IS_WRONG,
    PENDING,
    PENDING_MARK,
    CONFLICTS,
    NEXT_RESTART,
    RUN,
    PACE,
    REDUCTIONS,
    OBJECTIVE,
    BEST,
    N_ROOT,
    MOST_WORDS,
    NAIVE,
    LEARNED_TOTAL,
    WIDEST,
    ASKED,
    ASKED_VARIABLE,
    ASKED_KIND,
    ASKED_VALUE,
    PROBE_SHIFT,
    PROBE_LOW,
    PROBE_HIGH,
    PROBE_END,
    IS_ASSUMING,
    N_ASSUMED,
    TURN_END,
    N_REASONS,
    N_SEEN,
    REDUCED,
    FAST,
    SLOW,
    MODE,
    MODE_END,
    TARGET_LENGTH,
    REPHASES,
    NEXT_REPHASE,
    VIVIFIED,
    VIVIFIED_WORK,
    N_SHORTENED,
    FALSE_CLAUSE,
) = range(50)
N_NUMBERS = 50
# The phases of the search.
BEGIN, SEARCH, DONE = range(3)


class Learner(NamedTuple):
    """The arrays of a search that learns clauses, beside those of the domains.

    ============= ================ ========= ======================================================
    array         shape            indexed   holds
    ============= ================ ========= ======================================================
    numbers       (N_NUMBERS,)     PHASE ... where the search stands, and its counters
    events        (capacity, 10)   event     WHAT: variable and kind; OLD, NEW: places of bounds, or
                                             NEW: the place that was removed or fixed; PREVIOUS:
                                             the event of the variable before it; REASON: kind and
                                             number; MARK: how much of the trail of cells there was
                                             before; LEVEL; DEMAND: the place that the conflict
                                             needs, or NO_DEMAND; MEMO, MEMO_PLACE: whether it
                                             follows from other literals, and with which place
    variables     (n, N_COLUMNS)   variable  LAST: its last event; LO, HI: its bounds as places
                                             after that; HEADS, N_BUCKETS: its lists in `heads`;
                                             IS_BIT: the greater place if it had two values at the
                                             beginning, else 0; BY_VALUE: it is decided value by
                                             value; ROOT_LO, ROOT_HI: its bounds at the root;
                                             HAS_BOUNDS_ONLY: no literal is "=" or "!=", as for a
                                             bit or a wide domain; FOLLOWS: it is decided after
                                             the orders of tasks, and then has its least value,
                                             or NEVER
    cell_variable (n_cells,)       cell      the variable with this word of its domain, or NONE
    root          (n_cells,)       cell      the domains at the root; uint64
    propagators   (n, 5)           number    EXPLANATION: the address of the function that explains
                                             it, or NONE; STYLE; HAS_TWINS: an open variable is in
                                             its scope twice; TAKES_BOUNDS: reasons of earlier
                                             events can be found again, see
                                             `csp.engines.learning.minimising`; N_NAIVE: how often
                                             all its domains were the reason
    clauses       (capacity,)      place     clauses, one after the other: SIZE, LBD, USED (the last
                                             conflict that it was a reason of), NEXT, LITERALS. It
                                             watches the first two literals; NEXT holds, for each,
                                             the next watch
    heads         (n,)             HEADS     the first watch of each list, or NONE: the literals
                                             ">=", those "<", and buckets of "=" and of "!="
    activity      (n + 1,)         variable  how much it was in conflicts lately; at the end, what
                                             the next conflict adds; float64
    heap          (2, n)           0, 1 ...  HEAP: the variables, the most active first; PLACE:
                                             where each is in it, or NONE
    target        (n,)             variable  the values of the best solution, or those where a
                                             search came furthest without a conflict
    levels        (capacity, 6)    level     FIRST_EVENT, FIRST_SAVED: the lengths of the lists of
                                             events and of saved cells before its decision;
                                             DECIDED: its literal; LEVEL_STAMP: the last conflict
                                             that had it; ASSUMED: which assumption it is, or
                                             their number, if all of them hold; SEEN: the last
                                             reason that had it
    lists         (6, capacity)    0, 1 ...  LEARNED: literals of the clause that is being learned;
                                             GATHERED: literals of a reason; LOWER: events of lower
                                             levels in the conflict; FRAMES, SAVED: for minimising;
                                             SET_ASIDE: the last values of variables, while clauses
                                             are shortened
    assumptions   (n,)             0, 1 ...  literals that are decided first, if IS_ASSUMING: see
                                             `csp.engines.learning.assumptions`
    table         (n,)             array     see `exactcover.runtime.kernels.pointers`
    ============= ================ ========= ======================================================

    All are int64 unless the table says otherwise. A place is a value less the ORIGIN of its
    variable.
    """

    numbers: I64
    events: I64
    variables: I64
    cell_variable: I64
    root: U64
    propagators: I64
    clauses: I64
    heads: I64
    activity: F64
    heap: I64
    target: I64
    levels: I64
    lists: I64
    assumptions: I64
    table: I64


CHANGING = (
    "numbers",
    "events",
    "variables",
    "root",
    "clauses",
    "heads",
    "activity",
    "heap",
    "target",
    "levels",
    "assumptions",
)
"""The arrays that a search changes, and that a snapshot must have."""


def literal_of(v: int, place: int, kind: int) -> int:
    """Return the literal of a variable, a place and a kind, as `literals` does."""
    return v << VARIABLE_SHIFT | place << KIND_BITS | kind


def _example() -> Learner:
    """Return an empty position with the types that kernels are compiled for."""
    row, rows = np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
    words, real = np.zeros(0, dtype=np.uint64), np.zeros(0)
    return Learner(
        row, rows, rows, row, words, rows, row, row, real, rows, row, rows, rows, row, row
    )


learner_of: Any = opener(_example())
"""Return the position of a handle."""
