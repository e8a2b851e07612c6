"""A brute-force oracle for models, too simple to be wrong."""

from collections.abc import Iterable, Sequence
from itertools import product

from csp import Constraint, Model, Variable


def solutions(model: Model) -> list[tuple[int, ...]]:
    """Return the solutions in order: all combinations of values that satisfy all constraints."""
    return satisfying(model.unknowns, model.constraints)


def values_left(model: Model) -> list[list[int]] | None:
    """Return the values that each variable has in some solution, or None if there is none."""
    return values_in(solutions(model))


def satisfying(
    variables: Sequence[Variable], constraints: Iterable[Constraint]
) -> list[tuple[int, ...]]:
    """Return the combinations of values, in order, that satisfy all constraints."""
    found, constraints = [], list(constraints)
    for values in product(*(variable.values for variable in variables)):
        value_of = dict(zip(variables, values, strict=True)).__getitem__
        try:
            if all(constraint.holds(value_of) for constraint in constraints):
                found.append(values)
        except IndexError:  # an array has no such element: an expression without a value
            continue
    return found


def values_in(found: Sequence[tuple[int, ...]]) -> list[list[int]] | None:
    """Return the values that each variable has in some combination, or None if there is none."""
    return [sorted(set(column)) for column in zip(*found, strict=True)] if found else None
