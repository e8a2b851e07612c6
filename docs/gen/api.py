"""The pages of the three packages: all exports, in the groups of the folders that hold them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from docs.gen.links import ROOT
from docs.gen.markdown import document

__all__ = ["exports", "pages"]

INTRODUCTIONS = {
    "exactcover": "Exact cover problems: state items and options, then solve, list, count, "
    "sample and explain.",
    "csp": "Constraint models: variables, constraints made of Python's operators and functions, "
    "search and optimisation.",
    "sudoku": "Sudoku of any shape and with any rules: solve, count, generate, explain, rate, "
    "draw, and exchange with other programs.",
}
TITLES = {
    "exactcover": {
        "problem": "Problems",
        "verbs": "Solve, list and count",
        "search": "Results and progress",
        "diagrams": "Diagrams",
        "weighted": "Samples and uses",
        "estimation": "Estimates",
        "analysis": "Reduction, components, infeasibility",
        "refutation": "Proofs that there is no solution",
        "parallel": "Parallel runs",
        "pictures": "Pictures",
        "limits": "Limits",
        "errors": "Errors",
    },
    "csp": {
        "model": "Models and variables",
        "constraints": "Constraints",
        "sets": "Set variables",
        "search": "Solve, count and optimise",
        "pictures": "Pictures",
        "errors": "Errors",
    },
    "sudoku": {
        "puzzle": "Puzzles",
        "geometry": "Shapes and grids",
        "solvers": "Solve, list, count and check",
        "batches": "Batches",
        "rules": "Rules",
        "generation": "Generation",
        "explaining": "Explanations and hints",
        "ratings": "Ratings",
        "pictures": "Pictures",
        "formats": "Formats",
        "encodings": "Encodings",
        "errors": "Errors",
    },
}
"""Package -> folder or module -> heading, in the order of the page; others follow."""

EXTENSION = {
    "exactcover": (
        "exactcover.runtime.registry.Registry",
        "exactcover.runtime.search.protocol.Engine",
        "exactcover.engines.protocol.CoverEngine",
        "exactcover.runtime.search.base.BaseEngine",
        "exactcover.hooks",
    ),
    "csp": ("csp.propagator", "csp.portfolio.choice.Solver"),
    "sudoku": (
        "sudoku.solvers.base.BaseSolver",
        "sudoku.generation.strategies.strategy.Strategy",
        "sudoku.ratings.rating.Scale",
        "sudoku.techniques.technique.Technique",
        "sudoku.papers.study.Study",
        "sudoku.pictures.marks",
    ),
}
"""Names that the packages do not export, but that users need to add something of their own."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the page of each package."""
    for package, introduction in INTRODUCTIONS.items():
        parts = [
            introduction,
            f"`import {package}` loads little; a name is imported at its first use.",
        ]
        for title, names in _groups(package).items():
            parts += [f"## {title}", *(f"::: {package}.{name}" for name in names)]
        parts += ["## For extensions", *(f"::: {name}" for name in EXTENSION[package])]
        yield f"reference/{package}.md", document(f"`{package}`", *parts)


def exports(package: str) -> dict[str, str]:
    """Return the names that a package exports, each with the folder or module that holds it.

    Examples
    --------
    >>> exports("exactcover")["Problem"], exports("sudoku")["SudokuError"]
    ('problem', 'errors')
    """
    tree = ast.parse((ROOT / package / "__init__.pyi").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: str(node.module).partition(".")[0]
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _groups(package: str) -> dict[str, list[str]]:
    """Return heading -> exported names, classes and constants before functions."""
    folders = exports(package)
    order = list(TITLES[package])
    order += sorted({folder for folder in folders.values() if folder not in order})
    groups = {}
    for folder in order:
        names = [name for name, place in folders.items() if place == folder]
        if names:
            title = TITLES[package].get(folder, folder.replace("_", " ").capitalize())
            groups[title] = sorted(names, key=lambda name: (name.islower(), name.lower()))
    return groups
