"""Atomic writing of files: the whole new content, or the old file unchanged."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: str | Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Write a file under another name, and rename it when it is complete and on the disk.

    At any time the name refers to the complete old file or to the complete new one. A file that is
    not regular (a pipe, a device) is written directly.

    Parameters
    ----------
    path
        The file.
    mode
        The permissions, before the umask of the process; by default those of the old file, or those
        of any new file.

    Raises
    ------
    OSError
        If the file cannot be written; the file name of the exception is `path`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "name"
    ...     with replacing(path) as file:
    ...         n_written, was_there = file.write(b"new"), path.exists()
    ...     n_written, was_there, path.read_bytes()
    (3, False, b'new')
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    draft = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}")
    try:
        with open(draft, "xb", opener=partial(os.open, mode=mode or 0o666)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is None and target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and error.errno:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_text(path: str | Path, text: str) -> None:
    """Write a text in UTF-8 atomically; see `replacing`."""
    data = text.encode()
    with replacing(path) as file:
        file.write(data)
