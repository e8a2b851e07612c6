"""The build hook of wheels: the files for MiniZinc, and the precompiled kernels.

Two environment variables say which kernels there are. EXACTCOVER_LIBRARIES is a folder with
libraries, as `make wheels` makes them. Without it, kernels are compiled for this machine:
EXACTCOVER_PRECOMPILE is "first" (the kernels of common calls, and the default), "all" or "none".
"""

import os
import runpy
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNELS = "exactcover/runtime/kernels"
MINIZINC = "csp/formats/flatzinc/minizinc"
BUILT = "build/installed-kernels"
"""Where kernels for this machine are kept, so that the next installation is faster."""
OPTIONS = {"first": "--first-calls", "all": "--build", "none": None}


class WrittenFiles(BuildHookInterface):  # type: ignore[misc]
    """Add files that are written by programs, and are not among the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files for MiniZinc, and add libraries of kernels.

        Libraries make it a wheel for one system; without them it is for any.
        """
        runpy.run_path(str(Path(self.root) / MINIZINC / "library.py"))["library"]()
        build_data["artifacts"].append(f"{MINIZINC}/csp/fzn_*.mzn")
        if version != "standard":  # an editable installation uses the cache of the user
            return
        given = os.environ.get("EXACTCOVER_LIBRARIES")
        libraries = Path(given) if given else self._compiled()
        if libraries is None or not any(libraries.glob("*/index.json")):
            return
        build_data["pure_python"] = False
        tag = self._tag(libraries) if given else sysconfig.get_platform()
        build_data["tag"] = f"py3-none-{tag.replace('-', '_').replace('.', '_')}"
        for file in libraries.glob("*/*"):
            target = f"{KERNELS}/libraries/{file.parent.name}/{file.name}"
            build_data["force_include"][str(file)] = target

    def _compiled(self) -> Path | None:
        """Compile kernels for this machine; return their folder, or None if there are none."""
        chosen = os.environ.get("EXACTCOVER_PRECOMPILE", "first")
        if chosen not in OPTIONS:
            raise ValueError(f"EXACTCOVER_PRECOMPILE is {chosen!r}; it may be {', '.join(OPTIONS)}")
        option = OPTIONS[chosen]
        if option is None:
            return None
        folder = Path(self.root) / BUILT / chosen
        words = [sys.executable, "-m", "exactcover.runtime.kernels", option, "--folder", folder]
        self.app.display_info("Compiling kernels for this processor: a minute or two ...")
        paths = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        run = subprocess.run(
            words, env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)}, check=False
        )
        if run.returncode:
            self.app.display_warning(
                "Kernels could not be compiled: Numba compiles them when they are first called."
            )
            return None
        return folder

    def _tag(self, libraries: Path) -> str:
        """Return the platform in the tag of the wheel with some libraries."""
        known = runpy.run_path(str(Path(self.root) / KERNELS / "targets.py"))
        names = [path.parent.name for path in libraries.glob("*/index.json")]
        tags = {known["WHEEL_TAGS"][known["by_name"](name).platform] for name in names}
        if len(tags) != 1:
            raise ValueError(f"the libraries {', '.join(sorted(names))} are for several wheels")
        return str(tags.pop())
