"""The strategies of generation, one file each, and their one registry."""

from importlib import import_module
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.strategies.strategy import Made, Strategy, Wish

__all__ = ["STRATEGIES", "Made", "Strategy", "Wish", "strategy"]

# Paths, not classes: a strategy's module is imported when it is asked for.
STRATEGIES = MappingProxyType(
    {
        "top_down": "sudoku.strategies.top_down:TopDown",
        "bottom_up": "sudoku.strategies.bottom_up:BottomUp",
        "deduction": "sudoku.strategies.deduction:Deduction",
        "beneficial_first": "sudoku.strategies.beneficial_first:BeneficialFirst",
        "symmetric": "sudoku.strategies.symmetric:Symmetric",
        "to_clues": "sudoku.strategies.to_clues:ToClues",
        "pattern": "sudoku.strategies.pattern:Pattern",
        "few_clues": "sudoku.strategies.few_clues:FewClues",
        "graded": "sudoku.strategies.graded:Graded",
    }
)


def strategy(name: str) -> Strategy:
    """Return the strategy of a name.

    Raises
    ------
    RuleError
        If there is none.

    Examples
    --------
    >>> strategy("top_down").summary
    'Take clues away from a filled grid, in random order.'
    """
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise RuleError(f"no strategy is called {name!r}; the strategies are: {known}")
    module, _, class_name = STRATEGIES[name].partition(":")
    made: Strategy = getattr(import_module(module), class_name)()
    return made
