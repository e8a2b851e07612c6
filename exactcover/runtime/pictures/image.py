"""The base class of all pictures: SVG, PNG, files and notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.files import replacing

__all__ = ["Image", "check_name"]


class Image(ABC):
    """A picture that can be written as SVG, and as PNG with the extra ``png``."""

    __slots__ = ()

    @abstractmethod
    def to_svg(self) -> str:
        """Return the picture as SVG."""

    def to_png(self, width: int | None = None) -> bytes:
        """Return the picture as PNG, `width` pixels wide; by default twice as large as the SVG.

        Raises
        ------
        MissingExtraError
            If the extra ``png`` is not installed.
        """
        from exactcover.runtime.pictures.png import to_png

        return to_png(self.to_svg(), width)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends with .svg or .png, completely or not at all.

        Raises
        ------
        ProblemError
            If the name ends with something else.
        MissingExtraError
            If the name ends with .png and the extra ``png`` is not installed.
        """
        path = check_name(path)
        data = self.to_png() if path.suffix == ".png" else self.to_svg().encode()
        with replacing(path) as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        return self.to_svg()


def check_name(path: str | Path) -> Path:
    """Return the path of a picture after checking how its name ends.

    Raises
    ------
    ProblemError
        If the name does not end with .svg or .png.
    """
    path = Path(path)
    if path.suffix not in (".svg", ".png"):
        raise ProblemError(f"{path.name}: pictures are .svg or .png")
    return path
