"""Rulesets as they are written on a command line: ``killer:cages=30,most=5``."""

from __future__ import annotations

import json
from typing import Any

from sudoku.errors import RuleError
from sudoku.generation.rulesets.registry import RULESETS, ruleset
from sudoku.generation.rulesets.ruleset import Ruleset


def read_ruleset(text: str) -> Ruleset:
    """Return the ruleset in a text: its name, and its parameters.

    Parameters follow a colon as ``name=value``, separated by commas; or they follow an equals sign
    as a JSON object.

    Raises
    ------
    RuleError
        If the text cannot be read, or as `ruleset` does.

    Examples
    --------
    >>> read_ruleset("killer:cages=30,sums=false")
    Killer(cages=30, least=2, most=4, sums=False)
    >>> read_ruleset('jigsaw={"symmetry": "half_turn"}')
    Jigsaw(moves=None, symmetry='half_turn')
    """
    ends = [text.find(sign) for sign in ":=" if sign in text]
    end = min(ends, default=len(text))
    name, given = RULESETS.find(text[:end].strip()), text[end + 1 :]
    if text[end : end + 1] == "=":
        return ruleset(name, **_object(name, given))
    parameters: dict[str, Any] = {}
    for part in filter(None, map(str.strip, given.split(","))):
        key, equals, value = map(str.strip, part.partition("="))
        if not equals:
            raise RuleError(f"the ruleset {name!r}: {part!r} is not of the form parameter=value")
        if key in parameters:
            raise RuleError(f"the ruleset {name!r}: {key} is given twice")
        parameters[key] = _value(value)
    return ruleset(name, **parameters)


def _object(name: str, text: str) -> dict[str, Any]:
    """Return a JSON object."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise RuleError(
            f"the ruleset {name!r}: {error.msg} at {text[error.pos :][:20]!r}"
        ) from None
    if not isinstance(found, dict):
        raise RuleError(f"the ruleset {name!r}: the parameters are not a JSON object")
    return found


def _value(text: str) -> Any:
    """Return a number, true, false or null from JSON, or else the text itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
