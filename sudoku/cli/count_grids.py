"""The command `sudoku count-grids`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from exactcover.runtime.cli.console import say, say_how_to_resume
from exactcover.runtime.cli.exit_codes import Exit
from sudoku.formats.recognise import RULE_HELP, rules_asked

if TYPE_CHECKING:
    from sudoku.counting.result import GridCount


@click.command("count-grids")
@click.argument("shape")
@click.option(
    "--up-to-symmetry", is_flag=True, help="Count grids that are not essentially the same."
)
@click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long.")
@click.option("--workers", type=int, metavar="N", help="Count in N threads; by default all cores.")
@click.option(
    "--checkpoint",
    metavar="PATH",
    help="Keep what was counted in this file, and resume from it if it exists.",
)
@click.option(
    "--estimate",
    "n_samples",
    type=click.IntRange(min=2),
    metavar="N",
    help="Do not count, but estimate the number by N random samples.",
)
@click.option("--seed", type=int, help="The seed of the samples; by default a new one.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def count_grids(
    shape: str,
    rules: tuple[str, ...],
    n_samples: int | None,
    seed: int | None,
    as_json: bool,
    **controls: Any,
) -> None:
    """Print the number of filled grids of a SHAPE, the width and height of a box, as in 3x3.

    If the count is stopped, a lower bound is printed, with the part of the work that is done. An
    estimate is printed with the interval that has the number with a probability of 95 %.

    Exit codes: 0 all grids were counted, 2 bad input, 3 stopped.
    """
    from exactcover.runtime.search.result import Interrupted
    from sudoku.counting.count_grids import count_grids
    from sudoku.geometry.shape import Shape

    if n_samples is not None:
        _estimate(shape, rules, n_samples, seed, as_json, controls)
        return
    if seed is not None:
        raise click.UsageError("--seed is for --estimate")
    controls["progress"] = sys.stderr.isatty()
    number: Any
    try:
        number = count_grids(Shape.parse(shape), rules=rules_asked(rules), **controls)
    except Interrupted as interrupted:
        number = interrupted.result
    _print(number, as_json)
    if not number.complete:
        say_how_to_resume(controls)
        sys.exit(Exit.STOPPED)


def _estimate(
    shape: str,
    rules: tuple[str, ...],
    n_samples: int,
    seed: int | None,
    as_json: bool,
    controls: Mapping[str, Any],
) -> None:
    """Print an estimate of the number."""
    from exactcover.runtime.cli.exit_codes import exit_if_undecided
    from sudoku.counting.estimate import estimate_grids
    from sudoku.geometry.shape import Shape

    for name in ("up_to_symmetry", "workers", "checkpoint"):
        if controls[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} is not for --estimate")
    with exit_if_undecided():
        found = estimate_grids(
            Shape.parse(shape),
            rules=rules_asked(rules),
            n_samples=n_samples,
            seed=seed,
            time_limit=controls["time_limit"],
        )
    facts = {"estimate": found.mean, "error": found.error, "low": found.low, "high": found.high}
    print(json.dumps(facts) if as_json else f"about {found}")


def _print(number: GridCount, as_json: bool) -> None:
    """Print the number, or how far the count is."""
    from exactcover.runtime.search.limits import ending
    from exactcover.runtime.search.progress import remaining_text

    if as_json:
        seconds = None if number.left is None else number.left.mean
        facts = {"count": int(number), "complete": number.complete, "part": number.part}
        print(json.dumps(facts | {"seconds_left": seconds}))
    elif number.complete:
        print(int(number))
    else:
        print(f"at least {int(number)}")
    if not number.complete:
        part = "" if number.part is None else f": {100 * number.part:.3g} % of the work is done"
        left = "" if number.left is None else f", {remaining_text(number.left)}"
        say(f"{ending(number.stopped)}{part}{left}")
