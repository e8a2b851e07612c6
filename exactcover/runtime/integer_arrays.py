"""Arrays of objects that hold whole numbers, as pandas and users hand them over."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import is_whole


def with_integers(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of objects as one of int64, if each object is a whole number that fits.

    Any other array is returned as it is.

    Examples
    --------
    >>> with_integers(np.array([1, 2], dtype=object)).dtype
    dtype('int64')
    >>> with_integers(np.array([1, 2.5], dtype=object)).dtype
    dtype('O')
    """
    if array.dtype != object or not all(map(is_whole, array.flat)):
        return array
    try:
        return array.astype(np.int64)
    except OverflowError:
        return array
