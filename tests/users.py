"""Code that is run as other users of the machine, which only the superuser can do."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

USERS = (65534, 65533)
"""Two users without home; the second is in no list of users."""


@cache
def why_not() -> str:
    """Say why code cannot be run as another user; empty if it can."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return "only the superuser can run code as another user"
    if shutil.which("setpriv") is None:
        return "there is no setpriv to run code as another user"
    try:
        as_user(USERS[0], "import numba", {})
    except subprocess.CalledProcessError:
        return "another user cannot run this Python"
    return ""


def as_user(user: int, code: str, environment: Mapping[str, str]) -> str:
    """Run code as a user, in an environment without anything else; return what it prints."""
    command = [sys.executable, "-c", code]
    if user:
        command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
    return subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=None,
        text=True,
        check=True,
    ).stdout.strip()


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Make a folder that other users can read: those of pytest are the user's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


needs_other_users = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be tried")
