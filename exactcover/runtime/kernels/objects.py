"""The compilation of one kernel to an object file that needs neither Numba nor Python.

Numba translates the kernel for each of its signatures, and everything that it calls. The results
and their entries (`exactcover.runtime.kernels.entries`) become one module of LLVM, in which only
the entries are visible. That module is optimised, and machine code is made of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pkgutil import resolve_name
from typing import Any

import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import ccallback

from exactcover.runtime.kernels import compiler
from exactcover.runtime.kernels.build import Compiled
from exactcover.runtime.kernels.entries import Entry
from exactcover.runtime.kernels.jit import load_instructions
from exactcover.runtime.kernels.kernel_cache import KernelCache
from exactcover.runtime.kernels.signatures import Json, from_json

_llvm: Any = llvmlite.binding
_numba: Any = numba
_ccallback: Any = ccallback

_RUNTIME = """
define ptr @memset(ptr returned %place, i32 %number, i64 %n) #0 {
  %byte = trunc i32 %number to i8
  %wide = zext i8 %byte to i64
  %word = mul i64 %wide, 72340172838076673
  %one = insertelement <4 x i64> poison, i64 %word, i32 0
  %vector = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %is_long = icmp uge i64 %n, 32
  br i1 %is_long, label %vectors, label %below_32

vectors:
  %last_vector = sub i64 %n, 32
  br label %loop
loop:
  %k = phi i64 [ 0, %vectors ], [ %next, %loop ]
  %at = getelementptr i8, ptr %place, i64 %k
  store <4 x i64> %vector, ptr %at, align 1
  %next = add i64 %k, 32
  %is_more = icmp ult i64 %next, %last_vector
  br i1 %is_more, label %loop, label %end_of_vectors
end_of_vectors:
  %at_end = getelementptr i8, ptr %place, i64 %last_vector
  store <4 x i64> %vector, ptr %at_end, align 1
  ret ptr %place

below_32:
  %has_words = icmp uge i64 %n, 8
  br i1 %has_words, label %words, label %below_8
words:
  %last_word = sub i64 %n, 8
  br label %word_loop
word_loop:
  %j = phi i64 [ 0, %words ], [ %next_word, %word_loop ]
  %at_word = getelementptr i8, ptr %place, i64 %j
  store i64 %word, ptr %at_word, align 1
  %next_word = add i64 %j, 8
  %more_words = icmp ult i64 %next_word, %last_word
  br i1 %more_words, label %word_loop, label %end_of_words
end_of_words:
  %at_last_word = getelementptr i8, ptr %place, i64 %last_word
  store i64 %word, ptr %at_last_word, align 1
  ret ptr %place

below_8:
  %is_empty = icmp eq i64 %n, 0
  br i1 %is_empty, label %done, label %byte_loop
byte_loop:
  %i = phi i64 [ 0, %below_8 ], [ %next_byte, %byte_loop ]
  %at_byte = getelementptr i8, ptr %place, i64 %i
  store i8 %byte, ptr %at_byte, align 1
  %next_byte = add i64 %i, 1
  %more_bytes = icmp ult i64 %next_byte, %n
  br i1 %more_bytes, label %byte_loop, label %done
done:
  ret ptr %place
}

attributes #0 = { "no-builtins" nounwind }
"""
"""The one function of the C library that LLVM calls for kernels: it fills memory with a byte.

The last vector or word may overlap the one before it. Without ``no-builtins`` LLVM would replace
the loops by a call of this function.
"""


def compile_kernel(path: str, signatures: Sequence[Json]) -> Compiled:
    """Compile a kernel for some signatures.

    Parameters
    ----------
    path
        The kernel, ``"package.module:name"``.
    signatures
        The types of its arguments, each a list.
    """
    function = _function(path)
    needs, modules = {}, []
    for k, signature in enumerate(signatures):
        compiled = _by_numba(function, tuple(from_json(kind) for kind in signature))
        context = compiled.target_context
        entry_module = context.create_module("entry")
        name = f"{path} {k}"
        needs[name] = Entry(context, entry_module, compiled, name).needs
        modules.append(_llvm.parse_assembly(str(entry_module)))
        modules.append(compiled.library._get_module_for_linking())
    return Compiled(_object(modules, needs), needs)


def compile_callback(path: str) -> Compiled:
    """Compile a function of a handle and a number, which kernels call by its address."""
    function = _function(path)
    compiled = _by_numba(function, compiler.CALLBACK.args)
    context = compiled.target_context
    module = context.create_module("callback")
    name = f"{path} 0"
    word = ir.IntType(64)
    made = ir.Function(module, ir.FunctionType(word, [word, word]), name)
    builder = ir.IRBuilder(made.append_basic_block("entry"))
    called = context.declare_function(module, compiled.fndesc)
    signature = compiled.signature
    _, result = context.call_conv.call_function(
        builder, called, signature.return_type, signature.args, made.args
    )
    builder.ret(context.cast(builder, result, signature.return_type, compiler.CALLBACK.return_type))
    modules = [_llvm.parse_assembly(str(module)), compiled.library._get_module_for_linking()]
    return Compiled(_object(modules, [name]), {name: []})


def compile_runtime() -> Compiled:
    """Compile what object files may call of the C library."""
    module = _llvm.parse_assembly(_RUNTIME)
    module.triple = _triple()
    return Compiled(_object([module], ["memset"]), {})


def n_cached_of(path: str, signatures: Sequence[Json] | None) -> int:
    """Return for how many signatures of a kernel the cache on disk has machine code.

    None as the signatures means that it is a callback.
    """
    kind = "kernel" if signatures is not None else "callback"
    cache = KernelCache(_function(path), kind, *(["csp"] if signatures is None else []))
    target = _numba.core.registry.cpu_target.target_context
    known: list[Any] = [compiler.CALLBACK]
    if signatures is not None:
        known = [tuple(from_json(kind) for kind in signature) for signature in signatures]
    return sum(cache.has(types, target) for types in known)


def _by_numba(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Any:
    """Have Numba translate a function for some types of arguments; return its result."""
    load_instructions()
    dispatcher = _numba.njit(
        pipeline_class=compiler.PartOnly, **compiler.INNER, **compiler.OPTIONS
    )(function)
    dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def _function(path: str) -> Callable[..., Any]:
    function = resolve_name(path)
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


def _triple() -> str:
    """Return LLVM's name of this target, with object files as ELF on any system."""
    triple = str(_llvm.get_process_triple())
    return triple if "linux" in triple else f"{triple}-elf"


def _object(modules: Sequence[Any], visible: Iterable[str]) -> bytes:
    """Return the object file of some modules, in which only some functions are visible."""
    whole, *others = modules
    for module in others:
        whole.link_in(module, preserve=True)
    for named in (*whole.functions, *whole.global_variables):
        if not named.is_declaration:
            named.linkage = "external" if named.name in visible else "internal"
    machine = _target_machine()
    tuning = _llvm.create_pipeline_tuning_options(speed_level=3)
    builder = _llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    return bytes(machine.emit_object(whole))


def _target_machine() -> Any:
    _llvm.initialize_native_target()
    _llvm.initialize_native_asmprinter()
    return _llvm.Target.from_triple(_triple()).create_target_machine(
        cpu=os.environ.get("NUMBA_CPU_NAME") or _llvm.get_host_cpu_name(),
        features=os.environ.get("NUMBA_CPU_FEATURES") or _llvm.get_host_cpu_features().flatten(),
        opt=_numba.config.OPT,
        reloc="pic",
        codemodel="small",
    )
