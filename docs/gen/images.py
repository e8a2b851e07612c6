"""The pictures of README and of the home page: `python -m docs.gen.images` writes docs/images."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from docs.gen.links import ROOT
from docs.gen.shows import covers, puzzles
from exactcover.runtime.pictures.image import Image

FOLDER = ROOT / "docs/images"
IMAGES: Mapping[str, Callable[[], Image]] = MappingProxyType(
    {
        "logo": covers.logo,
        "tiling": covers.pentominoes,
        "step": puzzles.w_wing,
        "variant": puzzles.five_rules,
    }
)
"""Name of a file, without .svg -> the function that draws it."""


def main() -> None:
    """Write all pictures."""
    for name, draw in IMAGES.items():
        draw().save(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
