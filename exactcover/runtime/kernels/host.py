"""The system and the processor of this machine, for which kernels are compiled.

Nothing here imports the compiler.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

from exactcover.runtime.kernels.targets import TARGETS, X86_64_V2, X86_64_V3, Target

_CPU_INFO = Path("/proc/cpuinfo")
_FIRST_BYTES = 1 << 13
"""The description of the first processor is in the beginning of `/proc/cpuinfo`."""

_NAMES = {"abm": "lzcnt", "cx16": "cx16", "pni": "sse3", "lahf_lm": "sahf", "bmi1": "bmi"}
"""Names of Linux -> those of LLVM, where they differ by more than underscores."""
_AVX2_OF_WINDOWS, _AVX2_OF_MACOS = 40, b"hw.optional.avx2_0"
"""The names of a feature in the calls that ask for it."""

ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Names of systems -> those of LLVM."""


def fitting_targets() -> list[Target]:
    """Return the targets that this machine is one of, the best first.

    Examples
    --------
    >>> set(fitting_targets()) <= set(TARGETS)
    True
    """
    known, here = features(), (sys.platform, architecture())
    return [
        target
        for target in TARGETS
        if (target.system, target.architecture) == here
        and (target.architecture == "aarch64" or known.issuperset(target.features))
    ]


def can_shuffle_words() -> bool:
    """Return whether one instruction can permute all words of a vector."""
    return has_feature("avx512bw")


def has_vectors() -> bool:
    """Return whether vectors are faster than single words, as on all common processors."""
    return architecture() in ("x86_64", "aarch64")


def architecture() -> str:
    """Return LLVM's name of the processor architecture.

    Examples
    --------
    >>> architecture() == architecture().lower()
    True
    """
    machine = os.uname().machine if hasattr(os, "uname") else platform.machine().lower()
    return ARCHITECTURES.get(machine, machine)


def has_feature(name: str) -> bool:
    """Return whether the processor that kernels are compiled for has a feature, by LLVM's name."""
    given = os.environ.get("NUMBA_CPU_FEATURES")
    if given is not None or os.environ.get("NUMBA_CPU_NAME"):
        return f"+{name}" in (given or "").split(",")
    return name in features()


@cache
def features() -> frozenset[str]:
    """Return the features of the processor of this machine, by LLVM's names, as far as needed.

    macOS and Windows tell whether there is AVX2. Processors that have it have all of x86-64-v3.
    """
    if sys.platform == "linux":
        return _features_of_linux()
    if architecture() != "x86_64":
        return frozenset()
    return frozenset(X86_64_V3 if _has_avx2() else X86_64_V2)


def _has_avx2() -> bool:
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_AVX2_OF_WINDOWS))
    answer = ctypes.c_int(0)
    size: Any = ctypes.c_size_t(ctypes.sizeof(answer))
    call = getattr(ctypes.CDLL(None), "sysctlbyname", None)
    if call is not None:  # it is there on macOS
        call(_AVX2_OF_MACOS, ctypes.byref(answer), ctypes.byref(size), None, 0)
    return bool(answer.value)


def _features_of_linux() -> frozenset[str]:
    try:
        with _CPU_INFO.open("rb") as file:
            lines = file.read(_FIRST_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return frozenset()
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return frozenset(_llvm_name(flag) for flag in flags.partition(":")[2].split())


def _llvm_name(flag: str) -> str:
    """Return LLVM's name of a feature from that of Linux.

    >>> _llvm_name("sse4_2"), _llvm_name("avx512_bitalg"), _llvm_name("bmi1")
    ('sse4.2', 'avx512bitalg', 'bmi')
    """
    if flag.startswith("sse4_"):
        return flag.replace("_", ".")
    return _NAMES.get(flag, flag.replace("avx512_", "avx512"))
