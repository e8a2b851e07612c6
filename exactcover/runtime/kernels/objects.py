"""Machine code for a target, made by LLVM of what Numba has translated.

Targets with the same processor share the optimised module: they differ only in the format of
object files and in how functions are called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import llvmlite.binding

from exactcover.runtime.kernels.targets import Target

_llvm: Any = llvmlite.binding

_GENERIC = re.compile(r"llvm\.(?!(x86|aarch64|arm|powi?|exp2?|exp10|log2?|log10|sin|cos|tan)\.)")
"""The names of functions that LLVM itself replaces by instructions, on any processor."""
_WRITTEN = re.compile(r"= ([\w()]+ )*global ")
"""The definition of data that can be written."""
_POPCOUNTS = re.compile(r"call .*@llvm\.ctpop\.v")
"""A call that counts the bits of all numbers of a vector."""

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

_START = """
define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) {
  ret i32 1
}
"""
"""The function that Windows calls when it loads a library; there is nothing to do."""


class ForeignFunctionError(Exception):
    """A kernel calls a function that no library has, for example one that raises an exception."""


def objects_for(
    targets: Sequence[Target],
    bitcode: bytes,
    visible: Sequence[str],
    *,
    must_have_popcounts: bool = False,
) -> list[bytes]:
    """Return the object file of a module for each of some targets with the same processor.

    Parameters
    ----------
    targets
        The targets.
    bitcode
        The module.
    visible
        The names of the functions that a library has for its users.
    must_have_popcounts
        Whether the files are empty if the module counts no bits of vectors.

    Raises
    ------
    ForeignFunctionError
        If the module needs a function that it does not have, or data that it can write.
    """
    module = _llvm.parse_bitcode(bitcode)
    _set_target(module, targets[0])
    machine = _machine(targets[0])
    builder = _llvm.create_pass_builder(machine, _llvm.create_pipeline_tuning_options(3))
    builder.getModulePassManager().run(module, builder)
    _check(module)
    if must_have_popcounts and not _POPCOUNTS.search(str(module)):
        return [b""] * len(targets)
    return [_emitted(module, target, visible) for target in targets]


def runtime_object(target: Target) -> bytes:
    """Return the object file with the functions that LLVM and the system call."""
    module = _llvm.parse_assembly(_RUNTIME)
    module.get_function("memset").visibility = "hidden"
    return _emitted(module, target, [])


def start_object(target: Target) -> bytes:
    """Return the object file with what Windows calls when it loads a library."""
    return _emitted(_llvm.parse_assembly(_START), target, [])


def _check(module: Any) -> None:
    """Raise `ForeignFunctionError` if an optimised module needs more than itself."""
    for function in module.functions:
        if function.is_declaration and not _GENERIC.match(function.name):
            raise ForeignFunctionError(
                f"a kernel calls {function.name}, which no library has: a kernel may raise no "
                "exception, and use no instruction of one kind of processor; for powers see "
                "`exactcover.runtime.kernels.powers`"
            )
    for variable in module.global_variables:
        if _WRITTEN.search(str(variable)):
            raise ForeignFunctionError(
                f"a kernel may have no data that it can write: {variable.name}"
            )


def _set_target(module: Any, target: Target) -> None:
    module.triple = target.triple
    module.data_layout = str(_machine(target).target_data)


def _emitted(module: Any, target: Target, visible: Sequence[str]) -> bytes:
    own = module.clone()
    _set_target(own, target)
    if target.system == "win32":
        for name in visible:
            own.get_function(name).storage_class = "dllexport"
    return bytes(_machine(target).emit_object(own))


@cache
def _machine(target: Target) -> Any:
    """Return LLVM's description of a target."""
    _llvm.initialize_all_targets()
    _llvm.initialize_all_asmprinters()
    return _llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.flags, opt=3, reloc="pic", codemodel="small"
    )
