"""Imports go one way: between packages, and between the folders of each package."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ["examples", "sudoku", "csp", "exactcover"]
"""Each may import itself and those after it."""

LAYERS = {
    "exactcover": """
        runtime.formatting runtime.strict_json runtime.texts runtime.methods runtime.text_view
        runtime.errors
        runtime.confidence_interval runtime.lazy_iterators runtime.arguments
        runtime.search.interrupts runtime.search.limits runtime.reading_budget runtime.notebook
        runtime.files runtime.extras runtime.cores runtime.registry runtime.kernels
        runtime.permutations runtime.search
        runtime.portfolio runtime.parallel runtime.pictures runtime.cli runtime
        lattices problem circuits shapes formats orders refutation analysis engines hooks portfolio
        verbs symmetry diagrams estimation weighted pictures parallel layered cli __main__
    """,
    "csp": """
        errors kernels cards propagators propagator model pictures notebook constraints sets
        bridges engines.registry phases request presolve engines solvers portfolio parallel verbs
        symmetry formats cpmpy cli __main__
    """,
    "sudoku": """
        errors formats.symbols geometry pictures.colours pictures.marks rules.reader
        rules.linear rules.constraint rules.binary_relation rules.element rules.base rules.examples
        rules.registry statement rules statement.elements puzzle
        pictures notebook formats batches.puzzle_arguments batches.arrays batches.kernel
        encodings solvers verbs.solve verbs.formity possibilities techniques batches isomorphs
        ratings generation explaining givens completion verbs booklets counting papers
        server.conversation server.limits server.refusals studio server cli __main__
    """,
}
"""The folders and top-level modules of each package: each may import those before it.

A module that stands here beside its folder (`pictures.marks`) has a layer of its own,
and so have the folders of `runtime`.
"""

FACADES = {
    # The methods of a public class call the verbs and formats above it.
    "exactcover.problem.problem",
    "csp.model.model",
    "sudoku.puzzle.puzzle",
    "sudoku.puzzle.board",
    "sudoku.geometry.grid",
    # Operators such as `+` and `<=` build constraints.
    "csp.model.expressions",
    "csp.model.array",
    # A search up to symmetry is handed over.
    "csp.verbs.model_search",
    # A long search for one solution looks for symmetries.
    "csp.portfolio.engines",
    # A constraint that is given in the words of this package names a function of its facade.
    "csp.cpmpy.terms",
    # A search that is asked to run in parallel is handed over.
    "exactcover.verbs.cover_search",
    "exactcover.verbs.cost_search",
    # A count with weights may need a diagram.
    "exactcover.verbs.solve",
}
"""Modules that may import from a higher layer inside a function."""

MOST_IN_A_CYCLE = 9
"""The most modules that may import one another, directly or not."""

MOST_IN_A_CYCLE_WITH_TYPES = 20
"""The same if imports count that only type checkers see."""

HEAVY = {"click", "llvmlite", "networkx", "numba", "rich", "scipy"}


class Import(NamedTuple):
    """An import of one module by another."""

    importer: str
    imported: str
    is_lazy: bool
    """Whether it stands in a function, so that it is done when that is called."""

    def __str__(self) -> str:
        return f"{self.importer} imports {self.imported}{' (lazily)' if self.is_lazy else ''}"


@cache
def modules() -> dict[str, Path]:
    """Return the files of all modules of the packages, by name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_below(
    node: ast.AST, *, is_lazy: bool = False, for_types: bool = False
) -> Iterator[tuple[str, bool]]:
    """Yield the names of all that is imported below a node, also by `import_module("name")`.

    Those that only type checkers see are among them if they are wanted.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test) and not for_types:
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, is_lazy) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, "imports are absolute"
            for alias in child.names:
                name = f"{child.module}.{alias.name}"
                yield (name if name in modules() else str(child.module)), is_lazy
        elif isinstance(child, ast.Call) and is_import_module(child):
            yield child.args[0].value, is_lazy  # type: ignore[attr-defined]
        else:
            lazy = is_lazy or isinstance(child, ast.FunctionDef)
            yield from imports_below(child, is_lazy=lazy, for_types=for_types)


def is_import_module(call: ast.Call) -> bool:
    """Return whether a call is `import_module` of a constant name."""
    name = getattr(call.func, "id", getattr(call.func, "attr", None))
    return name == "import_module" and bool(call.args) and isinstance(call.args[0], ast.Constant)


@cache
def imports(*, for_types: bool = False) -> list[Import]:
    """Return all imports in the packages, also those that only type checkers see if wanted."""
    return [
        Import(module, imported, is_lazy)
        for module, path in modules().items()
        for imported, is_lazy in imports_below(
            ast.parse(path.read_text(encoding="utf-8")), for_types=for_types
        )
    ]


def layer(module: str) -> int:
    """Return the place of a module in the layers of its package; its facade is above all."""
    package, _, rest = module.partition(".")
    layers = LAYERS[package].split()
    parts = rest.split(".")
    for name in (".".join(parts[:n]) for n in (3, 2, 1)):
        if name in layers:
            return layers.index(name)
    assert not rest, f"{module} is in no layer"
    return len(layers)


def is_upward(one: Import) -> bool:
    """Return whether an import goes from a layer to a higher one of the same package."""
    package = one.importer.partition(".")[0]
    if package != one.imported.partition(".")[0] or package not in LAYERS:
        return False
    return layer(one.importer) < layer(one.imported)


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_between_packages_go_one_way(package: str) -> None:
    earlier = set(PACKAGES[: PACKAGES.index(package)]) | {"tests", "benchmarks"}
    wrong = [
        str(one)
        for one in imports()
        if one.importer.partition(".")[0] == package and one.imported.partition(".")[0] in earlier
    ]
    assert wrong == []


def test_imports_between_folders_go_downward() -> None:
    wrong = [one for one in imports() if is_upward(one) and not one.is_lazy]
    assert [str(one) for one in wrong] == []


def test_what_runs_searches_knows_nothing_of_covers() -> None:
    """No module of `exactcover.runtime` imports one that is not, not even for types."""
    runtime = "exactcover.runtime"
    for module, path in modules().items():
        if module == runtime or module.startswith(f"{runtime}."):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    name = str(node.module)
                    assert name.partition(".")[0] not in PACKAGES or name.startswith(runtime)


def paper_of(module: str) -> str:
    """Return the folder of the paper to which a module belongs; "" if it belongs to none."""
    package, _, rest = module.partition(".papers.")
    name = rest.partition(".")[0]
    return name if package == "sudoku" and (ROOT / "sudoku/papers" / name).is_dir() else ""


def test_registries_name_what_belongs_to_a_paper_and_only_papers_import_it() -> None:
    wrong = [str(one) for one in imports() if paper_of(one.imported) > paper_of(one.importer) == ""]
    assert paper_of("sudoku.papers.warner.hybrid") == "warner"
    assert wrong == []


def test_lazy_imports_of_higher_layers_stand_in_public_facades() -> None:
    upward = {one.importer for one in imports() if is_upward(one) and one.is_lazy}
    assert upward == FACADES


def largest_cycle(some: list[Import]) -> set[str]:
    """Return the largest set of modules that import one another, directly or not."""
    graph = nx.DiGraph((one.importer, one.imported) for one in some)
    cycle: set[str] = max(nx.strongly_connected_components(graph), key=len)
    return cycle


def test_cycles_are_small() -> None:
    """Imports inside functions count, too; at the top of modules there is no cycle at all."""
    assert len(largest_cycle(imports())) <= MOST_IN_A_CYCLE
    assert len(largest_cycle(imports(for_types=True))) <= MOST_IN_A_CYCLE_WITH_TYPES
    assert len(largest_cycle([one for one in imports() if not one.is_lazy])) == 1


def test_only_what_compiles_imports_numba() -> None:
    files = {one.importer for one in imports() if one.imported.partition(".")[0] == "numba"}
    assert all(name.startswith("exactcover.runtime.kernels.") for name in files)


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_importing_is_light(package: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import {package}, sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert HEAVY & set(run.stdout.split()) == set()
