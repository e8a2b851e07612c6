"""Powers by products and roots, beside those of C's library."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.powers import power, power_of_two
from exactcover.runtime.kernels.types import Unsigned

pytestmark = pytest.mark.kernel


@kernel
def powers(base: float, n: Unsigned, bits: float) -> tuple[float, float]:
    """Return base to the power n, and two to the power of bits."""
    return power(base, n), power_of_two(bits)


@given(st.floats(0.5, 4.0), st.integers(0, 500), st.floats(0.0, 1000.0))
def test_powers(base: float, n: int, bits: float) -> None:
    first, second = powers(base, np.uint64(n), bits)
    assert first == pytest.approx(base**n, rel=1e-12)
    assert second == pytest.approx(2.0**bits, rel=2.0**-46)


def test_a_power_that_is_too_large_is_infinite() -> None:
    assert powers(1.5, np.uint64(1 << 40), 0.0) == (np.inf, 1.0)


def test_whole_powers_of_two_are_exact() -> None:
    assert all(powers(2.0, np.uint64(n), float(n)) == (2.0**n, 2.0**n) for n in range(1000))
