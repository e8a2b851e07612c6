"""Gantt charts: the tasks of a schedule as bars on an axis of time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import floor, log10
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.pictures.drawing import Drawing, Values
from csp.pictures.palette import ACCENT, FAINT, GREY
from csp.pictures.schedule import Row, RowNames, Task, read_tasks, rows_of
from exactcover.runtime.pictures.colours import INK, fill
from exactcover.runtime.pictures.svg import Svg, number_text

if TYPE_CHECKING:
    from csp.pictures.drawing import SolutionLike

WIDTH = 760
"""The length of the axis of time."""
LANE, GAP = 30, 10
"""The height of a lane, and the space between rows."""
MARGIN, HEAD, FOOT = 14, 30, 26
"""The outer margin, the space above the bars, and that for the numbers of the axis."""
ENTRY = 24
"""The height of a line of the legend."""
TEXT = 13.0
LETTER = 0.56
"""The mean width of a letter, as a part of the size of the text."""
MOST_TICKS = 12
LAYERS = ["bands", "grid", "tasks", "labels", "names", "end", "legend"]


def gantt_chart(
    starts: Any,
    durations: Any,
    solution: SolutionLike = None,
    *,
    rows: Any = None,
    groups: Any = None,
    labels: Any = None,
    row_names: RowNames = None,
    colours: Mapping[Any, str] | None = None,
    title: str = "",
) -> Drawing:
    """Draw a schedule as a Gantt chart, with a line where the last task ends (the makespan).

    The arguments about tasks are parallel lists, nested in any way: for example a list for each
    job. One value instead of a list holds for all tasks.

    It takes no limits: its work is linear in the tasks.

    Parameters
    ----------
    starts
        The start of each task: a number, or a variable or expression if there is a solution.
    durations
        The duration of each task, given like its start. A task of duration 0 is drawn as a diamond.
    solution
        The solution, or the result of a search, that has the values of the variables.
    rows
        The row of each task, for example its machine: a number, a text, or a variable whose value
        is the number. By default each task has a row of its own. Tasks of a row that overlap are
        drawn below each other.
    groups
        The group of each task, for example its job: tasks of a group have the same colour, and a
        legend names the groups.
    labels
        The text on each task; by default its group. A text that does not fit is left out; all texts
        appear when the pointer is on the task.
    row_names
        The names of the rows, from the top: a mapping from rows, or a list for rows 0, 1 and so on.
    colours
        Group -> its colour, for example "#ff8800"; by default different colours are chosen.
    title
        What the picture shows, in words, for readers who cannot see it.

    Returns
    -------
    Drawing
        The picture; its methods are `save`, `to_svg` and `to_png`.

    Raises
    ------
    ModelError
        If there are no tasks, lists differ in length, a duration is negative, a variable has no
        value, or a row has no name.

    Examples
    --------
    >>> from csp import Model, maximum, no_overlap
    >>> model = Model()
    >>> start, duration = model.variables(3, range(10), name="start"), [3, 1, 4]
    >>> model.post(no_overlap(start, duration))
    >>> best = model.minimize(maximum(start + duration))
    >>> gantt_chart(start, duration, best, rows="machine", labels=["cut", "drill", "paint"])
    Drawing('A schedule of 3 tasks, done at 8')
    """
    tasks = read_tasks(starts, durations, Values(solution), rows=rows, groups=groups, labels=labels)
    if not tasks:
        raise ModelError("there are no tasks")
    end = max(task.end for task in tasks)
    number = f"{len(tasks)} task{'s' * (len(tasks) > 1)}"
    title = title or f"A schedule of {number}, done at {number_text(end)}"
    drawn = rows_of(tasks, row_names)
    chart = _Chart(drawn, tasks, _colours(tasks, colours), title)
    chart.draw_axis()
    chart.draw_rows()
    chart.draw_legend()
    return Drawing(chart.image, title)


def _colours(tasks: list[Task], chosen: Mapping[Any, str] | None) -> dict[Hashable, str]:
    """Return the colour of each group, in the order of their first tasks."""
    groups = dict.fromkeys(task.group for task in tasks)
    return {group: (chosen or {}).get(group) or fill(k) for k, group in enumerate(groups)}


class _Chart:
    """A chart in the making: the coordinates of times and rows."""

    def __init__(
        self, rows: list[Row], tasks: list[Task], colours: dict[Hashable, str], title: str
    ) -> None:
        self.rows, self.colours = rows, colours
        first, self.end = min(task.start for task in tasks), max(task.end for task in tasks)
        # The axis begins at 0, unless the tasks would then fill less than half of it.
        self.begin = 0 if 0 <= first <= self.end - first else first
        self.scale = WIDTH / (self.end - self.begin or 1)
        self.height = sum(LANE * len(row.lanes) + GAP for row in rows)
        self.legend = self._placed_legend()
        left = max(_length(row.name) for row in rows) + 12 + MARGIN
        right = MARGIN + max(MARGIN, _length(number_text(self.end)) / 2)
        legend = ENTRY * (self.legend[-1][1] + 1) + 8 if self.legend else 0
        box = (-left, -HEAD, left + WIDTH + right, HEAD + self.height + FOOT + legend)
        self.image = Svg(box, LAYERS, title)

    def x(self, time: float) -> float:
        """Return the coordinate of a time."""
        return (time - self.begin) * self.scale

    def draw_axis(self) -> None:
        """Draw the lines of the axis with their numbers, and the line at the end of all tasks."""
        for time in _ticks(self.begin, self.end):
            x = self.x(time)
            self._line(x, FAINT, 1, "grid")
            self.image.write("grid", (x, self.height + 14), number_text(time), TEXT, fill=GREY)
        self._line(self.x(self.end), ACCENT, 1.8, "end", stroke_dasharray="6 4")
        where = self.x(self.end), -14
        text = number_text(self.end)
        self.image.write("end", where, text, TEXT + 1, fill=ACCENT, font_weight="bold")

    def _line(self, x: float, colour: str, width: float, layer: str, **others: object) -> None:
        path = self.image.path([(x, -4), (x, self.height)])
        self.image.add(layer, "path", d=path, stroke=colour, stroke_width=width, **others)

    def draw_rows(self) -> None:
        """Draw the rows with their names and tasks, every second one on a grey band."""
        top = 0
        for number, row in enumerate(self.rows):
            height = LANE * len(row.lanes) + GAP
            if number % 2 == 0:
                band = {"x": 0, "y": top, "width": WIDTH, "height": height}
                self.image.add("bands", "rect", fill="#f6f7f9", **band)
            where = -10, top + height / 2
            self.image.write("names", where, row.name, TEXT, fill=INK, text_anchor="end")
            for k, lane in enumerate(row.lanes):
                for task in lane:
                    self._draw_task(task, row, top + GAP / 2 + LANE * k)
            top += height

    def _draw_task(self, task: Task, row: Row, top: float) -> None:
        x, width = self.x(task.start), task.duration * self.scale
        look = {"fill": self.colours[task.group], "stroke": "white", "class": "task"}
        if task.duration:
            sides = {"x": x, "y": top + 1, "width": width, "height": LANE - 2}
            shape = self.image.add("tasks", "rect", rx=min(4, width / 4), **sides, **look)
        else:
            middle, size = top + LANE / 2, LANE / 4
            corners = [(x, middle - size), (x + size, middle), (x, middle + size)]
            path = self.image.path([*corners, (x - size, middle)], is_closed=True)
            shape = self.image.add("tasks", "path", d=path, **look)
        times = f"{number_text(task.start)} to {number_text(task.end)}"
        self.image.add_to(shape, "title").text = ", ".join(
            [*[task.label] * bool(task.label), row.name, times]
        )
        if task.label and _length(task.label) <= width - 4:
            middle_of_bar = x + width / 2, top + LANE / 2
            self.image.write("labels", middle_of_bar, task.label, TEXT, fill=INK)

    def _placed_legend(self) -> list[tuple[float, int, Hashable]]:
        """Return the groups with their places: x, and the number of the line."""
        if len(self.colours) < 2:
            return []
        placed, x, line = [], 0.0, 0
        for group in self.colours:
            length = _length(str(group)) + 42
            if x and x + length > WIDTH:
                x, line = 0.0, line + 1
            placed.append((x, line, group))
            x += length
        return placed

    def draw_legend(self) -> None:
        """Draw the colours of the groups with their names."""
        for x, line, group in self.legend:
            y = self.height + FOOT + ENTRY * line + 12
            colour = self.colours[group]
            self.image.add("legend", "rect", x=x, y=y - 8, width=16, height=16, rx=3, fill=colour)
            name = "(none)" if group is None else str(group)
            self.image.write("legend", (x + 22, y), name, TEXT, fill=INK, text_anchor="start")


def _length(text: str) -> float:
    """Return about how long a text is."""
    return LETTER * TEXT * len(text)


def _ticks(begin: float, end: float) -> list[float]:
    """Return the round times of an axis: multiples of 1, 2 or 5 times a power of ten.

    >>> _ticks(0, 55)
    [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]
    """
    least = (end - begin) / (MOST_TICKS - 1) or 1
    power = 10.0 ** floor(log10(least))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= least * (1 - 1e-9))
    first = -floor(-begin / step)
    last = floor(end / step * (1 + 1e-12))
    times = [step * k for k in range(first, last + 1)]
    return [int(time) if time == int(time) else time for time in times]
