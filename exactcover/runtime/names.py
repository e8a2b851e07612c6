"""Names in registries: find a name in any spelling, and suggest similar names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from exactcover.runtime.errors import ProblemError

__all__ = ["find_name", "normalised"]

_NO_OTHERS: Mapping[str, str] = MappingProxyType({})
SIMILAR = 0.7
"""The minimum similarity of a suggested name; 1 means equal."""


@lru_cache(maxsize=1024)
def normalised(name: str) -> str:
    """Return the letters and digits of a name, in lower case.

    Examples
    --------
    >>> normalised("X-Wing"), normalised("x_wing")
    ('xwing', 'xwing')
    """
    return re.sub(r"[\W_]+", "", name).lower()


def find_name(
    kind: str,
    name: object,
    known: Iterable[str],
    error: type[Exception] = ProblemError,
    others: Mapping[str, str] = _NO_OTHERS,
) -> str:
    """Return the known name that equals `name` but for capitals, hyphens, underscores and spaces.

    Parameters
    ----------
    kind
        The kind of named things, for messages.
    name
        The name that the user gave.
    known
        All names of the registry.
    error
        The class of the exception.
    others
        Alternative names of some known names.

    Raises
    ------
    error
        If there is no such name; the message suggests similar names and lists all.

    Examples
    --------
    >>> find_name("method", "Dancing cells", ["masks", "dancing_cells"])
    'dancing_cells'
    >>> find_name("method", "mask", ["masks", "dancing_cells"])
    Traceback (most recent call last):
    exactcover.runtime.errors.ProblemError: unknown method 'mask'; did you mean masks? The \
methods are masks, dancing_cells
    """
    names = list(known)
    if isinstance(name, str) and name in names:
        return name
    kinds = kind[:-1] + "ies" if kind.endswith("y") else f"{kind}s"
    if not isinstance(name, str):
        raise error(f"the name of a {kind} is a text, not {name!r}")
    by_spelling = {normalised(each): each for each in names}
    by_spelling |= {normalised(other): each for other, each in others.items()}
    if (found := by_spelling.get(normalised(name))) is not None:
        return found
    from difflib import get_close_matches

    near = get_close_matches(normalised(name), by_spelling, cutoff=SIMILAR)
    meant = " or ".join(dict.fromkeys(by_spelling[each] for each in near))
    hint = f"did you mean {meant}? The" if meant else "the"
    raise error(f"unknown {kind} {name!r}; {hint} {kinds} are {', '.join(names)}")
