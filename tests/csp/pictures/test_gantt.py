"""Gantt charts: each task is drawn once, where and as long as its time says."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import Assignment, Drawing, Model, ModelError, gantt_chart
from csp.pictures.gantt import LANE, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
TASKS = st.lists(
    st.tuples(
        st.integers(0, 500), st.integers(1, 90), st.integers(0, 3), st.sampled_from("abcdefghijkl")
    ),
    min_size=1,
    max_size=25,
)


def parts(chart: Drawing, layer: str, tag: str) -> list[ElementTree.Element]:
    """Return the elements of a tag in a layer."""
    root = ElementTree.fromstring(chart.to_svg())
    return root.findall(f"{SVG}g[@class='{layer}']/{SVG}{tag}")


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "nan"))


def words(bar: ElementTree.Element) -> str:
    """Return what appears when the pointer is on a bar."""
    title = bar.find(f"{SVG}title")
    assert title is not None and title.text
    return title.text


@given(TASKS)
def test_each_task_is_one_bar_at_its_time(tasks: list[tuple[int, int, int, str]]) -> None:
    starts, durations, rows, groups = zip(*tasks, strict=True)
    chart = gantt_chart(starts, durations, rows=rows, groups=groups, labels=range(len(tasks)))
    bars = {words(bar).partition(",")[0]: bar for bar in parts(chart, "tasks", "rect")}
    assert len(bars) == len(parts(chart, "tasks", "rect")) == len(tasks)
    end = max(start + duration for start, duration, _, _ in tasks)
    begin = min(starts) if min(starts) > end - min(starts) else 0
    scale = WIDTH / (end - begin)
    tops: dict[int, set[float]] = {}
    for k, (start, duration, row, _) in enumerate(tasks):
        bar = bars[str(k)]
        assert number(bar, "x") == pytest.approx((start - begin) * scale, abs=0.01)
        assert number(bar, "width") == pytest.approx(duration * scale, abs=0.01)
        assert words(bar) == f"{k}, {row}, {start} to {start + duration}"
        tops.setdefault(row, set()).add(number(bar, "y"))
    # The rows are in ascending order, and none shares a lane with another.
    assert [tops[row] for row in sorted(tops)] == sorted(tops.values(), key=min)
    assert len(set().union(*tops.values())) == sum(map(len, tops.values()))
    colours = {(groups[k], bars[str(k)].get("fill")) for k in range(len(tasks))}
    assert len(colours) == len(set(groups)) == len({colour for _, colour in colours})


@given(TASKS)
def test_bars_never_overlap(tasks: list[tuple[int, int, int, str]]) -> None:
    starts, durations, rows, _ = zip(*tasks, strict=True)
    lanes: dict[float, list[tuple[float, float]]] = {}
    for bar in parts(gantt_chart(starts, durations, rows=rows), "tasks", "rect"):
        span = number(bar, "x"), number(bar, "x") + number(bar, "width")
        lanes.setdefault(number(bar, "y"), []).append(span)
    for spans in lanes.values():
        assert all(one[1] <= other[0] + 0.02 for one, other in pairwise(sorted(spans)))
    tops = sorted(lanes)
    assert all(other - one >= LANE for one, other in pairwise(tops))
    # A row has as many lanes as tasks that run at the same time.
    n_lanes = sum(
        max(sum(s <= time < s + d for s, d, r, _ in tasks if r == row) for time in starts)
        for row in set(rows)
    )
    assert len(lanes) == n_lanes


def test_tasks_that_follow_each_other_share_a_lane() -> None:
    bars = parts(gantt_chart([5, 0, 2], [3, 2, 3], rows="machine"), "tasks", "rect")
    assert len({bar.get("y") for bar in bars}) == 1


def test_variables_have_the_values_of_the_solution() -> None:
    model = Model()
    start, machine = model.variables((2, 2), range(9)), model.variable([0, 1], "machine")
    solution = Assignment(model, [0, 3, 4, 6, 1])
    chart = gantt_chart(start, 2, solution, rows=[[0, machine], [machine, 1 - machine]])
    by_numbers = gantt_chart([0, 3, 4, 6], [2] * 4, rows=[0, 1, 1, 0])
    assert chart.to_svg() == by_numbers.to_svg()
    assert "done at 8" in chart.title


def test_the_result_of_a_search_is_a_solution() -> None:
    model = Model()
    start = model.variable([3])
    assert (
        repr(gantt_chart([start], 4, model.solve())) == "Drawing('A schedule of 1 task, done at 7')"
    )
    assert repr(gantt_chart(start, 4, model.minimize(start))) == repr(gantt_chart(3, 4))
    model.post(start > 3)
    with pytest.raises(ModelError, match="there is no solution that can be drawn"):
        gantt_chart(start, 4, model.minimize(start))


def test_the_line_is_at_the_end_and_ticks_are_round() -> None:
    chart = gantt_chart([0, 7], [5, 30])
    (line,) = parts(chart, "end", "path")
    assert line.get("d", "").startswith(f"M{WIDTH} ")
    assert [text.text for text in parts(chart, "end", "text")] == ["37"]
    shown = [(float(text.text or ""), number(text, "x")) for text in parts(chart, "grid", "text")]
    assert [time for time, _ in shown] == list(range(0, 38, 5))
    assert all(x == pytest.approx(time * WIDTH / 37, abs=0.01) for time, x in shown)


@pytest.mark.parametrize(("end", "expected"), [(0.7, 8), (1, 11), (12, 7), (999, 10), (10**6, 11)])
def test_there_are_never_too_many_ticks(end: float, expected: int) -> None:
    assert len(parts(gantt_chart([0], [end]), "grid", "text")) == expected


def test_a_task_without_duration_is_a_diamond() -> None:
    chart = gantt_chart([0, 4], [4, 0], labels=["work", "done"])
    (diamond,) = parts(chart, "tasks", "path")
    assert (words(diamond), len(parts(chart, "tasks", "rect"))) == ("done, 1, 4 to 4", 1)
    assert len(parts(gantt_chart([0], [0]), "tasks", "path")) == 1


def test_texts_that_do_not_fit_are_left_out() -> None:
    chart = gantt_chart([0, 50], [50, 1], labels=["long enough", "too short for this"])
    assert [text.text for text in parts(chart, "labels", "text")] == ["long enough"]
    assert "too short for this" in chart.to_svg()


def test_names_and_colours_can_be_chosen() -> None:
    names = {"b": "Saw", "c": "Nobody", "a": "Lathe & <drill>"}
    chart = gantt_chart(
        [0, 1], 4, rows=["a", "b"], row_names=names, groups=["x", "y"], colours={"y": "#123456"}
    )
    assert [text.text for text in parts(chart, "names", "text")] == list(names.values())
    fills = {words(bar)[0]: bar.get("fill") for bar in parts(chart, "tasks", "rect")}
    assert fills["y"] == "#123456" != fills["x"]
    assert [text.text for text in parts(chart, "legend", "text")] == ["x", "y"]
    assert parts(gantt_chart([0], 1, groups="x"), "legend", "text") == []


def test_a_legend_has_as_many_lines_as_it_needs() -> None:
    groups = [f"a group with a long name {k}" for k in range(20)]
    entries = parts(gantt_chart(range(20), 1, groups=groups), "legend", "rect")
    assert len({(box.get("x"), box.get("y")) for box in entries}) == 20
    assert all(number(box, "x") < WIDTH for box in entries)
    assert len({box.get("fill") for box in entries}) == 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), "there are no tasks"),
        (([0, 1], [1]), "there are 2 starts, but 1 durations"),
        (([0, 1], 1, None, [1, 2, 3]), "there are 2 starts, but 3 rows"),
        (([0, 1], [1, -2]), "the duration of task 1 is -2: it must not be negative"),
        ((["noon"], [1]), "the start of task 0 is 'noon': it must be a number or an expression"),
        (([0], [float("inf")]), "the duration of task 0 is inf"),
        (([0], [1], 5), "the solution is 5: give a solution of the model"),
    ],
)
def test_errors_name_what_is_wrong(arguments: tuple[object, ...], message: str) -> None:
    starts, durations, *others = arguments
    solution, rows = (*others, None, None)[:2]
    with pytest.raises(ModelError, match=message.replace("(", "\\(")):
        gantt_chart(starts, durations, solution, rows=rows)  # type: ignore[arg-type]


def test_a_variable_needs_a_solution_and_a_row_its_name() -> None:
    start = Model().variable([1, 2], "start")
    with pytest.raises(ModelError, match="the start of task 0 is start: give the solution"):
        gantt_chart([start], [1])
    with pytest.raises(ModelError, match="the row 2 has no name"):
        gantt_chart([0], [1], rows=2, row_names=["saw", "drill"])


def test_arrays_and_floats_are_numbers() -> None:
    chart = gantt_chart(np.array([0, 2]), np.array([1.5, 0.25]))
    assert [words(bar) for bar in parts(chart, "tasks", "rect")] == ["0, 0 to 1.5", "1, 2 to 2.25"]
