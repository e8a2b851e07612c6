"""The signatures of kernels that follow from one of them.

Most kernels have one signature. Where the types of arguments depend on the problem, say on how many
words a state has, the annotation of the argument, or of the field of a named tuple, says which ones
there are: it is an alias such as ``Words = Annotated[NDArray[Any], Dtypes("uint16", "uint32")]``.
All that an alias annotates has the same type in a call. So `signatures.json` has one signature
for each kernel, which the tests record, and the machine code for all others is there as well,
whether a test needs it or not. Only where something may be None there are two.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from pkgutil import resolve_name
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints


class Dtypes:
    """The dtypes that an array may have.

    Parameters
    ----------
    names
        Their names.
    """

    def __init__(self, *names: str) -> None:
        self._names = names

    def forms(self, base: Any) -> list[Any]:
        """Return all types of an array, as JSON, if one is known.

        >>> Dtypes("uint16", "uint32").forms("uint16[2]C")
        ['uint16[2]C', 'uint32[2]C']
        """
        _, bracket, rest = base.partition("[")
        return [name + bracket + rest for name in self._names]


class Forms:
    """The types that an argument may have.

    Parameters
    ----------
    kinds
        The types, as JSON (see `exactcover.runtime.kernels.signatures`).
    """

    def __init__(self, *kinds: Any) -> None:
        self._kinds = list(kinds)

    def forms(self, base: Any) -> list[Any]:
        """Return all types."""
        return self._kinds


class _Place(NamedTuple):
    """A part of a signature whose type may vary.

    Attributes
    ----------
    path
        Where it is: the number of the argument, and then of the field of each named tuple.
    axis
        The `Dtypes` or `Forms` of its annotation. Parts with the same one vary together.
    base
        Its type in the signature that is known.
    """

    path: tuple[int, ...]
    axis: Any
    base: Any


def variants(function: Callable[..., object], signature: Sequence[Any]) -> list[list[Any]]:
    """Return all signatures of a kernel.

    Parameters
    ----------
    function
        The kernel.
    signature
        One signature, as JSON.

    Raises
    ------
    ValueError
        If it is not one of them.

    Examples
    --------
    >>> Words = Annotated[Any, Dtypes("uint16", "uint32")]
    >>> def kernel(row: Words, other: Words, n: int): ...
    >>> for signature in variants(kernel, ["uint32[1]C", "uint32[2]C", "int64"]):
    ...     print(*signature)
    uint16[1]C uint16[2]C int64
    uint32[1]C uint32[2]C int64
    """
    places = list(_places(signature, _hints(getattr(function, "py_func", function))))
    for _, axis, base in places:
        if base not in axis.forms(base):
            raise ValueError(f"{base} is none of the types of its annotation")
    axes = {id(place.axis): len(place.axis.forms(place.base)) for place in places}
    found = []
    for numbers in product(*map(range, axes.values())):
        chosen = dict(zip(axes, numbers, strict=True))
        made: Any = list(signature)
        for path, axis, base in places:
            made = _put(made, path, axis.forms(base)[chosen[id(axis)]])
        found.append(made)
    return [made for k, made in enumerate(found) if made not in found[:k]]


def odd_arrays(signature: Sequence[Any]) -> list[str]:
    """Return the types of arrays that are read-only or not contiguous: no kernel should need them.

    >>> odd_arrays(["uint32[2]C", ["uint8[1]C readonly", "uint32[2]F"]])
    ['uint8[1]C readonly', 'uint32[2]F']
    """
    return [kind for kind in _kinds(signature) if kind.endswith(("readonly", "]A", "]F"))]


def _places(kinds: Sequence[Any], hints: list[Any], path: tuple[int, ...] = ()) -> Iterator[_Place]:
    """Yield the parts of a signature that have several types."""
    for k, (kind, hint) in enumerate(zip(kinds, hints, strict=True)):
        here = (*path, k)
        axis = _axis_of(hint)
        if axis is not None:
            yield _Place(here, axis, kind)
        if isinstance(kind, dict):
            ((name, fields),) = kind.items()
            yield from _places(fields, _hints(resolve_name(name)), here)


def _axis_of(hint: Any) -> Any:
    """Return the `Dtypes` or `Forms` in an annotation, or None."""
    if get_origin(hint) is Annotated:
        return next((one for one in hint.__metadata__ if hasattr(one, "forms")), None)
    return None


def _hints(owner: Any) -> list[Any]:
    """Return the annotations of the arguments of a function, or the fields of a named tuple."""
    names = getattr(owner, "_fields", None) or owner.__code__.co_varnames
    count = len(names) if hasattr(owner, "_fields") else owner.__code__.co_argcount
    scope = getattr(owner, "__globals__", None) or vars(sys.modules[owner.__module__])
    return [_evaluated(owner.__annotations__.get(name), scope) for name in names[:count]]


def _evaluated(hint: Any, scope: dict[str, Any]) -> Any:
    """Return an annotation that may be a text; None if it has names that only type checkers see."""
    holder = type("Holder", (), {"__annotations__": {"hint": hint}})
    with suppress(NameError, TypeError):
        return get_type_hints(holder, scope, include_extras=True)["hint"]
    return None


def _put(kinds: Any, path: tuple[int, ...], kind: Any) -> Any:
    """Return the types in a signature with another type at one place."""
    if not path:
        return kind
    if isinstance(kinds, dict):
        ((name, fields),) = kinds.items()
        return {name: _put(fields, path, kind)}
    return [_put(one, path[1:], kind) if k == path[0] else one for k, one in enumerate(kinds)]


def _kinds(kinds: Any) -> Iterator[str]:
    """Yield all types in a signature that have no parts."""
    if isinstance(kinds, str):
        yield kinds
    elif isinstance(kinds, dict):
        for fields in kinds.values():
            yield from _kinds(fields)
    else:
        for kind in kinds:
            yield from _kinds(kind)
