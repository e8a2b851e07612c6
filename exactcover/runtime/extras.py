"""Imports of optional packages, with an error that says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from exactcover.runtime.errors import MissingExtraError


def imported(module: str, what: str, packages: str, extra: str) -> Any:
    """Return a module of an optional package.

    Parameters
    ----------
    module
        The name of the module.
    what
        The feature that needs it, as the first word of the message.
    packages, extra
        The packages that must be installed, and the extra of this project that installs them.

    Raises
    ------
    MissingExtraError
        If the module cannot be imported; the message says how to install it.

    Examples
    --------
    >>> imported("json", "JSON", "json", "json").loads("1")
    1
    >>> imported("no_such_module", "Printing", "printer and ink", "print")
    Traceback (most recent call last):
    exactcover.runtime.errors.MissingExtraError: Printing needs printer and ink: pip install \
'exactcover-sudoku[print]' (No module named 'no_such_module')
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"{what} needs {packages}: pip install 'exactcover-sudoku[{extra}]' ({error})"
        ) from error
