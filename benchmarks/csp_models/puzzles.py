"""Boards and puzzles; the random ones are made from a random solution."""

from itertools import combinations, groupby, product
from random import Random
from typing import Any

from benchmarks.csp_instances import latin_square
from benchmarks.csp_models.case import Asked, Case
from benchmarks.csp_workers.counts import automaton
from csp import Model, all_different, circuit, count_of, element, maximum, regular, table, truth

Cell = tuple[int, int]


def grid(end: int, first: int = 0) -> list[Cell]:
    """Return the cells of a square from the first row and column to the last ones."""
    return [(r, c) for r in range(first, end) for c in range(first, end)]


def near(n: int, cell: Cell, *, diagonally: bool = True) -> list[Cell]:
    """Return the cells beside a cell of a square of side n."""
    r, c = cell
    steps = [each for each in product((-1, 0, 1), repeat=2) if any(each)]
    steps = [(a, b) for a, b in steps if diagonally or not a * b]
    return [(r + a, c + b) for a, b in steps if 0 <= r + a < n and 0 <= c + b < n]


def nonogram(n: int, seed: int, density: float) -> Asked:
    """State the nonogram of a random picture."""
    random = Random(seed)
    picture = [[random.random() < density for _ in range(n)] for _ in range(n)]
    model = Model()
    x = model.variables((n, n), range(2))
    for cells, line in zip([*x, *x.T], [*picture, *zip(*picture, strict=True)], strict=True):
        runs = [len(list(run)) for black, run in groupby(line) if black]
        model.post(regular(cells, *automaton(runs)))
    return model, None


def queen_armies(n: int) -> Asked:
    """State two armies of queens that do not attack each other; maximise their size."""
    model = Model()
    x = model.variables((n, n), range(3))  # nobody, white, black
    cells = grid(n)
    for (a, b), (c, d) in combinations(cells, 2):
        if a == c or b == d or abs(a - c) == abs(b - d):
            model.post(table((x[a, b], x[c, d]), [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1),
                                                  (2, 2)]))  # fmt: skip
    white, black = count_of(x.ravel(), 1), count_of(x.ravel(), 2)
    model.post(white == black)
    return model, -white


def still_life(n: int) -> Asked:
    """State a stable pattern of Life on n x n cells; maximise the living ones."""
    model = Model()
    x: dict[Cell, Any] = dict.fromkeys(grid(n + 1, -1), 0)
    x |= {cell: model.bool_var() for cell in grid(n)}
    for r, c in grid(n + 1, -1):
        around = [x.get((r + a, c + b), 0) for a, b in product((-1, 0, 1), repeat=2) if a or b]
        alive, own = sum(around), x[r, c]
        if isinstance(own, int):
            model.post(alive != 3)
        else:
            model.post(table((own, alive), [(1, 2), (1, 3), *((0, k) for k in range(9) if k != 3)]))
    return model, -sum(x[cell] for cell in grid(n))


def tents(n: int, seed: int) -> Asked:
    """State the tents of trees: one beside each tree, and no two tents touch."""
    random = Random(seed)
    tent_of: dict[Cell, Cell] = {}
    for tree in random.sample(grid(n), n * n):
        taken = set(tent_of) | set(tent_of.values())
        free = [
            cell
            for cell in near(n, tree, diagonally=False)
            if cell not in taken and not set(near(n, cell)) & set(tent_of.values())
        ]
        if tree not in taken and free:
            tent_of[tree] = random.choice(free)
    model = Model()
    x: dict[Cell, Any] = {c: model.bool_var() for c in grid(n) if c not in tent_of}
    side = {tree: model.variable(range(4)) for tree in tent_of}
    for k in range(n):
        for axis in range(2):
            own = [v for cell, v in x.items() if cell[axis] == k]
            model.post(sum(own) == sum(tent[axis] == k for tent in tent_of.values()))
    for cell, v in x.items():
        model.post(v + x[other] <= 1 for other in near(n, cell) if other in x and other > cell)
        steps = [(r - cell[0], c - cell[1]) for r, c in near(n, cell, diagonally=False)]
        trees = {(cell[0] + a, cell[1] + b): (a, b) for a, b in steps}
        owners: list[Any] = [
            side[tree] == SIDES.index((-a, -b)) for tree, (a, b) in trees.items() if tree in side
        ]
        model.post(sum(owners) == v if owners else v == 0)
    for (r, c), way in side.items():
        model.post(way != k for k, (a, b) in enumerate(SIDES) if (r + a, c + b) not in x)
    return model, None


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def mines(n: int, seed: int) -> Asked:
    """State the mines of a field of which some numbers are known."""
    random = Random(seed)
    is_mine = {cell: random.random() < 0.25 for cell in grid(n)}
    model = Model()
    x: dict[Cell, Any] = {cell: model.bool_var() for cell in is_mine}
    for cell, mine in is_mine.items():
        if not mine and random.random() < 0.7:
            number = sum(is_mine[other] for other in near(n, cell))
            model.post(x[cell] == 0, sum(x[other] for other in near(n, cell)) == number)
    return model, None


def binary_puzzle(n: int, seed: int) -> Asked:
    """State a grid of bits: half ones, no three alike in a row, no two equal rows or columns."""
    model = Model()
    x = model.bool_vars((n, n))
    for lines in (x, x.T):
        model.post([line.sum() == n // 2 for line in lines])
        model.post(each for line in lines for k in range(n - 2)
                   for each in (sum(line[k : k + 3]) >= 1, sum(line[k : k + 3]) <= 2))  # fmt: skip
        model.post(all_different([sum(2**k * bit for k, bit in enumerate(line)) for line in lines]))
    random = Random(seed)
    for r, c in random.sample(grid(n), n):
        model.post(x[r, c] == random.randrange(2))
    return model, None


def skyscrapers(n: int, seed: int) -> Asked:
    """State a Latin square by the numbers of towers that are seen from all sides."""
    square = latin_square(n, Random(seed))
    model = Model()
    x = model.variables((n, n), range(n))
    model.post(all_different(line) for line in (*x, *x.T))
    sides = [(x, square), (x.T, list(map(list, zip(*square, strict=True))))]
    for variables, numbers in sides:
        for line, given in zip(variables, numbers, strict=True):
            for step in (1, -1):
                model.post(_seen(line[::step]) == _seen(given[::step]))
    return model, None


def _seen(line: Any) -> Any:
    """Return how many towers of a line are higher than all before them."""
    if isinstance(line[0], int):
        return sum(height > max(line[:k], default=-1) for k, height in enumerate(line))
    return 1 + sum(line[k] > maximum(line[:k]) for k in range(1, len(line)))


def futoshiki(n: int, seed: int) -> Asked:
    """State a Latin square by some digits and some comparisons of neighbours."""
    random = Random(seed)
    square = latin_square(n, random)
    model = Model()
    x = model.variables((n, n), range(n))
    model.post(all_different(line) for line in (*x, *x.T))
    for (r, c), (a, b) in product(grid(n), ((0, 1), (1, 0))):
        if r + a < n and c + b < n and random.random() < 0.4:
            one, other = x[r, c], x[r + a, c + b]
            model.post(one < other if square[r][c] < square[r + a][c + b] else other < one)
        elif random.random() < 0.1:
            model.post(x[r, c] == square[r][c])
    return model, None


SUMS = """ballet 45 cello 43 concert 74 flute 30 fugue 50 glee 66 jazz 58 lyre 47 oboe 53 opera 65
polka 59 quartet 50 saxophone 134 scale 51 solo 37 song 61 soprano 82 theme 72
violin 100 waltz 34"""


def alphabet() -> Asked:
    """State the numbers 1 to 26 of the letters by the sums of words."""
    model = Model()
    x = model.variables(26, range(1, 27))
    model.post(all_different(x))
    parts = SUMS.split()
    for word, total in zip(parts[::2], parts[1::2], strict=True):
        model.post(sum(x[ord(letter) - ord("a")] for letter in word) == int(total))
    return model, None


def cryptarithm(words: str) -> Asked:
    """State that the digits of the first two words add up to the third."""
    model = Model()
    digit = {letter: model.variable(range(10)) for letter in sorted(set(words) - {" "})}
    model.post(all_different(digit.values()))
    one, other, total = [
        sum(10**k * digit[letter] for k, letter in enumerate(reversed(word)))
        for word in words.split()
    ]
    model.post(one + other == total, [digit[word[0]] != 0 for word in words.split()])
    return model, None


def fractions() -> Asked:
    """State three fractions of the digits 1 to 9 whose sum is 1 (CSPLib 41)."""
    model = Model()
    x = model.variables((3, 3), range(1, 10))
    model.post(all_different(x.ravel()))
    below = [10 * b + c for _, b, c in x]
    model.post(
        x[0, 0] * below[1] * below[2]
        + x[1, 0] * below[0] * below[2]
        + x[2, 0] * below[0] * below[1]
        == below[0] * below[1] * below[2]
    )
    model.post(x[0, 0] < x[1, 0], x[1, 0] < x[2, 0])
    return model, None


def magic_square(n: int) -> Asked:
    """State a magic square up to symmetry."""
    model = Model()
    x = model.variables((n, n), range(1, n * n + 1))
    model.post(all_different(x.ravel()))
    for line in (*x, *x.T, x.diagonal(), x[::-1].diagonal()):
        model.post(line.sum() == n * (n * n + 1) // 2)
    model.post(x[0, 0] < x[0, -1], x[0, 0] < x[-1, 0], x[0, 0] < x[-1, -1], x[0, -1] < x[-1, 0])
    return model, None


def knight(n: int) -> Asked:
    """State a round trip of a knight."""
    model = Model()
    steps = [(a, b) for a, b in product(range(-2, 3), repeat=2) if abs(a * b) == 2]
    after = [
        model.variable(n * (r + a) + c + b for a, b in steps if 0 <= r + a < n and 0 <= c + b < n)
        for r, c in grid(n)
    ]
    model.post(circuit(after))
    return model, None


def kakuro(n: int, seed: int) -> Asked:
    """State a grid of digits by the sums of its lines; some cells are blocked."""
    random = Random(seed)
    blocked = {cell for cell in grid(n) if random.random() < 0.22}
    square = [row[:n] for row in latin_square(9, random)[:n]]
    model = Model()
    x: dict[Cell, Any] = {c: model.variable(range(1, 10)) for c in grid(n) if c not in blocked}
    for k in range(n):
        for line in ([(k, j) for j in range(n)], [(j, k) for j in range(n)]):
            for is_blocked, run in groupby(line, blocked.__contains__):
                own = list(run)
                if not is_blocked and len(own) > 1:
                    total = sum(square[r][c] + 1 for r, c in own)
                    model.post(all_different(x[cell] for cell in own))
                    model.post(sum(x[cell] for cell in own) == total)
    return model, None


def queens_attacking(n: int) -> Asked:
    """State queens of different rows and columns; maximise the pairs on a diagonal."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    return model, -sum(truth(abs(x[a] - x[b]) == b - a) for a, b in combinations(range(n), 2))


def sliding(n: int, moves: int, seed: int) -> Asked:
    """State that the empty field of a 3 x 3 sliding puzzle comes home in some moves."""
    random = Random(seed)
    cells = grid(3)
    start, empty = list(range(9)), 0
    for _ in range(n):
        other = random.choice([cells.index(c) for c in near(3, cells[empty], diagonally=False)])
        start[empty], start[other] = start[other], start[empty]
        empty = other
    model = Model()
    board = model.variables((moves + 1, 9), range(9))
    hole = model.variables(moves + 1, range(9))
    pairs = [(a, cells.index(c)) for a in range(9) for c in near(3, cells[a], diagonally=False)]
    model.post(board[0, k] == start[k] for k in range(9))
    model.post(board[moves, k] == k for k in range(9))
    for t in range(moves + 1):
        model.post(element(board[t], hole[t]) == 0, all_different(board[t]))
    for t in range(moves):
        model.post(table((hole[t], hole[t + 1]), pairs))
        for k in range(9):
            stays = (hole[t] != k) & (hole[t + 1] != k)
            model.post(stays >> (board[t + 1, k] == board[t, k]))
    return model, None


CASES = (
    Case("nonogram 25", "CSPLib 12", lambda: nonogram(25, 1, 0.55), "all"),
    Case("nonogram 30", "CSPLib 12", lambda: nonogram(30, 2, 0.6), "all"),
    Case("armies of queens 6", "CSPLib 110", lambda: queen_armies(6), "least", -5),
    Case("armies of queens 8", "CSPLib 110", lambda: queen_armies(8), "least", -9),
    Case("still life 6", "CSPLib 32", lambda: still_life(6), "least", -18),
    Case("still life 8", "CSPLib 32", lambda: still_life(8), "least", -36),
    Case("tents 12", "puzzles", lambda: tents(12, 1), "all"),
    Case("mines 16", "CSPLib 130", lambda: mines(16, 1), "all"),
    Case("binary puzzle 10", "puzzles", lambda: binary_puzzle(10, 2), "first"),
    Case("skyscrapers 6", "puzzles", lambda: skyscrapers(6, 1), "all"),
    Case("futoshiki 9", "puzzles", lambda: futoshiki(9, 1), "all"),
    Case("kakuro 9", "puzzles", lambda: kakuro(9, 1), "all"),
    Case("alphabet", "puzzles", alphabet, "all", 1),
    Case("DONALD + GERALD", "puzzles", lambda: cryptarithm("donald gerald robert"), "all", 1),
    Case("fractions", "CSPLib 41", fractions, "all", 1),
    Case("magic square 4", "CSPLib 19", lambda: magic_square(4), "all", 880),
    Case("magic square 7", "CSPLib 19", lambda: magic_square(7), "first", 1),
    Case("knight 8", "boards", lambda: knight(8), "first", 1),
    Case("queens on diagonals 8", "CSPLib 29", lambda: queens_attacking(8), "least"),
    Case("sliding puzzle 16", "puzzles", lambda: sliding(16, 16, 1), "first", 1),
)
