"""Constraints as several small tables: multi-valued decision diagrams (MDDs), layer by layer.

References
----------
I. Abio, R. Nieuwenhuis, A. Oliveras, E. Rodriguez-Carbonell and V. Mayer-Eichberger, A new look at
BDDs for pseudo-Boolean constraints, JAIR 45 (2012): sums as reduced diagrams.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from csp.bridges.automata import automata
from csp.bridges.lowering import Lowering
from csp.cards.automata import Automaton, test_of
from csp.errors import TranslationError
from csp.model.constraint import Constraint
from csp.model.expressions import Variable
from exactcover.runtime.search.limits import watched

MOST_ROWS = 1 << 17
"""The most rows of a table."""

Key = int | str
"""The index of a variable of the model, or the name of a further one."""

Rows = list[tuple[int, ...]]
Layer = list[tuple[Hashable, int, Hashable]]


@dataclass
class SmallTables:
    """Tables that together say what a constraint says.

    Attributes
    ----------
    values
        The values that the variables of the constraint keep, by their indices.
    tables
        The variables and the rows of each table. Those of the model determine the others.
    is_infeasible
        Whether no values satisfy the constraint.
    """

    values: dict[int, list[int]]
    tables: list[tuple[list[Key], Rows]] = field(default_factory=list)
    is_infeasible: bool = False


def n_nodes(tables: Iterable[tuple[Sequence[Any], Sequence[Any]]]) -> int:
    """Return the number of rows of some tables, and of the values in these rows, together.

    The sizes of clauses and of linear constraints grow with it, so it is the cost of an encoding.
    """
    return sum((1 + len(columns)) * len(rows) for columns, rows in tables)


def small_tables(
    constraint: Constraint, unknowns: Sequence[Variable], domains: Mapping[int, Sequence[int]]
) -> SmallTables:
    """Return tables that together say what a constraint says.

    Parameters
    ----------
    constraint
        The constraint.
    unknowns
        All variables of the model.
    domains
        The values that each variable of the constraint may have, by its index.

    Raises
    ------
    TranslationError
        If it cannot be translated, or a table has too many rows.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variables(3, range(2), name="x")
    >>> domains = {v.index: v.values for v in x}
    >>> for scope, rows in small_tables(x[0] + x[1] + x[2] == 1, x, domains).tables:
    ...     print(scope, rows)
    [0, '.s0.0'] [(0, 0), (1, 1)]
    ['.s0.0', 1, '.s0.1'] [(0, 0, 0), (0, 1, 1), (1, 0, 1)]
    ['.s0.1', 2] [(0, 1), (1, 0)]
    """
    builder = Lowering(unknowns)
    for v, values in domains.items():
        if len(values) < len(unknowns[v].values):
            builder.restrict(v, {*map(unknowns[v].coded, values)}.__contains__)
    constraint.build(builder)
    own = {v: [*map(unknowns[v].decoded, builder.values(v))] for v in domains}
    if builder.is_infeasible:
        return SmallTables(own, is_infeasible=True)
    primitives, groups = builder.take()
    read = [each for primitive in primitives for each in automata(primitive, builder)]
    for views in groups:
        for (x, a), (y, b) in combinations(views, 2):
            read.append(test_of([x, y], lambda v, w, a=a, b=b: v + a != w + b))
    found = SmallTables(own)
    for k, automaton in enumerate(watched(read)):
        _add(found, builder, automaton, f".s{k}", unknowns, constraint)
    return found


def _add(
    found: SmallTables,
    builder: Lowering,
    automaton: Automaton,
    name: str,
    unknowns: Sequence[Variable],
    constraint: Constraint,
) -> None:
    """Add the tables of an automaton; its states are numbered from 0 after each step."""
    layers = _layers(builder, automaton, constraint)
    if not automaton.accepts(automaton.start) if not layers else not all(layers):
        found.is_infeasible = True
        return
    last = len(layers) - 1
    before: Key | None = None
    numbers: dict[Hashable, int] = {automaton.start: 0}
    for k, (v, layer) in enumerate(zip(automaton.scope, layers, strict=True)):
        targets = dict.fromkeys(target for _, _, target in layer)
        after: dict[Hashable, int] = {t: 0 if k == last else i for i, t in enumerate(targets)}
        next_ = f"{name}.{k}" if len(set(after.values())) > 1 else None
        is_own = v < len(unknowns)
        own: Key | None = v if is_own else f".v{v}"
        columns = [key for key in (before, own, next_) if key is not None]
        kept = [before is not None, True, next_ is not None]
        rows = dict.fromkeys(
            tuple(
                x for x, is_kept in zip((numbers[s], value, after[t]), kept, strict=True) if is_kept
            )
            for s, number, t in layer
            for value in [unknowns[v].decoded(number) if is_own else number]
        )
        found.tables.append((columns, list(rows)))
        before, numbers = next_, after


def _layers(builder: Lowering, automaton: Automaton, constraint: Constraint) -> list[Layer]:
    """Return the transitions of each step that lead from the start to an accepted end."""
    states: dict[Hashable, None] = {automaton.start: None}
    layers = []
    for k, v in enumerate(automaton.scope):
        values = builder.values(v)
        if len(states) * len(values) > MOST_ROWS:
            raise TranslationError(
                f"{constraint!r} needs a table of {len(states) * len(values)} rows: at most "
                f"{MOST_ROWS} are possible"
            )
        layer = [
            (state, value, target)
            for state in watched(states)
            for value in values
            if (target := automaton.step(k, state, value)) is not None
        ]
        layers.append(layer)
        states = dict.fromkeys(target for _, _, target in layer)
    live = {state for state in states if automaton.accepts(state)}
    for k in reversed(range(len(layers))):
        layers[k] = [each for each in layers[k] if each[2] in live]
        live = {state for state, _, _ in layers[k]}
    return _reduced(layers)


def _reduced(layers: list[Layer]) -> list[Layer]:
    """Return the transitions with one state in place of those from which the same follows."""
    same: dict[Hashable, Hashable] | None = None  # all accepted states are the same
    for k in reversed(range(len(layers))):
        follows: dict[Hashable, list[tuple[int, Hashable]]] = {}
        for state, value, target in layers[k]:
            follows.setdefault(state, []).append((value, same[target] if same else None))
        first: dict[Hashable, Hashable] = {}
        before = {state: first.setdefault(frozenset(own), state) for state, own in follows.items()}
        layers[k] = [
            (state, value, same[target] if same else target)
            for state, value, target in layers[k]
            if before[state] == state
        ]
        same = before
    return layers
