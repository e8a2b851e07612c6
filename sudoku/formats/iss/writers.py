"""The parts of constraint strings that say what rules say, for the rules that have a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sudoku.formats.iss.board import STRICT, diagonal_from, rows_and_columns
from sudoku.formats.iss.cells import Place
from sudoku.formats.iss.machine_writer import write_machine
from sudoku.formats.iss.machines import Machine
from sudoku.formats.iss.stated import pairs, stated, weighted
from sudoku.formats.iss.target import Target
from sudoku.rules.base import Rule

Written = Iterable[str] | None
"""Parts; None if they would not say the same on this board."""
Writer = Callable[[Any, Target], Written]

ONLY_WITH_HOUSES = ("anti_knight", "anti_king")
"""The rules that raw grids do not have."""
MOST_IN_WORD = 9
"""The greatest count or value that has one sign."""


def parts_of_rule(rule: Rule, target: Target, *, is_inner: bool = False) -> Iterator[str]:
    """Yield the parts that say the same as a rule; `is_inner` tells whether a choice holds them.

    Raises
    ------
    TextError
        If there are none.
    """
    write = None if is_inner and rule.name in _WHOLE else _WRITERS.get(rule.name)
    if target.less and rule.name in _FROM_1:
        write = None
    written = write(rule, target) if write else None
    yield from stated(rule, target) if written is None else written


def _part(name: str, *arguments: object) -> str:
    return "~".join([name, *map(str, arguments)])


def _plain(name: str) -> Writer:
    def write(rule: Rule, target: Target) -> Written:
        is_missing = target.is_raw and rule.name in ONLY_WITH_HOUSES
        return None if is_missing or target.shape.squares()[1:] else [name]

    return write


def _lines(name: str, least: int = 2) -> Writer:
    """Write lines; shorter ones say nothing."""
    return lambda rule, target: [
        _part(name, *target.cells(line)) for line in rule.lines if len(line) >= least
    ]


def _lines_with(name: str, field: str) -> Writer:
    return lambda rule, target: [
        _part(name, getattr(rule, field), *target.cells(line))
        for line in rule.lines
        if len(line) > 1
    ]


def _thermometer(rule: Any, target: Target) -> Written:
    return None if rule.slow else _lines("Thermo")(rule, target)


def _killer(rule: Any, target: Target) -> Iterator[str]:
    for total, cells in rule.cages:
        value = None if total is None else target.total(total, len(cells))
        if not rule.repeats:
            yield _part("Cage", value or 0, *target.cells(cells))
        if value == 0 or (rule.repeats and value is not None):
            yield _part("Sum", value, *target.cells(cells))


def _arrow(rule: Any, target: Target) -> Written:
    parts = []
    for circle, shaft in rule.arrows:
        size, cells = len(circle), target.cells([*circle, *shaft])
        if size == 1:
            parts.append(_part("Arrow", *cells))
        elif size <= 3 and list(circle) == sorted(circle) and target.n <= MOST_IN_WORD:
            parts.append(_part("PillArrow", size, *cells))
        else:
            return None
    return parts


def _signs(fields: Sequence[str], strict: str) -> Writer:
    """Write dots or letters; if all are given, that is a part of its own."""
    kinds = dict(zip(fields, STRICT[strict], strict=True))

    def write(rule: Any, target: Target) -> Written:
        negative = rule.negative if isinstance(rule.negative, bool) else len(rule.negative)
        marked = [pair for field in kinds for pair in getattr(rule, field)]
        is_whole = negative in (False, 0, True if isinstance(negative, bool) else len(kinds))
        if not is_whole or not all(map(target.adjacent, marked)) or rule.name not in target.alone:
            return None
        parts = [
            _part(name, *target.cells(pair))
            for field, name in kinds.items()
            for pair in getattr(rule, field)
        ]
        return parts + [strict] * bool(negative)

    return write


def _greater(rule: Any, target: Target) -> Written:
    if not all(map(target.adjacent, rule.pairs)):
        return None
    return [_part("GreaterThan", *target.cells(pair)) for pair in rule.pairs]


def _region_sum(rule: Any, target: Target) -> Written:
    if not target.is_usual or rule.regions is not None:
        return None
    return _lines("RegionSumLine", 1)(rule, target)


def _sum_line(rule: Any, target: Target) -> Written:
    loop = ["LOOP"] if rule.loop else []
    return [_part("SumLine", rule.total, *target.cells(line), *loop) for line in rule.lines]


def _little_killer(rule: Any, target: Target) -> Iterator[str]:
    for total, cells in rule.sums:
        name = "LittleKiller" if _is_diagonal(cells, target) else "Sum"
        named = target.cells(cells)
        value = target.total(total, len(cells))
        yield _part(name, value, *(named[:1] if name == "LittleKiller" else named))


def _is_diagonal(cells: Sequence[Place], target: Target) -> bool:
    """Return whether the cells are the whole diagonal that LittleKiller means by the first."""
    if target.is_raw or not target.has(cells):
        return False
    return list(cells) == diagonal_from(cells[0], target.height, target.width)


def _quadruple(rule: Any, target: Target) -> Iterator[str]:
    for digits, corner in rule.circles:
        values = [digit - target.less for digit in digits]
        yield _part("Quad", *target.cells([corner]), *values)


def _contains(rule: Any, target: Target) -> Iterator[str]:
    for digits, cells in rule.areas:
        yield _part("ContainAtLeast", target.values(digits), *target.cells(cells))


def _same_values(rule: Any, target: Target) -> Iterator[str]:
    for area in rule.areas:
        named = [name for cells in area for name in target.cells(cells)]
        yield _part("SameValues", len(area), *named)


def _look_and_say(rule: Any, target: Target) -> Written:
    parts = []
    for said, cells in rule.cages:
        values = [(count, digit - target.less) for count, digit in said]
        if max((max(each) for each in values), default=0) <= MOST_IN_WORD:
            word = "".join(f"{count}{value}" for count, value in values)
            parts.append(_part("LookAndSay", word, *target.cells(cells)))
        else:
            return None
    return parts


def _numbered(name: str, field: str = "cages") -> Writer:
    """Write cages with a number."""
    return lambda rule, target: [
        _part(name, number, *target.cells(cells)) for number, cells in getattr(rule, field)
    ]


def _lunchbox(rule: Any, target: Target) -> Written:
    return _numbered("Lunchbox")(rule, target) if rule.less == target.less else None


def _circles(rule: Any, target: Target) -> Written:
    if rule.less != target.less:
        return None
    return [_part("CountingCircles", *target.cells(rule.circles))]


def _distinct(rule: Any, target: Target) -> Iterator[str]:
    for cell, others in rule.counts:
        yield _part("CountDistinct", *target.cells([cell, *others]))


def _equality(rule: Any, target: Target) -> Iterator[str]:
    for cells in rule.cages:
        yield _part("EqualityCage", *target.cells(cells))


def _sums(rule: Any, target: Target) -> Iterator[str]:
    for total, plus, minus in rule.sums:
        weights: dict[str, int] = {}
        for places, sign in ((plus, 1), (minus, -1)):
            for name in target.cells(places):
                weights[name] = weights.get(name, 0) + sign
        yield weighted(target, total, weights)


def _relations(rule: Any, target: Target) -> Iterator[str]:
    for related, supports in rule.relations(target.shape):
        if related:
            yield pairs(target, [target.of_numbers(pair) for pair in related], supports)


def _indexer(rule: Any, target: Target) -> Written:
    if rule.boxes or not target.is_latin:
        return None
    given = {"R": rule.rows, "C": rule.columns}
    return [_part("Indexing", kind, *target.cells(own)) for kind, own in given.items() if own]


def _outside(name: str, *, of_values: bool = False, latin: bool = False) -> Writer:
    """Write clues outside; `of_values` states that they are digits, and `latin` on which boards."""

    def write(rule: Any, target: Target) -> Written:
        if target.is_raw or (latin and not target.is_latin):
            return None
        parts = []
        for kind, ends in (("R", (rule.left, rule.right)), ("C", (rule.top, rule.bottom))):
            size = target.height if kind == "R" else target.width
            for k in range(max(map(len, ends))):
                clues = [end[k] if k < len(end) else None for end in ends]
                if clues == [None, None]:
                    continue
                if k >= size:
                    return None
                less = target.less if of_values else 0
                shown = ["" if clue is None else clue - less for clue in clues]
                parts.append(_part(name, f"{kind}{k + 1}", *shown))
        return parts

    return write


def _skyscraper(rule: Any, target: Target) -> Written:
    return _outside("Skyscraper")(rule, target) if rule.flat == target.less else None


def _connected(rule: Any, target: Target) -> Written:
    rows = tuple(map(tuple, rule.rows))
    size = [] if rule.size is None else [rule.size]
    grid = rows_and_columns(target.height, target.width)[: target.height]
    for prefix, own in (("", grid), *target.groups.items()):
        if rows == tuple(map(tuple, own)):
            return [_part("ConnectedValues", prefix, target.values(rule.digits), *size)]
    return None


def _unknown_regions(rule: Any, target: Target) -> Written:
    if rule != target.regions:
        return None
    size = target.n if rule.size is None else rule.size
    usual = max(target.height, target.width)
    return ["ChaosConstruction", *([_part("RegionSize", size)] if size != usual else [])]


def _automaton(rule: Any, target: Target) -> Iterator[str]:
    text = write_machine(Machine(list(rule.steps), list(rule.first), list(rule.last)), target.n)
    yield _part("NFA", text, *("~".join(["_", *target.cells(line)]) for line in rule.lines))


def _either(rule: Any, target: Target) -> Iterator[str]:
    yield "Or"
    for branch in rule.branches:
        yield "And"
        for each in branch:
            yield from parts_of_rule(each, target, is_inner=True)
        yield "End"
    yield "End"


def _from_zero(rule: Any, target: Target) -> Iterator[str]:
    for each in rule.rules:
        written = _OF_VALUES[each.name](each, target)
        yield from stated(type(rule)([each]), target) if written is None else written


_OF_VALUES: Mapping[str, Writer] = MappingProxyType(
    {
        "distinct": _distinct,
        "rellik": _numbered("RellikCage"),
        "sum_line": _sum_line,
        "x_sum": _outside("XSum"),
    }
)
"""The writers of rules that are about values."""

_WRITERS: Mapping[str, Writer] = MappingProxyType(
    {
        **_OF_VALUES,
        "anti_knight": _plain("AntiKnight"),
        "anti_king": _plain("AntiKing"),
        "non_consecutive": _plain("AntiConsecutive"),
        "anti_taxicab": _plain("AntiTaxicab"),
        "global_entropy": _plain("GlobalEntropy"),
        "global_modular": _plain("GlobalMod"),
        "dutch_flatmates": _plain("DutchFlatmates"),
        "killer": _killer,
        "thermometer": _thermometer,
        "arrow": _arrow,
        "kropki": _signs(("white", "black"), "StrictKropki"),
        "xv": _signs(("x", "v"), "StrictXV"),
        "greater_than": _greater,
        "whispers": _lines_with("Whisper", "least"),
        "renban": _lines("Renban"),
        "palindrome": _lines("Palindrome"),
        "between": _lines("Between", 3),
        "lockout": _lines_with("Lockout", "least"),
        "entropic": _lines("Entropic"),
        "modular": _lines_with("Modular", "modulus"),
        "zipper": _lines("Zipper"),
        "double_arrow": _lines("DoubleArrow"),
        "region_sum": _region_sum,
        "little_killer": _little_killer,
        "quadruple": _quadruple,
        "contains": _contains,
        "same_values": _same_values,
        "look_and_say": _look_and_say,
        "lunchbox": _lunchbox,
        "counting_circles": _circles,
        "equality": _equality,
        "sums": _sums,
        "relations": _relations,
        "indexer": _indexer,
        "sandwich": _outside("Sandwich", latin=True),
        "skyscraper": _skyscraper,
        "hidden_skyscraper": _outside("HiddenSkyscraper", of_values=True),
        "numbered_room": _outside("NumberedRoom"),
        "connected": _connected,
        "unknown_regions": _unknown_regions,
        "automaton": _automaton,
        "either": _either,
        "from_zero": _from_zero,
    }
)
"""Rule -> its writer. Rules that are not here are written as what they state."""

_FROM_1 = frozenset(
    {
        *_OF_VALUES,
        *("anti_taxicab", "global_entropy", "dutch_flatmates", "arrow", "kropki", "xv", "entropic"),
        *("zipper", "double_arrow", "region_sum", "indexer", "sandwich", "numbered_room"),
    }
)
"""The rules whose parts say something else where values begin at 0."""

_WHOLE = frozenset({"connected", "unknown_regions", "kropki", "xv"})
"""The rules whose parts are about the whole board, so that no choice holds them."""
