"""Phases of a search: which variables are decided one after another, and in which way.

They are an argument of the verbs, ``decide=[Phase(...), Priority(...)]``, and what the search
annotations of FlatZinc become. A `Neighbourhood` among them says which variables a
large-neighbourhood search keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from csp.errors import ModelError
from csp.model.expressions import Expression, Variable, expression, listed, whole
from csp.model.solution import Compound
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.registry import find_name
from exactcover.runtime.text_view import TextView

ORDERS = (
    "input",
    "smallest",
    "largest",
    "lowest",
    "highest",
    "most constraints",
    "most constrained",
    "regret",
    "dom/wdeg",
)
"""Which variable of a phase is decided next; among equals, the first one."""

VALUES = (
    "least",
    "greatest",
    "median",
    "middle",
    "random",
    "split",
    "reverse split",
    "random split",
    "interval",
    "not least",
    "not greatest",
    "not median",
    "not random",
)
"""How a variable of a phase is decided."""

OF_SETS = ("least", "greatest", "not least", "not greatest")
"""How a set of a phase is decided."""


@dataclass(frozen=True, slots=True)
class Phase(TextView):
    """Variables that are decided before those of later phases.

    Parameters
    ----------
    variables
        The variables; expressions and numbers are accepted, too; or sets.
    order
        Which one is decided next, the first among equals: "input" (the first one), "smallest" or
        "largest" (domain), "lowest" (the one with the least value), "highest" (with the greatest
        value), "most constraints" (the one in most constraints), "most constrained" (the smallest
        domain, and of equal ones that with most constraints), "regret" (the greatest difference
        between its two least values), or "dom/wdeg" (the smallest ratio of the size of the domain
        to the failures that it was in). The domain of a set is as large as the number of its
        undecided members, and its values are these.
    values
        How it is decided. "least", "greatest", "median" (the value in the middle of all), "middle"
        (the one nearest to the mean of the bounds) and "random": it has this value, and if that
        fails, it has not. "split", "reverse split" and "random split": it is in the lower, the
        upper or any half between its bounds. "interval": it is in the first interval of its
        domain (of 2 * x: of that of x); if there is only one, as by "split". "not least", "not
        greatest", "not median" and "not random": it has not this value. Of a set, "least" and
        "greatest" say that the least or greatest undecided number is a member, and "not least" and
        "not greatest" that it is none.
        Or a list of numbers, one for each variable, which are tried first: a phase with these
        decides no variable that cannot have its number.

    Raises
    ------
    ModelError
        If a name is unknown, something is neither a variable nor an expression nor a set, or there
        is another number of values than of variables.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="x")
    >>> model.post(x != y)
    >>> for found in model.solutions(decide=[Phase([y], values="greatest"), Phase([x])], limit=3):
    ...     print(found)
    Assignment(x[0]=0, x[1]=2)
    Assignment(x[0]=1, x[1]=2)
    Assignment(x[0]=0, x[1]=1)
    """

    variables: Iterable[Any]
    order: str = "input"
    values: str | Sequence[int] = "least"

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        own = tuple(map(_checked, listed(self.variables, "the variables of a phase")))
        object.__setattr__(self, "variables", own)
        object.__setattr__(self, "order", _order(self.order))
        is_set = [isinstance(each, Compound) for each in own]
        if any(is_set) and not all(is_set):
            raise ModelError("a phase has sets and variables: give a phase for each kind")
        if isinstance(self.values, str):
            known = OF_SETS if any(is_set) else VALUES
            values: Any = find_name("value order", self.values, known, ModelError)
        else:
            values = self._wishes(len(own), any(is_set))
        object.__setattr__(self, "values", values)

    def _wishes(self, n: int, has_sets: bool) -> tuple[int, ...]:
        """Return the values to try first, one for each of n variables."""
        if has_sets:
            raise ModelError("a phase of sets has no values to try first")
        wishes = listed(self.values, "the values of a phase")
        if len(wishes) != n:
            raise ModelError(
                f"a phase has {n} variables, and {len(wishes)} values to try "
                "first: give one for each"
            )
        return tuple(whole(each, "a value to try first") for each in wishes)


@dataclass(frozen=True, slots=True)
class Priority(TextView):
    """Searches of which one after another is done: next the one whose key is best.

    Parameters
    ----------
    keys
        The variables by which a search is chosen, one for each.
    searches
        The searches: each is a phase, a priority, or a list of these.
    order
        The order of the keys, as of `Phase`; a key may be decided already.

    Raises
    ------
    ModelError
        If a name is unknown, something is not what it must be, or there is another number of keys
        than of searches.

    Examples
    --------
    The task that may begin first gets its start and then its machine:

    >>> from csp import Model
    >>> model = Model()
    >>> starts = [model.variable(range(3, 5), "s"), model.variable(range(1, 5), "t")]
    >>> machines = model.variables(2, range(2), name="machine")
    >>> tasks = [[Phase([s]), Phase([m])] for s, m in zip(starts, machines)]
    >>> model.solve(decide=[Priority(starts, tasks, "lowest")]).solution.get("t")
    1
    """

    keys: Iterable[Any]
    searches: Iterable[Step | Iterable[Step]]
    order: str = "input"

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        keys = tuple(map(_checked, listed(self.keys, "the keys of a priority")))
        searches = []
        for each in listed(self.searches, "the searches of a priority"):
            steps = (each,) if isinstance(each, Step) else tuple(each)
            if not all(isinstance(one, Phase | Priority) for one in steps):
                raise ModelError(f"{each!r} is no search: give phases and priorities")
            searches.append(steps)
        if len(keys) != len(searches):
            raise ModelError(
                f"a priority has {len(keys)} keys and {len(searches)} searches: give a key for each"
            )
        if any(isinstance(each, Compound) for each in keys):
            raise ModelError("a key of a priority is a set: give its cardinality")
        object.__setattr__(self, "keys", keys)
        object.__setattr__(self, "searches", tuple(searches))
        object.__setattr__(self, "order", _order(self.order))


@dataclass(frozen=True, slots=True)
class Neighbourhood(TextView):
    """Variables that are kept in neighbourhoods of the best solution; all others are relaxed.

    It is for `method="free"` and an objective: neighbourhoods are searched by one of its engines,
    so that the search is complete nevertheless.

    Parameters
    ----------
    variables
        The variables of the model of which some keep their values in each neighbourhood.
    percent
        Each of them keeps its value with this probability, from 0 to 100.

    Raises
    ------
    ModelError
        If something is no variable, or `percent` is not between 0 and 100.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variables(3, range(9), name="x")
    >>> model.post(sum(x) >= 7)
    >>> model.minimize(sum(k * k for k in x), method="free", decide=[Neighbourhood(x, 50)]).value
    17
    """

    variables: Iterable[Any]
    percent: int

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        own = tuple(listed(self.variables, "the variables of a neighbourhood"))
        for each in own:
            if type(each) is not Variable:
                raise ModelError(f"a neighbourhood has {each!r}, which is no variable of a model")
        object.__setattr__(self, "variables", own)
        if not 0 <= whole(self.percent, "the percentage of a neighbourhood") <= 100:
            raise ModelError(f"a neighbourhood keeps {self.percent} percent: give 0 to 100")


Step: TypeAlias = Phase | Priority | Neighbourhood
"""A part of a search that is done before the next one, or a neighbourhood."""


def leaves_of(steps: Iterable[Step]) -> Iterator[Phase]:
    """Yield all phases, those of priorities too."""
    for each in steps:
        if isinstance(each, Phase):
            yield each
        elif isinstance(each, Priority):
            for search in each.searches:
                yield from leaves_of([search] if isinstance(search, Step) else search)


def variables_of(steps: Iterable[Step]) -> Iterator[Variable]:
    """Yield the variables of all that steps name: of expressions, and of the members of sets."""
    from csp.sets.expressions import SetExpression

    for step in steps:
        for each in step.keys if isinstance(step, Priority) else step.variables:
            for part in each.members.values() if isinstance(each, SetExpression) else (each,):
                yield from part.variables()
        if isinstance(step, Priority):
            for search in step.searches:
                yield from variables_of([search] if isinstance(search, Step) else search)


def _order(name: str) -> str:
    return find_name("order", name, ORDERS, ModelError)


def _checked(each: Any) -> Expression | Compound[Any]:
    """Return a variable, an expression or a set, which is the only compound of a model."""
    if isinstance(each, Compound):
        return each
    try:
        return expression(each)
    except ModelError:
        raise ModelError(
            f"a phase has {each!r}, which is neither a variable nor an expression nor a set"
        ) from None
