"""The systems and processors that kernels are compiled for in advance; nothing imports LLVM here.

A library for macOS or Windows is made on any system: LLVM compiles for all of them, and `ziglang`
has a linker for all of them (`exactcover.runtime.kernels.linking`).
"""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """A system, and a set of instructions that its processor must have.

    Attributes
    ----------
    name
        Its name, in the names of files, too.
    system
        The system, as `sys.platform` has it.
    architecture
        LLVM's name of the architecture.
    triple
        LLVM's name of system and architecture.
    cpu
        The processor that LLVM optimises for.
    features
        The features that the processor must have, by LLVM's names; all that are used.
    zig
        The name of system and architecture for the linker, with the oldest version of the system.
    is_partial
        Whether its library has only the kernels that ask what the processor has and, if it can
        count the bits of vectors, those that do this. The next target that fits a processor has the
        others, which are nearly as fast: this makes wheels smaller.
    """

    name: str
    system: str
    architecture: str
    triple: str
    cpu: str
    features: tuple[str, ...]
    zig: str
    is_partial: bool = False

    @property
    def flags(self) -> str:
        """The features as LLVM takes them."""
        return ",".join(f"+{feature}" for feature in self.features)

    @property
    def has_popcounts(self) -> bool:
        """Whether the processor has an instruction that counts the bits of vectors."""
        return "avx512vpopcntdq" in self.features

    @property
    def platform(self) -> str:
        """The system and architecture: the key of `WHEEL_TAGS`.

        >>> by_name("linux-x86_64-v4-popcount").platform, by_name("macos-arm64").platform
        ('linux-x86_64', 'macos-arm64')
        """
        return self.name.partition("-v")[0]

    @property
    def suffix(self) -> str:
        """The suffix of the shared libraries of the system."""
        return SUFFIXES[self.system]

    @property
    def for_loading(self) -> Target:
        """The target with all kernels, in object files that LLVM can load into a process.

        On Windows it cannot load those of the system.
        """
        triple = f"{self.triple}-elf" if self.system == "win32" else self.triple
        return self._replace(triple=triple, is_partial=False)


SUFFIXES = {"linux": ".so", "darwin": ".dylib", "win32": ".dll"}
"""System -> the suffix of its shared libraries."""
WHEEL_TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "windows-x86_64": "win_amd64",
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
}
"""Platform -> the tag of its wheel. The C library may be of any version: nothing calls it."""

X86_64_V2 = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
X86_64_V3 = (*X86_64_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_V4 = (*X86_64_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_POPCOUNT = (*_V4, "avx512vpopcntdq", "avx512bitalg", "avx512vbmi", "avx512vbmi2")
_LINUX = ("linux", "x86_64", "x86_64-unknown-linux-gnu")
_WINDOWS = ("win32", "x86_64", "x86_64-w64-windows-gnu")
_MACOS = ("darwin", "x86_64", "x86_64-apple-macosx11.0.0")

TARGETS = (
    Target(
        *("linux-x86_64-v4-popcount", *_LINUX),
        *("x86-64-v4", _POPCOUNT, "x86_64-linux-gnu.2.17"),
        is_partial=True,
    ),
    Target("linux-x86_64-v4", *_LINUX, "x86-64-v4", _V4, "x86_64-linux-gnu.2.17", is_partial=True),
    Target("linux-x86_64-v3", *_LINUX, "x86-64-v3", X86_64_V3, "x86_64-linux-gnu.2.17"),
    Target("linux-x86_64-v2", *_LINUX, "x86-64-v2", X86_64_V2, "x86_64-linux-gnu.2.17"),
    Target(
        *("linux-aarch64", "linux", "aarch64", "aarch64-unknown-linux-gnu"),
        *("generic", ("neon", "fp-armv8"), "aarch64-linux-gnu.2.17"),
    ),
    Target("windows-x86_64-v3", *_WINDOWS, "x86-64-v3", X86_64_V3, "x86_64-windows-gnu"),
    Target("windows-x86_64-v2", *_WINDOWS, "x86-64-v2", X86_64_V2, "x86_64-windows-gnu"),
    Target(
        *("macos-arm64", "darwin", "aarch64", "arm64-apple-macosx11.0.0"),
        *("apple-m1", (), "aarch64-macos.11.0"),
    ),
    Target("macos-x86_64-v3", *_MACOS, "x86-64-v3", X86_64_V3, "x86_64-macos.11.0"),
    Target("macos-x86_64-v2", *_MACOS, "x86-64-v2", X86_64_V2, "x86_64-macos.11.0"),
)
"""All targets; of those for the same system and architecture, the best first."""


def by_name(name: str) -> Target:
    """Return a target.

    Raises
    ------
    ValueError
        If there is none of this name.

    Examples
    --------
    >>> by_name("windows-x86_64-v3").suffix
    '.dll'
    """
    for target in TARGETS:
        if target.name == name:
            return target
    raise ValueError(f"there is no target {name!r}; there are {', '.join(t.name for t in TARGETS)}")
