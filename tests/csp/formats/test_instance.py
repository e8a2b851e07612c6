"""Instances of every language can be copied and sent to other processes."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest

from csp import Instance, from_flatzinc, from_opb, from_xcsp3

FLATZINC = """array [1..2] of var 1..9: xs :: output_array([1..2]) = [x, y];
var 1..9: x; var 1..9: y;
var bool: b :: output_var; constraint int_ne_reif(x, 9, b); solve maximize x;"""
OPB = "* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"
XCSP3 = """<instance format="XCSP3" type="COP">
<variables> <array id="x" size="[3]"> 0..2 </array> </variables>
<constraints> <allDifferent> x[] </allDifferent> </constraints>
<objectives> <minimize> x[0] </minimize> </objectives>
</instance>"""


@pytest.mark.parametrize(
    ("read", "text", "number"),
    [(from_flatzinc, FLATZINC, 81), (from_opb, OPB, 3), (from_xcsp3, XCSP3, 6)],
)
def test_instances_are_copied(read: Callable[[str], Instance], text: str, number: int) -> None:
    instance = read(text)
    for copy in (pickle.loads(pickle.dumps(instance)), deepcopy(instance)):
        assert copy.model.count() == number
        assert copy.goal == instance.goal
        best, other = (one.model.minimize(one.objective) for one in (copy, instance))
        assert best.solution is not None
        assert other.solution is not None
        assert copy.text(best.solution) == instance.text(other.solution)
        assert set(copy.variables) == set(instance.variables)
