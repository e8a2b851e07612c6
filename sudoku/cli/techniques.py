"""The command `sudoku techniques`: list the ladder, explain a technique, or test a library."""

from __future__ import annotations

import sys
from textwrap import fill

import click

from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import Exit
from sudoku.techniques.examples import examples
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.technique import Technique

WIDTH = 80
"""The width at which words are wrapped."""


@click.command()
@click.argument("name", required=False)
@click.option(
    "--verify",
    "library",
    metavar="FILE",
    help="Run the cases of a library; print for each code the numbers of cases passed and run.",
)
def techniques(name: str | None, library: str | None) -> None:
    """List all techniques, the easiest first; with a NAME, explain that technique by an example.

    The list has the codes of the cases of each technique. With --verify, the exit code is 1 if a
    case of a technique in the list fails.
    """
    if name is not None and library is not None:
        raise click.UsageError("of NAME and --verify only one can be given")
    if name is not None:
        _print_account(TECHNIQUES[name])
        return
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


def _print_account(technique: Technique) -> None:
    """Print what is known about a technique, with an example if there is one."""
    from sudoku.explaining.examples import example
    from sudoku.explaining.marks_text import marks_text

    print(f"{technique.name}: {technique.title}")
    if remark := _remark(technique):
        print(f"{remark[0].upper()}{remark[1:]}.")
    if technique.name not in examples():
        say(f"no example of {technique.name} is known")
        return
    stage = example(technique.name)
    rules = ", ".join(rule.words for rule in stage.board.puzzle.rules)
    print(f"An example, with the rules {rules}:" if rules != "classic" else "An example:")
    print(f"\n{marks_text(stage.board, stage.digits)}\n\n{fill(stage.words, WIDTH)}")


def _remark(technique: Technique) -> str:
    if technique.assumes_unique:
        return "assumes a unique solution"
    return "by request" if technique.by_request else _RULES.get(technique.only_with, "")


_RULES = {
    "elements": "for rules with such marks",
    "exclusions": "for rules about pairs of cells without marks",
    "has_weak_links": "for rules that exclude pairs of different digits",
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
        say(f"no technique in the list has the codes {', '.join(missing)}")
    is_failed = any(tally.n_passed < tally.n_cases for tally in known.values())
    return Exit.NONE if is_failed else Exit.SOLUTION
