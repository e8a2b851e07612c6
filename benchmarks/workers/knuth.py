"""Read Knuth's text format for the peers, which must not need our library to do so."""

from pathlib import Path
from typing import NamedTuple


class Text(NamedTuple):
    """An exact-cover problem as its file has it; a coloured item still reads ``item:colour``."""

    primary: list[str]
    secondary: list[str]
    options: list[list[str]]

    @property
    def coloured(self) -> bool:
        """Whether any option colours an item."""
        return any(":" in item for option in self.options for item in option)


def read(path: str) -> Text:
    r"""Read a file: comments open with ``|``, then a line of items, then one option a line.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w+", suffix=".dlx") as file:
    ...     _ = file.write("| a comment\np q | x\np x:A\nq x:B\n")
    ...     file.flush()
    ...     read(file.name)
    Text(primary=['p', 'q'], secondary=['x'], options=[['p', 'x:A'], ['q', 'x:B']])
    """
    lines = [line for line in Path(path).read_text().splitlines() if line.strip()]
    items, *options = [line for line in lines if not line.startswith("|")]
    primary, _, secondary = items.partition("|")
    return Text(primary.split(), secondary.split(), [option.split() for option in options])
