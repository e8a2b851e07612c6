"""The build hook of the wheel: precompiled kernels make it one for this kind of processor."""

import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARIES = "exactcover/runtime/kernels/libraries"


class PrecompiledKernels(BuildHookInterface):  # type: ignore[misc]
    """Add the libraries that `make wheel` has built; without them the wheel is for any machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, and name the platform that they are for."""
        has_libraries = any((Path(self.root) / LIBRARIES).glob("*.image"))
        if version == "standard" and has_libraries and sys.platform == "linux":
            # The machine code calls nothing of the C library, so its version does not matter.
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-manylinux_2_17_{platform.machine()}"
            build_data["artifacts"] += [f"{LIBRARIES}/*.image", f"{LIBRARIES}/*.json"]
