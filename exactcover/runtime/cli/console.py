"""Input and output of the command lines: files, standard input, messages to the user."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from typing import IO, Any, AnyStr, Generic

import click

from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import left
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.texts import encoding_of, printable_lines

BLOCK = 1 << 20
"""The characters that are read at once; less than a millisecond is needed for them."""


@contextmanager
def all_digits() -> Iterator[None]:
    """Let Python print numbers with more than 4,300 digits meanwhile."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def say_how_to_resume(controls: Mapping[str, Any]) -> None:
    """Print how to resume a run that was stopped, if it has a checkpoint."""
    if controls.get("checkpoint"):
        say(f"the same command resumes from {controls['checkpoint']}")


@contextmanager
def hint_to_resume(controls: Mapping[str, Any]) -> Iterator[None]:
    """Print how to resume the run if Ctrl-C ends it."""
    try:
        yield
    except KeyboardInterrupt:
        say_how_to_resume(controls)
        raise


class Reading(Generic[AnyStr]):
    """A file that is read in blocks, so that the clock can stop it, and with an end in any case.

    A line has no more characters than `exactcover.Budget` allows bytes; nor has the whole of what
    is no regular file, such as a device, which may be endless.
    """

    def __init__(self, stream: IO[AnyStr]) -> None:
        self._stream: IO[AnyStr] = stream

    def __iter__(self) -> Iterator[AnyStr]:
        """Yield the lines."""
        while line := self._stream.readline(BLOCK):
            if len(line) == BLOCK:
                rest = iter(lambda: self._stream.readline(BLOCK), line[:0])
                line = _joined(line, _to_its_end(line, rest), "characters in one line")
            yield line

    def read(self) -> AnyStr:
        """Return all that is left."""
        first = self._stream.read(BLOCK)
        rest = iter(lambda: self._stream.read(BLOCK), first[:0])
        return _joined(first, rest, None if self._is_regular() else "bytes")

    def _is_regular(self) -> bool:
        try:
            return stat.S_ISREG(os.fstat(self._stream.fileno()).st_mode)
        except (OSError, ValueError):  # it is in memory
            return True


def _to_its_end(line: AnyStr, rest: Iterator[AnyStr]) -> Iterator[AnyStr]:
    """Yield the blocks that a line has after its first one."""
    while not line.endswith("\n" if isinstance(line, str) else b"\n"):
        line = next(rest, line[:0])
        if not line:
            return
        yield line


def _joined(first: AnyStr, rest: Iterator[AnyStr], what: str | None) -> AnyStr:
    """Return the first block with those after it; there is a limit if they have a name."""
    blocks, size, most = [first], len(first), left("bytes")
    for block in rest:
        stop_if_due()
        blocks.append(block)
        size += len(block)
        if what and size > most:
            raise BudgetError(what, size, most)
    return first[:0].join(blocks)


@contextmanager
def opened(file: str) -> Iterator[Reading[str]]:
    """Open a text file for reading, or standard input for ``-``, without a byte-order mark.

    The text is in UTF-8, or in UTF-16.
    """
    if file == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding=_encoding(sys.stdin.buffer))
        yield Reading(sys.stdin)
    else:
        with open(file, "rb") as binary:  # noqa: PTH123 - the same as for stdin
            yield Reading(TextIOWrapper(binary, encoding=_encoding(binary)))


def _encoding(stream: Any) -> str:
    """Return the encoding of a text by its first bytes; a terminal is not asked for them."""
    if stream.isatty() or not hasattr(stream, "peek"):
        return "utf-8-sig"
    return encoding_of(stream.peek(4)[:4])


def bytes_of(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``."""
    if file == "-":
        content: bytes = Reading[bytes](sys.stdin.buffer).read()
        return content
    with open(file, "rb") as stream:  # noqa: PTH123 - the same as for stdin
        return Reading[bytes](stream).read()


def say(message: str) -> None:
    """Print a message for the user on standard error, after what was printed before."""
    sys.stdout.flush()
    click.echo(printable_lines(message), err=True)
