"""The strategies of generation, one file each, and their registry."""

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy

__all__ = ["STRATEGIES", "Made", "PuzzleRequest", "Strategy", "strategy"]

STRATEGIES: Registry[type[Strategy]] = Registry(
    "strategy",
    "sudoku.generation.strategies",
    {
        "top_down": "sudoku.generation.strategies.top_down:TopDown",
        "bottom_up": "sudoku.generation.strategies.bottom_up:BottomUp",
        "deduction": "sudoku.generation.strategies.deduction:Deduction",
        "beneficial_first": "sudoku.generation.strategies.beneficial_first:BeneficialFirst",
        "symmetric": "sudoku.generation.strategies.symmetric:Symmetric",
        "to_clues": "sudoku.generation.strategies.to_clues:ToClues",
        "pattern": "sudoku.generation.strategies.pattern:Pattern",
        "few_clues": "sudoku.generation.strategies.few_clues:FewClues",
        "graded": "sudoku.generation.strategies.graded:Graded",
        "large_candidates": "sudoku.generation.strategies.large_candidates:LargeCandidates",
        "deducible": "sudoku.generation.strategies.deducible:Deducible",
        "by_logic": "sudoku.generation.strategies.by_logic:ByLogic",
        "by_techniques": "sudoku.generation.strategies.by_techniques:ByTechniques",
        "grown": "sudoku.generation.strategies.grown:Grown",
        "permuted": "sudoku.generation.strategies.permuted:Permuted",
    },
    RuleError,
)
"""Name -> class. Other packages add theirs by `register`, or by an entry point."""


def strategy(name: str) -> Strategy:
    """Return the strategy of a name.

    Raises
    ------
    RuleError
        If there is no strategy of this name.

    Examples
    --------
    >>> strategy("top_down").summary
    'Remove clues from a filled grid, in random order.'
    """
    return STRATEGIES.load(name)()
