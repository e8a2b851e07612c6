"""`Registry`: named entries of one kind, to which other packages can add their own."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Generic, TypeVar

from exactcover.runtime.names import find_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Registry"]

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Named entries of one kind, such as the engines or the rules of sudoku.

    An entry comes from one of three sources: those of this package, which are imported at their
    first use; those that a program has registered; and the entry points of installed packages.
    Entry points are read only for a name that the other sources do not have, or when all names are
    listed, because reading them takes some milliseconds.

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
        """Return the name of an entry from any spelling; see `exactcover.runtime.names.find_name`.

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
