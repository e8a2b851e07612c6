"""The command `sudoku rules`: list the rules, or print the parameters of one."""

from __future__ import annotations

import inspect
import re
import shlex
from dataclasses import MISSING, fields

import click

from sudoku.rules.examples import EXAMPLES
from sudoku.rules.registry import RULES, rule_class

__all__ = ["parameters_of", "rules"]


@click.command()
@click.argument("name", required=False)
def rules(name: str | None) -> None:
    """List all rules, one in each line; with a NAME, explain the parameters of that rule."""
    if name is not None:
        print("\n".join(_account(RULES.find(name))))
        return
    width = max(map(len, RULES))
    for each in RULES:
        kind = rule_class(each)
        parameters = ", ".join(field.name for field in fields(kind))
        print(f"{each.ljust(width)}  {kind.summary}" + f" [{parameters}]" * bool(parameters))


def _account(name: str) -> list[str]:
    """Return the lines about a rule: its summary, its parameters, and an example."""
    kind = rule_class(name)
    lines = [f"{name}: {kind.summary}"]
    described = parameters_of(inspect.getdoc(kind) or "")
    if described:
        lines += ["", "Parameters, as Python has them (rows and columns from 0):", *described]
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    lines += ["", "On the command line, where r1c1 is the cell at the top left:"]
    lines.append(f"  --rule {shlex.quote(example_text(name))}")
    if needed[1:]:
        lines.append(f"These parameters must be given: {', '.join(needed)}.")
    return lines


def parameters_of(documentation: str) -> list[str]:
    """Return the lines of the section of a docstring about parameters, if there is one."""
    found = re.search(r"^Parameters\n-+\n(.*?)(\n\n|\Z)", documentation, re.DOTALL | re.MULTILINE)
    return [f"  {line}".rstrip() for line in found[1].splitlines()] if found else []


def example_text(name: str) -> str:
    """Return an example of a rule as it is written on a command line.

    Examples
    --------
    >>> example_text("killer")
    'killer=[[8, ["r1c1", "r1c2"]]]'
    >>> example_text("diagonal")
    'diagonal'
    """
    example = EXAMPLES.get(name, "")
    return f"{name}={example}" if example else name
