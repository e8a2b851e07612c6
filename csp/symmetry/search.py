"""The search for one solution of each class of symmetric solutions, and the number of classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress, takewhile

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.model import Model
from csp.model.sparse import values_of_rows
from csp.request import ModelRequest
from csp.symmetry.finding import symmetries
from csp.symmetry.lex_leader import MOST_LEADERS, chosen_elements, leader_of, simple_part
from csp.symmetry.symmetries import MOST_ELEMENTS, Symmetries
from csp.verbs.model_search import begin
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.interrupts import interrupts
from exactcover.runtime.search.limits import Stop, Watch, is_due
from exactcover.runtime.search.protocol import UNLIMITED
from exactcover.runtime.search.result import Statistics

Literals = NDArray[np.intp]
Chooser = Callable[[Literals], Sequence[bool]]
"""A function of solutions, a row of sorted literals each, that chooses one of each class.

It returns less than it gets where the search must stop.
"""


class ClassSearch:
    """A search up to symmetry; see `exactcover.verbs.cover_search.Searching`.

    Lex-leader constraints are posted for the symmetries that take each variable's literals to those
    of one variable. Of the solutions that are left, those that are the least of their class, or the
    first of it, are chosen.

    Parameters
    ----------
    model
        The model.
    request
        The request; its `up_to` is the group, or "all".

    Attributes
    ----------
    complete
        Whether all classes were found.
    stopped
        Why the search ended before that; None while it may continue.
    interrupted
        Whether Ctrl-C ended the last call.

    Raises
    ------
    ModelError
        If the group is that of another model, or the request asks for what is not possible up to
        symmetry.
    """

    def __init__(self, model: Model, request: ModelRequest) -> None:
        _check(model, request)
        self._model = model
        self._request = request
        self._limit = request.search.limits.limit
        self._found = 0
        self._is_broken = False
        self._group: Symmetries | None = None
        self._chooser: Chooser | None = None
        self.complete = False
        self.stopped: Stop | None = None
        self.interrupted = False
        limits = replace(request.search.limits, limit=UNLIMITED)
        inner = replace(request, search=replace(request.search, limits=limits), up_to=None)
        self._watch = Watch(limits.time_limit, limits.cancel)
        self._waiting: list[list[int]] = []
        """The solutions that were found, but not looked at before the search had to stop."""
        with self._watch.running():
            self._search, self._solved = begin(self._broken_model, inner)

    @property
    def origins(self) -> list[int]:
        """The least value of each variable."""
        return self._solved.origins

    def count(self) -> int:
        """Return the number of classes; of a search that was stopped, a lower bound."""
        if self._limit == UNLIMITED and self._group and self._is_broken:
            self._found = self._search.count()
            self._note()
            return self._found
        while self.collect() and not self.interrupted:
            pass
        return self._found

    def collect(self) -> list[list[int]]:
        """Search until there are some more classes; return a solution of each, or none."""
        found: list[list[int]] = []
        while not found:
            self.interrupted = False
            if self.complete or self.stopped:
                return []
            if self._found >= self._limit:
                self.end(Stop.LIMIT)
                return []
            with interrupts() as is_interrupted, self._watch.running():
                # Ctrl-C is recorded, or what was found would be lost.
                rows = self._waiting or self._search.collect()
                self._note()
                found, self._waiting = self._chosen(rows)
                if self._waiting:
                    self.complete = False
                    if (why := self._watch.stop) is not None:
                        self.end(why)
            self.interrupted |= is_interrupted()
            if self.interrupted or (not rows and not found):
                break
        room = self._limit - self._found
        if len(found) > room:
            self.complete = False
            self.stopped = Stop.LIMIT
        self._found += len(found[:room])
        return found[:room]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more classes; return a solution of each as an array."""
        found = np.array(self.collect(), dtype=np.uint32).reshape(-1, len(self._model.unknowns))
        return found, np.full(len(found), found.shape[1], dtype=np.uint32)

    def end(self, why: Stop) -> None:
        """Stop the search for good, unless it has ended."""
        if not self.complete and self.stopped is None:
            self.stopped = why

    @property
    def statistics(self) -> Statistics:
        """The statistics of the search, with the number of classes."""
        return replace(self._search.statistics, solutions=self._found)

    def _broken_model(self) -> Model:
        """Return the model with lex-leader constraints; it also finds the group."""
        up_to = self._request.up_to
        group = up_to if isinstance(up_to, Symmetries) else symmetries(self._model)
        leaders = []
        request = self._request
        uses_propagation = request.solver is None and request.search.method != "exact_cover"
        if uses_propagation and not group.unproved and _has_one_order(group):
            simple = simple_part(group)
            elements = chosen_elements(simple, MOST_LEADERS)
            leaders = [leader_of(group, element) for element in elements]
            self._is_broken = len(elements) == group.order - 1
        self._group = group
        self._chooser = _chooser(group)
        return self._model.with_constraints(leaders)

    def _chosen(self, rows: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
        """Return the solutions that stand for their classes, and those not looked at in time."""
        if not rows or self._chooser is None or self._group is None:
            return rows, []
        numbers = np.array(rows) + np.array(self.origins)
        literals = self._group.literals_of_rows(values_of_rows(self._model.tables, numbers))
        if self._group.unproved:
            for own in literals:
                self._group.check_images(own)
        is_chosen = self._chooser(literals)
        return [*compress(rows, is_chosen)], rows[len(is_chosen) :]

    def _note(self) -> None:
        self.interrupted = self._search.interrupted
        self.complete = self._search.complete
        if self._search.stopped:
            self.end(self._search.stopped)


def _has_one_order(group: Symmetries) -> bool:
    """Return whether the classes are told apart by their least solutions, or by a form."""
    return group.order <= MOST_ELEMENTS or group.has_forms


def _chooser(group: Symmetries) -> Chooser:
    """Return the function that chooses one solution of each class."""
    if group.order <= MOST_ELEMENTS:
        elements = group.elements[(group.elements != group.group.identity).any(axis=1)]
        return lambda rows: _are_least(elements, rows)
    seen: set[bytes] = set()

    def is_new(row: Literals) -> bool:
        key = group.form(row) if group.has_forms else row.tobytes()
        if key in seen:
            return False
        seen.update([key] if group.has_forms else group.orbit(row))
        return True

    # A form may take a second, where there are many values.
    return lambda rows: [is_new(row) for row in takewhile(lambda _: not is_due(), rows)]


def _are_least(elements: NDArray[np.intp], rows: Literals) -> list[bool]:
    """Return for each solution whether no element takes it to one before it in sorted order."""
    left = np.arange(len(rows))
    for element in elements:
        if not len(left):
            break
        own = rows[left]
        difference = np.sort(element[own], axis=1) - own
        first = (difference != 0).argmax(axis=1)
        left = left[difference[np.arange(len(own)), first] >= 0]
    found = np.zeros(len(rows), dtype=np.bool_)
    found[left] = True
    return found.tolist()


def _check(model: Model, request: ModelRequest) -> None:
    """Raise ModelError for what is not possible up to symmetry."""
    up_to = request.up_to
    if isinstance(up_to, Symmetries):
        if not up_to.is_of(model):
            raise ModelError(
                "up_to= has the symmetries of another model, or of this one before it was changed"
            )
    elif up_to != "all":
        raise ModelError(f'up_to is {up_to!r}: it must be "all" or what symmetries() returns')
    parallel = request.search.parallel
    if parallel is not None and parallel.kept is not None:
        raise ModelError("a search up to symmetry keeps no checkpoint")
