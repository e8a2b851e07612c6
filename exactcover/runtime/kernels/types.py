"""Types of arrays and integers that kernels of all packages share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]
Unsigned = Any
"""The type of an index in a kernel: an unsigned integer of NumPy or of the machine."""
