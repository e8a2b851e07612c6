"""The graph of a problem, whose automorphisms are the symmetries of the problem.

A vertex stands for each item that some option has, for each item with a colour or with several
units, and for each different option; an option is joined to its items, and to its items with their
colours or units. Vertices that a symmetry may exchange have the same mark. The group is found by
igraph (BLISS).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.problem import Problem
from exactcover.runtime.permutations import (
    Permutation,
    PermutationGroup,
    inverse,
    orbits,
)
from exactcover.runtime.search.limits import watched
from exactcover.symmetry.bliss import automorphisms, canonical_order, igraph


@dataclass(frozen=True)
class ProblemGraph:
    """The graph of a problem.

    Attributes
    ----------
    problem
        The problem.
    marks
        The mark of each vertex: first the items, then the items with colours or units, then the
        options.
    ends
        The vertices before it to which each vertex is joined: none for an item.
    vertex_of_option
        The vertex of each option; options with the same items, colours and costs share one.
    """

    problem: Problem
    marks: tuple[Hashable, ...]
    ends: tuple[tuple[int, ...], ...]
    vertex_of_option: NDArray[np.intp]

    @classmethod
    def of(cls, problem: Problem) -> ProblemGraph:
        """Return the graph of a problem, in a time linear in its nodes."""
        starts, members, colours = problem.incidence
        n_items = problem.n_items
        marks = [_mark_of_item(problem, number) for number in watched(range(n_items), every=1024)]
        ends: list[tuple[int, ...]] = [()] * n_items
        # Several units of an item are another kind of node, like a colour.
        n_colours, units = len(problem.colour_names), problem.multiplicities
        kinds = np.where(units > 1, n_colours + units, colours)
        pairs = kinds * n_items + members
        special, of_node = np.unique(pairs[kinds > 0], return_inverse=True)
        for kind, item in zip(*divmod(special, n_items), strict=True):
            is_colour = kind <= n_colours
            marks.append(("colour", int(kind)) if is_colour else ("units", int(kind - n_colours)))
            ends.append((int(item),))
        end_of_node = members.astype(np.intp)
        end_of_node[kinds > 0] = n_items + of_node
        in_order = end_of_node[np.lexsort((end_of_node, problem.incidence.owners()))].tolist()
        known: dict[tuple[tuple[int, ...], float], int] = {}
        vertices = []
        rows = zip(pairwise(starts.tolist()), problem.costs.tolist(), strict=True)
        for (first, last), cost in watched(rows, every=1024):
            own = tuple(in_order[first:last])
            vertex = known.setdefault((own, cost), len(ends))
            if vertex == len(ends):
                ends.append(own)
            vertices.append(vertex)
        vertex_of_option = np.array(vertices, dtype=np.intp)
        copies = np.bincount(vertex_of_option, minlength=len(ends)).tolist()
        options = watched(known.items(), every=1024)
        marks += [("option", cost, copies[vertex]) for (_, cost), vertex in options]
        return cls(problem, tuple(marks), tuple(ends), vertex_of_option)

    @cached_property
    def edges(self) -> NDArray[np.intp]:
        """The edges; shape (n_edges, 2)."""
        lengths = np.fromiter(map(len, self.ends), dtype=np.intp, count=len(self.ends))
        vertices = np.repeat(np.arange(len(lengths)), lengths)
        ends = np.fromiter(chain.from_iterable(self.ends), dtype=np.intp, count=len(vertices))
        return np.stack((vertices, ends), axis=1)

    @cached_property
    def colours(self) -> list[int]:
        """The mark of each vertex as a number; equal problems have equal numbers."""
        number = {mark: k for k, mark in enumerate(sorted(set(self.marks), key=repr))}
        return [number[mark] for mark in self.marks]

    @cached_property
    def _rank(self) -> NDArray[np.intp]:
        """The number of equal options before each option."""
        order = np.argsort(self.vertex_of_option, kind="stable")
        in_order = self.vertex_of_option[order]
        found = np.empty(len(order), dtype=np.intp)
        found[order] = np.arange(len(order)) - np.searchsorted(in_order, in_order)
        return found

    def option_permutation(self, vertices: Permutation) -> Permutation:
        """Return the permutation of the options of a permutation of the vertices.

        Options with the same items and colours keep their order.
        """
        image = vertices[self.vertex_of_option]
        before = np.argsort(self.vertex_of_option, kind="stable")
        after = np.argsort(image, kind="stable")
        found = np.empty(len(image), dtype=np.intp)
        found[after] = before
        return found

    @cached_property
    def first_alike(self) -> NDArray[np.intp]:
        """For each item the first one of its kind that is in the same options."""
        incidence = self.problem.incidence
        in_order = np.argsort(incidence.members, kind="stable")
        units = self.problem.multiplicities
        pairs = np.stack((incidence.owners(), incidence.colours, units), axis=1)[in_order]
        ends = np.cumsum(self.problem.sizes).tolist()
        found = np.arange(self.problem.n_items)
        known: dict[tuple[int, bytes], int] = {}
        for item, (start, end) in enumerate(watched(pairwise([0, *ends]), every=1024)):
            if end > start:
                key = self.colours[item], pairs[start:end].tobytes()
                found[item] = known.setdefault(key, item)
        return found

    def without_alike(self, vertices: Permutation) -> Permutation:
        """Return a permutation of the vertices that moves only the first of items that are alike.

        It does the same to the options.
        """
        n_items = self.problem.n_items
        first = np.arange(len(self.marks))
        first[:n_items] = self.first_alike
        coloured = range(n_items, int(self.vertex_of_option.min(initial=len(first))))
        known = {(self.marks[vertex], self.ends[vertex]): vertex for vertex in coloured}
        for (mark, (item,)), vertex in known.items():
            first[vertex] = known[mark, (int(first[item]),)]
        is_first = first == np.arange(len(first))
        found = np.arange(len(first))
        found[is_first] = first[vertices[is_first]]
        return found

    def automorphisms(self) -> tuple[list[Permutation], int]:
        """Return generators of the group as permutations of the vertices, and its order.

        Raises
        ------
        MissingExtraError
            If the extra ``symmetry`` is not installed.
        """
        return Coloured(self.edges, self.colours).group(len(self.marks))

    def centralizer(self, element: Permutation) -> PermutationGroup:
        """Return the group of the automorphisms that commute with one."""
        graph, n = self._with_arcs(element), len(self.marks)
        return PermutationGroup(n, graph.generators(n), graph.order)

    def conjugacy_form(self, element: Permutation) -> bytes:
        """Return a text that is equal for two automorphisms exactly if they are conjugate."""
        return self._with_arcs(element).form()

    def is_canonical(self, solution: Sequence[int], marked: Sequence[int] = ()) -> bool:
        """Return whether a solution is the one of its class that is its own canonical image.

        The canonical form of the graph with the solution is the same for all of the class. An
        isomorphism from the form to this graph, which depends on the form alone, takes the solution
        in the form to its canonical image.

        Parameters
        ----------
        solution
            The options of the solution.
        marked
            Vertices that stay in place: items and options of the solution.
        """
        with_solution = self._with_solution(solution, marked)
        vertex = inverse(with_solution.places)
        plain = self._with_solution((), marked)
        in_form = np.array(plain.colours)[vertex].tolist()
        form = Coloured(with_solution.edges_at(inverse(vertex)), in_form)
        back = inverse(plain.places)[form.places]
        own = np.array(with_solution.colours)
        return bool((own[vertex[inverse(back)]] == own).all())

    def is_first(
        self, item: int, orbit: NDArray[np.intp], solution: Sequence[int], marked: Sequence[int]
    ) -> bool:
        """Return whether an item may come first in a canonical order of some items.

        That is so if an automorphism that keeps the solution, and leaves the items that were marked
        before in place, takes it to the first one.
        """
        with_solution = self._with_solution(solution, marked)
        first = orbit[with_solution.places[orbit].argmin()]
        if item == first:
            return True
        n = len(self.marks)
        least = orbits(n, with_solution.generators(n))
        return bool(least[item] == least[first])

    def stabilizer_order(self, solution: Sequence[int]) -> int:
        """Return the number of automorphisms that leave a solution as it is."""
        return self._with_solution(solution).order

    def _with_solution(self, solution: Sequence[int], marked: Sequence[int] = ()) -> Coloured:
        """Return the graph with other colours for the options of a solution and marked vertices.

        All solutions of a class have the same colours. Of several equal options, which bounds may
        allow together, each set has a colour of its own.
        """
        copies: dict[int, int] = {}
        for option in solution:
            vertex = int(self.vertex_of_option[option])
            copies[vertex] = copies.get(vertex, 0) | 1 << int(self._rank[option])
        colours = list(self.colours)
        kinds = sorted({(colours[vertex], chosen) for vertex, chosen in copies.items()})
        new = {kind: number for number, kind in enumerate(kinds, max(colours, default=0) + 1)}
        for vertex, chosen in copies.items():
            colours[vertex] = new[colours[vertex], chosen]
        top = max(colours, default=0) + 1
        for place, vertex in enumerate(marked):
            colours[vertex] = top + place
        return Coloured(self.edges, colours)

    def _with_arcs(self, element: Permutation) -> Coloured:
        """Return the graph with an arc from each item to its image, drawn by two new vertices."""
        n, n_items = len(self.marks), self.problem.n_items
        items = np.flatnonzero(element[:n_items] != np.arange(n_items))
        tails = n + 2 * np.arange(len(items))
        heads = tails + 1
        new = [np.stack(pair, axis=1) for pair in ((items, tails), (tails, heads))]
        last = np.stack((heads, element[items]), axis=1)
        top = max(self.colours, default=0)
        colours = self.colours + [top + 1, top + 2] * len(items)
        return Coloured(np.concatenate([self.edges, *new, last]), colours)


def _mark_of_item(problem: Problem, number: int) -> Hashable:
    """Return the kind and the bounds of an item; one without options stays where it is."""
    if not problem.sizes[number]:
        return "unused", number
    return number < problem.n_primary, problem.bounds.get(problem.items[number], ONCE)


@dataclass(frozen=True)
class Coloured:
    """A graph with a colour for each vertex, as igraph has it."""

    edges: NDArray[np.intp]
    colours: list[int]

    @cached_property
    def graph(self) -> Any:
        """The graph of igraph."""
        return igraph().Graph(n=len(self.colours), edges=self.edges)

    def group(self, n: int) -> tuple[list[Permutation], int]:
        """Return generators as they act on the first n vertices, and the number of automorphisms.

        The limits of a verb stop this and `canonical_places`, however long they take, but not the
        other methods.
        """
        return automorphisms(self.edges, self.colours, n)

    @property
    def order(self) -> int:
        """The number of automorphisms."""
        return int(self.graph.count_automorphisms(color=self.colours))

    def generators(self, n: int) -> list[Permutation]:
        """Return generators of the automorphisms, as they act on the first n vertices."""
        found = self.graph.automorphism_group(color=self.colours)
        return [np.array(generator[:n], dtype=np.intp) for generator in found]

    @cached_property
    def places(self) -> Permutation:
        """The place of each vertex in a canonical order; quick for small graphs."""
        order = self.graph.canonical_permutation(color=self.colours)
        return inverse(np.array(order, dtype=np.intp))

    def canonical_places(self) -> Permutation:
        """Return the same as `places`, however long it takes: the limits of a verb stop it."""
        return inverse(canonical_order(self.edges, self.colours))

    def edges_at(self, place: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the edges of the same graph with other numbers for the vertices, sorted."""
        edges = np.sort(place[self.edges], axis=1)
        return edges[np.lexsort((edges[:, 1], edges[:, 0]))]

    def form(self, place: Permutation | None = None) -> bytes:
        """Return the edges in a canonical order of the vertices, and the colours.

        By default the order is `places`.
        """
        place = self.places if place is None else place
        in_order = np.empty(len(place), dtype=np.intp)
        in_order[place] = self.colours
        return in_order.tobytes() + self.edges_at(place).tobytes()
