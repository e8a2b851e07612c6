"""Rules as they are written on a command line: ``killer=[[8, ["r1c1", "r1c2"]]]``."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from sudoku.errors import RuleError, refusing
from sudoku.geometry.words import place_named
from sudoku.rules.base import Rule
from sudoku.rules.registry import RULES, rule, rule_class


@refusing("rule", RuleError)
def read_rule(text: str) -> Rule:
    """Return the rule in a text: its name, and its parameters after an equals sign.

    The parameters are JSON: the first parameter, or an object with parameters by name. Cells are
    written ``"r1c1"``, counted from 1. Other text than JSON is taken as a string, such as a map of
    regions. A rule within a rule is an object with the name as the key and the parameters as the
    value.

    Raises
    ------
    RuleError
        If no rule has that name, or the parameters are not those of the rule.

    Examples
    --------
    >>> read_rule("anti_knight")
    AntiKnight()
    >>> read_rule('killer=[[8, ["r1c1", "r1c2"]]]').cages
    ((8, ((0, 0), (0, 1))),)
    >>> read_rule('kropki={"black": [["r1c1", "r1c2"]], "negative": true}').negative
    ('white', 'black')
    >>> read_rule("jigsaw=1112122233443344") == read_rule('jigsaw="1112122233443344"')
    True
    """
    written, equals, given = text.partition("=")
    name = RULES.find(written.strip())
    given = given.strip()
    if not equals:
        return rule_of(name)
    try:
        parameters = json.loads(given) if given[:1] in ("[", "{", '"') else given
    except json.JSONDecodeError as error:
        raise RuleError(f"the rule {name!r}: {error.msg} at {given[error.pos :][:20]!r}") from None
    return rule_of(name, parameters)


def rule_of(name: str, parameters: Any = None) -> Rule:
    """Return the rule with parameters from JSON: the first one, or an object of several.

    Examples
    --------
    >>> rule_of("killer", [[8, ["r1c1", "r1c2"]]]).cages
    ((8, ((0, 0), (0, 1))),)
    """
    if parameters is None or parameters == {}:
        return rule(name)
    known = [field.name for field in fields(rule_class(name))]
    if not known:
        raise RuleError(f"the rule {name!r} has no parameters")
    if not isinstance(parameters, dict):
        parameters = {known[0]: parameters}
    unknown = [key for key in parameters if key not in known]
    if unknown:
        raise RuleError(
            f"the rule {name!r} has no parameter {unknown[0]!r}; it has {', '.join(known)}"
        )
    if name in READ_WITHIN:
        return rule(name, **{key: _rules_within(name, value) for key, value in parameters.items()})
    return rule(name, **parameters)


READ_WITHIN = {"either": "its branches are lists", "from_zero": "its rules are a list"}
"""The rules whose parameters are rules, and the form of these parameters, for messages."""


def _rules_within(name: str, value: Any) -> Any:
    """Return lists of rules from lists of objects, which map names of rules to parameters."""
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return [rule_of(RULES.find(key), given) for part in value for key, given in part.items()]
    if isinstance(value, list) and name == "either":
        return [_rules_within(name, branch) for branch in value]
    raise RuleError(
        f"the rule {name!r}: {READ_WITHIN[name]} of objects, from the name of a rule to its "
        "parameters"
    )


def places_in(value: Any) -> Any:
    """Return JSON with the names of cells replaced by row and column, from 0.

    Examples
    --------
    >>> places_in([8, ["r1c1", "r1c2"]])
    [8, [(0, 0), (0, 1)]]
    """
    if isinstance(value, list):
        return [places_in(part) for part in value]
    if isinstance(value, dict):
        return {key: places_in(part) for key, part in value.items()}
    place = place_named(value) if isinstance(value, str) else None
    return value if place is None else place
