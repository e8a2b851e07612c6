"""Readers of the other formats of Interactive Sudoku Solver, for killers and pencil marks."""

from __future__ import annotations

from collections import defaultdict

from sudoku.errors import TextError
from sudoku.formats.iss.cells import Place
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.registry import rule

_ARROWS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1)}


def short_killer(text: str) -> Puzzle:
    """Read a killer of 81 characters: each cage has its sum in one cell, and arrows to it."""
    heads: dict[Place, list[Place]] = defaultdict(list)
    signs = {(k // 9, k % 9): sign for k, sign in enumerate(text)}
    for place in signs:
        head, seen = place, {place}
        while signs.get(head) in _ARROWS:
            down, right = _ARROWS[signs[head]]
            head = head[0] + down, head[1] + right
            if head in seen or head not in signs:
                raise TextError(f"row {place[0] + 1}, column {place[1] + 1}: leads to no sum")
            seen.add(head)
        heads[head].append(place)
    sums = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    cages = [(sums.index(signs[head]) or None, places) for head, places in heads.items()]
    return Puzzle(Shape(3, 3), [rule("classic"), rule("killer", cages)])


def long_killer(text: str) -> Puzzle:
    """Read a killer of 81 numbers: 256 times the sum of a cage, plus the number of the cage."""
    flags, numbers = text[4:].split(":k:")[0], text.split(":k:")[1].split(":")
    cages: dict[int, list[Place]] = defaultdict(list)
    for k, number in enumerate(filter(None, numbers)):
        if int(number) >= 256:
            cages[int(number)].append((k // 9, k % 9))
    rules = [rule("classic")] + [rule("diagonal")] * ("d" in flags)
    given = [(number // 256, places) for number, places in cages.items()]
    return Puzzle(Shape(3, 3), [*rules, rule("killer", given)])


def pencil_marks(text: str) -> Puzzle:
    """Read a grid of pencil marks: nine characters for each cell, its candidates."""
    marks = [
        ((k // 9, k % 9), [int(mark) for mark in text[9 * k : 9 * k + 9] if mark != "."])
        for k in range(81)
    ]
    return Puzzle(Shape(3, 3), [rule("classic"), rule("pencil_marks", marks)])
