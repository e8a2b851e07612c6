"""Problems as JSON and as 0/1 matrices in text, for `exactcover convert`.

JSON: ``{"format": "exactcover problem 1", "primary": [...], "secondary": [...], "options":
[...]}``, where an option is ``{"items": {name: colour or null}, "label": name or null}``; the
format may be missing. A problem with bounds also has ``"bounds": {item: [low, high]}``, and the
options of one with costs have ``"cost": number``, or a fraction as a text: ``"1/3"``. An option
that covers several units of an item has ``"multiplicities": {item: number}``. ``"soft": {item:
price}`` is also read; it is written as the options that it stands for, whose labels are
``{"uncovered": item}``. Matrix: one line of 0s and
1s for each option, with or without blanks; the items are 0, 1, 2, ...
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactcover.formats.burrtools import from_burrtools
from exactcover.formats.linear_reader import from_lp, from_opb
from exactcover.formats.solutions import check_texts
from exactcover.formats.text import BYTE_ORDER_MARK
from exactcover.problem.costs import fraction
from exactcover.problem.option import Option
from exactcover.problem.problem import OnUseless, Problem
from exactcover.problem.soft import Uncovered
from exactcover.problem.useless import is_lenient
from exactcover.runtime import strict_json
from exactcover.runtime.arguments import check_labels
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.file_formats import KEY, check_format
from exactcover.runtime.search.limits import watched

FORMAT = "exactcover problem 1"
_KEYS = {KEY, "primary", "secondary", "bounds", "soft", "options"}
_UNCOVERED = "uncovered"
_OPTION_KEYS = {"items", "label", "cost", "multiplicities"}


def to_json(problem: Problem) -> str:
    """Return a problem as JSON, with all names as texts.

    Raises
    ------
    ProblemError
        If two items or two colours have the same text, so that they would become one.

    Examples
    --------
    >>> print(to_json(Problem([["p"]])), end="")
    {"format": "exactcover problem 1", "primary": ["p"], "secondary": [], "options": [
    {"items": {"p": null}, "label": null}
    ]}
    """
    check_texts("items", problem.items, str)
    check_texts("colours", problem.colour_names, str)
    return as_text(problem)


def as_text(problem: Problem) -> str:
    """Return a problem as JSON to look at: names with the same text are not told apart."""
    options = (
        json.dumps(
            {
                "items": {
                    str(item): None if colour is None else str(colour)
                    for item, colour in zip(option.items, option.colours, strict=True)
                },
                "label": _label(option.label),
                **({"cost": _written(option.cost)} if problem.has_costs else {}),
                **_several(option),
            }
        )
        for option in problem.options
    )
    primary, secondary = (
        json.dumps([str(i) for i in items]) for items in (problem.primary, problem.secondary)
    )
    bounds = {str(item): pair for item, pair in problem.bounds.items()}
    also = f'"bounds": {json.dumps(bounds)}, ' if bounds else ""
    head = f'{{"{KEY}": "{FORMAT}", "primary": {primary}, "secondary": {secondary}, {also}'
    return head + '"options": [\n' + ",\n".join(options) + "\n]}\n"


def _label(label: Any) -> Any:
    """Return a label as JSON has it; that of a soft item stays one."""
    if isinstance(label, Uncovered):
        return {_UNCOVERED: str(label.item)}
    return None if label is None else str(label)


def _read_label(label: Any, index: int) -> Any:
    """Return a label in JSON, which may be that of a soft item."""
    if not isinstance(label, dict):
        return label
    _check_keys(label, {_UNCOVERED}, f"the label of option {index}", {_UNCOVERED})
    return Uncovered(label[_UNCOVERED])


def _several(option: Option) -> dict[str, dict[str, int]]:
    """Return the items of which an option covers several units, as a member of an object."""
    several = {
        str(item): times
        for item, times in zip(option.items, option.multiplicities, strict=False)
        if times > 1
    }
    return {"multiplicities": several} if several else {}


def from_json(text: str, *, on_useless: OnUseless = "error") -> Problem:
    """Return the problem in a JSON text; see `Problem` about `on_useless`.

    >>> from_json(to_json(Problem([["p"]]))) == Problem([["p"]])
    True
    """
    try:
        data: Any = strict_json.loads(text.removeprefix(BYTE_ORDER_MARK), ProblemError)
        _check_keys(data, _KEYS, "the problem", {"primary", "options"})
        check_format(data, FORMAT, ProblemError)
        for index, option in enumerate(data["options"]):
            _check_keys(option, _OPTION_KEYS, f"option {index}", {"items"})
        rows = [option["items"] for option in data["options"]]
        labels = [_read_label(option.get("label"), k) for k, option in enumerate(data["options"])]
        primary, secondary = data["primary"], data.get("secondary", ())
        bounds = data.get("bounds")
        soft = data.get("soft")
        prices = {item: _read(soft[item]) for item in soft} if isinstance(soft, dict) else soft
        costs = [_read(option.get("cost", 0)) for option in data["options"]]
        several = [option.get("multiplicities") or {} for option in data["options"]]
        multiplicities = {
            (labels[k] if labels[0] is not None else k, item): times
            for k, own in enumerate(several)
            for item, times in own.items()
        }
    except json.JSONDecodeError as error:
        raise FormatError(error.lineno, error.msg) from None
    except ProblemError:
        raise
    except (TypeError, AttributeError, RecursionError, ValueError) as error:
        raise ProblemError(f"the JSON does not describe a problem: {error!r}") from None
    names = None
    if any(label is not None for label in labels):
        names = check_labels(labels, len(rows))
        if len(set(labels)) < len(labels) or None in labels:
            raise ProblemError("the labels of the options must be given for all, and be different")
    return Problem(
        rows,
        primary,
        secondary,
        labels=names,
        bounds=bounds,
        multiplicities=multiplicities,
        costs=costs,
        soft=prices,
        on_useless=on_useless,
    )


def _check_keys(data: Any, known: set[str], where: str, needed: set[str]) -> None:
    """Raise `ProblemError` unless a value is an object with known keys, and all that it needs."""
    if not isinstance(data, dict):
        raise ProblemError(f"{where} is no object of JSON")
    for key in data:
        if key not in known:
            raise ProblemError(f"{where} has the unknown key {key!r}: known are {sorted(known)}")
    for key in sorted(needed - set(data)):
        raise ProblemError(f"{where} has no key {key!r}")


def _written(cost: Any) -> Any:
    """Return a cost as JSON has it."""
    return str(cost) if isinstance(cost, Fraction) else cost


def _read(cost: Any) -> Any:
    """Return a cost in JSON, which may be a fraction."""
    with suppress(ValueError):
        return fraction(cost) if isinstance(cost, str) else cost
    return cost


def to_matrix_text(problem: Problem) -> str:
    """Return the matrix as text, without names; raise if a matrix cannot express the problem.

    >>> print(to_matrix_text(Problem([["p", "q"], ["q"]])), end="")
    11
    01
    """
    if problem.n_primary < problem.n_items:
        raise ProblemError("a matrix cannot express secondary items, and this problem has some")
    if problem.has_bounds or problem.has_costs:
        raise ProblemError("a matrix cannot express bounds and costs, and this problem has some")
    rows = ("".join("01"[entry] for entry in row) for row in problem.to_matrix().tolist())
    return "".join(f"{row}\n" for row in rows)


def from_matrix_text(text: str, *, on_useless: OnUseless = "error") -> Problem:
    r"""Return the problem of a matrix of 0s and 1s; see `Problem` about `on_useless`.

    >>> from_matrix_text("1 1\n0 1\n").options
    ([0, 1], [1])
    """
    rows: list[list[int]] = []
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    for number, line in enumerate(watched(lines), start=1):
        entries = "".join(line.split())
        if not set(entries) <= {"0", "1"}:
            raise FormatError(number, f"a row of 0s and 1s was expected, not {line!r}")
        if rows and entries and len(entries) != len(rows[0]):
            raise FormatError(number, f"{len(entries)} entries, expected {len(rows[0])}")
        if entries:
            rows.append([int(entry) for entry in entries])
    return Problem.from_matrix(rows, on_useless=on_useless)


def from_puzzle(data: bytes, *, on_useless: OnUseless = "error") -> Problem:
    """Return the first problem of a puzzle of BurrTools, with names that have no blanks."""
    is_lenient(on_useless)
    problem = from_burrtools(data)
    words = {
        item: "_".join(item.split()) if isinstance(item, str) else ",".join(map(str, item))
        for item in problem.items
    }
    parts = problem._parts
    items = tuple(words[item] for item in parts.items)
    if len(set(items)) < len(items):
        raise ProblemError("two pieces have the same name, or that of a cell")
    bounds = {words[item]: pair for item, pair in parts.bounds.items()}
    return Problem.from_parts(replace(parts, items=items, bounds=bounds))


READERS: dict[str, Callable[..., Problem]] = {
    "dlx": Problem.from_text,
    "json": from_json,
    "matrix": from_matrix_text,
    "burrtools": from_puzzle,
    "lp": lambda text, **_: from_lp(text),
    "opb": lambda text, **_: from_opb(text),
}
BINARY = {"burrtools"}
"""The formats that are read from bytes."""
WRITERS = {
    "dlx": Problem.to_text,
    "json": to_json,
    "matrix": to_matrix_text,
    "lp": Problem.to_lp,
    "mps": Problem.to_mps,
    "opb": Problem.to_opb,
    "dimacs": Problem.to_dimacs,
}
