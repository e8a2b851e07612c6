"""The types and constants that the kernels of this folder share."""

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

ZERO, ONE = np.uint64(0), np.uint64(1)
