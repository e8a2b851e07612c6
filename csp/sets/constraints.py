"""Constraints on several sets: partitions, channels, and an order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.regular import Regular, regular
from csp.constraints.table import table
from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import expression_list, listed, sum_of
from csp.sets.expressions import as_set, numbers_of, pairs

SAME, LESS = "same", "less"
FIRST, SECOND = "only in the first", "only in the second"


def set_partition(sets: Iterable[Any], members: Iterable[int]) -> Conjunction:
    """Return the constraint that each of some numbers is in exactly one of some sets.

    The sets have no other members, and may be empty. Consistency: bounds of a sum for each number.

    Parameters
    ----------
    sets
        Set variables and expressions.
    members
        The numbers.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If something is not a set.

    Examples
    --------
    >>> from csp import Model, set_partition
    >>> model = Model()
    >>> sets = [model.set_variable(range(4), sizes=2) for _ in range(2)]
    >>> model.post(set_partition(sets, range(4)))
    >>> model.count()
    6
    """
    own, needed = (
        [as_set(each) for each in listed(sets, "the sets")],
        set(numbers_of(members, "it")),
    )
    numbers = sorted(needed.union(*(each.members for each in own)))
    parts = [
        sum_of(each.member(number) for each in own) == int(number in needed) for number in numbers
    ]
    return Conjunction(parts, f"set_partition({own!r}, {sorted(needed)!r})")


def set_channel(expressions: Iterable[Any], sets: Iterable[Any]) -> Conjunction:
    """Return the constraint that sets have the places at which expressions have their number.

    `expressions[i] == k` if and only if i is in `sets[k]`, both counted from 0; each expression has
    the number of a set. Consistency: domain for each place and set.

    Parameters
    ----------
    expressions
        The expressions: for each place, the number of the only set that it is in.
    sets
        Set variables and expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If something is not an expression, or not a set.

    Examples
    --------
    >>> from csp import Model, set_channel
    >>> model = Model()
    >>> x = model.variables(4, range(2), name="x")
    >>> sets = [model.set_variable(range(4)) for _ in range(2)]
    >>> model.post(set_channel(x, sets), sets[0] == [0, 3])
    >>> model.solve().solution[x].tolist()
    [0, 1, 1, 0]
    """
    own = expression_list(expressions, "the expressions")
    others = [as_set(each) for each in listed(sets, "the sets")]
    parts: list[Constraint] = [table([each], [(k,) for k in range(len(others))]) for each in own]
    for k, each in enumerate(others):
        parts += [each.member(place) == 0 for place in each.members if not 0 <= place < len(own)]
        parts += [each.member(place) == (x == k) for place, x in enumerate(own)]
    return Conjunction(parts, f"set_channel({own!r}, {others!r})")


def set_order(left: Any, right: Any, *, strict: bool = False) -> Regular:
    """Return the constraint that one set is at most another, as sorted lists are compared.

    So {} < {1} < {1, 2} < {1, 3} < {2}. Among sets that may be exchanged, an order leaves one of
    many equivalent solutions. Consistency: domain, by an automaton (see `regular`).

    Parameters
    ----------
    left, right
        The sets.
    strict
        Whether they must differ.

    Returns
    -------
    Regular
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If something is not a set.

    Examples
    --------
    >>> from csp import Model, set_order
    >>> model = Model()
    >>> a, b = (model.set_variable([1, 2]) for _ in range(2))
    >>> model.post(set_order(a, b, strict=True))
    >>> model.count()
    6
    """
    if not isinstance(strict, bool):
        raise ModelError(f"strict is {strict!r}: it must be True or False")
    one, other = as_set(left), as_set(right)
    # A number is read as 2 if it is in the first set, plus 1 if it is in the second one.
    steps: dict[tuple[Any, int], str] = {
        **{(SAME, 0): SAME, (SAME, 3): SAME, (SAME, 2): FIRST, (SAME, 1): SECOND},
        # The list that has no further member is the beginning of the other one, so it is less.
        **{(FIRST, 0): FIRST, (FIRST, 2): FIRST, (FIRST, 1): LESS, (FIRST, 3): LESS},
        **{(SECOND, 0): SECOND, (SECOND, 1): SECOND},
        **{(LESS, code): LESS for code in range(4)},
    }
    ends = [LESS, SECOND] if strict else [LESS, SECOND, SAME]
    return regular([2 * a + b for a, b in pairs(one, other)], steps, SAME, ends)
