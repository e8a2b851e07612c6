"""The folders where machine code is stored, and the check that no other user can write there."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from exactcover.runtime.kernels import private


class Root(NamedTuple):
    """A folder for machine code, and the permissions with which it is created."""

    path: Path
    mode: int = private.OTHERS_MODE


def make(root: Root, folder: Path) -> None:
    """Create a folder below a root, and check it.

    Raises
    ------
    OSError
        If it cannot be created, or another user may have written its content.
    """
    private.make(root.path, root.mode)
    private.make(folder, root.mode)
    check(root, folder)


def check(root: Root, folder: Path) -> None:
    """Raise PermissionError if another user may have written the content of a folder."""
    fault = private.find_fault(folder)
    if root.mode == private.OWN_MODE and not private.is_own(root.path):
        fault = f"{root.path} is not the user's own"
    if fault:
        raise PermissionError(fault)


def roots() -> list[Root]:
    """Return the folders below which machine code may be stored, the best first.

    That is ``NUMBA_CACHE_DIR`` alone, if it is set; else the user's cache folder, and a folder of
    the user's own in the system's temporary folder.
    """
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return _resolved(given)
    found = []
    # Most processes find all kernels in the installed package, and need neither module.
    import tempfile

    import platformdirs

    with suppress(OSError, RuntimeError):  # there is no home
        users = platformdirs.user_cache_path("exactcover")
        if users.is_absolute():
            found += _resolved(users / "kernels")
    with suppress(OSError):  # there is no temporary folder
        user = "" if sys.platform == "win32" else f"-{os.geteuid()}"
        for root in _resolved(tempfile.gettempdir()):
            found.append(Root(root.path / f"exactcover-kernels{user}", private.OWN_MODE))
    return found


def _resolved(path: str | Path) -> list[Root]:
    """Return a folder with its symbolic links resolved; none if it does not exist."""
    try:
        return [Root(Path(os.path.realpath(path)))]
    except OSError:  # it is relative to a folder that is gone
        return []
