"""`exactcover families`: exact covers by options that come as a diagram."""

from __future__ import annotations

import json
from typing import Any

import click

from exactcover.runtime.cli.console import all_digits
from exactcover.runtime.cli.exit_codes import exit_if_undecided, finish, reading
from exactcover.runtime.cli.options import number_option
from exactcover.runtime.texts import printable


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--count", "only_count", is_flag=True, help="Print the number of covers only.")
@number_option("How many covers to print.", "n", default=0)
@click.option("--seed", type=int, help="Print random covers, drawn with this seed.")
@click.option("--json", "as_json", is_flag=True, help="One object a line for each cover.")
@click.option("--max-bytes", type=int, help="Memory for the layers.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long.")
def families(
    file: str,
    only_count: bool,
    n: int,
    seed: int | None,
    as_json: bool,
    max_bytes: int | None,
    time_limit: float | None,
) -> None:
    """Count the exact covers by options that a file of Graphillion has as a diagram (ZDD).

    The items are the numbers 1, 2, 3, ... The options are never written out. With -n, print some
    covers, an option a line, and an empty line after each.
    """
    from itertools import islice

    from exactcover.diagrams.base import MAX_BYTES
    from exactcover.diagrams.families.problem import FamilyProblem
    from exactcover.runtime.formatting import format_whole

    controls: dict[str, Any] = {"time_limit": time_limit}
    with reading(file, controls):
        problem = FamilyProblem.from_file(file)
    with exit_if_undecided():
        covers = problem.covers(max_bytes=MAX_BYTES if max_bytes is None else max_bytes, **controls)
    if only_count:
        with all_digits():
            print(covers.count())
    elif not n:
        print(f"items    {len(problem.items)}\noptions  {format_whole(problem.n_options)}")
        print(f"covers   {format_whole(covers.count())}\nnodes    {covers.size}")
    elif covers:
        for cover in islice(covers, n) if seed is None else covers.sample(n, seed):
            rows = [list(map(str, option.items)) for option in cover]
            print(
                json.dumps(rows)
                if as_json
                else "\n".join([*(printable(" ".join(row)) for row in rows), ""])
            )
    finish(covers.count(), True, None, False)
