"""What can be wrong with what the user gives us."""


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


class NoSolutionError(LookupError):
    """A solution was asked for, and it is proved that there is none."""


class UndecidedError(RuntimeError):
    """A stopped search was asked whether a solution exists."""


class GaveUpError(RuntimeError):
    """An engine cannot finish a search within the bounds set for its memory.

    No solution that it had found is lost by that: it had found none.
    """
