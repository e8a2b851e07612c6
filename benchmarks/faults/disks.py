"""Disks that are read-only, full, or owned by another user: small disks in memory, mounted for us.

``python -m benchmarks.faults.disks`` is run by `measure` in a mount namespace of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.faults.attempts import Outcome, Tally, in_child, read
from benchmarks.faults.verbs import Verb, make_tasks_small, verbs

PAGE = 4096
SIZE = 1 << 22
PAGES_LEFT = (0, 1, 2, 4, 8, 12, 16, 24, 32, 48)
"""The numbers of pages that are left on a disk in the attempts."""
NOBODY = 65534


def namespace() -> list[str]:
    """Return the prefix of a command that permits it to mount disks."""
    return (
        ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    )


def can_mount() -> bool:
    """Return whether disks can be mounted here."""
    try:
        with TemporaryDirectory() as folder:
            command = [*namespace(), "mount", "-t", "tmpfs", "tmpfs", folder]
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def measure(*, is_quick: bool = False) -> list[Tally]:
    """Run all verbs on all such disks; do nothing where disks cannot be mounted."""
    if not can_mount():
        return []
    command = [*namespace(), sys.executable, "-m", __name__, *["quick"] * is_quick]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [Tally(**row) for row in json.loads(done.stdout.splitlines()[-1])]


@contextmanager
def disk() -> Iterator[Path]:
    """Mount a small disk."""
    with TemporaryDirectory() as parent:
        # Another user must have access to the folder of the disk.
        Path(parent).chmod(0o755)
        folder = Path(parent) / "disk"
        folder.mkdir()
        mount("-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", str(folder))
        try:
            yield folder
        finally:
            subprocess.run(["umount", str(folder)], check=True)


def mount(*arguments: str) -> None:
    """Run `mount` with these arguments."""
    subprocess.run(["mount", *arguments], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a disk read-only within the context."""
    mount("-o", "remount,ro", str(folder))
    try:
        yield
    finally:
        mount("-o", "remount,rw", str(folder))


@contextmanager
def full(n_pages: int, folder: Path) -> Iterator[None]:
    """Fill a disk up to some pages within the context."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(PAGE)):
                pass
        except OSError:
            file.truncate(max(0, file.tell() - n_pages * PAGE))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def no_fault(_: Path) -> Iterator[None]:
    """Do not change a disk."""
    yield


Fault = Callable[[Path], AbstractContextManager[None]]


def attempt(verb: Verb, fault: Fault, tally: Tally, user: int | None = None) -> None:
    """Run a verb on a disk with a fault, and again without the fault."""
    with disk() as folder:
        prepared = in_child(lambda: (verb.prepare or verb.act)(folder))
        assert prepared.is_done, prepared.words
        before = [read(folder / name) for name in verb.files]
        with fault(folder):
            outcome = in_child(partial(verb.act, folder), user)
        tally.note(outcome)
        # Complete files must be unchanged: old and new content are the same here.
        tally.lost += [read(folder / name) for name in verb.files] != before
        tally.wrong += has_half_a_line(folder / "covers.jsonl")
        again = in_child(partial(verb.act, folder))
        tally.lost += not again.is_done
        if not again.is_done:
            tally.seen[f"afterwards: {again.words}"] += 1


def import_everything() -> None:
    """Run each verb once, because another user may not be allowed to read Python's own files."""
    for verb in verbs():
        with TemporaryDirectory() as folder:
            if verb.prepare is not None:
                verb.prepare(Path(folder))
            verb.act(Path(folder))


def has_half_a_line(path: Path) -> bool:
    """Return whether a file ends within a line."""
    content = read(path) or b""
    return content != b"" and not content.endswith(b"\n")


def output_of_commands(tally: Tally) -> None:
    """Print to a full disk."""
    for verb in ("solve", "count"):
        code = "from exactcover.cli.main import main; main()"
        with Path("/dev/full").open("w", encoding="utf-8") as output:
            done = subprocess.run(
                [sys.executable, "-c", code, verb, "-"],
                input="a b\na\nb\n",
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        words = " ".join(done.stderr.split())
        tally.note(Outcome(words, done.returncode == 2 and "Traceback" not in words))


def main() -> None:
    """Run all attempts, and print the rows as JSON."""
    make_tasks_small()
    is_quick = "quick" in sys.argv
    pages = PAGES_LEFT[1:8:3] if is_quick else PAGES_LEFT
    kinds: list[tuple[str, list[Fault], int | None]] = [
        ("a read-only disk", [read_only], None),
        ("a full disk", [partial(full, n) for n in pages], None),
    ]
    if os.geteuid() == 0 and not is_quick:
        import_everything()
        kinds.append(("a folder of another user", [no_fault], NOBODY))
    rows = []
    for name, faults, user in kinds:
        for verb in verbs():
            tally = Tally(name, verb.name)
            for fault in faults:
                attempt(verb, fault, tally, user)
            rows.append(tally)
    printing = Tally("a full disk", "`exactcover solve`, `count`, printing there")
    output_of_commands(printing)
    print(json.dumps([vars(row) for row in (*rows, printing)]))


if __name__ == "__main__":
    main()
