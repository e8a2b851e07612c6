"""The verbs as methods of a puzzle; each calls the function that `sudoku` exports."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    import sudoku as package
    from exactcover import Count, Result, Solutions
    from exactcover.limits import Flag
    from exactcover.search.request import ExecutorLike, ProgressLike, Seed
    from sudoku.geometry.grid import Grid
    from sudoku.puzzle.puzzle import Puzzle

__all__ = ["Verbs"]


class Verbs:
    """The verbs of `Puzzle`: each calls the function of its name in the package."""

    __slots__ = ()

    def solve(
        self,
        *,
        limit: int | None = 1,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        seed: Seed | None = None,
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Result[Grid]:
        """Find one solution, or prove that there is none. See `sudoku.solve`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, method
            See `sudoku.solve`.
        workers, executor, checkpoint, resume
            See `sudoku.solve`.

        Returns
        -------
        Result[Grid]
            The solution or None, whether the search is complete, and its statistics.

        Examples
        --------
        >>> from sudoku import Puzzle, Shape
        >>> Puzzle.from_text("1......2.3.....4").solve().solution
        Grid('1243341243212134', 2x2)
        """
        return package.solve(
            _puzzle(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            method=method,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )

    def solutions(
        self,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        seed: Seed | None = None,
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Solutions[Grid]:
        """Return an iterator over all solutions. See `sudoku.solutions`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, method
            See `sudoku.solutions`.
        workers, executor, checkpoint, resume
            See `sudoku.solutions`.

        Returns
        -------
        Solutions[Grid]
            The iterator, which searches no further than asked.

        Examples
        --------
        >>> from sudoku import Puzzle, Shape
        >>> len(list(Puzzle.from_text("1234............").solutions()))
        12
        """
        return package.solutions(
            _puzzle(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            method=method,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )

    def count(
        self,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        seed: Seed | None = None,
        method: str = "auto",
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Count:
        """Count the solutions without building them. See `sudoku.count`.

        Parameters
        ----------
        limit, time_limit, max_nodes, cancel, progress, seed, method
            See `sudoku.count`.
        workers, executor, checkpoint, resume
            See `sudoku.count`.

        Returns
        -------
        Count
            An int, which also says whether the search is complete, and its statistics.

        Examples
        --------
        >>> from sudoku import Puzzle, Shape
        >>> Puzzle(Shape(2, 2)).count()
        288
        """
        return package.count(
            _puzzle(self),
            limit=limit,
            time_limit=time_limit,
            max_nodes=max_nodes,
            cancel=cancel,
            progress=progress,
            seed=seed,
            method=method,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            resume=resume,
        )


def _puzzle(verbs: Verbs) -> Puzzle:
    """Return the same object, typed as a puzzle: no other class has these methods."""
    return cast("Puzzle", verbs)


def attach(facade: ModuleType) -> None:
    """Call the public functions of a package, which attaches itself when it is imported.

    So this module, and all that use a puzzle, import nothing of the verbs above them.
    """
    globals()["package"] = facade
