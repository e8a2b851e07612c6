"""Texts of FlatZinc of any size, as MiniZinc writes them: ten kinds of constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Lines = Iterator[str]


class _Names:
    """Declares variables, and returns their names."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self._n = 0

    def new(self) -> str:
        """Return a name that nothing has yet."""
        self._n += 1
        return f"X_INTRODUCED_{self._n}_"

    def some(self, names: list[str], n: int) -> list[str]:
        """Return some names, none of them twice."""
        return [names[k] for k in self.rng.choice(len(names), n, replace=False).tolist()]

    def numbers(self, n: int, least: int, most: int) -> list[int]:
        """Return random numbers."""
        return self.rng.integers(least, most + 1, n).tolist()  # type: ignore[no-any-return]


def _listed(values: list[Any]) -> str:
    return f"[{','.join(map(str, values))}]"


def _truth(names: _Names) -> tuple[str, str]:
    """Return a new truth value, and its declaration."""
    name = names.new()
    return name, f"var bool: {name}:: var_is_introduced :: is_defined_var;"


def _sums(names: _Names, x: list[str]) -> Lines:
    """Yield inequalities of two to eight terms."""
    while True:
        n = int(names.rng.integers(2, 9))
        weights, own = names.numbers(n, 1, 20), names.some(x, n)
        yield f"constraint int_lin_le({_listed(weights)},{_listed(own)},{sum(weights) * 50});"


def _equations(names: _Names, x: list[str]) -> Lines:
    """Yield sums that are variables."""
    while True:
        name, n = names.new(), int(names.rng.integers(2, 6))
        yield f"var 0..{99 * n}: {name}:: var_is_introduced :: is_defined_var;"
        weights, own = [*[1] * n, -1], [*names.some(x, n), name]
        given = f"{_listed(weights)},{_listed(own)},0"
        yield f"constraint int_lin_eq({given}):: defines_var({name});"


def _comparisons(names: _Names, x: list[str]) -> Lines:
    """Yield truth values of comparisons with numbers, and clauses of them."""
    while True:
        truths = []
        for _ in range(4):
            name, declared = _truth(names)
            yield declared
            kind = ("eq", "le", "ne", "eq")[int(names.rng.integers(4))]
            variable, [value] = names.some(x, 1)[0], names.numbers(1, 1, 98)
            yield f"constraint int_{kind}_reif({variable},{value},{name}):: defines_var({name});"
            truths.append(name)
        yield f"constraint bool_clause({_listed(truths[:3])},{_listed(truths[3:])});"


def _orders(names: _Names, x: list[str]) -> Lines:
    """Yield two truth values of orders of two variables, and that one of them holds."""
    while True:
        one, two = names.some(x, 2)
        own = []
        for first, second in ((one, two), (two, one)):
            name, declared = _truth(names)
            yield declared
            given = f"[1,-1],[{first},{second}],{-names.numbers(1, 1, 9)[0]}"
            yield f"constraint int_lin_le_reif({given},{name}):: defines_var({name});"
            own.append(name)
        yield f"constraint bool_clause({_listed(own)},[]);"


def _clauses(names: _Names, x: list[str]) -> Lines:
    """Yield clauses, conjunctions and disjunctions of truth values."""
    bits = [names.new() for _ in range(2000)]
    yield from (f"var bool: {each};" for each in bits)
    while True:
        n, kind = int(names.rng.integers(2, 6)), int(names.rng.integers(4))
        own = names.some(bits, n + 1)
        if kind < 2:
            yield f"constraint bool_clause({_listed(own[: n - 1])},{_listed(own[n - 1 :])});"
            continue
        name, declared = _truth(names)
        yield declared
        what = "and" if kind == 2 else "or"
        yield f"constraint array_bool_{what}({_listed(own)},{name}):: defines_var({name});"


def _counts(names: _Names, x: list[str]) -> Lines:
    """Yield numbers that are truth values, and sums of them."""
    while True:
        n, numbers = int(names.rng.integers(4, 12)), []
        for _ in range(n):
            bit, declared = _truth(names)
            number = names.new()
            yield declared
            yield f"var 0..1: {number}:: var_is_introduced :: is_defined_var;"
            value = names.numbers(1, 1, 98)[0]
            variable = names.some(x, 1)[0]
            yield f"constraint int_eq_reif({variable},{value},{bit}):: defines_var({bit});"
            yield f"constraint bool2int({bit},{number}):: defines_var({number});"
            numbers.append(number)
        yield f"constraint int_lin_le({_listed([1] * n)},{_listed(numbers)},{n // 2});"


def _elements(names: _Names, x: list[str]) -> Lines:
    """Yield elements of arrays of a hundred numbers, which eight share."""
    while True:
        array = names.new()
        numbers = names.numbers(99, 0, 500)
        yield f"array [1..99] of int: {array} = {_listed(numbers)};"
        for index in names.some(x, 8):
            name = names.new()
            yield f"var 0..500: {name}:: var_is_introduced :: is_defined_var;"
            given = f"{index},{array},{name}"
            yield f"constraint array_int_element({given}):: defines_var({name});"


def _choices(names: _Names, x: list[str]) -> Lines:
    """Yield elements of arrays of twenty variables."""
    while True:
        index, result = names.new(), names.new()
        yield f"var 1..20: {index};"
        yield f"var 0..99: {result}:: var_is_introduced :: is_defined_var;"
        given = f"{index},{_listed(names.some(x, 20))},{result}"
        yield f"constraint array_var_int_element({given}):: defines_var({result});"


def _tables(names: _Names, x: list[str]) -> Lines:
    """Yield tables of three new variables and 200 rows, each of which five share."""
    while True:
        table = names.new()
        yield f"array [1..600] of int: {table} = {_listed(names.numbers(600, 0, 99))};"
        for _ in range(5):
            own = [names.new() for _ in range(3)]
            yield from (f"var 0..99: {each};" for each in own)
            yield f"constraint csp_table_int({_listed(own)},{table});"


def _variables(names: _Names, x: list[str]) -> Lines:
    """Yield variables, of which few are in a constraint: all different, or x + c <= y."""
    while True:
        own = [names.new() for _ in range(40)]
        yield from (f"var 0..{k % 7 + 50}: {each};" for k, each in enumerate(own))
        array = names.new()
        shape = f":: output_array([1..{len(own)}])"
        yield f"array [1..{len(own)}] of var int: {array}{shape} = {_listed(own)};"
        yield f"constraint fzn_all_different_int({array});"
        yield from (
            f"constraint int_lin_le([1,-1],{_listed(names.some(own, 2))},-2);" for _ in range(4)
        )


KINDS: dict[str, Callable[[_Names, list[str]], Lines]] = {
    "sums": _sums,
    "equations": _equations,
    "comparisons": _comparisons,
    "orders": _orders,
    "clauses": _clauses,
    "counts": _counts,
    "elements": _elements,
    "choices": _choices,
    "tables": _tables,
    "variables": _variables,
}
"""The kinds of texts."""


def text_of(kind: str, n_bytes: int, seed: int = 0) -> str:
    """Return a text of a kind, of at least some length.

    Examples
    --------
    >>> text = text_of("sums", 1000)
    >>> 1000 < len(text) < 9000, text.splitlines()[-1]
    (True, 'solve satisfy;')
    """
    names = _Names(seed)
    x = [names.new() for _ in range(200 if n_bytes >= 1 << 17 else 40)]
    variables = [f"var 0..99: {each}:: output_var;" for each in x]
    items: list[str] = []
    constraints: list[str] = []
    n = sum(map(len, variables))
    for line in KINDS[kind](names, x):
        (constraints if line.startswith("constraint") else items).append(line)
        n += len(line) + 1
        if n > n_bytes:
            break
    parameters = [each for each in items if " of int: " in each]
    arrays = [each for each in items if " of var " in each]
    others = [each for each in items if " of " not in each]
    parts = [*parameters, *variables, *others, *arrays, *constraints, "solve satisfy;"]
    return "\n".join(parts) + "\n"
