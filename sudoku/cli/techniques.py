"""The command `sudoku techniques`: list the ladder, or judge it by a regression library."""

from __future__ import annotations

import sys

import click

from exactcover.cli.console import opened, say
from exactcover.cli.exit_codes import Exit
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.technique import Technique

__all__ = ["techniques"]


@click.command()
@click.option(
    "--verify",
    "library",
    metavar="FILE",
    help="Run a library's cases, and print for each code: code, passed, cases.",
)
def techniques(library: str | None) -> None:
    """List all techniques, the easiest first, with the codes of their cases.

    With --verify, the exit code is 1 if a case of a technique that is here fails.
    """
    if library is not None:
        sys.exit(_verify(library))
    width = max(len(technique.name) for technique in TECHNIQUES)
    for technique in TECHNIQUES:
        words = [
            technique.name.ljust(width),
            ",".join(technique.codes).ljust(11),
            _remark(technique),
        ]
        print("  ".join(words).rstrip())


def _remark(technique: Technique) -> str:
    if technique.assumes_unique:
        return "takes for granted that there is one solution"
    return "by request" if technique.by_request else _RULES.get(technique.only_with, "")


_RULES = {
    "has_weak_links": "for rules that bar pairs of different digits",
    "has_constraints": "for rules of other kinds than houses and pairs",
}


def _verify(library: str) -> Exit:
    from sudoku.techniques.library import verify

    with opened(library) as lines:
        tallies = verify(lines)
    for code, tally in tallies.items():
        print(f"{code} {tally.n_passed} {tally.n_cases}")
    known = {code: tally for code, tally in tallies.items() if tally.names}
    missing = [code for code in tallies if code not in known]
    n_passed = sum(tally.n_passed for tally in tallies.values())
    say(f"{n_passed} of {sum(tally.n_cases for tally in tallies.values())} cases pass")
    if missing:
        say(f"no technique here has the codes {', '.join(missing)}")
    is_failed = any(tally.n_passed < tally.n_cases for tally in known.values())
    return Exit.NONE if is_failed else Exit.SOLUTION
