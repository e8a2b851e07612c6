"""The page of all rules: what each says, its parameters, a picture and a puzzle."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache

from docs.gen.markdown import code, document, figure, table
from sudoku import Classic, Puzzle, Rule, generate, picture, solve
from sudoku.cli.rules import example_text
from sudoku.rules.parsing import read_rule
from sudoku.rules.registry import RULES, rule_class
from sudoku.techniques.technique import title_of

ALONE = {"classic", "latin", "jigsaw", "str8ts", "suguru"}
"""Rules that state all regions of a puzzle, so that the classic rule is not added."""
CLUES = {"anti_taxicab": 20, "global_modular": 20, "non_consecutive": 20}
"""Rules whose puzzles get a number of clues: to prove that fewer are possible takes long."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the content of the page and of its pictures."""
    rows = ((f"[`{name}`](#{name})", rule_class(name).summary) for name in RULES)
    yield (
        "reference/rules.md",
        document(
            "Rules",
            f"There are {len(RULES)} rules. They can be combined, in Python by "
            '`Puzzle(rules=[Classic(), rule("killer", cages)])` and on the command line by '
            "`--rule`. The puzzles below have one solution each; the library generates them when "
            "this page is made. In Python a cell is (row, column), from 0; in texts `r1c1` is the "
            "cell at the top left.",
            table(["rule", "what it says"], rows),
            *("\n\n".join(_section(name)) for name in RULES),
        ),
    )
    for name in RULES:
        puzzle = puzzle_of(name)
        summary = rule_class(name).summary
        yield f"reference/rules/{name}.svg", picture(puzzle, title=f"{name}: {summary}").to_svg()


def _section(name: str) -> Iterator[str]:
    kind, puzzle = rule_class(name), puzzle_of(name)
    title = title_of(name) if len(name) > 2 else name.upper()
    yield f"## {title} {{#{name}}}"
    yield kind.summary
    yield figure(f"rules/{name}.svg", "", alt=f"A puzzle with the rule {name}", width=420)
    if parameters := list(_parameters(inspect.getdoc(kind) or "")):
        yield table(["parameter", "what it is"], parameters)
    yield code(f"--rule '{example_text(name)}'", "text")
    lines = puzzle.grid.to_line(), solve(puzzle).get().to_line()
    yield '??? success "The puzzle and its solution"'
    yield "\n\n".join(f"    `{line}`" for line in lines)


def _parameters(documentation: str) -> Iterator[tuple[str, str]]:
    """Yield the parameters in a docstring, each with its description."""
    found = re.search(r"^Parameters\n-+\n(.*?)(\n\n|\Z)", documentation, re.DOTALL | re.MULTILINE)
    section = found[1] if found else ""
    for name, words in re.findall(r"^(\S.*)\n((?:    .*(?:\n|\Z))+)", section, re.MULTILINE):
        yield f"`{name}`", words


@cache
def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle with the example of a rule."""
    read: Rule = read_rule(example_text(name))
    rules = [read] if name in ALONE else [Classic(), read]
    return next(generate(rules=rules, clues=CLUES.get(name), seed=1))
