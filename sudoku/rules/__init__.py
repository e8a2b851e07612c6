"""The rules by name. A new rule is one file here and one line in `RULES`."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.rules.constraint import Constraint, Sum
from sudoku.rules.rule import House, Rule

__all__ = ["RULES", "Constraint", "House", "Rule", "Sum", "rule"]

# Paths, not classes: a rule's module is imported when a puzzle first asks for it.
RULES = MappingProxyType(
    {
        "classic": "sudoku.rules.classic:Classic",
        "diagonal": "sudoku.rules.diagonal:Diagonal",
    }
)


def rule(name: str) -> Rule:
    """Return the rule of that name, with its usual parameters.

    Raises
    ------
    RuleError
        Where no rule has that name.

    Examples
    --------
    >>> rule("diagonal").summary
    'Both main diagonals hold every digit once.'
    """
    if name not in RULES:
        raise RuleError(f"no rule is called {name!r}; the rules are: {', '.join(RULES)}")
    module, _, class_name = RULES[name].partition(":")
    made: Rule = getattr(import_module(module), class_name)()
    return made
