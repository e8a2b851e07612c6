"""What all rules of a puzzle state together, about the cells of its board; checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from sudoku.errors import RuleError
from sudoku.rules.base import Exclusion, House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import excluded_pairs
from sudoku.shape import Cells, Shape

__all__ = ["Statement", "statement"]

Pair: TypeAlias = tuple[int, int]
"""Two cells, the lower first."""


class Statement(NamedTuple):
    """What the rules of a puzzle state, rule by rule.

    Attributes
    ----------
    houses
        Sets of ``n`` cells that hold every digit once.
    groups
        Other sets of cells that hold no digit twice.
    exclusions
        Candidates that are barred, and pairs that are not both true; from constraints of one or
        two cells too, unless they are symmetric.
    links
        Sets of cells that hold the same digit.
    constraints
        All else.
    """

    houses: tuple[House, ...]
    groups: tuple[House, ...]
    exclusions: tuple[Exclusion, ...]
    links: tuple[Cells, ...]
    constraints: tuple[Constraint, ...]

    @property
    def has_only_houses(self) -> bool:
        """Whether all is said by houses, so that kernels for those know all rules.

        Examples
        --------
        >>> from sudoku.rules.classic import Classic
        >>> statement(Shape(3, 3), (Classic(),)).has_only_houses
        True
        """
        return not (self.groups or self.exclusions or self.links or self.constraints)

    def apart(self, n: int) -> frozenset[Pair]:
        """Return the pairs of cells, the lower first, that cannot hold the same digit.

        Because a group has both, or exclusions of all digits; what houses say is not among them.

        Examples
        --------
        >>> from sudoku.rules.anti_knight import AntiKnight
        >>> sorted(statement(Shape(2, 2), (AntiKnight(),)).apart(4))[:3]
        [(0, 6), (0, 9), (1, 7)]
        """
        digits: defaultdict[Pair, int] = defaultdict(int)
        for exclusion in self.exclusions:
            if len(exclusion) == 2 and exclusion[0][1] == exclusion[1][1]:
                (one, digit), (other, _) = exclusion
                digits[min(one, other), max(one, other)] |= 1 << digit - 1
        all_digits = (1 << n) - 1
        pairs = {pair for pair, found in digits.items() if found == all_digits}
        pairs.update(pair for g in self.groups for pair in combinations(sorted(g.cells), 2))
        return frozenset((one, other) for one, other in pairs if one != other)

    def peers(self, n_cells: int, apart: Iterable[Pair] = ()) -> list[set[int]]:
        """Return for each cell those that cannot hold its digit, since a house or group has both.

        Or since they are one of the pairs of `apart`.

        Examples
        --------
        >>> from sudoku.rules.classic import Classic
        >>> len(statement(Shape(3, 3), (Classic(),)).peers(81)[0])
        20
        """
        peers: list[set[int]] = [set() for _ in range(n_cells)]
        for house in self.houses + self.groups:
            for cell in house.cells:
                peers[cell].update(house.cells)
        for one, other in apart:
            peers[one].add(other)
            peers[other].add(one)
        for cell, others in enumerate(peers):
            others.discard(cell)
        return peers


@lru_cache
def statement(shape: Shape, rules: tuple[Rule, ...]) -> Statement:
    """Return what the rules state of a board; worked out once for all puzzles that share them.

    Raises
    ------
    RuleError
        Where a rule comes twice, does not fit the board, or contradicts itself; names the rule.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> len(statement(Shape(3, 3), (Classic(),)).houses)
    27
    """
    for number, rule in enumerate(rules):
        if not isinstance(rule, Rule):
            raise RuleError(f"{rule!r} is not a Rule")
        if rule in rules[:number]:
            raise RuleError(f"the rule {rule.name!r} is given twice")
    parts = [_checked(rule, shape, part) for rule in rules for part in _parts(rule, shape)]
    houses = tuple(house for part in parts for house in part.houses)
    houses = tuple(dict.fromkeys(houses))
    if len(shape.squares()) > 1:  # where two grids share a box, one of them says so
        houses = tuple({house.cells: house for house in reversed(houses)}.values())[::-1]
    return Statement(
        houses,
        *(tuple(one for part in parts for one in part[kind]) for kind in range(1, 5)),  # type: ignore[arg-type]
    )


def _parts(rule: Rule, shape: Shape) -> Iterator[Statement]:
    """Yield what a rule states of the board, or of each of its grids."""
    squares = shape.squares()
    is_whole = squares[0][0] is shape if squares else rule.of_any_board
    if not rule.in_each_grid or is_whole:
        yield _said(rule, shape)
        return
    if not squares:
        raise RuleError(f"rule {rule.name!r} is stated of a grid, and the board has none")
    for number, (square, cells) in enumerate(squares, 1):
        yield _moved(_said(rule, square), cells, f" of grid {number}")


def _said(rule: Rule, shape: Shape) -> Statement:
    exclusions, constraints = list(rule.exclusions(shape)), list[Constraint]()
    for constraint in rule.constraints(shape):
        if not constraint.cells or not _are_cells(shape, constraint.cells):
            raise RuleError(f"rule {rule.name!r}: {constraint.title} is not about different cells")
        if len(constraint.cells) > 2 or (constraint.is_symmetric and len(constraint.cells) > 1):
            constraints.append(constraint)
        else:
            exclusions += _excluded(constraint, shape)
    return Statement(
        tuple(rule.houses(shape)),
        tuple(rule.groups(shape)),
        tuple(exclusions),
        tuple(rule.links(shape)),
        tuple(constraints),
    )


def _excluded(constraint: Constraint, shape: Shape) -> Iterable[Exclusion]:
    """Say by exclusions what a constraint says of one or two cells."""
    if len(constraint.cells) == 2:
        return excluded_pairs(shape, *constraint.cells, lambda a, b: constraint.allows((a, b)))
    (cell,) = constraint.cells
    return [((cell, d),) for d in range(1, shape.n + 1) if not constraint.allows((d,))]


def _moved(said: Statement, cells: Cells, where: str) -> Statement:
    """Say of the cells of a grid what was said of a grid by itself."""
    return Statement(
        tuple(House(h.title + where, tuple(cells[i] for i in h.cells)) for h in said.houses),
        tuple(House(g.title + where, tuple(cells[i] for i in g.cells)) for g in said.groups),
        tuple(tuple((cells[i], digit) for i, digit in e) for e in said.exclusions),  # type: ignore[misc]
        tuple(tuple(cells[i] for i in link) for link in said.links),
        tuple(c.moved(c.title + where, tuple(cells[i] for i in c.cells)) for c in said.constraints),
    )


def _checked(rule: Rule, shape: Shape, said: Statement) -> Statement:
    """Return what a rule says, or raise where it is not about cells and digits of the board."""
    n, board = shape.n, range(shape.n_cells)

    def fail(what: str) -> None:
        raise RuleError(f"rule {rule.name!r}: {what}")

    for house in said.houses:
        if len(house.cells) != n or not _are_cells(shape, house.cells):
            fail(f"{house.title} is not {n} of the cells")
    for group in said.groups:
        if len(group.cells) > n or not _are_cells(shape, group.cells):
            fail(f"{group.title} is not at most {n} of the cells, which can hold no digit twice")
    wrong = {
        candidate
        for candidate in {candidate for exclusion in said.exclusions for candidate in exclusion}
        if candidate[0] not in board or not 0 < candidate[1] <= n
    }
    for exclusion in said.exclusions:
        if not 1 <= len(exclusion) <= 2 or exclusion[0] in exclusion[1:]:
            fail(f"the exclusion {exclusion!r} is not of one candidate, or of two")
        if wrong and not wrong.isdisjoint(exclusion):
            fail(f"the exclusion {exclusion!r} is not of cells and digits of the board")
    for link in said.links:
        if not link or not _are_cells(shape, link):
            fail(f"the link {link!r} is not of different cells")
    return said


def _are_cells(shape: Shape, cells: Cells) -> bool:
    """Tell whether they are different cells of the board."""
    are_different = len(set(cells)) == len(cells)
    return are_different and min(cells, default=0) >= 0 and max(cells, default=0) < shape.n_cells
