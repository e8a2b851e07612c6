"""The same families in other sizes, and with other seeds: to see what was tuned to `CASES`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.csp_models import designs, packing, puzzles, scheduling
from benchmarks.csp_models.case import Case, Goal
from benchmarks.csp_workers.optima import project

FAMILIES: dict[str, tuple[Callable[..., Any], Goal, list[tuple[Any, ...]]]] = {
    "golfers": (designs.golfers, "first", [(6, 3, 7), (7, 4, 5), (4, 4, 5)]),
    "DNA words": (designs.words, "first", [(16,), (30,)]),
    "code": (
        designs.code,
        "first",
        [(16, 7, 3), (10, 7, 3), (16, 8, 4), (18, 8, 3), (12, 10, 5), (9, 6, 3)],
    ),
    "Legendre pairs": (designs.legendre_pairs, "all", [(11,)]),
    "Schur": (designs.schur, "first", [(14, 3), (40, 4)]),
    "progressions": (designs.progressions, "first", [(30, 4)]),
    "Ramsey": (designs.ramsey, "first", [(13, 3), (6, 2)]),
    "orthogonal squares": (designs.latin_pair, "first", [(7,), (8,)]),
    "graceful": (designs.graceful, "first", [(4, 3)]),
    "graceful, all": (designs.graceful, "all", [(3, 3)]),
    "Costas": (designs.costas, "first", [(13,), (15,)]),
    "Costas, all": (designs.costas, "all", [(9,)]),
    "autocorrelation": (designs.autocorrelation, "least", [(13,), (17,), (20,)]),
    "sports": (designs.sports, "first", [(8,), (12,)]),
    "partition": (designs.partition, "first", [(32,), (60,)]),
    "diamond free": (designs.diamond_free, "first", [(8,), (10,)]),
    "diamond free, all": (designs.diamond_free, "all", [(8,)]),
    "independent set": (designs.independent_set, "least", [(40, 3), (60, 2)]),
    "bandwidth": (designs.bandwidth, "least", [(4, 4), (5, 5), (3, 7)]),
    "Langford": (designs.langford, "first", [(12,), (24,), (10,)]),
    "Langford, all": (designs.langford, "all", [(8,)]),
    "nonogram": (puzzles.nonogram, "all", [(20, 3, 0.5), (35, 4, 0.6), (25, 7, 0.5)]),
    "armies of queens": (puzzles.queen_armies, "least", [(7,)]),
    "still life": (puzzles.still_life, "least", [(5,), (7,)]),
    "tents": (puzzles.tents, "all", [(14, 3)]),
    "mines": (puzzles.mines, "all", [(20, 2)]),
    "binary puzzle": (puzzles.binary_puzzle, "all", [(8, 5)]),
    "skyscrapers": (puzzles.skyscrapers, "all", [(7, 2)]),
    "futoshiki": (puzzles.futoshiki, "all", [(10, 4)]),
    "kakuro": (puzzles.kakuro, "all", [(8, 4)]),
    "magic square": (puzzles.magic_square, "first", [(5,), (6,), (8,), (10,)]),
    "knight": (puzzles.knight, "first", [(6,), (10,)]),
    "queens on diagonals": (puzzles.queens_attacking, "least", [(7,), (9,)]),
    "sliding puzzle": (puzzles.sliding, "first", [(18, 18, 3), (20, 14, 5)]),
    "vessel": (packing.vessel, "first", [(10, 4), (13, 2), (14, 7), (16, 5)]),
    "strip": (packing.strip, "least", [(12, 12, 5), (14, 14, 6), (20, 16, 7)]),
    "bins": (packing.bins, "least", [(15, 100, 4), (24, 100, 5)]),
    "party": (packing.party, "least", [(6, 6, 3, 4), (9, 9, 4, 6), (12, 12, 4, 7)]),
    "warehouses": (packing.facilities, "least", [(20, 10, 5), (40, 15, 6)]),
    "quadratic assignment": (packing.quadratic, "least", [(7, 5), (9, 7), (10, 3)]),
    "assignment": (packing.assignment, "least", [(15, 4), (30, 5)]),
    "knapsacks": (packing.knapsacks, "least", [(25, 4, 6), (40, 5, 7)]),
    "covering": (packing.covering, "least", [(60, 40, 5), (100, 80, 6)]),
    "tour": (packing.tour, "least", [(15, 6), (25, 7)]),
    "tour with windows": (packing.windows, "least", [(12, 5), (15, 6)]),
    "vehicles": (packing.vehicles, "least", [(9, 2, 5), (10, 3, 6)]),
    "prizes": (packing.prizes, "least", [(15, 5), (25, 6)]),
    "marriages": (packing.marriages, "all", [(14, 5)]),
    "steel slabs": (packing.slabs, "least", [(12, 5), (20, 6)]),
    "SONET": (packing.rings, "least", [(7, 5), (9, 6)]),
    "teams": (packing.teams, "least", [(4, 5), (6, 6)]),
    "flexible shop": (
        scheduling.flexible_shop,
        "least",
        [(6, 4, 5), (8, 5, 6), (10, 5, 3), (12, 4, 1), (12, 6, 7)],
    ),
    "open shop": (scheduling.open_shop, "least", [(4, 5), (6, 6), (7, 3)]),
    "flow shop": (scheduling.flow_shop, "least", [(8, 5, 5), (10, 4, 6), (12, 3, 7)]),
    "tardiness": (scheduling.tardiness, "least", [(12, 5), (15, 6)]),
    "employees": (scheduling.employees, "least", [(10, 14, 5), (12, 21, 6)]),
    "night duties": (scheduling.night_duties, "first", [(12, 28), (10, 21)]),
    "curriculum": (scheduling.curriculum, "least", [(30, 6, 5), (50, 10, 6)]),
    "assembly line": (scheduling.lines, "least", [(20, 5, 5), (30, 6, 6)]),
    "project": (project, "least", [(30,)]),
    "project of resources": (scheduling.resources, "least", [(20, 5), (30, 6), (40, 7)]),
    "round robin": (scheduling.round_robin, "least", [(6, 5), (8, 6), (10, 7)]),
}
"""For each family: what states a model, what is wanted, and the arguments of each model."""

OTHERS = {
    case.name: case
    for family, (state, goal, models) in FAMILIES.items()
    for case in (
        Case(f"{family} {','.join(map(str, own))}", "-", partial(state, *own), goal)
        for own in models
    )
}
"""All cases by name."""
