"""The registry of constraints: everything that `csp` exports of them."""

from csp.constraints.all_different import all_different
from csp.constraints.all_different_except import all_different_except
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.channel import channel
from csp.constraints.circuit import circuit
from csp.constraints.cumulative import cumulative
from csp.constraints.element import element
from csp.constraints.extremum import maximum, minimum
from csp.constraints.forbidden import forbidden
from csp.constraints.inverse import inverse
from csp.constraints.lexicographic import increasing, lexicographic, lexicographic_chain
from csp.constraints.no_overlap import no_overlap
from csp.constraints.precedence import value_precedence
from csp.constraints.regular import regular
from csp.constraints.relation import linear
from csp.constraints.satisfies import satisfies
from csp.constraints.scalar_product import scalar_product
from csp.constraints.table import table
from csp.constraints.truth import at_least, at_most, exactly, if_then, iff, truth

__all__ = [
    "all_different",
    "all_different_except",
    "at_least",
    "at_most",
    "cardinality",
    "channel",
    "circuit",
    "count_of",
    "cumulative",
    "element",
    "exactly",
    "forbidden",
    "if_then",
    "iff",
    "increasing",
    "inverse",
    "lexicographic",
    "lexicographic_chain",
    "linear",
    "maximum",
    "minimum",
    "no_overlap",
    "regular",
    "satisfies",
    "scalar_product",
    "table",
    "truth",
    "value_precedence",
]
