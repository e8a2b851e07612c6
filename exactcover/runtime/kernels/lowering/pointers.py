"""The type of opened handles, and the instructions of `exactcover.runtime.kernels.pointers`."""

from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typing import templates
from numba.np import arrayobj

from exactcover.runtime.kernels.lanes import TABLE_FIELDS
from exactcover.runtime.kernels.lowering.emitter import (
    Emitter,
    emitter,
    extending,
    signature,
    types,
)

_numba: Any = numba  # its type stubs lack what is used here
_arrays: Any = arrayobj
_pack: Any = cgutils.pack_array
_templates: Any = templates
_lower_getattr_generic: Any = lower_getattr_generic
_WORD = ir.IntType(64)


class Opened(types.Type):  # type: ignore[misc]
    """The type of an opened handle, which has the fields of a state."""

    def __init__(self, example: Any) -> None:
        self.places = {name: k for k, name in enumerate(example._fields[:-1])}
        self.kinds = [_numba.typeof(array) for array in example[:-1]]
        super().__init__(name=f"Opened({type(example).__module__}.{type(example).__qualname__})")


@extending.register_model(Opened)
class _OpenedModel(extending.models.PrimitiveModel):  # type: ignore[misc]
    """An opened handle is represented by the handle."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD)


@_templates.infer_getattr
class _OpenedFields(_templates.AttributeTemplate):  # type: ignore[misc]
    key = Opened

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return kind.kinds[kind.places[name]] if name in kind.places else None


@_lower_getattr_generic(Opened)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, opened: Any, value: Any, name: str) -> Any:
    """Build the array of a field."""
    place = opened.places[name]
    kind = opened.kinds[place]
    table = builder.inttoptr(value, _WORD.as_pointer())

    def word(k: int) -> Any:
        loaded = builder.load(builder.gep(table, [ir.Constant(_WORD, TABLE_FIELDS * place + k)]))
        # The table never changes while a kernel runs, so one load is enough.
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    array = _arrays.make_array(kind)(context, builder)
    item = context.get_data_type(kind.dtype)
    size = ir.Constant(_WORD, context.get_abi_sizeof(item))
    shape = [word(1 + axis) for axis in range(kind.ndim)]
    strides = [size] if kind.ndim == 1 else [builder.mul(shape[1], size), size]
    _arrays.populate_array(
        array,
        data=builder.inttoptr(word(0), item.as_pointer()),
        shape=_pack(builder, shape),
        strides=_pack(builder, strides),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()


def opening(example: Any) -> Emitter:
    """Return the emitter of a function that opens the handles of states of this type."""
    kind = Opened(example)

    @emitter(lambda handle: signature(kind, types.int64))
    def opened(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
        return arguments[0]

    return opened


@emitter(lambda state: signature(types.int64, state))
def handle_of(context: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    return arguments[0]


def _on_call(address: Any, handle: Any, number: Any) -> Any:
    return signature(types.int64, types.int64, types.int64, types.uint64)


@emitter(_on_call)
def call(_: Any, builder: Any, types: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(_WORD, [_WORD, _WORD])
    return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])


def _on_fixed_tuple(array: Any, first: Any, n: Any) -> Any:
    if not isinstance(n, types.IntegerLiteral):
        return None
    items = types.UniTuple(array.dtype, n.literal_value)
    return signature(items, array, types.uint64, n)


@emitter(_on_fixed_tuple)
def fixed_tuple(context: Any, builder: Any, kinds: Any, arguments: list[Any]) -> Any:
    kind, _, n = kinds
    data = _arrays.make_array(kind)(context, builder, arguments[0]).data
    places = [builder.add(arguments[1], ir.Constant(_WORD, k)) for k in range(n.literal_value)]
    items = [builder.load(builder.gep(data, [place])) for place in places]
    return context.make_tuple(builder, types.UniTuple(kind.dtype, n.literal_value), items)
