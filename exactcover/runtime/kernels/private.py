"""Checks that no other user of the machine can have written a folder or a file.

Machine code is stored as pickles, and reading a pickle can execute any code. A file that is read
must therefore belong to the current user, to the superuser, or to the owner of the root folder
(inside a container, the superuser of the host may have another number), and nobody else may be able
to write it.

On Windows nothing is checked, because it separates the folders of users by other means.
"""

from __future__ import annotations

import os
import stat
import sys
from errno import ENOTDIR
from functools import cache
from pathlib import Path
from typing import IO

OTHERS_MODE = 0o755
"""The mode of new folders: others can read them, for a cache in a container image."""
OWN_MODE = 0o700
"""The mode of new folders in the temporary folder of the system."""


def find_fault(folder: Path) -> str | None:
    """Return why another user may have written the content of a folder; None if nobody could.

    Parameters
    ----------
    folder
        An absolute path, without symbolic links.

    Raises
    ------
    OSError
        If there is no such folder.
    """
    if sys.platform == "win32":
        return None
    state = folder.lstat()
    if not stat.S_ISDIR(state.st_mode):
        return f"{folder} is not a folder"
    fault = _fault_of(state)
    if fault:
        return f"{folder} {fault}"
    for parent in folder.parents:
        state = parent.lstat()
        if _others_write(state) and not state.st_mode & stat.S_ISVTX:
            return f"other users can replace what is in {parent}"
    return None


def is_own(folder: Path) -> bool:
    """Return whether only the current user can read or write a folder."""
    if sys.platform == "win32":
        return True
    state = folder.lstat()
    is_private = not state.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid() and is_private


def read(path: Path) -> bytes:
    """Return the content of a file.

    Raises
    ------
    OSError
        If it cannot be read; a `PermissionError`, if another user may have written it.
    """
    with opened(path) as file:
        return file.read()


def make(folder: Path, mode: int = OTHERS_MODE) -> None:
    """Create a folder and its missing parents."""
    if not folder.is_dir():
        make(folder.parent, mode)
        try:
            folder.mkdir(mode, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from None


if sys.platform == "win32":

    def opened(path: Path) -> IO[bytes]:
        """Open a file."""
        return path.open("rb")

else:
    import grp
    import io
    import pwd

    def opened(path: Path) -> io.FileIO:
        """Open a file; the checks apply to the open file, not to its name."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        file = io.FileIO(descriptor)
        state = os.fstat(descriptor)
        fault = _fault_of(state) if stat.S_ISREG(state.st_mode) else "is not a file"
        if fault:
            file.close()
            raise PermissionError(f"{path} {fault}")
        return file

    def _fault_of(state: os.stat_result) -> str | None:
        if state.st_uid not in {os.geteuid(), 0, _owner_of_root()}:
            return "belongs to another user"
        return "can be written by other users" if _others_write(state) else None

    def _others_write(state: os.stat_result) -> bool:
        if state.st_mode & stat.S_IWOTH:
            return True
        return bool(state.st_mode & stat.S_IWGRP) and not _is_private_group(state.st_gid)

    @cache
    def _owner_of_root() -> int:
        return Path("/").stat().st_uid

    @cache
    def _is_private_group(group: int) -> bool:
        """Return whether a group contains only the user and the superuser."""
        if group == 0:
            return True
        try:
            user, known = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
        except KeyError:
            return False
        is_named_alike = known.gr_name == user.pw_name and user.pw_gid == group
        return is_named_alike and set(known.gr_mem) <= {user.pw_name}
