"""`FamilyCovers`: all exact covers by options that are not written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from exactcover.diagrams.base import NONE
from exactcover.diagrams.diagram import checked_rank, random_ranks
from exactcover.diagrams.families.layers import LAST, LayerNodes, Layers
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.search.request import Seed
from exactcover.runtime.text_view import TextView

Levels = tuple[int, ...]
"""Some levels, in increasing order."""
MOST_KEPT = 1 << 14
"""How many results are kept of what options may cover what is left."""
State = tuple[int, int]
"""A node of a family of options, and a node of a layer."""


class FamilyOption(NamedTuple):
    """An option of a family.

    Attributes
    ----------
    items
        Its items, in the order in which the problem covers them.
    family
        The number of its family, from 0.
    """

    items: tuple[Any, ...]
    family: int

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)


Cover = tuple[FamilyOption, ...]
"""An exact cover: its options, sorted by their first items."""


class FamilyCovers(TextView):
    """All exact covers of a `FamilyProblem`, which `FamilyProblem.covers` finds.

    They are counted, but neither they nor the options are listed: an iterator or a rank makes each
    cover when it is asked for.

    Parameters
    ----------
    layers
        The layers, which are complete.
    items
        The names of the items.

    Examples
    --------
    >>> from exactcover import FamilyProblem
    >>> covers = FamilyProblem.of([["p"], ["q"], ["p", "q"], ["q", "r"], ["r"]]).covers()
    >>> covers
    <FamilyCovers: 3 covers in 8 nodes>
    >>> [[option.items for option in cover] for cover in covers]
    [[('p',), ('q', 'r')], [('p', 'q'), ('r',)], [('p',), ('q',), ('r',)]]
    >>> covers.sample(seed=3)[0] == covers[2]
    True
    """

    def __init__(self, layers: Layers, items: Sequence[Any]) -> None:
        self._layers = layers
        self._nodes = layers.nodes()
        self._items = items
        self._choices = lru_cache(MOST_KEPT)(self._choices_of)

    @cached_property
    def _count(self) -> int:
        return self._nodes.weight(self._layers.roots[-1])

    @property
    def size(self) -> int:
        """The number of nodes of the families and of all layers."""
        return self._nodes.size

    def count(self) -> int:
        """Return the exact number of covers, however large."""
        return self._count

    def __bool__(self) -> bool:
        """Return whether there is a cover."""
        return self._layers.roots[-1] != NONE

    def __repr__(self) -> str:
        number = format_whole(self.count())
        return f"<FamilyCovers: {number} covers in {self.size} nodes>"

    @in_turn
    def __iter__(self) -> Iterator[Cover]:
        """Return an iterator over the covers in the order of their rank."""
        n_items = len(self._layers.starts)
        path: list[FamilyOption | None] = []
        # Of each item on the path, from the last one on, the ways to cover it that come next.
        todo = [self._ways(n_items - 1, ())]
        while todo:
            way = next(todo[-1], None)
            del path[len(todo) - 1 :]
            if way is None:
                todo.pop()
                continue
            covered, option = way
            path.append(option)
            if len(todo) == n_items:
                yield tuple(each for each in reversed(path) if each is not None)
            else:
                todo.append(self._ways(n_items - 1 - len(todo), covered))

    def _ways(self, level: int, covered: Levels) -> Iterator[tuple[Levels, FamilyOption | None]]:
        """Yield the ways to cover an item and some later ones that lead to covers.

        Each is what earlier options must cover, and the option that begins with the item; None if
        an earlier option has the item, or it remains uncovered.
        """
        layers = self._layers
        without, with_item = self._nodes.children(layers.roots[level], level)
        if self._weight(with_item, covered):
            yield (level, *covered), None
        if not layers.is_primary[level] and self._weight(without, covered):
            yield covered, None
        for family, start in enumerate(layers.starts[level]):
            for taken in self._choices(start, without, covered):
                rest = tuple(one for one in covered if one not in taken)
                yield rest, self._option((level, *taken), family)

    def __getitem__(self, rank: int) -> Cover:
        """Return the cover of a rank, counted from 0, without making those before it.

        Negative ranks count from the end, as those of a list: -1 is the last one.
        """
        rank = checked_rank(rank, self.count())
        found: list[FamilyOption] = []
        covered: Levels = ()  # the levels that earlier options cover, from the current one
        for level in reversed(range(len(self._layers.starts))):
            without, with_item = self._nodes.children(self._layers.roots[level], level)
            n_with = self._weight(with_item, covered)
            if rank < n_with:
                covered = (level, *covered)
                continue
            rank -= n_with
            if not self._layers.is_primary[level]:
                n_uncovered = self._weight(without, covered)
                if rank < n_uncovered:
                    continue
                rank -= n_uncovered
            for family, start in enumerate(self._layers.starts[level]):
                choices = self._choices(start, without, covered)
                if rank < choices.count:
                    taken, rank = choices.nth(rank)
                    found.append(self._option((level, *taken), family))
                    covered = tuple(one for one in covered if one not in taken)
                    break
                rank -= choices.count
        return tuple(reversed(found))

    def sample(self, n: int = 1, seed: Seed | None = None) -> list[Cover]:
        """Return n covers, drawn independently and uniformly from all covers.

        Raises
        ------
        NoSolutionError
            If there is no cover.
        """
        return [self[rank] for rank in random_ranks(self.count(), n, seed)]

    def _option(self, levels: Levels, family: int) -> FamilyOption:
        return FamilyOption(tuple(self._items[self._layers.order[k]] for k in levels), family)

    def _weight(self, node: int, levels: Levels) -> int:
        """Return the weight of a set in a family."""
        nodes = self._nodes
        for level in levels:
            node = nodes.children(nodes.skipped(node, level), level)[1]
        return nodes.weight(nodes.skipped(node))

    def _choices_of(self, start: int, layer: int, levels: Levels) -> _Choices:
        return _Choices(self._nodes, start, layer, levels)


class _Choices:
    """The options that may cover some of the levels which must be covered, each with a number.

    This is the number of ways in which a layer covers the other levels.

    Parameters
    ----------
    nodes
        All nodes.
    start, layer
        The node of the options, and the node of the layer.
    levels
        The levels to cover, in increasing order.
    """

    def __init__(self, nodes: LayerNodes, start: int, layer: int, levels: Levels) -> None:
        self._nodes = nodes
        self._levels = levels
        self._first = self._at((start, layer), 0)
        states = [set() if NONE in self._first else {self._first}]
        for place in range(len(levels)):
            following = (self._next(state, place) for state in states[-1])
            states.append({state for pair in following for state in pair if NONE not in state})
        self._counts = [{state: nodes.weight(state[1]) for state in states[-1]}]
        for place in reversed(range(len(levels))):
            later = self._counts[-1]
            self._counts.append(
                {
                    state: sum(later.get(each, 0) for each in self._next(state, place))
                    for state in states[place]
                }
            )
        self._counts.reverse()
        self.count = self._counts[0].get(self._first, 0)

    def __iter__(self) -> Iterator[Levels]:
        """Return an iterator over the levels that each option covers."""
        # The stack: a state, its place, and the levels that the option covers before.
        todo: list[tuple[State, int, Levels]] = [(self._first, 0, ())]
        while todo:
            state, place, taken = todo.pop()
            if not self._counts[place].get(state):
                continue
            if place == len(self._levels):
                yield taken
                continue
            left, took = self._next(state, place)
            todo.append((took, place + 1, (*taken, self._levels[place])))
            todo.append((left, place + 1, taken))

    def nth(self, rank: int) -> tuple[Levels, int]:
        """Return the levels that an option covers, and the rank among the covers with it."""
        taken = []
        state = self._first
        for place, level in enumerate(self._levels):
            left, took = self._next(state, place)
            n_left = self._counts[place + 1].get(left, 0)
            if rank < n_left:
                state = left
            else:
                rank -= n_left
                taken.append(level)
                state = took
        return tuple(taken), rank

    def _next(self, state: State, place: int) -> tuple[State, State]:
        """Return the states after the option leaves a level to the layer, and after it takes it."""
        level = self._levels[place]
        (leaves, takes), (without, with_level) = (
            self._nodes.children(node, level) for node in state
        )
        return self._at((leaves, with_level), place + 1), self._at((takes, without), place + 1)

    def _at(self, state: State, place: int) -> State:
        """Return a state after it skipped the levels that are not to be covered."""
        end = self._levels[place] if place < len(self._levels) else LAST
        return self._nodes.skipped(state[0], end), self._nodes.skipped(state[1], end)
