"""The request of a search for assignments: that of any search, and how to branch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from csp.engines.registry import ENGINES
from csp.errors import ModelError
from csp.model.expressions import listed
from csp.phases import Neighbourhood, Step
from exactcover.runtime.formatting import shown
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import DEFAULT as ALL
from exactcover.runtime.search.request import Limits, Parallel, Request

if TYPE_CHECKING:
    from csp.symmetry.symmetries import Symmetries

FREE = "free"
"""The method of a portfolio of which one engine has the controls of branching that are given."""
RACING = ("learning", "neighbourhoods")
"""The methods whose workers always race."""
ORDERS = ("smallest", "input", "least value", "dom/wdeg", "last conflict", "adaptive")
VALUES = ("least", "greatest", "saved", "random")
SEQUENCES = ("luby", "geometric", "linear", "constant")
BOUNDS = ("linear",)


@dataclass(frozen=True, slots=True)
class Branching:
    """How a search by propagation branches; None where the default is wanted.

    Only propagation has these controls; other methods and solvers refuse them. Names are accepted
    in any usual spelling, and stored as in `ORDERS`, `VALUES` and `SEQUENCES`.

    Parameters
    ----------
    decide
        Variables that are decided before all others; or phases and priorities, see `csp.phases`.
    order
        Which variable is decided next: one of `ORDERS`. After phases: which of those that are in
        none.
    values
        Which value is tried first: one of `VALUES`, or values by variable or by name of one.
    restart
        The number of failures after which the search restarts; 0 for never.
    sequence
        How long the runs after that are: one of `SEQUENCES`; or ("geometric", base), where each
        run is `base` times as long as the one before.

    Raises
    ------
    ModelError
        If a name is unknown, `restart` is no number of failures, or `decide` has phases and
        variables.

    Examples
    --------
    >>> Branching(order="input").given
    ('order',)
    >>> Branching(order="Last-Conflict").order
    'last conflict'
    >>> Branching(sequence="none")
    Traceback (most recent call last):
    ...
    csp.errors.ModelError: unknown sequence 'none'; the sequences are luby, geometric, linear, \
constant
    """

    decide: Iterable[Any] | None = None
    order: str | None = None
    values: str | Mapping[Any, int] | None = None
    restart: int | None = None
    sequence: str | tuple[str, float] | None = None

    def __post_init__(self) -> None:
        self._resolve_name("order", "order", ORDERS)
        if not isinstance(self.values, Mapping):
            self._resolve_name("values", "value order", VALUES)
        if isinstance(self.sequence, tuple):
            self._check_base(self.sequence)
        else:
            self._resolve_name("sequence", "sequence", SEQUENCES)
        restart = self.restart
        if restart is not None and (
            isinstance(restart, bool) or not isinstance(restart, int) or restart < 0
        ):
            raise ModelError(
                f"restart is {shown(restart)}: it must be a whole number, and not negative"
            )
        if self.decide is not None:
            self._list_variables(self.decide)

    def _list_variables(self, decide: Iterable[Any]) -> None:
        """Keep the variables of `decide` as a list, as several engines read them."""
        if isinstance(decide, set | frozenset):
            raise ModelError(
                f"decide is {decide!r}: a set has no order, and the first variables are decided "
                "first; give a list"
            )
        given = tuple(listed(decide, "the variables of decide"))
        is_step = [isinstance(each, Step) for each in given]
        if any(is_step) and not all(is_step):
            raise ModelError("decide has phases and variables: give a phase for the variables, too")
        object.__setattr__(self, "decide", given)

    @staticmethod
    def _check_base(sequence: tuple[Any, ...]) -> None:
        """Raise ModelError if a sequence with a base is not what it must be."""
        base = sequence[1] if len(sequence) == 2 and sequence[0] == "geometric" else None
        if isinstance(base, bool) or not isinstance(base, int | float) or not 1 <= base <= 1000:
            raise ModelError(
                f'sequence is {shown(sequence)}: one with a base is ("geometric", base), and the '
                "base is a number from 1 to 1000"
            )

    def _resolve_name(self, field: str, kind: str, known: tuple[str, ...]) -> None:
        """Replace the name in a field by the known one that it is a spelling of."""
        name = getattr(self, field)
        if name is not None:
            object.__setattr__(self, field, find_name(kind, name, known, ModelError))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The phases and priorities by which variables are decided first; none for variables."""
        given = self.decide
        has_steps = isinstance(given, tuple) and given and isinstance(given[0], Step)
        return given if has_steps else ()  # type: ignore[return-value]

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the fields that are not left to the default."""
        return tuple(name for name in BRANCHING if getattr(self, name) is not None)

    @property
    def controls(self) -> tuple[str, ...]:
        """The given fields that only propagation supports: values to begin with are none."""
        is_start = isinstance(self.values, Mapping)
        return tuple(name for name in self.given if not (name == "values" and is_start))


DEFAULT = Branching()
BRANCHING = tuple(field.name for field in fields(Branching))
PLAIN = ("seed", *(field.name for kind in (Limits, Parallel) for field in fields(kind)))
"""The keywords of a verb that any search has, but for the method."""

UpTo: TypeAlias = "Symmetries | Literal['all'] | None"
"""The symmetries up to which solutions count as one; "all" for all that are found."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """The request of a search of a model, with all arguments checked.

    Parameters
    ----------
    search
        The request without what is specific to models; its method is "auto" or one of `ENGINES`.
    branching
        How propagation branches.
    solver
        The name of another program that searches instead of a method, or None.
    objective
        The expression that is to be least, or None.
    is_for_one
        Whether one solution, or the proof of its uniqueness, is wanted: the defaults of `branching`
        depend on it.
    up_to
        The symmetries up to which solutions count as one: "all", or a `csp.Symmetries`; or None.
    bound
        How a bound of the objective is found before the search: one of `BOUNDS`, or None.
    sign
        1, or -1 where the objective is the negative of what the caller wants to be greatest.
    log
        Whether the search is logged.
    assumptions
        Conditions that clause learning assumes; None where no search with assumptions is wanted.
    is_free
        Whether the controls of branching are for one engine of the portfolio only.

    Examples
    --------
    >>> request = ModelRequest(branching=Branching(order="input"))
    >>> request.search.method, request.solver, request.branching.order
    ('auto', None, 'input')
    """

    search: Request = ALL
    branching: Branching = DEFAULT
    solver: str | None = None
    objective: Any = None
    is_for_one: bool = False
    up_to: UpTo = None
    bound: str | None = None
    sign: int = 1
    log: bool = False
    assumptions: tuple[Any, ...] | None = None
    is_free: bool = False

    def __post_init__(self) -> None:
        if self.bound is not None:
            name = find_name("bound", self.bound, BOUNDS, ModelError)
            object.__setattr__(self, "bound", name)
            if self.solver is not None:
                raise ModelError(f"bound is for our own search: {self.solver} finds its own")
        if not self.is_free and any(isinstance(s, Neighbourhood) for s in self.branching.steps):
            raise ModelError('a neighbourhood in decide is for method="free"')
        if not isinstance(self.log, bool):
            raise ModelError(f"log is {self.log!r}: it must be True or False")

    @classmethod
    def of(cls, goal: Goal, given: Mapping[str, Any], **more: Any) -> ModelRequest:
        """Return the request of a verb that has a keyword for each thing that may be asked.

        Parameters
        ----------
        goal
            What the verb is for.
        given
            The arguments of the verb by their names, as ``locals()`` returns them in its first
            line; names that a request does not know are left to the verb.
        more
            The fields that follow from other things than such keywords.

        Raises
        ------
        ModelError, ProblemError
            If an argument is wrong.

        Examples
        --------
        >>> request = ModelRequest.of(Goal.COUNT, {"limit": 3, "order": "input"}, sign=-1)
        >>> request.search.limits.limit, request.branching.given, request.sign
        (3, ('order',), -1)
        """
        solver = given.get("solver")
        plain = {name: given.get(name) for name in PLAIN}
        method = method_name(given.get("method"), solver)
        is_free = method == FREE
        search = Request.of(goal, plain | {"method": "auto" if is_free else method})
        branching = Branching(*map(given.get, BRANCHING))
        named = {name: given[name] for name in ("up_to", "bound", "log") if name in given}
        return cls(search, branching, solver, is_free=is_free, **named, **more)

    @property
    def freed(self) -> ModelRequest:
        """The request without the controls of branching that are for one engine only."""
        if not self.is_free:
            return self
        branching = self.branching
        if branching.controls:
            is_start = isinstance(branching.values, Mapping) and self.objective is not None
            branching = Branching(values=branching.values if is_start else None)
        return replace(self, branching=branching, is_free=False)

    @property
    def controls(self) -> tuple[str, ...]:
        """The controls of branching that all of the search has, and only propagation supports."""
        return () if self.is_free else self.branching.controls

    @property
    def is_raced(self) -> bool:
        """Whether workers race with engines that exchange what they know; see `csp.parallel.race`.

        Else they search tasks: where all solutions are wanted, where propagation is asked for or
        has controls, and where the search is to be kept in a file or to run in processes.
        """
        parallel, method = self.search.parallel, self.search.method
        if parallel is None or self.solver is not None:
            return False
        if method in RACING:
            return True
        is_plain = parallel.kept is None and parallel.executor is None and self.bound is None
        is_for_one = self.objective is not None or self.search.is_for_few
        return method == "auto" and is_plain and is_for_one and not self.controls


def method_name(method: str | None, solver: str | None) -> str:
    """Return the name of a method, which is "auto" where none is given, or `FREE`.

    Raises
    ------
    ModelError
        If there is no such method, or a solver is given too.

    Examples
    --------
    >>> method_name("Exact cover", None), method_name(None, "sat")
    ('exact_cover', 'auto')
    """
    if method is None:
        return "auto"
    if solver is not None:
        raise ModelError(f"method is {method!r} and solver is {solver!r}: give one of them")
    return ENGINES.find(method, ("auto", FREE))
