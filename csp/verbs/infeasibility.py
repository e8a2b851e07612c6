"""Why a model has no solution, and why a condition holds in all: small sets of constraints.

A minimal infeasible set is also called a minimal unsatisfiable subset (MUS) or an irreducible
infeasible subset (IIS).

References
----------
U. Junker, "QuickXplain: preferred explanations and relaxations for over-constrained problems", AAAI
2004.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from csp.constraints.reified import exactly
from csp.errors import FeasibleError, depth_refused
from csp.model.constraint import Constraint
from csp.model.expressions import expression
from csp.model.model import Model
from csp.request import ModelRequest
from csp.verbs.one_solution import solve_one
from csp.verbs.propagate import fixed_point
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, ending
from exactcover.runtime.search.protocol import UNLIMITED
from exactcover.runtime.search.request import Limits, ProgressLike
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView
from exactcover.runtime.texts import printable

Group = tuple[Constraint, ...]
"""Constraints that are kept or dropped together: those that were posted by one name."""


@dataclass(frozen=True)
class ConstraintSet(TextView):
    """Constraints that cannot hold together; if possible, a minimal set of them.

    Attributes
    ----------
    names
        The names by which they were posted, or the constraints as text.
    constraints
        The constraints, in the order of the model.
    consequence
        The condition that they imply; None where they have no solution at all.
    stopped
        Why the search for a smaller set was stopped; None if the set is minimal.
    """

    names: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    consequence: Constraint | None
    stopped: Stop | None

    __repr__ = brief_repr

    @property
    def is_minimal(self) -> bool:
        """Whether it is proved that without any one of the names the others are not enough."""
        return self.stopped is None

    def __str__(self) -> str:
        if not self.names:
            lines = ["no constraint is needed:"]
        elif self.consequence is None:
            lines = ["these cannot hold together:" if len(self.names) > 1 else "this cannot hold:"]
        else:
            lines = ["because of"]
        lines += [f"  {printable(name)}" for name in self.names]
        if self.consequence is not None:
            lines.append(f"all solutions have {self.consequence!r}")
        if self.stopped is not None:
            lines.append(f"{ending(self.stopped)}: a smaller set may be enough")
        elif len(self.names) > 1:
            lines.append("without any one of them the others are not enough")
        return "\n".join(lines)


def explain_infeasible(
    model: Model,
    *,
    assuming: Iterable[Any] = (),
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> ConstraintSet:
    """Find a minimal set of constraints of a model that cannot hold together.

    Constraints that were posted by one name are kept or dropped together.

    Parameters
    ----------
    model
        The model.
    assuming
        Further constraints, as for `Model.post`, which may be in the set as well.
    time_limit
        Stop after this many seconds of work, for all searches together.
    max_nodes
        Stop after this many nodes, for all searches together.
    cancel
        Stop soon after another thread sets this flag.
    progress
        As for `csp.solve`.

    Returns
    -------
    ConstraintSet
        The set; if a limit stopped a search, it cannot hold either, but may not be minimal.

    Raises
    ------
    FeasibleError
        If the model has a solution; a `ModelError`.
    ModelError
        If an argument is wrong.
    UndecidedError
        If a limit stopped the search before it was known whether there is a solution.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    Notes
    -----
    For k constraints out of n it solves some k log(n/k) smaller models.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y, z = model.variables(3, range(5), name="xyz")
    >>> model.post(x < y, y < z)
    >>> model.post(z <= x + 1, name="close together")
    >>> model.post(x + y + z >= 2)
    >>> print(model.explain_infeasible())
    these cannot hold together:
      xyz[0] + 1 <= xyz[1]
      xyz[1] + 1 <= xyz[2]
      close together
    without any one of them the others are not enough
    """
    whole = model.with_constraints(assuming)
    tests = Tests(whole, (), Limits(1, time_limit, max_nodes, cancel, progress))
    return _explain(whole, tests, None)


def why(
    model: Model,
    condition: Any,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> ConstraintSet:
    """Find a minimal set of constraints of a model that imply a condition.

    For example, `why(model, x == 3)` is why a variable has a value in all solutions, and
    `why(model, x != 3)` why it cannot have it.

    Parameters
    ----------
    model
        The model.
    condition
        A constraint that can be reified, or an expression with the values 0 and 1 only.
    time_limit, max_nodes, cancel, progress
        As for `explain_infeasible`.

    Returns
    -------
    ConstraintSet
        The set; its `consequence` is the condition, or None if the set has no solution at all.

    Raises
    ------
    FeasibleError
        If the condition does not hold in all solutions; a `ModelError`. The message has a solution
        where it does not.
    ModelError
        If an argument is wrong.
    UndecidedError
        If a limit stopped the search before it was known whether the condition holds.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> x, y, z = model.variables(3, range(3), name="xyz")
    >>> model.post(all_different([x, y, z]), x <= y, z != 2, x + z <= 1)
    >>> print(model.why(y == 2))
    because of
      all_different(xyz[0], xyz[1], xyz[2])
      xyz[0] <= xyz[1]
      xyz[2] != 2
    all solutions have xyz[1] == 2
    without any one of them the others are not enough
    """
    stated = condition if isinstance(condition, Constraint) else expression(condition) == 1
    with depth_refused():
        refuted = exactly(0, [condition])
    model.with_constraints(refuted)  # raises the errors of a wrong condition
    tests = Tests(model, (refuted,), Limits(1, time_limit, max_nodes, cancel, progress))
    return _explain(model, tests, stated)


def _explain(model: Model, tests: Tests, consequence: Constraint | None) -> ConstraintSet:
    """Return a minimal set of the groups of a model that have no solution."""
    groups = model.groups
    with tests.watch.reporting():
        if not tests.is_infeasible([*groups.values()]):
            if tests.stopped:
                raise UndecidedError(
                    f"the search was stopped ({tests.stopped.value}) before it was known whether "
                    "there is a solution"
                )
            if consequence is None:
                raise FeasibleError("the model has a solution: there is nothing to explain")
            raise FeasibleError(
                f"{consequence!r} does not hold in all solutions: one without it is "
                f"{tests.solution!r}"
            )
        found = set(map(id, minimal_groups(tests, [], [*groups.values()], is_new=True)))
        kept = {name: own for name, own in groups.items() if id(own) in found}
        stopped = tests.stopped
        if consequence is not None and kept and tests.is_infeasible(kept.values(), alone=True):
            consequence = None  # there is no solution at all
    return ConstraintSet(
        tuple(kept),
        tuple(each for own in kept.values() for each in own),
        consequence,
        stopped,
    )


def minimal_groups(
    tests: Tests, background: list[Group], groups: Sequence[Group], *, is_new: bool
) -> list[Group]:
    """Return a minimal subset of groups that has no solution together with the background.

    Where limits stop a test, a subset that has none, but may not be minimal.
    """
    if is_new and tests.is_infeasible(background):
        return []
    if len(groups) <= 1:
        return [*groups]
    half = len(groups) // 2
    first, second = groups[:half], groups[half:]
    of_second = minimal_groups(tests, [*background, *first], second, is_new=True)
    of_first = minimal_groups(tests, [*background, *of_second], first, is_new=bool(of_second))
    return [*of_first, *of_second]


class Tests:
    """Decides whether constraints of a model have no solution together, within limits."""

    def __init__(self, model: Model, always: Group, limits: Limits) -> None:
        self._model = model
        self._always = always
        self._cancel = limits.cancel
        self._nodes = limits.max_nodes
        self._share = 1
        self.watch = Work(limits.time_limit, limits.cancel, limits.progress)
        self.stopped: Stop | None = None
        self.solution: Any = None

    def is_infeasible(self, groups: Iterable[Group], *, alone: bool = False) -> bool:
        """Return whether it is proved that groups of constraints have no solution together.

        With `alone`, without the constraints that are always there.
        """
        if self.watch.stop:
            self.stopped = self.watch.stop
            return False
        some = [each for own in groups for each in own]
        if not alone:
            some = [*self._always, *some]
        model = self._model.with_only(some)
        try:
            if fixed_point(model) is None:
                return True
        except HaltedError:
            self.stopped = self.watch.stop
            return False
        limits = {
            "limit": 1,
            "time_limit": self.watch.left / self._share,
            "max_nodes": None if self._nodes == UNLIMITED else self._nodes // self._share,
            "cancel": self._cancel,
        }
        result = solve_one(model, ModelRequest.of(Goal.FEW, limits, is_for_one=True))
        self.watch.nodes += result.statistics.nodes
        self._share = 2  # no search may use up the limits
        if self._nodes != UNLIMITED:
            self._nodes -= result.statistics.nodes
        self.solution = result.solution
        if result.solution is None and not result.complete:
            self.stopped = result.stopped
        return result.solution is None and result.complete
