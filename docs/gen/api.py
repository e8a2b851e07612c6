"""The pages of the three packages: one for each group of exports, and one that lists the groups.

The group of a name is the folder that holds it. All on one page would be a megabyte.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from docs.gen.links import ROOT
from docs.gen.markdown import document, table
from sudoku.rules.registry import RULES, rule_class

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
        "runtime": "Results, limits, errors and progress",
        "diagrams": "Diagrams",
        "weighted": "Samples and uses",
        "estimation": "Estimates",
        "analysis": "Reduction, components, infeasibility",
        "refutation": "Proofs that there is no solution",
        "parallel": "Parallel runs",
        "pictures": "Pictures",
    },
    "csp": {
        "model": "Models and variables",
        "constraints": "Constraints",
        "sets": "Set variables",
        "verbs": "Solve, count and optimise",
        "pictures": "Pictures",
        "errors": "Errors",
    },
    "sudoku": {
        "puzzle": "Puzzles",
        "geometry": "Shapes and grids",
        "verbs": "Solve, list, count and check",
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
    "csp": ("csp.propagator", "csp.engines.model_engine.ModelEngine"),
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
MOST_NAMES = 16
"""The most names on a page: a verb takes up to 20 kB."""
RULE_CLASSES = frozenset(rule_class(name).__name__ for name in RULES)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    for package, introduction in INTRODUCTIONS.items():
        rows = []
        groups = _groups(package)
        groups["extensions"] = "For extensions", list(EXTENSION[package])
        for file, title, names in _pages_of(groups):
            path, described = f"{package}/{file}.md", map(_described, names)
            yield f"reference/{path}", document(f"`{package}`: {title}", *described)
            links = ", ".join(f"[`{name.rpartition('.')[2]}`][{name}]" for name in names)
            rows.append((f"[{title}]({path})", links))
        parts = [
            introduction,
            f"`import {package}` loads little; a name is imported at its first use.",
            table(["page", "names"], rows),
        ]
        yield f"reference/{package}.md", document(f"`{package}`", *parts)


def _pages_of(groups: dict[str, tuple[str, list[str]]]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the file, the title and the names of each page: large groups have several."""
    for folder, (title, names) in groups.items():
        n_pages = -(-len(names) // MOST_NAMES)
        if n_pages == 1:
            yield folder, title, names
            continue
        for number, some in enumerate(np.array_split(names, n_pages), 1):
            yield f"{folder}-{number}", f"{title} ({number} of {n_pages})", some.tolist()


def _described(name: str) -> str:
    """Return the directive that shows a name; the methods of all rules are those of `Rule`."""
    package, _, last = name.partition(".")
    is_rule = package == "sudoku" and last in RULE_CLASSES
    options = "\n    options:\n      members: false\n      inherited_members: false"
    return f"::: {name}" + options * is_rule


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


def _groups(package: str) -> dict[str, tuple[str, list[str]]]:
    """Return folder -> title and exported names, classes and constants before functions."""
    folders = exports(package)
    order = list(TITLES[package])
    order += sorted({folder for folder in folders.values() if folder not in order})
    groups = {}
    for folder in order:
        names = [name for name, place in folders.items() if place == folder]
        if names:
            title = TITLES[package].get(folder, folder.replace("_", " ").capitalize())
            names.sort(key=lambda name: (name.islower(), name.lower()))
            groups[folder] = title, [f"{package}.{name}" for name in names]
    return groups
