"""Words for what a constraint of a rule leaves to its cells."""

from __future__ import annotations

from sudoku.explaining.scene import Scene

__all__ = ["unsupported"]


def unsupported(scene: Scene) -> str:
    """Tell of candidates that no way to keep a constraint has."""
    step = scene.step
    title = f"{step.constraint[0].upper()}{step.constraint[1:]}"
    return (
        f"{title}: no way to keep it with the candidates of {scene.cells(step.cells)} has the "
        "digits that go."
    )
