"""Search trees as data: the nodes, which can be drawn; `csp.verbs.search_tree` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from csp.model.constraint import Constraint
from csp.model.solution import Assignment
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.pictures.tree import Outcome
from exactcover.runtime.texts import printable

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class Decision:
    """A decision of a search: that a variable has a value, or after that was refuted, has not.

    Of a variable with more than a million values it says which half of them is meant.

    Attributes
    ----------
    variable
        The name of the variable; for a variable that stands for an expression, its text.
    operator
        "==" or "!="; "<=" or ">" and ">=" or "<" for halves.
    value
        The value.
    """

    variable: str
    operator: str
    value: int

    def __str__(self) -> str:
        return f"{printable(self.variable)} {self.operator} {self.value}"


@dataclass(frozen=True, eq=False)
class TreeNode:
    """A node of a search tree.

    Attributes
    ----------
    parent
        The place of the node above in `SearchTree.nodes`; None at the root.
    decision
        The decision that leads from there to this node; None at the root.
    outcome
        `Outcome.BRANCH`, SOLUTION, or DEAD_END where propagation failed; CUT where the search
        stopped at the limit, so that the node and those below it were not visited.
    depth
        The number of nodes above it.
    sizes
        The number of values that propagation left to each variable of the model, in their order;
        empty for nodes that failed or were not visited.
    failed
        At a dead end: the constraint whose propagation failed, where that is known.
    solution
        The solution, if it is one.
    """

    parent: int | None
    decision: Decision | None
    outcome: Outcome
    depth: int
    sizes: tuple[int, ...] = ()
    failed: Constraint | None = None
    solution: Assignment | None = None


@dataclass(frozen=True, eq=False, repr=False)
class SearchTree(Image):
    """A search tree, which is also its picture.

    Attributes
    ----------
    nodes
        The nodes in the order of the search, the root first; those that were not visited are last.
    variables
        The names of the variables.
    title
        What the picture shows, in words.
    """

    nodes: tuple[TreeNode, ...]
    variables: tuple[str, ...]
    title: str = ""

    def __repr__(self) -> str:
        cut = "" if self.is_complete else ", cut at the limit"
        return f"<SearchTree: {self.n_visited} nodes, {self.n_solutions} solutions{cut}>"

    @property
    def is_complete(self) -> bool:
        """Whether the whole tree is there; else it was cut at the limit."""
        return self.n_visited == len(self.nodes)

    @property
    def n_visited(self) -> int:
        """The number of nodes that the search visited."""
        return sum(node.outcome is not Outcome.CUT for node in self.nodes)

    @property
    def n_solutions(self) -> int:
        """The number of solutions in the tree."""
        return sum(node.outcome is Outcome.SOLUTION for node in self.nodes)

    def path(self, place: int) -> tuple[Decision, ...]:
        """Return the decisions that lead to a node, in the order of the search.

        Parameters
        ----------
        place
            The place of the node in `nodes`.
        """
        found: list[Decision] = []
        above: int | None = place
        while above is not None:
            node = self.nodes[above]
            if node.decision is not None:
                found.append(node.decision)
            above = node.parent
        return tuple(reversed(found))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each node, whose values are numbers, texts, lists and None.

        So it can be made a data frame, and `json.dumps` writes it as a line.

        Examples
        --------
        >>> from csp import Model, search_tree
        >>> model = Model()
        >>> x, y = model.variables(2, range(3), name="x")
        >>> model.post(2 * x == y + 1)
        >>> for row in search_tree(model).to_rows():
        ...     print(row["place"], row["parent"], row["decision"], row["outcome"], row["sizes"])
        0 None None solution [1, 1]
        """
        return [
            {
                "place": place,
                "parent": node.parent,
                "depth": node.depth,
                "decision": None if node.decision is None else str(node.decision),
                "outcome": node.outcome.value,
                "sizes": list(node.sizes),
                "failed": None if node.failed is None else repr(node.failed),
                "solution": None if node.solution is None else dict(node.solution),
            }
            for place, node in enumerate(self.nodes)
        ]

    def to_graph(self) -> networkx.DiGraph:
        """Return the tree as a graph: its nodes are places, with the values of the rows.

        Examples
        --------
        >>> import networkx
        >>> from csp import Model, search_tree
        >>> model = Model()
        >>> x = model.variables(3, range(2), name="x")
        >>> graph = search_tree(model).to_graph()
        >>> len(graph), networkx.is_arborescence(graph), networkx.dag_longest_path_length(graph)
        (15, True, 3)
        """
        import networkx

        graph = networkx.DiGraph()
        for row in self.to_rows():
            graph.add_node(row["place"], **row)
            if row["parent"] is not None:
                graph.add_edge(row["parent"], row["place"], decision=row["decision"])
        return graph

    def to_svg(self) -> str:
        """Return the picture as SVG: the root on the left, decisions on the lines."""
        from exactcover.runtime.formatting import short
        from exactcover.runtime.pictures.tree import DrawnNode, draw_nodes

        nodes = [
            DrawnNode(
                node.parent,
                "" if node.decision is None else short(node.decision, 24),
                _text(node),
                node.outcome,
            )
            for node in self.nodes
        ]
        return draw_nodes(nodes, self._notes(), self.title)

    def _notes(self) -> list[str]:
        found = ["Each box: how many variables have several values; at a dead end, what failed."]
        found.append(f"nodes: {self.n_visited:,}, solutions: {self.n_solutions:,}")
        if not self.is_complete:
            found[1] += "; cut at the limit of nodes: there may be more solutions"
        return found


def _text(node: TreeNode) -> str:
    """Return the text in a node of the picture."""
    from exactcover.runtime.formatting import short

    if node.outcome is Outcome.BRANCH:
        return f"{sum(size > 1 for size in node.sizes)} open"
    if node.failed is not None:
        return short(node.failed, 30)
    return "not visited" if node.outcome is Outcome.CUT else node.outcome.value
