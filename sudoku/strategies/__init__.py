"""The strategies of generation, one file each, and their registry."""

from exactcover.registry import Registry
from sudoku.errors import RuleError
from sudoku.strategies.strategy import Made, Strategy, Wish

__all__ = ["STRATEGIES", "Made", "Strategy", "Wish", "strategy"]

STRATEGIES: Registry[type[Strategy]] = Registry(
    "strategy",
    "sudoku.strategies",
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
    },
    RuleError,
)
"""Name -> class. Other packages add theirs by `register`, or by an entry point."""


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
    return STRATEGIES.load(name)()
