"""The rules that are applied to models before a search, in this order."""

from collections.abc import Callable
from typing import NamedTuple

from csp.model.builder import Builder
from csp.presolve.comparisons_by_index import post_comparisons_by_index
from csp.presolve.rulers import post_sums_of_differences
from csp.propagators.registry import (
    DIFFERENCES,
    ELEMENT,
    ELEMENT_BOUNDS,
    LINEAR_EQUALS,
    Kernel,
)


class Rule(NamedTuple):
    """A rule: what it does, and what a model must have for it.

    Attributes
    ----------
    apply
        Posts what follows from what is posted already; returns whether the rule applied.
    needs
        Propagators of which one must be posted: else the rule does not apply.
    """

    apply: Callable[[Builder], bool]
    needs: frozenset[Kernel]


RULES = {
    "rulers": Rule(post_sums_of_differences, frozenset({DIFFERENCES, LINEAR_EQUALS})),
    "comparisons by index": Rule(post_comparisons_by_index, frozenset({ELEMENT, ELEMENT_BOUNDS})),
}
"""The rules by their names, which are in `statistics.choice` where they applied."""
