"""The build backend: that of hatchling, with what it takes to compile kernels in a wheel.

An editable installation compiles nothing, so it needs nothing of this.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling import build as _hatchling
from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """Return the packages that a build needs; those of the library, too, to compile kernels."""
    requires = list(_hatchling.get_requires_for_build_wheel(config_settings))
    compiles = os.environ.get("EXACTCOVER_PRECOMPILE") != "none"
    if compiles and not os.environ.get("EXACTCOVER_LIBRARIES"):
        project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
        requires += project["dependencies"]
    return requires
