"""`Diagram`: the zero-suppressed decision diagram (ZDD) of all solutions of a problem.

A node tests one option: the solutions below its `hi` edge contain it, those below `lo` do not.
Equal sets of solutions share their nodes, so a diagram of a few thousand nodes may represent more
solutions than could ever be listed. Counting, sampling and selecting take time linear in the nodes.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (ZDDs), and 4B, section 7.2.2.1,
Algorithm Z; M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a
combined approach to exact cover" (AAAI 2017).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.diagrams.operators import FamilyOperations
from exactcover.problem.costs import Costs, check_costs, simplest, total_cost
from exactcover.problem.option import Options
from exactcover.problem.problem import Problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import (
    Cost,
    check_number,
    each_of,
    generator,
    is_hashable,
    is_whole,
)
from exactcover.runtime.errors import NoSolutionError, ProblemError
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    import networkx

    from exactcover.circuits.circuit import Circuit
    from exactcover.circuits.weights import Number, WeightsLike


class Diagram(FamilyOperations):
    """The solutions of a problem as a zero-suppressed decision diagram (ZDD).

    `Problem.diagram` constructs it. Methods that return a diagram do not change this one.

    Parameters
    ----------
    problem
        The problem.
    nodes
        The nodes, which must not change any more.
    root
        The node of all solutions.

    Notes
    -----
    No solution is on both sides of a node, and none below `lo` contains the option of the node. The
    options need not have the same order on all paths. Time and memory are linear in the size of the
    diagram; numbers of solutions above 64 bits are slower, and also exact.

    Examples
    --------
    >>> from exactcover import Problem
    >>> squares = [(row, column) for row in range(4) for column in range(4)]
    >>> dominoes = [[(r, c), (r, c + 1)] for r, c in squares if c < 3]
    >>> dominoes += [[(r, c), (r + 1, c)] for r, c in squares if r < 3]
    >>> tilings = Problem(dominoes).diagram(method="cells")
    >>> tilings
    <Diagram: 36 solutions in 52 nodes>
    >>> tilings.forbid([0]).count() + tilings.require([0]).count()
    36
    >>> tilings.sample(seed=1)[0] in tilings
    True
    """

    def __init__(self, problem: Problem, nodes: Nodes, root: int) -> None:
        self.problem = problem
        self.root = int(root)
        # Arrays from a pickle have a dtype of their own; precompiled kernels compare it by `is`.
        self._nodes = Nodes(*(np.asarray(array, dtype=np.uint32) for array in nodes))
        # Reading an element of a memory view takes a third of the time of reading one of an array.
        self._option, self._lo, self._hi = (array.data for array in self._nodes)

    @property
    def size(self) -> int:
        """The number of nodes, without the two terminal nodes."""
        return len(self._option) - 2

    @property
    def nbytes(self) -> int:
        """The memory of the nodes in bytes."""
        return sum(array.nbytes for array in self._nodes)

    @cached_property
    def _counts(self) -> Sequence[int]:
        """The number of solutions of every node."""
        from exactcover.diagrams.nodes import counts_of

        return counts_of(self._nodes)

    @overload
    def count(self, weights: None = None) -> int: ...

    @overload
    def count(self, weights: WeightsLike) -> Number: ...

    def count(self, weights: WeightsLike | None = None) -> Number:
        """Return the exact number of solutions, however large, or how much all of them weigh.

        The weights are those of options, as for `exactcover.count`.
        """
        if weights is None:
            return self._counts[self.root]
        from exactcover.circuits.answers import weighted_sum
        from exactcover.circuits.circuit import finish
        from exactcover.circuits.weights import check_weights

        return finish(weighted_sum(self._circuit, check_weights(weights, self.problem)))

    @cached_property
    def _circuit(self) -> Circuit | None:
        from exactcover.diagrams.circuit import circuit_of

        return circuit_of(self._nodes, self.root, self.problem.n_options)

    def __bool__(self) -> bool:
        """Return whether there is a solution."""
        return self.root != NONE

    def __repr__(self) -> str:
        return f"<Diagram: {format_whole(self.count())} solutions in {self.size} nodes>"

    def __reduce__(self) -> tuple[type[Diagram], tuple[Problem, Nodes, int]]:
        return Diagram, (self.problem, self._nodes, self.root)

    @in_turn
    def __iter__(self) -> Iterator[Solution]:
        """Return an iterator over the solutions in the order of their rank."""
        path: list[int] = []
        # The stack: nodes whose `hi` side comes next, and the length of the path to them.
        todo: list[tuple[int, int]] = []
        node = self.root
        while True:
            while node > ALL:
                todo.append((node, len(path)))
                node = self._lo[node]
            if node == ALL:
                yield self._solution(path)
            if not todo:
                return
            node, depth = todo.pop()
            path[depth:] = [self._option[node]]
            node = self._hi[node]

    def __getitem__(self, rank: int) -> Solution:
        """Return the solution of a rank, counted from 0, without iterating over those before it.

        Negative ranks count from the end, as those of a list: -1 is the last one.
        """
        rank = checked_rank(rank, self.count())
        node, path = self.root, []
        while node > ALL:
            n_before = self._counts[self._lo[node]]
            if rank < n_before:
                node = self._lo[node]
            else:
                rank -= n_before
                path.append(self._option[node])
                node = self._hi[node]
        return self._solution(path)

    def rank(self, solution: Iterable[Hashable]) -> int:
        """Return the rank of a solution, so that `self[rank]` is that solution.

        Parameters
        ----------
        solution
            A `Solution`, or options as `Problem.find_options` takes them, in any order.

        Raises
        ------
        ProblemError
            If it is not one of the solutions.
        """
        rank = self._rank(solution)
        if rank is None:
            raise ProblemError("these options are not one of the solutions")
        return rank

    def __contains__(self, solution: Iterable[Hashable]) -> bool:
        """Return whether `solution`, in any form that `rank` takes, is one of the solutions."""
        return self._rank(solution) is not None

    def _rank(self, solution: Iterable[Hashable]) -> int | None:
        wanted = set(self.problem.find_options(solution))
        node, rank, n_met = self.root, 0, 0
        while node > ALL:
            if self._option[node] in wanted:
                n_met += 1
                rank += self._counts[self._lo[node]]
                node = self._hi[node]
            else:
                node = self._lo[node]
        return rank if node == ALL and n_met == len(wanted) else None

    def sample(
        self,
        n: int = 1,
        seed: int | np.random.Generator | None = None,
        weights: WeightsLike | None = None,
    ) -> list[Solution]:
        """Return n solutions, drawn independently from all of them, uniformly or by weight.

        The weights are those of options, as for `exactcover.sample`.

        Raises
        ------
        NoSolutionError
            If there is no solution, or none whose weight is above 0.
        """
        if weights is None:
            return [self[rank] for rank in random_ranks(self.count(), n, seed)]
        from exactcover.circuits.circuit import finish
        from exactcover.circuits.drawing import drawer
        from exactcover.circuits.weights import check_weights_to_draw

        checked, circuit = check_weights_to_draw(weights, self.problem), self._circuit
        n, rng = check_number("n", n, least=0), generator(seed)
        source = circuit and finish(drawer(circuit, checked))
        if source is None:
            raise NoSolutionError("there is no solution whose weight is above 0")
        return [self._solution(source.draw(rng)) for _ in range(n)]

    @overload
    def uses(self, weights: None = None) -> list[int]: ...

    @overload
    def uses(self, weights: WeightsLike) -> list[Number]: ...

    def uses(self, weights: WeightsLike | None = None) -> list[int] | list[Number]:
        """Return for every option the number of solutions that contain it, or their weight.

        The weights are those of options, as for `exactcover.uses`.
        """
        if weights is None:
            from exactcover.diagrams.nodes import uses_of

            return uses_of(self._nodes, self._counts, self.root, self.problem.n_options)
        from exactcover.circuits.answers import weighted_shares
        from exactcover.circuits.circuit import finish
        from exactcover.circuits.weights import check_weights

        checked = check_weights(weights, self.problem)
        return finish(weighted_shares(self._circuit, checked, self.problem.n_options))

    def cheapest(
        self, costs: Iterable[Cost] | Mapping[Any, Cost] | None = None, k: int = 1
    ) -> list[tuple[float, Solution]]:
        """Return the k solutions of least total cost, each with its cost, the cheapest first.

        Solutions of equal cost are sorted by rank. If there are fewer than k solutions, all are
        returned. Time and memory are proportional to k times the size. Costs are compared
        exactly; each returned cost is rounded once if costs are floats.

        Parameters
        ----------
        costs
            As for `Problem`; by default those of the problem.

        Raises
        ------
        ProblemError
            If the costs are invalid, or k is negative.
        """
        from exactcover.diagrams.by_cost import ByCost
        from exactcover.diagrams.nodes import cheapest_of
        from exactcover.engines.cheapest.scaling import scale

        k = min(check_number("k", k, least=0), self.count())
        cost = self._costs(costs)
        whole = scale(cost, len(cost))
        if whole.is_exact:
            paths = cheapest_of(self._nodes, self._counts, self.root, whole.price, k)
        else:
            paths = list(islice(ByCost(self._nodes, self.root, cost), k))
        return [(total_cost(cost, path), self._solution(path)) for path in paths]

    def _costs(self, costs: Iterable[Cost] | Mapping[Any, Cost] | None) -> Costs:
        """Return the cost of each option: as given, or those of the problem; 0 by default."""
        problem = self.problem
        found: Costs | None = problem.costs
        if costs is not None:
            found = simplest(check_costs(costs, problem.n_options, problem.labels))
        return np.zeros(problem.n_options, dtype=np.int64) if found is None else found

    def forbid(
        self, options: Iterable[Hashable] = (), *, items: Iterable[Hashable] = ()
    ) -> Diagram:
        """Return the diagram of the solutions without these options and these (secondary) items."""
        return self._without(self._mask(options) | self._having(items))

    def restrict(self, options: Iterable[Hashable]) -> Diagram:
        """Return the diagram of the solutions that contain only these options."""
        return self._without(~self._mask(options))

    def require(
        self, options: Iterable[Hashable] = (), *, items: Iterable[Hashable] = ()
    ) -> Diagram:
        """Return the diagram of the solutions with all these options and all these items."""
        diagram = self
        for option in each_of("options", options):
            diagram = diagram._with_one_of(self._mask([option]))
        for item in each_of("items", items):
            diagram = diagram._with_one_of(self._having([item]))
        return diagram

    def _mask(self, options: Iterable[Hashable]) -> NDArray[np.bool_]:
        mask = np.zeros(self.problem.n_options, dtype=np.bool_)
        mask[self.problem.find_options(options)] = True
        return mask

    def _having(self, items: Iterable[Hashable]) -> NDArray[np.bool_]:
        """Return which options contain one of these items."""
        numbers = []
        for item in each_of("items", items):
            if not is_hashable(item) or item not in self._number_of:
                raise ProblemError(f"unknown item {item!r}")
            numbers.append(self._number_of[item])
        starts, members, _ = self.problem.incidence
        mask = np.zeros(self.problem.n_options, dtype=np.bool_)
        nodes = np.flatnonzero(np.isin(members, numbers))
        mask[np.searchsorted(starts, nodes, side="right") - 1] = True
        return mask

    @cached_property
    def _number_of(self) -> dict[Hashable, int]:
        return {item: number for number, item in enumerate(self.problem.items)}

    def _without(self, is_gone: NDArray[np.bool_]) -> Diagram:
        from exactcover.diagrams.nodes import without

        return Diagram(self.problem, *without(self._nodes, self.root, is_gone))

    def _with_one_of(self, is_wanted: NDArray[np.bool_]) -> Diagram:
        from exactcover.diagrams.nodes import with_one_of

        return Diagram(self.problem, *with_one_of(self._nodes, self.root, is_wanted))

    def save(self, path: str | Path) -> None:
        """Write the diagram to a file of NumPy arrays, with the digest of its problem."""
        from exactcover.diagrams.files import save

        save(path, self._nodes, self.root, self.problem)

    @classmethod
    def load(cls, path: str | Path, problem: Problem) -> Diagram:
        """Read a diagram of this problem.

        Raises
        ------
        OSError
            If the file cannot be read.
        ProblemError
            If the file is damaged, or is not a diagram of this problem.
        """
        from exactcover.diagrams.files import load

        return cls(problem, *load(path, problem))

    def to_graph(self) -> networkx.DiGraph:
        """Return the nodes as a graph; node attribute `option`, edge attribute `sides`.

        `NONE` is omitted. An edge has the side "lo" or "hi", or both.
        """
        from exactcover.diagrams.files import to_graph

        return to_graph(self._nodes, self.problem)

    def to_dot(self) -> str:
        """Return the diagram in Graphviz's language: `lo` edges are dashed, `NONE` is omitted."""
        from exactcover.diagrams.files import to_dot

        return to_dot(self._nodes, self.problem)

    to_image = Method("exactcover.pictures.zdd", "zdd_image")
    _repr_html_ = Method("exactcover.pictures.notebook", "diagram_html")

    def _solution(self, path: Iterable[int]) -> Solution:
        return Solution([self._options[i] for i in sorted(path)])

    @cached_property
    def _options(self) -> Options:
        return Options(self.problem._option)


def random_ranks(number: int, n: int, seed: int | np.random.Generator | None) -> list[int]:
    """Return n ranks of so many solutions, drawn independently and uniformly."""
    n, rng = check_number("n", n, least=0), generator(seed)
    if not number:
        raise NoSolutionError("there is no solution")
    return [below(rng, number) for _ in range(n)]


def below(rng: np.random.Generator, bound: int) -> int:
    """Return a uniformly random integer below `bound`, which may be of any size."""
    n_bits = (bound - 1).bit_length()
    while True:
        drawn = int.from_bytes(rng.bytes((n_bits + 7) // 8), "little") >> (-n_bits % 8)
        if drawn < bound:
            return drawn


def checked_rank(rank: Any, number: int) -> int:
    """Return the rank of one of so many solutions, counted from 0, after checking it."""
    if not is_whole(rank):
        raise TypeError(f"rank is {rank!r}: it must be a whole number")
    if not -number <= rank < number:
        there = f"0 to {format_whole(number - 1)}" if number else "all ranks: there is no solution"
        raise IndexError(f"rank {format_whole(int(rank))} is outside {there}")
    return int(rank) % number
