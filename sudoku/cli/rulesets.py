"""The command `sudoku rulesets`: list the rulesets, or print the parameters of one."""

from __future__ import annotations

import inspect
from dataclasses import fields

import click

from sudoku.cli.rules import parameters_of
from sudoku.generation.rulesets.registry import RULESETS

__all__ = ["rulesets"]


@click.command()
@click.argument("name", required=False)
def rulesets(name: str | None) -> None:
    """List the rulesets of `sudoku generate`, one in each line; with a NAME, explain that one."""
    if name is not None:
        print("\n".join(_account(RULESETS.find(name))))
        return
    width = max(map(len, RULESETS))
    for each in RULESETS:
        kind = RULESETS[each]
        parameters = ", ".join(field.name for field in fields(kind))
        print(f"{each.ljust(width)}  {kind.summary}" + f" [{parameters}]" * bool(parameters))


def _account(name: str) -> list[str]:
    """Return the lines about a ruleset: its summary, its parameters, and an example."""
    kind = RULESETS[name]
    lines = [f"{name}: {kind.summary}"]
    described = parameters_of(inspect.getdoc(kind) or "")
    if described:
        lines += ["", "Parameters:", *described]
    usual = {field.name: field.default for field in fields(kind)}
    values = [f"{key}={_text(value)}" for key, value in usual.items() if value is not None]
    example = f"{name}:{','.join(values)}" if values else name
    return [*lines, "", "On the command line, with the default values:", f"  --ruleset {example}"]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
