"""The command `csp`: solve and convert models of other languages.

Exit codes: 0 done, 2 bad input. `csp fzn` says in its output whether there is a solution, as
MiniZinc expects.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from csp.cli.contents import contents, is_xcsp3, text_of
from csp.errors import ModelError
from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput, Commands
from exactcover.runtime.cli.options import time_option
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.work import limited
from exactcover.runtime.version import __version__

ELSEWHERE = {
    "fzn": "csp.cli.fzn:fzn",
    "minizinc": "csp.cli.minizinc:minizinc",
    "xcsp3": "csp.cli.xcsp3:xcsp3",
}
"""Commands that are imported when they are needed."""

SOURCES = ["fzn", "opb", "xcsp3"]
TARGETS = ["fzn", "opb", "dimacs"]


@click.group(
    cls=Commands,
    errors=(ProblemError,),
    elsewhere=ELSEWHERE,
    context_settings={"max_content_width": 100},
)
@click.version_option(__version__)
def main() -> None:
    """Constraint models: FILE is FlatZinc, OPB or XCSP3, or - for standard input."""


@contextmanager
def bad_models(file: str) -> Iterator[None]:
    """Name the file in errors of its model."""
    try:
        yield
    except ModelError as error:
        raise BadInput(f"{file}: {error}") from None


@main.command()
@click.argument("file")
@click.option("--from", "source", type=click.Choice(SOURCES), help="By default as the name ends.")
@click.option("--to", "target", type=click.Choice(TARGETS), required=True)
@time_option
def convert(file: str, source: str | None, target: str, time_limit: float | None) -> None:
    """Print a model in another language.

    The ending of its name says in which language FILE is, for XCSP3 also its content. fzn is
    FlatZinc, opb is for pseudo-Boolean solvers, and dimacs for SAT solvers, which have no
    objective.
    """
    from csp.formats.registry import READERS, WRITERS, left_out
    from csp.formats.xcsp3.reader import from_xcsp3

    data, ending = contents(file), file.rpartition(".")[2]
    with limited("the text", time_limit), bad_models(file):
        if source == "xcsp3" or (source is None and is_xcsp3(file, data)):
            instance = from_xcsp3(data)
        else:
            read = READERS[source or (ending if ending in READERS else "fzn")]
            instance = read(text_of(file, data))
        text = WRITERS[target](instance)
    print(text, end="")
    missing = left_out(target, instance)
    if missing is not None:
        say(f"note: {missing}")
