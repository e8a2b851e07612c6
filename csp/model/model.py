"""Models: variables and the constraints on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING, Any, overload
from uuid import uuid4

import numpy as np

from csp.errors import ModelError, RangeError, depth_refused
from csp.model.arguments import domain_of_values, empty_array, flat
from csp.model.array import VariableArray
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Variable
from csp.model.methods import Verbs
from csp.model.posted_records import LEAST_WIDE, Mask, Span
from csp.model.rows import Rows
from csp.model.sparse import Sparse
from exactcover.runtime.formatting import shown
from exactcover.runtime.methods import Method
from exactcover.runtime.reading_budget import spend
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.work import limited

if TYPE_CHECKING:
    from csp.bridges.to_cover import Cover
    from csp.formats.dimacs import to_dimacs as _to_dimacs
    from csp.formats.flatzinc.writer import to_flatzinc as _to_flatzinc
    from csp.formats.opb import to_opb as _to_opb
    from csp.kernels.state import State
    from csp.phases import Step
    from exactcover.problem.problem import Problem
    from exactcover.runtime.search.request import ProgressLike


NO_NAMES: Mapping[str, None] = {}


class Model(Verbs):
    """A model: integer variables and constraints on them.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> m = Model()
    >>> q = m.variables(8, range(8), name="q")
    >>> m.post(all_different(q))
    >>> m.post(all_different([v + i for i, v in enumerate(q)]))
    >>> m.post(all_different([v - i for i, v in enumerate(q)]))
    >>> m.count()
    92
    >>> m.solve().solution[q]
    array([0, 4, 7, 5, 2, 6, 1, 3])
    """

    def __init__(self) -> None:
        self.key = uuid4().hex
        self._variables: list[Variable] = []
        self._names: dict[str, int] = {}
        self._constraints: list[Constraint] = []
        self._contradictions: list[Constraint] = []
        self._labels: dict[Constraint, str] = {}
        self.tables: dict[int, tuple[int, ...]] = {}
        self._builder: Builder | None = None
        self.layout: State | None = None
        self.fits: bool | None = None
        # The portfolio has one more engine "as given", which follows these phases, unless a verb
        # is given controls of branching.
        self.advised_phases: tuple[Step, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        # What was built has addresses of this process, and can be built again.
        return self.__dict__ | {"_builder": None, "layout": None}

    def __copy__(self) -> Model:
        found = type(self).__new__(type(self))
        vars(found).update(vars(self))
        found._variables, found._names = list(self._variables), dict(self._names)
        found.tables = dict(self.tables)
        found._constraints = list(self._constraints)
        found._contradictions = list(self._contradictions)
        found._labels = dict(self._labels)
        found._builder = self.builder.copied(found._variables)
        return found

    def variable(
        self, values: Iterable[int], name: str | None = None, *, bounds_only: bool = False
    ) -> Variable:
        """Add a variable to the model and return it.

        Parameters
        ----------
        values
            The values that it may have, in any order; for example `range(n)`. Of more than a
            million values that follow each other, up to `range(2**32)`, only the bounds are kept;
            up to 4096 values may lie as far apart as you like, below 2**62.
        name
            Its name; by default the first of x0, x1 and so on that is free.

        bounds_only
            Whether only the bounds are kept of fewer values that follow each other, if there are
            more than 65,536. Then they need no memory, but a constraint that needs single values
            refuses the variable.

        Raises
        ------
        ModelError
            If there are no values, a value is not a whole number, there are too many values,
            or the name is taken or is not a string.

        Examples
        --------
        >>> Model().variable([5, 1, 3], name="x").values
        [1, 3, 5]

        A length of up to a kilometre in millimetres:

        >>> model = Model()
        >>> length = model.variable(range(1_000_001), "length")
        >>> model.post(length * length <= 2 * 10**11)
        >>> model.maximize(length).value
        447213
        """
        label = self._name(name, len(self._variables))
        least, mask = domain_of_values(values, label)
        if bounds_only and isinstance(mask, int) and mask >> LEAST_WIDE:
            n = mask.bit_length()
            mask = mask if mask & (mask + 1) else Span(n - 1)
        [variable] = self._add([label], [(least, mask)])
        return variable

    @overload
    def variables(
        self, shape: int | tuple[int], values: Iterable[int], name: str | None = None
    ) -> VariableArray[Variable]: ...
    @overload
    def variables(
        self, shape: tuple[int, int], values: Iterable[int], name: str | None = None
    ) -> VariableArray[VariableArray[Variable]]: ...
    @overload
    def variables(
        self, shape: int | tuple[int, ...], values: Iterable[int], name: str | None = None
    ) -> VariableArray[Any]: ...
    def variables(
        self, shape: int | tuple[int, ...], values: Iterable[int], name: str | None = None
    ) -> VariableArray[Any]:
        """Add an array of variables with the same values to the model.

        Parameters
        ----------
        shape
            The number of variables, or the shape of the array.
        values
            The values that each may have.
        name
            The name of the array: its variables are name[0], name[1] and so on.

        Returns
        -------
        A numpy array of objects: it can be sliced, transposed and raveled. Operators apply to all
        variables at once: `x + 1` is an array of expressions, and `x == 1` one of constraints. An
        index may be an expression: `x[y]` is an `element`.

        Raises
        ------
        ModelError
            As for `variable`.

        Examples
        --------
        >>> x = Model().variables((2, 3), range(9), name="x")
        >>> x[1, 2], x[:, 0].sum()
        (x[1, 2], x[0, 0] + x[1, 0])
        """
        array = empty_array(shape)
        names: list[str | None] = [None] * array.size
        if name is not None:
            names = [f"{name}[{', '.join(map(str, place))}]" for place in np.ndindex(array.shape)]
        array.ravel()[:] = self.named_variables(names, values)
        return array

    def named_variables(self, names: Iterable[str | None], values: Iterable[int]) -> list[Variable]:
        """Add a variable for each name, all with the same values, to the model.

        Parameters
        ----------
        names
            The names; instead of one there may be None, as for `variable`.
        values
            The values that each may have.

        Returns
        -------
        The variables, in the order of their names. They are added all or, if there is an error,
        none.

        Raises
        ------
        ModelError
            As for `variable`.

        Examples
        --------
        >>> model = Model()
        >>> x, y, z = model.named_variables(["x", "y", "z"], range(5))
        >>> model.post(x + y == z)
        >>> model.count()
        15
        """
        labels = self._free_names(names)
        if not labels:
            return []
        return self._add(labels, [domain_of_values(values, labels[0])] * len(labels))

    def ranged_variables(self, ranges: Mapping[str, range]) -> list[Variable]:
        """Add a variable for each name, with the values of its range, to the model.

        Parameters
        ----------
        ranges
            Name -> the values.

        Returns
        -------
        The variables, in the order of their names. They are added all or, if there is an error,
        none.

        Raises
        ------
        ModelError
            As for `variable`, or if something else is given than ranges.

        Examples
        --------
        >>> model = Model()
        >>> x, y = model.ranged_variables({"x": range(3), "y": range(5, 7)})
        >>> x.values, y.values
        ([0, 1, 2], [5, 6])
        """
        if not isinstance(ranges, Mapping):
            raise ModelError(f"the ranges are {shown(ranges)}: they must be a dictionary")
        labels = self._free_names(ranges)
        known: dict[range, tuple[int, Mask | list[int]]] = {}
        domains = []
        for name, values in ranges.items():
            if not isinstance(values, range):
                raise ModelError(f"the values of {name} are {shown(values)}: they must be a range")
            if values not in known:
                known[values] = domain_of_values(values, name)
            domains.append(known[values])
        return self._add(labels, domains)

    def bool_var(self, name: str | None = None) -> Variable:
        """Add a variable with the values 0 and 1 to the model and return it.

        Parameters
        ----------
        name
            Its name; by default the first of x0, x1 and so on that is free.

        Raises
        ------
        ModelError
            If the name is taken or is not a string.

        Examples
        --------
        >>> model = Model()
        >>> rain, wet = model.bool_var("rain"), model.bool_var("wet")
        >>> model.post(rain >> wet, rain | ~wet)
        >>> model.count()
        2
        """
        return self.variable(range(2), name)

    @overload
    def bool_vars(
        self, shape: int | tuple[int], name: str | None = None
    ) -> VariableArray[Variable]: ...
    @overload
    def bool_vars(
        self, shape: tuple[int, int], name: str | None = None
    ) -> VariableArray[VariableArray[Variable]]: ...
    @overload
    def bool_vars(
        self, shape: int | tuple[int, ...], name: str | None = None
    ) -> VariableArray[Any]: ...
    def bool_vars(
        self, shape: int | tuple[int, ...], name: str | None = None
    ) -> VariableArray[Any]:
        """Add an array of variables with the values 0 and 1 to the model.

        Parameters
        ----------
        shape, name
            As for `variables`.

        Returns
        -------
        An array as that of `variables`.

        Raises
        ------
        ModelError
            As for `bool_var`.

        Examples
        --------
        >>> model = Model()
        >>> bits = model.bool_vars(4, "bit")
        >>> model.post(bits.sum() == 2, bits[0] >> bits[1])
        >>> model.count()
        4
        """
        return self.variables(shape, range(2), name)

    def with_constraints(
        self,
        *constraints: Constraint | Iterable[Any],
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> Model:
        """Return a model with the same variables and further constraints; this one does not change.

        So a question such as "what if x were 3?" needs no second model: the variables are shared,
        and solutions of the new model can be indexed by them.

        Parameters
        ----------
        constraints, time_limit, cancel, progress
            As for `post`.

        Raises
        ------
        ModelError
            As for `post`.

        Examples
        --------
        >>> model = Model()
        >>> x, y = model.variables(2, range(4), name="xy")
        >>> model.post(x < y)
        >>> model.with_constraints(x == 2).count(), model.count()
        (1, 6)
        """
        found = copy(self)
        found.post(*constraints, time_limit=time_limit, cancel=cancel, progress=progress)
        return found

    def with_only(self, constraints: Iterable[Constraint]) -> Model:
        """Return a model with the same variables and these constraints in place of its own.

        Parameters
        ----------
        constraints
            The constraints, most often some of those of this model.
        """
        found = self.with_constraints()
        found._builder, found._constraints = None, list(constraints)
        kept = set(map(id, found._constraints))
        found._contradictions = [each for each in self._contradictions if id(each) in kept]
        return found

    def owns(self, variable: Variable) -> bool:
        """Return whether a variable is one of this model, or of the one that it was made from."""
        own = self._variables
        return variable.index < len(own) and own[variable.index] is variable

    def post(
        self,
        *constraints: Constraint | Expression | bool | np.bool_ | Iterable[Any],
        name: str | None = None,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> None:
        """Post constraints: they must hold in all solutions.

        A constraint that no values satisfy is not an error: then the model has no solution, and
        the constraint is in `contradictions`.

        The functions that state constraints, such as `all_different`, take no limits: their work is
        linear in their arguments. The tables and automata that a constraint needs are built here,
        under these limits.

        Parameters
        ----------
        constraints
            Constraints, and nested lists, arrays, Series and data frames of constraints. An
            expression that is 0 or 1 must be 1; True and False are constraints, too, but an array
            of them is refused: it has lost its variables. A list of them is what comparisons of
            numbers give, as in a loop over data, so it is taken.
        name
            A name for them all, by which `explain_infeasible` mentions them.
        time_limit, cancel, progress
            As for `csp.solve`: to build the tables of some constraints takes long.

        Raises
        ------
        ModelError
            If something is not a constraint, or has a variable of another model; or if the name is
            not a string. Then nothing is posted.
        exactcover.UnfinishedError
            If the time limit or `cancel` stops it. Then nothing is posted, either.
        """
        if name is not None and not isinstance(name, str):
            raise ModelError(f"the name of constraints is {shown(name)}: it must be a string")
        given = time_limit, cancel, progress
        mark = None
        try:
            # To prepare for limits takes as long as to post a comparison.
            with nullcontext() if given == (None, None, None) else limited("the model", *given):
                posted = list(flat(constraints))
                builder = self.builder
                mark = len(self._constraints), len(self._contradictions), builder.mark()
                with depth_refused():
                    self._check_owned(posted)
                    impossible = [
                        one for each in watched(posted) for one in self._impossible(builder, each)
                    ]
            self.layout = self.fits = None
            self._constraints += posted
            self._contradictions += impossible
            if name is not None:
                self._labels.update(dict.fromkeys(posted, name))
        except BaseException:  # also Ctrl-C, wherever it comes
            if mark is not None:
                n_constraints, n_contradictions, built = mark
                builder.return_to(built)
                self._forget(n_constraints, n_contradictions)
            raise

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Drop the variables and the constraints that were added meanwhile, if an error comes.

        Examples
        --------
        >>> model = Model()
        >>> with model.adding():
        ...     x = model.variable(range(3))
        ...     model.post(x == y)
        Traceback (most recent call last):
        ...
        NameError: name 'y' is not defined
        >>> len(model.unknowns)
        0
        """
        n_variables, n_constraints = len(self._variables), len(self._constraints)
        n_contradictions = len(self._contradictions)
        try:
            yield
        except BaseException:
            if len(self._constraints) > n_constraints:
                self._builder = None  # built again when it is needed
                self._forget(n_constraints, n_contradictions)
            self._drop(n_variables)
            raise

    def _forget(self, n_constraints: int, n_contradictions: int) -> None:
        """Keep the first constraints and contradictions only, and no layout of others."""
        del self._constraints[n_constraints:], self._contradictions[n_contradictions:]
        self.layout = self.fits = None

    def _drop(self, n: int) -> None:
        """Keep the first n variables only."""
        for each in self._variables[n:]:
            self._names.pop(each.name, None)
            self.tables.pop(each.index, None)
        del self._variables[n:]
        if self._builder is not None:
            self._builder.see_only(n)

    def _name(self, name: str | None, number: int, others: Mapping[str, None] = NO_NAMES) -> str:
        """Return the name of a variable with a number, or the first from that number that is free.

        `others` are names that will be taken together with it.
        """
        if name is None:
            name = f"x{number}"
            while name in self._names or name in others:
                number += 1
                name = f"x{number}"
        elif not isinstance(name, str):
            raise ModelError(f"the name of a variable is {shown(name)}: it must be a string")
        elif name in self._names or name in others:
            raise ModelError(f"there is already a variable {name}")
        return name

    def _free_names(self, names: Iterable[str | None]) -> list[str]:
        """Return names of new variables, after checking that none is taken."""
        found: dict[str, None] = {}
        for number, name in enumerate(watched(names, every=1024), len(self._variables)):
            found[self._name(name, number, found)] = None
        return [*found]

    def _add(
        self, names: Sequence[str], domains: Sequence[tuple[int, Mask | list[int]]]
    ) -> list[Variable]:
        """Add variables, whose names and values were checked."""
        first = len(self._variables)
        spend("values", sum(_n_kept(mask) for _, mask in domains))
        made: list[Variable] = [
            Sparse(self, k, name, mask)
            if type(mask) is list
            else Variable(self, k, name, least, mask)  # type: ignore[arg-type]
            for k, (name, (least, mask)) in enumerate(zip(names, domains, strict=True), first)
        ]
        try:
            self._variables += made
            for each in made:
                self._names[each.name] = each.index
                if isinstance(each, Sparse):
                    self.tables[each.index] = tuple(each.values)
        except BaseException:  # Ctrl-C
            self._drop(first)
            raise
        self.layout = None
        return made

    def _check_owned(self, constraints: Sequence[Constraint]) -> None:
        """Raise ModelError if a constraint has a variable of another model."""
        of_each = (each.variables() for each in watched(constraints))
        if not all(map(self.owns, set(chain.from_iterable(of_each)))):
            for each in constraints:
                for variable in each.variables():
                    if not self.owns(variable):
                        raise ModelError(f"{each!r}: {variable!r} belongs to another model")

    def _impossible(self, builder: Builder, constraint: Constraint) -> list[Constraint]:
        """Post to a builder; return the constraint, or those of its rows, that is impossible."""
        if isinstance(constraint, Rows):
            return constraint.post(builder, partial(self._build, builder))
        return [] if self._build(builder, constraint) else [constraint]

    def _build(self, builder: Builder, constraint: Constraint) -> bool:
        """Post to a builder; return whether a constraint is possible, if it were the only one."""
        was_infeasible, builder.is_infeasible = builder.is_infeasible, False
        try:
            constraint.build(builder)
        except RangeError as error:
            raise RangeError(f"{error}, in {constraint!r}") from None
        is_possible = not builder.is_infeasible
        builder.is_infeasible |= was_infeasible
        if not is_possible:
            alone = Builder(self._variables)
            constraint.build(alone)
            is_possible = not alone.is_infeasible
        return is_possible

    @property
    def builder(self) -> Builder:
        """The builder of all constraints that were posted; each is built once."""
        builder = self._builder
        if builder is None:
            builder = Builder(self._variables)
            for constraint in watched(self._constraints):
                constraint.build(builder)
            # Not before: another thread, or a later verb after a limit, would take a part for all.
            self._builder = builder
        return builder

    def trial(self) -> Builder:
        """Return a builder without constraints, which also knows variables that are added later."""
        return Builder(self._variables)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The posted constraints, in order."""
        return tuple(
            one
            for each in self._constraints
            for one in (each.constraints() if isinstance(each, Rows) else (each,))
        )

    @property
    def n_constraints(self) -> int:
        """The number of posted constraints."""
        return sum(len(c) if isinstance(c, Rows) else 1 for c in self._constraints)

    @property
    def groups(self) -> dict[str, tuple[Constraint, ...]]:
        """The posted constraints by name; one without a name has its text, which is made unique.

        Examples
        --------
        >>> model = Model()
        >>> x, y = model.variables(2, range(4), name="xy")
        >>> model.post(x < y, x != 1, name="first")
        >>> model.post(y != 2)
        >>> model.groups
        {'first': (xy[0] + 1 <= xy[1], xy[0] != 1), 'xy[1] != 2': (xy[1] != 2,)}
        """
        found: dict[str, list[Constraint]] = {}
        for constraint in self.constraints:
            text = repr(constraint)
            texts = (text if k == 1 else f"{text} #{k}" for k in count(1))
            name = self._labels.get(constraint) or next(each for each in texts if each not in found)
            found.setdefault(name, []).append(constraint)
        return {name: tuple(own) for name, own in found.items()}

    @property
    def contradictions(self) -> tuple[Constraint, ...]:
        """The constraints that no values of the variables satisfy, as found when they were posted.

        If there are any, the model has no solution. If there are none, it may have one or not.

        Examples
        --------
        >>> model = Model()
        >>> x = model.variable(range(4), "x")
        >>> model.post(2 * x == 7, x > 1)
        >>> model.contradictions, model.count()
        ((2*x == 7,), 0)
        """
        return tuple(self._contradictions)

    @property
    def names(self) -> Mapping[str, int]:
        """Name -> index of all variables."""
        return self._names

    @property
    def unknowns(self) -> tuple[Variable, ...]:
        """All variables, in order."""
        return tuple(self._variables)

    def propagate(
        self,
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> dict[Variable, Sequence[int]] | None:
        """Return the domains after propagation, or None if there is no solution; without search.

        Parameters
        ----------
        time_limit, cancel, progress
            As for `csp.solve`. They stop what comes before; propagation itself is one step.

        Raises
        ------
        exactcover.UnfinishedError
            If the time limit or `cancel` stops it.
        """
        from csp.verbs.propagate import propagated

        with limited("the propagation", time_limit, cancel, progress):
            return propagated(self)

    def to_exact_cover(
        self,
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> Cover:
        """Translate the model to an exact cover problem; see `csp.bridges.to_cover`.

        Parameters
        ----------
        time_limit, cancel, progress
            As for `csp.solve`.

        Raises
        ------
        TranslationError
            If a constraint has too many combinations of values.
        exactcover.UnfinishedError
            If the time limit or `cancel` stops it.

        Examples
        --------
        >>> model = Model()
        >>> x, y = model.variables(2, range(3), name="x")
        >>> model.post(x != y)
        >>> cover = model.to_exact_cover()
        >>> cover.problem.count(), cover.problem.labels[:3]
        (6, ('x[0]=0', 'x[0]=1', 'x[0]=2'))
        """
        from csp.bridges.to_cover import to_exact_cover

        with limited("the problem", time_limit, cancel, progress):
            return to_exact_cover(self)

    @classmethod
    def from_exact_cover(cls, problem: Problem) -> Model:
        """Translate an exact cover problem to a model; see `csp.bridges.from_cover`.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Model.from_exact_cover(Problem([["p"], ["p"], ["q"]])).count()
        2
        """
        from csp.bridges.from_cover import from_exact_cover

        return from_exact_cover(problem)

    if TYPE_CHECKING:
        to_dimacs = _to_dimacs
        to_flatzinc = _to_flatzinc
        to_opb = _to_opb
    else:
        to_dimacs = Method("csp.formats.dimacs", "to_dimacs")
        to_flatzinc = Method("csp.formats.flatzinc.writer", "to_flatzinc")
        to_opb = Method("csp.formats.opb", "to_opb")

    _repr_html_ = Method("csp.notebook", "model_html")

    def __repr__(self) -> str:
        return f"<Model: {len(self._variables)} variables, {self.n_constraints} constraints>"


def _n_kept(mask: Mask | list[int]) -> int:
    """Return the number of values, or of bits, that are kept for a domain."""
    if type(mask) is int:  # most often, and fast
        return mask.bit_length()
    return 0 if isinstance(mask, Span) else len(mask)  # type: ignore[arg-type]
