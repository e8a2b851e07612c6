"""The registry of techniques: one record for each, the easiest first.

The module of a technique is imported when it is used, because it may import Numba. Other packages
add techniques by ``TECHNIQUES.register``, or by entry points of the group ``sudoku.techniques``
that name a `Technique`.
"""

from __future__ import annotations

from functools import partial

from sudoku.techniques.kinds import (
    Chain,
    Colouring,
    Fins,
    FishFamily,
    Forcing,
    GroupedChain,
    Locked,
    Medusa,
    Template,
    Turbot,
)
from sudoku.techniques.sequence import Techniques
from sudoku.techniques.technique import Technique

ELEMENTS = {
    "even_odd": "Even and odd",
    "inequality": "Inequality",
    "dot": "Dot",
    "xv": "XV",
    "palindrome": "Palindrome",
    "clone": "Clone",
    "thermometer": "Thermometer",
    "region": "Region",
    "compartment": "Compartment",
    "cage": "Cage",
    "arrow": "Arrow",
    "whispers": "Whispers line",
    "renban": "Renban line",
    "nabner": "Nabner line",
    "between_line": "Between line",
    "lockout_line": "Lockout line",
    "entropic_line": "Entropic line",
    "modular_line": "Modular line",
    "quadruple": "Quadruple",
    "relation": "Pair",
    "zipper": "Zipper line",
    "region_sum": "Region sum line",
    "sum_line": "Sum line",
    "little_killer": "Little killer",
    "rule_of_45": "Innies and outies",
    "law_of_leftovers": "Law of leftovers",
    "numbered_room": "Numbered room",
    "x_sum": "X-sum",
    "sandwich": "Sandwich",
    "skyscrapers": "Skyscrapers",
    "rule_element": "Another rule",
}
"""The techniques about elements of rules (`sudoku.rules.element`), the easiest first."""

EXCLUSIONS = {
    "anti_knight": "Anti-knight",
    "anti_king": "Anti-king",
    "non_consecutive": "Non-consecutive",
    "exclusion": "Common exclusion",
}
"""The techniques about cells that are related without a mark between them."""

# What the techniques of some modules have in common.
Easiest = partial(Technique, easiest=True)
FinnedFish = partial(Technique, module="finned_fish", words="fish.finned")
TurbotFish = partial(Technique, module="turbot", words="one_digit.turbot", links=True)
Chained = partial(Technique, module="chains", words="chains.ends", links=True)
ForcingChain = partial(Technique, module="forcing", needs="alternatives")
LargeFish = partial(Technique, module="fish", words="fish.basic", by_request=True)
MixedFish = partial(Technique, module="mixed_fish", words="fish.basic", by_request=True)
FinnedMixedFish = partial(MixedFish, function="finned_steps", words="fish.finned")
SiameseFish = partial(MixedFish, function="siamese_steps", words="fish.siamese")

# fmt: off
BUILT_IN = (
    Easiest(name="full_house", module="full_house", codes=("0000",), words="singles.full_house"),
    Easiest(name="naked_single", module="naked_single", codes=("0003",), words="singles.naked"),
    Easiest(name="hidden_single", module="hidden_single", codes=("0002",), words="singles.hidden"),
    *(Technique(name=name, module="elements", by_name=True, only_with="elements",
                words="elements.unfilled", title=title)
      for name, title in ELEMENTS.items()),
    *(Technique(name=name, module="exclusions", by_name=True, only_with="exclusions",
                words="exclusions.common", title=title)
      for name, title in EXCLUSIONS.items()),
    Technique(name="needed_digit", module="elements", function="needed", only_with="elements",
              words="elements.needed", title="Digit that an element needs"),
    Technique(name="constraint", module="constraint", words="constraint.unsupported",
              only_with="has_constraints", by_request=True),
    ForcingChain(name="no_room", kind=Forcing.NO_ROOM, words="forcing.nishio",
                 only_with="has_weak_links", by_request=True),
    Easiest(name="locked_pair", module="locked_subset", size=2, codes=("0110",),
            words="subsets.locked"),
    Easiest(name="locked_triple", module="locked_subset", size=3, codes=("0111",),
            words="subsets.locked"),
    Easiest(name="pointing", module="locked_candidates", kind=Locked.FROM_BOX, codes=("0100",),
            words="subsets.candidates"),
    Easiest(name="claiming", module="locked_candidates", kind=Locked.FROM_LINE, codes=("0101",),
            words="subsets.candidates"),
    Easiest(name="naked_pair", module="naked_subset", size=2, codes=("0200",),
            words="subsets.naked"),
    Easiest(name="hidden_pair", module="hidden_subset", size=2, codes=("0210",),
            words="subsets.hidden"),
    Easiest(name="naked_triple", module="naked_subset", size=3, codes=("0201",),
            words="subsets.naked"),
    Easiest(name="hidden_triple", module="hidden_subset", size=3, codes=("0211",),
            words="subsets.hidden"),
    Easiest(name="naked_quad", module="naked_subset", size=4, codes=("0202",),
            words="subsets.naked"),
    Easiest(name="hidden_quad", module="hidden_subset", size=4, codes=("0212",),
            words="subsets.hidden"),
    Easiest(name="x_wing", module="fish", size=2, codes=("0300",), words="fish.basic"),
    Easiest(name="swordfish", module="fish", size=3, codes=("0301",), words="fish.basic"),
    Easiest(name="jellyfish", module="fish", size=4, codes=("0302",), words="fish.basic"),
    FinnedFish(name="finned_x_wing", size=2, kind=Fins.PLAIN, codes=("0310",)),
    FinnedFish(name="sashimi_x_wing", size=2, kind=Fins.SASHIMI, codes=("0320",)),
    TurbotFish(name="skyscraper", kind=Turbot.SKYSCRAPER, codes=("0400",)),
    TurbotFish(name="two_string_kite", kind=Turbot.TWO_STRING_KITE, codes=("0401",)),
    Technique(name="dual_two_string_kite", module="turbot", function="dual_steps", codes=("0404",),
              words="one_digit.dual_turbot", by_request=True),
    TurbotFish(name="turbot_fish", kind=Turbot.ANY, codes=("0403",)),
    Technique(name="empty_rectangle", module="empty_rectangle", codes=("0402",),
              words="one_digit.empty_rectangle", links=True),
    Technique(name="dual_empty_rectangle", module="empty_rectangle", function="dual_steps",
              codes=("0405",), words="one_digit.dual_empty_rectangle", by_request=True),
    Technique(name="simple_colour_trap", module="colouring", kind=Colouring.TRAP, codes=("0500",),
              words="colours.trap"),
    Technique(name="simple_colour_wrap", module="colouring", kind=Colouring.WRAP, codes=("0501",),
              words="colours.wrap"),
    Technique(name="multi_colours_1", module="colouring", kind=Colouring.EITHER,
              title="Multi-colouring, type 1", codes=("0502",), words="colours.either"),
    Technique(name="multi_colours_2", module="colouring", kind=Colouring.BOTH,
              title="Multi-colouring, type 2", codes=("0503",), words="colours.both"),
    Technique(name="xy_wing", module="xy_wing", size=2, codes=("0800",), words="wings.xy"),
    Technique(name="xyz_wing", module="xy_wing", size=3, codes=("0801",), words="wings.xyz"),
    Technique(name="w_wing", module="w_wing", codes=("0803",), words="wings.w", links=True),
    Technique(name="remote_pair", module="remote_pair", codes=("0703",), words="wings.remote_pair"),
    Technique(name="unique_rectangle_1", module="unique_rectangle", kind=1, codes=("0600",),
              words="rectangles.one_corner", assumes_unique=True),
    Technique(name="unique_rectangle_2", module="unique_rectangle", kind=2, codes=("0601",),
              words="rectangles.extra_digit", assumes_unique=True),
    Technique(name="unique_rectangle_3", module="unique_rectangle", kind=3, codes=("0602",),
              words="rectangles.subset", assumes_unique=True),
    Technique(name="unique_rectangle_4", module="unique_rectangle", kind=4, codes=("0603",),
              words="rectangles.locked", assumes_unique=True),
    Technique(name="unique_rectangle_5", module="unique_rectangle", kind=5, codes=("0604",),
              words="rectangles.extra_digit", assumes_unique=True),
    Technique(name="unique_rectangle_6", module="unique_rectangle", kind=6, codes=("0605",),
              words="rectangles.diagonal", assumes_unique=True),
    Technique(name="hidden_rectangle", module="hidden_rectangle", codes=("0606",),
              words="rectangles.hidden", assumes_unique=True),
    Technique(name="avoidable_rectangle_1", module="avoidable_rectangle", kind=1, codes=("0607",),
              words="rectangles.three_solved", assumes_unique=True),
    Technique(name="avoidable_rectangle_2", module="avoidable_rectangle", kind=2, codes=("0608",),
              words="rectangles.two_solved", assumes_unique=True),
    Technique(name="bug_plus_one", module="bug", title="BUG+1", codes=("0610",),
              words="rectangles.bug", assumes_unique=True),
    Chained(name="x_chain", kind=Chain.X, codes=("0701",)),
    Chained(name="xy_chain", kind=Chain.XY, codes=("0702",)),
    Technique(name="continuous_loop", module="chains", kind=Chain.CONTINUOUS, codes=("0706",),
              words="chains.continuous", links=True),
    Chained(name="aic", kind=Chain.ANY, title="Alternating inference chain", codes=("0708",)),
    Chained(name="discontinuous_loop", kind=Chain.DISCONTINUOUS, codes=("0707",)),
    FinnedFish(name="finned_swordfish", size=3, kind=Fins.PLAIN, codes=("0311",)),
    FinnedFish(name="sashimi_swordfish", size=3, kind=Fins.SASHIMI, codes=("0321",)),
    FinnedFish(name="finned_jellyfish", size=4, kind=Fins.PLAIN, codes=("0312",)),
    FinnedFish(name="sashimi_jellyfish", size=4, kind=Fins.SASHIMI, codes=("0322",)),
    Technique(name="sue_de_coq", module="sue_de_coq", title="Sue de Coq", codes=("1101",),
              words="almost_locked.sue_de_coq"),
    Technique(name="als_xz", module="als_xz", title="ALS-XZ", codes=("0901",),
              words="almost_locked.xz", needs="locked_sets"),
    Technique(name="als_xy_wing", module="als_xy_wing", title="ALS-XY-wing", codes=("0902",),
              words="almost_locked.xy_wing", needs="locked_sets"),
    Technique(name="als_xy_chain", module="als_chain", title="ALS-XY-chain", codes=("0903",),
              words="almost_locked.chain", by_request=True),
    Technique(name="death_blossom", module="death_blossom", codes=("0904",),
              words="almost_locked.blossom", by_request=True),
    Technique(name="medusa_3d", module="medusa", kind=Medusa.THREE_D, title="3D Medusa",
              words="colours.medusa"),
    Technique(name="medusa_dual", module="medusa", kind=Medusa.DUAL, title="Dual Medusa",
              words="colours.medusa"),
    Technique(name="pair_exclusion", module="pair_exclusion", words="subsets.exclusion"),
    Technique(name="triple_exclusion", module="triple_exclusion", words="subsets.exclusion",
              by_request=True),
    Technique(name="two_elements", module="two_elements", only_with="elements",
              words="elements.unfilled_together", title="Two elements together"),
    Technique(name="several_elements", module="several_elements", only_with="elements",
              words="groups.unfilled", title="Several elements together"),
    ForcingChain(name="cell_forcing", kind=Forcing.CELL, words="forcing.either"),
    ForcingChain(name="unit_forcing", kind=Forcing.UNIT, words="forcing.either"),
    ForcingChain(name="nishio", kind=Forcing.NISHIO, words="forcing.nishio"),
    ForcingChain(name="anti_nishio", kind=Forcing.ANTI_NISHIO, words="forcing.nishio"),
    Technique(name="grouped_continuous_loop", module="grouped_chains", kind=GroupedChain.CONTINUOUS,
              codes=("0709",), words="chains.continuous", links=True, needs="nodes"),
    Technique(name="grouped_aic", module="grouped_chains", kind=GroupedChain.ANY,
              title="Grouped alternating inference chain", codes=("0711",), words="chains.ends",
              links=True, needs="nodes"),
    Technique(name="grouped_discontinuous_loop", module="grouped_chains",
              kind=GroupedChain.DISCONTINUOUS, codes=("0710",), words="chains.ends", links=True,
              needs="nodes"),
    SiameseFish(name="siamese_x_wing", size=2, kind=FishFamily.BASIC, codes=("03101", "03201")),
    SiameseFish(name="siamese_swordfish", size=3, kind=FishFamily.BASIC, codes=("03111", "03211")),
    SiameseFish(name="siamese_jellyfish", size=4, kind=FishFamily.BASIC, codes=("03121", "03221")),
    MixedFish(name="franken_x_wing", size=2, kind=FishFamily.FRANKEN, codes=("0330",)),
    MixedFish(name="franken_swordfish", size=3, kind=FishFamily.FRANKEN, codes=("0331",)),
    MixedFish(name="franken_jellyfish", size=4, kind=FishFamily.FRANKEN, codes=("0332",)),
    FinnedMixedFish(name="finned_franken_x_wing", size=2, kind=FishFamily.FRANKEN, codes=("0340",)),
    FinnedMixedFish(name="finned_franken_swordfish", size=3, kind=FishFamily.FRANKEN,
                    codes=("0341",)),
    FinnedMixedFish(name="finned_franken_jellyfish", size=4, kind=FishFamily.FRANKEN,
                    codes=("0342",)),
    SiameseFish(name="siamese_franken_x_wing", size=2, kind=FishFamily.FRANKEN, codes=("03401",)),
    SiameseFish(name="siamese_franken_swordfish", size=3, kind=FishFamily.FRANKEN,
                codes=("03411",)),
    SiameseFish(name="siamese_franken_jellyfish", size=4, kind=FishFamily.FRANKEN,
                codes=("03421",)),
    MixedFish(name="mutant_x_wing", size=2, kind=FishFamily.MUTANT, codes=("0350",)),
    MixedFish(name="mutant_swordfish", size=3, kind=FishFamily.MUTANT, codes=("0351",)),
    MixedFish(name="mutant_jellyfish", size=4, kind=FishFamily.MUTANT, codes=("0352",)),
    FinnedMixedFish(name="finned_mutant_x_wing", size=2, kind=FishFamily.MUTANT, codes=("0360",)),
    FinnedMixedFish(name="finned_mutant_swordfish", size=3, kind=FishFamily.MUTANT,
                    codes=("0361",)),
    FinnedMixedFish(name="finned_mutant_jellyfish", size=4, kind=FishFamily.MUTANT,
                    codes=("0362",)),
    FinnedMixedFish(name="finned_mutant_squirmbag", size=5, kind=FishFamily.MUTANT,
                    codes=("0363",)),
    FinnedMixedFish(name="finned_mutant_whale", size=6, kind=FishFamily.MUTANT, codes=("0364",)),
    SiameseFish(name="siamese_mutant_x_wing", size=2, kind=FishFamily.MUTANT, codes=("03601",)),
    SiameseFish(name="siamese_mutant_swordfish", size=3, kind=FishFamily.MUTANT, codes=("03611",)),
    SiameseFish(name="siamese_mutant_jellyfish", size=4, kind=FishFamily.MUTANT, codes=("03621",)),
    LargeFish(name="squirmbag", size=5, codes=("0303",)),
    LargeFish(name="whale", size=6, codes=("0304",)),
    LargeFish(name="leviathan", size=7, codes=("0305",)),
    Technique(name="forcing_net", module="forcing_net", words="forcing.net", by_request=True),
    Technique(name="forcing_net_with_cases", module="forcing_net", function="steps_with_cases",
              words="forcing.net_with_cases", by_request=True),
    Technique(name="template_set", module="templates", kind=Template.SET, codes=("1201",),
              words="one_digit.templates_set", by_request=True),
    Technique(name="template_delete", module="templates", kind=Template.DELETE, codes=("1202",),
              words="one_digit.templates_delete", by_request=True),
)
# fmt: on
"""All techniques of this package: the ladder in its order, and among it those by request."""

EASIEST = tuple(each.name for each in BUILT_IN if each.easiest)
"""The first techniques of the ladder if all rules consist of houses.

One kernel (`sudoku.techniques.easiest`) tries them in turn; a technique has its index here.
"""

TECHNIQUES = Techniques(BUILT_IN)
"""All techniques, the easiest first."""

LAST_RESORTS = ("forcing_net", "forcing_net_with_cases", "search")
"""The techniques that `explain` adds to the ladder, so that it always finds a step.

`sudoku.explaining.by_search` registers the last one.
"""
