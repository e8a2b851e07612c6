"""`Problem`: an exact cover problem with named items and options, checked and immutable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.methods import Verbs
from exactcover.problem.option import BoundsLike, Colour, Incidence, Item, Label, Option, OptionLike
from exactcover.problem.parts import Parts
from exactcover.runtime.arguments import (
    Cost,
    check_labels,
    check_path,
    each_of,
    index_of,
    is_hashable,
    is_whole,
)
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.texts import printable

if TYPE_CHECKING:
    import networkx

    from exactcover.problem.costs import Costs
    from exactcover.problem.links import Links
    from exactcover.problem.multiplicities import Multiplicities
    from exactcover.problem.useless import LeftOut


OnUseless = Literal["error", "ignore"]


class Problem(Verbs):
    """An exact-cover problem: choose options so that every primary item is covered exactly once.

    A secondary item is covered at most once, or, where options give it a colour, by any number of
    options that agree on the colour. A primary item with bounds may be covered several times.

    Parameters
    ----------
    options
        Each option is an iterable of item names, or a mapping from item to colour (None: no
        colour). The keys of a mapping of options, or the index of a pandas Series, are their
        labels. Sets are sorted, so that the problem does not depend on their hash order.
    primary
        The items to be covered exactly once, in order; ties in the search go to the first. By
        default all items of the options that are not secondary, in the order of the options. Pass
        this list if there may be an item without options, which makes the problem infeasible.
    secondary
        The items to be covered at most once, or by one colour; or a function that says of an item
        of the options whether it is one. An item may be listed twice.
    labels
        One label for each option; labels need not be different.
    bounds
        A mapping from a primary item to (low, high): it is covered at least `low` and at most
        `high` times. One number is both, and None as `high` stands for any number. An option with
        an item of bounds (0, 0) is left out, as no solution has it. All other primary items are
        covered exactly once.
    multiplicities
        A mapping from (option, primary item) to the number of units of the item that the option
        covers, by default 1; an option is given as for `costs`. The bounds are on the sum of the
        units. An option that covers more than the bounds allow is left out.
    soft
        A mapping from a primary item to a price, at which it may stay uncovered. For each there is
        one more option with this cost and the label `Uncovered(item)`, which no other option of the
        item goes with; an option without a label gets its place in `options` as label.
    costs
        The cost of each option, for `cheapest`: a list of finite numbers, or a mapping (or a pandas
        Series with an index of its own) from an option, in any form that `find_options` takes, to
        its cost (by default 0). The cost of a label holds for all options with this label. The sum
        of the absolute values must be less than the largest float, 1.8e308, so that every solution
        has a finite cost.
    name
        The name of the problem in messages.
    on_useless
        What happens to an option without primary items, or without any items, which no solution
        needs: "error", or "ignore" to leave it out. Then `left_out` names it, and an option without
        a label gets its place in `options` as label.
    on_unknown
        What happens to an option with an item that is neither in `primary` nor in `secondary`:
        "error", or "ignore" to leave it out in the same way, such as a piece that sticks out of a
        board.

    Raises
    ------
    ProblemError
        If a primary item is listed twice, or also as secondary; if an option is empty, has an
        unknown item, an item twice, a colour on a primary item or no primary item (it could never
        be chosen: Knuth's rule); if bounds, multiplicities or costs are invalid.

    Notes
    -----
    Building takes time and memory linear in the sum of the options' lengths. A problem without
    primary items has one solution: to choose nothing.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (exact covering with colours,
    multiplicities, costs).

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": [2], "B": [3, 4, 5], "C": [2], "D": [3, 5, 6], "E": [1, 4]})
    >>> [solution.labels for solution in problem.solutions()]
    [('A', 'D', 'E'), ('C', 'D', 'E')]

    Two words may cross where they agree on a letter (the colour of a secondary item):

    >>> words = {"cat": {"across": None, "square": "a"}, "art": {"down": None, "square": "a"},
    ...          "ore": {"down": None, "square": "o"}}
    >>> Problem(words, secondary=["square"]).solve().solution
    ('cat', 'art')

    >>> Problem([["p", "q"], ["p"]], bounds={"p": (1, 2)}, costs=[3, 1])
    <Problem 2 primary items (1 with bounds), 2 options with costs>

    Three coins that add up to 7:

    >>> coins = Problem({2: ["sum"], 3: ["sum"], 5: ["sum"]}, bounds={"sum": 7},
    ...                 multiplicities={(2, "sum"): 2, (3, "sum"): 3, (5, "sum"): 5})
    >>> coins.solve().solution
    (2, 5)
    """

    def __init__(
        self,
        options: Iterable[OptionLike] | Mapping[Any, OptionLike],
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] | Callable[[Item], bool] = (),
        *,
        labels: Iterable[Label] | None = None,
        bounds: BoundsLike | None = None,
        multiplicities: Mapping[Any, int] | None = None,
        soft: Mapping[Any, Cost] | None = None,
        costs: Iterable[Cost] | Mapping[Any, Cost] | None = None,
        name: str = "",
        on_useless: OnUseless = "error",
        on_unknown: OnUseless = "error",
    ) -> None:
        from exactcover.problem.bounds import check_bounds, open_bounds
        from exactcover.problem.building import (
            as_rows,
            build_incidence,
            check_items,
        )
        from exactcover.problem.costs import check_costs
        from exactcover.problem.multiplicities import check_multiplicities
        from exactcover.problem.useless import is_lenient, unknown_items, without_useless

        if isinstance(options, Mapping):
            labels = options if labels is None else labels
            options = options.values()
        elif labels is None:
            labels = index_of(options)
        rows = as_rows(options)
        labels = check_labels(labels, len(rows))
        primary, secondary = check_items(rows, primary, secondary)
        ignores = is_lenient(on_useless)
        drops = is_lenient(on_unknown, "on_unknown")
        unknown = unknown_items(rows, primary + secondary) if drops else ()
        incidence, colour_names = build_incidence(
            rows, primary, secondary + unknown, is_lenient=ignores or drops
        )
        items = primary + secondary + unknown
        units = check_multiplicities(multiplicities, labels, items, len(primary), incidence)
        parts = Parts(
            items,
            len(primary),
            incidence,
            colour_names,
            labels,
            check_bounds(bounds, primary, secondary, incidence.members, units),
            None if costs is None else check_costs(costs, len(rows), labels),
            units,
            name,
            stated_bounds=open_bounds(bounds),
        )
        n_unknown = len(unknown) if drops else None
        parts = without_useless(parts, is_lenient=ignores, n_unknown=n_unknown)
        if soft is not None:
            from exactcover.problem.soft import with_soft

            parts = with_soft(parts, soft)
        self._parts = parts

    @classmethod
    def from_parts(cls, parts: Parts) -> Problem:
        """Return the problem with these parts, which are not checked.

        This is for code that builds problems as arrays and knows that they are correct; everyone
        else calls `Problem` or `from_matrix`. The arrays become read-only.

        Examples
        --------
        >>> from exactcover.problem.option import Incidence
        >>> from exactcover.problem.parts import Parts
        >>> starts, members, colours = np.array([0, 2, 3]), np.array([0, 1, 1]), np.zeros(3, int)
        >>> list(Problem.from_parts(Parts(("p", "q"), 2, Incidence(starts, members, colours))))
        [['p', 'q'], ['q']]
        """
        self = cls.__new__(cls)
        self._parts = parts
        return self

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        names: Sequence[Item] | None = None,
        n_primary: int | None = None,
        labels: Sequence[Label] | None = None,
        bounds: BoundsLike | None = None,
        costs: Iterable[Cost] | Mapping[Any, Cost] | None = None,
        on_useless: OnUseless = "error",
    ) -> Problem:
        """Return the problem of a 0/1 matrix: a row is an option, a column an item.

        Parameters
        ----------
        matrix
            Shape (n_options, n_items): a NumPy array (or nested lists) of booleans or numbers, any
            `scipy.sparse` matrix, or a data frame, such as one of pandas. A masked or missing entry
            is an error.
        names
            The names of the items; by default those of a data frame's columns, else 0, 1, 2, ...
        n_primary
            How many of the columns, from the left, are primary; by default all.
        labels
            The labels of the options; by default the index of a data frame, unless it is 0, 1, ...
        bounds, costs, on_useless
            As for `Problem`.

        Raises
        ------
        ProblemError
            If an entry is neither 0 nor 1, a row is empty or has no primary item, a length is
            wrong, or bounds or costs are invalid; the message names the row and column.

        Examples
        --------
        >>> import numpy as np
        >>> Problem.from_matrix(np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1]])).count()
        1
        """
        from exactcover.formats.matrix import from_matrix

        return from_matrix(
            matrix,
            names=names,
            n_primary=n_primary,
            labels=labels,
            bounds=bounds,
            costs=costs,
            on_useless=on_useless,
        )

    @classmethod
    def from_arrays(
        cls,
        starts: Any,
        members: Any,
        *,
        colours: Any = None,
        names: Sequence[Item] | None = None,
        n_items: int | None = None,
        n_primary: int | None = None,
        labels: Sequence[Label] | None = None,
        bounds: Any = None,
        multiplicities: Any = None,
        costs: Iterable[Cost] | Mapping[Any, Cost] | None = None,
        on_useless: OnUseless = "error",
    ) -> Problem:
        """Return the problem of options in compressed sparse rows, without a Python object each.

        Parameters
        ----------
        starts
            Whole numbers, shape (n_options + 1,): option k has the members from ``starts[k]`` to
            before ``starts[k + 1]``.
        members
            Whole numbers, shape (n_members,): the items of the options, numbered from 0. The
            primary ones come first.
        colours
            Whole numbers, shape (n_members,): the colour of each member, 0 for none.
        names
            The names of the items; by default 0, 1, 2, ...
        n_items
            The number of items; by default as many as ``members`` or ``names`` need.
        n_primary
            The number of primary items; by default all.
        labels, costs, on_useless
            As for `Problem`.
        bounds
            As for `Problem`, or an array of shape (n_primary, 2).
        multiplicities
            Whole numbers, shape (n_members,): how many units of its item each member covers.

        Raises
        ------
        ProblemError
            If an array has another shape or holds other numbers; or as for `Problem`.

        Notes
        -----
        This takes linear time, but for one sort of all members.

        Examples
        --------
        >>> import numpy as np
        >>> Problem.from_arrays(np.array([0, 2, 3, 4]), np.array([0, 1, 0, 1])).count()
        2
        """
        from exactcover.formats.csr_arrays import from_arrays

        return from_arrays(
            starts,
            members,
            colours=colours,
            names=names,
            n_items=n_items,
            n_primary=n_primary,
            labels=labels,
            bounds=bounds,
            multiplicities=multiplicities,
            costs=costs,
            on_useless=on_useless,
        )

    def to_matrix(self) -> NDArray[np.bool_]:
        """Return the dense matrix (n_options, n_items) of 0 and 1; it says nothing else.

        >>> Problem([["a", "b"], ["b"]]).to_matrix().astype(int)
        array([[1, 1],
               [0, 1]])
        """
        from exactcover.formats.matrix import to_matrix

        return to_matrix(self)

    @classmethod
    def from_text(cls, text: str, *, name: str = "", on_useless: OnUseless = "ignore") -> Problem:
        r"""Read Knuth's text format; see `exactcover.formats.text`.

        Parameters
        ----------
        text
            The text.
        name
            The name of the problem.
        on_useless
            What happens to an option without primary items: "ignore" to leave it out, as Knuth's
            programs do (`left_out` and a comment name it), or "error".

        Raises
        ------
        FormatError
            With the number of the line that is wrong.

        Examples
        --------
        >>> Problem.from_text("p q | x\np x:A\nq x:A\nq x:B").count()
        1
        """
        from exactcover.formats.text import parse

        return parse(text, name=name, on_useless=on_useless)

    def to_text(self) -> str:
        """Return the problem in Knuth's text format; `from_text` reads it back without loss.

        Raises
        ------
        ProblemError
            If the format cannot express it: a name contains white space, ``:`` or ``|``, or control
            characters; two names have the same text; there is no primary item; or there are
            multiplicities.

        Examples
        --------
        >>> print(Problem([{"p": None, "x": "A"}], secondary=["x"]).to_text(), end="")
        p | x
        p x:A
        """
        from exactcover.formats.text import write

        return write(self)

    @classmethod
    def read(cls, path: str | Path) -> Problem:
        """Read a file in Knuth's text format.

        Raises
        ------
        OSError
            If the file cannot be read.
        FormatError
            If it is not in the format.
        """
        path = check_path("path", path)
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(1, f"{path} is not text in UTF-8: {error}") from None
        return cls.from_text(text, name=path.stem)

    def write(self, path: str | Path) -> None:
        """Write a file in Knuth's text format; if that fails, the old file stays unchanged."""
        from exactcover.runtime.files import write_text

        write_text(check_path("path", path), self.to_text())

    def to_graph(self) -> networkx.Graph:
        """Return the bipartite graph of ``("item", name)`` and ``("option", index)``.

        Examples
        --------
        >>> import networkx
        >>> networkx.number_connected_components(Problem([["a", "b"], ["c"]]).to_graph())
        2
        """
        from exactcover.formats.graph import to_graph

        return to_graph(self)

    @property
    def name(self) -> str:
        """The name of the problem in messages."""
        return self._parts.name

    @property
    def lattice(self) -> str:
        """The lattice whose cells are items, for ``up_to="rotations"``; empty if none is known.

        `tiling` and `on_lattice` note it. `changed` and the methods that leave out options keep it;
        `encoded` and the formats of files do not. It is not compared by ``==``.
        """
        return self._parts.lattice

    @property
    def items(self) -> tuple[Item, ...]:
        """All items: the primary ones, then the secondary ones."""
        return self._parts.items

    @property
    def primary(self) -> tuple[Item, ...]:
        """The items to be covered exactly once, or as often as their bounds say."""
        return self._parts.items[: self._parts.n_primary]

    @property
    def secondary(self) -> tuple[Item, ...]:
        """The items to be covered at most once, or by one colour."""
        return self._parts.items[self._parts.n_primary :]

    @property
    def bounds(self) -> Mapping[Item, tuple[int, int]]:
        """The (low, high) of the items that need not be covered exactly once.

        >>> problem = Problem([["p", "q"], ["p"]], bounds={"p": (1, 2), "q": (1, 1)})
        >>> dict(problem.bounds)
        {'p': (1, 2)}
        """
        return MappingProxyType(self._parts.bounds)

    @property
    def stated_bounds(self) -> Mapping[Item, tuple[int, int | None]]:
        """The bounds of which `bounds` has less, as the options can reach no more.

        `changed` asks for them, when other options are added. A text and a reduced problem have
        those of `bounds` only.

        >>> problem = Problem([["p", "q"], ["p"]], bounds={"p": (0, None)})
        >>> dict(problem.bounds), dict(problem.stated_bounds)
        ({'p': (0, 2)}, {'p': (0, None)})
        """
        return MappingProxyType(self._parts.stated_bounds)

    @property
    def has_bounds(self) -> bool:
        """Whether some item need not be covered exactly once."""
        return bool(self._parts.bounds)

    @property
    def multiplicities(self) -> Multiplicities:
        """How many units of its item each node of `incidence` covers, read-only.

        >>> Problem([["p", "q"]], bounds={"q": 2}, multiplicities={(0, "q"): 2}).multiplicities
        array([1, 2])
        """
        if self._parts.multiplicities is not None:
            return self._parts.multiplicities
        return np.broadcast_to(np.int64(1), self.n_nodes)

    @property
    def has_multiplicities(self) -> bool:
        """Whether some option covers several units of an item; only items with bounds allow it."""
        return self._parts.multiplicities is not None

    @cached_property
    def units(self) -> NDArray[np.int64]:
        """How often all options together cover each item."""
        from exactcover.problem.multiplicities import total_units

        units = self._parts.multiplicities
        return total_units(self._parts.incidence.members, units, self.n_items)

    @property
    def costs(self) -> Costs:
        """The costs of the options, read-only: integers if all are whole, else floats."""
        if self._parts.costs is not None:
            return self._parts.costs
        return np.broadcast_to(np.int64(0), self.n_options)

    @property
    def has_costs(self) -> bool:
        """Whether some option has a cost other than 0."""
        return self._parts.costs is not None

    @property
    def n_items(self) -> int:
        """The number of items."""
        return len(self._parts.items)

    @property
    def n_primary(self) -> int:
        """The number of primary items."""
        return self._parts.n_primary

    @property
    def n_options(self) -> int:
        """The number of options."""
        return len(self._parts.incidence.starts) - 1

    @property
    def n_nodes(self) -> int:
        """The sum of the options' lengths."""
        return len(self._parts.incidence.members)

    @property
    def incidence(self) -> Incidence:
        """The options as read-only arrays of item numbers, for engines and exporters."""
        return self._parts.incidence

    @property
    def labels(self) -> tuple[Label | None, ...] | None:
        """The labels of the options, None for those without one; or None if no option has one."""
        return self._parts.labels

    @property
    def colour_names(self) -> tuple[Colour, ...]:
        """The colours of secondary items: number k in `incidence` means colour k - 1 here."""
        return self._parts.colour_names

    @property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """The comments of the text: (number of options before the comment, or -1; the comment)."""
        return self._parts.comments

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The options that were left out, as no solution has or needs them: a note for each.

        >>> list(map(str, Problem([["p"], [], ["p"]], on_useless="ignore").left_out))
        ['option 1 is empty']
        """
        return self._parts.left_out

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options in order."""
        items, colour_names = self._parts.items, (None, *self._parts.colour_names)
        starts = self._parts.incidence.starts.tolist()
        members = self._parts.incidence.members.tolist()
        colours = self._parts.incidence.colours.tolist()
        labels = self._parts.labels or (None,) * self.n_options
        costs = self.costs.tolist()
        units = self._parts.multiplicities
        times = () if units is None else tuple(units.tolist())
        return tuple(
            Option(
                index,
                tuple([items[i] for i in members[first:last]]),
                tuple([colour_names[c] for c in colours[first:last]]),
                label,
                cost,
                times[first:last],
            )
            for index, (first, last, label, cost) in enumerate(
                zip(starts, starts[1:], labels, costs, strict=False)
            )
        )

    def _option(self, index: int) -> Option:
        """Return one option without creating all of them: there may be millions."""
        if "options" in self.__dict__:
            return self.options[index]
        starts, members, colours = self._parts.incidence
        first, last = starts[index : index + 2].tolist()
        items, colour_names = self._parts.items, (None, *self._parts.colour_names)
        units = self._parts.multiplicities
        return Option(
            index,
            tuple([items[i] for i in members[first:last].tolist()]),
            tuple([colour_names[c] for c in colours[first:last].tolist()]),
            None if self._parts.labels is None else self._parts.labels[index],
            0 if self._parts.costs is None else self._parts.costs.item(index),
            () if units is None else tuple(units[first:last].tolist()),
        )

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of options of each item."""
        return np.bincount(self._parts.incidence.members, minlength=self.n_items)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 of the items and options: equal for equal problems, on any machine.

        It depends on the names (by their `repr`), the order, colours, options, bounds,
        multiplicities and costs,
        but not on labels, comments or the name. Items whose `repr` contains a memory address have
        no stable digest.

        >>> Problem([["a"]]).digest == Problem({"label": ["a"]}).digest
        True
        """
        head = (self._parts.n_primary, self._parts.items, self._parts.colour_names)
        digest = hashlib.sha256(repr(head).encode())
        for array in self._parts.incidence:
            digest.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        if self._parts.bounds:
            digest.update(b"bounds" + repr(self._parts.bounds).encode())
        if self._parts.costs is not None:
            digest.update(b"costs" + _bytes_of(self._parts.costs))
        if self._parts.multiplicities is not None:
            digest.update(b"multiplicities" + self._parts.multiplicities.astype("<i8").tobytes())
        return digest.hexdigest()

    @cached_property
    def links(self) -> Links:
        """The arrays that engines search, in the order of the options; built at the first use."""
        from exactcover.problem.links import build

        return build(self)

    @cached_property
    def encoded(self) -> Problem:
        """The same problem without bounds, whose first options are those of this problem.

        See `exactcover.problem.bounds_as_items`. It is this problem itself if no item has bounds.
        """
        from exactcover.problem.bounds_as_items import without_bounds

        return without_bounds(self) if self.has_bounds else self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        # Without options it does not matter whether these would have labels.
        return self.digest == other.digest and (self.labels or None) == (other.labels or None)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __getstate__(self) -> dict[str, Any]:
        # Cached properties are left out: they are larger, and computed again when needed.
        return {"_parts": self._parts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._parts = replace(state["_parts"])  # whose arrays are read-only again

    def __repr__(self) -> str:
        title = f"{printable(self._parts.name)}: " if self._parts.name else ""
        secondary = self.n_items - self._parts.n_primary
        also = f" + {secondary} secondary" if secondary else ""
        bounds = f" ({len(self._parts.bounds)} with bounds)" if self._parts.bounds else ""
        has = {"costs": self.has_costs, "multiplicities": self.has_multiplicities}
        costs = " with " * any(has.values()) + " and ".join(name for name in has if has[name])
        return (
            f"<Problem {title}{self._parts.n_primary} primary{also} items{bounds}, "
            f"{self.n_options} options{costs}>"
        )

    def find_options(self, options: Iterable[Label | int | Option]) -> list[int]:
        """Return the indices of options, in the order given.

        An option may be given as an `Option`, such as those of a solution or of
        `Problem.options`; by its label if the problem has labels; or by its index if it has none. A
        label that several options share means the first of them.

        Raises
        ------
        ProblemError
            If an option is unknown.
        """
        return [self._find_option(option) for option in each_of("options", options)]

    def _find_option(self, option: Label | int | Option) -> int:
        if isinstance(option, Option):
            known = self._option(option.index) if option.index < self.n_options else None
            if known == option:
                return option.index
        elif self._parts.labels is not None:
            if is_hashable(option) and option in self._index_of_label:
                return self._index_of_label[option]
        elif is_whole(option) and 0 <= option < self.n_options:
            return int(option)
        known_by = "labels" if self._parts.labels is not None else f"indices below {self.n_options}"
        raise ProblemError(
            f"unknown option {shown(option)}: give options of this problem by {known_by}, or as "
            "Option objects, such as problem.options[0]"
        )

    @cached_property
    def _index_of_label(self) -> dict[Label | None, int]:
        labels = self._parts.labels or ()
        return {labels[i]: i for i in reversed(range(len(labels))) if labels[i] is not None}

    def restrict(self, options: Iterable[Label | int]) -> Problem:
        """Return the problem with all items and only these options.

        >>> Problem({"A": [1], "B": [1], "C": [2]}).restrict(["A", "C"]).count()
        1
        """
        from exactcover.problem.derived import restrict

        return restrict(self, self.find_options(options))

    def with_chosen(self, options: Iterable[Label | int]) -> Problem:
        """Return the problem that remains after choosing these options.

        Their items are removed, and with them every option that clashes with one of them. An item
        that may be covered more often stays, with lower bounds. Where an option fixes the colour of
        a secondary item, the options with this colour stay. The remaining options keep their label
        and their cost; one without a label gets its index in this problem as label.

        Raises
        ------
        ProblemError
            If two of the options cannot be chosen together; the message names the item.

        Examples
        --------
        >>> problem = Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["r"], "D": ["r", "s"]},
        ...                   primary=["p", "q", "r"], secondary=["s"])
        >>> list(problem.with_chosen(["A"]))
        ['C', 'D']
        """
        from exactcover.problem.derived import with_chosen

        return with_chosen(self, self.find_options(options))


def _bytes_of(costs: Costs) -> bytes:
    """Return costs as bytes: as those of floats, if floats hold all of them exactly."""
    is_exact = costs.dtype.kind == "f" or (
        costs.dtype.kind == "i" and int(abs(costs).max()) < 1 << 53
    )
    return costs.astype("<f8").tobytes() if is_exact else repr(costs.tolist()).encode()


def check_problem(problem: Any) -> None:
    """Raise `ProblemError` unless the argument is an exact cover problem."""
    if not isinstance(problem, Problem):
        raise ProblemError(f"an exactcover.Problem was expected, not {problem!r}")
