"""Combinatorial designs, codes and sequences."""

from itertools import combinations, pairwise
from random import Random
from typing import Any

from benchmarks.csp_models.case import Asked, Case
from csp import (
    Model,
    all_different,
    cardinality,
    increasing,
    lexicographic,
    lexicographic_chain,
    scalar_product,
    table,
)


def triples(n: int) -> Asked:
    """State the Steiner triple systems on n points by rows of bits in increasing order."""
    model = Model()
    x = model.variables((n * (n - 1) // 6, n), range(2))
    model.post([row.sum() == 3 for row in x], [x[:, k].sum() == (n - 1) // 2 for k in range(n)])
    model.post(lexicographic(a, b, strict=True) for a, b in pairwise(x))
    model.post(scalar_product(a, b) <= 1 for a, b in combinations(x, 2))
    return model, None


def golfers(groups: int, size: int, weeks: int) -> Asked:
    """State a schedule of golfers, of whom no two play twice in the same group."""
    model = Model()
    n = groups * size
    x = model.variables((weeks, n), range(groups))
    model.post(cardinality(week, dict.fromkeys(range(groups), size)) for week in x)
    model.post(x[0, k] == k // size for k in range(n))
    model.post(x[week, k] == k for week in range(1, weeks) for k in range(size))
    for a, b in combinations(range(n), 2):
        model.post(sum(x[:, a] == x[:, b]) <= 1)
    return model, None


def words(n: int) -> Asked:
    """State n words of DNA: four of eight letters are C or G, and any two words are far apart."""
    model = Model()
    x = model.variables((n, 8), range(4))  # A, C, G, T: the complement of k is 3 - k
    model.post(sum((letter == 1) | (letter == 2) for letter in word) == 4 for word in x)
    model.post(sum(a != b for a, b in zip(one, other, strict=True)) >= 4
               for one, other in combinations(x, 2))  # fmt: skip
    for one in x:
        model.post(sum(a != 3 - b for a, b in zip(one[::-1], other, strict=True)) >= 4
                   for other in x)  # fmt: skip
    model.post(lexicographic_chain(x))
    return model, None


def code(n: int, length: int, distance: int) -> Asked:
    """State n words of bits, any two of which differ in at least so many places."""
    model = Model()
    x = model.variables((n, length), range(2))
    model.post(x[0, k] == 0 for k in range(length))
    model.post(lexicographic_chain(x), lexicographic_chain(x.T))
    for one, other in combinations(x, 2):
        model.post(sum(a != b for a, b in zip(one, other, strict=True)) >= distance)
    return model, None


def legendre_pairs(n: int) -> Asked:
    """State two sequences of signs whose periodic autocorrelations add up to -2 (Hadamard)."""
    model = Model()
    x = model.variables((2, n), [-1, 1])
    model.post(row.sum() == 1 for row in x)
    for shift in range(1, n // 2 + 1):
        model.post(sum(row[k] * row[(k + shift) % n] for row in x for k in range(n)) == -2)
    return model, None


def schur(n: int, boxes: int) -> Asked:
    """State that no box has balls x, y and z with x + y = z."""
    model = Model()
    x = model.variables(n, range(boxes))
    for a in range(1, n + 1):
        model.post((x[a - 1] != x[b - 1]) | (x[b - 1] != x[a + b - 1])
                   for b in range(a, n + 1 - a))  # fmt: skip
    return model, None


def progressions(n: int, length: int) -> Asked:
    """State two colours of 1 to n without an arithmetic progression in one of them."""
    model = Model()
    x = model.variables(n, range(2))
    for step in range(1, n):
        for first in range(n - (length - 1) * step):
            own = x[first : first + length * step : step]
            model.post(own.sum() >= 1, own.sum() <= length - 1)
    return model, None


def ramsey(n: int, colours: int) -> Asked:
    """State colours of the edges of a complete graph without a triangle of one colour."""
    model = Model()
    x = {edge: model.variable(range(colours)) for edge in combinations(range(n), 2)}
    for a, b, c in combinations(range(n), 3):
        model.post((x[a, b] != x[b, c]) | (x[b, c] != x[a, c]))
    return model, None


def latin_pair(n: int) -> Asked:
    """State two orthogonal Latin squares, the first rows in order."""
    model = Model()
    x, y = model.variables((2, n, n), range(n))
    for square in (x, y):
        model.post([all_different(line) for line in (*square, *square.T)])
        model.post(square[0, k] == k for k in range(n))
    model.post(all_different((n * x + y).ravel()))
    return model, None


def graceful(n: int, paths: int) -> Asked:
    """State the graceful labellings of copies of a clique, joined by matchings in a row."""
    nodes = range(n * paths)
    edges = [(a, b) for a, b in combinations(nodes, 2) if a // n == b // n]
    edges += [(k, k + n) for k in range(n * (paths - 1))]
    model = Model()
    x = model.variables(len(nodes), range(len(edges) + 1))
    d = model.variables(len(edges), range(1, len(edges) + 1))
    model.post([abs(x[a] - x[b]) == step for (a, b), step in zip(edges, d, strict=True)])
    model.post(all_different(x), all_different(d))
    return model, None


def costas(n: int) -> Asked:
    """State a Costas array: no two pairs of points have the same distance vector."""
    model = Model()
    x = model.variables(n, range(n))
    model.post(all_different(x))
    for step in range(1, n - 1):
        model.post(all_different([b - a for a, b in zip(x, x[step:], strict=False)]))
    return model, None


def autocorrelation(n: int) -> Asked:
    """State a sequence of signs; the sum of its squared autocorrelations is to be least."""
    model = Model()
    x = model.variables(n, [-1, 1])
    sums = [sum(x[k] * x[k + step] for k in range(n - step)) for step in range(1, n)]
    model.post(x[0] == 1)
    return model, sum(each * each for each in sums)


def golomb(n: int) -> Asked:
    """State the shortest Golomb ruler of n marks, by the marks alone."""
    model = Model()
    x = model.variables(n, range(n * n))
    model.post(increasing(x, strict=True), x[0] == 0)
    model.post(all_different([b - a for k, b in enumerate(x) for a in x[:k]]))
    return model, x[-1]


def sports(n: int) -> Asked:
    """State a league: each week all teams play; a team has each period at most twice."""
    model = Model()
    weeks, periods = n - 1, n // 2
    home, away = model.variables((2, weeks, periods), range(n))
    game = model.variables((weeks, periods), range(n * n))
    rows = [(a, b, n * a + b) for a, b in combinations(range(n), 2)]
    for week in range(weeks):
        model.post(all_different([*home[week], *away[week]]))
        model.post(table((home[week, p], away[week, p], game[week, p]), rows)
                   for p in range(periods))  # fmt: skip
    model.post(all_different(game.ravel()))
    model.post(home[0, p] == 2 * p for p in range(periods))
    model.post(away[0, p] == 2 * p + 1 for p in range(periods))
    for p in range(periods):
        counts = {k: model.variable([1, 2]) for k in range(n)}
        model.post(cardinality([*home[:, p], *away[:, p]], counts))
    return model, None


def partition(n: int) -> Asked:
    """State two halves of 1 to n with equal sums and equal sums of squares."""
    model = Model()
    x, y = model.variables((2, n // 2), range(1, n + 1))
    model.post(all_different([*x, *y]), increasing(x), increasing(y), x[0] < y[0])
    model.post(sum(x) == n * (n + 1) // 4)
    model.post(sum(v * v for v in x) == n * (n + 1) * (2 * n + 1) // 12)
    model.post(sum(y) == n * (n + 1) // 4)
    return model, None


def diamond_free(n: int) -> Asked:
    """State graphs without two triangles on one edge; all degrees are multiples of three."""
    model = Model()
    x: dict[tuple[int, int], Any] = {}
    for a, b in combinations(range(n), 2):
        x[a, b] = x[b, a] = model.bool_var()
    degrees = [sum(x[a, b] for b in range(n) if b != a) for a in range(n)]
    for four in combinations(range(n), 4):
        model.post(sum(x[a, b] for a, b in combinations(four, 2)) <= 4)
    model.post([(degree > 0) & (degree % 3 == 0) for degree in degrees])
    model.post(a >= b for a, b in pairwise(degrees))
    model.post(sum(degrees) % 12 == 0)
    return model, None


def independent_set(n: int, seed: int) -> Asked:
    """State an independent set of a random graph, as large as possible."""
    random = Random(seed)
    model = Model()
    x = model.bool_vars(n)
    for a, b in combinations(range(n), 2):
        if random.random() < 0.3:
            model.post(x[a] + x[b] <= 1)
    return model, -x.sum()


def bandwidth(width: int, height: int) -> Asked:
    """State numbers for the nodes of a grid; the largest difference of neighbours is least."""
    model = Model()
    x = model.variables((height, width), range(width * height))
    most = model.variable(range(1, width * height))
    model.post(all_different(x.ravel()))
    for r in range(height):
        for c in range(width):
            near = [(r + 1, c)] * (r + 1 < height) + [(r, c + 1)] * (c + 1 < width)
            model.post(abs(x[r, c] - x[place]) <= most for place in near)
    model.post(x[0, 0] < x[-1, -1])
    return model, most


def magic_hexagon() -> Asked:
    """State the magic hexagon of order 3, with the least corner first."""
    model = Model()
    cells = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
    x = dict(zip(cells, model.variables(19, range(1, 20)), strict=True))
    model.post(all_different(x.values()))
    for line in range(-2, 3):
        for axis in range(3):
            own = [x[q, r] for q, r in cells if (q, r, q + r)[axis] == line]
            model.post(sum(own) == 38)
    corners = [(0, -2), (2, -2), (2, 0), (0, 2), (-2, 2), (-2, 0)]
    model.post(x[corners[0]] < x[each] for each in corners[1:])
    model.post(x[corners[1]] < x[corners[-1]])
    return model, None


def langford(n: int) -> Asked:
    """State an order of 1, 1, 2, 2 to n, n where the two k are k apart (Langford)."""
    model = Model()
    place = model.variables((n, 2), range(2 * n))
    model.post(place[k, 1] == place[k, 0] + k + 2 for k in range(n))
    model.post(all_different(place.ravel()), place[n - 1, 0] < n - n // 2 + 1)
    return model, None


CASES = (
    Case("Steiner triples 7", "CSPLib 44", lambda: triples(7), "all", 30),
    Case("Steiner triples 9", "CSPLib 44", lambda: triples(9), "all", 840),
    Case("golfers 5,3,6", "CSPLib 10", lambda: golfers(5, 3, 6), "first", 1),
    Case("golfers 8,4,5", "CSPLib 10", lambda: golfers(8, 4, 5), "first", 1),
    Case("DNA words 24", "CSPLib 33", lambda: words(24), "first", 1),
    Case("code 20,8,3", "CSPLib 36", lambda: code(20, 8, 3), "first", 1),
    Case("Legendre pairs 9", "CSPLib 84", lambda: legendre_pairs(9), "all", 972),
    Case("Schur 13 in 3", "CSPLib 15", lambda: schur(13, 3), "all", 18),
    Case("Schur 43 in 4", "CSPLib 15", lambda: schur(43, 4), "first", 1),
    Case("Schur 44 in 4", "CSPLib 15", lambda: schur(44, 4), "first", 1),
    Case("progressions 34,4", "van der Waerden", lambda: progressions(34, 4), "first", 1),
    Case("progressions 35,4", "van der Waerden", lambda: progressions(35, 4), "first", 0),
    Case("Ramsey 16 in 3", "CSPLib 17", lambda: ramsey(16, 3), "first", 1),
    Case("orthogonal squares 5", "Latin squares", lambda: latin_pair(5), "first", 1),
    Case("graceful K4xP2", "CSPLib 53", lambda: graceful(4, 2), "all", 1440),
    Case("graceful K5xP2", "CSPLib 53", lambda: graceful(5, 2), "first", 1),
    Case("Costas 10", "CSPLib 76", lambda: costas(10), "all", 2160),
    Case("Costas 14", "CSPLib 76", lambda: costas(14), "first", 1),
    Case("autocorrelation 15", "CSPLib 5", lambda: autocorrelation(15), "least", 15),
    Case("Golomb 9, marks only", "CSPLib 6", lambda: golomb(9), "least", 44),
    Case("sports 10", "CSPLib 26", lambda: sports(10), "first", 1),
    Case("partition 40", "CSPLib 49", lambda: partition(40), "first", 1),
    Case("diamond free 9", "CSPLib 50", lambda: diamond_free(9), "first", 1),
    Case("independent set 50", "graphs", lambda: independent_set(50, 1), "least"),
    Case("bandwidth 4x5", "graphs", lambda: bandwidth(4, 5), "least", 4),
    Case("magic hexagon", "CSPLib 23", magic_hexagon, "all", 1),
    Case("Langford 2,16", "CSPLib 24", lambda: langford(16), "first", 1),
)
