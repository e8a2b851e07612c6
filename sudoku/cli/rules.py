"""The commands `sudoku rules` and `sudoku rulesets`: list them, or print the parameters of one."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

import click

from sudoku.rules.examples import EXAMPLES
from sudoku.rules.registry import RULES, rule_class


@click.command()
@click.argument("name", required=False)
def rules(name: str | None) -> None:
    """List all rules, one in each line; with a NAME, explain the parameters of that rule."""
    if name is not None:
        print("\n".join(_account(RULES.find(name))))
        return
    _print_all({each: rule_class(each) for each in RULES})


@click.command()
@click.argument("name", required=False)
def rulesets(name: str | None) -> None:
    """List the rulesets of `sudoku generate`, one in each line; with a NAME, explain that one."""
    from sudoku.generation.rulesets.registry import RULESETS

    if name is None:
        _print_all(RULESETS)
        return
    name = RULESETS.find(name)
    kind = RULESETS[name]
    usual = {field.name: field.default for field in fields(kind)}
    values = [f"{key}={_text(value)}" for key, value in usual.items() if value is not None]
    example = f"{name}:{','.join(values)}" if values else name
    lines = [f"{name}: {kind.summary}", *_parameters("Parameters:", kind)]
    lines += ["", "On the command line, with the default values:", f"  --ruleset {example}"]
    print("\n".join(lines))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_all(kinds: Mapping[str, Any]) -> None:
    """Print the names, the summaries and the parameters of all entries of a registry."""
    width = max(map(len, kinds))
    for name, kind in kinds.items():
        parameters = ", ".join(field.name for field in fields(kind))
        print(f"{name.ljust(width)}  {kind.summary}" + f" [{parameters}]" * bool(parameters))


def _account(name: str) -> list[str]:
    """Return the lines about a rule: its summary, its parameters, and an example."""
    kind = rule_class(name)
    title = "Parameters, as Python has them (rows and columns from 0):"
    lines = [f"{name}: {kind.summary}", *_parameters(title, kind)]
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    lines += ["", "On the command line, where r1c1 is the cell at the top left:"]
    lines.append(f"  --rule {shlex.quote(example_text(name))}")
    if needed[1:]:
        lines.append(f"These parameters must be given: {', '.join(needed)}.")
    return lines


def _parameters(title: str, kind: type) -> list[str]:
    """Return a title and the parameters that the docstring of a class lists; [] if it has none."""
    documentation = inspect.getdoc(kind) or ""
    found = re.search(r"^Parameters\n-+\n(.*?)(\n\n|\Z)", documentation, re.DOTALL | re.MULTILINE)
    return ["", title, *(f"  {line}".rstrip() for line in found[1].splitlines())] if found else []


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
