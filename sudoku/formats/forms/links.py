"""Links to solvers and players that have the grid in the query, the path or the fragment."""

from __future__ import annotations

import re
from urllib.parse import unquote_plus, urlsplit

from sudoku.errors import TextError
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.shape import Shape

FORM = "a link of {} with {}"
FEWEST = 16
"""The least number of characters of a grid."""
_LINK = re.compile(r"\b(?:https?://|www\.)[^\s<>\"')\]]+")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the grid of each link of a text; none if the text has no link with a grid.

    Raises
    ------
    TextError
        If a link has several grids, or one that is not whole.

    Examples
    --------
    >>> read(Text("https://example.org/solver.htm?bd=1..............2"))[0].form
    'a link of example.org with a line of 16 characters'
    """
    from sudoku.formats.forms.candidate_strings import read as read_candidates
    from sudoku.formats.forms.hodoku import read as read_progress
    from sudoku.formats.forms.lines import read as read_line

    found = []
    for match in _LINK.finditer(text.raw):
        try:
            parts = urlsplit(match[0])
        except ValueError as error:
            raise TextError(f"this is no link: {error}") from None
        query = [each.partition("=")[2] or each for each in re.split("[&;]", parts.query)]
        values = [*query, *re.split("[&/=]", parts.fragment), *parts.path.split("/")]
        values = [unquote_plus(value) for value in values]
        readings = list[Reading]()
        for value in dict.fromkeys(value for value in values if len(value) >= FEWEST):
            inner = Text(value)
            readings += (
                read_candidates(inner, shape)
                or read_progress(inner, shape)
                or read_line(inner, shape)
            )
        contents = {reading.content for reading in readings}
        if len(contents) > 1:
            raise TextError(f"the link to {parts.netloc or match[0][:40]} has several grids")
        line = 1 + text.raw.count("\n", 0, match.start())
        found += [
            reading._replace(line=line, form=FORM.format(parts.netloc or "a site", reading.form))
            for reading in readings[:1]
        ]
    return found
