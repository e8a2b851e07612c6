"""What notebooks show of models and solutions: all of a small one, a part of a large one."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from csp import Assignment, Best, Model, all_different, element
from csp.notebook import MOST_READ, MOST_ROWS, MOST_VARIABLES
from exactcover import Statistics, Stop

STATISTICS = Statistics(1, 0, 0, 0.001, "propagation")


def rows(html: str) -> list[list[str]]:
    """Return the texts of the cells of all tables, without headings."""
    root = ElementTree.fromstring(html)
    found = (["".join(cell.itertext()) for cell in row.iter("td")] for row in root.iter("tr"))
    return [row for row in found if row]


def test_a_model_shows_arrays_domains_and_constraints() -> None:
    model = Model()
    q = model.variables((2, 2), range(-1, 4), name="q")
    flag, odd = model.variable([0, 1], "is <on>"), model.variable(range(1, 99, 2), "odd")
    model.post(all_different(q[0]), q[1, 1] < odd, 2 * flag == 1)
    assert rows(model._repr_html_()) == [
        ["q[0, 0] … q[1, 1]", "4", "-1 to 3"],
        ["is <on>", "1", "0, 1"],
        ["odd", "1", "1, 3, 5, 7, 9, 11, 13, … 97 (49 values)"],
        ["all_different(q[0, 0], q[0, 1])"],
        ["q[1, 1] + 1 <= odd"],
        ["2*is <on> == 1never true"],
    ]
    assert "no solution" in model._repr_html_()
    assert rows(Model()._repr_html_()) == []


def test_variables_with_different_domains_have_their_own_rows() -> None:
    model = Model()
    for k in range(3):
        model.variable(range(5 + k // 2), f"x[{k}]")
    assert rows(model._repr_html_()) == [["x[0] … x[1]", "2", "0 to 4"], ["x[2]", "1", "0 to 5"]]


@pytest.mark.parametrize("name", ["v", None])
def test_a_large_model_is_shown_in_part(name: str | None) -> None:
    model = Model()
    x = model.variables(5 * MOST_VARIABLES, range(9), name=name)
    model.post(x[k] + x[k + 1] <= 7 for k in range(100))
    model.post(all_different(x[:9]), x[0] < x[1])
    html = model._repr_html_()
    assert len(html) < 20_000
    shown = rows(html)
    n_shown = MOST_VARIABLES if name else MOST_ROWS
    assert [f"… {5 * MOST_VARIABLES - n_shown:,} more", "", ""] in shown
    assert shown[-1] == [f"… {102 - MOST_ROWS} more"]
    assert f"{5 * MOST_VARIABLES:,} variables, 102 constraints" in html


def test_large_constraints_are_described_by_their_kind() -> None:
    model = Model()
    x = model.variables(50, range(50), name="x")
    long = element(range(25_000), model.variable(range(25_000), "index"))
    model.post(all_different(x), long > 3, long > 4)
    kinds = [text for (text,) in rows(model._repr_html_())[2:]]
    assert kinds[0] == "AllDifferent on more than 40 variables"
    assert (len(kinds[1]), kinds[2]) == (120, "Relation")


def test_a_solution_shows_arrays_as_arrays() -> None:
    model = Model()
    model.variables((2, 3), range(100), name="x & y")
    model.variable(range(9), "<z>")
    model.variable(range(9), "loose[1]")
    solution = Assignment(model, [1, 22, 3, 4, 5, 6, 7, 8])
    assert rows(solution._repr_html_()) == [
        ["x & y", "[[ 1 22  3]\n [ 4  5  6]]"],
        ["<z>", "7"],
        ["loose[1]", "8"],
    ]


def test_a_large_solution_is_shown_in_part() -> None:
    model = Model()
    model.variables((90, 90), range(100), name="x")
    html = Assignment(model, [7] * 8100)._repr_html_()
    shown = rows(html)
    assert shown[0][0] == f"x[0, 0] … x[{MOST_READ // 90}, {MOST_READ % 90 - 1}]"
    assert shown[1:] == [[f"… {8100 - MOST_READ:,} more", ""]]
    scalars = Model()
    for _ in range(100):
        scalars.variable([5])
    assert rows(Assignment(scalars, [5] * 100)._repr_html_())[-1] == [
        f"… {100 - MOST_ROWS} more",
        "",
    ]
    assert len(html) < 5000


def test_an_optimum_says_whether_it_is_proved() -> None:
    model = Model()
    model.variable([4], "x")
    solution = Assignment(model, [4])
    for best, words in (
        (
            Best(solution, 4, True, None, STATISTICS),
            "Value 4: it is proved that no other is better",
        ),
        (Best(solution, 4, False, Stop.TIME, STATISTICS), "Value 4: the best so far, stopped by"),
        (Best(None, None, True, None, STATISTICS), "There is no solution."),
        (
            Best(None, None, False, None, STATISTICS),
            "Undecided: no solution was found, interrupted",
        ),
    ):
        html = best._repr_html_()
        assert "".join(ElementTree.fromstring(html).itertext()).startswith(words)
        assert rows(html) == ([["x", "4"]] if best.solution else [])
