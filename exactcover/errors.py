"""What can be wrong with what the user gives us."""

from typing import Any


class ProblemError(ValueError):
    """A problem, or an argument about one, breaks a rule that the message names."""


class FormatError(ProblemError):
    """A text is not in Knuth's format.

    Attributes
    ----------
    line
        Where in the text, from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class CheckpointError(ProblemError):
    """A checkpoint cannot be used; says why."""


class NoSolutionError(LookupError):
    """A solution was asked for, and it is proved that there is none."""


class UndecidedError(RuntimeError):
    """A stopped search was asked whether a solution exists."""


class GaveUpError(RuntimeError):
    """An engine cannot finish a search within the bounds set for its memory.

    No solution that it had found is lost by that: it had found none.
    """


class LostTasksError(RuntimeError):
    """Some tasks of a search killed every worker that tried them; all others are done.

    Attributes
    ----------
    prefixes
        The tasks: of each the options chosen in it, as `chosen=` takes them, so that each can be
        searched again; of a model, the numbers of what is decided in it.
    found
        How many solutions the others have.
    told
        The prefixes in words.
    """

    def __init__(self, prefixes: list[tuple[Any, ...]], found: int, told: list[str]) -> None:
        from exactcover.search.interval import whole  # here, because it needs NumPy

        more = f"; and {len(prefixes) - 3} more" if len(prefixes) > 3 else ""
        super().__init__(
            f"{len(prefixes)} tasks killed their worker again and again, those with "
            f"{'; '.join(told[:3])}{more}; the others found {whole(found)} solutions"
        )
        self.prefixes = prefixes
        self.found = found


class KernelCacheWarning(RuntimeWarning):
    """Compiled kernels cannot be kept on disk: they work, but each process compiles them again."""
