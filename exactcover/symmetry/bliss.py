"""Automorphisms and canonical orders of graphs, by igraph (BLISS) in a way that limits can stop.

BLISS is one call, which lets no other thread run, and may take exponential time. Where a limit may
stop it, a process of its own makes the call, and is ended when the limit is reached. Without limits
this process makes it; so it does, and limits stop it late, in a program without an interpreter of
Python that could be started (a frozen application, a browser).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.extras import imported
from exactcover.runtime.permutations import Permutation, small_order
from exactcover.runtime.search import limits

Arrays = tuple[NDArray[Any], ...]

FEW_EDGES = 1000
"""Graphs with fewer edges are no work for a process of their own, which takes 0.3 s to begin."""
SECONDS_BETWEEN = 0.02
"""How often the limits are looked at while the process works."""


def igraph() -> Any:
    """Return the package igraph."""
    return imported("igraph", "Symmetry", "igraph", "symmetry")


def automorphisms(
    edges: NDArray[np.intp], colours: list[int], n: int
) -> tuple[list[Permutation], int]:
    """Return generators of the automorphisms of a graph, and the number of automorphisms.

    Parameters
    ----------
    edges
        The edges; shape (n_edges, 2).
    colours
        The colour of each vertex.
    n
        The generators are returned as they act on the first n vertices.

    Raises
    ------
    MissingExtraError
        If igraph is not installed.
    HaltedError
        If the verb that runs in this thread must stop.

    Examples
    --------
    >>> found, order = automorphisms(np.array([[0, 1], [1, 2]]), [0, 0, 0], 3)
    >>> [generator.tolist() for generator in found], order
    ([[2, 1, 0]], 2)
    """
    rows, order = _within_limits("automorphisms", edges, colours, n)
    return [*rows.astype(np.intp)], int.from_bytes(order.tobytes(), "little")


def canonical_order(edges: NDArray[np.intp], colours: list[int]) -> Permutation:
    """Return the vertices of a graph in a canonical order; errors are those of `automorphisms`.

    >>> canonical_order(np.array([[0, 1], [1, 2]]), [0, 1, 0]).tolist()
    [2, 0, 1]
    """
    (order,) = _within_limits("canonical_order", edges, colours, len(colours))
    return order.astype(np.intp)


def _within_limits(task: str, edges: NDArray[np.intp], colours: list[int], n: int) -> Arrays:
    """Return the arrays of a task, from another process if limits may stop it."""
    is_alone = not limits.may_stop() or not sys.executable or hasattr(sys, "frozen")
    if len(edges) < FEW_EDGES or is_alone or find_spec("igraph") is None:
        return _found(task, edges, colours, n)
    with TemporaryDirectory() as folder:
        given, made = Path(folder, "given.npz"), Path(folder, "made.npz")
        np.savez(given, edges=edges, colours=colours, n=n)
        _run(task, str(given), str(made))
        with np.load(made, allow_pickle=False) as arrays:
            return tuple(arrays.values())


def _found(task: str, edges: NDArray[np.intp], colours: list[int], n: int) -> Arrays:
    """Call igraph in this process; return arrays. Only Ctrl-C stops it."""
    try:
        graph = igraph().Graph(n=len(colours), edges=edges)
        if task == "canonical_order":
            return (np.array(graph.canonical_permutation(color=colours), dtype=np.int64),)
        found = [np.array(row[:n]) for row in graph.automorphism_group(color=colours)]
        small = small_order(found, n) if n == len(colours) else None
        order = small or int(graph.count_automorphisms(color=colours))
        whole = order.to_bytes(order.bit_length() // 8 + 1, "little")
        rows = np.array(found, dtype=np.int64).reshape(len(found), n)
        return rows, np.frombuffer(whole, dtype=np.uint8)
    except SystemError as error:  # igraph reports Ctrl-C like this
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise


def _run(task: str, given: str, made: str) -> None:
    """Let another process do the work; end it when a limit is reached."""
    from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "exactcover.symmetry.bliss", task, given, made]
    with Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, env=environment) as process:
        written: bytes | None = None
        try:
            while written is None:
                limits.stop_if_due()
                with suppress(TimeoutExpired):  # what it writes is read, or a full pipe stops it
                    _, written = process.communicate(timeout=SECONDS_BETWEEN)
        except BaseException:
            process.kill()
            raise
        if process.returncode:
            lines = written.decode(errors="replace").split("\n")
            why = next((line for line in reversed(lines) if line.strip()), "no message")
            raise RuntimeError(f"igraph failed in a process of its own: {why}")


def main(task: str, given: str, made: str) -> None:
    """Do the work of the process."""
    sys.modules.setdefault("matplotlib", None)  # type: ignore[arg-type]  # igraph would load it
    with np.load(given, allow_pickle=False) as arrays:
        colours, n = arrays["colours"].tolist(), int(arrays["n"])
        found = _found(task, arrays["edges"], colours, n)
    np.savez(made, *found)


if __name__ == "__main__":
    main(*sys.argv[1:])
