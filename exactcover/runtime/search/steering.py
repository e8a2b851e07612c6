"""How a caller steers a search for exact covers: what to branch on, what to prune, what to record.

A plain search takes none of this; `exactcover.engines.steered` is the engine that does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import isfunction
from types import CodeType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import check_truth, each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.registry import find_name
from exactcover.runtime.text_view import TextView

ORDERS = ("smallest", "input", "dom/wdeg", "last conflict", "failure rate")
"""How the item to branch on is chosen; the first four have the names of `csp`."""
OTHER_ORDERS = {"mrv": "smallest", "given": "input"}
CONSISTENCIES = ("forward", "domain")


@dataclass(frozen=True, eq=False)
class Hook(TextView):
    """A function of yours that a search calls, and the numbers that it works with.

    The function is compiled by Numba. It is called with a state, whose arrays `data`, `cells` and
    `memory` are those below and which the functions of `exactcover.hooks` read, and with a number:

    - ``choose=`` calls it with the number of options chosen so far. It returns the number of the
      item to branch on, or -1 to leave the choice to the search.
    - ``prune=`` calls it with the index of the option that was chosen last. It returns whether no
      solution has all options chosen so far, or none that is wanted.

    Parameters
    ----------
    function
        The function; may be compiled already (``numba.njit``).
    data
        Whole numbers that it reads.
    cells
        Whole numbers that it may change. When the search backs up, they become again what they
        were.
    memory
        Whole numbers that it may change, and that nothing restores. Each task of a parallel search
        has its own, which begins with these numbers.

    Raises
    ------
    ProblemError
        If something else is given.

    Examples
    --------
    No solution with two options of the same kind:

    >>> from exactcover import Hook, Problem
    >>> def has_kind_twice(state, option):
    ...     kind = state.data[option]
    ...     state.cells[kind] += 1
    ...     return state.cells[kind] > 1
    >>> problem = Problem([["p"], ["p"], ["q"], ["q"]])
    >>> kinds = Hook(has_kind_twice, data=[0, 1, 0, 1], cells=[0, 0])
    >>> [solution.indices for solution in problem.solutions(prune=kinds)]
    [(0, 3), (1, 2)]
    """

    function: Callable[..., Any]
    data: Sequence[int] | NDArray[Any] = ()
    cells: Sequence[int] | NDArray[Any] = ()
    memory: Sequence[int] | NDArray[Any] = ()

    def __post_init__(self) -> None:
        # A function that Numba has compiled has it, too.
        if not isfunction(getattr(self.function, "py_func", self.function)):
            raise ProblemError(f"the function of a hook is {self.function!r}: write it in Python")
        for name in ("data", "cells", "memory"):
            array = np.asarray(getattr(self, name))
            if array.ndim != 1 or (array.size and array.dtype.kind not in "biu"):
                raise ProblemError(
                    f"{name} of a hook must be whole numbers in an array with one dimension"
                )
            object.__setattr__(self, name, np.array(array, dtype=np.int64))

    @property
    def name(self) -> str:
        """The name of the function."""
        return getattr(self.function, "__name__", repr(self.function))

    @property
    def digest(self) -> str:
        """A digest of the name and the code of the function, and of the numbers.

        It does not cover what the function refers to: other functions, and values around it.
        """
        code = getattr(self.function, "py_func", self.function).__code__
        found = hashlib.sha256(repr((self.name, *_parts_of(code))).encode())
        for array in (self.data, self.cells, self.memory):
            found.update(repr(np.asarray(array).tolist()).encode())
        return found.hexdigest()


def _parts_of(code: CodeType) -> Iterator[object]:
    """Yield the instructions, names and constants of a function, without file names and lines."""
    yield code.co_code
    yield code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield tuple(_parts_of(constant))
        else:
            yield constant


HookLike: TypeAlias = "Hook | Callable[..., Any]"
"""A hook, or its function if it needs no numbers."""


@dataclass(frozen=True)
class Steering:
    """How a search is steered, with all arguments checked but those that depend on the problem.

    Parameters
    ----------
    choose
        How the item to branch on is chosen: one of `ORDERS`, or a hook.
    decide
        Items that are branched on before all others; or the beginning of their names.
    item_weights
        Item -> weight; the search prefers items with high weights.
    prune
        A hook that cuts branches.
    consistency
        One of `CONSISTENCIES`.
    profile
        Whether the statistics have a profile of the search tree.

    Examples
    --------
    >>> Steering(choose="MRV").order, Steering(choose="dom_wdeg").order
    ('smallest', 'dom/wdeg')
    >>> Steering(consistency="arc")
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: unknown consistency 'arc'; the consistencies are \
forward, domain
    """

    choose: str | HookLike | None = None
    decide: Iterable[Any] | str | None = None
    item_weights: Mapping[Any, float] | None = None
    prune: HookLike | None = None
    consistency: str | None = None
    profile: bool = False

    def __post_init__(self) -> None:
        put = object.__setattr__
        if isinstance(self.choose, str):
            put(self, "choose", find_name("order", self.choose, ORDERS, others=OTHER_ORDERS))
        elif self.choose is not None:
            put(self, "choose", _hook("choose", self.choose))
        if self.prune is not None:
            put(self, "prune", _hook("prune", self.prune))
        if self.decide is not None and not isinstance(self.decide, str):
            put(self, "decide", tuple(each_of("decide", self.decide)))
        if self.item_weights is not None and not isinstance(self.item_weights, Mapping):
            raise ProblemError(
                f"item_weights is {self.item_weights!r}: give a mapping from item to number"
            )
        if self.consistency is not None:
            name = find_name("consistency", self.consistency, CONSISTENCIES)
            put(self, "consistency", name)
        check_truth("profile", self.profile)

    @classmethod
    def of(cls, **given: Any) -> Steering | None:
        """Return how a search is steered; None where nothing is given."""
        if all(value is None or value is False for value in given.values()):
            return None
        return cls(**given)

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the arguments that were given."""
        return tuple(f.name for f in fields(self) if getattr(self, f.name) not in (None, False))

    @property
    def has_hooks(self) -> bool:
        """Whether functions of the caller take part."""
        return self.chooser is not None or self.pruner is not None

    def facts(self) -> dict[str, Any]:
        """Return the entries that identify how a search is steered, for the checkpoint of a run."""
        weights = {} if self.item_weights is None else self.item_weights
        return {
            "choose": self.chooser.digest if self.chooser else self.order,
            "decide": None if self.decide is None else repr(self.decide),
            "item_weights": sorted((repr(item), float(weight)) for item, weight in weights.items()),
            "prune": self.pruner.digest if self.pruner else None,
            "consistency": self.consistency or CONSISTENCIES[0],
            "profile": self.profile,
        }

    @property
    def order(self) -> str:
        """The name of the order in which items are chosen, where no hook chooses them."""
        return self.choose if isinstance(self.choose, str) else ORDERS[0]

    @property
    def chooser(self) -> Hook | None:
        """The hook that chooses items."""
        return self.choose if isinstance(self.choose, Hook) else None

    @property
    def pruner(self) -> Hook | None:
        """The hook that cuts branches."""
        return self.prune if isinstance(self.prune, Hook) else None

    @property
    def keeps_consistency(self) -> bool:
        """Whether options without support are removed at every node."""
        return self.consistency == "domain"

    def first_items(self, primary: Sequence[Any]) -> list[int]:
        """Return the numbers of the primary items that are branched on first.

        Raises
        ------
        ProblemError
            If one of them is no primary item, or no item's name begins so.
        """
        if self.decide is None:
            return []
        if isinstance(self.decide, str):
            found = [
                k
                for k, item in enumerate(primary)
                if isinstance(item, str) and item.startswith(self.decide)
            ]
            if not found:
                raise ProblemError(f"decide: no primary item has a name with {self.decide!r} first")
            return found
        number = {item: k for k, item in enumerate(primary)}
        return [_number_of("decide", item, number) for item in self.decide]

    def weights_of(self, primary: Sequence[Any]) -> NDArray[np.float64]:
        """Return the weights of the primary items, 1 where none is given.

        Raises
        ------
        ProblemError
            If an item is not primary, or a weight is no positive number.
        """
        weights = np.ones(len(primary))
        number = {item: k for k, item in enumerate(primary)} if self.item_weights else {}
        for item, weight in (self.item_weights or {}).items():
            if (
                isinstance(weight, bool)
                or not isinstance(weight, int | float | np.integer | np.floating)
                or not 0 < weight <= sys.float_info.max
            ):
                raise ProblemError(
                    f"the weight of {shown(item)} is {shown(weight)}: give a positive number"
                )
            weights[_number_of("item_weights", item, number)] = weight
        return weights


def _hook(name: str, given: Any) -> Hook:
    """Return a hook, which may be given as its function."""
    if isinstance(given, Hook):
        return given
    if not isfunction(getattr(given, "py_func", given)):
        also = f"one of {', '.join(ORDERS)}, " if name == "choose" else ""
        raise ProblemError(f"{name} is {given!r}: give {also}a function or an exactcover.Hook")
    return Hook(given)


def _number_of(name: str, item: Any, number: Mapping[Any, int]) -> int:
    """Return the number of a primary item."""
    try:
        return number[item]
    except (KeyError, TypeError):
        raise ProblemError(
            f"{name} has {shown(item)}: it is no primary item of the problem"
        ) from None
