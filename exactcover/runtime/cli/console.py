"""Input and output of the command lines: files, standard input, messages to the user."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from exactcover.runtime.texts import printable_lines


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


@contextmanager
def opened(file: str) -> Iterator[IO[str]]:
    """Open a text file for reading, or standard input for ``-``, without a byte-order mark."""
    if file == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8-sig")
        yield sys.stdin
    else:
        with open(file, encoding="utf-8-sig") as stream:  # noqa: PTH123 - the same as for stdin
            yield stream


def say(message: str) -> None:
    """Print a message for the user on standard error, after what was printed before."""
    sys.stdout.flush()
    click.echo(printable_lines(message), err=True)
