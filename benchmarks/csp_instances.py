"""The models of the csp benchmarks, and the known answers.

Random ones are made here, by the standard library alone, so that every peer gets the same. A
quasigroup with holes is a Latin square from a Markov chain (M. T. Jacobson and P. Matthews,
Generating uniformly distributed random Latin squares, 1996), n^3 moves from the cyclic one. Then
42 % of its cells, chosen at random, are emptied: this is near the middle of the hard region. The
16x16 sudoku was made from a random grid: cells were emptied in random order, unless a second
solution appeared, until 97 clues were left.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SUDOKU16 = (
    "..h....d.n..kp...i...c......f...ed..pam...jo...lp.f..o....e..bdj"
    "..b..........c...pad.i.o.l....jbg.loabdj.c..i.n.....h..p...gd..."
    "b.........f.pj.e.e.co.....d...gh.fo.m...j.b.ak..k..h....goa....c"
    "lh..g....jkd.ai..b.idm...a......c..j.e..bi..hl.f.n.a.......hg..d"
)
HOLES = 0.42


class Model(NamedTuple):
    """A model and its known answer.

    Attributes
    ----------
    kind, size
        The arguments of the workers.
    answer
        The number of solutions, or the best value; 1 where one solution is asked for.
    wants_all
        Whether all solutions are asked for.
    """

    kind: str
    size: tuple[int, ...]
    answer: int | None
    wants_all: bool = True

    @property
    def name(self) -> str:
        """The name in tables."""
        return " ".join([self.kind, ",".join(map(str, self.size))])


MODELS = (
    *(
        Model("queens", (n,), answer)
        for n, answer in zip(range(8, 13), (92, 352, 724, 2680, 14_200), strict=True)
    ),
    *(Model("queens_first", (n,), 1, False) for n in (50, 100, 150, 200)),
    Model("magic_square", (4,), 880),
    Model("magic_sequence", (100,), 1),
    *(Model("golomb", (n,), answer, False) for n, answer in ((8, 34), (9, 44), (10, 55))),
    *(Model("all_interval", (n,), answer) for n, answer in ((10, 74), (11, 162), (12, 332))),
    Model("langford", (2, 8), 300),
    Model("langford", (2, 9), 0),
    Model("langford", (3, 9), 6),
    Model("langford", (3, 10), 10),
    Model("bibd", (7, 7, 3, 3, 1), 1),
    Model("bibd", (8, 14, 7, 4, 3), 92),
    Model("quasigroup", (5, 10), 0),
    Model("quasigroup", (5, 11), 5),
    Model("quasigroup", (3, 8), 18),
    Model("sudoku", (9,), 1),
    Model("sudoku", (16,), 1),
    *(Model("holes", (n, seed), 1, False) for n in (25, 30) for seed in range(3)),
    Model("killer", (0,), 1),
    Model("knapsack", (20,), None, False),
    Model("knapsack", (30,), None, False),
)
"""Counts: OEIS A000170 (queens), A006052 (magic squares), A003022 (Golomb rulers); for the others
see ../shared/design/anchors.md. None: all solvers must agree."""


def arguments(kind: str, size: list[int]) -> list[Any]:
    """Return the arguments of the function that states a kind of model."""
    makers: dict[str, Callable[..., Any]] = {
        "sudoku": sudoku,
        "holes": quasigroup_with_holes,
        "killer": killer,
    }
    if kind in makers:
        return [makers[kind](*size)]
    if kind == "knapsack":
        return list(knapsack(*size))
    return size


def sudoku(n: int) -> list[list[int]]:
    """Return the rows of a puzzle, 0 where there is no clue."""
    text, digits = (INKALA, "123456789") if n == 9 else (SUDOKU16, "abcdefghijklmnop")
    return [[digits.find(c) + 1 for c in text[n * r : n * r + n]] for r in range(n)]


@cache
def quasigroup_with_holes(n: int, seed: int) -> list[list[int]]:
    """Return the rows of a Latin square, -1 where there is a hole."""
    random = Random(1000 * n + seed)
    square = latin_square(n, random)
    for cell in random.sample(range(n * n), round(HOLES * n * n)):
        square[cell // n][cell % n] = -1
    return square


def latin_square(n: int, random: Random) -> list[list[int]]:
    """Return a Latin square after n^3 moves of the Markov chain, and more until it is proper.

    A square is a cube with n^2 ones; an improper one also has a -1.
    """
    cube = [[[int((x + y) % n == z) for z in range(n)] for y in range(n)] for x in range(n)]
    moves, hole = 0, None
    while moves < n**3 or hole:
        moves += 1
        if hole is None:
            x, y, z = (random.randrange(n) for _ in range(3))
            if cube[x][y][z]:
                continue
        else:
            x, y, z = hole
        a = random.choice([k for k in range(n) if cube[k][y][z] == 1])
        b = random.choice([k for k in range(n) if cube[x][k][z] == 1])
        c = random.choice([k for k in range(n) if cube[x][y][k] == 1])
        for i, j, k in ((x, y, z), (x, b, c), (a, y, c), (a, b, z)):
            cube[i][j][k] += 1
        for i, j, k in ((a, y, z), (x, b, z), (x, y, c), (a, b, c)):
            cube[i][j][k] -= 1
        hole = (a, b, c) if cube[a][b][c] < 0 else None
    return [[column.index(1) for column in row] for row in cube]


def killer(index: int) -> list[tuple[int, list[int]]]:
    """Return the cages of a published puzzle: the total, and the cells, counted row by row."""
    text = (DATA / "variants" / "KillerSudoku.json").read_text()
    _, *rows = list(json.loads(text).values())[index]["problem"].splitlines()
    totals, regions = (" ".join(part).split() for part in (rows[:9], rows[9:]))
    cages: dict[str, list[int]] = {}
    for cell, region in enumerate(regions):
        cages.setdefault(region, []).append(cell)
    return [
        (next(int(totals[c]) for c in cells if totals[c] != "-"), cells) for cells in cages.values()
    ]


def knapsack(n: int) -> tuple[list[int], list[int], int]:
    """Return values, weights, and a capacity of half of all weights."""
    random = Random(n)
    values = [random.randint(10, 99) for _ in range(n)]
    weights = [random.randint(10, 99) for _ in range(n)]
    return values, weights, sum(weights) // 2
