"""The format that a file of ours says it has: a name and a version, such as `sudoku puzzle 1`.

The version of a format rises when a reader of the version before would misread a file. New keys
that may be missing do not raise it, because readers refuse keys that they do not know. A file that
says nothing, as one that was written by hand, has the first version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.runtime.formatting import shown

KEY = "format"
"""The key of the format, which comes first in a file."""


def check_format(data: Mapping[str, Any], known: str, error: type[ValueError]) -> None:
    """Raise an error if an object of JSON says that it has another format.

    Parameters
    ----------
    data
        The object.
    known
        The format that the caller reads.
    error
        The type of the error.

    Examples
    --------
    >>> check_format({"format": "sudoku puzzle 1"}, "sudoku puzzle 1", ValueError)
    >>> check_format({"format": "sudoku puzzle 2"}, "sudoku puzzle 1", ValueError)
    Traceback (most recent call last):
    ValueError: the format is 'sudoku puzzle 2', of another version of this library: \
'sudoku puzzle 1' can be read
    >>> check_format({"format": 2}, "sudoku puzzle 1", ValueError)
    Traceback (most recent call last):
    ValueError: the format is 2: 'sudoku puzzle 1' can be read
    """
    given = data.get(KEY, known)
    if given == known:
        return
    name = known.rpartition(" ")[0]
    is_ours = isinstance(given, str) and given.startswith(f"{name} ")
    other = ", of another version of this library" if is_ours else ""
    raise error(f"the format is {shown(given)}{other}: {known!r} can be read")
