"""The command `csp`: solve and convert models of other languages.

Exit codes: 0 done, 2 bad input. `csp fzn` says in its output whether there is a solution, as
MiniZinc expects.
"""

from __future__ import annotations

from pathlib import Path

import click

from exactcover.cli.exit_codes import Commands
from exactcover.errors import ProblemError

ELSEWHERE = {"fzn": "csp.cli.fzn:fzn"}
"""Commands that are imported when they are needed."""

LIBRARY = Path(__file__).parents[1] / "formats" / "flatzinc" / "minizinc"
"""The folder with the solver configuration of MiniZinc and our redefinitions."""


@click.group(
    cls=Commands,
    errors=(ProblemError,),
    elsewhere=ELSEWHERE,
    context_settings={"max_content_width": 100},
)
@click.version_option(package_name="exactcover-sudoku")
def main() -> None:
    """Constraint models: FILE is FlatZinc or XCSP3, or - for standard input."""


@main.command()
def minizinc() -> None:
    """Print the folder of our MiniZinc solver configuration, for MZN_SOLVER_PATH."""
    print(LIBRARY)
