"""The exceptions and the warning of the package."""

import copyreg
from typing import Any

from exactcover.runtime.formatting import format_whole
from exactcover.runtime.texts import printable_lines


def _reduced(error: BaseException) -> tuple[Any, ...]:
    """Return how a pickle makes an error again: with its message, and not by calling `__init__`.

    So an error with other arguments comes through a pool of processes, which it would break.
    """
    return copyreg.__newobj__, (type(error), *error.args), error.__dict__  # type: ignore[attr-defined]


class ProblemError(ValueError):
    """A problem, or an argument about one, breaks a rule that the message names."""

    __reduce__ = _reduced

    def __str__(self) -> str:
        """Return the message; what could control a terminal in a text that it quotes is escaped."""
        return printable_lines(super().__str__())


class FormatError(ProblemError):
    """A text is not in Knuth's format.

    Attributes
    ----------
    line
        The number of the line, from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class BudgetError(ProblemError):
    """A text or a file that is read asks for more of something than `exactcover.Budget` allows.

    Attributes
    ----------
    what
        The name of what is counted, such as "variables".
    asked, allowed
        How much is asked for, and the most that is allowed.
    """

    def __init__(self, what: str, asked: int, allowed: int) -> None:
        super().__init__(
            f"{format_whole(asked, ',')} {what} are asked for: {allowed:,} are allowed"
        )
        self.what, self.asked, self.allowed = what, asked, allowed


class CheckpointError(ProblemError):
    """A checkpoint cannot be used; the message says why."""


class NoSolutionError(LookupError):
    """It is proved that the problem has no solution."""


class UndecidedError(RuntimeError):
    """The search was stopped before it was known whether a solution exists."""


class GaveUpError(RuntimeError):
    """An engine cannot finish a search within its memory limit.

    It has not returned any solution yet.
    """


class LostTasksError(RuntimeError):
    """Some tasks of a search killed every worker that tried them; all other tasks are done.

    Attributes
    ----------
    prefixes
        For each lost task, the options chosen in it, as `chosen=` takes them, so that it can be
        searched again; for a model, the numbers of its decisions.
    found
        The number of solutions of the other tasks.
    """

    __reduce__ = _reduced

    def __init__(
        self, prefixes: list[tuple[Any, ...]], found: int, descriptions: list[str]
    ) -> None:
        more = f"; and {len(prefixes) - 3} more" if len(prefixes) > 3 else ""
        super().__init__(
            f"{len(prefixes)} tasks killed their worker again and again, those with "
            f"{'; '.join(descriptions[:3])}{more}; the others found {format_whole(found)} solutions"
        )
        self.prefixes = prefixes
        self.found = found


class MissingExtraError(ImportError):
    """A feature needs packages that are not installed; the message says how to install them."""


class KernelCacheWarning(RuntimeWarning):
    """Compiled kernels cannot be stored on disk, so each process compiles them again."""
