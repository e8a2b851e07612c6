"""The parser of FlatZinc: words in every spelling, long lists, and the places of errors."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import ModelError, from_flatzinc
from csp.formats.flatzinc.atoms import AT_ONCE
from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.items import Access, Call, Name, String
from csp.formats.flatzinc.syntax import parse
from csp.formats.flatzinc.tokens import FlatZincError
from exactcover.runtime.search.work import UnfinishedError, limited

WORDS = [
    *("predicate", "csp_mine", "(", "array", "[", "int", "]", "of", "var", "int", ":", "a", ")"),
    *(";", "array", "[", "1", "..", "3", "]", "of", "int", ":", "t", "=", "[", "4", ",", "-5", ","),
    *(
        "0x1F",
        "]",
        ";",
        "var",
        "1",
        "..",
        "9",
        ":",
        "x",
        "::",
        "output_var",
        "::",
        "is_defined_var",
    ),
    *(";", "var", "{", "1", ",", "3", ",", "}", ":", "y", ";", "array", "[", "1", "..", "2", "]"),
    *("of", "var", "int", ":", "b", "=", "[", "x", ",", "y", "]", ";", "constraint", "int_ne", "("),
    *(
        "b",
        "[",
        "1",
        "]",
        ",",
        "true",
        ")",
        "::",
        "note",
        "(",
        '"a ; % b"',
        ",",
        "[",
        "f",
        "(",
        "{",
    ),
    *("}", ")", ",", "1.5", "..", "2e3", "]", ")", ";", "constraint", "p", "(", "[", "1", ",", "2"),
    *(
        ",",
        "]",
        ",",
        "[",
        "]",
        ",",
        "[",
        "x",
        ",",
        "3",
        "]",
        ")",
        ";",
        "solve",
        "minimize",
        "x",
        ";",
    ),
]
GAPS = st.sampled_from([" ", "\n", "\t ", ' % a ; comment [1, "\n', "%\n%\n"])


def shown(each: Any) -> Any:
    """Return an expression with calls as tuples, which can be compared."""
    if isinstance(each, Call):
        return each.name, shown(each.arguments), shown(each.annotations)
    return [*map(shown, each)] if isinstance(each, list) else each


@given(st.lists(GAPS, min_size=len(WORDS), max_size=len(WORDS)))
def test_gaps_and_comments_may_be_anywhere(gaps: list[str]) -> None:
    text = "".join(word + gap for word, gap in zip(WORDS, gaps, strict=True) if word)
    program = parse(text)
    t, x, y, b = program.declarations
    assert (t.length, t.value, x.domain, y.domain) == (3, [4, -5, 31], range(1, 10), {1, 3})
    assert x.annotations == [Name("output_var"), Name("is_defined_var")]
    assert b.value == [Name("x"), Name("y")]
    assert [shown(each) for each in program.constraints] == [
        (
            "int_ne",
            [Access("b", 1), True],
            [("note", [String("a ; % b"), [("f", [frozenset()], []), (1.5, 2000.0)]], [])],
        ),
        ("p", [[1, 2], [], [Name("x"), 3]], []),
    ]
    assert program.goal is not None
    assert (program.goal.kind, program.goal.objective) == ("minimize", Name("x"))


def test_equal_lists_of_integers_are_one_object() -> None:
    program = parse("constraint p([1, 2]); constraint q([1, 2], [ 1, 2]); solve satisfy;")
    (one,), (same, other) = (each.arguments for each in program.constraints)
    assert type(one) is Integers
    assert one is same
    assert one == other


def test_a_table_that_occurs_again_is_checked_once() -> None:
    instance = from_flatzinc("""
        array [1..6] of int: t = [1, 2, 2, 3, 1, 2];
        var 1..3: x; var 1..3: y; var 1..3: z;
        constraint csp_table_int([x, y], t);
        constraint csp_table_int([y, z], t);
        solve satisfy;
    """)
    one, other = instance.model.constraints
    assert one.tuples is other.tuples  # type: ignore[attr-defined]
    assert [*instance.model.solutions()] == [{"x": 1, "y": 2, "z": 3}]


def test_long_lists_are_read_whole() -> None:
    n = 3 * AT_ONCE
    names = ",".join(f"x{k % 7}" for k in range(n))
    declared = "".join(f"var 0..1: x{k};" for k in range(7))
    text = f"{declared} array [1..{n}] of var int: a = [{names}]; solve satisfy;"
    assert parse(text).declarations[-1].value == [Name(f"x{k % 7}") for k in range(n)]
    numbers = ",".join(map(str, range(n)))
    text = f"array [1..{n}] of int: a = [{numbers}]; solve satisfy;"
    assert parse(text).declarations[0].value == [*range(n)]


WRONG = {
    "\n\nvar 1..3: x; solve\n satisfy x;": (4, 10),
    "var 1..3: x;\n% ; comment\nconstraint int_eq(x, y); solve satisfy;": (3, 22),
    "var 1..3: x;\nconstraint p([1,\n 2 3]); solve satisfy;": (2, 14),
    "var 1..3: x;\nconstraint p([x,\n 2 3]); solve satisfy;": (3, 4),
    "var 1..3: x;\nconstraint p([x,\n ?]); solve satisfy;": (3, 2),
    'constraint p("open); solve satisfy;': (1, 14),
    "array [2..3] of int: a = [1, 2]; solve satisfy;": (1, 8),
    "array [1..2] of var 0..1: a = [b, c]; var 0..1: b;\n solve satisfy;": (1, 35),
    "solve satisfy;\nvar 1..3: x; var 1..3: y = x[2];": (2, 28),
    "solve satisfy;\nvar 1..3 x;": (2, 10),
    "solve satisfy;\n\n3;": (3, 1),
    "constraint ; solve satisfy;": (1, 12),
    "constraint p(1; solve satisfy;": (1, 15),
    "constraint p(f(g[1], ); solve satisfy;": (1, 23),
}


@pytest.mark.parametrize(("text", "place"), WRONG.items())
def test_errors_name_line_and_column(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(FlatZincError) as caught:
        from_flatzinc(text)
    assert (caught.value.line, caught.value.column) == place


class SetLater:
    """A flag that is set once it was looked at some times."""

    def __init__(self, n_looks: int) -> None:
        self.n_looks = n_looks

    def is_set(self) -> bool:
        self.n_looks -= 1
        return self.n_looks < 0


LONG = {
    "arguments": f"constraint p(1{',x' * 5000});",
    "annotations": f"constraint p(1){':: a(x)' * 5000};",
    "annotations of a variable": f"var 1..3: x {':: a(x)' * 5000};",
    "annotations of an array": f"array [1..1] of int: x {':: a(x)' * 5000} = [3];",
    "elements": f"constraint p([1{',x' * 5 * AT_ONCE}]);",
    "calls": f"constraint p([1{',f(x)' * 5000}]);",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_limits_are_looked_at_within_a_long_item(text: str) -> None:
    with pytest.raises(UnfinishedError), limited("the text", cancel=SetLater(5)):
        parse(text + "solve satisfy;")
    with limited("the text", cancel=SetLater(1000)):
        parse(text + "solve satisfy;")


@pytest.mark.parametrize("arguments", ["a, [x, x, x], 9", "[1, 1, 1], b, 9"])
def test_budgets_hold_for_what_names_stand_for(arguments: str) -> None:
    from exactcover import Budget

    text = "array [1..3] of int: a = [1, 2, 3]; var 1..3: x;\n"
    text += f"array [1..3] of var int: b = [x, x, x];\nconstraint int_lin_le({arguments});\n"
    column = 23 if arguments[0] == "a" else 34
    message = f"line 3, column {column}: 3 terms are asked for"
    with Budget(terms=2), pytest.raises(ModelError, match=message):
        from_flatzinc(text + "solve satisfy;")
