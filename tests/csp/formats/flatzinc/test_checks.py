"""Constraints of FlatZinc whose arguments do not fit: the message says what is wrong, and where."""

import pytest

from csp import ModelError, from_flatzinc

VARIABLES = "var 0..3: x; var 0..3: y; var 0..3: z; var bool: p;\n"

LENGTHS = {
    "int_lin_eq([1, 2], [x, y, z], 3)": "there are 2 coefficients, but 3 variables",
    "int_lin_le_reif([1, 2, 3], [x, y], 3, p)": "there are 3 coefficients, but 2 variables",
    "int_lin_ne_imp([1], [], 3, p)": "there are 1 coefficients, but 0 variables",
    "bool_lin_eq([1, 2], [p], x)": "there are 2 coefficients, but 1 variables",
    "fzn_bin_packing(4, [x, y, z], [1, 2])": "there are 3 items, but 2 weights",
    "fzn_bin_packing_capa([2, 3], [x], [1, 2], 1)": "there are 1 items, but 2 weights",
    "fzn_bin_packing_load([x, y], [x, z], [1], 1)": "there are 2 items, but 1 weights",
    "fzn_global_cardinality([x, y], [1, 2], [z])": (
        "there are 2 values to count, but 1 numbers of them"
    ),
    "fzn_global_cardinality_closed([x, y], [1], [y, z])": (
        "there are 1 values to count, but 2 numbers of them"
    ),
    "fzn_global_cardinality_low_up([x], [1, 2], [1], [1, 2])": (
        "there are 2 values to count, 1 lower bounds and 2 upper bounds"
    ),
    "fzn_global_cardinality_low_up_closed([x], [1, 2], [1, 1], [1])": (
        "there are 2 values to count, 2 lower bounds and 1 upper bounds"
    ),
    "fzn_distribute([x], [1, 2], [y, z])": "there are 2 values to count, but 1 numbers of them",
    "fzn_diffn([x], [y, z], [1], [1])": (
        "there are 1 x positions, 2 y positions, 1 widths and 1 heights"
    ),
    "fzn_diffn_nonstrict([x], [y], [1, 2], [1])": (
        "there are 1 x positions, 1 y positions, 2 widths and 1 heights"
    ),
    "fzn_diffn_nonstrict_k([x], [1, 2], 2)": (
        "an array of rows of 2 entries has 1 entries: it must have a multiple of 2"
    ),
    "fzn_diffn_nonstrict_k([x, y], [1, 2], 0)": "the length of a row is 0: it must be 1 or more",
    "fzn_lex_chain_less_int([x, y, z], 2)": (
        "an array of rows of 2 entries has 3 entries: it must have a multiple of 2"
    ),
    "fzn_table_int([x, y], [1, 2, 3])": (
        "an array of rows of 2 entries has 3 entries: it must have a multiple of 2"
    ),
    "fzn_table_int([], [1, 2, 3])": "the table of no variables has 3 entries instead of 0",
    "fzn_if_then_else_int([p, true], [1, 2, 3], x)": "there are 2 conditions, but 3 values",
    "fzn_disjunctive_strict([x, y], [1])": "there are 2 starts, but 1 durations",
}

AUTOMATA = {
    "fzn_regular([x], 2, 3, [1], 1, {1})": "the table has 1 entries instead of 6",
    "fzn_regular([x], 0, 1, [], 1, {})": "the number of states is 0: it must be 1 or more",
    "fzn_regular([x], 1, -1, [], 1, {})": "the number of values is -1: it must be 1 or more",
    "fzn_regular([x], 2, 1, [1, 3], 1, {1})": ("a state in the table is 3: it must be from 0 to 2"),
    "fzn_regular([x], 2, 1, [-1, 2], 1, {1})": (
        "a state in the table is -1: it must be from 0 to 2"
    ),
    "fzn_regular([x], 2, 1, [1, 2], 0, {1})": "the start state is 0: it must be from 1 to 2",
    "fzn_regular_reif([x], 2, 1, [1, 2], 3, {1}, p)": (
        "the start state is 3: it must be from 1 to 2"
    ),
    "fzn_regular([x], 2, 1, [1, 2], 1, {0, 1})": "an accepting state is 0: it must be from 1 to 2",
    "fzn_regular([x], 2, 1, [1, 2], 1, 1..1000000000000)": (
        "an accepting state is 1000000000000: it must be from 1 to 2"
    ),
    "fzn_regular_nfa([x], 2, 1, [{1}], 1, {1})": "the table has 1 entries instead of 2",
    "fzn_regular_nfa([x], 2, 1, [{1}, {1, 3}], 1, {1})": (
        "a state in the table is 3: it must be from 1 to 2"
    ),
    "fzn_regular_nfa([x], 2, 1, [0..1, {2}], 1, {1})": (
        "a state in the table is 0: it must be from 1 to 2"
    ),
    "fzn_regular_nfa([x], 2, 1, [{1}, {}], 7, {1})": "the start state is 7: it must be from 1 to 2",
    "fzn_regular_nfa([x], 2, 1, [{1}, {}], 1, {5})": (
        "an accepting state is 5: it must be from 1 to 2"
    ),
}

DIAGRAMS = {
    "fzn_mdd([x], 2, [1], 1, [1], [{1}], [0])": "the array of levels has 1 entries instead of 2",
    "fzn_mdd([x], 1, [1], 2, [1], [{1}], [0])": "the array of sources has 1 entries instead of 2",
    "fzn_mdd([x], 1, [1], 1, [1], [{1}, {2}], [0])": (
        "the array of labels has 2 entries instead of 1"
    ),
    "fzn_mdd([x], 1, [1], 1, [1], [{1}], [0, 0])": (
        "the array of targets has 2 entries instead of 1"
    ),
    "fzn_mdd([x], 1, [7], 1, [1], [{1}], [0])": "the level of a node is 7: it must be from 1 to 2",
    "fzn_mdd([x], 1, [0], 1, [1], [{1}], [0])": "the level of a node is 0: it must be from 1 to 2",
    "fzn_mdd([x], 1, [1], 1, [5], [{1}], [0])": (
        "the source of an edge is 5: it must be from 1 to 1"
    ),
    "fzn_mdd([x], 1, [1], 1, [0], [{1}], [0])": (
        "the source of an edge is 0: it must be from 1 to 1"
    ),
    "fzn_mdd([x], 1, [1], 1, [1], [{1}], [2])": (
        "the target of an edge is 2: it must be from 0 to 1"
    ),
    "fzn_mdd_imp([x, y], 1, [1], 1, [1], [{1}], [0], p)": (
        "an edge leads from node 1 on level 1 to node 0 on level 3: it must lead to level 2"
    ),
}


@pytest.mark.parametrize(
    ("constraint", "message"), [*LENGTHS.items(), *AUTOMATA.items(), *DIAGRAMS.items()]
)
def test_arguments_that_do_not_fit_are_refused(constraint: str, message: str) -> None:
    name = constraint.partition("(")[0]
    with pytest.raises(ModelError) as caught:
        from_flatzinc(f"{VARIABLES}constraint {constraint};\nsolve satisfy;")
    assert str(caught.value) == f"line 2, column 12: {name}: {message}"


@pytest.mark.kernel
def test_a_node_may_be_on_the_level_of_the_end() -> None:
    constraint = "fzn_mdd([x], 2, [1, 2], 2, [1, 1], [{1, 2}, {0, 3}], [0, 2])"
    found = from_flatzinc(f"var 0..3: x;\nconstraint {constraint};\nsolve satisfy;")
    assert sorted(s["x"] for s in found.model.solutions()) == [1, 2]
