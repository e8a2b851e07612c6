"""`FamilyProblem`: exact cover problems whose options come as diagrams, not one by one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactcover.diagrams.algebra.operations import check_same_problem, family
from exactcover.diagrams.algebra.orders import given_order, order_of
from exactcover.diagrams.base import MAX_BYTES
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.exchange.graphillion import from_graphillion
from exactcover.diagrams.families.covers import Cover, FamilyCovers
from exactcover.diagrams.families.layers import Layers
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import check_number, check_path, check_whole, each_of
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView

if TYPE_CHECKING:
    from typing import Unpack

    from exactcover.diagrams.operators import Within
    from exactcover.runtime.kernels.types import U32
    from exactcover.runtime.search.limits import Flag

MOST_WRITTEN = 1_000_000
"""The most options that `FamilyProblem.to_problem` writes out by default."""


class FamilyProblem(TextView):
    """An exact cover problem whose options are families of sets of items, given as diagrams.

    A family may have far more options than could be listed: all paths of a graph, all subsets of at
    most ten items. The covers are counted, drawn and listed without writing the options out.

    Parameters
    ----------
    families
        A diagram, or several. Its "options" are the items, and each of its "solutions" is one
        option of this problem; `FamilyProblem.universe` makes a problem for such diagrams, and the
        algebra of `Diagram` combines them. An option that is in two families counts twice.
    secondary
        The items that may remain uncovered. Each option must have another item.
    order
        The order in which items are covered; it decides how much memory is needed. By default it is
        that of the diagrams, or that of their items if they have none in common.

    Raises
    ------
    ProblemError
        If the diagrams have different items, or a family has an option without primary items.

    Examples
    --------
    The partitions of 30 things into groups of at least two, which are 2**30 - 31 options:

    >>> from exactcover import Diagram, FamilyProblem
    >>> things = FamilyProblem.universe(range(30))
    >>> subsets = Diagram.of(things, [[]])
    >>> for thing in range(30):
    ...     subsets |= subsets.join(Diagram.of(things, [[thing]]))
    >>> single = Diagram.of(things, [[], *([thing] for thing in range(30))])
    >>> problem = FamilyProblem(subsets - single)
    >>> problem
    <FamilyProblem: 30 items, 1073741793 options in 86 nodes>
    >>> problem.count()
    65679581040795757721233
    """

    def __init__(
        self,
        families: Diagram | Iterable[Diagram],
        *,
        secondary: Iterable[Hashable] = (),
        order: Iterable[Hashable] | None = None,
    ) -> None:
        self.families = _checked(families)
        things = self.families[0].problem
        optional = set(things.find_options(each_of("secondary", secondary)))
        labels = things.labels
        self.items: tuple[Any, ...] = tuple(range(things.n_options)) if labels is None else labels
        if len(set(self.items)) < len(self.items):
            raise ProblemError("two items of the families have the same label")
        self._is_primary = [k not in optional for k in range(things.n_options)]
        self._order = None if order is None else given_order(things, order)
        for number, each in enumerate(self.families):
            odd = each.restrict(self.items[k] for k in optional)
            if odd:
                one = [self.items[k] for k in next(iter(odd)).indices]
                raise ProblemError(f"family {number} has an option without primary items: {one}")

    @classmethod
    def universe(cls, items: Iterable[Hashable]) -> Problem:
        """Return a problem with one option for each item, for diagrams of sets of items."""
        names = list(each_of("items", items))
        if len(set(names)) < len(names):
            raise ProblemError("items has an item twice")
        return Problem({name: [place] for place, name in enumerate(names)})

    @classmethod
    def of(
        cls,
        options: Iterable[Iterable[Hashable]],
        items: Iterable[Hashable] | None = None,
        *,
        secondary: Iterable[Hashable] = (),
    ) -> FamilyProblem:
        """Return a problem with one family, whose options are listed.

        Parameters
        ----------
        options
            The items of each option.
        items
            All items, in the order in which they are covered; by default in the order in which the
            options name them first.
        secondary
            As for `FamilyProblem`.
        """
        rows = [list(each_of("an option", option)) for option in each_of("options", options)]
        names = dict.fromkeys(item for row in rows for item in row) if items is None else items
        return cls(family(cls.universe(names), rows), secondary=secondary)

    @classmethod
    def from_file(cls, path: str | Path, items: Iterable[Hashable] | None = None) -> FamilyProblem:
        """Read one family from a file that Graphillion's `dump` wrote.

        Parameters
        ----------
        path
            The file.
        items
            The elements of the universe in their order; by default 1, 2, 3, ...

        Raises
        ------
        OSError
            If the file cannot be read.
        FormatError
            If it is no such file.
        """
        try:
            text = check_path("path", path).read_text("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(1, f"{path} is not text in UTF-8: {error}") from None
        return cls(from_graphillion(text, None if items is None else cls.universe(items)))

    @cached_property
    def n_options(self) -> int:
        """The number of options of all families."""
        return sum(each.count() for each in self.families)

    def __repr__(self) -> str:
        n_nodes = sum(each.size for each in self.families)
        number = format_whole(self.n_options)
        return f"<FamilyProblem: {len(self.items)} items, {number} options in {n_nodes} nodes>"

    def covers(
        self,
        *,
        max_bytes: int = MAX_BYTES,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> FamilyCovers:
        """Find all exact covers, without writing out any option.

        Time and memory depend on the widths of the diagrams, and not on the numbers of options or
        of covers.

        Parameters
        ----------
        max_bytes
            The maximum memory.
        time_limit
            The maximum number of seconds.
        cancel, progress
            As for `exactcover.solve`.

        Returns
        -------
        FamilyCovers
            All covers, to be counted, drawn and listed.

        Raises
        ------
        UnfinishedError
            If a limit, `cancel` or `max_bytes` stops it.
        """
        most = check_whole("max_bytes", max_bytes)
        with limited("the diagram", time_limit, cancel, progress):
            layers = Layers(self.families, self._sorted_items(), self._is_primary, most)
            while not layers.is_complete:
                layers.advance()
        return FamilyCovers(layers, self.items)

    def count(self, **limits: Unpack[Within]) -> int:
        """Return the exact number of exact covers; the limits are those of `covers`."""
        return self.covers(**limits).count()

    def solve(self, **limits: Unpack[Within]) -> Cover | None:
        """Return one exact cover, or None if there is none; the limits are those of `covers`."""
        return next(iter(self.covers(**limits)), None)

    def to_problem(self, most: int = MOST_WRITTEN) -> Problem:
        """Return the same problem with all options written out, for all other methods.

        Parameters
        ----------
        most
            The maximum number of options.

        Raises
        ------
        ProblemError
            If there are more options.
        """
        if self.n_options > check_number("most", most, least=0):
            raise ProblemError(
                f"the families have {format_whole(self.n_options)} options, and most={most}"
            )
        options = [
            [self.items[k] for k in row.indices]
            for each in self.families
            for row in islice(each, most)
        ]
        places = range(len(self.items))
        primary = [self.items[k] for k in places if self._is_primary[k]]
        secondary = [self.items[k] for k in places if not self._is_primary[k]]
        return Problem(options, primary, secondary)

    def _sorted_items(self) -> U32:
        """Return the order in which items are covered."""
        n_items = len(self.items)
        for some in (self.families, self.families[:1]):
            order = self._order
            if order is None:
                order = order_of(n_items, *(each._nodes for each in some))
            if order is not None:
                return order
        return given_order(self.families[0].problem, ())


def _checked(families: Diagram | Iterable[Diagram]) -> tuple[Diagram, ...]:
    """Return the diagrams of families, after checking that they have the same items."""
    several = [families] if isinstance(families, Diagram) else list(each_of("families", families))
    if not several:
        raise ProblemError("families is empty: there must be one at least")
    for each in several:
        check_same_problem(several[0] if isinstance(several[0], Diagram) else each, each)
    return tuple(several)
