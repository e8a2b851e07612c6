"""Features of the processor for which kernels are compiled."""

from typing import Any

import llvmlite.binding
import numba

_config: Any = numba.config
llvm: Any = llvmlite.binding


def can_shuffle_words() -> bool:
    """Return whether one instruction can permute all words of a vector."""
    return has_feature("avx512bw")


def has_vectors() -> bool:
    """Return whether vectors are faster than single words, as on all common processors."""
    return architecture() in ("x86_64", "aarch64", "arm64")


def architecture() -> str:
    """Return LLVM's name of the processor architecture."""
    return str(llvm.get_process_triple()).partition("-")[0]


def has_feature(name: str) -> bool:
    """Return whether the processor has a feature, given by LLVM's name."""
    if _config.CPU_NAME or _config.CPU_FEATURES is not None:
        return f"+{name}" in (_config.CPU_FEATURES or "").split(",")
    return bool(llvm.get_host_cpu_features().get(name))
