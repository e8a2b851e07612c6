"""What each technique says for itself: a sentence or two on why its step follows.

A function takes a `sudoku.explaining.scene.Scene`; what follows from the step is added to its words
by `account`. A new technique is a function here, and its names in `WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from sudoku.explaining.scene import Scene
from sudoku.explaining.titles import title
from sudoku.explaining.words import (
    almost_locked,
    chains,
    colours,
    constraint,
    fish,
    forcing,
    one_digit,
    rectangles,
    singles,
    subsets,
    wings,
)
from sudoku.techniques.registry import TECHNIQUES

__all__ = ["LINKED", "WORDS", "Words", "account"]

Words = Callable[[Scene], str]

_BY_FUNCTION: dict[Words, str] = {
    singles.full_house: "full_house",
    singles.naked: "naked_single",
    singles.hidden: "hidden_single",
    constraint.unsupported: "constraint",
    subsets.locked: "locked_pair locked_triple",
    subsets.candidates: "pointing claiming",
    subsets.naked: "naked_pair naked_triple naked_quad",
    subsets.hidden: "hidden_pair hidden_triple hidden_quad",
    subsets.exclusion: "pair_exclusion triple_exclusion",
    fish.basic: "x_wing swordfish jellyfish squirmbag whale leviathan"
    " franken_x_wing franken_swordfish franken_jellyfish"
    " mutant_x_wing mutant_swordfish mutant_jellyfish",
    fish.finned: "finned_x_wing finned_swordfish finned_jellyfish"
    " sashimi_x_wing sashimi_swordfish sashimi_jellyfish"
    " finned_franken_x_wing finned_franken_swordfish finned_franken_jellyfish"
    " finned_mutant_x_wing finned_mutant_swordfish finned_mutant_jellyfish"
    " finned_mutant_squirmbag finned_mutant_whale",
    fish.siamese: "siamese_x_wing siamese_swordfish siamese_jellyfish"
    " siamese_franken_x_wing siamese_franken_swordfish siamese_franken_jellyfish"
    " siamese_mutant_x_wing siamese_mutant_swordfish siamese_mutant_jellyfish",
    one_digit.turbot: "skyscraper two_string_kite turbot_fish",
    one_digit.dual_turbot: "dual_two_string_kite",
    one_digit.empty_rectangle: "empty_rectangle",
    one_digit.dual_empty_rectangle: "dual_empty_rectangle",
    one_digit.templates_set: "template_set",
    one_digit.templates_delete: "template_delete",
    colours.trap: "simple_colour_trap",
    colours.wrap: "simple_colour_wrap",
    colours.either: "multi_colours_1",
    colours.both: "multi_colours_2",
    colours.medusa: "medusa_3d medusa_dual",
    wings.xy: "xy_wing",
    wings.xyz: "xyz_wing",
    wings.w: "w_wing",
    wings.remote_pair: "remote_pair",
    rectangles.one_corner: "unique_rectangle_1",
    rectangles.extra_digit: "unique_rectangle_2 unique_rectangle_5",
    rectangles.subset: "unique_rectangle_3",
    rectangles.locked: "unique_rectangle_4",
    rectangles.diagonal: "unique_rectangle_6",
    rectangles.hidden: "hidden_rectangle",
    rectangles.three_solved: "avoidable_rectangle_1",
    rectangles.two_solved: "avoidable_rectangle_2",
    rectangles.bug: "bug_plus_one",
    chains.ends: "x_chain xy_chain aic grouped_aic discontinuous_loop grouped_discontinuous_loop",
    chains.continuous: "continuous_loop grouped_continuous_loop",
    almost_locked.sue_de_coq: "sue_de_coq",
    almost_locked.xz: "als_xz",
    almost_locked.xy_wing: "als_xy_wing",
    almost_locked.chain: "als_xy_chain",
    almost_locked.blossom: "death_blossom",
    forcing.either: "cell_forcing unit_forcing",
    forcing.nishio: "nishio anti_nishio no_room",
}

WORDS = MappingProxyType(
    {name: function for function, names in _BY_FUNCTION.items() for name in names.split()}
)
"""What tells of a technique, by its name."""

LINKED = frozenset(
    name
    for name, function in WORDS.items()
    if function
    in (
        chains.ends,
        chains.continuous,
        one_digit.turbot,
        one_digit.empty_rectangle,
        wings.w,
    )
)
"""The techniques whose `Step.chain` goes along strong and weak links by turns."""


def account(scene: Scene) -> str:
    """Return why a step follows, and what follows."""
    name = scene.step.technique
    words = WORDS.get(name) or TECHNIQUES[name].words
    if words is None:
        return f"{title(name)}. {scene.conclusion()}"
    return f"{words(scene)} {scene.conclusion()}"
