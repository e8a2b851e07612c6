"""Do the tests notice a wrong operator? `python -m tests.mutants` changes modules and runs tests.

Each mutant is a module with one change: another comparison, another sign, a condition the other way
round, a number one larger. It is written to a copy of the repository, where the tests of that
module run; mutants that they do not notice are printed. Which changes are tried is drawn with a
seed.
"""

import ast
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

ROOT = Path(__file__).parents[1]
TESTS = {
    "exactcover/analysis/components.py": "tests/exactcover/analysis/test_components.py",
    "exactcover/formats/dimacs.py": "tests/exactcover/formats/test_dimacs.py",
    "exactcover/runtime/portfolio/schedule.py": "tests/exactcover/runtime/portfolio",
    "exactcover/runtime/registry.py": "tests/exactcover/runtime/test_registry.py",
    "exactcover/shapes/polyform.py": "tests/exactcover/shapes/test_polyforms.py",
    "csp/formats/opb.py": "tests/csp/formats/test_opb.py",
    "csp/presolve/cliques.py": "tests/csp/presolve/test_cliques.py",
    "sudoku/generation/symmetry.py": "tests/sudoku/generation/test_symmetry.py",
    "sudoku/geometry/outlines.py": "tests/sudoku/geometry/test_outlines.py",
    "sudoku/isomorphs/languages.py": "tests/sudoku/isomorphs/test_languages.py",
}
"""Modules without kernels -> the tests that prove them, beside the module's own doctests."""
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult},
    **{ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift},
    **{ast.RShift: ast.LShift, ast.Mod: ast.Mult},
}
"""Each operator -> the one that replaces it."""
IGNORED = (
    *(".git", ".venv*", ".cache", ".hypothesis", ".*_cache", "__pycache__", "node_modules"),
    *("build", "dist", "site", "site-screenshots"),
)
"""What is not copied."""
SECONDS = 600
"""How long the tests of a mutant may take; one that makes them endless is noticed."""


@click.command()
@click.argument("modules", nargs=-1, type=click.Choice(list(TESTS)), metavar="[MODULE]...")
@click.option("--number", default=12, show_default=True, help="Mutants of each module.")
@click.option("--seed", default=0, show_default=True, help="Which mutants are drawn.")
def main(modules: tuple[str, ...], number: int, seed: int) -> None:
    """Count the mutants of each module that its tests notice, and print the others."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED))
        for module in modules or TESTS:
            text = (ROOT / module).read_text("utf-8")
            if not passes(copy, module):
                raise click.ClickException(f"the tests of {module} fail before it is changed")
            places = range(len(list(changes(ast.parse(text)))))
            drawn = sorted(random.Random(seed).sample(places, min(number, len(places))))
            missed = []
            for place in drawn:
                description, mutant = mutated(text, place)
                (copy / module).write_text(mutant, "utf-8")
                if passes(copy, module):
                    missed.append(description)
            (copy / module).write_text(text, "utf-8")
            click.echo(f"{module}: {len(drawn) - len(missed)} of {len(drawn)} noticed")
            for description in missed:
                click.echo(f"    {description}")


def passes(copy: Path, module: str) -> bool:
    """Return whether the tests of a module pass, and its doctests, in a copy of the repository."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly"]
    try:
        run = subprocess.run(
            [*command, "-p", "no:cacheprovider", module, TESTS[module]],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def mutated(text: str, place: int) -> tuple[str, str]:
    """Return a module with the change at a place, after a description of that change.

    Examples
    --------
    >>> mutated("a = b < 3 + c", 0)
    ('line 1: b < 3 + c became b <= 3 + c', 'a = b <= 3 + c')
    """
    tree = ast.parse(text)
    for k, (node, field, new) in enumerate(changes(tree)):
        if k == place:
            old = ast.unparse(node)
            setattr(node, field, new)
            became = ast.unparse(node)
            return f"line {node.lineno}: {old} became {became}", ast.unparse(tree)
    raise IndexError(place)


def changes(tree: ast.Module) -> Iterator[tuple[Any, str, Any]]:
    """Yield the changes of a module: an expression or statement, its field, and the new value."""
    types = {
        part
        for node in ast.walk(tree)
        for name in ("annotation", "returns")
        for part in ast.walk(getattr(node, name, None) or ast.Pass())
    }
    for node in (node for node in ast.walk(tree) if node not in types):
        match node:
            case ast.Compare(ops=[operator, *others]):
                yield node, "ops", [OPERATORS[type(operator)](), *others]
            case ast.BinOp(op=operator) | ast.BoolOp(op=operator) if type(operator) in OPERATORS:
                yield node, "op", OPERATORS[type(operator)]()
            case ast.UnaryOp(op=ast.USub()):
                yield node, "op", ast.UAdd()
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield node, "test", ast.UnaryOp(ast.Not(), test)
            case ast.Constant(value=bool(value)):
                yield node, "value", not value
            case ast.Constant(value=int(value)):
                yield node, "value", value + 1


if __name__ == "__main__":
    main()
