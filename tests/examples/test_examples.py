"""Each example says what is known to be so, runs as a script, and stays small and public."""

import ast
import runpy
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain, combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest

import examples
import sudoku
from exactcover import Option, Problem
from examples import (
    all_interval_rows,
    block_designs,
    change,
    classes_of_solutions,
    crew_roster,
    cutting_stock,
    demo,
    domination,
    domino_frames,
    dominoes,
    explanation_page,
    golomb_ruler,
    graph_colouring,
    job_shop,
    langford,
    latin_classes,
    latin_square,
    macmahon,
    magic_squares,
    occupancy,
    own_constraint,
    paper_example,
    pentominoes,
    preemptive_sets,
    quasigroup_completion,
    queens,
    queens_model,
    random_tilings,
    send_more_money,
    shopping_list,
    single_loop,
    social_golfers,
    soma,
    steiner,
    sudoku_bands,
    sudoku_puzzles,
    variants,
    warner_account,
    word_squares,
    zebra,
)
from sudoku import Formity, Grid, Puzzle, explain, formity

pytestmark = pytest.mark.usefixtures("only_precompiled")
FOLDER = Path(next(iter(examples.__path__)))
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
SHOWN = {
    "all_interval_rows": "10 notes: 288 rows from the first note on",
    "classes_of_solutions": "12 queens: 14,200 boards, 1,787 different",
    "change": "Two pounds: 73,682 ways",
    "cutting_stock": "6 rolls, 2 pieces too many:",
    "domino_frames": "sum 5: 88 frames",
    "block_designs": "30 Fano planes on seven named points",
    "explanation_page": "Solved in 71 steps.",
    "occupancy": "[3, 5] in (2, 7), (3, 9)",
    "single_loop": "5 drawings have the right digits, one is a single loop",
    "shopping_list": "With two more: 1 2 3, 3 4 5",
    "sudoku_bands": "948,109,639,680 bands, counted as a whole",
    "preemptive_sets": "706 preemptive sets in houses of 3: 0 failures",
    "warner_account": "Not without box/line reduction or naked pairs, triples, quads",
    "golomb_ruler": "8 marks, length 34: ||..|....|.....|......|.........|.|",
    "graph_colouring": "Petersen: 3 colours, in 120 ways",
    "job_shop": "Done after 55; no schedule is shorter",
    "magic_squares": "880 squares of order 4",
    "own_constraint": "20 right triangles with whole sides up to 50",
    "quasigroup_completion": "Order 6: 9,408 reduced squares",
    "queens_model": "10 queens: 724 boards, 724 covers",
    "send_more_money": "9567 + 1085 = 10652",
    "social_golfers": "12 plans with this first week",
    "zebra": "The Norwegian. And the zebra? The Japanese.",
    "crew_roster": "Proved to be the cheapest two: True",
    "demo": "Norvig's 95 hard puzzles, each proved to have one solution",
    "domination": "8 x 8: 5 queens, in 4,860 ways",
    "dominoes": "8 x 8: 12,988,816 tilings; by the formula 12,988,816",
    "langford": "1 to 12: 108,144 pairings",
    "latin_classes": "144,000 squares like this:",
    "latin_square": "161,280 of order 5",
    "macmahon": "13,328 different rectangles of 4 x 6 squares",
    "paper_example": "A, D, E cover each element once",
    "pentominoes": "6 x 10: 2,339 tilings",
    "queens": " 8 queens:  92 boards, 12 different",
    "random_tilings": "One of 36,028,797,018,963,968 tilings",
    "soma": "11,520 cubes, 240 of them different",
    "steiner": "840 Steiner triple systems on 9 points",
    "sudoku_puzzles": "Few clues: 17 clues, one solution",
    "variants": "A rule of one's own leaves 10 of 288 grids.",
    "word_squares": "47 symmetric squares of 99 words",
}
"""What a reader sees of an example, among other things."""

TILES = {"dominoes": 8 * 14 // 2, "pentominoes": 12, "random_tilings": 10 * 11, "soma": 7}
"""The scripts that draw a picture when they get the name of a file, and the tiles in it."""


def is_filled(grid: Grid, *, diagonals: bool = False) -> bool:
    """Tell whether every house has every digit, without asking the package."""
    rows, n, p, q = grid.rows(), grid.shape.n, grid.shape.p, grid.shape.q
    houses = [*rows, *zip(*rows, strict=True)]
    for top, left in product(range(0, n, q), range(0, n, p)):
        houses.append(tuple(rows[top + i][left + j] for i, j in product(range(q), range(p))))
    if diagonals:
        houses.append(tuple(rows[i][i] for i in range(n)))
        houses.append(tuple(rows[i][n - 1 - i] for i in range(n)))
    return all(set(house) == set(range(1, n + 1)) for house in houses)


def test_paper_example() -> None:
    # T. Mychaskiw (2014), section 2.3.1, gives A, D, E; the sets A and C are equal.
    assert paper_example.find_covers() == ["ADE", "CDE"]


# C. B. and J. Haselgrove, Eureka 23 (1960); D. S. Scott (1958) for the hole.
@pytest.mark.parametrize(
    ("board", "number"),
    [("3 x 20", 2), ("4 x 15", 368), ("5 x 12", 1010), ("6 x 10", 2339), ("8 x 8 with a hole", 65)],
)
def test_pentominoes(board: str, number: int) -> None:
    assert pentominoes.tilings(pentominoes.BOARDS[board]).count() == number


# Each tiling stands for as many as the board has symmetries.
@pytest.mark.parametrize(("board", "number"), [("3 x 20", 4 * 2), ("8 x 8 with a hole", 8 * 65)])
def test_pentominoes_with_their_images(board: str, number: int) -> None:
    cells = pentominoes.BOARDS[board]
    options = [
        [name, *place]
        for name in pentominoes.NAMES
        for place in pentominoes.placements(name, cells)
    ]
    assert Problem(options).count() == number


def test_pentominoes_drawing() -> None:
    halves = Problem([["A", (0, 0), (0, 1), (1, 1)], ["B", (1, 0)]])
    drawing = pentominoes.draw(next(halves.solutions()), pentominoes.rectangle(2, 2))
    assert drawing.split() == ["┌─────┐", "├──┐", "│", "└──┴──┘"]


def test_queens() -> None:
    # OEIS A000170 and A002562.
    assert [queens.count_boards(n) for n in range(1, 11)] == [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]
    different = [len(queens.different_boards(n)) for n in range(1, 11)]
    assert different == [1, 0, 0, 1, 2, 1, 6, 12, 46, 92]


def test_queens_do_not_attack() -> None:
    for board in queens.different_boards(8):
        assert len(board) == 8
        for (r, c), (row, column) in combinations(board, 2):
            assert r != row and c != column and abs(r - row) != abs(c - column)


def test_single_loop() -> None:
    # OEIS A140517, the cycles of a grid of n x n squares; and no line at all.
    assert [len(single_loop.loops(["." * n] * n)) - 1 for n in range(1, 5)] == [1, 13, 213, 9349]


def test_single_loop_is_what_it_says() -> None:
    """Each point of the loop has two edges, they hang together, and the digits are right."""
    (loop,) = single_loop.loops(single_loop.PUZZLE)
    graph = networkx.Graph(list(loop))
    assert set(dict(graph.degree).values()) == {2}
    assert networkx.is_connected(graph)
    for r, row in enumerate(single_loop.PUZZLE):
        for c, digit in enumerate(row):
            corners = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
            assert digit in (".", str(sum(corners.issuperset(edge) for edge in loop)))


def test_langford() -> None:
    # OEIS A014552: up to reversal.
    numbers = [langford.count_pairings(n) for n in range(1, 13)]
    assert numbers == [0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17792, 108144]


def test_langford_is_what_it_says() -> None:
    for pairing in langford.langford(7).solutions():
        sequence = langford.sequence_of(pairing)
        for k in range(1, 8):
            first, last = (place for place, number in enumerate(sequence) if number == k)
            assert last - first - 1 == k


def test_langford_drawing() -> None:
    assert langford.draw([2, 3, 1, 2, 1, 3]).splitlines() == [
        "    ╭───────────────╮",
        "╭───┼───────╮       │",
        "│   │   ╭───┼───╮   │",
        "2   3   1   2   1   3",
    ]


def test_dominoes() -> None:
    # OEIS A004003 for the squares of even side.
    assert [dominoes.count_tilings(n, n) for n in (2, 4, 6)] == [2, 36, 6728]
    assert [dominoes.kasteleyn(n, n) for n in (2, 4, 6, 8)] == [2, 36, 6728, 12988816]
    for rows, columns in product(range(1, 7), repeat=2):
        assert dominoes.count_tilings(rows, columns) == dominoes.kasteleyn(rows, columns)


def test_dominoes_drawing() -> None:
    tiling = next(Problem([[(0, 0), (1, 0)], [(0, 1), (0, 2)], [(1, 1), (1, 2)]]).solutions())
    assert dominoes.draw(tiling, 2, 3).splitlines() == ["●   ●━━━●", "┃", "●   ●━━━●"]


def test_soma() -> None:
    # Berlekamp, Conway and Guy, Winning Ways (1982), chapter 24; none has a symmetry of its own.
    assert soma.soma().count() == 240 * 48
    assert len(soma.different_cubes()) == 240


def test_classes_of_solutions() -> None:
    pytest.importorskip("igraph")
    # OEIS A002562, A003090 and A040082.
    boards = [classes_of_solutions.different_boards(n) for n in range(4, 13)]
    assert boards == [1, 2, 1, 6, 12, 46, 92, 341, 1787]
    assert [classes_of_solutions.main_classes(n) for n in range(2, 6)] == [1, 1, 2, 2]
    assert [classes_of_solutions.isotopy_classes(n) for n in range(2, 5)] == [1, 1, 2]
    board = pentominoes.rectangle(3, 20)
    assert classes_of_solutions.different_tilings(board) == 2


def test_latin_classes() -> None:
    pytest.importorskip("igraph")
    assert [len(latin_classes.main_classes(n)) for n in range(1, 6)] == [1, 1, 1, 2, 2]
    assert [len(latin_classes.isotopy_classes(n)) for n in range(1, 6)] == [1, 1, 1, 2, 2]


def test_latin_square() -> None:
    # OEIS A002860.
    assert [latin_square.count_squares(n) for n in range(1, 6)] == [1, 2, 12, 576, 161280]


# The sizes are Cavenagh, Donovan and Khodkar's (2000).
@pytest.mark.parametrize("n", range(2, 8))
def test_latin_square_of_corners(n: int) -> None:
    clues = latin_square.corners(n)
    assert len(clues) == n * n // 4
    assert latin_square.count_squares(n, clues) == 1
    for clue in clues:
        others = [other for other in clues if other != clue]
        assert latin_square.count_squares(n, others) > 1
    square = latin_square.complete(n, clues)
    assert square == [(r, c, (r + c) % n + 1) for r, c in product(range(n), repeat=2)]


Squares = dict[tuple[int, int], str]


def squares_of(options: Iterable[Option]) -> Squares:
    """Return the turned square on each cell."""
    return {option.items[1]: "".join(map(str, option.colours[2:])) for option in options}


def is_macmahon(square_at: Squares) -> bool:
    """Tell whether these squares are different, agree on their edges, and have a plain border."""
    seen: dict[tuple[int, int], set[str]] = {}
    for cell, turned in square_at.items():
        for edge, colour in zip(macmahon.edges_of(*cell), turned, strict=True):
            seen.setdefault(edge, {"·"} if edge[0] in (0, 8) or edge[1] in (0, 12) else set())
            seen[edge].add(colour)
    different = {min(macmahon.turns(square)) for square in square_at.values()}
    return len(different) == len(square_at) and all(len(colours) == 1 for colours in seen.values())


def completions(cells: list[tuple[int, int]], square_at: Squares) -> int:
    """Count the ways to fill the cells that are left, one after another."""
    if not is_macmahon(square_at):
        return 0
    if not cells:
        return 1
    turned_squares = [turned for square in macmahon.squares() for turned in macmahon.turns(square)]
    return sum(completions(cells[1:], square_at | {cells[0]: s}) for s in turned_squares)


def images(square_at: Squares) -> list[Squares]:
    """Return a rectangle, its reflections, its half turn, and these with ○ and ● exchanged."""
    found = [square_at]
    found += [{(8 - y, x): s[2] + s[1] + s[0] + s[3] for (y, x), s in a.items()} for a in found]
    found += [{(y, 12 - x): s[0] + s[3] + s[2] + s[1] for (y, x), s in a.items()} for a in found]
    exchange = str.maketrans("○●", "●○")
    return found + [{cell: s.translate(exchange) for cell, s in a.items()} for a in found]


def test_random_tilings() -> None:
    # Elkies, Kuperberg, Larsen and Propp (1992).
    assert [random_tilings.count_tilings(n) for n in range(1, 9)] == [
        2 ** (n * (n + 1) // 2) for n in range(1, 9)
    ]


def test_random_tilings_take_all_directions() -> None:
    # A quarter turn takes a diamond to itself, and each direction to the next one.
    problem = random_tilings.aztec(5)
    tilings = problem.diagram()
    uses = Counter[str]()
    for option, number in zip(problem.options, tilings.uses(), strict=True):
        uses[str(option.label)] += number
    assert uses == dict.fromkeys(random_tilings.SHADES, tilings.count() * 5 * 6 // 4)


def test_random_tilings_drawing() -> None:
    [tiling] = random_tilings.aztec(3).sample(seed=1)
    lines = random_tilings.draw(tiling, 3).splitlines()
    assert [len(line.strip()) // 2 for line in lines] == [2, 4, 6, 6, 4, 2]


def chains(
    flight: crew_roster.Flight, later: list[crew_roster.Flight]
) -> Iterator[tuple[crew_roster.Flight, ...]]:
    """Yield the duties that begin with a flight, from all sets of later ones."""
    for size in range(1, 6):
        for rest in combinations(later, size):
            duty = (flight, *rest)
            if flight.origin == rest[-1].target == "Bern" and all(
                before.target == after.origin and before.arrival + 40 <= after.departure
                for before, after in pairwise(duty)
            ):
                yield duty


def all_rosters(day: list[crew_roster.Flight]) -> Iterator[int]:
    """Yield what every roster of a day costs, its flights in order."""
    if not day:
        yield 0
        return
    for duty in chains(day[0], day[1:]):
        minutes = duty[-1].arrival - duty[0].departure + 60
        if minutes <= 780:
            for cost in all_rosters([flight for flight in day if flight not in duty]):
                yield max(360, minutes) + cost


def test_crew_roster() -> None:
    day = crew_roster.flights()
    costs = sorted(all_rosters(sorted(day, key=lambda flight: flight.departure)))
    best = crew_roster.rosters(day, 100)
    assert (list(best.costs), best.complete) == (costs, True)
    assert costs[:2] == [3385, 3395]


# That there are 13,328 different rectangles is seen when the script runs.
@pytest.mark.parametrize("seed", range(2))
def test_macmahon(seed: int) -> None:
    problem = macmahon.macmahon(4, 6)
    solution = next(problem.solutions(seed=seed))
    square_at = squares_of(solution)
    assert len(square_at) == 24 and is_macmahon(square_at)
    border = {(y, x): s for (y, x), s in square_at.items() if y in (1, 7) or x in (1, 11)}
    inside = [cell for cell in square_at if cell not in border]
    number = problem.count(chosen=[option for option in solution if option.items[1] in border])
    assert number == completions(inside, border) > 0


def test_macmahon_symmetries() -> None:
    problem = macmahon.macmahon(4, 6)
    firsts = {square for option in macmahon.different() for square in squares_of([option]).items()}
    for solution in problem.solutions(seed=0, limit=20):
        all_images = images(squares_of(solution))
        assert all(map(is_macmahon, all_images))
        assert sum(image.items() <= firsts for image in all_images) == 1


# The first is OEIS A075458, the second A002564; its 4860 for 8 is seen when the script runs.
def test_change() -> None:
    # Polya's problem: a dollar in coins of 1, 5, 10, 25 and 50 cents, 292 ways.
    assert change.count_ways(100, (1, 5, 10, 25, 50)) == 292
    fewest = [sum(n for _, n in change.fewest_coins(amount)) for amount in (4, 8, 9)]
    assert fewest == [2, 3, 3]


def test_cutting_stock() -> None:
    for width, orders in ((10, {3: 4, 4: 3, 5: 3}), (7, {2: 3, 3: 3})):
        pieces = [w for w, n in orders.items() for _ in range(n)]
        assert cutting_stock.fewest_rolls(width, orders) == fewest_bins(width, tuple(pieces))


def fewest_bins(width: int, pieces: tuple[int, ...]) -> int:
    """Return the least number of rolls, by trying every set of pieces for the roll of the first."""
    if not pieces:
        return 0
    first, rest = pieces[0], pieces[1:]
    sets = (some for size in range(len(rest) + 1) for some in combinations(range(len(rest)), size))
    fit = (some for some in sets if first + sum(rest[k] for k in some) <= width)
    left = {tuple(w for k, w in enumerate(rest) if k not in some) for some in fit}
    return 1 + min(fewest_bins(width, other) for other in left)


def test_domino_frames() -> None:
    found: Counter[int] = Counter()
    for pips in product(range(3), repeat=8):
        sides = {sum(pips[k] for k in cells) for cells in domino_frames.SIDES.values()}
        for start in (0, 1):
            ends = [(pips[(k + start) % 8], pips[(k + 1 + start) % 8]) for k in range(0, 8, 2)]
            if len(sides) == 1 and len({tuple(sorted(pair)) for pair in ends}) == 4:
                found[next(iter(sides))] += 1
    for total in range(7):
        assert domino_frames.frames(2, total).count() == found[total]


def test_domination() -> None:
    fewest = [domination.fewest_queens(n) for n in range(1, 9)]
    assert fewest == [1, 1, 1, 2, 3, 3, 4, 5]
    numbers = [domination.count_boards(n, fewest[n - 1]) for n in range(1, 8)]
    assert numbers == [1, 4, 1, 12, 186, 4, 86]


@pytest.mark.parametrize(("n", "n_queens"), [(3, 2), (4, 2), (4, 3), (5, 3)])
def test_domination_of_every_square(n: int, n_queens: int) -> None:
    squares = list(product(range(n), repeat=2))
    boards = [
        queens
        for queens in combinations(squares, n_queens)
        if all(any(domination.attacks(*queen, *square) for queen in queens) for square in squares)
    ]
    found = [solution.labels for solution in domination.domination(n, n_queens).solutions()]
    assert sorted(found) == boards


def test_steiner() -> None:
    # 7! / 168 and 9! / 432: the systems are all alike, with so many symmetries (Colbourn and Rosa,
    # Triple Systems, 1999). There are none on other numbers of points (Kirkman, 1847).
    assert [steiner.count_systems(n) for n in range(3, 10)] == [1, 0, 0, 0, 30, 0, 840]


def test_steiner_schoolgirls() -> None:
    walks = steiner.arrange_walks()
    assert len(walks) == 7
    assert all(sorted(chain(*rows)) == list(range(15)) for rows in walks.values())
    pairs = [pair for rows in walks.values() for row in rows for pair in combinations(row, 2)]
    assert sorted(pairs) == list(combinations(range(15), 2))


def symmetric_squares(rows: list[str]) -> Iterator[list[str]]:
    """Yield the squares that begin with these rows: the columns begin with the same words."""
    if len(rows) == 5:
        yield rows
    else:
        start = "".join(row[len(rows)] for row in rows)
        for word in word_squares.WORDS:
            if word.startswith(start) and word not in rows:
                yield from symmetric_squares([*rows, word])


def double_squares(rows: list[str]) -> Iterator[list[str]]:
    """Yield the squares that begin with these rows, and use no word twice."""
    columns = ["".join(letters) for letters in zip(*rows, strict=True)]
    if not all(any(word.startswith(start) for word in word_squares.WORDS) for start in columns):
        return
    if len(rows) < 5:
        for word in word_squares.WORDS:
            yield from double_squares([*rows, word])
    elif len({*rows, *columns}) == 10:
        yield rows


def test_word_squares() -> None:
    found = map(word_squares.rows_of, word_squares.symmetric_squares().solutions())
    assert sorted(found) == sorted(symmetric_squares([]))
    found = map(word_squares.rows_of, word_squares.double_squares().solutions())
    assert sorted(found) == sorted(double_squares([]))


def test_sudoku_puzzles() -> None:
    for name, solution in sudoku_puzzles.solve_all().items():
        puzzle = sudoku_puzzles.PUZZLES[name]
        assert formity(puzzle) is Formity.ONE
        assert is_filled(solution, diagonals=name == "With diagonals")
        clues = zip(puzzle.grid.cells, solution.cells, strict=True)
        assert all(clue in (0, digit) for clue, digit in clues)
    # OEIS A107739, and a loop over all of these grids.
    assert sudoku_puzzles.count_grids() == (288, 48)


def test_demo() -> None:
    # P. Norvig, "Solving every sudoku puzzle".
    solved, seconds = demo.solve_all(demo.TOP95)
    assert seconds > 0
    assert len(solved) == 95
    assert all(is_filled(solution) for _, solution in solved)


def test_send_more_money() -> None:
    # H. E. Dudeney, Strand Magazine 68 (1924).
    [digits] = send_more_money.solve("SEND", "MORE", total="MONEY")
    assert send_more_money.written("MONEY", digits) == "10652"


def test_magic_squares() -> None:
    # OEIS A006052: Frenicle de Bessy's 880 (1693).
    assert [magic_squares.count_squares(n) for n in (3, 4)] == [1, 880]


def test_golomb_ruler() -> None:
    # OEIS A003022.
    lengths = [golomb_ruler.shortest_ruler(n)[-1] for n in range(2, 9)]
    assert lengths == [1, 3, 6, 11, 17, 25, 34]


def test_all_interval_rows() -> None:
    # OEIS A141599; S. Bauer-Mengelberg and M. Ferentz (1965) have the 3856 of twelve notes.
    assert [all_interval_rows.count_rows(n) for n in range(2, 11, 2)] == [1, 2, 4, 24, 288]
    assert [all_interval_rows.count_rows(n) for n in (3, 5, 7)] == [0, 0, 0]


def test_zebra() -> None:
    # Life International, 17 December 1962; the answer is in the issue of 25 March 1963.
    assert (zebra.answer("water"), zebra.answer("zebra")) == ("Norwegian", "Japanese")


def test_block_designs() -> None:
    # 7! / 168, and 6! / 60: each is one design up to names (Colbourn and Dinitz, Handbook of
    # Combinatorial Designs, 2007, II.1).
    assert block_designs.count_designs(7, 3, 1) == 30
    assert block_designs.count_designs(6, 3, 2) == 12


def test_social_golfers() -> None:
    # Each of the 840 Steiner triple systems on 9 points falls into 4 weeks in one way, and there
    # are 280 first weeks.
    assert social_golfers.count_plans() == 840 * 4 // 280


def test_quasigroup_completion() -> None:
    # OEIS A000315.
    assert [quasigroup_completion.count_reduced(n) for n in range(2, 7)] == [1, 1, 4, 56, 9408]


@pytest.mark.parametrize("seed", range(2))
def test_quasigroup_completion_is_one(seed: int) -> None:
    square = quasigroup_completion.with_holes(20, 168, seed)
    model, cells = quasigroup_completion.completions(square)
    filled = model.solve().get()[cells]
    assert all(sorted(line) == list(range(20)) for line in (*filled, *filled.T))
    is_hole = square == quasigroup_completion.HOLE
    assert is_hole.sum() == 168 and (is_hole | (filled == square)).all()


def test_graph_colouring() -> None:
    # Mycielski (1955): graph k needs k colours. The chromatic polynomial of the Petersen graph has
    # the value 120 at 3 (N. Biggs, Algebraic Graph Theory, 1993).
    for k in (2, 3, 4):
        assert graph_colouring.fewest_colours(networkx.mycielski_graph(k)) == k
    assert graph_colouring.colourings(networkx.petersen_graph(), 3)[0].count() == 120
    model, _ = graph_colouring.colourings(networkx.icosahedral_graph(), 4)
    assert model.count() == model.to_exact_cover().problem.count()


def test_job_shop() -> None:
    # H. Fisher and G. L. Thompson (1963): 55 is the optimum.
    end, starts = job_shop.schedule(job_shop.FT06)
    assert end == 55
    tasks = [
        (machine, first, first + time)
        for job, row in zip(job_shop.FT06, starts, strict=True)
        for (machine, time), first in zip(job, row, strict=True)
    ]
    for one, other in combinations(tasks, 2):
        assert one[0] != other[0] or one[2] <= other[1] or other[2] <= one[1]
    assert max(end for _, _, end in tasks) == 55
    for job, row in zip(job_shop.FT06, starts, strict=True):
        ends = [first + time for (_, time), first in zip(job, row, strict=True)]
        assert all(end <= first for end, first in zip(ends, row[1:], strict=False))
    svg = job_shop.chart(job_shop.FT06, starts).to_svg()
    assert svg.count('class="task"') == 36
    first = starts[0][0]
    assert f"<title>job 0, machine 2, {first} to {first + 1}</title>" in svg


def test_queens_model() -> None:
    # OEIS A000170.
    expected = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]
    assert [queens_model.count_boards(n) for n in range(1, 11)] == expected
    assert [queens_model.count_covers(n) for n in range(1, 9)] == expected[:8]


def test_queens_model_draws_a_board(tmp_path: Path) -> None:
    queens_model.main(str(tmp_path / "queens.svg"))
    svg = (tmp_path / "queens.svg").read_text(encoding="utf-8")
    assert svg.count('class="queen"') == 30


def test_own_constraint() -> None:
    sides = range(1, 31)
    expected = [(a, b, c) for a, b, c in combinations(sides, 3) if a * a + b * b == c * c]
    assert own_constraint.triples(30) == expected


def test_preemptive_sets() -> None:
    # Of the 9 markups of two cells, two have one digit alone in both.
    assert preemptive_sets.check_theorem(2) == (7, 0)
    assert preemptive_sets.check_theorem(3)[1] == 0
    # A hidden triple in column 2, which has seven blank cells then.
    path = explain(Puzzle(clues=warner_account.GRIDS["Grid 4"]))
    assert list(preemptive_sets.complements(path)) == [(3, 4)]


def test_warner_account() -> None:
    # What D. Warner (2007) says of his grids: the first is solved by the basic techniques alone,
    # the second takes all five kinds, the fourth cannot be solved with them.
    accounts = {name: warner_account.account(grid) for name, grid in warner_account.GRIDS.items()}
    assert warner_account.account(warner_account.GRIDS["Grid 1"], warner_account.BASIC).n_open == 0
    kinds = warner_account.TECHNIQUES.values()
    assert all(set(names) & accounts["Grid 2"].tally().keys() for names in kinds)
    assert [name for name, each in accounts.items() if each.n_open] == ["Grid 4"]
    # His worked example: the 8s of box 1 leave column 3, as do 7 and 9 in row 2.
    words = [stage.words for stage in accounts["Grid 2"].stages]
    assert any(each.endswith("So r5c3, r6c3 and r9c3 are not 8.") for each in words)
    assert any("r2c2, r2c3 and r2c8 have no candidates but 4, 7 and 9" in each for each in words)


def test_explanation_page(tmp_path: Path) -> None:
    explanation = explain(Puzzle(clues=explanation_page.PUZZLE))
    page = explanation_page.write_page(explanation, tmp_path / "page")
    assert page.read_text(encoding="utf-8").count("<section ") == len(explanation.steps) + 2
    assert len(list(page.parent.glob("*.svg"))) == len(explanation.steps) + 1


def test_variants() -> None:
    small = variants.killer(seed=3, shape=sudoku.Shape(2, 2))
    assert (small.n_clues, small.count(method="csp")) == (0, 1)
    assert variants.miracle().solve().get().rows()[0] == (4, 8, 3, 7, 2, 6, 1, 5, 9)
    grids = sudoku.solutions(sudoku.Puzzle(sudoku.Shape(2, 2)))
    falling = [g for g in grids if g[3, 0] >= g[2, 1] >= g[1, 2] >= g[0, 3]]
    assert variants.own_rule().count() == len(falling) == 10
    samurai = variants.samurai(seed=1)
    assert samurai.count(limit=2, method="exact_cover") == 1


def test_shopping_list() -> None:
    assert shopping_list.purchases(shopping_list.COLLECTIONS) == ["1 2 3"]
    more = shopping_list.COLLECTIONS | shopping_list.MORE
    assert shopping_list.purchases(more) == ["1 2 3", "3 4 5"]


def test_occupancy() -> None:
    markup = {cell: set(digits) for cell, digits in occupancy.BOX.items()}
    assert [digits for _, digits in occupancy.uncover(markup)] == [[1, 2, 6], [8], [3, 5]]
    assert markup[1, 8] == {8}
    assert markup[2, 7] == markup[3, 9] == {3, 5}


def test_sudoku_bands() -> None:
    """Felgenhauer and Jarvis; on smaller boards against the grids that sudoku counts."""
    assert sudoku_bands.bands().count(chosen=sudoku_bands.standard_form()) == 2_612_736
    assert sudoku_bands.bands(2, 2).count(chosen=sudoku_bands.standard_form(2, 2)) == 4
    tops = {grid.cells[:8] for grid in sudoku.solutions(sudoku.Puzzle(sudoku.Shape(2, 2)))}
    assert sudoku_bands.bands(2, 2).count() == len(tops) == 96


def test_no_example_is_forgotten() -> None:
    tested = [name for name in globals() if name.startswith("test_")]
    assert SCRIPTS
    for script in SCRIPTS:
        assert any(name.startswith(f"test_{script}") for name in tested), script


@pytest.mark.parametrize("script", SCRIPTS)
def test_runs_as_a_script(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if script == "classes_of_solutions":
        pytest.importorskip("igraph")
    # In this process, where most kernels are loaded: to start one for each takes minutes.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [script, "picture.svg"] if script in TILES else [script])
    runpy.run_path(str(FOLDER / f"{script}.py"), run_name="__main__")
    shown, errors = capsys.readouterr()
    assert errors == ""
    assert SHOWN[script] in shown
    assert max(map(len, shown.splitlines())) <= 80
    if script in TILES:
        root = ElementTree.parse("picture.svg").getroot()
        assert len(list(root.findall("*[@class='tiles']/*/*"))) == TILES[script]


@pytest.mark.parametrize("script", SCRIPTS)
def test_reads_well(script: str) -> None:
    text = (FOLDER / f"{script}.py").read_text(encoding="utf-8")
    assert 25 <= len(text.splitlines()) <= 95
    assert import_module(f"examples.{script}").__doc__


@pytest.mark.parametrize("script", SCRIPTS)
def test_imports_only_public_names(script: str) -> None:
    tree = ast.parse((FOLDER / f"{script}.py").read_text(encoding="utf-8"))
    packages = {"exactcover", "sudoku", "csp"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not any(alias.name.split(".")[0] in packages for alias in node.names)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in packages:
            if node.module in ("csp.propagator", "exactcover.hooks"):
                continue  # what users' own functions are made of
            assert node.module in packages, "from the top of the package"
            public = import_module(node.module).__all__
            assert {alias.name for alias in node.names} <= set(public)
