"""The registry of rulesets. A new one is one file here and one line in `RULESETS`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.generation.rulesets.ruleset import Ruleset

__all__ = ["RULESETS", "Ruleset", "ruleset"]

_HERE = "sudoku.generation.rulesets"

RULESETS: Registry[type[Ruleset]] = Registry(
    "ruleset",
    "sudoku.rulesets",
    {
        "killer": f"{_HERE}.killer:Killer",
        "jigsaw": f"{_HERE}.jigsaw:Jigsaw",
        "x": f"{_HERE}.whole_board:Diagonal",
        "windoku": f"{_HERE}.whole_board:Windoku",
        "disjoint_groups": f"{_HERE}.whole_board:DisjointGroups",
        "anti_knight": f"{_HERE}.whole_board:AntiKnight",
        "anti_king": f"{_HERE}.whole_board:AntiKing",
        "non_consecutive": f"{_HERE}.whole_board:NonConsecutive",
        "samurai": f"{_HERE}.samurai:Samurai",
        "thermometer": f"{_HERE}.thermometer:Thermometer",
        "arrow": f"{_HERE}.arrow:Arrow",
        "whispers": f"{_HERE}.whispers:Whispers",
        "renban": f"{_HERE}.renban:Renban",
        "palindrome": f"{_HERE}.palindrome:Palindrome",
        "between": f"{_HERE}.between:Between",
        "entropic": f"{_HERE}.entropic:Entropic",
        "kropki": f"{_HERE}.kropki:Kropki",
        "xv": f"{_HERE}.xv:XV",
        "consecutive": f"{_HERE}.consecutive:Consecutive",
        "greater_than": f"{_HERE}.greater_than:GreaterThan",
        "sandwich": f"{_HERE}.sandwich:Sandwich",
        "skyscraper": f"{_HERE}.skyscraper:Skyscraper",
        "x_sum": f"{_HERE}.x_sum:XSum",
        "numbered_room": f"{_HERE}.numbered_room:NumberedRoom",
        "little_killer": f"{_HERE}.little_killer:LittleKiller",
        "even_odd": f"{_HERE}.even_odd:EvenOdd",
        "minimum": f"{_HERE}.extremes:Minimum",
        "maximum": f"{_HERE}.extremes:Maximum",
        "quadruple": f"{_HERE}.quadruple:Quadruple",
        "extra_regions": f"{_HERE}.extra_regions:ExtraRegions",
        "kenken": f"{_HERE}.kenken:KenKen",
    },
    RuleError,
)
"""Name -> class. Other packages add theirs by `register`, or by an entry point."""


def ruleset(name: str, **parameters: Any) -> Ruleset:
    """Return the ruleset of a name, with the given parameters and defaults for the others.

    It takes no limits: its work is linear in the parameters.

    Parameters
    ----------
    name
        A key of `RULESETS`, in any usual spelling.
    **parameters
        The parameters of the ruleset.

    Returns
    -------
    Ruleset
        The ruleset, for `generate`.

    Raises
    ------
    RuleError
        If there is no ruleset of that name, or it has no such parameter, or its value is wrong.

    Examples
    --------
    >>> ruleset("killer", cages=20)
    Killer(cages=20, least=2, most=4, sums=True)
    >>> ruleset("killer", cagse=20)
    Traceback (most recent call last):
    sudoku.errors.RuleError: the ruleset 'killer' has no parameter 'cagse'; it has cages, least, \
most, sums
    """
    name = RULESETS.find(name)
    kind = RULESETS[name]
    known = [each.name for each in fields(kind)]
    for parameter in parameters:
        if parameter not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise RuleError(f"the ruleset {name!r} has no parameter {parameter!r}; {has}")
    return kind(**parameters)
