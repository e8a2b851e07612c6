"""The registry of rules. A new rule is one file here and one line in `RULES`."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint

__all__ = ["RULES", "Constraint", "House", "Rule", "rule", "rule_class"]

RULES: Registry[type[Any]] = Registry(
    "rule",
    "sudoku.rules",
    {
        "classic": "sudoku.rules.classic:Classic",
        "diagonal": "sudoku.rules.diagonal:Diagonal",
        "latin": "sudoku.rules.latin:Latin",
        "jigsaw": "sudoku.rules.jigsaw:Jigsaw",
        "windoku": "sudoku.rules.windoku:Windoku",
        "disjoint_groups": "sudoku.rules.disjoint_groups:DisjointGroups",
        "anti_knight": "sudoku.rules.anti_knight:AntiKnight",
        "anti_king": "sudoku.rules.anti_king:AntiKing",
        "non_consecutive": "sudoku.rules.non_consecutive:NonConsecutive",
        "even_odd": "sudoku.rules.even_odd:EvenOdd",
        "minimum": "sudoku.rules.minimum:Minimum",
        "maximum": "sudoku.rules.maximum:Maximum",
        "pencil_marks": "sudoku.rules.pencil_marks:PencilMarks",
        "extra_regions": "sudoku.rules.extra_regions:ExtraRegions",
        "killer": "sudoku.rules.killer:Killer",
        "thermometer": "sudoku.rules.thermometer:Thermometer",
        "arrow": "sudoku.rules.arrow:Arrow",
        "kropki": "sudoku.rules.kropki:Kropki",
        "xv": "sudoku.rules.xv:XV",
        "difference": "sudoku.rules.difference:Difference",
        "ratio": "sudoku.rules.ratio:Ratio",
        "greater_than": "sudoku.rules.greater_than:GreaterThan",
        "consecutive": "sudoku.rules.consecutive:Consecutive",
        "whispers": "sudoku.rules.whispers:Whispers",
        "renban": "sudoku.rules.renban:Renban",
        "nabner": "sudoku.rules.nabner:Nabner",
        "palindrome": "sudoku.rules.palindrome:Palindrome",
        "clone": "sudoku.rules.clone:Clone",
        "little_killer": "sudoku.rules.little_killer:LittleKiller",
        "quadruple": "sudoku.rules.quadruple:Quadruple",
        "between": "sudoku.rules.between:Between",
        "region_sum": "sudoku.rules.region_sum:RegionSum",
        "indexer": "sudoku.rules.indexer:Indexer",
        "sandwich": "sudoku.rules.sandwich:Sandwich",
        "x_sum": "sudoku.rules.x_sum:XSum",
        "skyscraper": "sudoku.rules.skyscraper:Skyscraper",
        "str8ts": "sudoku.rules.str8ts:Str8ts",
        "kenken": "sudoku.rules.kenken:KenKen",
        "sums": "sudoku.rules.sums:Sums",
        "relations": "sudoku.rules.relations:Relations",
        "same_values": "sudoku.rules.same_values:SameValues",
        "contains": "sudoku.rules.contains:Contains",
        "double_arrow": "sudoku.rules.double_arrow:DoubleArrow",
        "sum_line": "sudoku.rules.sum_line:SumLine",
        "zipper": "sudoku.rules.zipper:Zipper",
        "line_order": "sudoku.rules.line_order:LineOrder",
        "lockout": "sudoku.rules.lockout:Lockout",
        "entropic": "sudoku.rules.entropic:Entropic",
        "modular": "sudoku.rules.modular:Modular",
        "from_zero": "sudoku.rules.from_zero:FromZero",
        "global_entropy": "sudoku.rules.global_entropy:GlobalEntropy",
        "global_modular": "sudoku.rules.global_modular:GlobalModular",
        "anti_taxicab": "sudoku.rules.anti_taxicab:AntiTaxicab",
        "dutch_flatmates": "sudoku.rules.dutch_flatmates:DutchFlatmates",
        "rellik": "sudoku.rules.rellik:Rellik",
        "lunchbox": "sudoku.rules.lunchbox:Lunchbox",
        "look_and_say": "sudoku.rules.look_and_say:LookAndSay",
        "counting_circles": "sudoku.rules.counting_circles:CountingCircles",
        "distinct": "sudoku.rules.distinct:Distinct",
        "numbered_room": "sudoku.rules.numbered_room:NumberedRoom",
        "hidden_skyscraper": "sudoku.rules.hidden_skyscraper:HiddenSkyscraper",
        "suguru": "sudoku.rules.suguru:Suguru",
        "automaton": "sudoku.rules.automaton:Automaton",
        "either": "sudoku.rules.either:Either",
        "equality": "sudoku.rules.equality:Equality",
        "connected": "sudoku.rules.connected:Connected",
        "unknown_regions": "sudoku.rules.unknown_regions:UnknownRegions",
    },
    RuleError,
)
"""Name -> class. Other packages add theirs by `register`, or by an entry point."""


def rule(name: str, *parameters: Any, **named: Any) -> Rule:
    """Return the rule of that name, with the given parameters and defaults for the others.

    It takes no limits: its work is linear in the parameters.

    Parameters
    ----------
    name
        A key of `RULES`, in any usual spelling.
    *parameters, **named
        The arguments of the rule's class.

    Returns
    -------
    Rule
        The rule.

    Raises
    ------
    RuleError
        If no rule has that name, or it has no such parameters, or needs some that are not given.

    Examples
    --------
    >>> rule("diagonal").summary
    'Both main diagonals hold every digit once.'
    >>> rule("killer")
    Traceback (most recent call last):
    sudoku.errors.RuleError: the rule 'killer' needs parameters: cages
    """
    kind: Any = rule_class(name)
    needed = [field.name for field in fields(kind) if field.default is MISSING][len(parameters) :]
    missing = [parameter for parameter in needed if parameter not in named]
    if missing:
        raise RuleError(f"the rule {name!r} needs parameters: {', '.join(missing)}")
    try:
        _signature(kind).bind(*parameters, **named)
    except TypeError as error:
        known = ", ".join(field.name for field in fields(kind)) or "none"
        raise RuleError(f"the rule {name!r}: {error}; its parameters are: {known}") from None
    made: Rule = kind(*parameters, **named)
    return made


@cache
def _signature(kind: Any) -> inspect.Signature:
    """Return the parameters of a rule; to find them takes longer than to make the rule."""
    return inspect.signature(kind)


def rule_class(name: str) -> type[Any]:
    """Return the class of the rule of that name.

    Raises
    ------
    RuleError
        If no rule has that name.

    Examples
    --------
    >>> rule_class("windoku").__name__
    'Windoku'
    """
    return RULES.load(name)
