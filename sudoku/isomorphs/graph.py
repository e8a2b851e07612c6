"""The graph of a puzzle, whose automorphisms are the symmetries of its rules, or of the puzzle.

A vertex stands for each cell, digit and house; a house is joined to its cells, and a clue joins its
cell to its digit. Candidates that relations exclude are joined. A constraint is joined to its cells
and to the automaton of its language, whose steps are joined to their digits. Vertices that a
symmetry may exchange have the same mark. igraph (BLISS) finds the automorphisms.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from exactcover.runtime.permutations import Permutation, inverse
from exactcover.runtime.search.limits import stop_if_due, watched
from exactcover.symmetry.graph import Coloured
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.isomorphs.languages import Languages
from sudoku.isomorphs.outline import Outline, Reading


class _Graph:
    """The graph of an outline with clues: first the cells, then the digits."""

    def __init__(self, outline: Outline, clues: Sequence[int]) -> None:
        self._outline = outline
        n_cells, n = outline.n_cells, outline.n
        self.marks: list[Hashable] = [("cell",)] * n_cells
        self.marks += [("digit", d if outline.is_closed else 0) for d in range(1, n + 1)]
        self.edges: list[tuple[int, int]] = []
        self._candidates: dict[tuple[int, int], int] = {}
        self._states: dict[int, int] = {}
        self._add_sets(clues)
        self._add_candidates()
        self._add_states(outline.languages)
        for readings in watched(outline.constraints):
            vertex = self._vertex(("constraint",), ())
            for reading in readings:
                self._add_reading(vertex, reading)

    def coloured(self, number: dict[Hashable, int]) -> Coloured:
        """Return the graph with a colour for each mark."""
        edges = np.array(self.edges, dtype=np.intp).reshape(-1, 2)
        return Coloured(edges, [number[mark] for mark in self.marks])

    def _vertex(self, mark: Hashable, ends: Iterable[int]) -> int:
        """Add a vertex that is joined to others; return it."""
        vertex = len(self.marks)
        self.marks.append(mark)
        self.edges += [(vertex, end) for end in ends]
        return vertex

    def _digit(self, digit: int) -> int:
        return self._outline.n_cells + digit - 1

    def _candidate(self, candidate: tuple[int, int]) -> int:
        if candidate not in self._candidates:
            cell, digit = candidate
            ends = cell, self._digit(digit)
            self._candidates[candidate] = self._vertex(("candidate",), ends)
        return self._candidates[candidate]

    def _add_sets(self, clues: Sequence[int]) -> None:
        for house in self._outline.houses:
            self._vertex(("house",), house)
        for link in self._outline.links:
            self._vertex(("link",), link)
        self.edges += [(min(pair), max(pair)) for pair in self._outline.differing]
        self.edges += [(cell, self._digit(digit)) for cell, digit in enumerate(clues) if digit]

    def _add_candidates(self) -> None:
        for cell, digit in self._outline.barred:
            self._vertex(("barred",), (cell, self._digit(digit)))
        for one, other in watched(self._outline.excluded):
            self.edges.append((self._candidate(one), self._candidate(other)))

    def _add_states(self, languages: Languages) -> None:
        """Add the automata of all languages: states, and steps that some digits take."""
        readings = [reading for several in self._outline.constraints for reading in several]
        starts = [language for language, _ in readings if isinstance(language, int)]
        states = list(languages.states(starts))
        for state in states:
            self._states[state] = self._vertex(("state", languages.length(state)), ())
        for state in watched(states):
            steps = defaultdict[int, list[int]](list)
            for digit, after in languages.arcs(state):
                steps[after].append(self._digit(digit))
            for after, digits in steps.items():
                ends = (self._states[state], self._states[after], *digits)
                self._vertex(("step",), ends)

    def _add_reading(self, constraint: int, reading: Reading) -> None:
        language, runs = reading
        vertex = self._vertex(("reading", 0), [constraint])
        if isinstance(language, int):
            self.edges.append((vertex, self._states[language]))
        else:
            self.marks[vertex] = ("reading", *language)
        for number, run in enumerate(runs):
            self._vertex(("run", number), (vertex, *run))


def symmetries_of(outline: Outline, clues: Sequence[int]) -> tuple[list[Isomorphism], int]:
    """Return generators of the symmetries that leave clues as they are, and their number.

    Raises
    ------
    ImportError
        If the extra ``symmetry`` is not installed.
    """
    graph = _Graph(outline, clues)
    stop_if_due()
    whole = graph.coloured(_numbers(graph.marks))
    n_points = outline.n_cells + outline.n
    generators, order = whole.group(n_points)
    return [map_of(each, outline.n_cells) for each in generators], order


def isomorphism_of(
    outline: Outline, clues: Sequence[int], other: Outline, others: Sequence[int]
) -> Isomorphism | None:
    """Return a map from one puzzle to another that keeps what the rules state; None if none does.

    Raises
    ------
    ImportError
        If the extra ``symmetry`` is not installed.
    """
    if (outline.n_cells, outline.n) != (other.n_cells, other.n):
        return None
    graphs = _Graph(outline, clues), _Graph(other, others)
    if Counter(graphs[0].marks) != Counter(graphs[1].marks):
        return None
    number = _numbers(graphs[0].marks)
    one, two = (graph.coloured(number) for graph in watched(graphs, 1))
    places, others_places = one.canonical_places(), two.canonical_places()
    if one.form(places) != two.form(others_places):
        return None
    n_points = outline.n_cells + outline.n
    return map_of(inverse(others_places)[places][:n_points], outline.n_cells)


def map_of(permutation: Permutation, n_cells: int) -> Isomorphism:
    """Return the map that a permutation of the cells and then the digits is."""
    images: list[Any] = permutation.tolist()
    return Isomorphism(
        tuple(images[:n_cells]), tuple(image - n_cells + 1 for image in images[n_cells:])
    )


def _numbers(marks: Iterable[Hashable]) -> dict[Hashable, int]:
    """Return a number for each mark, the same one for all puzzles that have these marks."""
    return {mark: number for number, mark in enumerate(sorted(set(marks), key=repr))}
