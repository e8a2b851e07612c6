"""The processor for which kernels are compiled, and the instruction sets that are prepared.

Nothing here imports the compiler.
"""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

_CPU_INFO = Path("/proc/cpuinfo")
_FIRST_BYTES = 1 << 13
"""The description of the first processor is in the beginning of `/proc/cpuinfo`."""

_NAMES = {"abm": "lzcnt", "cx16": "cx16", "pni": "sse3", "lahf_lm": "sahf", "bmi1": "bmi"}
"""Names of Linux -> those of LLVM, where they differ by more than underscores."""


ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Names of systems -> those of LLVM."""


class InstructionSet(NamedTuple):
    """A set of instructions for which kernels are compiled in advance.

    Attributes
    ----------
    name
        Its name in the names of files.
    cpu
        The processor that LLVM optimises for.
    features
        The features that the processor must have, by LLVM's names; all that are used.
    """

    name: str
    cpu: str
    features: tuple[str, ...]

    @property
    def flags(self) -> str:
        """The features as LLVM takes them."""
        return ",".join(f"+{feature}" for feature in self.features)


_V2 = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_V3 = (*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_V4 = (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_POPCOUNT = (*_V4, "avx512vpopcntdq", "avx512bitalg", "avx512vbmi", "avx512vbmi2")

INSTRUCTION_SETS = {
    "x86_64": (
        InstructionSet("x86-64-v4-popcount", "x86-64-v4", _POPCOUNT),
        InstructionSet("x86-64-v4", "x86-64-v4", _V4),
        InstructionSet("x86-64-v3", "x86-64-v3", _V3),
        InstructionSet("x86-64-v2", "x86-64-v2", _V2),
    ),
    "aarch64": (InstructionSet("aarch64", "generic", ("neon", "fp-armv8")),),
}
"""Architecture -> the sets for it, the best first."""


def best_set() -> InstructionSet | None:
    """Return the best prepared set that the processor has; None if there is none.

    Examples
    --------
    >>> best_set() in (*sum(INSTRUCTION_SETS.values(), ()), None)
    True
    """
    known = features()
    for candidate in INSTRUCTION_SETS.get(architecture(), ()):
        if architecture() == "aarch64" or known.issuperset(candidate.features):
            return candidate
    return None


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
    """Return the features of the processor of this machine, by LLVM's names."""
    if sys.platform == "linux":
        return _features_of_linux()
    from llvmlite import binding

    return frozenset(name for name, is_there in binding.get_host_cpu_features().items() if is_there)


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
