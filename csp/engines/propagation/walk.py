"""The walk through a search tree: the search of the engine `propagation`, one node at a time."""

from __future__ import annotations

from csp.engines.propagation.phases import phases_for
from csp.engines.propagation.strategy import tree_for
from csp.engines.propagation.tree_nodes import Decision, SearchTree, TreeNode
from csp.errors import ModelError
from csp.kernels.search import LEVELS_FULL, TRAIL_FULL, advance
from csp.kernels.state import (
    DATA,
    DEPTH,
    FAILED_ARITY,
    FAILED_SCOPE,
    FAILURES,
    FIRST,
    MODE,
    N_TRAIL,
    ORIGIN,
    SAVED_CELL,
    SAVED_VALUE,
    SOLUTIONS,
    WIDTH,
    State,
)
from csp.kernels.tree import (
    AT_LEAST,
    AT_MOST,
    BACKTRACK,
    CHOSEN,
    IS,
    IS_NOT,
    KIND,
    MARK,
    VALUE,
    with_more_levels,
)
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.layout import with_longer_trail
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.model.sparse import values_of
from csp.presolve.search_parts import apply_rules, built, laid_out
from csp.propagators.raised import check_raised
from csp.request import Branching, ModelRequest
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.pictures.tree import Outcome
from exactcover.runtime.search.limits import watched
from exactcover.runtime.search.protocol import Status, counting
from exactcover.runtime.search.request import Request
from exactcover.runtime.search.work import Work

MADE = {IS: "==", IS_NOT: "!=", AT_MOST: "<=", AT_LEAST: ">="}
"""The operators of decisions."""
REFUTED = {IS: "!=", IS_NOT: "==", AT_MOST: ">", AT_LEAST: "<"}
"""The operators of refuted decisions."""


def walk(model: Model, limit: int, search: Request, branching: Branching, work: Work) -> SearchTree:
    """Return the nodes of a search, at most `limit` of them, and those where it was cut."""
    if branching.order == "adaptive":
        raise ModelError("the order adaptive begins again and again: it has no search tree")
    return _Walk(model, ModelRequest(search, branching)).tree(limit, work)


class _Walk:
    """A search whose position is looked at after each node."""

    def __init__(self, model: Model, request: ModelRequest) -> None:
        builder = built(model)
        self._model, self._n = model, len(model.unknowns)
        phases = phases_for(builder, model, request.branching.steps)
        self._state = laid_out(model, builder)
        self._tree = tree_for(self._state, model, request, phases=phases)
        self._failures = _Failures(model, builder)
        self._names = [each.name for each in model.unknowns]
        of_function = {builder.place_of(v): repr(f) for f, v in builder.built_functions()}
        n = len(self._state.variables)
        self._names += [of_function.get(v, f"expression {v}") for v in range(self._n, n)]
        self._depth_of_parent = 0
        self._nodes: list[TreeNode] = []
        self._at: list[int] = []
        """The node that is open at each depth of the search, which counts no refuted decisions."""
        self._is_over = False

    def tree(self, limit: int, work: Work) -> SearchTree:
        """Return the tree, cut at the limit or where the watch of the work says so."""
        if int(self._state.position[MODE]) == BACKTRACK:
            failed = next(iter(self._model.contradictions), None)
            self._add(None, Outcome.DEAD_END, failed=failed)
            self._is_over = True
        decision: Decision | None = None
        while not self._is_over and len(self._nodes) < limit:
            if self._nodes and work.stop:
                break
            work.nodes, work.part = len(self._nodes), len(self._nodes) / limit
            self._visit(decision)
            decision = None if self._is_over else self._next_decision()
        if not self._is_over:
            self._cut(decision)
        title = f"The search tree of {repr(self._model)[1:-1]}"
        return SearchTree(tuple(self._nodes), tuple(self._names[: self._n]), title)

    def _visit(self, decision: Decision | None) -> None:
        """Let the search do one node, and note it."""
        position = self._state.position
        depth = int(position[DEPTH])
        n_solutions, n_failures = int(position[SOLUTIONS]), int(position[FAILURES])
        self._advance(1)
        position = self._state.position
        if int(position[SOLUTIONS]) > n_solutions:
            numbers = [self._value(v) for v in range(self._n)]
            found = Assignment(self._model, values_of(self._model.tables, numbers))
            self._add(decision, Outcome.SOLUTION, (1,) * self._n, solution=found)
            self._advance(0)
        elif int(position[FAILURES]) > n_failures:
            self._add(decision, Outcome.DEAD_END, failed=self._failures.culprit(self._state))
        else:
            self._add(decision, Outcome.BRANCH, self._sizes(depth))
            del self._at[depth:]
            self._at.append(len(self._nodes) - 1)

    def _advance(self, n_nodes: int) -> None:
        """Let the search do a node, or only go back to where it continues."""
        while True:
            status = advance(handle(self._state), self._tree, n_nodes, counting(1))
            check_raised(self._state)
            if status == TRAIL_FULL:
                self._state = with_longer_trail(self._state)
            elif status == LEVELS_FULL:
                self._tree = with_more_levels(self._tree)
            else:
                break
        self._is_over = status == Status.EXHAUSTED

    def _add(
        self,
        decision: Decision | None,
        outcome: Outcome,
        sizes: tuple[int, ...] = (),
        *,
        failed: Constraint | None = None,
        solution: Assignment | None = None,
        parent: int | None = None,
    ) -> None:
        if parent is None and decision is not None:
            parent = self._at[self._depth_of_parent]
        depth = 0 if parent is None else self._nodes[parent].depth + 1
        self._nodes.append(TreeNode(parent, decision, outcome, depth, sizes, failed, solution))

    def _next_decision(self) -> Decision:
        """Return the decision that leads to the next node."""
        depth = int(self._state.position[DEPTH])
        if self._nodes[-1].outcome is Outcome.BRANCH:
            self._depth_of_parent = depth - 1
            return self._decision(depth - 1, MADE)
        self._depth_of_parent = depth
        return self._decision(depth, REFUTED)

    def _decision(self, level: int, operators: dict[int, str]) -> Decision:
        v, kind, value = self._tree.levels[level, [CHOSEN, KIND, VALUE]].tolist()
        if v in self._model.tables:
            value = self._model.tables[v][value]
        return Decision(self._names[v], operators[kind], value)

    def _cut(self, decision: Decision | None) -> None:
        """Add the nodes that were not visited: the next one, and those after refuted decisions."""
        self._add(decision, Outcome.CUT)
        for level in reversed(range(int(self._state.position[DEPTH]))):
            refuted = self._decision(level, REFUTED)
            self._add(refuted, Outcome.CUT, parent=self._at[level])

    def _value(self, v: int) -> int:
        """Return the value of a variable that has only one."""
        first, width, origin = self._state.variables[v, [FIRST, WIDTH, ORIGIN]].tolist()
        cells = self._state.cells
        if width == 1:
            return int(origin) + int(cells[first]).bit_length() - 1
        return int(origin) + int(cells[first + width + 1])

    def _sizes(self, depth: int) -> tuple[int, ...]:
        """Return the sizes of the domains before the decision that the search has just made."""
        state = self._state
        mark, end = int(self._tree.levels[depth, MARK]), int(state.position[N_TRAIL])
        # The decision changed the domain of its variable, whose cells were saved before that.
        saved = dict(state.trail[mark:end, [SAVED_CELL, SAVED_VALUE]].tolist())
        found = []
        for first, width in state.variables[: self._n, [FIRST, WIDTH]].tolist():
            cell = first if width == 1 else first + width
            number = int(saved.get(cell, state.cells[cell]))
            found.append(number.bit_count() if width == 1 else number)
        return tuple(found)


class _Failures:
    """Finds the constraint whose propagator failed.

    All constraints are built again, to see which propagators each of them posts.
    """

    def __init__(self, model: Model, builder: Builder) -> None:
        again = Builder(model.unknowns)
        owners: dict[int, Constraint] = {}
        self._of_group: dict[tuple[tuple[int, int], ...], Constraint] = {}
        for constraint in watched(model.constraints, every=1):
            n_parts, n_groups = len(again.parts), len(again.groups)
            constraint.build(again)
            owners.update((id(each), constraint) for each in again.parts[n_parts:])
            for group in again.groups[n_groups:]:
                key = tuple((builder.place_of(v), offset) for v, offset in group)
                self._of_group.setdefault(key, constraint)
        apply_rules(again)
        self._owners = [owners.get(id(each)) for each in again.propagators]

    def culprit(self, state: State) -> Constraint | None:
        """Return the constraint that failed last, or None if it is not known."""
        first, n = int(state.position[FAILED_SCOPE]), int(state.position[FAILED_ARITY])
        if not n:
            return None
        starts = state.propagators[:, DATA].tolist()
        if first in starts:
            owner: Constraint | None = self._owners[starts.index(first)]
            return owner
        numbers, offsets = state.data[first : first + 2 * n].reshape(2, n).tolist()
        return self._of_group.get(tuple(zip(numbers, offsets, strict=True)))
