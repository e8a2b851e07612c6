"""What the command lines of this project share: exit codes, options, errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from functools import partial, wraps
from typing import IO, Any, TypeVar, cast

import click

from exactcover.limits import announce_compiling
from exactcover.search.progress import COMPILING

Function = TypeVar("Function", bound=Callable[..., Any])


class Exit(IntEnum):
    """What the exit codes say, so that scripts can tell the four ends apart."""

    SOLUTION = 0
    NONE = 1
    BAD_INPUT = 2
    STOPPED = 3


class BadInput(click.ClickException):
    """Printed as one line on standard error."""

    exit_code = Exit.BAD_INPUT


class Commands(click.Group):
    """A group whose commands answer bad input with a message and no traceback."""

    def __init__(self, *args: Any, errors: tuple[type[Exception], ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._errors = errors

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; the errors that users can cause become `BadInput`."""
        if sys.stderr.isatty():
            announce_compiling(lambda: say(COMPILING))
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except KeyboardInterrupt:
            sys.stdout.flush()
            say("interrupted")
            sys.exit(Exit.STOPPED)
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            raise BadInput(f"{name}{error.strerror or error}") from None
        except UnicodeDecodeError as error:
            raise BadInput(f"the input is not text in UTF-8: {error}") from None
        except self._errors as error:
            raise BadInput(str(error)) from None


def number_option(
    what: str, name: str = "limit", *, least: int = 0, default: int | None = None
) -> Callable[[Function], Function]:
    """Return the option for how many answers are wanted: the same in all commands."""
    return click.option(
        "-n",
        "--limit",
        name,
        type=click.IntRange(min=least),
        metavar="N",
        default=default,
        show_default=default is not None,
        help=what,
    )


@contextmanager
def all_digits() -> Iterator[None]:
    """Let numbers of more than 4,300 digits be written, which Python refuses otherwise."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def limit_options(function: Function) -> Function:
    """Add the options of all that may take long."""
    return _with_options(
        function,
        click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long."),
        click.option("--max-nodes", type=int, metavar="N", help="Stop after so many nodes."),
    )


def search_options(function: Function) -> Function:
    """Add the options that every search takes: see `exactcover.solve`."""
    return limit_options(
        _with_options(
            function,
            click.option("--seed", type=int, help="Look for solutions in a random order."),
            click.option("--method", default="auto", show_default=True, help="The engine."),
        )
    )


def spread_options(function: Function) -> Function:
    """Add the options of parallel searches: see `exactcover.solve`.

    They arrive as ``workers``, ``checkpoint`` and ``executor``.
    """

    @wraps(function)
    def called(*arguments: Any, scheduler: str | None, **options: Any) -> Any:
        executor = None if scheduler is None else partial(_cluster, scheduler)
        return function(*arguments, executor=executor, **options)

    return _with_options(
        cast(Function, called),
        click.option("--workers", type=int, metavar="N", help="Search in so many threads."),
        click.option(
            "--checkpoint",
            metavar="PATH",
            help="Keep all that is found in this file; go on from it if it is there.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Search on a Dask cluster."),
    )


def _cluster(address: str) -> Any:
    """Return the executor of a Dask cluster."""
    try:
        import distributed
    except ImportError:
        raise BadInput(
            "--scheduler needs Dask: pip install 'exactcover-sudoku[distributed]'"
        ) from None
    client: Any = distributed
    return client.Client(address).get_executor()


def say_how_to_go_on(controls: Mapping[str, Any]) -> None:
    """Say what will go on with a run that was stopped, if anything will."""
    if controls.get("checkpoint"):
        say(f"the same command goes on from {controls['checkpoint']}")


@contextmanager
def telling_how_to_go_on(controls: Mapping[str, Any]) -> Iterator[None]:
    """Say it after Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        say_how_to_go_on(controls)
        raise


def _with_options(function: Function, *options: Callable[[Function], Function]) -> Function:
    """Add options, which are shown in this order."""
    for option in reversed(options):
        function = option(function)
    return function


@contextmanager
def opened(file: str) -> Iterator[IO[str]]:
    """Open a text file to read, or standard input for ``-``; a byte-order mark is left out."""
    if file == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8-sig")
        yield sys.stdin
    else:
        with open(file, encoding="utf-8-sig") as stream:  # noqa: PTH123 - the same as for stdin
            yield stream


def say(message: str) -> None:
    """Print to people, not to programs."""
    click.echo(message, err=True)
