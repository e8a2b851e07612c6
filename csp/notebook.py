"""HTML of models, solutions and optima for notebooks, bounded in size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.runtime.notebook import clipped, code, note, statistics_note, table
from exactcover.runtime.search.limits import ending
from exactcover.runtime.texts import markup as escape

if TYPE_CHECKING:
    from csp.model.constraint import Constraint
    from csp.model.expressions import Variable
    from csp.model.model import Model
    from csp.model.posted_records import Mask
    from csp.model.solution import Assignment
    from csp.verbs.best import Best
    from csp.verbs.diverse import Diverse

MOST_READ = 2000
"""The values of a solution that are looked at; of more, only the number is shown."""
MOST_VARIABLES = 500
"""The same for the variables of a model, whose domains may be large."""
MOST_ROWS = 24
"""The rows of a table."""
MOST_SOLUTIONS = 3
"""The solutions that are shown of several."""
MOST_SCOPE = 40
"""A constraint of more variables is described by its kind."""
MOST_VALUES = 8
"""The values of a domain that are listed."""
WIDTH = 120
"""The characters of a constraint."""
MOST_TEXT = 100_000
"""After this many characters, which were mostly cut, further constraints are described by kind."""


def model_html(model: Model) -> str:
    """Return a model as HTML: its variables with their domains, and its constraints.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(5), name="x")
    >>> model.post(x < y)
    >>> "<td" in model_html(model), "x[0] + 1 &lt;= x[1]" in model_html(model)
    (True, True)
    """
    variables, constraints = model.unknowns, model.constraints
    parts = [f"<p><b>Model</b> {_sizes(model)}</p>"]
    if variables:
        rows = list(_variable_rows(variables[:MOST_VARIABLES]))
        n_hidden = len(variables) - sum(number for _, number, _ in rows[:MOST_ROWS])
        cells = [[name, f"{number:,}", domain] for name, number, domain in rows[:MOST_ROWS]]
        parts.append(table(["variables", "number", "values"], cells + _more(n_hidden, 3)))
    if constraints:
        impossible = {id(each) for each in model.contradictions}
        shown = [
            [code(text) + "<b>never true</b>" * (id(each) in impossible)]
            for each, text in zip(constraints, _constraint_texts(constraints), strict=False)
        ]
        parts.append(table(["constraints"], shown + _more(len(constraints) - len(shown), 1)))
    return f"<div>{''.join(parts)}</div>"


def _sizes(model: Model) -> str:
    n_variables, n_constraints = len(model.unknowns), model.n_constraints
    text = (
        f"{n_variables:,} variable{'s' * (n_variables != 1)}, "
        f"{n_constraints:,} constraint{'s' * (n_constraints != 1)}"
    )
    if model.contradictions:
        return f"{text}; <b>no solution</b>: a constraint contradicts the values of its variables"
    return text


def _more(number: int, n_columns: int) -> list[list[str]]:
    """Return the last row of a table that does not show everything."""
    return [[f"… {number:,} more", *[""] * (n_columns - 1)]] if number > 0 else []


def _variable_rows(variables: tuple[Variable, ...]) -> Iterator[tuple[str, int, str]]:
    """Yield the names of variables with one domain in one array, their number, and their values."""
    groups: dict[tuple[str, int, Mask, tuple[int, ...]], list[Variable]] = {}
    for variable in variables:
        base, place = _split(variable.name)
        key = base if place else variable.name
        table = variable.model.tables.get(variable.index, ())
        groups.setdefault((key, variable.origin, variable.mask, table), []).append(variable)
    for group in groups.values():
        ends = [group[0].name, group[-1].name] if len(group) > 1 else [group[0].name]
        yield escape(" … ".join(clipped(name, 40) for name in ends)), len(group), _domain(group[0])


def _domain(variable: Variable) -> str:
    """Return the values of a variable as text."""
    values = variable.values
    size, least, greatest = len(values), values[0], values[-1]
    if greatest - least == size - 1 and size > 2:
        return f"{least} to {greatest}"
    if size > MOST_VALUES:
        first = ", ".join(map(str, values[: MOST_VALUES - 1]))
        return f"{first}, … {greatest} ({size:,} values)"
    return ", ".join(map(str, values))


def _constraint_texts(constraints: tuple[Constraint, ...]) -> Iterator[str]:
    """Yield the first constraints as text; large ones are described by their kind."""
    length = 0
    for constraint in constraints[:MOST_ROWS]:
        scope = list(islice(constraint.variables(), MOST_SCOPE + 1))
        if len(scope) > MOST_SCOPE:
            yield f"{type(constraint).__name__} on more than {MOST_SCOPE} variables"
        elif length > MOST_TEXT:
            yield f"{type(constraint).__name__}"
        else:
            text = repr(constraint)
            length += len(text)
            yield clipped(text, WIDTH)


def assignment_html(solution: Assignment) -> str:
    """Return a solution as HTML: a row for each array of variables, and for each other variable.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(5), name="x")
    >>> model.post(x + y == 8)
    >>> "[4 4]" in assignment_html(model.solve().solution)
    True
    """
    read = dict(islice(solution.items(), MOST_READ))
    rows = list(islice(_value_rows(read), MOST_ROWS))
    n_hidden = len(solution) - sum(number for _, number, _ in rows)
    cells = [[escape(clipped(name, 40)), code(text)] for name, _, text in rows]
    return table(["variables", "values"], cells + _more(n_hidden, 2))


def _value_rows(values: Mapping[str, int]) -> Iterator[tuple[str, int, str]]:
    """Yield the name of each array and of each other variable, the number of its values, and these.

    Arrays that are not complete have no rows and columns; small ones are written one by one.
    """
    arrays: dict[str, dict[tuple[int, ...], int]] = {}
    for name, value in values.items():
        base, place = _split(name)
        arrays.setdefault(base if place else name, {})[place] = value
    for base, found in arrays.items():
        places = list(found)
        sizes = tuple(max(each) + 1 for each in zip(*places, strict=False))
        is_complete = len({*map(len, places)}) == 1 and prod(sizes) == len(places)
        if is_complete and places == list(np.ndindex(sizes)):
            yield base, len(found), _array_text(list(found.values()), sizes)
        elif len(found) > MOST_VALUES:
            ends = " … ".join(_joined(base, place) for place in (places[0], places[-1]))
            yield ends, len(found), _array_text(list(found.values()), (-1,))
        else:
            yield from ((_joined(base, place), 1, str(value)) for place, value in found.items())


def _array_text(values: list[int], shape: tuple[int, ...]) -> str:
    array = np.array(values, dtype=np.int64).reshape(shape)
    return np.array2string(array, threshold=400, edgeitems=8, max_line_width=90)


def _split(name: str) -> tuple[str, tuple[int, ...]]:
    """Return the name of an array and a place in it; no place for a name without brackets."""
    found = re.fullmatch(r"(.+)\[(\d{1,9}(?:, \d{1,9})*)\]", name)
    if not found:
        return name, ()
    return found[1], tuple(map(int, found[2].split(", ")))


def _joined(base: str, place: tuple[int, ...]) -> str:
    """Return the name of a variable: the inverse of `_split`."""
    return f"{base}[{', '.join(map(str, place))}]" if place else base


def diverse_html(found: Diverse) -> str:
    """Return different solutions as HTML, the first ones, and how many there are.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(5), "x")
    >>> "2 solutions" in diverse_html(model.diverse(2))
    True
    """
    shown = "".join(map(assignment_html, found.solutions[:MOST_SOLUTIONS]))
    number, rest = len(found.solutions), len(found.solutions) - MOST_SOLUTIONS
    how = "no other differs enough" if found.complete else escape(ending(found.stopped))
    words = f"<b>{number} solution{'s' * (number != 1)}</b>: {how}"
    return f"<div><p>{words}</p>{shown}{note(f'… {rest} more') if rest > 0 else ''}</div>"


def best_html(best: Best[Any]) -> str:
    """Return the best solution as HTML, and whether it is proved to be optimal.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(5), "x")
    >>> "proved" in best_html(model.minimize(x))
    True
    """
    if best.solution is None:
        answer = "There is no solution." if best.complete else "Undecided: no solution was found"
        words, shown = f"<b>{answer}</b>", ""
    else:
        words, shown = f"<b>Value {best.value}</b>", assignment_html(best.solution)
        words += ": it is proved that no other is better" if best.complete else ": the best so far"
        if not best.complete and best.bound is not None:
            words += f"; none is better than {best.bound}"
    if not best.complete:
        words += f", {escape(ending(best.stopped))}"
    return f"<div><p>{words}</p>{shown}{statistics_note(best.statistics)}</div>"
