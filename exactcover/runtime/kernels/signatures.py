"""Signatures of kernels as text that can be kept: the types of arguments of Numba as JSON.

| JSON | type |
|---|---|
| ``"int64"`` | a number |
| ``"uint32[2]C"`` | an array: its dtype, dimensions, layout; then ``readonly`` |
| ``["int64", "int64"]`` | a tuple |
| ``{"package.module:State": [...]}`` | a named tuple, and its fields |
"""

from __future__ import annotations

import re
from pkgutil import resolve_name
from typing import Any, TypeAlias

import numba
from numba.np import numpy_support

Json: TypeAlias = "str | list[Json] | dict[str, list[Json]]"

_types: Any = numba.types
_numpy: Any = numpy_support
_ARRAY = re.compile(r"(\w+)\[(\d+)\]([ACF])( readonly)?")


def to_json(kind: Any) -> Json:
    """Return a type of Numba as JSON.

    Raises
    ------
    TypeError
        If entries of kernels do not take this type.

    Examples
    --------
    >>> to_json(_types.Array(_types.uint32, 2, "C")), to_json(_types.int64)
    ('uint32[2]C', 'int64')
    """
    if isinstance(kind, _types.Array):
        readonly = "" if kind.mutable else " readonly"
        return f"{kind.dtype}[{kind.ndim}]{kind.layout}{readonly}"
    if isinstance(kind, _types.NamedTuple | _types.NamedUniTuple):
        of = kind.instance_class
        return {f"{of.__module__}:{of.__qualname__}": [to_json(field) for field in kind]}
    if isinstance(kind, _types.BaseTuple):
        return [to_json(item) for item in kind]
    if kind is _types.none:
        return "none"
    if isinstance(kind, _types.Boolean):
        return "boolean"  # Numba's own name of it depends on the version
    if isinstance(kind, _types.Integer | _types.Float):
        return str(_types.unliteral(kind))
    raise TypeError(f"no kernel takes arguments of the type {kind}")


def from_json(text: Json) -> Any:
    """Return the type of Numba; the inverse of `to_json`.

    Examples
    --------
    >>> from_json("uint32[2]C") == _types.Array(_types.uint32, 2, "C")
    True
    """
    if isinstance(text, list):
        return _types.Tuple([from_json(item) for item in text])
    if isinstance(text, dict):
        ((path, fields),) = text.items()
        return _types.BaseTuple.from_types(
            [from_json(field) for field in fields], resolve_name(path)
        )
    array = _ARRAY.fullmatch(text)
    if array is None:
        return getattr(_types, text)
    dtype, n_dimensions, layout, readonly = array.groups()
    return _types.Array(getattr(_types, dtype), int(n_dimensions), layout, readonly=bool(readonly))
