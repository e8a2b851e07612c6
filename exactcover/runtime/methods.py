"""Functions of a package as methods of the class that they take first."""

from __future__ import annotations

from importlib import import_module
from types import MethodType
from typing import Any


class Method:
    """A method that is a function of a package, imported at its first use.

    So the class imports nothing of the layers above it.

    Parameters
    ----------
    package
        The package that exports the function.
    name
        The name of the function.

    Examples
    --------
    >>> class Word(str):
    ...     indented = Method("textwrap", "indent")
    >>> Word("cover").indented("- ")
    '- cover'
    """

    def __init__(self, package: str, name: str) -> None:
        self._package, self._name = package, name

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._method = owner, name

    def __get__(self, instance: Any, owner: type) -> Any:
        function = getattr(import_module(self._package), self._name)
        setattr(self._owner, self._method, function)
        return function if instance is None else MethodType(function, instance)
