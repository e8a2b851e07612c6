"""`search_tree`: the tree of a search for all solutions of a small problem, node by node.

It is Knuth's Algorithm X in plain Python, for teaching. Like the engines it branches on an item
with the fewest options, but the code shows nothing of how they are fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.pictures.words import name_of
from exactcover.problem.option import Colour, Item, Option
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import check_number
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import short
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.pictures.tree import DrawnNode, Outcome, draw_nodes
from exactcover.runtime.search.limits import Flag, HaltedError, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited


@dataclass(frozen=True)
class TreeNode:
    """A node of a search tree: the options chosen on the way from the root to it.

    Attributes
    ----------
    parent
        The place of the node above in `SearchTree.nodes`; None at the root.
    option
        The option that was chosen last; None at the root, and where the tree is cut.
    outcome
        What the search found.
    item
        The item whose options are tried below, or at a dead end the first one without options.
    n_options
        How many options that item has; where the tree is cut, how many were not tried.
    """

    parent: int | None
    option: Option | None
    outcome: Outcome
    item: Item | None = None
    n_options: int = 0


@dataclass(frozen=True, repr=False)
class SearchTree(Image):
    """A search tree, which is also its picture.

    Attributes
    ----------
    nodes
        The nodes in the order of the search, the root first; those where it is cut are last.
    is_complete
        Whether the whole tree is there; else it was cut at the limit.
    title
        What the picture shows, in words.
    """

    nodes: tuple[TreeNode, ...]
    is_complete: bool
    title: str = ""

    def __repr__(self) -> str:
        cut = "" if self.is_complete else ", cut at the limit"
        return f"<SearchTree: {self.n_visited} nodes, {self.n_solutions} solutions{cut}>"

    @property
    def n_visited(self) -> int:
        """The number of nodes that the search visited."""
        return sum(node.outcome is not Outcome.CUT for node in self.nodes)

    @property
    def n_solutions(self) -> int:
        """The number of solutions in the tree."""
        return sum(node.outcome is Outcome.SOLUTION for node in self.nodes)

    def path(self, place: int) -> tuple[Option, ...]:
        """Return the options that are chosen at a node, in the order of the search.

        Parameters
        ----------
        place
            The place of the node in `nodes`.
        """
        chosen: list[Option] = []
        above: int | None = place
        while above is not None:
            node = self.nodes[above]
            if node.option is not None:
                chosen.append(node.option)
            above = node.parent
        return tuple(reversed(chosen))

    def to_svg(self) -> str:
        """Return the picture as SVG: the root on the left, each option on the line to its node."""
        nodes = [
            DrawnNode(
                node.parent,
                "" if node.option is None else name_of(node.option),
                _text(node),
                node.outcome,
            )
            for node in self.nodes
        ]
        return draw_nodes(nodes, _notes(self), self.title)


def search_tree(
    problem: Problem,
    *,
    limit: int = 100,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> SearchTree:
    """Return the tree of a search for all solutions of a small problem.

    At each node the search takes the item with the fewest options, the first of several, and tries
    these options in order: each leads to a node below. A node is a dead end if it leaves an item
    without options. An engine notices this when it chooses the option, and does not count such a
    node in its statistics, unless it is the root.

    Parameters
    ----------
    problem
        The problem, without bounds on items.
    limit
        The most nodes that are visited. If there are more, the tree is cut: it has a node of the
        outcome `Outcome.CUT` wherever options were not tried.
    time_limit, cancel, progress
        As for `exactcover.solve`; if they stop it, the tree is cut in the same way.

    Returns
    -------
    SearchTree
        The nodes, which notebooks show as a picture, and which can be saved as SVG or PNG.

    Raises
    ------
    ProblemError
        If the limit is not a whole number above 0, or items have bounds.
    UnfinishedError
        If the time limit or `cancel` stops it before the root is done.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm X.

    Examples
    --------
    >>> from exactcover import Problem, search_tree
    >>> tree = search_tree(Problem({"A": ["p", "q"], "B": ["r"], "C": ["q", "r"], "D": ["p"]}))
    >>> tree
    <SearchTree: 5 nodes, 2 solutions>
    >>> [(node.option, node.outcome.value, node.item) for node in tree.nodes[:3]]
    [(None, 'branch', 'p'), ('A', 'branch', 'r'), ('B', 'solution', None)]
    """
    check_problem(problem)
    if problem.has_bounds:
        raise ProblemError("search_tree: a search with bounds on items is not shown")
    limit = check_number("limit", limit)
    nodes: list[TreeNode] = []
    # The nodes to visit: the place of the node above, the option, and what was live above.
    todo: list[tuple[int | None, Option | None, _Position]]
    with limited("the root of the tree", time_limit, cancel, progress) as work:
        todo = [(None, None, _Position(frozenset(problem.primary), problem.options))]
        while todo and len(nodes) < limit and not (nodes and work.stop):
            parent, option, above = todo[-1]
            try:
                position = above if option is None else above.choose(option)
                item, options = position.branch(problem.primary)
            except HaltedError:
                if not nodes or work.is_inner:
                    raise
                break
            del todo[-1]
            outcome = Outcome.BRANCH if options else Outcome.DEAD_END
            if not position.items:
                outcome = Outcome.SOLUTION
            todo += [(len(nodes), each, position) for each in reversed(options)]
            nodes.append(TreeNode(parent, option, outcome, item, len(options)))
            work.nodes, work.part = len(nodes), len(nodes) / limit
    left = Counter(parent for parent, _, _ in todo if parent is not None)
    cut = [TreeNode(parent, None, Outcome.CUT, None, left[parent]) for parent in sorted(left)]
    return SearchTree((*nodes, *cut), not cut, f"The search tree of {repr(problem)[1:-1]}")


@dataclass(frozen=True)
class _Position:
    """A position of the search: the primary items to cover, and the options that may be chosen."""

    items: frozenset[Item]
    options: tuple[Option, ...]

    def choose(self, option: Option) -> _Position:
        """Return the position after an option is chosen."""
        colours = dict(zip(option.items, option.colours, strict=True))
        return _Position(
            self.items - colours.keys(),
            tuple(other for other in watched(self.options, 1024) if _agree(colours, other)),
        )

    def branch(self, primary: Sequence[Item]) -> tuple[Item | None, list[Option]]:
        """Return the item with the fewest options, the first of several, and its options."""
        if not self.items:
            return None, []
        numbers = Counter(item for option in watched(self.options, 1024) for item in option.items)
        item = min((each for each in primary if each in self.items), key=numbers.__getitem__)
        return item, [option for option in self.options if item in option.items]


def _agree(colours: dict[Item, Colour | None], option: Option) -> bool:
    """Return whether an option can be chosen beside one with these items and colours.

    They may share only secondary items to which both give the same colour.
    """
    return all(
        item not in colours or (colour is not None and colours[item] == colour)
        for item, colour in zip(option.items, option.colours, strict=True)
    )


def _text(node: TreeNode) -> str:
    """Return the text in a node."""
    if node.outcome is Outcome.SOLUTION:
        return "solution"
    if node.outcome is Outcome.CUT:
        return f"{node.n_options:,} not tried"
    return f"{short(node.item)}: {node.n_options or 'none'}"


def _notes(tree: SearchTree) -> Sequence[str]:
    """Return the lines below the tree."""
    notes = [
        "Each box: the item with the fewest options, and how many it has.",
        f"{_number(tree.n_visited, 'node')}, {_number(tree.n_solutions, 'solution')}",
    ]
    if not tree.is_complete:
        notes[1] += "; cut at the limit of nodes: there may be more solutions"
    return notes


def _number(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"
