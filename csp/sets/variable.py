"""New set variables."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

from csp.constraints.table import table
from csp.errors import ModelError
from csp.model.expressions import Expression, expression, whole
from csp.sets.expressions import SetVariable, numbers_of

if TYPE_CHECKING:
    from csp.model.model import Model


def set_variable(
    model: Model,
    members: Iterable[int],
    name: str | None = None,
    *,
    required: Iterable[int] = (),
    sizes: int | Iterable[int] | None = None,
) -> SetVariable:
    """Add a set variable to a model and return it: its values are sets of whole numbers.

    It has a 0/1 variable for each number that may be in the set or not. `solution[s]` is a
    frozenset. See `SetVariable` for the operators and methods that make constraints.

    It takes no limits: its work is linear in the numbers that may be members.

    Parameters
    ----------
    model
        The model.
    members
        The numbers that may be in the set.
    name
        Its name: the 0/1 variable of the number 3 is name[3]. By default the first of s0, s1 and so
        on that is free.
    required
        The numbers that must be in the set.
    sizes
        The number of members, or the numbers of members that the set may have.

    Returns
    -------
    SetVariable
        The variable.

    Raises
    ------
    ModelError
        If a number or a size is not a whole number, a number is required that is not among the
        members, there are more than 65,536 members, or the name is taken.

    Examples
    --------
    The seven blocks of three of the Fano plane, in ascending order: each pair of points is in one.

    >>> from itertools import combinations
    >>> from csp import Model, set_order
    >>> model = Model()
    >>> blocks = [model.set_variable(range(7), sizes=3) for _ in range(7)]
    >>> model.post((a & b).cardinality() <= 1 for a, b in combinations(blocks, 2))
    >>> model.post(set_order(a, b, strict=True) for a, b in zip(blocks, blocks[1:]))
    >>> model.count()
    30
    >>> solution = model.solve().solution
    >>> len(solution[blocks[0]] & solution[blocks[6]])
    1
    """
    possible, needed = numbers_of(members, "the set"), numbers_of(required, "what is required")
    if missing := set(needed) - set(possible):
        raise ModelError(
            f"the set requires {min(missing)}, which is none of the numbers that may be in it"
        )
    if name is None:
        taken = {each.partition("[")[0] for each in model.names}
        name = next(free for k in count() if (free := f"s{k}") not in taken)
    if not isinstance(name, str):
        raise ModelError(f"the name of a set variable is {name!r}: it must be a string")
    allowed = None if sizes is None else _sizes(sizes)
    bits: dict[int, Expression] = dict.fromkeys(needed, expression(1))
    with model.adding():
        for each in possible:
            if each not in bits:
                bits[each] = model.bool_var(f"{name}[{each}]")
        found = SetVariable(name, bits)
        if allowed is not None:
            n = found.cardinality()
            is_one = len(allowed) == 1
            model.post(n == allowed[0] if is_one else table([n], [(k,) for k in allowed]))
    return found


def _sizes(sizes: int | Iterable[int]) -> list[int]:
    if isinstance(sizes, Iterable):
        return sorted({whole(each, "a size") for each in sizes})
    return [whole(sizes, "the size")]
