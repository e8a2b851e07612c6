"""The import of packages that need not be installed."""

from importlib import import_module
from typing import Any

from csp.errors import ModelError


def optional(module: str, solver: str, package: str) -> Any:
    """Import a module that need not be installed.

    Raises
    ------
    ModelError
        If it is not, with what to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ModelError(
            f"solver={solver!r} needs the package {package}: "
            f"pip install {package}, or exactcover-sudoku[{solver}] ({error})"
        ) from error
