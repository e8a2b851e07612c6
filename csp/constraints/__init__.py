"""The constraints, one file each, and their one registry: what can be imported from here."""

from csp.constraints.all_different import all_different
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.element import element
from csp.constraints.lexicographic import lexicographic
from csp.constraints.table import satisfies, table

__all__ = [
    "all_different",
    "cardinality",
    "count_of",
    "element",
    "lexicographic",
    "satisfies",
    "table",
]
