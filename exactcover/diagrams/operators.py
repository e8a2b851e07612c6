"""The algebra of diagrams, as methods: operations on families of solutions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, cast

from exactcover.runtime.arguments import Cost
from exactcover.runtime.lazy_iterators import InTurn
from exactcover.runtime.search.limits import Flag

if TYPE_CHECKING:
    from typing import TypeGuard, Unpack

    from exactcover.diagrams.base import Nodes
    from exactcover.diagrams.diagram import Diagram
    from exactcover.problem.problem import Problem
    from exactcover.problem.solution import Solution
    from exactcover.runtime.search.request import ProgressLike


class Within(TypedDict, total=False):
    """The limits of an operation.

    Attributes
    ----------
    max_bytes
        The maximum memory, by default `exactcover.diagrams.base.MAX_BYTES`.
    time_limit
        The maximum number of seconds.
    cancel, progress
        As for `exactcover.solve`.
    """

    max_bytes: int
    time_limit: float | None
    cancel: Flag | None
    progress: ProgressLike | None


class FamilyOperations:
    """The operations on families of solutions of one problem: the base of `Diagram`.

    The operators `|`, `&`, `-` and `^`, comparisons (`<=`: is a subset of) and `==` are those of
    Python's sets. The methods with words have limits: `max_bytes` of memory, and `time_limit`,
    `cancel` and `progress` as for `exactcover.solve`; beyond them they raise `UnfinishedError`. The
    operands must be diagrams of the same problem, else they raise `ProblemError`.

    The result tests the options in one order on all paths. It is the order of both operands if
    there is one; otherwise at least one of them is rearranged, which may take much more memory.
    """

    if TYPE_CHECKING:
        problem: Problem
        root: int
        _nodes: Nodes

    def union(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the solutions that are in one of two diagrams, or in both.

        Examples
        --------
        >>> from exactcover import Problem
        >>> tilings = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"], "D": ["q"]}).diagram()
        >>> list(tilings.require(["B"]) | tilings.require(["C"]))
        [('C',), ('A', 'B')]
        """
        return self._combined("UNION", other, **limits)

    def intersection(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the solutions that are in both diagrams."""
        return self._combined("INTERSECTION", other, **limits)

    def difference(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the solutions that are not in the other diagram."""
        return self._combined("DIFFERENCE", other, **limits)

    def symmetric_difference(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the solutions that are in just one of two diagrams."""
        return self._combined("SYMMETRIC_DIFFERENCE", other, **limits)

    def join(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of all unions of a set of this diagram and one of the other.

        In general these sets of options are not solutions.

        Examples
        --------
        >>> from exactcover import Diagram, Problem
        >>> problem = Problem({"A": ["p"], "B": ["q"], "C": ["r"], "D": ["r"]})
        >>> left = Diagram.of(problem, [["A"], ["B"]])
        >>> list(left.join(Diagram.of(problem, [["B"], ["C"]])))
        [('B',), ('B', 'C'), ('A', 'C'), ('A', 'B')]
        """
        return self._combined("JOIN", other, **limits)

    def meet(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of all intersections of a set of this diagram and one of the other."""
        return self._combined("MEET", other, **limits)

    def non_subsets(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the sets that are a subset of no set of the other diagram."""
        return self._combined("NON_SUBSETS", other, **limits)

    def non_supersets(self, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the sets that contain no set of the other diagram.

        Examples
        --------
        Solutions that have neither the options 0 and 4 together nor 1 and 5 together:

        >>> from exactcover import Diagram, Problem
        >>> squares = [(row, column) for row in range(3) for column in range(3)]
        >>> rooks = Problem([[("row", r), ("column", c)] for r, c in squares])
        >>> forbidden = Diagram.of(rooks, [[0, 4], [1, 5]])
        >>> rooks.diagram().non_supersets(forbidden).count()
        4
        """
        return self._combined("NON_SUPERSETS", other, **limits)

    def maximal(self, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the sets that are a subset of no other set of the diagram."""
        return self._combined("MAXIMAL", self._diagram, **limits)

    def minimal(self, **limits: Unpack[Within]) -> Diagram:
        """Return the diagram of the sets that contain no other set of the diagram."""
        return self._combined("MINIMAL", self._diagram, **limits)

    def ordered(
        self,
        order: Iterable[Hashable] | None = None,
        **limits: Unpack[Within],
    ) -> Diagram:
        """Return the diagram of the same solutions that tests options in one order on all paths.

        Parameters
        ----------
        order
            The options that are tested first; the others follow by their indices. By default, the
            order that the diagram has; if it has none, one in which diagrams of the problem are
            usually small.
        """
        from exactcover.diagrams.algebra.operations import ordered

        return ordered(self._diagram, order, **limits)

    @cached_property
    def is_ordered(self) -> bool:
        """Whether the options have the same order on all paths."""
        from exactcover.diagrams.algebra.operations import is_ordered

        return is_ordered(self._diagram)

    def at_most(
        self,
        cost: float,
        costs: Iterable[Cost] | Mapping[Any, Cost] | None = None,
        **limits: Unpack[Within],
    ) -> Diagram:
        """Return the diagram of the solutions whose total cost is at most `cost`.

        Totals are those that `by_cost` returns: exact, or rounded once if costs are floats. Where
        costs differ by so many bits that whole numbers of 57 bits cannot stand for them, the
        solutions whose totals are very near to `cost` are compared one by one.

        Parameters
        ----------
        cost
            The greatest total cost.
        costs
            As for `Problem`; by default those of the problem.

        Examples
        --------
        >>> from exactcover import Problem
        >>> tilings = Problem([["p"], ["p"], ["q"], ["q"]], costs=[1, 3, 1, 2]).diagram()
        >>> sorted(solution.indices for solution in tilings.at_most(3))
        [(0, 2), (0, 3)]
        """
        from exactcover.diagrams.algebra.operations import at_most

        return at_most(self._diagram, cost, costs, **limits)

    def by_cost(
        self, costs: Iterable[Cost] | Mapping[Any, Cost] | None = None
    ) -> Iterator[tuple[float, Solution]]:
        """Return an iterator over all solutions, each with its total cost, the cheapest first.

        Solutions of equal cost are sorted by rank. Totals are compared exactly, and each returned
        cost is rounded once. The first solution takes time linear in the size of the diagram, each
        further one time and memory proportional to the length of a path.

        Parameters
        ----------
        costs
            As for `Problem`; by default those of the problem.

        Examples
        --------
        >>> from exactcover import Problem
        >>> tilings = Problem([["p"], ["p"], ["q"], ["q"]], costs=[1, 3, 1, 2]).diagram()
        >>> [(cost, solution.indices) for cost, solution in tilings.by_cost()]
        [(2, (0, 2)), (3, (0, 3)), (4, (1, 2)), (5, (1, 3))]
        """
        from exactcover.diagrams.by_cost import ByCost
        from exactcover.problem.costs import total_cost

        diagram = self._diagram
        cost = diagram._costs(costs)
        ranking = ByCost(self._nodes, self.root, cost)
        return InTurn((total_cost(cost, path), diagram._solution(path)) for path in ranking)

    @classmethod
    def of(cls, problem: Problem, sets: Iterable[Iterable[Hashable]]) -> Diagram:
        """Return the diagram of some sets of options of a problem, which need not be solutions.

        Parameters
        ----------
        problem
            The problem.
        sets
            Each in a form that `Problem.find_options` takes.
        """
        from exactcover.diagrams.algebra.operations import family

        return family(problem, sets)

    def to_graphillion(
        self, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]
    ) -> str:
        """Return the diagram as the text that Graphillion's `setset.loads` reads.

        Parameters
        ----------
        order
            The options in the order of Graphillion's universe, whose first element is tested first;
            by default in that of their indices.

        Examples
        --------
        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["q"], ["p", "q"]]).diagram().to_graphillion(), end="")
        2 2 B T
        3 3 B T
        4 1 3 2
        .
        """
        from exactcover.diagrams.exchange.graphillion import to_graphillion

        return to_graphillion(self._diagram, order, **limits)

    @classmethod
    def from_graphillion(cls, problem: Problem, text: str) -> Diagram:
        """Return the diagram of a text that `dumps` of Graphillion's `setset` returned.

        Parameters
        ----------
        problem
            The problem, whose options are the elements of the universe in their order.
        text
            The text.

        Raises
        ------
        FormatError
            If it is no such text, or has more elements than the problem has options.
        """
        from exactcover.diagrams.exchange.graphillion import from_graphillion

        return from_graphillion(text, problem)

    def to_knuth(self, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]) -> str:
        """Return the diagram as the text that Knuth's programs `zddread` read.

        Parameters
        ----------
        order
            The options that are the variables 1, 2, 3, ...; by default in the order of their
            indices.

        Raises
        ------
        ProblemError
            If the diagram has no node: the format has no text for it.

        Examples
        --------
        >>> from exactcover import Problem
        >>> print(Problem([["p"], ["q"], ["p", "q"]]).diagram().to_knuth(), end="")
        4: (~1?3:2)
        3: (~3?0:1)
        2: (~2?0:1)
        """
        from exactcover.diagrams.exchange.knuth import to_knuth

        return to_knuth(self._diagram, order, **limits)

    @classmethod
    def from_knuth(cls, problem: Problem, text: str) -> Diagram:
        """Return the diagram of a text for Knuth's programs `zddread`.

        Parameters
        ----------
        problem
            The problem, whose options are the variables 1, 2, 3, ...
        text
            The text.

        Raises
        ------
        FormatError
            If it is no such text, has more variables than the problem has options, or does not
            test them in increasing order.
        """
        from exactcover.diagrams.exchange.knuth import from_knuth

        return from_knuth(text, problem)

    def to_dddmp(self, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]) -> str:
        """Return the diagram as the text (DDDMP) from which OxiDD imports ZDDs.

        Parameters
        ----------
        order
            The options that are the variables 0, 1, 2, ...; by default in the order of their
            indices.

        Examples
        --------
        >>> from exactcover import Problem
        >>> text = Problem([["p"], ["q"], ["p", "q"]]).diagram().to_dddmp()
        >>> print(text[text.index("1 E") :], end="")
        1 E 0 0
        2 B 0 0
        3 1 2 1
        4 2 2 1
        5 0 3 4
        .end
        """
        from exactcover.diagrams.exchange.dddmp import to_dddmp

        return to_dddmp(self._diagram, order, **limits)

    @classmethod
    def from_dddmp(cls, problem: Problem, text: str) -> Diagram:
        """Return the diagram of a ZDD that OxiDD exported in text mode (DDDMP).

        Parameters
        ----------
        problem
            The problem, whose options are the variables 0, 1, 2, ...
        text
            The text.

        Raises
        ------
        FormatError
            If it is no such text, is a BDD, has several roots, or more variables than the problem
            has options.
        """
        from exactcover.diagrams.exchange.dddmp import from_dddmp

        return from_dddmp(text, problem)

    def issubset(self, other: Diagram, **limits: Unpack[Within]) -> bool:
        """Return whether all solutions are in the other diagram."""
        return not self.difference(other, **limits)

    def issuperset(self, other: Diagram, **limits: Unpack[Within]) -> bool:
        """Return whether all solutions of the other diagram are in this one."""
        return not other.difference(self._diagram, **limits)

    def isdisjoint(self, other: Diagram, **limits: Unpack[Within]) -> bool:
        """Return whether no solution is in both diagrams."""
        return not self.intersection(other, **limits)

    @property
    def _diagram(self) -> Diagram:
        return cast("Diagram", self)

    def _combined(self, operation: str, other: Diagram, **limits: Unpack[Within]) -> Diagram:
        from exactcover.diagrams.algebra import machine, operations

        kind = getattr(machine, operation)
        return operations.combined(kind, self._diagram, other, **limits)

    def __or__(self, other: object) -> Diagram:
        return self.union(other) if _is_diagram(other) else NotImplemented

    def __and__(self, other: object) -> Diagram:
        return self.intersection(other) if _is_diagram(other) else NotImplemented

    def __sub__(self, other: object) -> Diagram:
        return self.difference(other) if _is_diagram(other) else NotImplemented

    def __xor__(self, other: object) -> Diagram:
        return self.symmetric_difference(other) if _is_diagram(other) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.issubset(other) if _is_diagram(other) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.issuperset(other) if _is_diagram(other) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self <= other and self != other if _is_diagram(other) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self >= other and self != other if _is_diagram(other) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Return whether both are diagrams of the same solutions of the same problem.

        The nodes may differ. What is compared are fingerprints of 128 bits, which take time linear
        in the sizes: two different families have the same with a probability below 2**-80.
        """
        if not isinstance(other, FamilyOperations):
            return NotImplemented
        is_same = self.problem is other.problem or self.problem.digest == other.problem.digest
        return is_same and self._fingerprint == other._fingerprint

    def __hash__(self) -> int:
        return hash(self._fingerprint)

    @cached_property
    def _fingerprint(self) -> tuple[int, ...]:
        from exactcover.diagrams.fingerprints import fingerprint

        return fingerprint(self._nodes, self.root, self.problem.n_options)


def _is_diagram(other: object) -> TypeGuard[Diagram]:
    return isinstance(other, FamilyOperations)
