"""Compare what users can name in this revision and in another one.

    git worktree add --detach OLD REVISION
    python -m benchmarks.exports OLD

These are exports of the three packages, public attributes of the exported classes, parameters,
commands with their options and choices, rules, techniques, scales, strategies, and constraints of
the formats of models. Each line that is printed is a name that only one revision has: `-` for the
other one, `+` for this one.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import click

PACKAGES = ("exactcover", "csp", "sudoku")
REGISTRIES = ("RULES", "RULESETS", "SCALES", "STRATEGIES", "SYMMETRIES")
"""Exports of `sudoku` that can be walked over."""
TABLES = ("PREDICATES", "CONSTRAINTS", "TECHNIQUES")
"""Names of tables in modules; where the modules are is no matter of users."""


def exported() -> Iterator[str]:
    """Yield all names of the revision that is imported."""
    for package in map(import_module, PACKAGES):
        for name in package.__all__:
            yield from described(f"{package.__name__}.{name}", getattr(package, name))
    sudoku = import_module("sudoku")
    for name in REGISTRIES:
        yield from (f"sudoku.{name}: {key}" for key in getattr(sudoku, name))
    for command in entry_points(group="console_scripts"):
        if command.value.startswith(PACKAGES):
            yield from options(command.name, command.load())
    yield from tables()


def described(name: str, value: Any) -> Iterator[str]:
    """Yield the name of an export, with its parameters, or with its public attributes."""
    yield name
    if inspect.isclass(value):
        for one in dir(value):
            if not one.startswith("_"):
                yield from described(f"{name}.{one}", inspect.getattr_static(value, one))
    function = getattr(value, "__func__", value)
    if inspect.isfunction(function):
        yield from (f"{name}({parameter})" for parameter in inspect.signature(function).parameters)


def options(path: str, command: click.Command) -> Iterator[str]:
    """Yield the options of a command and of its commands, and what can be chosen for them."""
    yield path
    for parameter in command.params:
        for option in parameter.opts:
            yield f"{path} {option}"
            yield from (f"{path} {option} {one}" for one in getattr(parameter.type, "choices", ()))
    for name, inner in getattr(command, "commands", {}).items():
        yield from options(f"{path} {name}", inner)


def tables() -> Iterator[str]:
    """Yield the entries of the tables that modules hold."""
    for package in ("csp.formats", "sudoku.techniques"):
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            values = vars(import_module(module.name))
            for name in set(TABLES) & values.keys():
                yield from (f"{name}: {getattr(key, 'name', key)}" for key in values[name])


def names_in(root: Path) -> set[str]:
    """Return all names of the revision in a folder."""
    program = [sys.executable, "-P", __file__]
    environment = os.environ | {"PYTHONPATH": str(root)}
    ended = subprocess.run(program, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return set(ended.stdout.splitlines())


@click.command(help=__doc__)
@click.argument("old", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(old: Path) -> None:
    """Print what differs."""
    before, now = names_in(old.resolve()), names_in(Path(__file__).resolve().parents[1])
    for name in sorted(before ^ now):
        click.echo(f"{'-' if name in before else '+'} {name}")
    click.echo(f"{len(before)} names before, {len(now)} now")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main()
    else:
        print(*exported(), sep="\n")
