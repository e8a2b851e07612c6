"""Rules as people write them on a command line: ``killer=[[8, ["r1c1", "r1c2"]]]``."""

from __future__ import annotations

import json
import re
from typing import Any

from sudoku.errors import RuleError, refusing
from sudoku.rules import rule, rule_class
from sudoku.rules.base import Rule

__all__ = ["read_rule"]


@refusing("rule", RuleError)
def read_rule(text: str) -> Rule:
    """Return the rule that a text names, with the parameters behind an equals sign.

    These are JSON: the first parameter, or an object of parameters by name. Cells are written
    ``"r1c1"``, from 1. What is no JSON is a text, as a map of regions may be.

    Raises
    ------
    RuleError
        Where no rule has that name, or the parameters are not its own.

    Examples
    --------
    >>> read_rule("anti_knight")
    AntiKnight()
    >>> read_rule('killer=[[8, ["r1c1", "r1c2"]]]').cages
    ((8, ((0, 0), (0, 1))),)
    >>> read_rule('kropki={"black": [["r1c1", "r1c2"]], "negative": true}').negative
    ('white', 'black')
    >>> read_rule("jigsaw=1112122233443344").regions
    '1112122233443344'
    """
    name, equals, told = text.partition("=")
    if not equals:
        return rule(name)
    kind = rule_class(name)
    try:
        parameters = _places(json.loads(told)) if told[:1] in ("[", "{") else told
    except json.JSONDecodeError as error:
        raise RuleError(f"the rule {name!r}: {error.msg} at {told[error.pos :][:20]!r}") from None
    if not isinstance(parameters, dict):
        parameters = {next(iter(kind.__dataclass_fields__), ""): parameters}
    unknown = [key for key in parameters if key not in kind.__dataclass_fields__]
    if unknown:
        known = ", ".join(kind.__dataclass_fields__) or "none"
        raise RuleError(f"the rule {name!r} has no parameter {unknown[0]!r}; it has {known}")
    return rule(name, **parameters)


def _places(value: Any) -> Any:
    """Put row and column, from 0, for the names of cells."""
    if isinstance(value, list):
        return [_places(part) for part in value]
    if isinstance(value, dict):
        return {key: _places(part) for key, part in value.items()}
    if isinstance(value, str) and (match := re.fullmatch(r"[rR](\d+)[cC](\d+)", value)):
        return int(match[1]) - 1, int(match[2]) - 1
    return value
