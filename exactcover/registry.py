"""Registries: things of one kind by name, to which other packages can add their own."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from exactcover.names import find_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Registry"]

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Things of one kind by name: engines, say, or the rules of sudoku.

    An entry is looked up in three places: among those of this package, which are imported when
    they are first asked for; among those that a program registered; and among the entry points of
    installed packages. The last are read only for a name that the others do not have, or when all
    names are listed, because that takes some milliseconds.

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
            What the verbs and the command line will call it.
        entry
            The thing itself, or ``"module:attribute"``, which is imported when it is asked for.

        Raises
        ------
        ValueError
            If the name is taken. The exception is of the registry's own class.
        """
        if name in self:
            raise self._error(f"there is a {self._kind} {name!r} already")
        self._entries[name] = entry

    def find(self, name: object, others: Iterable[str] = ()) -> str:
        """Return the name of the entry that is meant, in whatever spelling it is given.

        Parameters
        ----------
        others
            Further names that the caller understands.

        Raises
        ------
        ValueError
            If there is none; the message lists all names and suggests similar ones. The exception
            is of the registry's own class.
        """
        if isinstance(name, str) and name in self._entries:
            return name  # without a look at the entry points
        return find_name(self._kind, name, (*others, *self), self._error)

    def load(self, name: object) -> Entry:
        """Return the entry of a name; see `find`."""
        return self[self.find(name)]

    def __getitem__(self, name: str) -> Entry:
        if name not in self._entries:
            return self._load_installed(self._installed[name])
        entry = self._entries[name]
        if not isinstance(entry, str):
            return entry
        module, _, attribute = entry.partition(":")
        loaded: Entry = getattr(import_module(module), attribute)
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
