"""The option --weights of `exactcover count`: a sum over all solutions in place of their number."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from exactcover.runtime.cli.console import all_digits, opened
from exactcover.runtime.cli.exit_codes import Exit, exit_if_undecided, reading
from exactcover.runtime.errors import ProblemError

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem

WEIGHT = re.compile(r"[+-]?[0-9]+(\.[0-9]+|/[0-9]+)?")


def print_weighted_count(
    problem: Problem, file: str, *, as_json: bool, explain: bool, **controls: Any
) -> NoReturn:
    """Print the sum, over all solutions, of the products of their options' weights; then exit.

    It is exact: a whole number or a fraction. In JSON it is a text, as JSON has no fractions. The
    exit code says whether it is 0, which it also is where products of different signs cancel.
    """
    if explain:
        raise ProblemError("--weights cannot go together with --explain")
    weights = _read(file, controls)
    with exit_if_undecided():
        total = problem.count(weights=weights, **controls)
    with all_digits():
        print(json.dumps({"weighted_count": str(total)}) if as_json else total)
    sys.exit(Exit.SOLUTION if total else Exit.NONE)


def _read(file: str, controls: dict[str, Any]) -> list[Fraction]:
    """Return the weights in a file, one a line."""
    with reading(file, controls), opened(file) as stream:
        lines = stream.read().rstrip("\n").split("\n")
    return [_weight(file, number, line.strip()) for number, line in enumerate(lines, 1)]


def _weight(file: str, number: int, text: str) -> Fraction:
    try:
        if WEIGHT.fullmatch(text):
            return Fraction(text)
    except (ValueError, ZeroDivisionError):  # too many digits, or a denominator of 0
        pass
    raise ProblemError(f"{file}, line {number}: {text[:40]!r} is no weight, such as 2, 0.5 or 1/3")
