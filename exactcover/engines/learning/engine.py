"""Clause learning: an engine for one solution of a hard problem, or the proof that there is none.

The engine decides one option after the other, chosen or not, and propagates. From each conflict it
learns a clause, that is, literals of which one must hold. So no other part of the tree is searched
that fails for the same reason, and the search jumps back to the level of the reason. It restarts
often; the clauses, the activities and the saved phases lead it back. Each solution that is found is
forbidden by a clause. So the engine finds all solutions, but other engines list many of them
faster.

The modules are `order` (of the decisions), `propagation`, `analysis` (of conflicts), `clauses`
(learned ones), `root` (simplification at the root of the tree) and `search` (the main loop).

References
----------
J. P. Marques-Silva, I. Lynce, S. Malik, "Conflict-driven clause learning SAT solvers", in Handbook
of Satisfiability (2009); M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas
algorithms" (1993), for the restarts; K. Pipatsrisawat, A. Darwiche, "A lightweight
component caching scheme for satisfiability solvers" (SAT 2007), for the phases. Neither the
exactly-one items nor the colours are translated into clauses.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.learning.check import check
from exactcover.engines.learning.search import NEED_SPACE, advance, choose, exclude
from exactcover.engines.learning.state import (
    CHANGING,
    DONE,
    LITERALS,
    MODE,
    MOST_WORDS,
    NODES,
    PHASE,
    SOLUTIONS,
    TOP,
    UPDATES,
    State,
    build_state,
    with_capacity,
)
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import (
    STATUSES,
    Out,
    Status,
)

MAX_BYTES = 1 << 28
"""The most memory of learned clauses, in bytes."""
BYTES_PER_WORD = 4
FIRST_CAPACITY = 1 << 14
"""The initial capacity in words."""
ADDRESSES = 1 << 30
"""The most words that can be addressed."""


class Learning(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    A node is a decision or a conflict; an update is an option of an item, or a watched clause, that
    is visited.

    Parameters
    ----------
    links
        The problem.
    max_bytes
        The most memory of learned clauses; at this limit the worse ones are dropped. Only the
        clauses that forbid known solutions may take more.
    """

    name = "learning"
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links, max_bytes: int = MAX_BYTES) -> None:
        self.depth = links.depth
        self._links = links
        self._state = with_capacity(build_state(links), FIRST_CAPACITY)
        self._state.position[MOST_WORDS] = max_bytes // BYTES_PER_WORD
        self._number = np.argsort(links.node_of).argsort().astype(np.uint32)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return choose(self._state, self._number[options]) == len(options)

    def prefer(self, options: list[int]) -> None:
        """Let the search choose these options first, as if they had been chosen before.

        They may be those of a known solution, if others that are near to it are looked for. It may
        be called before the search begins.
        """
        self._state.options[self._number[options], PHASE] = 1

    def exclude(self, solutions: Iterable[Sequence[int]]) -> None:
        """Exclude these solutions, which another engine has found.

        It may be called at any time. The solutions are not counted as found by this engine.

        Parameters
        ----------
        solutions
            Lists of option indices in any order, such as `exactcover.Solution.indices`. Solutions
            with all options of one of them are not found any more.

        Raises
        ------
        ProblemError
            If the problem has no option with such an index.

        Examples
        --------
        >>> from exactcover import Problem
        >>> from exactcover.verbs.cover_search import CoverSearch
        >>> problem = Problem([["p"], ["q"], ["p", "q"], ["q"]])
        >>> learning = Learning(problem.links)
        >>> learning.exclude([[0, 1], [2]])
        >>> CoverSearch(problem, engine=lambda links: learning).collect()
        [[0, 3]]
        """
        n_options = len(self._number)
        for solution in solutions:
            for option in solution:
                if not 0 <= option < n_options:
                    raise ProblemError(f"option {option}: the problem has {n_options} options")
            self._provide_space()
            exclude(self._state, self._number[list(solution)])

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        last_node = self.nodes + node_budget
        while True:
            before = self.solutions
            status = advance(self._state, last_node - self.nodes, out)
            if status != NEED_SPACE:
                return STATUSES[status]
            found = self.solutions - before
            out = Out(out.rows[found:], out.lengths[found:], out.room - found)
            self._provide_space()

    def _provide_space(self) -> None:
        """Provide space for at least one more clause."""
        top = int(self._state.position[TOP])
        needed = top + len(self._number) + int(LITERALS)
        if needed > ADDRESSES:
            raise ProblemError(
                f"the method {self.name} cannot remember more than {self.solutions} solutions of "
                "this problem: list them with another one"
            )
        if needed > len(self._state.clauses):
            self._state = with_capacity(self._state, min(2 * needed, ADDRESSES))

    def part_done(self) -> float:
        """Return 0 until the search ends: there is no tree with parts to count."""
        return float(self._state.position[MODE] == DONE)

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    def _rows_in_use(self) -> dict[str, int]:
        return {"clauses": int(self._state.position[TOP])}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._state = with_capacity(self._state, len(snapshot["clauses"]))
        super().restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)
