"""Exit codes of the command lines, and the errors that lead to them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from io import UnsupportedOperation
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, NoReturn

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.process import seconds_since_start
from exactcover.runtime.errors import MissingExtraError
from exactcover.runtime.search.limits import HaltedError, Stop, Watch, clock, ending
from exactcover.runtime.search.work import UnfinishedError
from exactcover.runtime.texts import printable_lines


class Exit(IntEnum):
    """The exit codes of all commands; `csp fzn` and `csp xcsp3` end with 0 whatever they found."""

    SOLUTION = 0
    NONE = 1
    """It is proved that there is no solution."""
    BAD_INPUT = 2
    STOPPED = 3
    """A limit, Ctrl-C or a lack of memory stopped the command before it had an answer."""
    FOUND = 4
    """The same, but a solution was found; whether it is the only or the best one is not known."""


class BadInput(click.ClickException):
    """Input that the user must correct; the message is one line on standard error."""

    exit_code = Exit.BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(printable_lines(message))


class Reporting(click.Command):
    """A command that reports bad input, and a lack of memory, as a message without a traceback.

    Parameters
    ----------
    errors
        The exceptions that bad input causes.
    """

    def __init__(self, *args: Any, errors: tuple[type[Exception], ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._errors: tuple[type[Exception], ...] = (*errors, MissingExtraError)
        self._called: float | None = None

    def main(self, args: Sequence[str] | None = None, *rest: Any, **kwargs: Any) -> Any:
        """Run the command as a program; with arguments, as a function of a running one."""
        _stand_in_for_closed_streams()
        self._called = None if args is None else clock()
        return super().main(args, *rest, **kwargs)

    @property
    def is_program(self) -> bool:
        """Whether it is run as a program, which has a process of its own."""
        return self._called is None

    def seconds_gone(self) -> float:
        """Return how many seconds ago the program was started, or else the function called."""
        return seconds_since_start() if self._called is None else clock() - self._called

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Return the context of a call, after reading its options."""
        with _printable_errors(), _reported_errors(self._errors):  # --help prints here
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors that the user can cause become `BadInput`."""
        with _reported_errors(self._errors):
            try:
                with _printable_errors():
                    return super().invoke(ctx)
            finally:
                sys.stdout.flush()  # at the end of Python it would be too late for a message


class Commands(Reporting, click.Group):
    """A group of commands; see `Reporting`.

    Parameters
    ----------
    elsewhere
        Name -> ``"module:command"`` of commands that are imported when they are needed.
    """

    def __init__(
        self, *args: Any, elsewhere: Mapping[str, str] = MappingProxyType({}), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._elsewhere = elsewhere

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *self._elsewhere})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; import it if it is elsewhere."""
        if cmd_name in self._elsewhere and cmd_name not in self.commands:
            self.add_command(resolve_name(self._elsewhere[cmd_name]), cmd_name)
        return super().get_command(ctx, cmd_name)


def _stand_in_for_closed_streams() -> None:
    """Let standard streams that the caller has closed fail when they are used, and not before.

    Python has None in their place. Opening them again also keeps their numbers from files that the
    command opens later. Nobody would see an error on standard error, so that one is discarded.
    """
    for name, mode in (("stdin", "w"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115


@contextmanager
def _reported_errors(errors: tuple[type[Exception], ...]) -> Iterator[None]:
    """Turn errors into messages and exit codes."""
    try:
        yield
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        sys.stdout.flush()
        say("interrupted")
        sys.exit(Exit.STOPPED)
    except UnsupportedOperation:
        raise BadInput("standard input or standard output is closed") from None
    except OSError as error:
        _discard_output()
        name = f"{error.filename}: " if error.filename else ""
        raise BadInput(f"{name}{error.strerror or error}") from None
    except UnicodeEncodeError as error:
        raise BadInput(f"the output has what cannot be written: {error.reason}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"the input is not text in UTF-8: {error}") from None
    except UnfinishedError as error:
        say(str(error))
        sys.exit(Exit.STOPPED)
    except MemoryError:
        say("there is not enough memory")
        sys.exit(Exit.STOPPED)
    except errors as error:
        raise BadInput(str(error)) from None


@contextmanager
def _printable_errors() -> Iterator[None]:
    """Escape what the messages of click quote from the command line."""
    try:
        yield
    except click.ClickException as error:
        error.message = printable_lines(error.message)  # type: ignore[misc]
        raise


def _discard_output() -> None:
    """Discard output that cannot be written, so that Python does not try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):  # the output of a test is no file
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def reading(what: str, controls: dict[str, Any]) -> Iterator[None]:
    """Read meanwhile under the time limit of a command; what is left of it is for its search.

    If the time is over before all is read, the command ends as one whose search was stopped: a
    group of `Commands` makes that of the UnfinishedError.

    Parameters
    ----------
    what
        What is read, for the message.
    controls
        The options of the command; "time_limit" becomes what is left, and "cancel" is a flag that
        also ends it.
    """
    watch = Watch(controls.get("time_limit"), controls.get("cancel"))
    try:
        with watch.running():
            yield
    except HaltedError:
        raise UnfinishedError(f"{ending(watch.stop)} while reading {what}", watch.stop) from None
    if controls.get("time_limit") is not None:
        controls["time_limit"] = watch.left


@contextmanager
def exit_if_undecided() -> Iterator[None]:
    """Exit with the right code if there is no solution or the search is undecided."""
    from exactcover.runtime.errors import (
        GaveUpError,
        LostTasksError,
        NoSolutionError,
        UndecidedError,
    )

    try:
        yield
    except NoSolutionError:
        say("no solution")
        sys.exit(Exit.NONE)
    except (GaveUpError, LostTasksError, UndecidedError, UnfinishedError) as error:
        say(str(error))
        sys.exit(Exit.STOPPED)


def finish(found: int, complete: bool, stopped: Stop | None, interrupted: bool) -> NoReturn:
    """Report why the search ended, if that is not obvious, and exit with the right code."""
    from exactcover.runtime.formatting import format_whole
    from exactcover.runtime.search.limits import Stop, ending

    sys.stdout.flush()
    if complete and not found:
        say("no solution")
        sys.exit(Exit.NONE)
    if complete or (stopped is Stop.LIMIT and not interrupted):
        sys.exit(Exit.SOLUTION)
    say(f"{ending(stopped)}: {format_whole(found)} solutions so far, there may be more")
    sys.exit(Exit.FOUND if found else Exit.STOPPED)
