"""Named entries of one kind, to which other packages can add their own; any spelling finds them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from inspect import getdoc
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import joined_briefly, shown
from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_NO_OTHERS: Mapping[str, str] = MappingProxyType({})
SIMILAR = 0.7
"""The minimum similarity of a suggested name; 1 means equal."""


@lru_cache(maxsize=1024)
def normalised(name: str) -> str:
    """Return the letters and digits of a name, in lower case.

    Examples
    --------
    >>> normalised("X-Wing"), normalised("x_wing")
    ('xwing', 'xwing')
    """
    return re.sub(r"[\W_]+", "", name).lower()


def find_name(
    kind: str,
    name: object,
    known: Iterable[str],
    error: type[Exception] = ProblemError,
    others: Mapping[str, str] = _NO_OTHERS,
) -> str:
    """Return the known name that equals `name` but for capitals, hyphens, underscores and spaces.

    Parameters
    ----------
    kind
        The kind of named things, for messages.
    name
        The name that the user gave.
    known
        All names of the registry.
    error
        The class of the exception.
    others
        Alternative names of some known names.

    Raises
    ------
    error
        If there is no such name; the message suggests similar names and lists all.

    Examples
    --------
    >>> find_name("method", "Dancing cells", ["masks", "dancing_cells"])
    'dancing_cells'
    >>> find_name("method", "mask", ["masks", "dancing_cells"])
    Traceback (most recent call last):
    exactcover.runtime.errors.ProblemError: unknown method 'mask'; did you mean masks? The \
methods are masks, dancing_cells
    """
    names = list(known)
    if isinstance(name, str) and name in names:
        return name
    kinds = plural(kind)
    if not isinstance(name, str):
        raise error(f"the name of a {kind} is a text, not {shown(name)}")
    by_spelling = {normalised(each): each for each in names}
    by_spelling |= {normalised(other): each for other, each in others.items()}
    if (found := by_spelling.get(normalised(name))) is not None:
        return found
    from difflib import get_close_matches

    near = get_close_matches(normalised(name), by_spelling, cutoff=SIMILAR)
    meant = " or ".join(dict.fromkeys(by_spelling[each] for each in near))
    hint = f"did you mean {meant}? The" if meant else "the"
    raise error(f"unknown {kind} {name!r}; {hint} {kinds} are {', '.join(names)}")


def plural(kind: str) -> str:
    """Return the plural of the word for a kind of named things.

    Examples
    --------
    >>> plural("strategy"), plural("rule")
    ('strategies', 'rules')
    """
    return kind[:-1] + "ies" if kind.endswith("y") else f"{kind}s"


def summary_of(entry: object) -> str:
    """Return the `summary` of an entry of a registry, else the first paragraph of its docstring.

    Examples
    --------
    >>> summary_of(summary_of)
    'Return the `summary` of an entry of a registry, else the first paragraph of its docstring.'
    """
    given = getattr(entry, "summary", None)
    text = given if isinstance(given, str) else getdoc(entry) or ""
    return " ".join(text.partition("\n\n")[0].split())


Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Named entries of one kind, such as the engines or the rules of sudoku.

    An entry comes from one of three sources: those of this package, which are imported at their
    first use; those that a program has registered; and the entry points of installed packages.
    Entry points are read only for a name that the other sources do not have, or when all names are
    listed, because reading them takes some milliseconds. `print` shows all entries as a table.

    Parameters
    ----------
    kind
        The word for one entry in messages, for example ``"rule"``.
    group
        The group of entry points that belongs to this registry, for example ``"sudoku.rules"``.
    entries
        Name -> ``"module:attribute"``, or the entry itself, for the entries of this package.
    error
        The class of the exception for an unknown name.

    Examples
    --------
    >>> shapes = Registry("shape", "example.shapes", {"path": "pathlib:PurePath"}, ValueError)
    >>> shapes.register("circle", complex)
    >>> list(shapes), shapes["circle"], shapes.load("path").__name__
    (['path', 'circle'], <class 'complex'>, 'PurePath')
    >>> shapes.load("square")
    Traceback (most recent call last):
    ValueError: unknown shape 'square'; the shapes are path, circle
    """

    def __init__(
        self, kind: str, group: str, entries: Mapping[str, str | Entry], error: type[Exception]
    ) -> None:
        self._kind = kind
        self._group = group
        self._entries: dict[str, str | Entry] = dict(entries)
        self._error = error

    def __repr__(self) -> str:
        names = list(self)
        title = f"{len(names)} {plural(self._kind) if len(names) != 1 else self._kind}"
        return f"<Registry of {title}: {joined_briefly(names, len(names), 8)}>"

    def __str__(self) -> str:
        rows = self.summaries()
        width = max(map(len, rows), default=0)
        return "\n".join(f"{name:{width}}  {words}".rstrip() for name, words in rows.items())

    _repr_html_ = Method("exactcover.runtime.notebook", "registry_html")

    def summaries(self) -> dict[str, str]:
        """Return name -> what the entry is, in a line; this imports all entries.

        Of an entry point that cannot be imported it says so, and why.

        Examples
        --------
        >>> from sudoku import RULES
        >>> RULES.summaries()["windoku"]
        'Boxes that lie one cell in from the edge, and one apart, hold every digit once.'
        """
        return {name: self._summary(name) for name in self}

    def _summary(self, name: str) -> str:
        try:
            return summary_of(self[name])
        except Exception as error:
            if name in self._entries:
                raise
            return f"cannot be imported: {type(error).__name__}: {error}"

    def register(self, name: str, entry: Entry | str) -> None:
        """Add an entry under a new name, for this process.

        Parameters
        ----------
        name
            The name of the entry for the verbs and the command line.
        entry
            The entry itself, or ``"module:attribute"``, which is imported at its first use.

        Raises
        ------
        ValueError
            If the name exists. The exception has the class of this registry.
        """
        if name in self:
            raise self._error(f"there is a {self._kind} {name!r} already")
        self._entries[name] = entry

    def find(self, name: object, others: Collection[str] = ()) -> str:
        """Return the name of an entry from any spelling; see `find_name`.

        Parameters
        ----------
        others
            Additional names that the caller accepts.

        Raises
        ------
        ValueError
            If there is no such name; the message suggests similar names and lists all. The
            exception has the class of this registry.
        """
        if isinstance(name, str) and (name in self._entries or name in others):
            return name  # without reading the entry points
        return find_name(self._kind, name, (*others, *self), self._error)

    def load(self, name: object) -> Entry:
        """Return the entry with a name in any spelling; see `find`."""
        return self[self.find(name)]

    def __getitem__(self, name: str) -> Entry:
        if name not in self._entries:
            return self._load_installed(self._installed[name])
        entry = self._entries[name]
        if not isinstance(entry, str):
            return entry
        loaded: Entry = resolve_name(entry)
        self._entries[name] = loaded
        return loaded

    def __contains__(self, name: object) -> bool:
        return name in self._entries or (isinstance(name, str) and name in self._installed)

    def __iter__(self) -> Iterator[str]:
        yield from self._entries
        yield from (name for name in self._installed if name not in self._entries)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _installed(self) -> dict[str, EntryPoint]:
        """The entry points of installed packages, by name."""
        from importlib.metadata import entry_points

        found: dict[str, EntryPoint] = {}
        for point in entry_points(group=self._group):
            if point.name in self._entries or point.name in found:
                warnings.warn(
                    f"the {self._kind} {point.name!r} of {point.value} is not used: "
                    "there is another one of that name",
                    stacklevel=2,
                )
            else:
                found[point.name] = point
        return found

    def _load_installed(self, point: EntryPoint) -> Entry:
        try:
            loaded: Entry = point.load()
        except Exception as error:
            error.add_note(
                f"The {self._kind} {point.name!r} comes from the entry point {point.value} "
                f"of the group {self._group}."
            )
            raise
        self._entries[point.name] = loaded
        return loaded
