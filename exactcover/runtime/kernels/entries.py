"""The entry of a kernel: the function that Python calls through `ctypes`, without Numba.

An entry takes the address of the tuple of arguments and that of a table of addresses. It checks
the type of each argument, reads its value from memory, releases the GIL, calls the kernel, and
returns the address of the result as a Python object. If an argument has another type, it returns
`NotImplemented`, so that the next entry can be tried.

It reads three structures of CPython and NumPy directly: tuples, NumPy's arrays and NumPy's scalars.
NumPy publishes the last two in its C interface.
`exactcover.runtime.kernels.precompiled.is_supported` checks the layout of the first.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.np import arrayobj, numpy_support

_types: Any = numba.types
_arrays: Any = arrayobj
_numpy: Any = numpy_support
_cgutils: Any = cgutils

BYTE, WORD, INT, DOUBLE = ir.IntType(8), ir.IntType(64), ir.IntType(32), ir.DoubleType()

# Offsets in bytes: of an object's type; then of the value of a float or of a scalar of NumPy; then
# in the structure PyArrayObject_fields of NumPy.
TYPE, VALUE = 8, 16
DATA, N_DIMENSIONS, DIMENSIONS, STRIDES, DTYPE, FLAGS = 16, 24, 32, 40, 56, 64

C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400
"""Flags of NumPy's arrays."""

SCALARS = {
    "boolean": ("builtins:bool", "numpy:bool_"),
    "int64": ("builtins:int", "numpy:int64"),
    "float64": ("builtins:float", "numpy:float64"),
}
"""Type of Numba -> the two types of Python that it stands for; others stand for one of NumPy."""


class Entry:
    """Emits the entry of one kernel for one signature.

    Parameters
    ----------
    context
        The context of Numba's compiler.
    module
        The LLVM module for the entry.
    compiled
        The result of Numba's compiler for the kernel.
    name
        The name of the entry.

    Attributes
    ----------
    needs
        The names of the addresses in the table, in its order; see
        `exactcover.runtime.kernels.precompiled.address`.
    """

    def __init__(self, context: Any, module: ir.Module, compiled: Any, name: str) -> None:
        self.needs: list[str] = []
        self._context, self._module = context, module
        function = ir.Function(module, ir.FunctionType(WORD, [WORD, WORD]), name)
        arguments, self._table = function.args
        self._builder = builder = ir.IRBuilder(function.append_basic_block("entry"))
        self._mismatch = function.append_basic_block("mismatch")
        kinds = compiled.signature.args
        values = self._items(kinds, arguments)
        thread = self._call(WORD, "PyEval_SaveThread")
        kernel = context.declare_function(module, compiled.fndesc)
        status, result = context.call_conv.call_function(
            builder, kernel, compiled.signature.return_type, kinds, values
        )
        self._call(ir.VoidType(), "PyEval_RestoreThread", thread)
        with builder.if_then(status.is_error, likely=False):  # only if indices are checked
            self._call(ir.VoidType(), "PyErr_SetNone", self._need("object builtins:IndexError"))
            builder.ret(ir.Constant(WORD, 0))
        builder.ret(self._boxed(compiled.signature.return_type, result))
        builder.position_at_end(self._mismatch)
        builder.ret(self._new_reference("object builtins:NotImplemented"))

    def _items(self, kinds: Any, address: Any) -> list[Any]:
        """Return the values of the items of a tuple, which has the right type."""
        self._require(self._word(address, VALUE), ir.Constant(WORD, len(kinds)))
        first = self._builder.add(address, self._need("offset tuple"))
        return [self._unboxed(kind, self._word(first, 8 * k)) for k, kind in enumerate(kinds)]

    def _unboxed(self, kind: Any, address: Any) -> Any:
        """Return the value of the object at an address; leave if its type is another one."""
        if isinstance(kind, _types.Array):
            return self._array(kind, address)
        if isinstance(kind, _types.BaseTuple):
            of = getattr(kind, "instance_class", tuple)
            self._require_type(address, f"{of.__module__}:{of.__qualname__}")
            return self._context.make_tuple(self._builder, kind, self._items(list(kind), address))
        if kind is _types.none:
            self._require(address, self._need("object builtins:None"))
            return self._context.get_dummy_value()
        name = "boolean" if kind is _types.boolean else str(kind)
        if name not in SCALARS:
            self._require_type(address, f"numpy:{kind}")
            return self._load(self._context.get_value_type(kind), address, VALUE)
        builder, (python, numpy) = self._builder, SCALARS[name]
        is_numpy = self._is_type(address, numpy)
        of_numpy = builder.append_basic_block()
        of_python = builder.append_basic_block()
        done = builder.append_basic_block()
        builder.cbranch(is_numpy, of_numpy, of_python)
        builder.position_at_end(of_numpy)
        one = self._scalar(kind, address)
        builder.branch(done)
        builder.position_at_end(of_python)
        self._require_type(address, python)
        other = self._python_scalar(kind, address)
        last = builder.block
        builder.branch(done)
        builder.position_at_end(done)
        value = builder.phi(one.type)
        value.add_incoming(one, of_numpy)
        value.add_incoming(other, last)
        return value

    def _scalar(self, kind: Any, address: Any) -> Any:
        """Return the value of a scalar of NumPy."""
        if kind is _types.boolean:
            return self._builder.trunc(self._load(BYTE, address, VALUE), ir.IntType(1))
        return self._load(self._context.get_value_type(kind), address, VALUE)

    def _python_scalar(self, kind: Any, address: Any) -> Any:
        """Return the value of a number of Python."""
        builder = self._builder
        if kind is _types.boolean:
            return builder.icmp_unsigned("==", address, self._need("object builtins:True"))
        if kind is _types.float64:
            return self._load(DOUBLE, address, VALUE)
        overflow = _cgutils.alloca_once(builder, INT)
        value = self._call(
            WORD, "PyLong_AsLongLongAndOverflow", address, builder.ptrtoint(overflow, WORD)
        )
        self._require(builder.load(overflow), ir.Constant(INT, 0))
        return value

    def _array(self, kind: Any, address: Any) -> Any:
        builder = self._builder
        self._require_type(address, "numpy:ndarray")
        dtype = _numpy.as_dtype(kind.dtype)
        self._require(self._word(address, DTYPE), self._need(f"dtype {dtype.str}"))
        n = ir.Constant(INT, kind.ndim)
        self._require(self._load(INT, address, N_DIMENSIONS), n)
        wanted = (kind.aligned and ALIGNED) | (kind.mutable and WRITEABLE)
        checked = wanted | WRITEABLE
        if kind.layout == "C":
            wanted, checked = wanted | C_CONTIGUOUS, checked | C_CONTIGUOUS
        flags = builder.and_(self._load(INT, address, FLAGS), ir.Constant(INT, checked))
        self._require(flags, ir.Constant(INT, wanted))
        shape, strides = self._word(address, DIMENSIONS), self._word(address, STRIDES)
        array = _arrays.make_array(kind)(self._context, builder)
        item = self._context.get_data_type(kind.dtype)
        _arrays.populate_array(
            array,
            data=builder.inttoptr(self._word(address, DATA), item.as_pointer()),
            shape=_cgutils.pack_array(
                builder, [self._word(shape, 8 * k) for k in range(kind.ndim)]
            ),
            strides=_cgutils.pack_array(
                builder, [self._word(strides, 8 * k) for k in range(kind.ndim)]
            ),
            itemsize=ir.Constant(WORD, dtype.itemsize),
            meminfo=None,
        )
        return array._getvalue()

    def _boxed(self, kind: Any, value: Any) -> Any:
        """Return the address of a new Python object with a value."""
        builder = self._builder
        if kind is _types.none:
            return self._new_reference("object builtins:None")
        if kind is _types.boolean:
            return self._call(WORD, "PyBool_FromLong", builder.zext(value, WORD))
        if isinstance(kind, _types.Float):
            return self._call(WORD, "PyFloat_FromDouble", value)
        if not isinstance(kind, _types.Integer):
            raise TypeError(f"a kernel returns {kind}, which no entry can make an object of")
        if kind.signed:
            return self._call(WORD, "PyLong_FromLongLong", builder.sext(value, WORD))
        return self._call(WORD, "PyLong_FromUnsignedLongLong", builder.zext(value, WORD))

    def _require_type(self, address: Any, name: str) -> None:
        self._require(self._word(address, TYPE), self._need(f"object {name}"))

    def _is_type(self, address: Any, name: str) -> Any:
        kind = self._word(address, TYPE)
        return self._builder.icmp_unsigned("==", kind, self._need(f"object {name}"))

    def _require(self, value: Any, wanted: Any) -> None:
        """Leave the entry with a mismatch unless two values are equal."""
        builder = self._builder
        matches = builder.append_basic_block()
        builder.cbranch(builder.icmp_unsigned("==", value, wanted), matches, self._mismatch)
        builder.position_at_end(matches)

    def _load(self, kind: Any, address: Any, offset: int) -> Any:
        place = self._builder.add(address, ir.Constant(WORD, offset))
        return self._builder.load(self._builder.inttoptr(place, kind.as_pointer()), typ=kind)

    def _word(self, address: Any, offset: int) -> Any:
        return self._load(WORD, address, offset)

    def _need(self, name: str) -> Any:
        """Return an address from the table."""
        if name not in self.needs:
            self.needs.append(name)
        return self._word(self._table, 8 * self.needs.index(name))

    def _new_reference(self, name: str) -> Any:
        address = self._need(name)
        self._call(ir.VoidType(), "Py_IncRef", address)
        return address

    def _call(self, result: Any, name: str, *arguments: Any) -> Any:
        """Call a function of Python."""
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = self._builder.inttoptr(self._need(f"function {name}"), kind.as_pointer())
        return self._builder.call(function, arguments)
