"""The numbering of candidates: a candidate is a digit in a cell, and has one number.

Candidates are numbered cell by cell, and the digits of a cell in ascending order. This is also the
number of a placement in the exact-cover problem. Kernels, in which digits count from 0, write
``cell * n + digit`` for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.integer[Any]]


@overload
def candidate_of(cell: int, digit: int, n: int) -> int: ...
@overload
def candidate_of(cell: int | Numbers, digit: Numbers, n: int) -> Numbers: ...
def candidate_of(cell: Any, digit: Any, n: int) -> Any:
    """Return the number of the candidate of a digit from 1 to ``n`` in a cell; arrays are allowed.

    Examples
    --------
    >>> candidate_of(0, 1, 9), candidate_of(80, 9, 9)
    (0, 728)
    """
    return cell * n + digit - 1


@overload
def cell_and_digit(candidate: int, n: int) -> tuple[int, int]: ...
@overload
def cell_and_digit(candidate: Numbers, n: int) -> tuple[Numbers, Numbers]: ...
def cell_and_digit(candidate: Any, n: int) -> tuple[Any, Any]:
    """Return the cell and the digit of a candidate; the inverse of `candidate_of`.

    Examples
    --------
    >>> cell_and_digit(728, 9)
    (80, 9)
    """
    return candidate // n, candidate % n + 1
