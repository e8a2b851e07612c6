"""The import of optional packages."""

from importlib import import_module
from typing import Any

from csp.errors import ModelError


def optional(module: str, solver: str, package: str) -> Any:
    """Import a module of an optional package.

    Raises
    ------
    ModelError
        If the package is not installed; the message names what to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ModelError(
            f"solver={solver!r} needs the package {package}: "
            f"pip install {package}, or exactcover-sudoku[{solver}] ({error})"
        ) from error
