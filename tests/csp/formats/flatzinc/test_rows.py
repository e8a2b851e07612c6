"""Constraints that are posted in arrays: all is as if each were posted alone."""

from collections.abc import Iterable
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, from_flatzinc
from csp.formats.flatzinc import reader
from csp.formats.flatzinc.rows import REIFIED, ROWS
from csp.formats.instance import Instance
from csp.kernels.state import ADDRESS, ARITY, CELL, DATA, MEMORY, WORK
from csp.model import layout, rows
from csp.model.builder import Builder
from csp.model.linear_rows import LinearRows
from csp.model.posted_rows import Block

DECLARED = """array [1..2] of int: weights = [1,-1];
array [1..5] of int: five = [3,1,3,8,0];
array [1..6] of int: six = [1,3,3,8,1,3];
var 0..9: a; var -3..5: b; var {1,3,8}: c; var 0..1: d; var 4..4: e; var 0..3000000: f;
var bool: p; var bool: q; var bool: r; var bool: s; var 0..1: t; var 1..1: u;
array [1..2] of var int: ab = [a,b];
"""
TABLES = ["csp_table_int", "array_int_element"]
CLAUSE = "constraint bool_clause([p],[q]);"
NUMBERS = [*"abcabcabcdtdtefpq"]
BITS = [*"pqrspqrspqrstu"]


def listed(values: Iterable[Any]) -> str:
    return f"[{','.join(map(str, values))}]"


def constraint(rng: Random, name: str) -> str:
    """Return a constraint of a predicate that may be a row."""
    if name in TABLES:
        x = rng.choices(["a", "b", "c", "e", "f", "2"], [5, 5, 3, 1, 1, 1], k=rng.choice([2, 3]))
        array = rng.choice(["six", "six", "[1,3,2,9,0,2]", "[1,3,1000000,5,0,2]"])
        if name == "csp_table_int":
            given = f"{listed(x)},{'five' if rng.random() < 0.005 else array}"
        else:
            given = f"{x[0]},{rng.choice(['five', array])},{x[1]}"
        return f"constraint {name}({given});"
    plain = name.removesuffix("_reif")
    numbers = [*NUMBERS, "3", "ab[2]"] if rng.random() < 0.05 else NUMBERS
    bits = [*BITS, "true", "true", "a"] if rng.random() < 0.05 else BITS
    if plain.startswith("int_lin"):
        numbers = [*"dtpq"] if rng.random() < 0.3 else numbers
        x = rng.choices(numbers, k=rng.choice([1, 2, 2, 2, 3]))
        weights = rng.choices([1, 1, 1, -1, -1, -1, 2, -3], k=len(x))
        if rng.random() < 0.1:
            weights[0] = rng.choice([0, 2**58])
        own = [listed(weights), listed(x), rng.choice([0, 1, 3, 3, 8, -2, 10, 70, 10**12])]
        if rng.random() < 0.05:
            own[:2] = ["weights", "ab"]
    elif plain.startswith("int"):
        own = [rng.choice(numbers), rng.choice([*numbers[:4], 1, 3, 3, 3, 8])]
        if rng.random() < 0.2:
            own.reverse()
    else:
        lists = 2 if plain == "bool_clause" else 1
        own = [listed(rng.choices(bits, k=rng.choice([1, 2, 2, 3]))) for _ in range(lists)]
    if name in REIFIED:
        own.append(rng.choice(bits))
    return f"constraint {name}({','.join(map(str, own))});"


def read(text: str, at_once: int) -> Instance | str:
    """Return the model of a text, or its error. So many rows are posted together; 0: none."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (reader, rows):
            patch.setattr(module, "FEWEST", 2)
        patch.setattr(rows, "MOST_AT_ONCE", at_once)
        if not at_once:
            patch.setattr(reader, "ROWS", {})
        try:
            return from_flatzinc(text)
        except ModelError as error:
            return str(error)


def posted(builder: Builder) -> list[Any]:
    """Return all that was posted to a builder, but for the records of arrays."""
    own = [
        (each.function, *map(list, each[1:5]), each.cost, each.wake, each.work)
        for each in builder.posted
    ]
    functions = [(repr(function), v) for function, v in builder.built_functions()]
    truths = [*builder.truths.items()]
    return [own, functions, truths, builder.groups, builder.domains, builder.is_infeasible]


def laid_out(builder: Builder) -> list[Any]:
    """Return the arrays of a search, but for where the numbers of each propagator stand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_address", lambda name, known: crc32(str(name).encode()))
        state = layout.lay_out(builder)
    found: list[Any] = [each.tolist() for each in (state.variables, state.wakes, state.queue)]
    for one, row in zip(builder.propagators, state.propagators.tolist(), strict=True):
        n_numbers = len(one.scope) + len(one.constants)
        for array, first, n in (
            (state.data, row[DATA], n_numbers),
            (state.cells, row[CELL], len(one.cells)),
            (state.memory, row[MEMORY], len(one.memory)),
        ):
            found.append(array[first : first + n].tolist())
        found.append([row[ADDRESS], row[ARITY], row[WORK]])
    return found


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_rows_post_what_each_constraint_posts(seed: int) -> None:
    rng = Random(seed)
    names = rng.choices([*ROWS, *TABLES], k=8)
    drawn = [constraint(rng, each) for each in rng.choices(names, k=30)]
    drawn += [constraint(rng, each) for each in TABLES for _ in range(8)]
    drawn += rng.choices(drawn, k=2)
    text = "\n".join([DECLARED, *drawn, "solve satisfy;"])
    together, alone = read(text, rng.choice([4, 1 << 14])), read(text, 0)
    if isinstance(together, str) or isinstance(alone, str):
        assert together == alone
        return
    assert posted(together.model.builder) == posted(alone.model.builder)
    assert together.model.builder.n_scratch == alone.model.builder.n_scratch
    assert laid_out(together.model.builder) == laid_out(alone.model.builder)
    for name in ("constraints", "contradictions"):
        one, other = getattr(together.model, name), getattr(alone.model, name)
        assert [*map(repr, one)] == [*map(repr, other)]
    assert repr(together.model) == repr(alone.model)


def model_of_rows() -> Model:
    """Return a model of which all constraints are in arrays."""
    lines = [f"constraint int_lin_le([1,2],[x,y],{k + 3});" for k in range(40)]
    lines += [f"constraint int_ne_reif(x,{k % 5},b{k});" for k in range(9)]
    bits = "".join(f"var bool: b{k};" for k in range(9))
    text = "\n".join(["var 0..9: x; var 0..9: y;", bits, *lines, "solve satisfy;"])
    model = from_flatzinc(text).model
    assert isinstance(model._constraints[0], LinearRows)
    return model


def test_the_constraints_of_rows_are_made_once() -> None:
    model = model_of_rows()
    assert model.constraints[0] is model.constraints[0]
    assert repr(model.constraints[0]) == "x + 2*y - 3 <= 0"
    assert len(model.constraints) == 49


@pytest.mark.kernel
def test_a_model_of_rows_can_be_copied_and_extended() -> None:
    import pickle

    model = model_of_rows()
    x, y, *_ = model.unknowns
    n = model.count()
    assert n == sum(a + 2 * b <= 3 for a in range(10) for b in range(10))
    assert pickle.loads(pickle.dumps(model)).count() == n
    again = pickle.loads(pickle.dumps(model.builder))
    assert len(again.posted) == len(model.builder.posted)
    assert model.with_constraints(x + y >= 3).count() == 1
    assert model.with_only([model.constraints[0], x == 1, y == 1]).count() == 2**9


def test_a_row_that_cannot_be_posted_is_named() -> None:
    lines = ["constraint int_lin_le([1,2],[x,y],3);"] * 40
    lines[30] = f"constraint int_lin_le([1,{2**61}],[x,y],3);"
    text = "\n".join(["var 0..9: x; var 0..9: y;", *lines, "solve satisfy;"])
    with pytest.raises(ModelError, match=r"line 32.*int_lin_le: .*may overflow"):
        from_flatzinc(text)


def test_an_operand_that_is_no_truth_value_is_named() -> None:
    lines = ["constraint bool_clause([p,x],[]);" if k == 30 else CLAUSE for k in range(40)]
    text = "\n".join(["var bool: p; var bool: q; var 0..9: x;", *lines, "solve satisfy;"])
    with pytest.raises(ModelError, match=r"line 32.*bool_clause: x may have the values"):
        from_flatzinc(text)


def test_a_row_without_solutions_is_a_contradiction() -> None:
    lines = ["constraint int_lin_eq([1,2],[x,y],3);"] * 40
    lines[30] = "constraint int_lin_eq([1,2],[x,y],30);"
    text = "\n".join(["var 0..9: x; var 0..9: y;", *lines, "solve satisfy;"])
    model = from_flatzinc(text).model
    assert model.contradictions == (model.constraints[30],)


def test_no_row_is_made_for_a_model_with_further_constraints() -> None:
    model = model_of_rows()
    own = model._constraints[0]
    assert isinstance(own, LinearRows)
    assert model.with_constraints().n_constraints == len(own) == 49
    assert not own._made


def test_few_rows_between_others_are_posted_alone() -> None:
    wide = "constraint int_lin_le([1,2],[x,z],3000000);"
    lines = ["constraint int_lin_le([1,2],[x,y],20);" if k % 2 else wide for k in range(80)]
    text = "\n".join(["var 0..9: x; var 0..9: y; var 0..3000000: z;", *lines, "solve satisfy;"])
    assert not any(isinstance(each, Block) for each in from_flatzinc(text).model.builder.parts)
