"""Problems from 0/1 matrices, dense or sparse."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.formats.csr_arrays import from_arrays
from exactcover.problem.option import BoundsLike, Item, Label
from exactcover.problem.problem import OnUseless, Problem
from exactcover.runtime.arguments import Cost, check_labels, index_of, listed
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown


def from_matrix(
    matrix: Any,
    *,
    names: Sequence[Item] | None,
    n_primary: int | None,
    labels: Sequence[Label] | None,
    bounds: BoundsLike | None,
    costs: Iterable[Cost] | Mapping[Any, Cost] | None,
    on_useless: OnUseless,
) -> Problem:
    """Return the problem of a matrix: see `Problem.from_matrix`."""
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):
        names = list(matrix.columns) if names is None else names
        labels = index_of(matrix) if labels is None else labels
        matrix = matrix.to_numpy()
    rows, columns, (n_options, n_items) = _entries(matrix)
    if names is not None and len(names := tuple(listed("names", names))) != n_items:
        raise ProblemError(f"{len(names)} names for a matrix of {n_items} columns")
    return from_arrays(
        np.searchsorted(rows, np.arange(n_options + 1)),
        columns,
        colours=None,
        names=names,
        n_items=n_items,
        n_primary=n_primary,
        labels=check_labels(labels, n_options, "rows of a matrix"),
        bounds=bounds,
        costs=costs,
        on_useless=on_useless,
    )


def to_matrix(problem: Problem) -> NDArray[np.bool_]:
    """Return the dense matrix: see `Problem.to_matrix`."""
    matrix = np.zeros((problem.n_options, problem.n_items), dtype=np.bool_)
    matrix[problem.incidence.owners(), problem.incidence.members] = True
    return matrix


def _entries(matrix: Any) -> tuple[NDArray[Any], NDArray[Any], tuple[int, int]]:
    """Return the rows and columns of the ones, sorted by row and then by column, and the shape."""
    is_sparse = hasattr(matrix, "tocoo")
    if not is_sparse:
        try:
            matrix = np.asanyarray(matrix)
        except ValueError as error:
            raise ProblemError(f"the rows do not form a matrix: {error}") from None
    if matrix.ndim != 2:
        raise ProblemError(f"the matrix has {matrix.ndim} dimensions, expected 2")
    if is_sparse:
        # Conversion to csr adds up duplicate entries before they are checked.
        coo = matrix.tocsr().tocoo()
        values, rows, columns, shape = coo.data, coo.row, coo.col, coo.shape
    else:
        if isinstance(matrix, np.ma.MaskedArray):
            for row, column in np.argwhere(np.ma.getmaskarray(matrix))[:1].tolist():
                raise ProblemError(
                    f"row {row}, column {column} is masked: every entry must be 0 or 1"
                )
            matrix = matrix.data
        rows, columns = np.nonzero(_numbers(matrix))
        values, shape = matrix[rows, columns], matrix.shape
    numbers = _numbers(values)
    is_one = numbers == 1
    for k in np.flatnonzero(~is_one & (numbers != 0))[:1]:
        raise ProblemError(
            f"row {rows[k]}, column {columns[k]} holds {shown(values.tolist()[k])}: "
            "every entry must be 0 or 1"
        )
    kept = np.flatnonzero(is_one)
    rows, columns = rows[kept], columns[kept]
    # Most entries are in order already, and a stable sort is quick then.
    order = np.argsort(rows.astype(np.int64) * shape[1] + columns, kind="stable")
    return rows[order], columns[order], (int(shape[0]), int(shape[1]))


def _numbers(entries: NDArray[Any]) -> NDArray[Any]:
    """Return the entries of a matrix as numbers; an object that is none becomes 2.

    Data frames with columns of several types, or of types that can lack values, give objects.
    """
    if entries.dtype.kind in "biuf":
        return entries
    if entries.dtype != object:
        raise ProblemError(f"the matrix has dtype {entries.dtype}: give booleans or numbers")
    numbers = (
        x == 1 if isinstance(x, Real | np.bool_) and x in (0, 1) else 2 for x in entries.flat
    )
    return np.fromiter(numbers, np.int8, entries.size).reshape(entries.shape)
