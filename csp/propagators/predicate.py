"""Any predicate, compiled: asked when few combinations of values are left.

The one constant is the address of a function that asks about the values in the memory: those of the
scope, and behind them 1. It says 0 or 1, or RAISED_ERROR. The truth of a predicate, if that is a
variable, is the last of the scope, and so stands in the place of the 1.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from csp.errors import ModelError
from csp.kernels.domains import ONE, ZERO, high, low, next_value, remove, size
from csp.kernels.propagate import FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.kernels.state import ARITY, DATA, MEMORY, RAISED, State, opened
from exactcover.compiled.jit import helper, is_compiled, unkept
from exactcover.compiled.pointers import call, fixed_tuple, handle_of, unkept_address_of
from exactcover.compiled.types import Unsigned

FEW = np.uint64(128)
"""So many combinations are few: with two variables or more, none has more than 64 values."""
RAISED_ERROR = 2

_tests: dict[int, tuple[Callable[..., Any], int]] = {}
"""Address -> the predicate that is asked there, and about how many values."""


def predicate(handle: Any, p: Any) -> int:
    """Remove the values that are in no allowed combination, if all can be asked about.

    Once an error was raised, all fails until the search is stopped.
    """
    state = opened(handle)
    if state.position[RAISED] != ZERO:
        return FAILED
    first, n_free, free, n_left = memory_of(state, p), ZERO, ZERO, ONE
    for k in range(arity(state, p)):
        v = variable(state, p, k)
        state.memory[first + k] = low(state, v)
        n_values = size(state, v)
        if n_values > ONE:
            n_free, free = n_free + ONE, np.uint64(k)
            n_left = min(n_left, FEW + ONE) * n_values
    if n_free <= ONE:
        return keep_allowed(state, p, free)
    return keep_supported(state, p) if n_left <= FEW else FIXPOINT


@helper
def ask(state: State, p: Unsigned) -> int:
    """Ask about the values in the memory; take note if that raises an error."""
    told = call(state.data[constants(state, p)], handle_of(state), p)
    if told == RAISED_ERROR:
        state.position[RAISED] = p + ONE
    return int(told)


@helper
def keep_allowed(state: State, p: Unsigned, k: Unsigned) -> int:
    """Ask about each value of the one variable that is not fixed, or of any."""
    v, place = variable(state, p, k), memory_of(state, p) + k
    value, last = low(state, v), high(state, v)
    while value <= last:
        state.memory[place] = value
        told = ask(state, p)
        if told == RAISED_ERROR or (told == 0 and not remove(state, v, value)):
            return FAILED
        value = next_value(state, v, value + 1)
    return FIXPOINT


@helper
def keep_supported(state: State, p: Unsigned) -> int:
    """Ask about all combinations; keep the values that are in one of those allowed.

    `scratch` has, for each variable, bits for its values, in order: those in an allowed one. Behind
    that it has the place of the value that is being asked about.
    """
    n, scratch = arity(state, p), state.scratch
    for j in range(n + n):
        scratch[j] = ZERO
    is_more = True
    while is_more:
        told = ask(state, p)
        if told == RAISED_ERROR:
            return FAILED
        if told != 0:
            for k in range(n):
                scratch[k] |= ONE << scratch[n + k]
        is_more = turn(state, p)
    for k in range(n):
        v, found = variable(state, p, k), scratch[k]
        value, last = low(state, v), high(state, v)
        while value <= last:
            if found & ONE == ZERO and not remove(state, v, value):
                return FAILED
            found >>= ONE
            value = next_value(state, v, value + 1)
    return FIXPOINT


@helper
def turn(state: State, p: Unsigned) -> bool:
    """Go on to the next combination; False after the last."""
    n, first = arity(state, p), memory_of(state, p)
    for j in range(n):
        k = np.uint64(j)
        v = variable(state, p, k)
        value = next_value(state, v, state.memory[first + k] + 1)
        if value <= high(state, v):
            state.memory[first + k] = value
            state.scratch[n + k] += ONE
            return True
        state.memory[first + k] = low(state, v)
        state.scratch[n + k] = ZERO
    return False


@cache
def asker(test: Callable[..., Any], n: int) -> int:
    """Return the address of a function that asks a predicate about n values; compile both.

    Raises
    ------
    Exception
        Whatever Numba finds wrong with the predicate.
    """
    asked = unkept(test) if is_compiled() else test

    def tell(handle: Any, p: Any) -> int:
        state = opened(handle)
        first = memory_of(state, p)
        try:
            is_allowed = bool(asked(*fixed_tuple(state.memory, first, n)))
            return 1 if is_allowed == bool(state.memory[first + np.uint64(n)]) else 0
        except Exception:
            return RAISED_ERROR

    address = unkept_address_of(tell)
    _tests[address] = test, n
    return address


def raised(state: State) -> ModelError:
    """Return what is to be said of the predicate that raised an error in a search."""
    p = int(state.position[RAISED]) - 1
    data, first = state.propagators[p, [DATA, MEMORY]].tolist()
    test, n = _tests[int(state.data[data + int(state.propagators[p, ARITY])])]
    values, why = tuple(state.memory[first : first + n].tolist()), "an error"
    try:
        test(*values)
    except Exception as error:
        why = repr(error)
    name = getattr(test, "__name__", repr(test))
    return ModelError(f"the predicate {name}: {why} was raised for the values {values}")
