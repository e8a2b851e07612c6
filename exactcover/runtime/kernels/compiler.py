"""The compilation of kernels by Numba; no other module asks it to compile.

It is imported when something is not precompiled. Where machine code is kept is in
`exactcover.runtime.kernels.kernel_cache`.
"""

from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import Any

import numba
from numba.core import ccallback, codegen, sigutils
from numba.core import compiler as _numba_compiler
from numba.core import event as _numba_events

from exactcover.runtime.kernels import precompiled
from exactcover.runtime.kernels.compile_notice import notice
from exactcover.runtime.kernels.jit import load_instructions
from exactcover.runtime.kernels.kernel_cache import KernelCache
from exactcover.runtime.kernels.signatures import Json, from_json
from exactcover.runtime.search import limits as watch

_numba: Any = numba  # whose types know little of what is used here
_ccallback: Any = ccallback
_codegen: Any = codegen
_pipelines: Any = _numba_compiler
_events: Any = _numba_events
_sigutils: Any = sigutils
_types: Any = _numba.types
_callbacks: list[Any] = []
"""The results of `callback`, kept alive because the machine code is freed with the object."""
OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # No reference counts: kernels own and allocate nothing. With reference counts, passing a state
    # of twelve arrays through helpers costs ten times the search itself.
    "_nrt": False,
}

INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python calls none of these; compiling the wrappers would take longer than most functions."""

UNUSED = {
    "with_lifting",
    "inline_closure_likes",
    "inline_inlinables",
    "inline_overloads",
    "literal_unroll",
    "nopython_rewrites",
}
"""The passes of Numba for what kernels do not have: closures, objects, and operations on whole
arrays. Without them a kernel is translated in nine tenths of the time."""

CALLBACK = _types.int64(_types.int64, _types.uint64)
"""The signature of a function that kernels call by its address: of a handle and a number."""


_is_translating = False
"""Whether kernels are only translated, so that each is a part of itself and of others."""


def only_translate() -> None:
    """From now on, make no machine code of kernels; this is for `translation`."""
    global _is_translating
    _is_translating = True


def kernel(function: Callable[..., object]) -> Any:
    """Return the dispatcher of a kernel; see `exactcover.runtime.kernels.jit.kernel`."""
    if _is_translating:
        return _inner(function)
    precompiled.check_may_compile(function)
    load_instructions()
    compiled = _numba.njit(**OPTIONS)(function)
    compiled._cache = KernelCache(function, "kernel")
    return compiled


def helper(function: Callable[..., object]) -> Any:
    """Return the dispatcher of a function that is inlined into kernels."""
    return _inner(function, forceinline=True)


def subroutine(function: Callable[..., object]) -> Any:
    """Return the dispatcher of a function that kernels call."""
    return _inner(function)


def _inner(function: Callable[..., object], **options: bool) -> Any:
    """Return the dispatcher of a function that is only compiled as a part of kernels."""
    load_instructions()
    return _numba.njit(pipeline_class=PartOnly, **INNER, **OPTIONS, **options)(function)


class _NoEngine:
    """Stands for the engine that would execute functions; nothing is added to it."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class _Part(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """A function that is only simplified, and becomes machine code as a part of kernels.

    Numba would optimise every function that a kernel calls, and make machine code of it, by itself
    and again as a part of every function that calls it. To do both once for the whole kernel
    halves the time.
    """

    codegen = _NoEngine()

    def _optimize_functions(self, module: Any) -> None:
        """Simplify each function, so that the modules that include it stay small."""
        module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder(opt=1)
        passes = builder.getFunctionPassManager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Inline what is always inlined, and do what vectorised loops need to be done early."""
        passes, builder = self._codegen._module_pass_manager(opt=0, cost="cheap")
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0


class PartOnly(_pipelines.Compiler):  # type: ignore[misc]
    """Compiles a function for kernels that include it."""

    def __init__(self, typing_context: Any, target_context: Any, _: Any, *others: Any) -> None:
        library = _Part(target_context.codegen(), "part")
        super().__init__(typing_context, target_context, library, *others)

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, without those for what kernels do not have."""
        pipeline = _pipelines.DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [each for each in pipeline.passes if each[0].name() not in UNUSED]
        return [pipeline]


def type_of(dispatcher: Any) -> Any:
    """Return Numba's type of a dispatcher."""
    return _types.Dispatcher(dispatcher)


def callback(function: Callable[..., object], *packages: str) -> int:
    """Compile a function that kernels call by its address; return the address.

    Its machine code is kept on disk, until its own package or one of `packages` changes (if its
    source is in no file, it is not), and in memory as long as the process lives.
    """
    precompiled.check_may_compile(function)
    load_instructions()
    # The steps of Numba's decorator, which itself would compile before our cache is attached.
    types = _sigutils.normalize_signature(CALLBACK)
    compiled = _ccallback.CFunc(function, types, {}, dict(OPTIONS))
    compiled._cache = KernelCache(function, "callback", *packages)
    compiled.compile()
    _callbacks.append(compiled)
    return int(compiled.address)


def unkept(function: Callable[..., object]) -> Any:
    """Compile a function of a user; see `exactcover.runtime.kernels.jit.unkept`."""
    own = getattr(function, "py_func", function)
    return _numba.njit(error_model="python", boundscheck=True, nogil=True)(own)


def unkept_callback(function: Callable[..., object]) -> int:
    """Compile a function that kernels call by its address and that calls a function of a user."""
    load_instructions()
    compiled = _numba.cfunc(CALLBACK, nogil=True)(function)
    _callbacks.append(compiled)
    return int(compiled.address)


def n_cached_of(path: str, signatures: Sequence[Json] | None) -> int:
    """Return for how many signatures of a kernel the cache on disk has machine code.

    None as the signatures means that it is a callback.
    """
    function = resolve_name(path)
    own = getattr(function, "py_func", function)
    kind = "kernel" if signatures is not None else "callback"
    cache = KernelCache(own, kind, *(["csp"] if signatures is None else []))
    target = _numba.core.registry.cpu_target.target_context
    known: list[Any] = [CALLBACK]
    if signatures is not None:
        known = [tuple(from_json(kind) for kind in signature) for signature in signatures]
    return sum(cache.has(types, target) for types in known)


class _Loading(_events.Listener):  # type: ignore[misc]
    """Listens for events of Numba: it compiles, loads or waits for another thread that does so."""

    def on_start(self, event: Any) -> None:
        """Stop the watches of this thread."""
        watch.begin_loading()

    def on_end(self, event: Any) -> None:
        """Continue the watches of this thread."""
        notice.end()
        watch.end_loading()


class _Compiling(_events.Listener):  # type: ignore[misc]
    """Listens for compiler passes, which occur when Numba compiles but not when it loads code."""

    def on_start(self, event: Any) -> None:
        """Note that Numba compiles."""
        notice.begin()

    def on_end(self, event: Any) -> None:
        """Do nothing."""


_events.register("numba:compiler_lock", _Loading())
_events.register("numba:run_pass", _Compiling())
