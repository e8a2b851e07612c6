"""Functions as methods of the class that they take first."""

from collections.abc import Callable
from typing import Any


def attach(owner: type, **functions: Callable[..., Any]) -> None:
    """Make functions methods of a class; a package calls this for its public class.

    So the class, and all modules that use it, import nothing of the functions above them.

    Examples
    --------
    >>> class Word(str): ...
    >>> def initial(word: str) -> str:
    ...     return word[0]
    >>> attach(Word, initial=initial)
    >>> Word("cover").initial()
    'c'
    """
    for name, function in functions.items():
        setattr(owner, name, function)
