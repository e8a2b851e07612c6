"""The linker of shared libraries for all systems: `ziglang`, which the extra ``wheel`` installs.

A library needs no other one, not even the C library: the only function that LLVM calls for kernels
is among its object files, and the addresses of Python's functions are given to each entry.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from exactcover.runtime.extras import imported
from exactcover.runtime.kernels import objects
from exactcover.runtime.kernels.targets import Target

_OPTIONS = {
    "linux": ["-Wl,-Bsymbolic", "-Wl,--gc-sections", "-Wl,-z,defs"],
    "win32": [],
    "darwin": ["-Wl,-install_name,@rpath/kernels.dylib"],
}


def link(target: Target, files: Sequence[Path]) -> bytes:
    """Return the shared library of some object files.

    Parameters
    ----------
    target
        The target of the object files.
    files
        The object files.

    Raises
    ------
    MissingExtraError
        If `ziglang` is not installed.
    RuntimeError
        If the linker fails; the message is its own.
    """
    imported("ziglang", "Linking shared libraries", "ziglang", "wheel")
    with TemporaryDirectory() as name:
        folder, inputs = Path(name), list(files)
        if target.system == "win32":
            inputs.append(folder / "start.o")
            inputs[-1].write_bytes(objects.start_object(target))
        library = folder / f"kernels{target.suffix}"
        words = ["-target", target.zig, "-shared", "-nostdlib", "-s", *_OPTIONS[target.system]]
        run = subprocess.run(
            [sys.executable, "-m", "ziglang", "cc", *words, "-o", str(library), *map(str, inputs)],
            env=os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": name},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise RuntimeError(f"the library {target.name} cannot be linked: {run.stderr.strip()}")
        return library.read_bytes()
