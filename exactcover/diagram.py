"""All solutions of a problem at once, as a decision diagram.

A node asks about one option: the solutions below its `hi` edge have it, those below `lo` have not.
Equal sets of solutions share their nodes, so a diagram of a few thousand nodes may hold more
solutions than could ever be listed; counting, sampling and choosing take time in its nodes only.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (ZDDs), and 4B, section 7.2.2.1,
Algorithm Z; M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a
combined approach to exact cover" (AAAI 2017).
"""

from __future__ import annotations

import heapq
import zipfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from exactcover.errors import ProblemError
from exactcover.problem import Problem
from exactcover.result import Solution

if TYPE_CHECKING:
    import networkx

NONE, ALL = 0, 1
"""The two nodes without an option: no solution, and the solution that needs no more options."""


class Diagram:
    """The solutions of a problem as a zero-suppressed decision diagram (ZDD).

    Made by `exactcover.diagram_of`; the methods that return diagrams leave this one as it is.

    Parameters
    ----------
    problem
        Whose solutions these are.
    option, lo, hi
        Each of shape (size + 2,), any integer dtype: node k asks about option[k]. Nodes 0 and 1
        are `NONE` and `ALL`; every other node comes after the nodes that it leads to.
    root
        The node that holds all solutions.

    Notes
    -----
    No two solutions of a node's `lo` and `hi` sides are equal, and none below `lo` has its option.
    Options need not come in the same order on all paths.
    """

    def __init__(
        self,
        problem: Problem,
        option: NDArray[np.integer],
        lo: NDArray[np.integer],
        hi: NDArray[np.integer],
        root: int,
    ) -> None:
        self.problem = problem
        self.root = int(root)
        self._option = np.asarray(option, dtype=np.uint32)
        self._lo = np.asarray(lo, dtype=np.uint32)
        self._hi = np.asarray(hi, dtype=np.uint32)

    @property
    def size(self) -> int:
        """How many nodes there are, without the two that have no option."""
        return len(self._option) - 2

    @cached_property
    def _nodes(self) -> list[tuple[int, int, int]]:
        """The triples (option, lo, hi) of all nodes; the first two mean nothing."""
        return list(zip(self._option.tolist(), self._lo.tolist(), self._hi.tolist(), strict=True))

    @cached_property
    def _counts(self) -> list[int]:
        """For every node, how many solutions it holds."""
        counts = [0, 1]
        for _, lo, hi in islice(self._nodes, 2, None):
            counts.append(counts[lo] + counts[hi])
        return counts

    def count(self) -> int:
        """Return the exact number of solutions, however large."""
        return self._counts[self.root]

    def __bool__(self) -> bool:
        return self.root != NONE

    def __repr__(self) -> str:
        return f"<Diagram: {self.count()} solutions in {self.size} nodes>"

    def __iter__(self) -> Iterator[Solution]:
        """Go through the solutions in the order of their rank."""
        path: list[int] = []
        # What is left to do: nodes whose `hi` side comes next, and how long the path was there.
        todo: list[tuple[int, int]] = []
        node = self.root
        while True:
            while node > ALL:
                todo.append((node, len(path)))
                node = self._nodes[node][1]
            if node == ALL:
                yield self._solution(path)
            if not todo:
                return
            node, depth = todo.pop()
            option, _, node = self._nodes[node]
            path[depth:] = [option]

    def __getitem__(self, rank: int) -> Solution:
        """Return the solution of a rank from 0, without going through those before it."""
        if not 0 <= rank < self.count():
            raise IndexError(f"rank {rank} is outside 0 to {self.count() - 1}")
        node, path = self.root, []
        while node > ALL:
            option, lo, hi = self._nodes[node]
            if rank < self._counts[lo]:
                node = lo
            else:
                rank -= self._counts[lo]
                path.append(option)
                node = hi
        return self._solution(path)

    def __contains__(self, solution: Iterable[Hashable]) -> bool:
        """Tell whether these options, by index or label or as a `Solution`, are a solution."""
        wanted = set(self.problem.find_options(solution))
        node, met = self.root, 0
        while node > ALL:
            option, lo, hi = self._nodes[node]
            node = hi if option in wanted else lo
            met += option in wanted
        return node == ALL and met == len(wanted)

    def sample(self, n: int = 1, seed: int | np.random.Generator | None = None) -> list[Solution]:
        """Draw n solutions, each uniformly at random among all, independently of each other.

        Raises
        ------
        ProblemError
            If there is no solution to draw.
        """
        if not self:
            raise ProblemError("there is no solution to draw")
        rng = np.random.default_rng(seed)
        return [self[_below(rng, self.count())] for _ in range(n)]

    def uses(self) -> list[int]:
        """Return for every option how many solutions have it."""
        above = [0] * len(self._nodes)
        above[self.root] = 1
        uses = [0] * self.problem.n_options
        for node in range(len(self._nodes) - 1, ALL, -1):
            option, lo, hi = self._nodes[node]
            above[lo] += above[node]
            above[hi] += above[node]
            uses[option] += above[node] * self._counts[hi]
        return uses

    def cheapest(self, costs: Sequence[float], k: int = 1) -> list[tuple[float, Solution]]:
        """Return the k solutions of least total cost, each with its cost, the cheapest first.

        Parameters
        ----------
        costs
            The cost of every option, by index; negative ones may be among them.
        """
        # For every node its k cheapest solutions: their costs, and their ranks in the node.
        best: list[list[tuple[float, int]]] = [[], [(0, 0)]]
        for option, lo, hi in islice(self._nodes, 2, None):
            cost_of, shift = costs[option], self._counts[lo]
            with_option = [(cost + cost_of, rank + shift) for cost, rank in best[hi]]
            best.append(list(islice(heapq.merge(best[lo], with_option), k)))
        return [(cost, self[rank]) for cost, rank in best[self.root]]

    def forbid(
        self, options: Iterable[Hashable] = (), *, items: Iterable[Hashable] = ()
    ) -> Diagram:
        """Return the diagram of the solutions without these options and these (secondary) items."""
        gone = set(self.problem.find_options(options)) | self._options_with(items)
        return self._rebuild(lambda option: option not in gone)

    def restrict(self, options: Iterable[Hashable]) -> Diagram:
        """Return the diagram of the solutions that have no options but these."""
        kept = set(self.problem.find_options(options))
        return self._rebuild(kept.__contains__)

    def require(
        self, options: Iterable[Hashable] = (), *, items: Iterable[Hashable] = ()
    ) -> Diagram:
        """Return the diagram of the solutions with all these options and all these items."""
        diagram = self
        for option in self.problem.find_options(options):
            diagram = diagram._require_one_of({option})
        for item in items:
            diagram = diagram._require_one_of(self._options_with([item]))
        return diagram

    def _options_with(self, items: Iterable[Hashable]) -> set[int]:
        number = {item: i for i, item in enumerate(self.problem.items)}
        for item in items:
            if item not in number:
                raise ProblemError(f"unknown item {item!r}")
        wanted = [number[item] for item in items]
        starts, members, _ = self.problem.incidence
        nodes = np.flatnonzero(np.isin(members, wanted))
        return set((np.searchsorted(starts, nodes, side="right") - 1).tolist())

    def _rebuild(self, keeps: Callable[[int], bool]) -> Diagram:
        table = _Table()
        image = [NONE, ALL]
        for option, lo, hi in islice(self._nodes, 2, None):
            image.append(table.node(option, image[lo], image[hi] if keeps(option) else NONE))
        return table.diagram(self.problem, image[self.root])

    def _require_one_of(self, wanted: set[int]) -> Diagram:
        """Keep the solutions that have at least one of these options."""
        table = _Table()
        every, met = [NONE, ALL], [NONE, NONE]  # per node: all solutions; those that have one
        for option, lo, hi in islice(self._nodes, 2, None):
            every.append(table.node(option, every[lo], every[hi]))
            met.append(table.node(option, met[lo], (every if option in wanted else met)[hi]))
        return table.diagram(self.problem, met[self.root])

    def save(self, path: str | Path) -> None:
        """Write the diagram to a file of NumPy arrays, with the digest of its problem."""
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                option=self._option,
                lo=self._lo,
                hi=self._hi,
                root=np.uint32(self.root),
                digest=np.array(self.problem.digest),
            )

    @classmethod
    def load(cls, path: str | Path, problem: Problem) -> Diagram:
        """Read a diagram of this problem.

        Raises
        ------
        ProblemError
            If the file holds something else, or the diagram of another problem.
        """
        try:
            with np.load(path, allow_pickle=False) as data:
                digest = str(data["digest"])
                arrays = data["option"], data["lo"], data["hi"], int(data["root"])
        except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ProblemError(f"{path} holds no diagram: {error}") from None
        if digest != problem.digest:
            raise ProblemError(f"{path} holds the diagram of another problem")
        return cls(problem, *arrays)

    def to_graph(self) -> networkx.DiGraph:
        """Return the nodes as a graph; node attribute `option`, edge attribute `side`."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_node(NONE, option=None)
        graph.add_node(ALL, option=None)
        for node, (option, lo, hi) in islice(enumerate(self._nodes), 2, None):
            graph.add_node(node, option=self.problem.options[option])
            graph.add_edge(node, hi, side="hi")
            if lo != hi:
                graph.add_edge(node, lo, side="lo")
        return graph

    def to_dot(self) -> str:
        """Return the diagram in Graphviz's language: `lo` edges dashed, `NONE` left out."""
        lines = ["digraph {", '  1 [shape=box, label="all"];']
        for node, (option, lo, hi) in islice(enumerate(self._nodes), 2, None):
            label = str(self.problem.options[option]).replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'  {node} [label="{label}"];')
            lines += [f"  {node} -> {hi};"] if hi != NONE else []
            lines += [f"  {node} -> {lo} [style=dashed];"] if lo != NONE else []
        return "\n".join([*lines, "}"]) + "\n"

    def _solution(self, path: Iterable[int]) -> Solution:
        options = self.problem.options
        return Solution([options[i] for i in sorted(path)])


class _Table:
    """Nodes in the making, each kept once and none without solutions on its `hi` side."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, int]] = [(0, 0, 0), (0, 0, 0)]
        self._node_of: dict[tuple[int, int, int], int] = {}

    def node(self, option: int, lo: int, hi: int) -> int:
        if hi == NONE:
            return lo
        row = (option, lo, hi)
        node = self._node_of.setdefault(row, len(self._rows))
        if node == len(self._rows):
            self._rows.append(row)
        return node

    def diagram(self, problem: Problem, root: int) -> Diagram:
        option, lo, hi = np.array(self._rows, dtype=np.uint32).T
        return Diagram(problem, option, lo, hi, root)


def _below(rng: np.random.Generator, bound: int) -> int:
    """Draw an integer below `bound`, of any size, uniformly."""
    n_bits = (bound - 1).bit_length()
    while True:
        drawn = int.from_bytes(rng.bytes((n_bits + 7) // 8), "little") >> (-n_bits % 8)
        if drawn < bound:
            return drawn
