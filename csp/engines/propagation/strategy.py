"""The search tree of a request: which variable and value come first, and when to restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.errors import ModelError
from csp.model.expressions import Variable, listed, whole
from csp.phases import variables_of
from csp.presolve.rulers import is_ruler
from csp.request import ORDERS, SEQUENCES, VALUES, Branching, ModelRequest

if TYPE_CHECKING:
    from csp.kernels.state import State
    from csp.kernels.tree import Phases, Tree
    from csp.model.model import Model

LEARNING = ("dom/wdeg", "last conflict")
"""The orders that depend on failures. With any other order a restart would repeat the search."""
RESTART = 100
"""The failures of the first run of a search for one solution; later runs follow the sequence."""
RESTART_OF_BEST = 1000
"""The same for the best solution; it is larger, because each restart interrupts the proof."""

NOGOOD_WORDS = 1 << 17
"""The words of memory for the nogoods of a search that restarts: 1 MB."""
REFUTED_PER_VARIABLE = 4
"""The number of refuted decisions that are recorded on a branch, for nogoods."""


def tree_for(
    state: State,
    model: Model,
    request: ModelRequest,
    objective: int | None = None,
    phases: Phases | None = None,
) -> Tree:
    """Return the tree before the search.

    Parameters
    ----------
    state
        The model as it is laid out; the seed and the preferred values are written into it.
    request
        The request, which specifies the branching.
    objective
        The number of the variable that is to be least, or None.
    phases
        The phases of the request, from `csp.engines.propagation.phases.phases_for`, if it has some.
    """
    from csp.kernels.state import RANDOM, WIDTH
    from csp.kernels.tree import BASE_UNIT, NO_PHASES, build_tree

    n = len(state.variables)
    branching = request.branching
    decide = () if branching.decide is None or branching.steps else branching.decide
    first = list(dict.fromkeys(each.index for each in _variables(model, decide)))
    numbers = np.arange(n)
    random = request.search.generator()
    if random is not None:
        random.shuffle(numbers)
        state.position[RANDOM] = random.integers(1, 1 << 63)
    decided = set(first)
    rest = [v for v in numbers.tolist() if v not in decided]
    order, values, restart = _defaults(model, request, objective)
    if isinstance(branching.values, Mapping):
        prefer(state, model, branching.values)
    sequence, base = branching.sequence or SEQUENCES[0], 0.0
    if isinstance(sequence, tuple):
        sequence, base = sequence
    settings = [
        ORDERS.index(order),
        VALUES.index(values),
        restart,
        -1 if objective is None else objective,
        len(first),
        SEQUENCES.index(sequence),
        0,
        round(BASE_UNIT * base),
    ]
    n_wide = int((state.variables[:, WIDTH] == 0).sum())
    n_refuted = REFUTED_PER_VARIABLE * n
    return build_tree(first + rest, settings, n_refuted, n_wide, phases or NO_PHASES)


def _defaults(model: Model, request: ModelRequest, objective: int | None) -> tuple[str, str, int]:
    """Return order, values and restart, with defaults for those that are not given."""
    branching = request.branching
    wants_one = request.is_for_one or objective is not None
    best = "last conflict" if request.is_for_one else "dom/wdeg"
    if model.builder.differences and is_ruler(model.builder, len(model.unknowns)):
        best = "least value"
    if branching.steps:  # what is decided after them should not make them begin again
        best = "dom/wdeg"
    order = branching.order or (best if wants_one or branching.steps else "adaptive")
    learns = wants_one and order in LEARNING and not branching.steps
    is_random = request.search.seed is not None and not branching.steps
    usual = "random" if is_random else "saved" if learns else "least"
    values = branching.values or usual
    if isinstance(branching.values, Mapping):
        values = "saved"
    pace = RESTART if request.is_for_one else RESTART_OF_BEST
    is_shuffled = wants_one and values == "random" and not branching.steps
    restart = pace if learns or is_shuffled else 0
    if branching.restart is not None:
        restart = branching.restart
    return order, str(values), restart


def described(tree: Tree) -> str:
    """Return a description of how a tree will be searched.

    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(3))
    >>> model.count().statistics.choice
    ('propagation: order adaptive, values least, no restarts',)
    """
    from csp.kernels.phases import KIND_OF_ROW, LEAF

    order, values, restart, _, _, sequence, *_ = tree.settings.tolist()
    restarts = (
        f"{SEQUENCES[sequence]} restarts, from {restart} failures" if restart else "no restarts"
    )
    n = int((tree.phases[:, KIND_OF_ROW] == LEAF).sum()) if len(tree.phases) else 0
    first = f"{n} phases, then " if n else ""
    return f"{first}order {ORDERS[order]}, values {VALUES[values]}, {restarts}"


def check_decide(model: Model, branching: Branching) -> None:
    """Raise ModelError if `decide` has what is no variable of a model."""
    _variables(
        model, [*variables_of(branching.steps)] if branching.steps else branching.decide or ()
    )


def _variables(model: Model, decide: Iterable[Any]) -> list[Variable]:
    flat = np.asarray(listed(decide, "the variables of decide"), dtype=object).ravel().tolist()
    for each in flat:
        if not isinstance(each, Variable):
            raise ModelError(f"decide has {each!r}, which is not a variable")
        if not model.owns(each):
            raise ModelError(f"decide has {each!r}, which belongs to another model")
    return flat


def prefer(state: State, model: Model, values: Mapping[Any, int]) -> None:
    """Set the saved values of variables, which the search tries first.

    Variables of expressions get the values that follow from them, so that a start that is a
    solution is found without a failure.
    """
    from csp.presolve.probing import implied

    wishes: dict[int, int] = {}
    named = {variable.name: variable for variable in model.unknowns}
    for key, value in values.items():
        variable = named.get(key) if isinstance(key, str) else key
        if not isinstance(variable, Variable) or not model.owns(variable):
            raise ModelError(f"values has {key!r}, which is no variable of the model")
        wanted = whole(value, f"the value for {variable!r} in values")
        if not variable.may_be(wanted):
            raise ModelError(f"values has {wanted} for {variable!r}, which cannot have that value")
        wishes[variable.index] = variable.coded(wanted)
    for place, wanted in implied(state, wishes).items():
        state.memory[place] = wanted
