"""The elements of a puzzle: those of its rules, and the sums and leftovers that they imply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_names, houses_in_words
from sudoku.rules.base import House, Rule
from sudoku.rules.element import Element
from sudoku.rules.even_odd import EvenCount, EvenOdd
from sudoku.rules.linear import DifferenceOf, SumTo
from sudoku.rules.same_values import SameDigits
from sudoku.statement.bitsets import bits, mask_of
from sudoku.statement.implied_sums import Implied, implied_sums
from sudoku.statement.statement import statement

MOST_CELLS, MOST_HOUSES = 5, 4
"""The most cells of an implied sum that people think of, and the most houses."""
MOST_LEFT = 5
"""The most cells that a union of rows (or columns) and one of regions do not share."""

EVEN_ODD, RULE_OF_45, LAW_OF_LEFTOVERS = "even_odd", "rule_of_45", "law_of_leftovers"


@lru_cache(maxsize=32)
def elements(shape: Shape, rules: tuple[Rule, ...]) -> dict[str, tuple[Element, ...]]:
    """Return the elements that a technique reasons about, by the name of the technique.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.killer import Killer
    >>> cages = Killer([(8, [(0, 0), (0, 1), (0, 2)])])
    >>> for name, found in elements(Shape(2, 2), (Classic(), cages)).items():
    ...     print(name, found[0].title)
    cage cage 8 at r1c1
    rule_of_45 innie of row 1 at r1c4
    """
    found: dict[str, list[Element]] = {}
    for element in (
        *_of_rules(shape, rules),
        *_parities(shape, rules),
        *_sums(shape, rules),
        *_leftovers(shape, rules),
    ):
        if len(element.cells) > 1 or element.technique == RULE_OF_45:
            found.setdefault(element.technique, []).append(element)
    return {name: tuple(dict.fromkeys(some)) for name, some in found.items()}


def _of_rules(shape: Shape, rules: tuple[Rule, ...]) -> Iterator[Element]:
    """Yield the elements of rules, on each grid of the board if a rule is about a grid."""
    squares = shape.squares()
    for rule in rules:
        if not rule.in_each_grid or not squares or squares[0][0] is shape:
            yield from rule.elements(shape)
            continue
        for number, (square, cells) in enumerate(squares, 1):
            for element in rule.elements(square):
                yield element.moved(shape, cells, square, f" of grid {number}")


def _parities(shape: Shape, rules: tuple[Rule, ...]) -> Iterator[Element]:
    """Yield the houses with cells that are marked as even or odd."""
    marked = {
        shape.cell(*place)
        for rule in rules
        if isinstance(rule, EvenOdd)
        for place in (*rule.even, *rule.odd)
    }
    for house in statement(shape, rules).houses if marked else ():
        if marked.intersection(house.cells):
            n_even = shape.n // 2
            title = f"even and odd cells of {house.title}"
            means = f"{house.title[0].upper()}{house.title[1:]} has {n_even} even digits"
            reader = EvenCount(n_even)
            means += f" and {shape.n - n_even} odd ones"
            yield Element(EVEN_ODD, title, means, house.cells, reader, with_houses=False)


def _sums(shape: Shape, rules: tuple[Rule, ...]) -> Iterator[Element]:
    """Yield the sums that follow from cages and houses together, as innies and outies.

    Sums that contain a whole house say no more than without it, and people add up houses of one
    kind only.
    """
    whole = [mask_of(house.cells) for house in statement(shape, rules).houses]
    for implied in implied_sums(shape, rules, MOST_CELLS, MOST_HOUSES, has_differences=True):
        kinds = {title.partition(" ")[0] for title in implied.houses}
        if len(kinds) == 1 and not any(mask & ~implied.plus == 0 for mask in whole):
            yield _innies_and_outies(shape, implied)


def _innies_and_outies(shape: Shape, implied: Implied) -> Element:
    inside, outside = tuple(bits(implied.plus)), tuple(bits(implied.minus))
    whole, total, is_one = implied.total_of_houses, implied.total, len(implied.houses) == 1
    houses = houses_in_words(implied.houses)
    start = f"{houses[0].upper()}{houses[1:]} add{'s' * is_one} up to {whole}"
    it = "it" if is_one else "them"
    ours, theirs = cell_names(shape, inside), cell_names(shape, outside)
    if not outside:
        title = f"innie{'s' * (len(inside) > 1)} of {houses} at {ours}"
        rest = f"the cages in {it} to {whole - total}" if whole > total else "no cage lies in it"
        means = f"{start} and {rest}, which leaves {total} for {ours}"
        return Element(RULE_OF_45, title, means, inside, SumTo(total))
    if not inside:
        title = f"outie{'s' * (len(outside) > 1)} of {houses} at {theirs}"
        cover = f"the cages that cover {it} to {whole - total}"
        means = f"{start} and {cover}, which leaves {-total} for {theirs}"
        return Element(RULE_OF_45, title, means, outside, SumTo(-total))
    title = f"innies and outies of {houses} at {cell_names(shape, (*inside, *outside))}"
    than = f"{abs(total)} {'more' if total > 0 else 'less'} than" if total else "as much as"
    verb = "is" if len(inside) == 1 else "add up to"
    their = "its" if is_one else "their"
    means = (
        f"{start}, and {their} cages to {whole - total}: these also cover {theirs} outside {it}, "
        f"but not {ours}. So {ours} {verb} {than} {theirs}"
    )
    reader = DifferenceOf(len(outside), total)
    return Element(RULE_OF_45, title, means, (*outside, *inside), reader)


def _leftovers(shape: Shape, rules: tuple[Rule, ...]) -> Iterator[Element]:
    """Yield the cells that rows (or columns) and as many regions do not share.

    Both sets of cells hold every digit equally often, so what is left of them holds the same
    digits. Where all regions are usual boxes there is little to learn from it.
    """
    houses = statement(shape, rules).houses
    if len(shape.squares()) > 1:
        return
    lines = (set(shape.rows()), set(shape.columns()))
    regions = [h for h in houses if not any(tuple(sorted(h.cells)) in some for some in lines)]
    if not regions or {tuple(sorted(h.cells)) for h in regions} <= set(shape.boxes()):
        return
    known = set()
    for some in lines:
        of_way = [house for house in houses if tuple(sorted(house.cells)) in some]
        for start, end in combinations(range(len(of_way) + 1), 2):
            span = of_way[start:end]
            if len(span) > shape.n // 2:
                continue
            union = mask_of(cell for house in span for cell in house.cells)
            chosen = _nearest(union, regions, len(span))
            if chosen is None:
                continue
            other = mask_of(cell for house in chosen for cell in house.cells)
            left, right = union & ~other, other & ~union
            if 0 < left.bit_count() <= MOST_LEFT and (left, right) not in known:
                known.add((left, right))
                yield _leftover(shape, span, chosen, left, right)


def _nearest(union: int, regions: list[House], size: int) -> list[House] | None:
    """Return the disjoint regions that have the most cells of a union; None if they overlap."""
    order = sorted(regions, key=lambda house: -(mask_of(house.cells) & union).bit_count())
    chosen, taken = list[House](), 0
    for house in order:
        mask = mask_of(house.cells)
        if not taken & mask and len(chosen) < size:
            chosen.append(house)
            taken |= mask
    return chosen if len(chosen) == size else None


def _leftover(
    shape: Shape, lines: list[House], regions: list[House], left: int, right: int
) -> Element:
    ours, theirs = tuple(bits(left)), tuple(bits(right))
    names = [houses_in_words([house.title for house in some]) for some in (lines, regions)]
    hold = "holds" if len(lines) == 1 else "hold"
    verb = "is equal to" if len(ours) == 1 else "hold the digits of"
    title = f"leftovers of {names[0]} against {names[1]}"
    mine, others = cell_names(shape, ours), cell_names(shape, theirs)
    means = (
        f"{names[0][0].upper()}{names[0][1:]} {hold} the same digits as {names[1]}, so the cells "
        f"that they do not share do, too: {mine} {verb} {others}"
    )
    reader = SameDigits(len(ours))
    return Element(LAW_OF_LEFTOVERS, title, means, (*ours, *theirs), reader)
