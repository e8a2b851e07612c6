"""Certificates in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from exactcover.problem.bounds import ONCE
from exactcover.problem.option import Item
from exactcover.problem.problem import Problem
from exactcover.refutation.system import Allowed
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.formatting import shown

MOST_ITEMS = 8
"""The most items that are named in a line."""

Weights = Mapping[Item, int]


def in_words(
    problem: Problem, weights: Weights, allowed: Allowed, option_weights: Sequence[int]
) -> str:
    """Return as text why weights prove that a problem has no solution."""
    kinds = set(weights.values())
    if not allowed.is_empty:
        return "these weights do not prove that there is no solution"
    if kinds == {1, -1} and not allowed.divisor:
        return _two_colours(problem, weights)
    if kinds == {1} and allowed.low == allowed.high:
        return _multiple(weights, allowed)
    if kinds == {1, -1} and min(option_weights) >= 0 > allowed.high:
        return _needs_more(problem, weights)
    return _sums(weights, allowed)


def _two_colours(problem: Problem, weights: Weights) -> str:
    """Return that each option covers as many black as white items."""
    black, white = _with(weights, -1), _with(weights, 1)
    if len(black) < len(white):
        black, white = white, black
    like = "coloured like a chessboard, " if is_chessboard(black, white) else ""
    both = _both(problem, black, white)
    return "\n".join(
        (
            f"{like}each option covers as many black as white items, but {both}",
            f"  black: {_named(black)}",
            f"  white: {_named(white)}",
        )
    )


def _both(problem: Problem, black: Sequence[Item], white: Sequence[Item]) -> str:
    if all(problem.bounds.get(item, ONCE) == ONCE for item in (*black, *white)):
        return f"there are {len(black)} and {len(white)}"
    how_often = [_range(*_times(problem, items)) for items in (black, white)]
    return f"the black ones are covered {how_often[0]}, and the white ones {how_often[1]}"


def is_chessboard(black: Sequence[Item], white: Sequence[Item]) -> bool:
    """Return whether the items are cells, black where the sum of the coordinates is even or odd.

    >>> is_chessboard([(0, 0), (1, 1)], [(0, 1)]), is_chessboard([(0, 0)], [(1, 1)])
    (True, False)
    """
    parities = []
    for items in (black, white):
        if not all(isinstance(item, tuple) and item and all(map(is_whole, item)) for item in items):
            return False
        parities.append({sum(item) % 2 for item in items})
    return len(parities[0]) == len(parities[1]) == 1 and parities[0] != parities[1]


def _multiple(weights: Weights, allowed: Allowed) -> str:
    """Return that each option covers a multiple of some number of items."""
    items, total = list(weights), f"together they are covered {_range(allowed.low, allowed.low)}"
    if not allowed.divisor:
        what = f"no option covers any of these {len(items)} items"
    elif allowed.low % allowed.divisor == 0:
        what = f"all options together cover these items {_range(allowed.least, allowed.most)}"
        total = f"they are to be covered {_range(allowed.low, allowed.low)}"
    elif allowed.divisor % 2 == 0 and allowed.low % 2:
        what = f"each option covers an even number of these {len(items)} items"
    else:
        what = f"each option covers a multiple of {allowed.divisor} of these {len(items)} items"
    return f"{what}, but {total}\n  these: {_named(items)}"


def _needs_more(problem: Problem, weights: Weights) -> str:
    """Return that some items need more options than others allow."""
    some, others = _with(weights, -1), _with(weights, 1)
    least, most = _times(problem, some)[0], _times(problem, others)[1]
    return "\n".join(
        (
            f"each option covers at least as many of those {len(others)} items as of these "
            f"{len(some)}; but these are covered at least {_range(least, least)}, and those at "
            f"most {_range(most, most)}",
            f"  these: {_named(some)}",
            f"  those: {_named(others)}",
        )
    )


def _sums(weights: Weights, allowed: Allowed) -> str:
    """Return what options weigh, and what all items together do."""
    if not allowed.divisor:
        each = "the weights of each option add up to 0"
    else:
        multiple = f"a multiple of {allowed.divisor}, " if allowed.divisor > 1 else ""
        each = f"the options of a solution weigh {multiple}{_span(allowed.least, allowed.most)}"
    lines = [f"{each}, but its items weigh {_span(allowed.low, allowed.high)}"]
    for weight in sorted(set(weights.values())):
        lines.append(f"  weight {weight}: {_named(_with(weights, weight))}")
        if len(lines) > MOST_ITEMS:
            lines.append("  ...")
            break
    return "\n".join(lines)


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"from {low} to {high}"


def _range(low: int, high: int) -> str:
    """Return how often, as text."""
    if low == high:
        return "once" if low == 1 else f"{low} times"
    return f"{low} to {high} times"


def _times(problem: Problem, items: Sequence[Item]) -> tuple[int, int]:
    """Return how often some items are covered together, at least and at most."""
    primary = set(problem.primary)
    pairs = [problem.bounds.get(i, ONCE) if i in primary else (0, 1) for i in items]
    return sum(low for low, _ in pairs), sum(high for _, high in pairs)


def _with(weights: Weights, weight: int) -> list[Item]:
    return [item for item, own in weights.items() if own == weight]


def _named(items: Sequence[Item]) -> str:
    """Return the names of the first of some items.

    >>> _named("ab"), len(_named(range(100)))
    ("'a', 'b'", 39)
    """

    def names() -> Iterator[str]:
        yield from (shown(item) for item in islice(items, MOST_ITEMS))
        if len(items) > MOST_ITEMS:
            yield f"... ({len(items)} items)"

    return ", ".join(names())
