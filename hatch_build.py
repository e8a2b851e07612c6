"""The build hook of the wheel: the files for MiniZinc, and the precompiled kernels."""

import platform
import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARIES = "exactcover/runtime/kernels/libraries"
MINIZINC = "csp/formats/flatzinc/minizinc"


class WrittenFiles(BuildHookInterface):  # type: ignore[misc]
    """Add files that are written by programs, and are not among the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files for MiniZinc, and add the libraries that `make wheel` has built.

        Libraries make it a wheel for one platform; without them it is for any machine.
        """
        runpy.run_path(str(Path(self.root) / MINIZINC / "library.py"))["library"]()
        build_data["artifacts"].append(f"{MINIZINC}/csp/fzn_*.mzn")
        has_libraries = any((Path(self.root) / LIBRARIES).glob("*.image"))
        if version == "standard" and has_libraries and sys.platform == "linux":
            # The machine code calls nothing of the C library, so its version does not matter.
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-manylinux_2_17_{platform.machine()}"
            build_data["artifacts"] += [f"{LIBRARIES}/*.image", f"{LIBRARIES}/*.json"]
