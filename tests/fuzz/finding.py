"""The report of a failing case: how to reproduce it, and the smallest failing input."""


class Finding(AssertionError):  # noqa: N818 (it is what is looked for)
    """A case that failed.

    Attributes
    ----------
    reproduction
        A small input that fails, and of what.
    """

    def __init__(self, reproduction: str) -> None:
        super().__init__(reproduction)
        self.reproduction = reproduction
