"""What may be said about a search, and what it is by default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.errors import ModelError
from csp.kernels.bitsets import has
from csp.model.expressions import Variable, listed, whole
from exactcover.arguments import generator
from exactcover.search.driver import Limits
from exactcover.verbs.cover_search import Spreading

if TYPE_CHECKING:
    from csp.kernels.state import State
    from csp.kernels.tree import Tree
    from csp.model.model import Model

ORDERS = ("smallest", "input", "dom/wdeg", "last conflict")
LEARNING = ("dom/wdeg", "last conflict")
"""The orders that depend on failures. By others, a search that begins anew does the same again."""
SEQUENCES = ("luby", "geometric")
VALUES = ("least", "greatest", "saved", "random")
RESTART = 100
"""The failures of the first run of a search for one solution; Luby's sequence goes on."""
RESTART_OF_BEST = 1000
"""The same for the best solution, whose proof a search that begins anew has to take up again."""

ROOM_FOR_NOGOODS = 1 << 17
"""Words for the nogoods of a search that restarts: 1 MB."""
REFUTED_PER_VARIABLE = 4
"""So many refuted decisions are kept on a branch, to make nogoods of."""


class Controls(Limits, Spreading, total=False):
    """What can be said about a search of a model; all of it by keyword.

    Attributes
    ----------
    limit, time_limit, max_nodes, cancel, progress
        See `exactcover.search.driver.Limits`.
    decide
        Variables that are decided before all others.
    order
        Which variable is decided next: "smallest" (domain), "input" (as they were made, or stand in
        `decide`), "dom/wdeg" (the smallest domain, divided by the failures that it was in), "last
        conflict" (the one whose decision failed last; else as by dom/wdeg). By default "last
        conflict" for one solution, "dom/wdeg" for the best one, and "smallest" for all.
    values
        Which value is tried first: "least", "greatest", "saved" (the one that it had last; else the
        least) or "random"; or a mapping from variables or their names to values that they may have,
        such as a solution that was found before: these are tried first, and later as by "saved".
        By default "saved" where one solution or the best is wanted and the order depends on
        failures ("dom/wdeg", "last conflict"), else "least".
    restart
        Begin anew after so many failures; 0 for never. What was refuted before is remembered
        (nogoods). Once there is a solution, only a search for the best one begins anew. By default
        100 where one solution is wanted and 1000 where the best is, if the order depends on
        failures or values are random; else 0.
    sequence
        How long the runs after that are: "luby", so many failures times 1 1 2 1 1 2 4 ...; or
        "geometric": each is longer by half.
    seed
        An int or a `numpy.random.Generator`: among equals variables come in a random order, and
        values are random unless `values` says something else.
    method
        "propagation"; "exact_cover", which takes models that `Model.to_exact_cover` does; or
        "auto": propagation, and where one or two solutions are wanted, clause learning on the exact
        cover problem after a while. `statistics.choice` says what was done.
    solver
        Another program: "cpsat" (`pip install ortools`) or "sat" (`pip install python-sat`).
    workers, executor, checkpoint, resume
        See `exactcover.verbs.cover_search.Spreading`. A search in tasks is one by propagation,
        without restarts.
    """

    decide: Iterable[Any]
    order: str
    values: str | Mapping[Any, int]
    restart: int
    sequence: str
    seed: int | np.random.Generator | None
    method: str
    solver: str | None


def plant(
    state: State,
    model: Model,
    controls: Controls,
    *,
    is_for_one: bool,
    objective: int | None = None,
) -> Tree:
    """Return the tree before the search; take the controls that are about it."""
    from csp.kernels.state import RANDOM
    from csp.kernels.tree import build_tree

    n = len(state.variables)
    first = list(
        dict.fromkeys(each.index for each in _variables(model, controls.pop("decide", ())))
    )
    seed = controls.pop("seed", None)
    numbers = np.arange(n)
    if seed is not None:
        random = generator(seed)
        random.shuffle(numbers)
        state.position[RANDOM] = random.integers(1, 1 << 63)
    chosen = set(first)
    rest = [v for v in numbers.tolist() if v not in chosen]
    wants_one = is_for_one or objective is not None
    best = "last conflict" if is_for_one else "dom/wdeg"
    order = controls.pop("order", best if wants_one else "smallest")
    learns = wants_one and order in LEARNING
    values = "random" if seed is not None else "saved" if learns else "least"
    preferred = controls.pop("values", values)
    if isinstance(preferred, Mapping):
        _prefer(state, model, preferred)
        preferred = "saved"
    pace = RESTART if is_for_one else RESTART_OF_BEST
    restart = pace if learns or (wants_one and preferred == "random") else 0
    settings = [
        _place("order", order, ORDERS),
        _place("values", preferred, VALUES),
        _pace(controls.pop("restart", restart)),
        -1 if objective is None else objective,
        len(first),
        _place("sequence", controls.pop("sequence", SEQUENCES[0]), SEQUENCES),
    ]
    return build_tree(first + rest, settings, REFUTED_PER_VARIABLE * n)


def described(tree: Tree) -> str:
    """Say how a tree will be searched.

    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(3))
    >>> model.count().statistics.choice
    ('propagation: order smallest, values least, no restarts',)
    """
    order, values, restart, *_, sequence = tree.settings.tolist()
    restarts = (
        f"{SEQUENCES[sequence]} restarts, from {restart} failures" if restart else "no restarts"
    )
    return f"order {ORDERS[order]}, values {VALUES[values]}, {restarts}"


def _variables(model: Model, decide: Iterable[Any]) -> list[Variable]:
    flat = np.asarray(listed(decide, "the variables of decide"), dtype=object).ravel().tolist()
    for each in flat:
        if not isinstance(each, Variable):
            raise ModelError(f"decide has {each!r}, which is not a variable")
        if each.model is not model:
            raise ModelError(f"decide has {each!r}, which belongs to another model")
    return flat


def _prefer(state: State, model: Model, values: Mapping[Any, int]) -> None:
    """Let variables have these values last."""
    named = {variable.name: variable for variable in model.unknowns}
    for key, value in values.items():
        variable = named.get(key) if isinstance(key, str) else key
        if not isinstance(variable, Variable) or variable.model is not model:
            raise ModelError(f"values has {key!r}, which is no variable of the model")
        wanted = whole(value, f"the value for {variable!r} in values")
        if not has(variable.mask, wanted - variable.origin):
            raise ModelError(f"values has {wanted} for {variable!r}, which cannot have that value")
        state.memory[variable.index] = wanted


def _place(name: str, given: Any, known: tuple[str, ...]) -> int:
    if given not in known:
        raise ModelError(f"unknown {name} {given!r}; there are {', '.join(known)}")
    return known.index(given)


def _pace(restart: Any) -> int:
    if isinstance(restart, bool) or not isinstance(restart, int) or restart < 0:
        raise ModelError(f"restart is {restart!r}: it must be a whole number, and not negative")
    return restart
