"""The names of levels of consistency, in any usual spelling."""

from collections.abc import Callable

import pytest

from csp import Model, ModelError, all_different, cardinality, linear
from csp.constraints.all_different import AllDifferent
from csp.constraints.cardinality import Cardinality
from csp.constraints.linear_relation import Relation

X = Model().variable(range(3))
KINDS: list[Callable[[str], AllDifferent | Cardinality | Relation]] = [
    lambda level: all_different([X], level),
    lambda level: cardinality([X], {1: 1}, level),
    lambda level: linear(X == 1, level),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spelling", ["domain", "Domain", "DOMAIN "])
def test_levels_in_any_usual_spelling(
    kind: Callable[[str], AllDifferent | Cardinality | Relation], spelling: str
) -> None:
    assert kind(spelling).level == "domain"


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_levels(
    kind: Callable[[str], AllDifferent | Cardinality | Relation],
) -> None:
    with pytest.raises(ModelError, match=r"unknown level 'domains'; did you mean domain\?"):
        kind("domains")
    with pytest.raises(ModelError, match="the name of a level is a text, not 3"):
        kind(3)  # type: ignore[arg-type]
