"""Posts rows of energy: how long the tasks of a machine take, at most, until the end of all tasks.

Where it is open which tasks take place, propagation of machines alone does not bound their sum; and
clause learning and linear relaxations need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csp.model.layout import lay_out
from csp.model.linear import fits, post_linear
from csp.relaxation.energy import row_of_all
from csp.relaxation.machines import Machine, machines, open_resources
from csp.search.probing import Probing, can_probe

if TYPE_CHECKING:
    from csp.model.builder import Builder


def post_energy(builder: Builder, goal: int) -> list[Machine]:
    """Post a row for each machine whose tasks are open.

    Parameters
    ----------
    builder
        The builder with the constraints of the model.
    goal
        The number of the variable of the objective.

    Returns
    -------
    The machines, for further rows.
    """
    found = open_machines(builder, goal)
    for each in found:
        row = row_of_all(each, 0 if each.end is None else builder.bounds(each.end)[0])
        terms = [(v, c) for v, c in row.terms.items() if isinstance(v, int)]
        greatest = [c * builder.bounds(v)[c > 0] for v, c in terms]
        if sum(greatest) > row.total and fits(builder, terms, row.total):
            post_linear(builder, "<=", terms, row.total)
    return found


def open_machines(builder: Builder, goal: int) -> list[Machine]:
    """Return machines whose tasks are open, with the times before and after each task."""
    if not open_resources(builder.posted, builder.bounds) or not can_probe(builder):
        return []
    probing = Probing(builder, lay_out(builder))
    return machines(builder.posted, goal, probing.bounds(), probing.probe) if probing.holds else []
