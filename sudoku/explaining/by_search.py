"""The last resort of `explain`: a digit that a search for solutions proves."""

from __future__ import annotations

from sudoku.explaining.scene import Scene
from sudoku.ratings.by_search import steps
from sudoku.techniques.registry import LAST_RESORTS, TECHNIQUES
from sudoku.techniques.technique import Technique

__all__ = ["LAST_RESORTS"]


def words(scene: Scene) -> str:
    """Explain a digit that a search proved."""
    [(cell, digit)] = scene.step.placements
    others = scene.digits(scene.candidates(cell) - {digit}, "or")
    name = scene.cell(cell)
    if not others:
        return f"{digit} is the only candidate left in {name}."
    return (
        f"No technique finds a step, so {digit} in {name} is proved by search: a computer tried "
        f"all ways to fill the grid with {others} in {name}, and none is a solution."
    )


TECHNIQUES.register(
    Technique(name="search", title="Proof by search", module=steps, words=words, by_request=True)
)
