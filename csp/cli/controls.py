"""The controls of a search that the solvers of FlatZinc and XCSP3 share, and their errors."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput
from exactcover.runtime.formatting import format_number

if TYPE_CHECKING:
    from exactcover.runtime.search.progress import Progress

METHODS = "auto, free, propagation, learning, cores, linear, neighbourhoods or exact_cover."
"""The help for the methods of `csp.solve`; the search itself refuses other names."""


def search_controls(
    options: Mapping[str, Any], workers: int | None, *, verbose: bool
) -> dict[str, Any]:
    """Return the options of a command as keywords of a verb; those that are None are left out."""
    controls = {name: value for name, value in options.items() if value is not None}
    if workers is not None and workers > 1:
        controls["workers"] = workers
    if verbose:
        controls["progress"] = log
    return controls


def log(progress: Progress) -> None:
    """Print a line of a log: what a search has done so far."""
    if sys.stderr is not None:
        say(
            f"% {progress.seconds:8.2f} s {progress.nodes:>12,} nodes "
            f"{format_number(progress.rate):>9} nodes/s {progress.solutions:>8,} solutions "
            f"{100 * progress.part:6.2f} % of the tree"
        )


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Name the file in the message of an error of its model, which is bad input."""
    try:
        yield
    except ModelError as error:
        raise BadInput(f"{file}: {error}") from None
