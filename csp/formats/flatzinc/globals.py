"""The global constraints that MiniZinc hands over as they are: a line each.

Where the library of MiniZinc has an array of several dimensions or with other indices than 1, 2
and so on, our redefinition (`minizinc/global_constraints.txt`) passes its rows one after another,
and the first index.
"""

from __future__ import annotations

from csp.constraints.all_different import all_different
from csp.constraints.all_different_except import all_different_except
from csp.constraints.all_equal import all_equal
from csp.constraints.among import among
from csp.constraints.cardinality import count_of
from csp.constraints.circuit import circuit
from csp.constraints.cumulative import cumulative
from csp.constraints.diffn import diffn
from csp.constraints.extremum_place import argmax, argmin
from csp.constraints.inverse import inverse
from csp.constraints.n_values import n_values
from csp.constraints.no_overlap import no_overlap
from csp.constraints.precedence import value_precedence
from csp.constraints.reified import at_least
from csp.constraints.sort import sort
from csp.constraints.subcircuit import subcircuit
from csp.formats.flatzinc.checks import numbers
from csp.formats.flatzinc.forms import (
    apart,
    automaton,
    automaton_of_sets,
    bounded_counts,
    chosen,
    counts,
    diagram,
    distributed,
    lex,
    lex_chain,
    loads,
    monotone,
    occurrences,
    packed,
    packed_alike,
    precedes,
    rectangles,
    rows,
    shifted,
    table_of,
    taken,
    tasks,
    windows,
)
from csp.formats.flatzinc.predicate import Predicate, first_function, function

COUNTED = {
    "count_eq": lambda x, v, n: occurrences(x, v) == n,
    "count_neq": lambda x, v, n: occurrences(x, v) != n,
    "count_leq": lambda x, v, n: n <= occurrences(x, v),
    "count_lt": lambda x, v, n: n < occurrences(x, v),
    "count_geq": lambda x, v, n: n >= occurrences(x, v),
    "count_gt": lambda x, v, n: n > occurrences(x, v),
}

GLOBALS: dict[str, Predicate] = {
    "all_different_int": Predicate("X", all_different),
    "alldifferent_except": Predicate("Xs", lambda x, s: all_different_except(x, numbers(s))),
    "alldifferent_except_0": Predicate("X", lambda x: all_different_except(x, [0])),
    "all_equal_int": Predicate("X", all_equal),
    "among": first_function("Xs", lambda x, s: among(x, numbers(s))),
    "at_least_int": Predicate("nXn", lambda n, x, v: count_of(x, v) >= n),
    "at_most_int": Predicate("nXn", lambda n, x, v: count_of(x, v) <= n),
    "exactly_int": Predicate("nXn", lambda n, x, v: count_of(x, v) == n),
    **{name: Predicate("Xxx", make) for name, make in COUNTED.items()},
    **{f"{name}_par": Predicate("Xxx", make) for name, make in COUNTED.items()},
    "distribute": Predicate("XXX", distributed),
    "global_cardinality": Predicate("XNX", counts),
    "global_cardinality_closed": Predicate("XNX", lambda *given: counts(*given, closed=True)),
    "global_cardinality_low_up": Predicate("XNNN", bounded_counts),
    "global_cardinality_low_up_closed": Predicate(
        "XNNN", lambda *given: bounded_counts(*given, closed=True)
    ),
    "nvalue": first_function("X", n_values),
    "bin_packing": Predicate("nXN", packed_alike),
    "bin_packing_capa": Predicate("NXN?n", lambda c, x, w, first=1: packed(x, w, c, first)),
    "bin_packing_load": Predicate("XXN?n", loads),
    "knapsack": Predicate("NNXxx", taken),
    "circuit": Predicate("X?n", lambda x, first=1: circuit(shifted(x, first))),
    "subcircuit": Predicate("X?n", lambda x, first=1: subcircuit(shifted(x, first))),
    "inverse": Predicate(
        "XX?nn", lambda x, y, one=1, other=1: inverse(shifted(x, other), shifted(y, one))
    ),
    "symmetric_all_different": Predicate(
        "X?n", lambda x, first=1: inverse(shifted(x, first), shifted(x, first))
    ),
    "maximum_arg_int": function("Xn", lambda x, first: argmax(x) + first),
    "maximum_arg_bool": function("Xn", lambda x, first: argmax(x) + first),
    "minimum_arg_int": function("Xn", lambda x, first: argmin(x) + first),
    "minimum_arg_bool": function("Xn", lambda x, first: argmin(x) + first),
    "member_int": Predicate("Xx", lambda x, y: at_least(1, [each == y for each in x])),
    "member_bool": Predicate("Xx", lambda x, y: at_least(1, [each == y for each in x])),
    "cumulative": Predicate("XXXx", cumulative),
    "disjunctive": Predicate("XX", no_overlap),
    "disjunctive_strict": Predicate("XX", tasks),
    "diffn": Predicate("XXXX", rectangles),
    "diffn_nonstrict": Predicate("XXXX", apart),
    "diffn_nonstrict_k": Predicate("XXn", lambda x, d, n: diffn(rows(x, n), rows(d, n))),
    "if_then_else_int": Predicate("XXx", chosen),
    "if_then_else_bool": Predicate("XXx", chosen),
    "if_then_else_var_int": Predicate("XXx", chosen),
    "if_then_else_var_bool": Predicate("XXx", chosen),
    "increasing_int": Predicate("X", monotone),
    "increasing_bool": Predicate("X", monotone),
    "decreasing_int": Predicate("X", lambda x: monotone(x, down=True)),
    "decreasing_bool": Predicate("X", lambda x: monotone(x, down=True)),
    "strictly_increasing_int": Predicate("X", lambda x: monotone(x, strict=True)),
    "strictly_decreasing_int": Predicate("X", lambda x: monotone(x, strict=True, down=True)),
    "lex_less_int": Predicate("XX", lambda x, y: lex(x, y, strict=True)),
    "lex_less_bool": Predicate("XX", lambda x, y: lex(x, y, strict=True)),
    "lex_lesseq_int": Predicate("XX", lambda x, y: lex(x, y, strict=False)),
    "lex_lesseq_bool": Predicate("XX", lambda x, y: lex(x, y, strict=False)),
    "lex_chain_less_int": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_less_bool": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_lesseq_int": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=False)),
    "lex_chain_lesseq_bool": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=False)),
    "mdd": Predicate("XnNnNSN", diagram),
    "regular": Predicate("XnnNns", automaton),
    "regular_nfa": Predicate("XnnSns", automaton_of_sets),
    "table_int": Predicate("XN", table_of),
    "table_bool": Predicate("XN", table_of),
    "sliding_sum": Predicate("nnnX", windows),
    "sort": Predicate("XX", sort),
    "value_precede_int": Predicate("nnX", lambda s, t, x: value_precedence(x, [s, t])),
    "value_precede_chain_int": Predicate("NX", lambda c, x: value_precedence(x, c)),
    "seq_precede_chain_int": Predicate("X", precedes),
}
"""Name without `fzn_` -> the predicate; `find` in `predicates` also finds its reified forms."""
