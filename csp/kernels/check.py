"""The invariants of a search, checked independently of the kernels."""

from csp.kernels.state import FIRST, N_TRAIL, WIDTH, State
from exactcover.runtime.kernels.types import U64


def check(state: State) -> None:
    """Assert that the stored sizes and bounds of domains agree with their words.

    That is checked now, and again after the trail was undone on a copy.

    Raises
    ------
    AssertionError
        If they do not.
    """
    cells = state.cells.copy()
    _check_domains(state, cells)
    for cell, value in state.trail[: state.position[N_TRAIL]][::-1].tolist():
        cells[cell] = value
    _check_domains(state, cells)


def _check_domains(state: State, cells: U64) -> None:
    for row in state.variables.tolist():
        first, width = row[FIRST], row[WIDTH]
        words = cells[first : first + width].tolist()
        mask = sum(word << 64 * k for k, word in enumerate(words))
        if width > 1:
            low = (mask & -mask).bit_length() - 1
            tail = cells[first + width : first + width + 3].tolist()
            assert tail == [mask.bit_count(), low, mask.bit_length() - 1]
        if width == 0:
            size, low, high = cells[first : first + 3].tolist()
            assert size == high - low + 1 > 0
