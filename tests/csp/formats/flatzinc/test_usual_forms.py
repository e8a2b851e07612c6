"""Usual items and constraints, which are read on a short way: the same as on the long one."""

import gc
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.flatzinc_texts import KINDS, text_of
from csp import ModelError, at_least, from_flatzinc
from csp.constraints.reified import disjunction
from csp.formats.flatzinc import reader
from csp.formats.flatzinc.definitions import Definitions
from csp.formats.flatzinc.items import Call, Declaration, Program
from csp.formats.flatzinc.scope import Scope
from csp.formats.flatzinc.syntax import parse
from csp.formats.flatzinc.usual import Usual
from csp.formats.instance import Instance
from csp.model.expressions import Linear, Variable, weighted_sum
from csp.model.model import Model


@pytest.mark.parametrize("kind", KINDS)
def test_an_item_of_a_usual_form_is_read_as_word_by_word(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, by_form, n_usual = text_of(kind, 3000), Usual.item, 0

    def counted(usual: Usual, match: Any) -> Call | Declaration | None:
        nonlocal n_usual
        found = by_form(usual, match)
        n_usual += found is not None
        return found

    monkeypatch.setattr(Usual, "item", counted)
    one = parse(text)
    assert n_usual == len(one.declarations) + len(one.constraints)
    monkeypatch.setattr(Usual, "item", lambda *_: None)
    other = parse(text)
    assert without_places(one.declarations) == without_places(other.declarations)
    assert without_places(one.constraints) == without_places(other.constraints)


ODD = [
    "constraint p( [ x , 1 ,] , { 1,2 } , 3 ) :: a :: b ( c ) ;",
    "array [ 1 .. 2 ] of var  int : a :: output_array ( [ 1..2 ] ) = [ x , y ] ;",
    "var { 1 , 3 } : z :: true :: is_defined_var;",
    "var set of 1..3: s; array [1..1] of set of int: t = [1..3];",
    "constraint p([1.5, 0x1F, -2], 1..3, [], 2 .. 3);",
    "constraint p([x y]);",
    "constraint p([1, 2 3]);",
    "constraint p([x, -]);",
    "constraint p(1, );",
    "constraint p([1_0]);",
    "array [1..2] of varint: a = [1, 2];",
    "array [1..2] of int: a = [1];",
    "var few: x;",
    "var set: x;",
    "var 1..3: x :: 3 x;",
    "constraint p(x) :: f(;",
]


@pytest.mark.parametrize("text", ODD)
def test_an_odd_or_wrong_item_is_read_as_word_by_word(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> Any:
        try:
            return parsed(f"var 1..3: y;\n{text} solve satisfy;")
        except ModelError as error:
            return str(error)

    found = read()
    monkeypatch.setattr(Usual, "item", lambda *_: None)
    assert read() == found


ARGUMENTS = [
    *("x", "y", "a", "a[3]", "a [ 2 ]", "a[9]", '"x"', "1", "-2", "true", "1.5", "1..3", ""),
    *("{1, 2}", "[1, 2]", "[ 1,-2 , ]", "[x, y]", '["x", y]', "[x, a[3]]", "[a [ 1 ] , 1]"),
    *(
        "f(x)",
        "[]",
        "% c ; (\n x",
        "[x, % ] ;\n y]",
        '[x, "; % ]"]',
        "[x, [y]]",
        "[x y]",
        "[nobody, x]",
    ),
]
NOTES = [
    *("", ":: n", ":: n ( x )", ":: is_defined_var", ':: "is_defined_var"', ':: n ( "x" )'),
    *(":: defines_var(y)", ":: a[3]", ":: n(1, x)", "% :: c ;\n", ":: n(", ":: [x, 1]", ":: 2"),
]
CALLS = ["p(1, {})", "int_le({}, y)", "int_lin_eq([1, -1], {}, 0)", "fzn_all_different_int({})"]


def check_all_ways(notes: str, items: str) -> None:
    """Check that the short ways and the long ones find the same in a text, also the same error."""
    text = f"var 1..3: x; var 1..3: y {notes};\n"
    text += f"array [1..3] of var int: a :: n = [x, y, 2];\n{items} solve satisfy;"

    def found() -> list[Any]:
        values = list[Any]()
        for read in (parsed, what_is_posted):
            try:
                values.append(read(text))
            except ModelError as error:
                values.append(str(error))
        return values

    usual = found()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Scope, "_variables_or_numbers", lambda *_: None)
        assert found() == usual
        patch.setattr(Usual, "item", lambda *_: None)
        assert found() == usual


@pytest.mark.parametrize("call", CALLS)
def test_arguments_are_the_same_on_all_ways(call: str) -> None:
    for argument in ARGUMENTS:
        check_all_ways("", f"constraint {call.format(argument)};")


@settings(deadline=None, max_examples=60)
@given(of_variable=st.lists(st.sampled_from(NOTES)), of_item=st.lists(st.sampled_from(NOTES)))
def test_annotations_are_the_same_on_all_ways(of_variable: Any, of_item: Any) -> None:
    item = f"constraint int_lin_eq([1, -1], [x, y], 0) {' '.join(of_item)};\n"
    check_all_ways(" ".join(of_variable), 2 * item)


def parsed(text: str) -> list[str]:
    """Return the items of a text, without the places of annotations."""
    program = parse(text)
    return without_places([*program.declarations, *program.constraints])


def without_places(items: Sequence[Call | Declaration]) -> list[str]:
    """Return the items as text, their annotations without places."""
    return [
        re.sub("start=[0-9]+", "", repr(replace(each, start=0))) + str(each.start) for each in items
    ]


def what_is_posted(text: str) -> tuple[list[str], list[Any]]:
    """Return the names of the variables of a text, and all that is posted about them."""
    instance = from_flatzinc(text)
    builder = instance.model.builder
    domains = [*map(builder.domain, builder.numbers)]
    posted = [
        each._replace(constants=np.asarray(each.constants).tolist()) for each in builder.posted
    ]
    return [each.name for each in instance.model.unknowns], [domains, posted]


@pytest.mark.parametrize("kind", KINDS)
def test_arguments_and_variables_are_the_same_on_the_long_way(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of(kind, 3000)
    usual = what_is_posted(text)
    monkeypatch.setattr(Scope, "_variables_or_numbers", lambda *_: None)
    assert what_is_posted(text) == usual
    monkeypatch.setattr(Definitions, "may_have_view", lambda *_: True)
    assert what_is_posted(text) == usual


def test_a_wrong_name_after_many_like_declarations_is_named_with_its_place() -> None:
    text = "var 0..1: a :: is_defined_var;\nvar 0..1: b :: is_defined_var;\nvar 0..1: 3 "
    with pytest.raises(ModelError, match="line 3, column 11: expected the name"):
        from_flatzinc(text + ":: is_defined_var;\nsolve satisfy;")


def propagators_of(instance: Instance) -> Counter[str]:
    """Return how often each propagator is posted."""
    return Counter(str(each.function) for each in instance.model.builder.posted)


def test_usual_constraints_are_propagators_of_their_own_without_tables_or_copies() -> None:
    found = {kind: propagators_of(from_flatzinc(text_of(kind, 6000))) for kind in KINDS}
    assert set(found["sums"]) == {"linear:less_equal"}
    assert set(found["equations"]) == {"linear:equals"}
    assert set(found["clauses"]) <= {"linear:less_equal", "linear:reified_less_equal", "less:less"}
    assert set(found["elements"]) == {"pairs:pairs"}
    for kind in "comparisons", "orders", "counts":
        assert not {name for name in found[kind] if "table" in name or "pairs" in name}


def test_an_equal_comparison_has_one_truth_value() -> None:
    instance = from_flatzinc(
        "var 0..9: x; var bool: a; var bool: b; var bool: c;"
        "constraint int_eq_reif(x, 3, a); constraint int_eq_reif(x, 3, b);"
        "constraint int_le_reif(x, 12, c); solve satisfy;"
    )
    assert propagators_of(instance)["channel:channel"] == 1
    assert {s[instance.variables["c"]] for s in instance.model.solutions()} == {1}
    assert instance.model.count() == 10


def test_elements_with_an_index_need_no_variable_that_counts_from_0() -> None:
    instance = from_flatzinc(
        "array [1..4] of int: t = [3, 1, 3, 5]; var -9..9: i; var 0..9: y;"
        "constraint array_int_element(i, t, y); solve satisfy;"
    )
    assert len(instance.model.builder.numbers) == 2
    i, y = instance.variables["i"], instance.variables["y"]
    found = {(s[i], s[y]) for s in instance.model.solutions()}
    assert found == {(1, 3), (2, 1), (3, 3), (4, 5)}


def test_the_index_of_an_element_may_be_its_result() -> None:
    instance = from_flatzinc(
        "var -9..9: i; constraint array_int_element(i, [3, 2, 3, 1], i); solve satisfy;"
    )
    assert [s[instance.variables["i"]] for s in instance.model.solutions()] == [2, 3]


def test_variables_that_constraints_define_come_first_in_the_order_of_their_declarations() -> None:
    instance = from_flatzinc(
        "var 0..3: a; var 0..3: b :: is_defined_var; var {1, 3}: c :: is_defined_var; var bool: d;"
        "var 0..1: e; var {2, 4}: f; var 0..1: g; var bool: h :: is_defined_var;"
        "constraint int_lin_eq([1, 1, -1], [a, e, b], 0) :: defines_var(b); solve satisfy;"
    )
    assert [each.name for each in instance.model.unknowns] == list("bcadefgh")


@pytest.mark.parametrize("is_repeated", [False, True])
def test_a_clause_is_the_sum_of_its_literals(is_repeated: bool) -> None:
    model = Model()
    a, b, c = (model.bool_var(name) for name in "abc")
    positive, negative = ([a, a, b], [b, c]) if is_repeated else ([a, b], [c])
    short = disjunction(positive, negative)
    long = at_least(1, [*positive, *(1 - each for each in negative)])
    assert short.difference.terms == long.difference.terms
    assert short.difference.constant == long.difference.constant
    with pytest.raises(ModelError, match="must be a constraint, or be 0 or 1"):
        x = model.variable(range(3), "x")
        model.post(disjunction([a], [x]))


def test_sums_with_repeated_variables_and_coefficients_of_0() -> None:
    model = Model()
    x, y = (model.variable(range(3), name) for name in "xy")
    assert weighted_sum([2, 3], [x, y], 4).terms == {x: 2, y: 3}
    assert weighted_sum([2, 3, 5], [x, y, x]).terms == {x: 7, y: 3}
    assert weighted_sum([0, 3], [x, y]).terms == {y: 3}
    assert isinstance(weighted_sum([], []), Linear)
    with pytest.raises(ValueError, match="zip"):
        weighted_sum([1], [x, y])


def test_the_collector_of_garbage_is_off_while_a_text_is_read_and_then_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states: list[bool] = []

    def noted(text: str) -> Program:
        states.append(gc.isenabled())
        return parse(text)

    monkeypatch.setattr(reader, "parse", noted)
    assert gc.isenabled()
    from_flatzinc("solve satisfy;")
    assert states == [False]
    with pytest.raises(ModelError):
        from_flatzinc("solve;")
    assert gc.isenabled()
    gc.disable()
    try:
        from_flatzinc("solve satisfy;")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_a_reader_made_is_young_so_that_it_is_collected_when_nobody_needs_it() -> None:
    thresholds = gc.get_threshold()
    gc.collect()
    gc.set_threshold(1 << 30)  # no collection makes it older meanwhile
    try:
        model = from_flatzinc("var 0..1: x; solve satisfy;").model
        assert not any(each is model for each in gc.get_objects(generation=2))
    finally:
        gc.set_threshold(*thresholds)


def test_variables_of_another_model_are_still_refused() -> None:
    x, y = Model().variable(range(3), "x"), Model().variable(range(3), "y")
    model = Model()
    z = model.variable(range(3), "z")
    for constraint in (x <= z, z <= x, z == x, x + 2 * y + z <= 3, disjunction([x], [z])):
        with pytest.raises(ModelError, match="belongs to another model"):
            model.post(constraint)
    assert type(z) is Variable
