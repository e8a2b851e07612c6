"""Problems from 0/1 matrices, dense or sparse."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.arguments import check_labels, check_number, listed
from exactcover.errors import ProblemError
from exactcover.problem.bounds import check_bounds
from exactcover.problem.building import check_items, check_option
from exactcover.problem.costs import check_costs
from exactcover.problem.option import Incidence, Item, Label
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem


def from_matrix(
    matrix: Any,
    *,
    names: Sequence[Item] | None,
    n_primary: int | None,
    labels: Sequence[Label] | None,
    bounds: Mapping[Item, tuple[int, int]] | None,
    costs: Iterable[float] | Mapping[Any, float] | None,
) -> Problem:
    """Return the problem of a matrix: see `Problem.from_matrix`."""
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):
        names = list(matrix.columns) if names is None else names
        labels = _row_names(matrix) if labels is None else labels
        matrix = matrix.to_numpy()
    rows, columns, (n_options, n_items) = _entries(matrix)
    items = tuple(range(n_items)) if names is None else tuple(listed("names", names))
    if len(items) != n_items:
        raise ProblemError(f"{len(items)} names for a matrix of {n_items} columns")
    if n_primary is None:
        n_primary = n_items
    n_primary = check_number("n_primary", n_primary, least=0)
    if n_primary > n_items:
        raise ProblemError(f"n_primary is {n_primary}: it must lie between 0 and {n_items}")
    labels = check_labels(labels, n_options, "rows of a matrix")
    check_items((), items[:n_primary], items[n_primary:])
    starts = np.searchsorted(rows, np.arange(n_options + 1)).astype(np.int64)
    for row in np.flatnonzero(_has_no_primary(starts, columns, n_primary)):
        check_option(int(row), columns[starts[row] : starts[row + 1]].tolist(), items, n_primary)
    members = columns.astype(np.int32)
    return Problem.from_parts(
        Parts(
            items,
            n_primary,
            Incidence(starts, members, np.zeros_like(members)),
            labels=labels,
            bounds=check_bounds(bounds, items[:n_primary], items[n_primary:]),
            costs=None if costs is None else check_costs(costs, n_options, labels),
        )
    )


def _row_names(frame: Any) -> list[Any] | None:
    """Return the labels in the index of a data frame; None if it has none or is 0, 1, 2, ..."""
    labels = list(getattr(frame, "index", ()))
    if not labels:
        return None
    return None if labels == list(range(len(labels))) else labels


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
            matrix = np.asarray(matrix)
        except ValueError as error:
            raise ProblemError(f"the rows do not form a matrix: {error}") from None
    if matrix.ndim != 2:
        raise ProblemError(f"the matrix has {matrix.ndim} dimensions, expected 2")
    if is_sparse:
        # Conversion to csr adds up duplicate entries before they are checked.
        coo = matrix.tocsr().tocoo()
        values, rows, columns, shape = coo.data, coo.row, coo.col, coo.shape
    else:
        rows, columns = np.nonzero(matrix)
        values, shape = matrix[rows, columns], matrix.shape
    if values.dtype.kind not in "biu":
        raise ProblemError(f"the matrix has dtype {values.dtype}: give booleans or integers")
    for k in np.flatnonzero((values != 0) & (values != 1))[:1]:
        raise ProblemError(
            f"row {rows[k]}, column {columns[k]} holds {values[k]}: every entry must be 0 or 1"
        )
    kept = np.flatnonzero(values)
    kept = kept[np.lexsort((columns[kept], rows[kept]))]
    return rows[kept], columns[kept], (int(shape[0]), int(shape[1]))


def _has_no_primary(
    starts: NDArray[np.int64], columns: NDArray[Any], n_primary: int
) -> NDArray[np.bool_]:
    primaries_before = np.concatenate(([0], np.cumsum(columns < n_primary)))
    none: NDArray[np.bool_] = primaries_before[starts[1:]] == primaries_before[starts[:-1]]
    return none
