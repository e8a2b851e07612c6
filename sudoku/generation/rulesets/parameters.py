"""The parameters of rulesets: dataclass fields with a range or a choice, and their check."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any

from exactcover.runtime.registry import find_name
from sudoku.errors import RuleError


def whole(default: int | None, least: int = 1) -> Any:
    """Return the field of a whole number that is at least `least`.

    With the default None, the parameter may be None, too.
    """
    return field(default=default, metadata={"least": least})


def flag(default: bool) -> Any:
    """Return the field of a parameter that is true or false."""
    return field(default=default, metadata={"flag": True})


def choice(default: str, *names: str) -> Any:
    """Return the field of a parameter that is one of some names."""
    return field(default=default, metadata={"names": names})


def check_parameters(ruleset: Any) -> None:
    """Check the fields of a ruleset; names of a choice are replaced by their usual spelling.

    Raises
    ------
    RuleError
        If a value is not of its kind, or `least` is greater than `most`.
    """
    for each in fields(ruleset):
        value, kind = getattr(ruleset, each.name), each.metadata
        where = f"ruleset {ruleset.name!r}: {each.name} is {value!r}"
        if "least" in kind and not (value is None and each.default is None):
            if isinstance(value, bool) or not isinstance(value, int):
                raise RuleError(f"{where}: it must be a whole number")
            if value < kind["least"]:
                raise RuleError(f"{where}: it must be at least {kind['least']}")
        elif "flag" in kind and not isinstance(value, bool):
            raise RuleError(f"{where}: it must be true or false")
        elif "names" in kind:
            found = find_name(f"{ruleset.name} {each.name}", value, kind["names"], RuleError)
            object.__setattr__(ruleset, each.name, found)
    least, most = getattr(ruleset, "least", None), getattr(ruleset, "most", None)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        raise RuleError(f"ruleset {ruleset.name!r}: least is {least}, more than most, {most}")
