"""The translation of a kernel to LLVM's language by Numba, which serves all systems.

Numba translates the kernel for each of its signatures, and everything that it calls. The results
and their entries (`exactcover.runtime.kernels.entries`) become one module of LLVM, in which only
the entries are visible. Nothing in it depends on the system, as long as a word has 64 bits, and
nothing on the processor, except in kernels that ask `exactcover.runtime.kernels.host`.
`exactcover.runtime.kernels.objects` makes machine code of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, NamedTuple

import llvmlite.binding
from llvmlite import ir

from exactcover.runtime.kernels import compiler
from exactcover.runtime.kernels.entries import Entry
from exactcover.runtime.kernels.signatures import Json, from_json

_llvm: Any = llvmlite.binding


class Translation(NamedTuple):
    """A module of LLVM.

    Attributes
    ----------
    entries
        The name of each entry or callback, and the names of what it needs from its table (see
        `exactcover.runtime.kernels.precompiled.address`).
    bitcode
        The module in LLVM's binary form.
    """

    entries: dict[str, list[str]]
    bitcode: bytes

    def to_bytes(self) -> bytes:
        """Return the content of a file: a line of JSON, and the module."""
        return json.dumps(self.entries).encode() + b"\n" + self.bitcode

    @classmethod
    def from_bytes(cls, data: bytes) -> Translation:
        """Return what `to_bytes` has made bytes of."""
        entries, _, bitcode = data.partition(b"\n")
        return cls(json.loads(entries), bitcode)


def symbol(path: str, number: int) -> str:
    """Return the name of an entry in a library, which the linkers of all systems take.

    >>> symbol("exactcover.engines.masks.engine:advance", 0)
    'exactcover_engines_masks_engine_advance_0'
    """
    return f"{path.replace('.', '_').replace(':', '_')}_{number}"


def translate_kernel(path: str, signatures: Sequence[Json]) -> Translation:
    """Translate a kernel for some signatures.

    Parameters
    ----------
    path
        The kernel, ``"package.module:name"``.
    signatures
        The types of its arguments, each a list.
    """
    needs, modules = {}, []
    for k, signature in enumerate(signatures):
        compiled = _by_numba(path, tuple(from_json(kind) for kind in signature))
        context = compiled.target_context
        module = context.create_module("entry")
        name = symbol(path, k)
        needs[name] = Entry(context, module, compiled, name).needs
        modules += [_llvm.parse_assembly(str(module)), compiled.library._get_module_for_linking()]
    return Translation(needs, _joined(modules, needs))


def translate_callback(path: str) -> Translation:
    """Translate a function of a handle and a number, which kernels call by its address."""
    compiled = _by_numba(path, compiler.CALLBACK.args)
    context = compiled.target_context
    module = context.create_module("callback")
    name, word = symbol(path, 0), ir.IntType(64)
    made = ir.Function(module, ir.FunctionType(word, [word, word]), name)
    builder = ir.IRBuilder(made.append_basic_block("entry"))
    called = context.declare_function(module, compiled.fndesc)
    signature = compiled.signature
    status, result = context.call_conv.call_function(
        builder, called, signature.return_type, signature.args, made.args
    )
    with builder.if_then(status.is_error, likely=False):  # only if indices are checked
        builder.call(
            module.declare_intrinsic("llvm.trap", fnty=ir.FunctionType(ir.VoidType(), [])), []
        )
        builder.unreachable()
    builder.ret(context.cast(builder, result, signature.return_type, compiler.CALLBACK.return_type))
    modules = [_llvm.parse_assembly(str(module)), compiled.library._get_module_for_linking()]
    return Translation({name: []}, _joined(modules, [name]))


def _by_numba(path: str, kinds: tuple[Any, ...]) -> Any:
    """Have Numba translate a function for some types of arguments; return its result."""
    dispatcher = _dispatcher(path)
    dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


@cache
def _dispatcher(path: str) -> Any:
    """Return Numba's dispatcher of a function, which kernels that call it share."""
    compiler.only_translate()
    function = resolve_name(path)
    # A callback is no kernel.
    return function.compiled if hasattr(function, "compiled") else compiler.subroutine(function)


def _joined(modules: Sequence[Any], visible: Iterable[str]) -> bytes:
    """Return some modules as one, in which only some functions are visible, as bitcode."""
    whole, *others = modules
    for module in others:
        whole.link_in(module, preserve=True)
    for named in (*whole.functions, *whole.global_variables):
        if not named.is_declaration:
            named.linkage = "external" if named.name in visible else "internal"
    return bytes(whole.as_bitcode())
