"""What the machine that kernels are compiled for can do."""

from typing import Any

import llvmlite.binding
import numba

_config: Any = numba.config
llvm: Any = llvmlite.binding


def can_shuffle_words() -> bool:
    """Tell whether one instruction puts the words of a whole vector into any order."""
    return has_feature("avx512bw")


def has_vectors() -> bool:
    """Tell whether vectors are worth using: everywhere but on rare machines."""
    return architecture() in ("x86_64", "aarch64", "arm64")


def architecture() -> str:
    """Return the processor's family, as LLVM calls it."""
    return str(llvm.get_process_triple()).partition("-")[0]


def has_feature(name: str) -> bool:
    """Tell whether kernels are compiled for a machine with a feature, as LLVM names it."""
    if _config.CPU_NAME or _config.CPU_FEATURES is not None:
        return f"+{name}" in (_config.CPU_FEATURES or "").split(",")
    return bool(llvm.get_host_cpu_features().get(name))
