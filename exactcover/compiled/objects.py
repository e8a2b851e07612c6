"""The compilation of one kernel to an object file that needs neither Numba nor Python.

Numba compiles the kernel for each of its signatures. The results and their entries
(`exactcover.compiled.entries`) become one module of LLVM, in which only the entries are visible.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import ccallback

from exactcover.compiled import compiler
from exactcover.compiled.build import Compiled
from exactcover.compiled.entries import Entry
from exactcover.compiled.jit import load_instructions
from exactcover.compiled.signatures import Json, from_json

_llvm: Any = llvmlite.binding
_numba: Any = numba
_ccallback: Any = ccallback

_RUNTIME = """
define void @memset(ptr %place, i32 %byte, i64 %n) #0 {
  %value = trunc i32 %byte to i8
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %done, label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = getelementptr i8, ptr %place, i64 %k
  store i8 %value, ptr %at
  %next = add i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %done, label %loop
done:
  ret void
}

define void @memcpy(ptr noalias %to, ptr noalias %from, i64 %n) #0 {
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %done, label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %source = getelementptr i8, ptr %from, i64 %k
  %byte = load i8, ptr %source
  %at = getelementptr i8, ptr %to, i64 %k
  store i8 %byte, ptr %at
  %next = add i64 %k, 1
  %is_last = icmp eq i64 %next, %n
  br i1 %is_last, label %done, label %loop
done:
  ret void
}

attributes #0 = { "no-builtins" nounwind }
"""
"""The functions of the C library that LLVM calls for long runs of equal or copied bytes.

Their results, which kernels do not use, are left out. Without ``no-builtins`` LLVM would replace
the loops by calls of these functions.
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
    load_instructions()
    needs, modules = {}, []
    for k, signature in enumerate(signatures):
        dispatcher = _numba.njit(**compiler.INNER, **compiler.OPTIONS)(function)
        kinds = tuple(from_json(kind) for kind in signature)
        dispatcher.compile(kinds)
        compiled = dispatcher.overloads[kinds]
        context = compiled.target_context
        entry_module = context.create_module("entry")
        name = f"{path} {k}"
        needs[name] = Entry(context, entry_module, compiled, name).needs
        modules += [_llvm.parse_assembly(str(entry_module)), _module(compiled.library)]
    return Compiled(_object(modules, needs), needs)


def compile_callback(path: str) -> Compiled:
    """Compile a function of a handle and a number, which kernels call by its address."""
    function = _function(path)
    load_instructions()
    dispatcher = _numba.njit(**compiler.INNER, **compiler.OPTIONS)(function)
    dispatcher.compile(compiler.CALLBACK.args)
    compiled = dispatcher.overloads[compiler.CALLBACK.args]
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
    modules = [_llvm.parse_assembly(str(module)), _module(compiled.library)]
    return Compiled(_object(modules, {name: []}), {name: []})


def compile_runtime() -> Compiled:
    """Compile what object files may call of the C library."""
    module = _llvm.parse_assembly(_RUNTIME)
    module.triple = _triple()
    return Compiled(_object([module], {"memset": [], "memcpy": []}), {})


def _function(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    function = getattr(import_module(module), name)
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]


def _module(library: Any) -> Any:
    return library._get_module_for_linking()


def _triple() -> str:
    """Return LLVM's name of this target, with object files as ELF on any system."""
    triple = str(_llvm.get_process_triple())
    return triple if "linux" in triple else f"{triple}-elf"


def _object(modules: Sequence[Any], visible: Sequence[str] | dict[str, Any]) -> bytes:
    """Return the object file of some modules, in which only some functions are visible."""
    whole = modules[0]
    for module in modules[1:]:
        whole.link_in(module, preserve=True)
    for named in (*whole.functions, *whole.global_variables):
        if not named.is_declaration:
            named.linkage = "external" if named.name in visible else "internal"
    machine = _target_machine()
    # The modules of kernels were optimised before. This optimises the entries, and removes what is
    # not used.
    tuning = _llvm.create_pipeline_tuning_options(speed_level=2)
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
