"""Compare the automatic choice with the best engine, on problems of sixty kinds.

One solution is sought, all are counted, and the first hundred are listed, in processor seconds. The
kinds are the files of the data folder, and those that are made here.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from time import process_time
from typing import Any, NamedTuple

import networkx as nx

from benchmarks.costs import Processor
from benchmarks.instances import DATA
from benchmarks.report import Goal, Section, seconds
from exactcover import Problem, ProblemError, named_polyforms, polyforms, tiling
from exactcover.runtime.errors import GaveUpError

METHODS = (
    *("dancing_cells", "masks", "dancing_cells_memo", "masks_memo", "first_fit", "frontier"),
    *("learning", "decomposition", "multicover", "multicover_memo"),
    *("multicover_masks", "multicover_masks_memo"),
)
FROM_BEST = 1.3
"""The largest ratio of the time of the automatic choice to that of the best engine."""
LEAST = 0.02
"""Shorter times are not compared: they are dominated by Python and by noise."""

Purpose = Callable[[Problem, dict[str, Any]], tuple[object, bool]]
"""Returns what was found, and whether that is all that was asked for."""


def one(problem: Problem, given: dict[str, Any]) -> tuple[object, bool]:
    """Look for one solution."""
    result = problem.solve(**given)
    return result.solution is not None, result.solution is not None or result.complete


def number(problem: Problem, given: dict[str, Any]) -> tuple[object, bool]:
    """Count all solutions."""
    count = problem.count(**given)
    return int(count), count.complete


def hundred(problem: Problem, given: dict[str, Any]) -> tuple[object, bool]:
    """List the first hundred solutions."""
    solutions = problem.solutions(limit=100, **given)
    n_found = sum(1 for _ in solutions)
    return n_found, n_found == 100 or solutions.complete


PURPOSES: dict[str, Purpose] = {"one": one, "count": number, "hundred": hundred}


def board(n_rows: int, n_columns: int, *lacking: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells of a rectangle, but for some."""
    return [cell for cell in product(range(n_rows), range(n_columns)) if cell not in lacking]


def graph_cover(graph: "nx.Graph[Any]") -> Problem:
    """Return the perfect matchings of a graph."""
    return Problem([list(edge) for edge in graph.edges], sorted(graph.nodes))


def independent_sets(graph: "nx.Graph[Any]") -> Problem:
    """Return the independent sets of a graph: a vertex is in or out, and an edge is used once."""
    edges = [frozenset(edge) for edge in graph.edges]
    rows = [[v, *(edge for edge in edges if v in edge)] for v in graph.nodes]
    return Problem(rows + [[v] for v in graph.nodes], sorted(graph.nodes), edges)


def colourings(graph: "nx.Graph[Any]", n: int) -> Problem:
    """Return the colourings of a graph with n colours."""
    rows = [
        [v, *((frozenset(edge), colour) for edge in graph.edges(v))]
        for v in graph.nodes
        for colour in range(n)
    ]
    shared = sorted({item for row in rows for item in row[1:]}, key=repr)
    return Problem(rows, sorted(graph.nodes), shared)


def pigeons(n: int, places: int) -> Problem:
    """Return n rows that need different columns."""
    rows, columns = [("row", k) for k in range(n)], [("column", k) for k in range(places)]
    return Problem(product(rows, columns), rows, columns)


def chain(n_items: int, n_options: int, longest: int, seed: int) -> Problem:
    """Return single items and random intervals of items in a row."""
    rng = random.Random(seed)
    rows = [[k] for k in range(n_items)]
    while len(rows) < n_options:
        first = rng.randrange(n_items)
        rows.append(list(range(first, min(n_items, first + rng.randrange(1, longest)))))
    return Problem(rows, range(n_items))


def triples(n: int, n_options: int, seed: int) -> Problem:
    """Return random triples of n items, among which is an exact cover."""
    rng = random.Random(seed)
    items = rng.sample(range(n), n)
    rows = [sorted(items[k : k + 3]) for k in range(0, n, 3)]
    rows += [sorted(rng.sample(range(n), 3)) for _ in range(n_options - len(rows))]
    return Problem(rows, range(n))


def set_cover(n: int, n_options: int, seed: int) -> Problem:
    """Return random sets of which each item must be in one or two."""
    rng = random.Random(seed)
    rows = [sorted(rng.sample(range(n), rng.randrange(2, 6))) for _ in range(n_options)]
    rows += [[k] for k in range(n)]
    return Problem(rows, range(n), bounds=dict.fromkeys(range(n), (1, 2)))


def langford(n: int) -> Problem:
    """Return two of each number k up to n in a row, with k others between them."""
    return Problem(
        [("n", k), ("s", first), ("s", first + k + 1)]
        for k in range(1, n + 1)
        for first in range(2 * n - k - 1)
    )


def regular(degree: int, n: int, seed: int) -> "nx.Graph[Any]":
    """Return a random regular graph."""
    return nx.random_regular_graph(degree, n, seed=seed)


DOMINO, TRIOMINOES = ["##"], {"I": [(0, 0), (0, 1), (0, 2)], "L": [(0, 0), (0, 1), (1, 0)]}
BRICK = {"brick": list(product((0,), range(2), range(4)))}

MADE: dict[str, Callable[[], Problem]] = {
    "dominoes 16x16": lambda: tiling(DOMINO, (16, 16), numbers=None),
    "dominoes, mutilated 12x12": lambda: tiling(
        DOMINO, board(12, 12, (0, 0), (11, 11)), numbers=None
    ),
    "31 dominoes on 62 cells": lambda: tiling(DOMINO, board(8, 8, (0, 0), (7, 7)), numbers=31),
    "dominoes with two holes": lambda: tiling(DOMINO, (7, 8), numbers=None, holes=2),
    "trominoes 7x12": lambda: tiling(TRIOMINOES, (7, 12), numbers=None),
    "trominoes 9x12": lambda: tiling(TRIOMINOES, (9, 12), numbers=None),
    "bars of 4 on 10x10": lambda: tiling(["####"], (10, 10), numbers=None),
    "pentominoes 8x8": lambda: tiling(named_polyforms("pentominoes"), (8, 8)),
    "pentominoes 4x15": lambda: tiling(named_polyforms("pentominoes"), (4, 15)),
    "tetrominoes 4x5": lambda: tiling(named_polyforms("tetrominoes"), (4, 5)),
    "hexominoes 14x15": lambda: tiling(polyforms(6), (14, 15)),
    "bricks in a cube of 6": lambda: tiling(BRICK, (6, 6, 6), cells="cubes", numbers=None),
    "langford 10": lambda: langford(10),
    "langford 14": lambda: langford(14),
    "matchings, 3-regular": lambda: graph_cover(regular(3, 80, 1)),
    "matchings, 4-regular": lambda: graph_cover(regular(4, 60, 1)),
    "matchings, 4-regular, again": lambda: graph_cover(regular(4, 60, 2)),
    "matchings, complete 16": lambda: graph_cover(nx.complete_graph(16)),
    "matchings, complete 21": lambda: graph_cover(nx.complete_graph(21)),
    "matchings, grid": lambda: graph_cover(
        nx.convert_node_labels_to_integers(nx.grid_2d_graph(10, 14))
    ),
    "independent sets, 3-regular": lambda: independent_sets(regular(3, 40, 1)),
    "3-colourings, 3-regular": lambda: colourings(regular(3, 30, 1), 3),
    "14 pigeons": lambda: pigeons(14, 13),
    "9 rooks": lambda: pigeons(9, 9),
    "chain of 1,000": lambda: chain(1000, 10_000, 12, 1),
    "exact 3-covers": lambda: triples(60, 200, 1),
    "set cover": lambda: set_cover(16, 30, 1),
    "one round of a tournament": lambda: Problem(
        [[a, b, (a, b)] for a, b in combinations(range(10), 2)],
        range(10),
        combinations(range(10), 2),
    ),
}


def kinds() -> Iterator[tuple[str, Problem]]:
    """Yield the problems by name."""
    for path in sorted((DATA / "exactcover").glob("*.dlx")):
        yield path.stem, Problem.read(path)
    for name, make in MADE.items():
        yield name, make()


class Outcome(NamedTuple):
    """What was found, whether it is all, and the processor seconds."""

    found: object
    is_all: bool
    seconds: float


def run(problem: Problem, purpose: Purpose, method: str, patience: float) -> Outcome | None:
    """Run an engine, or the automatic choice; None if it refuses or gives up."""
    begin = process_time()
    try:
        found, is_all = purpose(problem, {"method": method, "cancel": Processor(begin + patience)})
    except (ProblemError, GaveUpError):
        return None
    return Outcome(found, is_all, process_time() - begin)


def measure(patience: float) -> Section:
    """Compare the engines on all kinds, for each purpose."""
    section = Section(
        "The automatic choice and the best engine, processor seconds",
        ("kind", "purpose", "auto", "best", "engine", "auto / best"),
    )
    warm_up = Problem([["p", "q"], ["p"], ["q"]])
    for method in ("auto", *METHODS):
        for purpose in PURPOSES.values():
            run(warm_up, purpose, method, patience)
    for name, problem in kinds():
        for title in PURPOSES:
            add_row(section, name, problem, title, patience)
    return section


def add_row(section: Section, name: str, problem: Problem, title: str, patience: float) -> None:
    """Add the comparison of a problem and a purpose."""
    purpose = PURPOSES[title]
    run(problem, purpose, "auto", patience)  # kernels are loaded, and arrays laid out
    auto = run(problem, purpose, "auto", patience)
    assert auto is not None
    outcomes = {}
    for method in METHODS:
        outcome = run(problem, purpose, method, min(patience, 1 + 2 * auto.seconds))
        if outcome is not None and outcome.is_all:
            outcomes[method] = outcome
            if auto.is_all and outcome.found != auto.found:
                section.wrong.append(f"{name}, {title}: {method} {outcome.found}, {auto.found}")
    if not outcomes:
        section.rows.append((name, title, seconds(auto.seconds), "-", "-", "-"))
        return
    engine = min(outcomes, key=lambda each: outcomes[each].seconds)
    best = outcomes[engine].seconds
    ratio = auto.seconds / best if auto.is_all else float("inf")
    is_met = ratio <= FROM_BEST or (auto.is_all and auto.seconds < LEAST)
    wanted = f"<= {FROM_BEST} of {engine}"
    section.goals.append(Goal(f"{title} of {name}", wanted, f"{ratio:.2f}", is_met))
    section.rows.append((name, title, seconds(auto.seconds), seconds(best), engine, f"{ratio:.2f}"))
    section.records.append({"kind": name, "purpose": title, "auto": auto.seconds, "best": best})
