"""The statement of a puzzle: everything that its rules state about the cells, checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sudoku.errors import RuleError, SudokuError
from sudoku.geometry.shape import Cells, Shape
from sudoku.rules.base import Candidate, House, Rule, check_rule
from sudoku.rules.binary_relation import Pair, Relation, Supports, barred_pairs, differ, relate
from sudoku.rules.constraint import Constraint
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.reader import Reader
from sudoku.rules.registry import RULES
from sudoku.statement.bitsets import mask_of


class Statement(NamedTuple):
    """Everything that the rules of a puzzle state.

    Attributes
    ----------
    houses
        Sets of ``n`` cells that hold every digit once, each with the first name that it was given:
        no two have the same cells, whatever rules state them.
    groups
        Other sets of cells that hold no digit twice.
    barred
        For each cell with barred digits, these digits as a mask; bit ``d - 1`` is d.
    relations
        For pairs of cells, the lower first, the supports of each digit. Constraints on one cell
        become part of `barred`, and constraints on two cells become relations, unless they are
        symmetric.
    links
        Sets of cells that hold the same digit.
    constraints
        All other constraints.
    """

    houses: tuple[House, ...]
    groups: tuple[House, ...]
    barred: Mapping[int, int]
    relations: Mapping[Pair, Supports]
    links: tuple[Cells, ...]
    constraints: tuple[Constraint, ...]

    @property
    def has_only_houses(self) -> bool:
        """Whether there are only houses, so that kernels for houses cover all rules.

        Examples
        --------
        >>> from sudoku.rules.classic import Classic
        >>> statement(Shape(3, 3), (Classic(),)).has_only_houses
        True
        """
        return not any(self[1:])

    def domains(self, shape: Shape) -> list[int]:
        """Return for each cell the digits that are not barred there, as masks.

        Examples
        --------
        >>> Statement((), (), {0: 0b10}, {}, (), ()).domains(Shape(2, 1))
        [1, 3, 3, 3]
        """
        full = (1 << shape.n) - 1
        return [full & ~self.barred.get(cell, 0) for cell in range(shape.n_cells)]

    def relations_with_links(self, n: int) -> Mapping[Pair, Supports]:
        """Return the relations, and links as further relations of ``n`` digits.

        Examples
        --------
        >>> Statement((), (), {}, {}, ((4, 1, 2),), ()).relations_with_links(2)
        {(1, 4): (1, 2), (2, 4): (1, 2)}
        """
        if not self.links:
            return self.relations
        tied, same = dict(self.relations), tuple(1 << k for k in range(n))
        for first, *others in self.links:
            relate(tied, [(first, other) for other in others], same)
        return tied

    def differing_pairs(self) -> set[Pair]:
        """Return the pairs of cells that cannot hold the same digit because of their relation.

        Examples
        --------
        >>> from sudoku.rules.anti_knight import AntiKnight
        >>> sorted(statement(Shape(2, 2), (AntiKnight(),)).differing_pairs())[:3]
        [(0, 6), (0, 9), (1, 7)]
        """
        return {pair for pair, supports in self.relations.items() if differ(supports)}

    def excluded(self) -> Iterator[tuple[Candidate, Candidate]]:
        """Return an iterator over the pairs of candidates that relations exclude, lower cell first.

        Examples
        --------
        >>> list(Statement((), (), {}, {(4, 5): (0b11, 0b10)}, (), ()).excluded())
        [((4, 2), (5, 1))]
        """
        for (one, other), supports in self.relations.items():
            for a, b in barred_pairs(supports):
                yield (one, a), (other, b)

    def peers(self, n_cells: int, differing: Iterable[Pair] = ()) -> list[int]:
        """Return the peers of each cell as masks: bit c is cell c.

        Peers cannot hold the same digit: they share a house or a group, or are one of the pairs in
        `differing`.

        Examples
        --------
        >>> from sudoku.rules.classic import Classic
        >>> statement(Shape(3, 3), (Classic(),)).peers(81)[0].bit_count()
        20
        """
        peers = list(_house_peers(self.houses, n_cells))
        for group in self.groups:
            mask = mask_of(group.cells)
            for cell in group.cells:
                peers[cell] |= mask
        for one, other in differing:
            peers[one] |= 1 << other
            peers[other] |= 1 << one
        return [mask & ~(1 << cell) for cell, mask in enumerate(peers)]


@lru_cache(maxsize=32)
def _house_peers(houses: tuple[House, ...], n_cells: int) -> tuple[int, ...]:
    """Return for each cell the cells of its houses, as masks."""
    peers = [0] * n_cells
    for house in houses:
        mask = mask_of(house.cells)
        for cell in house.cells:
            peers[cell] |= mask
    return tuple(peers)


@lru_cache
def statement(shape: Shape, rules: tuple[Rule, ...]) -> Statement:
    """Return the statement of some rules on a board; it is cached for all puzzles that share them.

    Raises
    ------
    RuleError
        If a rule is given twice, does not fit the board, or contradicts itself; the message names
        the rule.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> len(statement(Shape(3, 3), (Classic(),)).houses)
    27
    """
    for number, rule in enumerate(rules):
        check_rule(rule)
        _check_flags(rule)
        if rule in rules[:number]:
            raise RuleError(f"the rule {rule.name!r} is given twice")
    parts = [part for rule in rules for part in _parts(rule, shape)]
    houses: dict[frozenset[int], House] = {}  # cells are one house, however often they are stated
    for house in (house for part in parts for house in part.houses):
        houses.setdefault(frozenset(house.cells), house)
    barred: dict[int, int] = {}
    relations: dict[Pair, Supports] = {}
    for part in parts:
        for cell, digits in part.barred.items():
            barred[cell] = barred.get(cell, 0) | digits
        if not relations:
            relations.update(part.relations)
            continue
        for pair, supports in part.relations.items():
            relate(relations, [pair], supports)
    return Statement(
        tuple(houses.values()),
        tuple(group for part in parts for group in part.groups),
        {cell: digits for cell, digits in barred.items() if digits},
        relations,
        tuple(link for part in parts for link in part.links),
        tuple(constraint for part in parts for constraint in part.constraints),
    )


def stated_houses(shape: Shape, rules: tuple[Rule, ...]) -> tuple[House, ...]:
    """Return the houses as rules state them, for an encoding with items for each of them.

    Several may have the same cells, such as rows and boxes of 5x1 cells; a box that two grids share
    is one house.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> shape = Shape(5, 1)
    >>> len(stated_houses(shape, (Classic(),))), len(statement(shape, (Classic(),)).houses)
    (15, 10)
    """
    stated = (part.houses for rule in rules for part in _parts(rule, shape))
    houses = dict.fromkeys(house for some in stated for house in some)
    if len(shape.squares()) == 1:
        return tuple(houses)
    return tuple({house.cells: house for house in reversed(houses)}.values())[::-1]


def _parts(rule: Rule, shape: Shape) -> Iterator[Statement]:
    """Yield the statement of a rule on the board, or on each of its grids."""
    squares = shape.squares()
    is_whole = squares[0][0] is shape if squares else rule.of_any_board
    if not rule.in_each_grid or is_whole:
        yield _stated(rule, shape)
        return
    if not squares:
        raise RuleError(f"rule {rule.name!r} is about a grid, and the board has none")
    for number, (square, cells) in enumerate(squares, 1):
        yield _moved(_stated(rule, square), cells, f" of grid {number}")


@lru_cache
def _stated(rule: Rule, shape: Shape) -> Statement:
    """Return the statement of a rule; raise a RuleError if it is not about cells of the board.

    It is cached because most puzzles have a rule without parameters, such as `Classic`.
    """
    with _parameters_of(rule):
        houses, groups, links = rule.houses(shape), rule.groups(shape), rule.links(shape)
        spec = Statement(tuple(houses), tuple(groups), {}, {}, tuple(links), ())
        constraints = tuple(rule.constraints(shape))
    _check_sets(rule, shape, spec)
    with _parameters_of(rule):
        barred, relations = _excluded(rule, shape)
        related = tuple(rule.relations(shape))
    for relation in related:
        _check_relation(rule, shape, relation)
        relate(relations, *relation)
    larger = []
    for constraint in constraints:
        cells = constraint.cells
        _check_constraint(rule, shape, constraint)
        if len(cells) > 2 or (constraint.is_symmetric and len(cells) > 1):
            larger.append(constraint)
        elif len(cells) == 2:
            relate(relations, [(cells[0], cells[1])], _supports(constraint.reader, shape.n))
        else:
            allowed = _last(constraint.reader, constraint.reader.start, shape.n)
            barred[cells[0]] = barred.get(cells[0], 0) | (1 << shape.n) - 1 ^ allowed
    return spec._replace(barred=barred, relations=relations, constraints=tuple(larger))


def _check_flags(rule: Rule) -> None:
    """Raise a RuleError if a parameter that is True or False is something else, such as "no"."""
    if not is_dataclass(rule):
        return
    for field in fields(rule):
        value = getattr(rule, field.name)
        if field.type == "bool" and not isinstance(value, bool):
            _fail(rule, f"{field.name} is {value!r}: it must be True or False")


@contextmanager
def _parameters_of(rule: Rule) -> Iterator[None]:
    """Raise a RuleError if the parameters of a rule of the registry have a wrong form.

    Errors in a rule that a user has written are raised as they are.
    """
    try:
        yield
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if isinstance(error, SudokuError) or RULES.get(rule.name) is not type(rule):
            raise
        form = EXAMPLES.get(rule.name, "none")
        raise RuleError(
            f"rule {rule.name!r}: its parameters have another form than in the example {form} "
            f"({error})"
        ) from error


def _check_constraint(rule: Rule, shape: Shape, constraint: Constraint) -> None:
    """Raise a RuleError that names the mistake if a constraint is not on different board cells.

    Cells are numbers here: a rule that has places as parameters gets the numbers by `Shape.cell`.
    """
    cells, n_cells = constraint.cells, shape.n_cells
    if cells and {*map(type, cells)} == {int} and _are_cells(n_cells, cells):
        return
    if not cells:
        _fail(rule, f"{constraint.title} is about no cells")
    for place, cell in enumerate(cells):
        if not hasattr(cell, "__index__"):
            _fail(rule, f"{constraint.title}: {cell!r} is not the number of a cell, 0 and so on")
        if not 0 <= cell < n_cells:
            _fail(rule, f"{constraint.title}: there is no cell {cell}, only 0 to {n_cells - 1}")
        if cell in cells[:place]:
            _fail(rule, f"{constraint.title}: {shape.in_words(cell)} comes twice")


def _check_sets(rule: Rule, shape: Shape, spec: Statement) -> None:
    """Raise a RuleError if houses, groups or links are not sets of cells of the right size."""
    n, n_cells = shape.n, shape.n_cells
    for house in spec.houses:
        if len(house.cells) != n or not _are_cells(n_cells, house.cells):
            _fail(rule, f"{house.title} is not {n} of the cells")
    for group in spec.groups:
        if len(group.cells) > n or not _are_cells(n_cells, group.cells):
            what = f"is not at most {n} of the cells, which can hold no digit twice"
            _fail(rule, f"{group.title} {what}")
    for link in spec.links:
        if not link or not _are_cells(n_cells, link):
            _fail(rule, f"the link {link!r} is not of different cells")


def _fail(rule: Rule, what: str) -> None:
    raise RuleError(f"rule {rule.name!r}: {what}")


def _excluded(rule: Rule, shape: Shape) -> tuple[dict[int, int], dict[Pair, Supports]]:
    """Return the exclusions of a rule as barred digits and as relations."""
    n, n_cells, full = shape.n, shape.n_cells, (1 << shape.n) - 1
    barred: dict[int, int] = {}
    masks: defaultdict[Pair, list[int]] = defaultdict(lambda: [full] * n)
    for exclusion in rule.exclusions(shape):
        if len(exclusion) not in (1, 2) or (len(exclusion) == 2 and exclusion[0] == exclusion[1]):
            _fail(rule, f"the exclusion {exclusion!r} is not of one candidate, or of two")
        for cell, digit in exclusion:
            if not (0 <= cell < n_cells and 0 < digit <= n):
                _fail(rule, f"the exclusion {exclusion!r} is not of cells and digits of the board")
        one, a = exclusion[0]
        if len(exclusion) == 1:
            barred[one] = barred.get(one, 0) | 1 << a - 1
        elif one != exclusion[1][0]:  # two digits of one cell are never both true
            other, b = exclusion[1]
            masks[one, other][a - 1] &= ~(1 << b - 1)
    relations: dict[Pair, Supports] = {}
    for pair, supports in masks.items():
        relate(relations, [pair], tuple(supports))
    return barred, relations


def _check_relation(rule: Rule, shape: Shape, relation: Relation) -> None:
    pairs, supports = relation
    if len(supports) != shape.n or max(supports) >> shape.n or min(supports) < 0:
        _fail(rule, f"the relation {supports!r} is not of {shape.n} digits")
    n_cells = shape.n_cells
    for one, other in pairs:
        if not (0 <= one < n_cells and 0 <= other < n_cells and one != other):
            _fail(rule, f"the pair {(one, other)!r} is not of two cells of the board")


@lru_cache(maxsize=1 << 8)
def _supports(reader: Reader[Any], n: int) -> Supports:
    """Return the supports of the first digit in a constraint of two cells."""
    states = [reader.step(reader.start, digit) for digit in range(1, n + 1)]
    return tuple(_last(reader, state, n) for state in states)


def _last(reader: Reader[Any], state: Hashable | None, n: int) -> int:
    """Return the digits that the last cell of a constraint may hold after a state, as a mask."""
    if state is None:
        return 0
    after = [reader.step(state, digit) for digit in range(1, n + 1)]
    return mask_of(k for k, end in enumerate(after) if end is not None and reader.accepts(end))


def _moved(spec: Statement, cells: Cells, where: str) -> Statement:
    """Return the statement of a single grid, moved to the cells of this grid on the board."""
    relations: dict[Pair, Supports] = {}
    for (one, other), supports in spec.relations.items():
        relate(relations, [(cells[one], cells[other])], supports)
    return Statement(
        tuple(House(h.title + where, tuple(cells[i] for i in h.cells)) for h in spec.houses),
        tuple(House(g.title + where, tuple(cells[i] for i in g.cells)) for g in spec.groups),
        {cells[i]: digits for i, digits in spec.barred.items()},
        relations,
        tuple(tuple(cells[i] for i in link) for link in spec.links),
        tuple(c.moved(c.title + where, tuple(cells[i] for i in c.cells)) for c in spec.constraints),
    )


def _are_cells(n_cells: int, cells: Cells) -> bool:
    """Return whether `cells` are different cells of the board."""
    return len(set(cells)) == len(cells) and (not cells or 0 <= min(cells) <= max(cells) < n_cells)
