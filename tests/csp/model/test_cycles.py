"""Only operators of expressions, and searches that are handed over, import in a cycle."""

from tests.test_layers import imports

FACADE = "csp.model.model"
"""The methods of a model import all that is above it, lazily."""


def graph() -> dict[str, set[str]]:
    """Return the imports of each module of csp, also those within functions."""
    arcs: dict[str, set[str]] = {}
    for one in imports():
        if FACADE not in (one.importer, one.imported) and one.importer.startswith("csp."):
            arcs.setdefault(one.importer, set()).add(one.imported)
    return arcs


def reached_from(module: str, arcs: dict[str, set[str]]) -> set[str]:
    """Return the modules that a module imports, directly or through others."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        new = arcs.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def test_few_modules_import_in_a_cycle() -> None:
    arcs = graph()
    in_cycles = {module for module in arcs if module in reached_from(module, arcs)}
    assert in_cycles == {
        "csp.model.expressions",
        "csp.model.constraint",
        "csp.constraints.absolute",
        "csp.constraints.product",
        "csp.constraints.linear_relation",
        "csp.constraints.reified",
        # A search up to symmetry begins one of a model with lex-leader constraints.
        "csp.verbs.model_search",
        "csp.symmetry.search",
    }
