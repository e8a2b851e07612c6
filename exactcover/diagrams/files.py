"""Write and read diagrams as files; export them as graphs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import check_path
from exactcover.runtime.errors import BudgetError, ProblemError
from exactcover.runtime.file_formats import KEY, check_format
from exactcover.runtime.files import replacing
from exactcover.runtime.reading_budget import reading, spend
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.texts import printable

if TYPE_CHECKING:
    import networkx


FORMAT = "exactcover diagram 1"
BYTES = 12
"""The bytes of a node: its option, `lo` and `hi`."""


def save(path: str | Path, nodes: Nodes, root: int, problem: Problem) -> None:
    """Write nodes to a file; see `exactcover.diagrams.diagram.Diagram.save`."""
    facts: dict[str, Any] = {KEY: np.array(FORMAT), "digest": np.array(problem.digest)}
    with replacing(check_path("path", path)) as file:
        np.savez_compressed(file, root=np.uint32(root), **facts, **nodes._asdict())


@reading()
def load(path: str | Path, problem: Problem) -> tuple[Nodes, int]:
    """Read nodes and their root from a file; see `exactcover.diagrams.diagram.Diagram.load`."""
    with check_path("path", path).open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as data:
                for entry in data.zip.infolist():  # before anything is unpacked
                    spend("nodes", entry.file_size // BYTES)
                given = {KEY: str(data[KEY])} if KEY in data else {}
                digest = str(data["digest"])
                nodes = Nodes(data["option"], data["lo"], data["hi"])
                if data["root"].dtype != np.uint32 or data["root"].shape:
                    raise ProblemError("the number of its root has the wrong dtype")
                root = int(data["root"])
        except (BudgetError, HaltedError):
            raise
        except Exception as error:  # of a damaged file, zipfile and NumPy raise almost any
            raise ProblemError(f"{path} holds no diagram: {error}") from None
    check_format(given, FORMAT, ProblemError)
    if digest != problem.digest:
        raise ProblemError(f"{path} holds the diagram of another problem")
    fault = _fault(nodes, root, problem.n_options)
    if fault:
        raise ProblemError(f"{path} holds no diagram: {fault}")
    return nodes, root


def _fault(nodes: Nodes, root: int, n_options: int) -> str | None:
    """Return a description of the first error in nodes read from a file, or None."""
    size = nodes.option.size
    for array in nodes:
        if array.dtype != np.uint32 or array.shape != (size,) or size < 2:
            return "its arrays have the wrong shape"
    numbers = np.arange(2, size)
    if not 0 <= root < size or (nodes.lo[2:] >= numbers).any() or (nodes.hi[2:] >= numbers).any():
        return "a node leads to one that does not come before it"
    if any(array[:2].any() for array in nodes):
        return "the terminal nodes lead somewhere"
    is_reached = np.zeros(size, dtype=np.bool_)
    is_reached[[NONE, ALL, root]] = is_reached[nodes.lo] = is_reached[nodes.hi] = True
    if not is_reached.all():
        return "a node is not reached from the root"
    if (nodes.hi[2:] == NONE).any():
        return "a node has no solution with its option"
    if (nodes.option[2:] >= n_options).any():
        return "a node asks about an option that the problem does not have"
    return None


def to_graph(nodes: Nodes, problem: Problem) -> networkx.DiGraph:
    """Return nodes as a graph; see `exactcover.diagrams.diagram.Diagram.to_graph`."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_node(ALL, option=None)
    for node, option, lo, hi in _rows(nodes):
        graph.add_node(node, option=problem._option(option))
        graph.add_edge(node, hi, sides=("hi",))
        if lo == hi:
            graph.edges[node, hi]["sides"] = ("lo", "hi")
        elif lo != NONE:
            graph.add_edge(node, lo, sides=("lo",))
    return graph


def to_dot(nodes: Nodes, problem: Problem) -> str:
    """Return nodes in Graphviz's language; see `exactcover.diagrams.diagram.Diagram.to_dot`."""
    lines = ["digraph {", '  1 [shape=box, label="all"];']
    for node, option, lo, hi in _rows(nodes):
        label = printable(problem._option(option)).replace("\\", "\\\\").replace('"', '\\"')
        lines += [f'  {node} [label="{label}"];', f"  {node} -> {hi};"]
        lines += [f"  {node} -> {lo} [style=dashed];"] if lo != NONE else []
    return "\n".join([*lines, "}"]) + "\n"


def _rows(nodes: Nodes) -> Iterator[tuple[int, int, int, int]]:
    """Yield the nodes with an option: number, option, lo, hi."""
    rows = zip(*(array[2:].tolist() for array in nodes), strict=True)
    for node, (option, lo, hi) in enumerate(rows, start=2):
        yield node, option, lo, hi
