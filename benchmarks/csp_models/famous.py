"""Instances of the literature that were named as goals; measured apart from the other models."""

from functools import partial
from itertools import combinations

from benchmarks.csp_models.case import Asked, Case
from benchmarks.csp_models.designs import golomb, schur
from csp import Model, all_different, circuit, element

BOATS = """
6 2  8 2  12 2  12 2  12 4  12 4  12 4  10 1  10 2  10 2  10 2  10 3  8 4  8 2  8 3  12 6  8 2
8 2  8 4  8 2  8 4  8 5  7 4  7 4  7 2  7 2  7 4  7 5  6 2  6 4  6 2  6 2  6 2  6 2  6 2  6 2
6 4  6 5  9 7  0 2  0 3  0 4
"""
"""The capacities and crews of the 42 boats of the progressive party (CSPLib 13)."""
HOSTS = (*range(12), 15)
"""The boats, counted from 0, that receive the crews of the others."""
GR17 = """
0 633 0 257 390 0 91 661 228 0 412 227 169 383 0 150 488 112 120 267 0 80 572 196 77 351 63 0
134 530 154 105 309 34 29 0 259 555 372 175 338 264 232 249 0 505 289 262 476 196 360 444 402
495 0 353 282 110 324 61 208 292 250 352 154 0 324 638 437 240 421 329 297 314 95 578 435 0
70 567 191 27 346 83 47 68 189 439 287 254 0 211 466 74 182 243 105 150 108 326 336 184 391 145
0 268 420 53 239 199 123 207 165 383 240 140 448 202 57 0 246 745 472 237 528 364 332 349 202
685 542 157 289 426 483 0 121 518 142 84 297 35 29 36 236 390 238 301 55 96 153 336 0
"""
"""The distances of 17 cities of Groetschel (TSPLIB): for each, those to the cities up to itself."""


def pigeons(n: int, holes: int) -> Asked:
    """State that pigeons have different holes, by a comparison of each two."""
    model = Model()
    x = model.variables(n, range(holes))
    model.post(a != b for a, b in combinations(x, 2))
    return model, None


def pigeons_by_bits(n: int, holes: int) -> Asked:
    """State the same by a bit for each pigeon and hole, and clauses."""
    model = Model()
    x = model.bool_vars((n, holes))
    model.post(sum(row) >= 1 for row in x)
    model.post(a + b <= 1 for column in x.T for a, b in combinations(column, 2))
    return model, None


def progressive_party(periods: int) -> Asked:
    """State that crews visit another host in each period, and two crews meet at most once."""
    numbers = [int(word) for word in BOATS.split()]
    room, crew = numbers[::2], numbers[1::2]
    guests = [boat for boat in range(len(room)) if boat not in HOSTS]
    model = Model()
    visit = model.variables((len(guests), periods), range(len(HOSTS)))
    model.post(all_different(row) for row in visit)
    for now in visit.T:
        for place, host in enumerate(HOSTS):
            load = sum(crew[g] * (v == place) for g, v in zip(guests, now, strict=True))
            model.post(load <= room[host] - crew[host])
    for one, other in combinations(visit, 2):
        model.post(sum(a == b for a, b in zip(one, other, strict=True)) <= 1)
    return model, None


def tour() -> Asked:
    """State the shortest round trip through the 17 cities."""
    numbers = [int(word) for word in GR17.split()]
    row = [k * (k + 1) // 2 for k in range(18)]
    distance = [[numbers[row[max(a, b)] + min(a, b)] for b in range(17)] for a in range(17)]
    model = Model()
    x = model.variables(17, range(17))
    model.post(circuit(x))
    return model, sum(element(own, v) for own, v in zip(distance, x, strict=True))


FAMOUS = {
    case.name: case
    for case in (
        Case("Golomb 10", "CSPLib 6", partial(golomb, 10), "least", 55),
        Case("Golomb 11", "CSPLib 6", partial(golomb, 11), "least", 72),
        Case("Schur 45 in 4", "CSPLib 15", partial(schur, 45, 4), "first", 0),
        *(Case(f"pigeons {n}", "pigeons", partial(pigeons, n + 1, n), "first", 0) for n in (8, 10)),
        Case("pigeons by bits 7", "pigeons", partial(pigeons_by_bits, 8, 7), "first", 0),
        *(
            Case(f"party {n} periods", "CSPLib 13", partial(progressive_party, n), "first", 1)
            for n in range(5, 10)
        ),
        Case("tour gr17", "TSPLIB", tour, "least", 2085),
    )
}
"""All cases by name."""
