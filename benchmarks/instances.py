"""The instances that are measured, their known counts and their goals."""

from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


class Instance(NamedTuple):
    """An exact-cover problem with a known number of solutions."""

    name: str
    solutions: int
    cells_goal: float | None = None
    """Dancing cells take at most this many times xcover's time."""
    auto_goal: float | None = None
    """The same for the automatically chosen engine, including the time of the choice."""

    @property
    def path(self) -> Path:
        """The file, in Knuth's format."""
        return DATA / "exactcover" / f"{self.name}.dlx"


DEFAULT = (
    Instance("langford12", 216_288, 1 / 3, 1 / 6),
    Instance("latin5", 161_280, 1 / 3, 1 / 10),
    Instance("sudoku16", 507_806, 1 / 3, 1 / 10),
    Instance("pent6x10", 9_356, 0.7, 1 / 10),
    Instance("pent3x20", 8, None, 1 / 10),
    Instance("pent8x8c", 520, None, 1 / 10),
    Instance("queens12", 14_200, 1 / 3, 1 / 10),
    Instance("solidpent2x5x6", 2_112, None, 1 / 10),
    Instance("soma", 11_520, None, 1 / 6),
    Instance("wordsq700", 0, None, 1 / 4),
)
OPTIONAL = (
    Instance("domino6x6", 6_728),
    Instance("domino8x8", 12_988_816),
    Instance("domino10x10", 258_584_046_368),
    Instance("domino12x12", 53_060_477_521_960_000),
    Instance("langford8", 300),
    Instance("langford11", 35_584),
    Instance("latin4", 576),
    Instance("pent5x12", 4_040),
    Instance("queens8", 92),
    Instance("queens10", 724),
    Instance("queens13", 73_712),
    Instance("qwh12_80", 2_137_991),
    Instance("sts7", 30),
    Instance("sts9", 840),
    Instance("sudoku15", 4_210_232),
    Instance("sudoku17", 1),
    Instance("d3x_grid33", 50_276),
    Instance("d3x_Missouri", 32),
    Instance("d3x_UsCarrier", 0),
)
INSTANCES = {instance.name: instance for instance in DEFAULT + OPTIONAL}
WARM_UP = (INSTANCES["queens8"], INSTANCES["wordsq700"])
"""Two small instances: without secondary items and colours, and with them."""
