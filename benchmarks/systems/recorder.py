"""Calls of kernels as files, which `replay.c` makes again on a system without Python.

A file has the arguments as objects of CPython in one block of memory, what the entry needs from its
table, and what the arrays hold afterwards. All systems of 64 bits have the same layout of tuples,
arrays, floats and NumPy's scalars. Kernels of `csp` are left out: their argument is an address.
"""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from exactcover.runtime.kernels import entries as layout
from exactcover.runtime.kernels import jit
from exactcover.runtime.kernels.libraries import Library
from exactcover.runtime.kernels.precompiled import Entries
from exactcover.runtime.kernels.translation import symbol

FUNCTIONS = (
    *("PyEval_SaveThread", "PyEval_RestoreThread", "Py_IncRef", "PyLong_AsLongLongAndOverflow"),
    *("PyBool_FromLong", "PyFloat_FromDouble", "PyLong_FromLongLong"),
    *("PyLong_FromUnsignedLongLong", "PyErr_SetNone"),
)
"""The functions of Python that entries call, in the order of `replay.c`."""
MOST_BYTES = 1 << 24
"""Larger calls are not recorded."""
OBJECT, TUPLE, SHAPE = 128, 4096, 64
"""Bytes that are reserved for the copy of an object, of a tuple, and of a shape with strides."""


class Tape:
    """A block of memory, with places where addresses belong."""

    def __init__(self) -> None:
        self.block = bytearray()
        self.moves: list[tuple[int, int]] = []
        """(place, target): the address of the target belongs there."""
        self.calls: list[tuple[int, int]] = []
        """(place, number of a function)."""
        self.arrays: list[tuple[int, Any]] = []
        self._named: dict[str, int] = {}

    def add(self, value: Any) -> int:
        """Return the place of a copy of an argument."""
        kind = type(value)
        if value is None or isinstance(value, bool):
            place = self._by_name(f"object builtins:{value}")
            self.moves.append(
                (place + layout.TYPE, self._by_name(f"object builtins:{kind.__name__}"))
            )
            return place
        place = self._new(TUPLE if isinstance(value, tuple) else OBJECT)
        of = self._by_name(f"object {kind.__module__}:{kind.__qualname__}")
        self.moves.append((place + layout.TYPE, of))
        if isinstance(value, tuple):
            self._put(place + layout.VALUE, "<q", len(value))
            for k, item in enumerate(value):
                self.moves.append((place + tuple.__basicsize__ + 8 * k, self.add(item)))
        elif isinstance(value, np.ndarray):
            self._add_array(place, value)
        elif isinstance(value, np.generic):
            begin = place + layout.VALUE
            self.block[begin : begin + value.nbytes] = value.tobytes()
        else:
            self._put(place + layout.VALUE, "<d" if kind is float else "<q", value)
        return place

    def _add_array(self, place: int, value: Any) -> None:
        data = self._new(value.nbytes + 64)
        self.block[data : data + value.nbytes] = value.tobytes()
        self.arrays.append((data, value))
        shape = self._new(SHAPE)
        self._put(shape, f"<{2 * value.ndim}q", *value.shape, *value.strides)
        self.moves += [
            (place + layout.DATA, data),
            (place + layout.DIMENSIONS, shape),
            (place + layout.STRIDES, shape + 8 * value.ndim),
            (place + layout.DTYPE, self._by_name(f"dtype {value.dtype.str}")),
        ]
        self._put(place + layout.N_DIMENSIONS, "<i", value.ndim)
        self._put(place + layout.FLAGS, "<i", value.flags.num)

    def table(self, needs: list[str]) -> int:
        """Return the place of the table of an entry."""
        table = self._new(8 * max(1, len(needs)))
        for k, name in enumerate(needs):
            place, (kind, _, what) = table + 8 * k, name.partition(" ")
            if kind == "function":
                self.calls.append((place, FUNCTIONS.index(what)))
            elif kind == "offset":
                self._put(place, "<q", tuple.__basicsize__)
            else:
                self.moves.append((place, self._by_name(name)))
        return table

    def write(self, path: Path, name: str, arguments: int, table: int, result: Any) -> None:
        """Write the file; `result` is what the call gave here."""
        self.block += bytes(-len(self.block) % 64)
        number = int(result) if isinstance(result, int | float) else 0
        counts = len(self.block), len(self.moves), len(self.calls), len(self.arrays)
        with path.open("wb") as file:
            file.write(name.encode().ljust(128, b"\0"))
            file.write(struct.pack("<7q", *counts, arguments, table, number))
            file.write(self.block)
            for pair in self.moves + self.calls:
                file.write(struct.pack("<2q", *pair))
            for place, array in self.arrays:
                file.write(struct.pack("<2q", place, array.nbytes) + array.tobytes())

    def _new(self, size: int) -> int:
        """Return the place of some zeros."""
        self.block += bytes(-len(self.block) % 64)
        place = len(self.block)
        self.block += bytes(size)
        return place

    def _by_name(self, name: str) -> int:
        """Return the place of an object that only its address tells from others."""
        if name not in self._named:
            self._named[name] = self._new(64)
        return self._named[name]

    def _put(self, place: int, form: str, *values: Any) -> None:
        struct.pack_into(form, self.block, place, *values)


def record(library: Library, folder: Path, calls: Callable[[], object]) -> list[Path]:
    """Record the first call of each kernel, and return the files.

    Parameters
    ----------
    library
        The shared library that makes the calls.
    folder
        The folder for the files, which exists.
    calls
        Calls kernels.
    """
    files: dict[str, Path] = {}
    original = jit.Kernel.__call__

    def recorded(kernel: jit.Kernel, *arguments: Any) -> Any:
        path = f"{kernel.py_func.__module__}:{kernel.py_func.__qualname__}"
        if path in files or path.startswith("csp.") or not library.has(path):
            return original(kernel, *arguments)
        for number, entry in enumerate(library.entries(path)):
            tape = Tape()
            place, table = tape.add(arguments), tape.table(entry.needs)
            for call, addresses in Entries([entry]).calls():
                result = call(arguments, addresses)
                if result is not NotImplemented:
                    files[path] = folder / f"{symbol(path, number)}.tape"
                    if len(tape.block) <= MOST_BYTES:
                        tape.write(files[path], symbol(path, number), place, table, result)
                    return result
        return original(kernel, *arguments)

    jit.Kernel.__call__ = recorded  # type: ignore[assignment, method-assign]
    try:
        calls()
    finally:
        jit.Kernel.__call__ = original  # type: ignore[method-assign]
    return sorted(file for file in files.values() if file.exists())


def common_calls() -> None:
    """Call kernels of all kinds: engines of exact cover, solvers, techniques and ratings."""
    from exactcover import Problem, ProblemError
    from exactcover.engines.registry import ENGINES
    from sudoku import count, generate, hint, rate, solve_batch
    from tests.first_calls import HARD, PUZZLE

    squares = {
        (r, c): [("row", r), ("column", c), ("rise", r - c), ("fall", r + c)]
        for r in range(6)
        for c in range(6)
    }
    diagonals = [(way, d) for way in ("rise", "fall") for d in range(-5, 11)]
    costs = {square: sum(square) % 5 for square in squares}
    queens = Problem(squares, secondary=diagonals, costs=costs)
    for method in ENGINES:
        try:
            queens.count(method=method)
        except ProblemError:  # it is for other problems
            continue
    queens.cheapest()
    queens.diagram()
    queens.estimate(seed=1)
    solve_batch([PUZZLE, HARD] * 40)
    for puzzle in (PUZZLE, HARD):
        count(puzzle)
        hint(puzzle)
        for scale in ("bergman", "se"):
            rate(puzzle, scale=scale)
    generate(seed=1)
