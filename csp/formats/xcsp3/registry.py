"""The constraints of XCSP3-core: a line each."""

from __future__ import annotations

from csp.formats.xcsp3 import comparisons, connections, counting, languages, packing
from csp.formats.xcsp3.kinds import Kind

CONSTRAINTS: dict[str, Kind] = {
    "intension": Kind("function", languages.intension, text="function"),
    "clause": Kind("list", languages.clause, text="list"),
    "extension": Kind("list supports? conflicts?", languages.extension, "type"),
    "regular": Kind("list transitions start final", languages.automaton),
    "mdd": Kind("list transitions", languages.diagram),
    "allDifferent": Kind("list* matrix? except?", comparisons.different, text="list"),
    "allEqual": Kind("list*", comparisons.equal, text="list"),
    "ordered": Kind("list lengths? operator?", comparisons.ordered, "case", text="list"),
    "lex": Kind("list* matrix? operator?", comparisons.lexicographic, "case"),
    "precedence": Kind("list values?[covered]", comparisons.precedence, text="list"),
    "sum": Kind("list coeffs? condition", counting.condition_on_sum),
    "count": Kind("list values condition", counting.counted),
    "nValues": Kind("list except? condition", counting.n_of_values),
    "cardinality": Kind("list values[closed] occurs", counting.occurring),
    "minimum": Kind("list value? condition?", connections.MINIMUM),
    "maximum": Kind("list value? condition?", connections.MAXIMUM),
    "minimumArg": Kind("list[startIndex] value? condition?", connections.MINIMUM_PLACE, "rank"),
    "maximumArg": Kind("list[startIndex] value? condition?", connections.MAXIMUM_PLACE, "rank"),
    "element": Kind(
        "list?[startIndex] matrix?[startRowIndex startColIndex] index?[rank] value? condition?",
        connections.element,
    ),
    "channel": Kind("list*[startIndex] value?", connections.channelled, text="list"),
    "circuit": Kind("list[startIndex] size?", connections.circular, text="list"),
    "instantiation": Kind("list values", connections.assigned, "type cost"),
    "noOverlap": Kind("origins lengths", packing.apart, "zeroIgnored"),
    "cumulative": Kind("origins lengths heights ends? condition", packing.cumulated),
    "binPacking": Kind(
        "list[startIndex] sizes condition? conditions? limits? loads?", packing.packed
    ),
    "knapsack": Kind("list weights profits limit? condition*", packing.knapsack),
    "stretch": Kind("list values widths", packing.stretched),
}
"""Name of an element -> its parts, and the function that returns its constraints."""
