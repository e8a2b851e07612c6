"""The record of a technique: everything that the package knows about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudoku.explaining.scene import Scene
    from sudoku.techniques.geometry import Geometry

_PACKAGE = "sudoku.techniques."
_GENERATOR = "steps"
_KERNEL = "find"


@dataclass(frozen=True, kw_only=True)
class Technique:
    """One technique.

    Attributes
    ----------
    name
        The name, for example ``"x_wing"``.
    module
        The module with its kernel `find` or its generator `steps`, below `sudoku.techniques`; or
        the generator itself.
    function
        The name of the generator, if it is not `steps`.
    size
        The number of houses, cells or digits of its pattern; None if the module has one size only.
    kind
        The kind of step, from `sudoku.techniques.kinds`, or the number of the type, as of unique
        rectangles; None if the module has one kind only.
    title
        The name as people write it; by default it is made from `name`.
    codes
        The codes of its cases in HoDoKu's regression library.
    words
        The function that explains a step in a sentence: its name below `sudoku.explaining.words`,
        for example ``"fish.basic"``, or the function itself. None if nothing explains it.
    links
        Whether `Step.chain` alternates strong and weak links.
    needs
        What a kernel takes besides the tables: an attribute of `sudoku.techniques.climb.Climber`.
    easiest
        Whether the kernel `sudoku.techniques.easiest` tries it.
    assumes_unique
        Whether it assumes that there is only one solution.
    by_request
        Whether the ladder leaves it out, because other techniques find the same more easily.
    only_with
        The attribute of `sudoku.techniques.geometry.Geometry` that puts it on the ladder; empty
        for a technique of all rules.
    by_name
        Whether the generator takes its name, because it is one of many for different rules. Then
        the attribute of `only_with` contains the names of those that the rules ask for.
    before
        The name of the technique before which it stands; empty for the last place.

    Examples
    --------
    >>> Technique(name="unique_rectangle_3", module="unique_rectangle", kind=3).title
    'Unique rectangle, type 3'
    """

    name: str
    module: str | Callable[..., Any]
    function: str = _GENERATOR
    size: int | None = None
    kind: int | None = None
    title: str = ""
    codes: tuple[str, ...] = ()
    words: str | Callable[[Scene], str] | None = None
    links: bool = False
    needs: str = ""
    easiest: bool = False
    assumes_unique: bool = False
    by_request: bool = False
    only_with: str = ""
    by_name: bool = False
    before: str = ""

    def __post_init__(self) -> None:
        """Make the title from the name, if none is given."""
        object.__setattr__(self, "title", self.title or title_of(self.name))

    @cached_property
    def arguments(self) -> tuple[int, ...]:
        """The last arguments of its kernel or generator: the size and the kind, as integers."""
        return tuple(int(each) for each in (self.size, self.kind) if each is not None)

    @cached_property
    def is_kernel(self) -> bool:
        """Whether it is the kernel of its module."""
        if not isinstance(self.module, str):
            return False
        return self.function == _GENERATOR and hasattr(_load(self.module), _KERNEL)

    def applies_to(self, geometry: Geometry) -> bool:
        """Return whether it is on the ladder for a shape and its rules."""
        if not self.only_with:
            return True
        asked = getattr(geometry, self.only_with)
        return self.name in asked if self.by_name else bool(asked)

    def load(self) -> Callable[..., Any]:
        """Import the kernel or the generator."""
        if not isinstance(self.module, str):
            return self.module
        name = _KERNEL if self.is_kernel else self.function
        loaded: Callable[..., Any] = getattr(_load(self.module), name)
        return loaded


@cache
def _load(module: str) -> ModuleType:
    return import_module(_PACKAGE + module)


_LETTERS = re.compile(r"\b(x|xy|xyz|w) (wing|chain)\b")
_TYPE = re.compile(r" (\d)$")


def title_of(name: str) -> str:
    """Return the title of a technique as its name suggests it.

    Examples
    --------
    >>> [title_of(name) for name in ("hidden_single", "finned_x_wing", "xy_chain")]
    ['Hidden single', 'Finned X-wing', 'XY-chain']
    """
    spaced = name.replace("_", " ")
    spaced = _LETTERS.sub(lambda found: f"{found[1].upper()}-{found[2]}", spaced)
    return _TYPE.sub(r", type \1", spaced[0].upper() + spaced[1:])
