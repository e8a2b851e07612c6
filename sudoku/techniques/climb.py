"""Climbing the ladder: the easiest technique that finds a step is applied, repeatedly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.limits import stop_if_due
from sudoku.geometry.candidate_numbers import candidate_of
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.bitsets import mask_of
from sudoku.statement.layout import layout
from sudoku.techniques.consequences import Alternatives
from sudoku.techniques.easiest import (
    OVER,
    SOLVED,
    STUCK,
    Digits,
    climb_each,
    climb_easiest,
    easiest_indices,
    go_on,
)
from sudoku.techniques.finders import Find, pick, technique
from sudoku.techniques.finding import Finding, begin, blank_finding, step_of
from sudoku.techniques.geometry import Geometry, geometry
from sudoku.techniques.locked_sets import LockedSets, allocate_sets, list_sets
from sudoku.techniques.nodes import Nodes, allocate_nodes, list_nodes
from sudoku.techniques.position import Position
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.runs import Runs, find_first, runs_of
from sudoku.techniques.step import Step
from sudoku.techniques.tables import Tables, blank, eliminate_all, is_sound, place_clues, put
from sudoku.techniques.technique import Technique

Solved = NDArray[np.bool_]


class Climber:
    """A position that changes step by step, with the data that all techniques need.

    The limits of the running verb are checked before each technique, or run of techniques that one
    kernel tries; see `exactcover.runtime.search.limits`.
    """

    def __init__(self, board: Puzzle | Board) -> None:
        # A `Board` rejects cells without candidates; here they show that there is no solution.
        if isinstance(board, Board):
            puzzle, tables = board.puzzle, tables_of_board(board)
        else:
            puzzle, tables = board, tables_of(board)
        clues = mask_of(cell for cell, digit in enumerate(puzzle.grid.cells) if digit)
        self._begin(tables, geometry(puzzle.shape, puzzle.rules), clues)

    def _begin(self, tables: Tables, geometry: Geometry, clues: int) -> None:
        self.tables, self.geometry, self._clues = tables, geometry, clues
        self._finding = blank_finding(tables.layout)
        self._sets: LockedSets | None = None
        self._nodes: Nodes | None = None

    @classmethod
    def assuming(cls, position: Position, cell: int, digit: int) -> Climber:
        """Return a climber at another position, where a candidate is supposed to be true."""
        tables = position.tables
        copied = Tables(
            tables.layout,
            tables.grid.copy(),
            tables.cand.copy(),
            tables.pos.copy(),
            tables.left.copy(),
            tables.places.copy(),
        )
        climber = cls.__new__(cls)
        climber._begin(copied, position.geometry, position.clues)
        put(climber.tables, cell, digit)
        return climber

    @cached_property
    def position(self) -> Position:
        """The position for techniques in Python."""
        return Position(self.geometry, self.tables, self._clues)

    @cached_property
    def locked_sets(self) -> LockedSets:
        """The almost locked sets of the position."""
        if self._sets is None:
            self._sets = allocate_sets(0, self.tables.layout)
        while (n_sets := list_sets(self.tables, self._finding, self._sets)) > len(
            self._sets.digits
        ):
            self._sets = allocate_sets(n_sets, self.tables.layout)
        return self._sets

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes of grouped chains in the position, and their links."""
        layout, sets = self.tables.layout, self.locked_sets
        if self._nodes is None:
            self._nodes = allocate_nodes(layout, sets)
        self._nodes = self._nodes._replace(sets=sets)
        while not list_nodes(self.tables, self._finding, self._nodes):
            self._nodes = allocate_nodes(layout, sets, 2 * len(self._nodes.digits))
        return self._nodes

    @cached_property
    def alternatives(self) -> Alternatives:
        """Tables for the consequences of two alternatives."""
        return Alternatives(blank(self.tables.layout), blank(self.tables.layout))

    def steps(self, technique: Technique) -> Iterator[Step]:
        """Yield the steps of one technique at this position, which must not change meanwhile."""
        stop_if_due()
        if not technique.is_kernel:
            yield from self._steps_in_python(technique)
            return
        find, arguments = self._prepared(technique)
        while find(*arguments):
            yield step_of(technique.name, self.tables, self._finding)

    def _prepared(self, technique: Technique) -> tuple[Callable[..., bool], tuple[Any, ...]]:
        """Return a kernel that will find its first step at this position, and its arguments."""
        needs = (getattr(self, technique.needs),) if technique.needs else ()
        begin(self._finding)
        return technique.load(), (self.tables, self._finding, *needs, *technique.arguments)

    def _steps_in_python(self, technique: Technique) -> Iterator[Step]:
        position, known = self.position, set()
        arguments = (technique.name,) if technique.by_name else technique.arguments
        for found in technique.load()(position, *arguments):
            result = found.placed, found.eliminated
            if any(result) and result not in known:
                known.add(result)
                yield position.step(technique.name, found)

    def climb(self, ladder: Sequence[Technique]) -> Iterator[Step]:
        """Yield and apply steps; each is the first one of the easiest technique that finds any."""
        indices = easiest_indices(each.name for each in ladder)
        while (number := go_on(self.tables, self._finding, indices)) != OVER:
            stop_if_due()
            self._forget_derived()
            if number == STUCK:
                step = next(
                    (step for each in ladder[len(indices) :] for step in self.steps(each)), None
                )
                if step is None:
                    return
                yield step
                self.take(step)
            else:
                # The next call of `go_on` applies this finding.
                yield step_of(ladder[number].name, self.tables, self._finding)

    def first_step(self, ladder: Sequence[Technique]) -> Step | None:
        """Return the first step that `climb` would yield.

        It loads only the techniques up to the one that finds something. Where nothing is
        precompiled, that saves most of the time of a hint.
        """
        if self.is_over():
            return None
        return next((step for each in ladder for step in self.steps(each)), None)

    def count(self, ladder: Sequence[Technique]) -> U32:
        """Climb the ladder, and return the number of steps of each technique."""
        indices = easiest_indices(each.name for each in ladder)
        counts = np.zeros(len(ladder), dtype=np.uint32)
        stop_if_due()
        if climb_easiest(self.tables, self._finding, indices, counts) != OVER:
            self._count_on(indices, runs_of(ladder[len(indices) :]), counts)
        return counts

    def count_each(self, puzzles: Digits, ladder: Sequence[Technique], counts: U32) -> Solved:
        """Climb the ladder with each of many puzzles of this shape, and add to its counts.

        Return which ones were solved. The position of the climber is changed.
        """
        indices = easiest_indices(each.name for each in ladder)
        runs = runs_of(ladder[len(indices) :])
        ends, number = np.zeros(len(puzzles), dtype=np.uint8), 0
        while number < len(puzzles):
            number = climb_each(self.tables, self._finding, puzzles, indices, counts, ends, number)
            if number < len(puzzles):
                clues = np.packbits(puzzles[number] != 0, bitorder="little")
                self._clues = int.from_bytes(clues.tobytes(), "little")
                self._count_on(indices, runs, counts[number])
                if self.tables.grid.all():
                    ends[number] = SOLVED
                number += 1
        solved: Solved = ends == SOLVED
        return solved

    def _count_on(self, indices: U32, runs: Runs, counts: U32) -> None:
        """Count on from a position where the easiest techniques find nothing."""
        number: int | None = len(indices)
        while number is not None:
            self._forget_derived()
            number = self._next_technique(len(indices), runs)
            if number is not None:
                counts[number] += 1
                if climb_easiest(self.tables, self._finding, indices, counts) == OVER:
                    break

    def _next_technique(self, number: int, runs: Runs) -> int | None:
        """Find the next step, which is applied now, or by the next `climb_easiest`.

        Return the number of its technique, if the first of the runs has this one.
        """
        for run, tries in runs:
            stop_if_due()
            if len(tries):
                first = find_first(self.tables, self._finding, tries)
                if first < len(tries):
                    return number + int(first)
            elif self._makes_step(run[0]):
                return number
            number += len(run)
        return None

    def _makes_step(self, technique: Technique) -> bool:
        """Find the first step of a technique; it is applied now, or by the next `climb_easiest`."""
        if technique.is_kernel:
            find, arguments = self._prepared(technique)
            return find(*arguments)
        step = next(self._steps_in_python(technique), None)
        if step is not None:
            self.take(step)
        return step is not None

    def take(self, step: Step) -> None:
        """Apply a step."""
        self._finding.sizes.fill(0)
        for cell, digit in step.placements:
            put(self.tables, cell, digit)
        if step.eliminations:
            cells, digits = zip(*step.eliminations, strict=True)
            masks = [1 << digit - 1 for digit in digits]
            eliminate_all(self.tables, np.array(cells, np.uint32), np.array(masks, np.uint64))
        self._forget_derived()

    def _forget_derived(self) -> None:
        for derived in ("position", "locked_sets", "nodes"):
            self.__dict__.pop(derived, None)

    def is_over(self) -> bool:
        """Return whether all cells are filled, or a cell or digit has no place left."""
        return bool(self.tables.grid.all()) or self.is_contradictory()

    def is_contradictory(self) -> bool:
        """Return whether a cell or digit has no place left."""
        return not is_sound(self.tables)


def climb(
    board: Puzzle | Board, techniques: Iterable[str] | None = None, *, unique: bool = False
) -> Iterator[Step]:
    """Yield the steps that solve a puzzle, until it is solved or no technique finds anything.

    It also ends if a cell or digit has no place left: the puzzle has no solution.

    Parameters
    ----------
    techniques
        The names of the techniques to use; by default the whole ladder.
    unique
        Whether the default techniques include those that assume a unique solution.

    Raises
    ------
    HaltedError
        If a limit of the verb that runs is reached; see `exactcover.runtime.search.limits`.

    Examples
    --------
    >>> for step in climb(Puzzle.from_text("1234341221434...")):
    ...     print(step.technique, step.placements)
    full_house ((13, 3),)
    full_house ((14, 2),)
    full_house ((15, 1),)
    """
    climber = Climber(board)
    yield from climber.climb(ladder_of(climber.geometry, techniques, unique=unique))


def ladder_of(
    geometry: Geometry, techniques: Iterable[str] | None = None, *, unique: bool = False
) -> tuple[Technique, ...]:
    """Return the techniques of these names, or the ladder for a shape and its rules."""
    if techniques is not None:
        return pick(techniques)
    return tuple(
        each
        for each in TECHNIQUES.ladder
        if (unique or not each.assumes_unique) and each.applies_to(geometry)
    )


def find_all(name: str, board: Puzzle | Board) -> list[Step]:
    """Return the steps of one technique at a position, one for each result.

    If several patterns have the same result, the one that was found first is returned.

    Examples
    --------
    >>> [step.placements for step in find_all("full_house", Puzzle.from_text("1234341221434..."))]
    [((13, 3),), ((14, 2),), ((15, 1),)]
    """
    climber = Climber(board)
    found: dict[tuple[frozenset[tuple[int, int]], ...], Step] = {}
    for step in climber.steps(technique(name)):
        found.setdefault((frozenset(step.placements), frozenset(step.eliminations)), step)
    return list(found.values())


def next_step(tables: Tables, finding: Finding, ladder: tuple[tuple[str, Find], ...]) -> str | None:
    """Find the next step, and return the name of its technique, or None."""
    return next((name for name, find in ladder if find(tables, finding)), None)


def tables_of(puzzle: Puzzle) -> Tables:
    """Return the tables of a puzzle with its clues placed."""
    tables = blank(layout(puzzle.shape, puzzle.rules, with_links=True))
    place_clues(tables, options_of(puzzle.grid.cells, puzzle.shape.n))
    return tables


def tables_of_board(board: Board) -> Tables:
    """Return the tables of a board."""
    puzzle = board.puzzle
    tables = blank(layout(puzzle.shape, puzzle.rules, with_links=True))
    place_clues(tables, options_of(board.digits, puzzle.shape.n))
    candidates = np.array(board.candidates, dtype=np.uint64)
    cells = np.flatnonzero(tables.cand & ~candidates).astype(np.uint32)
    eliminate_all(tables, cells, ~candidates[cells])
    return tables


def options_of(digits: tuple[int, ...], n: int) -> U32:
    """Return the numbers of the candidates that cells hold; 0 stands for a blank cell."""
    cells = np.array(digits, dtype=np.uint32)
    filled = np.flatnonzero(cells).astype(np.uint32)
    return candidate_of(filled, cells[filled], n).astype(np.uint32)
