"""The registry of techniques: a line each, the easiest first.

The module of a technique is imported when it is asked for, because it may import Numba. Other
packages add techniques by ``TECHNIQUES.register``, or by entry points of the group
``sudoku.techniques`` that name a `Technique`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from exactcover.names import find_name
from exactcover.registry import Registry
from sudoku.errors import RuleError

if TYPE_CHECKING:
    from sudoku.explaining.scene import Scene
    from sudoku.techniques.geometry import Geometry

__all__ = ["EASIEST", "TECHNIQUES", "Technique", "Techniques"]

_HERE = "sudoku.techniques."


class Technique(NamedTuple):
    """One technique.

    Attributes
    ----------
    name
        Its name.
    module
        The module with its kernel `find` or its generator `steps`, below `sudoku.techniques`; or
        the generator itself.
    settings
        What these are asked for besides.
    codes
        The codes of its cases in the regression library.
    function
        The generator's name, where it is another.
    needs
        What a kernel asks for besides the tables: an attribute of
        `sudoku.techniques.climb.Climber`.
    assumes_unique
        Whether it takes for granted that there is only one solution.
    by_request
        Whether the ladder does without it: others find the same more easily.
    only_with
        What rules must say for it to be on the ladder: an attribute of
        `sudoku.techniques.geometry.Geometry`.
    before
        The name of the technique just before which it stands; empty for the last place.
    words
        What explains a step in words, where `sudoku.explaining.words` has nothing for it.
    """

    name: str
    module: str | Callable[..., Any]
    settings: tuple[Any, ...] = ()
    codes: tuple[str, ...] = ()
    function: str = "steps"
    needs: str = ""
    assumes_unique: bool = False
    by_request: bool = False
    only_with: str = ""
    before: str = ""
    words: Callable[[Scene], str] | None = None

    @property
    def is_kernel(self) -> bool:
        """Whether it is the module's kernel."""
        if not isinstance(self.module, str):
            return False
        return self.function == "steps" and hasattr(_load(self.module), "find")

    def suits(self, geometry: Geometry) -> bool:
        """Tell whether the ladder for a shape and its rules has it, if by default it does."""
        return not self.only_with or bool(getattr(geometry, self.only_with))

    def load(self) -> Callable[..., Any]:
        """Import the kernel or the generator."""
        if not isinstance(self.module, str):
            return self.module
        name = "find" if self.is_kernel else self.function
        loaded: Callable[..., Any] = getattr(_load(self.module), name)
        return loaded


@cache
def _load(module: str) -> ModuleType:
    return import_module(_HERE + module)


_BUILT_IN = (
    Technique("full_house", "full_house", (), ("0000",)),
    Technique("naked_single", "naked_single", (), ("0003",)),
    Technique("hidden_single", "hidden_single", (), ("0002",)),
    Technique("constraint", "constraint", only_with="has_constraints"),
    Technique("no_room", "forcing", (4,), needs="worlds", only_with="has_rivals"),
    Technique("locked_pair", "locked_subset", (2,), ("0110",)),
    Technique("locked_triple", "locked_subset", (3,), ("0111",)),
    Technique("pointing", "locked_candidates", (0,), ("0100",)),
    Technique("claiming", "locked_candidates", (1,), ("0101",)),
    Technique("naked_pair", "naked_subset", (2,), ("0200",)),
    Technique("hidden_pair", "hidden_subset", (2,), ("0210",)),
    Technique("naked_triple", "naked_subset", (3,), ("0201",)),
    Technique("hidden_triple", "hidden_subset", (3,), ("0211",)),
    Technique("naked_quad", "naked_subset", (4,), ("0202",)),
    Technique("hidden_quad", "hidden_subset", (4,), ("0212",)),
    Technique("x_wing", "fish", (2,), ("0300",)),
    Technique("swordfish", "fish", (3,), ("0301",)),
    Technique("jellyfish", "fish", (4,), ("0302",)),
    Technique("finned_x_wing", "finned_fish", (2, 0), ("0310",)),
    Technique("sashimi_x_wing", "finned_fish", (2, 1), ("0320",)),
    Technique("skyscraper", "turbot", (0,), ("0400",)),
    Technique("two_string_kite", "turbot", (1,), ("0401",)),
    Technique("dual_two_string_kite", "turbot", (), ("0404",), "dual_steps", by_request=True),
    Technique("turbot_fish", "turbot", (2,), ("0403",)),
    Technique("empty_rectangle", "empty_rectangle", (), ("0402",)),
    Technique(
        "dual_empty_rectangle", "empty_rectangle", (), ("0405",), "dual_steps", by_request=True
    ),
    Technique("simple_colour_trap", "colouring", (0,), ("0500",)),
    Technique("simple_colour_wrap", "colouring", (1,), ("0501",)),
    Technique("multi_colours_1", "colouring", (2,), ("0502",)),
    Technique("multi_colours_2", "colouring", (3,), ("0503",)),
    Technique("xy_wing", "xy_wing", (2,), ("0800",)),
    Technique("xyz_wing", "xy_wing", (3,), ("0801",)),
    Technique("w_wing", "w_wing", (), ("0803",)),
    Technique("remote_pair", "remote_pair", (), ("0703",)),
    Technique("unique_rectangle_1", "unique_rectangle", (1,), ("0600",), assumes_unique=True),
    Technique("unique_rectangle_2", "unique_rectangle", (2,), ("0601",), assumes_unique=True),
    Technique("unique_rectangle_3", "unique_rectangle", (3,), ("0602",), assumes_unique=True),
    Technique("unique_rectangle_4", "unique_rectangle", (4,), ("0603",), assumes_unique=True),
    Technique("unique_rectangle_5", "unique_rectangle", (5,), ("0604",), assumes_unique=True),
    Technique("unique_rectangle_6", "unique_rectangle", (6,), ("0605",), assumes_unique=True),
    Technique("hidden_rectangle", "hidden_rectangle", (), ("0606",), assumes_unique=True),
    Technique("avoidable_rectangle_1", "avoidable_rectangle", (1,), ("0607",), assumes_unique=True),
    Technique("avoidable_rectangle_2", "avoidable_rectangle", (2,), ("0608",), assumes_unique=True),
    Technique("bug_plus_one", "bug", (), ("0610",), assumes_unique=True),
    Technique("x_chain", "chains", (0,), ("0701",)),
    Technique("xy_chain", "chains", (1,), ("0702",)),
    Technique("continuous_loop", "chains", (4,), ("0706",)),
    Technique("aic", "chains", (2,), ("0708",)),
    Technique("discontinuous_loop", "chains", (3,), ("0707",)),
    Technique("finned_swordfish", "finned_fish", (3, 0), ("0311",)),
    Technique("sashimi_swordfish", "finned_fish", (3, 1), ("0321",)),
    Technique("finned_jellyfish", "finned_fish", (4, 0), ("0312",)),
    Technique("sashimi_jellyfish", "finned_fish", (4, 1), ("0322",)),
    Technique("sue_de_coq", "sue_de_coq", (), ("1101",)),
    Technique("als_xz", "als_xz", (), ("0901",), needs="locked_sets"),
    Technique("als_xy_wing", "als_xy_wing", (), ("0902",), needs="locked_sets"),
    Technique("als_xy_chain", "als_chain", (), ("0903",), by_request=True),
    Technique("death_blossom", "death_blossom", (), ("0904",), by_request=True),
    Technique("medusa_3d", "medusa", (0,), ()),
    Technique("medusa_dual", "medusa", (1,), ()),
    Technique("pair_exclusion", "pair_exclusion", ()),
    Technique("triple_exclusion", "triple_exclusion", (), (), by_request=True),
    Technique("cell_forcing", "forcing", (0,), needs="worlds"),
    Technique("unit_forcing", "forcing", (1,), needs="worlds"),
    Technique("nishio", "forcing", (2,), needs="worlds"),
    Technique("anti_nishio", "forcing", (3,), needs="worlds"),
    Technique("grouped_continuous_loop", "grouped_chains", (2,), ("0709",), needs="nodes"),
    Technique("grouped_aic", "grouped_chains", (0,), ("0711",), needs="nodes"),
    Technique("grouped_discontinuous_loop", "grouped_chains", (1,), ("0710",), needs="nodes"),
    Technique(
        "siamese_x_wing",
        "mixed_fish",
        ("basic", 2),
        ("03101", "03201"),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_swordfish",
        "mixed_fish",
        ("basic", 3),
        ("03111", "03211"),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_jellyfish",
        "mixed_fish",
        ("basic", 4),
        ("03121", "03221"),
        "siamese_steps",
        by_request=True,
    ),
    Technique("franken_x_wing", "mixed_fish", ("franken", 2), ("0330",), by_request=True),
    Technique("franken_swordfish", "mixed_fish", ("franken", 3), ("0331",), by_request=True),
    Technique("franken_jellyfish", "mixed_fish", ("franken", 4), ("0332",), by_request=True),
    Technique(
        "finned_franken_x_wing", "mixed_fish", ("franken", 2, True), ("0340",), by_request=True
    ),
    Technique(
        "finned_franken_swordfish", "mixed_fish", ("franken", 3, True), ("0341",), by_request=True
    ),
    Technique(
        "finned_franken_jellyfish", "mixed_fish", ("franken", 4, True), ("0342",), by_request=True
    ),
    Technique(
        "siamese_franken_x_wing",
        "mixed_fish",
        ("franken", 2),
        ("03401",),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_franken_swordfish",
        "mixed_fish",
        ("franken", 3),
        ("03411",),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_franken_jellyfish",
        "mixed_fish",
        ("franken", 4),
        ("03421",),
        "siamese_steps",
        by_request=True,
    ),
    Technique("mutant_x_wing", "mixed_fish", ("mutant", 2), ("0350",), by_request=True),
    Technique("mutant_swordfish", "mixed_fish", ("mutant", 3), ("0351",), by_request=True),
    Technique("mutant_jellyfish", "mixed_fish", ("mutant", 4), ("0352",), by_request=True),
    Technique(
        "finned_mutant_x_wing", "mixed_fish", ("mutant", 2, True), ("0360",), by_request=True
    ),
    Technique(
        "finned_mutant_swordfish", "mixed_fish", ("mutant", 3, True), ("0361",), by_request=True
    ),
    Technique(
        "finned_mutant_jellyfish", "mixed_fish", ("mutant", 4, True), ("0362",), by_request=True
    ),
    Technique(
        "finned_mutant_squirmbag", "mixed_fish", ("mutant", 5, True), ("0363",), by_request=True
    ),
    Technique("finned_mutant_whale", "mixed_fish", ("mutant", 6, True), ("0364",), by_request=True),
    Technique(
        "siamese_mutant_x_wing",
        "mixed_fish",
        ("mutant", 2),
        ("03601",),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_mutant_swordfish",
        "mixed_fish",
        ("mutant", 3),
        ("03611",),
        "siamese_steps",
        by_request=True,
    ),
    Technique(
        "siamese_mutant_jellyfish",
        "mixed_fish",
        ("mutant", 4),
        ("03621",),
        "siamese_steps",
        by_request=True,
    ),
    Technique("squirmbag", "fish", (5,), ("0303",), by_request=True),
    Technique("whale", "fish", (6,), ("0304",), by_request=True),
    Technique("leviathan", "fish", (7,), ("0305",), by_request=True),
    Technique("template_set", "templates", ("set",), ("1201",), by_request=True),
    Technique("template_delete", "templates", ("delete",), ("1202",), by_request=True),
)

EASIEST = (
    "full_house",
    "naked_single",
    "hidden_single",
    "locked_pair",
    "locked_triple",
    "pointing",
    "claiming",
    "naked_pair",
    "hidden_pair",
    "naked_triple",
    "hidden_triple",
    "naked_quad",
    "hidden_quad",
    "x_wing",
    "swordfish",
    "jellyfish",
)
"""The first of the ladder where rules say all by houses. One kernel (`sudoku.techniques.easiest`)
asks them in turn, and knows them by their index here."""


class Techniques(Sequence[Technique]):
    """All techniques in their order, the easiest first, with those of other packages.

    Examples
    --------
    >>> TECHNIQUES[0].name, TECHNIQUES["swordfish"].codes
    ('full_house', ('0301',))
    """

    def __init__(self, built_in: Iterable[Technique]) -> None:
        self._registry: Registry[Technique] = Registry(
            "technique", "sudoku.techniques", {each.name: each for each in built_in}, RuleError
        )

    def register(self, technique: Technique) -> None:
        """Add a technique, for this process.

        It is tried just before the technique that its `before` names, else after all others.

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
        """Those that are climbed: after each step the climb begins again with the easiest."""
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
        """Return the name that is meant: a name in any spelling, or a title.

        Raises
        ------
        RuleError
            Where there is no such technique; names all that there are.
        """
        names = [each.name for each in self]
        if name in names:
            return name
        from sudoku.explaining.titles import title

        titles = {title(each): each for each in names}
        return find_name("technique", name, names, RuleError, titles)

    def __iter__(self) -> Iterator[Technique]:
        return iter(self._ordered)

    def __len__(self) -> int:
        return len(self._ordered)


TECHNIQUES = Techniques(_BUILT_IN)
"""All techniques, the easiest first."""
