"""The exact-cover problem as the user says it: named, checked, immutable."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.arguments import check_labels, check_path, each_of, is_hashable
from exactcover.errors import FormatError, ProblemError
from exactcover.problem.costs import simplest
from exactcover.problem.methods import Verbs
from exactcover.problem.option import Colour, Incidence, Item, Label, Option, OptionLike

if TYPE_CHECKING:
    import networkx

    from exactcover.problem.bounds import Bounds
    from exactcover.problem.costs import Costs
    from exactcover.problem.links import Links


_INTEGERS = (int, np.integer)
_FIELDS = (
    "_items",
    "_n_primary",
    "_incidence",
    "_colour_names",
    "_labels",
    "_bounds",
    "_costs",
    "_name",
    "_comments",
)
"""What `Problem._assign` takes, in order: all that a problem is."""


class Problem(Verbs):
    """An exact-cover problem: choose options so that every primary item is covered exactly once.

    A secondary item is covered at most once, or, where options give it a colour, by any number of
    options that agree on the colour. A primary item with bounds is covered as often as they say.

    Parameters
    ----------
    options
        Each an iterable of item names, or a mapping from item to colour (None: no colour). A
        mapping of options gives each its label. (Sets are sorted, so that nothing depends on how
        Python hashes.)
    primary
        The items to be covered exactly once, in order; ties in the search go to the first. By
        default all items that are not secondary, in the order in which the options name them: an
        item that no option can cover is then not known, so name it here where that can happen.
    secondary
        The items to be covered at most once, or by one colour.
    labels
        What the options are called, one each; they need not be different.
    bounds
        A mapping from a primary item to (low, high): it is covered at least `low` and at most
        `high` times. Items that it lacks are covered exactly once.
    costs
        What each option costs, for `cheapest`: a list of finite numbers, or a mapping from an
        option, as `find_options` knows it, to its cost (0 where it lacks one). An option whose
        label others share gives them its cost. All of them together, without their signs, must
        stay below the largest float, 1.8e308: so no solution costs more than can be said.
    name
        What the problem is called in messages.

    Raises
    ------
    ProblemError
        If there is no primary item; if an item is listed twice; if an option is empty, has an
        unknown item, an item twice, a colour on a primary item or no primary item (it could never
        be chosen: Knuth's rule); if bounds or costs are not what they must be.

    Notes
    -----
    Building takes time and memory linear in the sum of the options' lengths.

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
    """

    def __init__(
        self,
        options: Iterable[OptionLike] | Mapping[Any, OptionLike],
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        *,
        labels: Iterable[Label] | None = None,
        bounds: Mapping[Item, tuple[int, int]] | None = None,
        costs: Iterable[float] | Mapping[Any, float] | None = None,
        name: str = "",
    ) -> None:
        from exactcover.problem.bounds import check_bounds
        from exactcover.problem.building import as_rows, build_incidence, check_items
        from exactcover.problem.costs import check_costs

        if isinstance(options, Mapping):
            labels = options if labels is None else labels
            options = options.values()
        rows = as_rows(options)
        labels = check_labels(labels, len(rows))
        primary, secondary = check_items(rows, primary, secondary)
        incidence, colour_names = build_incidence(rows, primary, secondary)
        self._assign(
            primary + secondary,
            len(primary),
            incidence,
            colour_names,
            labels,
            check_bounds(bounds, primary, secondary),
            None if costs is None else check_costs(costs, len(rows), labels),
            name,
            (),
        )

    def _assign(
        self,
        items: tuple[Item, ...],
        n_primary: int,
        incidence: Incidence,
        colour_names: tuple[Colour, ...],
        labels: tuple[Label | None, ...] | None,
        bounds: Bounds,
        costs: Costs | None,
        name: str,
        comments: tuple[tuple[int, str], ...],
    ) -> None:
        costs = simplest(costs)
        for array in (*incidence, *([] if costs is None else [costs])):
            array.flags.writeable = False
        self._items = items
        self._n_primary = n_primary
        self._incidence = incidence
        self._colour_names = colour_names
        self._labels = labels
        self._bounds = bounds
        self._costs = costs
        self._name = name
        self._comments = comments

    @classmethod
    def _from_parts(
        cls,
        items: tuple[Item, ...],
        n_primary: int,
        incidence: Incidence,
        *,
        colour_names: tuple[Colour, ...] = (),
        labels: tuple[Label | None, ...] | None = None,
        bounds: Bounds | None = None,
        costs: Costs | None = None,
        name: str = "",
        comments: tuple[tuple[int, str], ...] = (),
    ) -> Problem:
        """Make a problem of parts that are known to be sound."""
        self = cls.__new__(cls)
        self._assign(
            items, n_primary, incidence, colour_names, labels, bounds or {}, costs, name, comments
        )
        return self

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        names: Sequence[Item] | None = None,
        n_primary: int | None = None,
        labels: Sequence[Label] | None = None,
        bounds: Mapping[Item, tuple[int, int]] | None = None,
        costs: Iterable[float] | Mapping[Any, float] | None = None,
    ) -> Problem:
        """Make a problem of a 0/1 matrix: a row is an option, a column an item.

        Parameters
        ----------
        matrix
            Shape (n_options, n_items): a NumPy array (or nested lists) of booleans or integers, any
            `scipy.sparse` matrix, or a data frame, such as one of pandas.
        names
            The items' names; by default those of a data frame's columns, else 0, 1, 2, ...
        n_primary
            How many of the columns, from the left, are primary; by default all.
        labels
            The options' labels; by default the index of a data frame, unless that only counts.
        bounds, costs
            As for `Problem`.

        Raises
        ------
        ProblemError
            If an entry is neither 0 nor 1, a row is empty or has no primary item, a length is
            wrong, or bounds or costs are not what they must be; the message names the row and
            column.

        Examples
        --------
        >>> import numpy as np
        >>> Problem.from_matrix(np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1]])).count()
        1
        """
        from exactcover.formats.matrix import from_matrix

        return from_matrix(
            matrix, names=names, n_primary=n_primary, labels=labels, bounds=bounds, costs=costs
        )

    def to_matrix(self) -> NDArray[np.bool_]:
        """Return the dense matrix, shape (n_options, n_items); it shows no colours, bounds, costs.

        >>> Problem([["a", "b"], ["b"]]).to_matrix().astype(int)
        array([[1, 1],
               [0, 1]])
        """
        from exactcover.formats.matrix import to_matrix

        return to_matrix(self)

    @classmethod
    def from_text(cls, text: str, *, name: str = "") -> Problem:
        r"""Read Knuth's text format; see `exactcover.formats.text`.

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

        return parse(text, name=name)

    def to_text(self) -> str:
        """Write Knuth's text format; `from_text` reads it back without loss.

        Raises
        ------
        ProblemError
            If the format cannot say it: a name holds white space, ``:`` or ``|``, two names read
            alike, or there is no primary item.

        Examples
        --------
        >>> print(Problem([{"p": None, "x": "A"}], secondary=["x"]).to_text(), end="")
        p | x
        p x:A
        """
        from exactcover.formats.text import write

        return write(self)

    def to_dimacs(self) -> str:
        """Write DIMACS CNF, for SAT solvers: `exactcover.formats.dimacs.to_dimacs`.

        Examples
        --------
        >>> Problem([["p"], ["p"]]).to_dimacs().splitlines()
        ['p cnf 2 2', '1 2 0', '-1 -2 0']
        """
        from exactcover.formats.dimacs import to_dimacs

        return to_dimacs(self)

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
        """Write a file in Knuth's text format, whole or not at all."""
        from exactcover.files import write_text

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
        """What the problem is called in messages."""
        return self._name

    @property
    def items(self) -> tuple[Item, ...]:
        """All items: the primary ones, then the secondary ones."""
        return self._items

    @property
    def primary(self) -> tuple[Item, ...]:
        """The items to be covered exactly once, or as often as their bounds say."""
        return self._items[: self._n_primary]

    @property
    def secondary(self) -> tuple[Item, ...]:
        """The items to be covered at most once, or by one colour."""
        return self._items[self._n_primary :]

    @property
    def bounds(self) -> Mapping[Item, tuple[int, int]]:
        """The least and most covers of the items that are not to be covered exactly once.

        >>> problem = Problem([["p", "q"], ["p"]], bounds={"p": (1, 2), "q": (1, 1)})
        >>> dict(problem.bounds)
        {'p': (1, 2)}
        """
        return MappingProxyType(self._bounds)

    @property
    def has_bounds(self) -> bool:
        """Whether some item is not to be covered exactly once."""
        return bool(self._bounds)

    @property
    def costs(self) -> Costs:
        """What each option costs, read-only: integers if all are whole, else floats."""
        if self._costs is not None:
            return self._costs
        return np.broadcast_to(np.int64(0), self.n_options)

    @property
    def has_costs(self) -> bool:
        """Whether some option costs something."""
        return self._costs is not None

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return len(self._items)

    @property
    def n_primary(self) -> int:
        """How many of the items are primary."""
        return self._n_primary

    @property
    def n_options(self) -> int:
        """How many options there are."""
        return len(self._incidence.starts) - 1

    @property
    def n_nodes(self) -> int:
        """The sum of the options' lengths."""
        return len(self._incidence.members)

    @property
    def incidence(self) -> Incidence:
        """The options as read-only arrays of item numbers, for engines and exporters."""
        return self._incidence

    @property
    def labels(self) -> tuple[Label | None, ...] | None:
        """What the options are called, None for those without a label; or None if all are."""
        return self._labels

    @property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """Comments of the text it was read from: (options that stand before it, or -1; text)."""
        return self._comments

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options in order."""
        items, colour_names = self._items, (None, *self._colour_names)
        starts = self._incidence.starts.tolist()
        members = self._incidence.members.tolist()
        colours = self._incidence.colours.tolist()
        labels = self._labels or (None,) * self.n_options
        costs = self.costs.tolist()
        return tuple(
            Option(
                index,
                tuple([items[i] for i in members[first:last]]),
                tuple([colour_names[c] for c in colours[first:last]]),
                label,
                cost,
            )
            for index, (first, last, label, cost) in enumerate(
                zip(starts, starts[1:], labels, costs, strict=False)
            )
        )

    def _option(self, index: int) -> Option:
        """Return one option, without making all of them: there may be millions."""
        if "options" in self.__dict__:
            return self.options[index]
        starts, members, colours = self._incidence
        first, last = starts[index : index + 2].tolist()
        items, colour_names = self._items, (None, *self._colour_names)
        return Option(
            index,
            tuple([items[i] for i in members[first:last].tolist()]),
            tuple([colour_names[c] for c in colours[first:last].tolist()]),
            None if self._labels is None else self._labels[index],
            0 if self._costs is None else self._costs[index].item(),
        )

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many options each item has."""
        return np.bincount(self._incidence.members, minlength=self.n_items)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 of the items and options: equal for equal problems, on any machine.

        It covers names (by their `repr`), order, colours, options, bounds and costs, but no labels,
        comments or name. Item names whose `repr` holds a memory address have no stable digest.

        >>> Problem([["a"]]).digest == Problem({"label": ["a"]}).digest
        True
        """
        head = (self._n_primary, self._items, self._colour_names)
        digest = hashlib.sha256(repr(head).encode())
        for array in self._incidence:
            digest.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        if self._bounds:
            digest.update(b"bounds" + repr(self._bounds).encode())
        if self._costs is not None:
            digest.update(b"costs" + self._costs.astype("<f8").tobytes())
        return digest.hexdigest()

    @cached_property
    def links(self) -> Links:
        """The arrays that engines search, in the options' own order; built at the first use."""
        from exactcover.problem.links import build

        return build(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self.digest == other.digest and self._labels == other._labels

    def __hash__(self) -> int:
        return hash(self.digest)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __getstate__(self) -> dict[str, Any]:
        # What is computed when it is asked for is larger, and computed again.
        return {name: self.__dict__[name] for name in _FIELDS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._assign(*(state[name] for name in _FIELDS))

    def __repr__(self) -> str:
        title = f"{self._name}: " if self._name else ""
        secondary = self.n_items - self._n_primary
        also = f" + {secondary} secondary" if secondary else ""
        bounds = f" ({len(self._bounds)} with bounds)" if self._bounds else ""
        costs = " with costs" if self.has_costs else ""
        return (
            f"<Problem {title}{self._n_primary} primary{also} items{bounds}, "
            f"{self.n_options} options{costs}>"
        )

    def find_options(self, options: Iterable[Label | int | Option]) -> list[int]:
        """Return the indices of options, in the order given.

        An option is given as an `Option`, such as those of a solution or ``problem.options[i]``,
        which is the one of index i whatever its label; by its label where the problem has labels;
        or by its index where it has none. A label that several options share names the first.

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
        elif self._labels is not None:
            if is_hashable(option) and option in self._index_of_label:
                return self._index_of_label[option]
        elif isinstance(option, _INTEGERS) and 0 <= option < self.n_options:
            return int(option)
        known_by = "labels" if self._labels is not None else f"indices below {self.n_options}"
        raise ProblemError(
            f"unknown option {option!r}: this problem's are known by {known_by}, or as Option "
            "objects, such as problem.options[0]"
        )

    @cached_property
    def _index_of_label(self) -> dict[Label | None, int]:
        labels = self._labels or ()
        return {labels[i]: i for i in reversed(range(len(labels))) if labels[i] is not None}

    def restrict(self, options: Iterable[Label | int]) -> Problem:
        """Return the problem that has only these options, and all items.

        >>> Problem({"A": [1], "B": [1], "C": [2]}).restrict(["A", "C"]).count()
        1
        """
        from exactcover.problem.derived import restrict

        return restrict(self, self.find_options(options))

    def with_chosen(self, options: Iterable[Label | int]) -> Problem:
        """Return the problem that is left after choosing these options.

        Their items are gone, and with them every option that clashes with one of them. An item that
        may be covered more often stays, with lower bounds. A secondary item on which an option
        fixed a colour leaves the options that agree. The options that stay keep their label and
        their cost; where they had no label they get their index in this problem as label.

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
