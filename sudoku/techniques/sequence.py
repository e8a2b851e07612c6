"""The sequence of techniques: those of this package and of others, the easiest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from exactcover.runtime.registry import Registry, find_name
from sudoku.errors import RuleError
from sudoku.techniques.technique import Technique


class Techniques(Sequence[Technique]):
    """The sequence of all techniques, the easiest first, with those of other packages.

    Examples
    --------
    >>> from sudoku.techniques.registry import TECHNIQUES
    >>> TECHNIQUES[0].name, TECHNIQUES["swordfish"].codes
    ('full_house', ('0301',))
    """

    def __init__(self, built_in: Iterable[Technique]) -> None:
        self._registry: Registry[Technique] = Registry(
            "technique", "sudoku.techniques", {each.name: each for each in built_in}, RuleError
        )

    def register(self, technique: Technique) -> None:
        """Add a technique for this process.

        It stands on the ladder just before the technique that its `before` names, or at the end.

        Raises
        ------
        RuleError
            If its name is taken, or there is no technique for it to come before.
        """
        if technique.before:
            self._registry.load(technique.before)
        self._registry.register(technique.name, technique)
        self.__dict__.pop("_ordered", None)

    @property
    def ladder(self) -> tuple[Technique, ...]:
        """The techniques that are tried by default; after each step again from the easiest on."""
        return tuple(each for each in self if not each.by_request)

    @cached_property
    def _ordered(self) -> tuple[Technique, ...]:
        ordered: list[Technique] = []
        for each in self._registry.values():
            names = [other.name for other in ordered]
            ordered.insert(names.index(each.before) if each.before else len(names), each)
        return tuple(ordered)

    @overload
    def __getitem__(self, key: int | str) -> Technique: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Technique, ...]: ...
    def __getitem__(self, key: int | str | slice) -> Technique | tuple[Technique, ...]:
        if isinstance(key, str):
            return self._registry[self.find(key)]
        return self._ordered[key]

    def find(self, name: object) -> str:
        """Return the name of a technique from a name in any spelling, or a title.

        Raises
        ------
        RuleError
            If there is no such technique; the message lists all techniques.
        """
        names = [each.name for each in self]
        if name in names:
            return name
        titles = {each.title: each.name for each in self}
        return find_name("technique", name, names, RuleError, titles)

    def __iter__(self) -> Iterator[Technique]:
        return iter(self._ordered)

    def __len__(self) -> int:
        return len(self._ordered)
