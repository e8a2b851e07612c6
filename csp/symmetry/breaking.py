"""Constraints that leave one of symmetric solutions, for a search for one solution, or the best.

The symmetries are exchanges (`csp.symmetry.exchanges`), which are found in a bounded time. For each
of them the solution must be at most its image in lexicographic order, with the variables in the
order of the model: so the least solution of each class satisfies all constraints.

References
----------
J. Crawford et al., Symmetry-breaking predicates for search problems, KR 1996. Y. C. Law and J. Lee,
Global constraints for integer and set value precedence, CP 2004.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from csp.constraints.lexicographic import lexicographic
from csp.constraints.precedence import value_precedence
from csp.model.literal_graph import LiteralGraph, TooLongError
from csp.symmetry.exchanges import MOST_WORK, exchanges
from csp.symmetry.image import Image

if TYPE_CHECKING:
    from csp.model.constraint import Constraint
    from csp.model.expressions import Expression, Variable
    from csp.model.model import Model
    from exactcover.runtime.permutations import Permutation

MOST_STEPS = 1 << 16
"""The most literals, vertices and combinations of a graph: some 0.1 seconds."""
WORK_PER_STEP = 1 << 6
"""The work of the search for exchanges, for each such step."""
MOST_IMAGES = 8
"""The most variables whose images are stated, because their values change places."""
MOST_EXCHANGES = 128
"""At most so many are broken: more constraints cost more than they save."""


class Exchange(NamedTuple):
    """The begin of an exchange, in the order of the variables.

    Attributes
    ----------
    pairs
        Variables that change places with later ones, and what they then equal. The last pair may
        change values, too, as when two trucks change places that have numbers; variables of which
        two values change places may come before it.
    variables
        The indices of these variables.
    values
        These values, the least first.
    """

    pairs: list[tuple[Variable, Expression]]
    variables: tuple[int, ...]
    values: list[int]


def breaking(
    model: Model, objective: Expression | None = None, patience: int = MOST_STEPS
) -> list[Constraint]:
    """Return constraints that some solutions of each class of symmetric ones satisfy.

    Parameters
    ----------
    model
        The model.
    objective
        An expression whose value the symmetries leave as it is, or None.
    patience
        The most literals, vertices and combinations of the graph of literals.

    Returns
    -------
    The constraints; none if no symmetry was found, or the model is too large for the time.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variables(3, range(3), name="x")
    >>> model.post(x[0] != x[1], x[1] != x[2], x[0] != x[2])
    >>> breaking(model)[-1]
    value_precedence([x[0], x[1], x[2]], [0, 1, 2])
    >>> model.with_constraints(breaking(model)).count(), model.count()
    (1, 6)
    """
    try:
        graph = LiteralGraph(model.unknowns, patience)
        for constraint in model.constraints:
            graph.add(constraint)
        if objective is not None:
            graph.aim(objective)
    except TooLongError:
        return []
    found = exchanges(graph, min(WORK_PER_STEP * patience, MOST_WORK))
    begins = [_begin(graph, each) for each in found[:MOST_EXCHANGES]]
    ordered: list[Constraint] = [
        lexicographic(*zip(*each.pairs, strict=True)) for each in begins if each.pairs
    ]
    unknowns = model.unknowns
    return ordered + [
        value_precedence([unknowns[index] for index in variables], values)
        for variables, values in _precedences([each for each in begins if each.values])
    ]


def _precedences(begins: list[Exchange]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Return variables, by their indices, with values that are to occur first in that order.

    What follows from others is left out.
    """
    found: list[tuple[tuple[int, ...], list[int]]] = []
    for each in sorted(begins, key=lambda each: (-len(each.variables), each.values)):
        below, above = each.values
        chains = [values for own, values in found if own[: len(each.variables)] == each.variables]
        if any({below, above} <= {*values} for values in chains):
            continue  # it follows
        same = [values for own, values in found if own == each.variables]
        for values in same:
            if values[-1] == below:
                values.append(above)
                break
        else:
            found.append((each.variables, [below, above]))
    return found


def _begin(graph: LiteralGraph, permutation: Permutation) -> Exchange:
    """Return the begin of an exchange: variables that change places, or two of their values."""
    literals = graph.literals
    images: dict[Variable, dict[int, tuple[Variable, int]]] = {}
    for (variable, value), image in zip(literals, permutation.tolist(), strict=True):
        images.setdefault(variable, {})[value] = literals[image]
    pairs: list[tuple[Variable, Expression]] = []
    own: list[Variable] = []
    swapped: set[int] = set()
    for variable, image in images.items():
        others = {other.index for other, _ in image.values()}
        if len(others) > 1:
            break
        other = next(iter(image.values()))[0]
        moved = {value for value, (_, to) in image.items() if value != to}
        if other is variable:
            if not moved:
                continue
            if pairs or len(moved) != 2 or not moved >= swapped:
                break
            swapped = moved
            own.append(variable)
        elif own or moved:
            if len(own) < MOST_IMAGES:
                pairs += [(v, Image(v, images[v]).simplified()) for v in (*own, variable)]
            break
        elif variable.index < other.index:
            pairs.append((variable, other))
    return Exchange(pairs, tuple(v.index for v in own), sorted(swapped))
