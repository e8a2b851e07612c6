"""Every predicate of FlatZinc against its meaning, also reified and as an implication."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from csp import from_flatzinc
from csp.formats.flatzinc.minizinc.library import library
from csp.formats.flatzinc.registry import PREDICATES, find
from tests.csp.formats.flatzinc.cases import CASES, DOMAINS, precedes

TYPES = dict.fromkeys("pqr", "bool") | dict.fromkeys("stv", "set of 0..2")


def program(name: str, arguments: str) -> str:
    """Return a program with one constraint on the variables that its arguments mention."""
    text = arguments.replace("True", "true").replace("False", "false")
    names = [each for each in DOMAINS if re.search(rf"\b{each}\b", arguments)]
    types = {each: TYPES.get(each, "-1..2") for each in names}
    if "holds" in arguments:
        types["holds"] = "bool"
    lines = [f"var {kind}: {each};" for each, kind in types.items()]
    return "\n".join([*lines, f"constraint {name}({text});", "solve satisfy;"])


def truths(arguments: str, meaning: Any) -> Iterator[bool]:
    """Yield the truth value of each assignment for which there is one."""
    names = [each for each in DOMAINS if re.search(rf"\b{each}\b", arguments)]
    for values in product(*map(DOMAINS.__getitem__, names)):
        given = eval(f"[{arguments}]", dict(zip(names, values, strict=True)))
        try:
            yield bool(meaning(*given))
        except (ZeroDivisionError, IndexError):
            continue


INTEGER = [name for name, each in PREDICATES.items() if not set("fFgG") & {*each.kinds}]
"""The predicates without real numbers; `test_reals` has the others."""


@pytest.mark.parametrize("name", INTEGER)
def test_solutions_are_those_of_the_meaning(name: str) -> None:
    arguments, meaning = CASES[name]
    found = list(truths(arguments, meaning))
    assert True in found
    assert False in found
    assert from_flatzinc(program(name, arguments)).model.count() == sum(found)
    reified = from_flatzinc(program(f"{name}_reif", f"{arguments}, holds"))
    holds = reified.variables["holds"]
    assert reified.model.with_constraints(holds == 1).count() == sum(found)
    assert reified.model.with_constraints(holds == 0).count() == len(found) - sum(found)
    implied = from_flatzinc(program(f"{name}_imp", f"{arguments}, holds"))
    assert implied.model.count() == sum(found) + len(found)


def test_every_case_is_a_predicate() -> None:
    assert CASES.keys() == {*INTEGER}


def declared() -> Iterator[tuple[str, str]]:
    """Yield the predicates that our redefinitions declare as known to the solver."""
    for path in sorted((library() / "csp").glob("*.mzn")):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"^predicate (\w+)\(([^;=]*)\);$", text, re.MULTILINE)


LETTERS = {
    "var int": "x",
    "var bool": "x",
    "array[int] of var int": "X",
    "array[int] of var bool": "X",
    "int": "n",
    "array[int] of int": "N",
    "array[int] of bool": "N",
    "set of int": "s",
    "array[int] of set of int": "S",
}


def test_redefinitions_declare_what_the_registry_has() -> None:
    wrong = []
    for name, arguments in declared():
        found = find(name)
        kinds = "".join(LETTERS[each.split(":")[0]] for each in arguments.split(", "))
        expected = re.sub("[?!]", "", found.kinds) if found else ""
        fits = len(kinds) == len(expected) and all(
            one == other or (one, other) in {("n", "x"), ("N", "X")}
            for one, other in zip(kinds, expected, strict=False)
        )
        if not fits:
            wrong.append((name, kinds, expected))
    assert wrong == []
    assert len(list(declared())) > 150


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("call", "n"),
    [
        ("fzn_global_cardinality([a], [1, 1], [c, d])", 2 * 2),
        ("fzn_global_cardinality_closed([a], [1, 1], [c, d])", 1 * 2),
        ("fzn_global_cardinality_reif([a], [1, 1], [c, d], b)", 2 * 16),
        ("fzn_global_cardinality_imp([a], [1, 1], [c, d], b)", 2 + 2 * 16),
        ("fzn_global_cardinality_low_up([a], [1, 1], [0, 1], [1, 1])", 1 * 16 * 2),
        ("fzn_distribute([c, d], [1, 1], [a])", 2 * 2),
        ("fzn_among(c, [a], {1, 1})", 2 * 4 * 2),
        ("fzn_sliding_sum(0, 3, 0, [c, d])", 2 * 16 * 2),
        ("fzn_sliding_sum(1, 3, 0, [c, d])", 0),
    ],
)
def test_values_twice_and_windows_of_nothing(call: str, n: int) -> None:
    text = "var 0..1: a; var 0..3: c; var 0..3: d; var bool: b;\n"
    instance = from_flatzinc(f"{text}constraint {call};\nsolve satisfy;\n")
    assert instance.model.count() == n


@pytest.mark.parametrize("most", [1, 2, 3, 5])
@pytest.mark.parametrize("is_reified", [False, True])
def test_sequences_whose_values_exceed_their_length(most: int, is_reified: bool) -> None:
    values = range(-1, most + 1)
    name, more = (
        ("seq_precede_chain_int_reif", ", true")
        if is_reified
        else (
            "seq_precede_chain_int",
            "",
        )
    )
    text = f"var -1..{most}: x; var -1..{most}: y; var -1..{most}: z;"
    found = from_flatzinc(f"{text} constraint {name}([x, y, z]{more}); solve satisfy;")
    expected = sum(precedes(x, range(1, most + 1)) for x in product(values, repeat=3))
    assert found.model.count() == expected


def test_a_sequence_with_any_values_has_no_more_of_them_than_terms() -> None:
    text = "var 0..2000000000: x; var 0..2000000000: y; var 0..2000000000: z;"
    found = from_flatzinc(f"{text} constraint seq_precede_chain_int([x, y, z]); solve satisfy;")
    assert found.model.count() == sum(precedes(x, range(1, 4)) for x in product(range(4), repeat=3))
