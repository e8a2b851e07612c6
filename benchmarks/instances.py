"""What is measured: the instances, their known counts and the goals set for them."""

from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


class Instance(NamedTuple):
    """An exact-cover problem with a known number of solutions."""

    name: str
    solutions: int
    goal: float | None = None
    """At most this many times xcover's time."""

    @property
    def path(self) -> Path:
        """The file, in Knuth's format."""
        return DATA / "exactcover" / f"{self.name}.dlx"


DEFAULT = (
    Instance("langford12", 216_288, goal=1 / 3),
    Instance("latin5", 161_280, goal=1 / 3),
    Instance("sudoku16", 507_806, goal=1 / 3),
    Instance("pent6x10", 9_356, goal=1.0),
    Instance("pent8x8c", 520, goal=1.0),
    Instance("queens12", 14_200, goal=1.0),
    Instance("soma", 11_520, goal=1.0),
    Instance("wordsq700", 0, goal=1.0),
)
OPTIONAL = (
    Instance("domino6x6", 6_728),
    Instance("domino8x8", 12_988_816),
    Instance("langford8", 300),
    Instance("langford11", 35_584),
    Instance("latin4", 576),
    Instance("pent3x20", 8),
    Instance("pent5x12", 4_040),
    Instance("queens8", 92),
    Instance("queens10", 724),
    Instance("queens13", 73_712),
    Instance("sts7", 30),
    Instance("sts9", 840),
    Instance("sudoku17", 1),
)
INSTANCES = {instance.name: instance for instance in DEFAULT + OPTIONAL}
WARM_UP = (INSTANCES["queens8"], INSTANCES["wordsq700"])
"""Small, and between them with and without secondary items and colours."""
