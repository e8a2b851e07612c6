"""The lattices by name; other packages add theirs by `register` or by entry points."""

from exactcover.lattices.base import Lattice
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import Registry

_HERE = "exactcover.lattices"

LATTICES: Registry[type[Lattice]] = Registry(
    "lattice",
    _HERE,
    {
        "squares": f"{_HERE}.squares:Squares",
        "hexagons": f"{_HERE}.hexagons:Hexagons",
        "triangles": f"{_HERE}.triangles:Triangles",
        "cubes": f"{_HERE}.cubes:Cubes",
    },
    ProblemError,
)
