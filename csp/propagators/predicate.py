"""Any predicate, compiled: evaluated during the search when few combinations of values are left.

The constant is the address of a function that evaluates the predicate on the memory: the values of
the scope, followed by 1. It returns whether the predicate equals that last number (0 or 1), or
RAISED_ERROR. For a reified predicate the truth value is the last variable of the scope, and stands
in place of the 1.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, ONLY_SEARCHED, Card, Naive
from csp.errors import ModelError
from csp.kernels.domains import ONE, ZERO, high, low, next_value, remove, size
from csp.kernels.propagate import FAILED, FIXPOINT, arity, constants, memory_of, variable
from csp.kernels.state import ARITY, DATA, MEMORY, RAISED, State, state_of
from exactcover.runtime.kernels.jit import helper, is_compiled, unkept
from exactcover.runtime.kernels.pointers import call, fixed_tuple, handle_of, unkept_address_of
from exactcover.runtime.kernels.types import Unsigned

FEW = np.uint64(128)
"""The most combinations to enumerate: with two unfixed variables, none has more than 64 values."""
RAISED_ERROR = 2

_tests: dict[int, tuple[Callable[..., Any], int]] = {}
"""Address -> the predicate that is called there, and its number of arguments."""


def predicate(handle: Any, p: Any) -> int:
    """Remove the values that are in no allowed combination, if there are few enough to enumerate.

    Once the predicate raised an error, everything fails until the search is stopped.
    """
    state = state_of(handle)
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
        return restrict_to_allowed(state, p, free)
    return restrict_to_supported(state, p) if n_left <= FEW else FIXPOINT


@helper
def evaluate(state: State, p: Unsigned) -> int:
    """Return the result of the predicate for the values in the memory; record an error."""
    answer = call(state.data[constants(state, p)], handle_of(state), p)
    if answer == RAISED_ERROR:
        state.position[RAISED] = p + ONE
    return int(answer)


@helper
def restrict_to_allowed(state: State, p: Unsigned, k: Unsigned) -> int:
    """Evaluate each value of the one variable that is unfixed, or of any if all are fixed."""
    v, place = variable(state, p, k), memory_of(state, p) + k
    value, last = low(state, v), high(state, v)
    while value <= last:
        state.memory[place] = value
        answer = evaluate(state, p)
        if answer == RAISED_ERROR or (answer == 0 and not remove(state, v, value)):
            return FAILED
        value = next_value(state, v, value + 1)
    return FIXPOINT


@helper
def restrict_to_supported(state: State, p: Unsigned) -> int:
    """Evaluate all combinations; remove the values that are in none that is allowed.

    `scratch` has, for each variable, a bit for each of its values in ascending order: 1 if the
    value has a support. After these it has the place of each variable's current value.
    """
    n, scratch = arity(state, p), state.scratch
    for j in range(n + n):
        scratch[j] = ZERO
    is_more = True
    while is_more:
        answer = evaluate(state, p)
        if answer == RAISED_ERROR:
            return FAILED
        if answer != 0:
            for k in range(n):
                scratch[k] |= ONE << scratch[n + k]
        is_more = next_combination(state, p)
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
def next_combination(state: State, p: Unsigned) -> bool:
    """Advance to the next combination; return False after the last."""
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
def compile_predicate(test: Callable[..., Any], n: int) -> int:
    """Compile a predicate of n values; return the address of a function that evaluates it.

    Raises
    ------
    Exception
        If Numba cannot compile the predicate.
    """
    predicate = unkept(test) if is_compiled() else test

    def evaluate_in(handle: Any, p: Any) -> int:
        state = state_of(handle)
        first = memory_of(state, p)
        try:
            is_allowed = bool(predicate(*fixed_tuple(state.memory, first, n)))
            return 1 if is_allowed == bool(state.memory[first + np.uint64(n)]) else 0
        except Exception:
            return RAISED_ERROR

    address = unkept_address_of(evaluate_in)
    _tests[address] = test, n
    return address


def predicate_error(state: State) -> ModelError:
    """Return the error for the predicate that raised one during a search."""
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


PREDICATE = Card(
    predicate,
    explanation=Naive("the function of a user may depend on all arguments"),
    translation=ONLY_SEARCHED,
    rows=NOT_LINEAR,
)
