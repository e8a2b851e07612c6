"""The parameters of rules as data, derived from the types of their classes.

A page makes its tools from them: so a rule of a plug-in needs no code there.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sudoku.rules.base import Rule
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.lines import Lines
from sudoku.rules.outside import Outside
from sudoku.rules.places import Place

SIMPLE = {int: "whole", bool: "truth", str: "text"}
MAP = {str, Sequence[int], Sequence[Sequence[int]]}
"""The types of a map of regions; it may be missing."""
KINDS = {bool, Sequence[str]}
"""The types of the statement that all marks, or those of some kinds, are given."""
PLACE, PLACES, PAIR = "place", "places", "pair"
TOOLS = (
    ("option", ("whole", "truth", {"maybe": "whole"})),
    ("regions", ("regions",)),
    ("kinds", ("kinds",)),
    ("numbers", ({"list": "whole"},)),
    ("rows", ({"list": {"list": "whole"}}, {"list": {"parts": ["whole"] * 3}})),
    ("rules", ({"list": "rule"},)),
    ("branches", ({"list": {"list": "rule"}},)),
)
"""The tools of parameters that are no marks, and their types."""


def schema_of(hint: Any) -> Any:
    """Return a type as data: a name, or an object with one key.

    The names are "whole", "truth", "text", "place" (a cell), "rule", "regions" (a map with the name
    of a region for each cell), "kinds" (none, all or some of the kinds of marks of the rule) and
    "json" (anything else). The keys are "list" (of one type), "parts" (a fixed number of them) and
    "maybe" (or null).

    Examples
    --------
    >>> from collections.abc import Sequence
    >>> schema_of(Sequence[tuple[int | None, Sequence[tuple[int, int]]]])
    {'list': {'parts': [{'maybe': 'whole'}, {'list': 'place'}]}}
    """
    if hint == Place:
        return PLACE
    if hint in SIMPLE:
        return SIMPLE[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        others = {part for part in parts if part is not NoneType}
        if others == MAP:
            return "regions"
        if others == KINDS:
            return "kinds"
        return {"maybe": schema_of(others.pop())} if len(others) == 1 else "json"
    if origin is tuple and ... not in parts:
        return {"parts": [schema_of(part) for part in parts]}
    if origin is not None and len(parts) in (1, 2):
        return {"list": schema_of(parts[0])}
    return "rule" if isinstance(hint, type) and issubclass(hint, Rule) else "json"


def rule_object(name: str, kind: type[Rule]) -> dict[str, Any]:
    """Return what a page has to know of a rule.

    Examples
    --------
    >>> from sudoku.rules.thermometer import Thermometer
    >>> found = rule_object("thermometer", Thermometer)
    >>> [(each["name"], each["tool"]) for each in found["parameters"]]
    [('lines', 'marks'), ('jumps', 'option'), ('slow', 'option')]
    >>> found["parameters"][0]["parts"]
    [{'kind': 'places', 'words': 'thermometer', 'ordered': True}]
    """
    hints = _hints(kind)
    parameters = [_parameter(kind, each, hints.get(each.name, Any)) for each in fields(kind)]  # type: ignore[arg-type]
    return {
        "name": name,
        "title": name.replace("_", " "),
        "summary": kind.summary,
        "words": _words(kind),
        "makes_board": kind.makes_board,
        "example": EXAMPLES.get(name, ""),
        "parameters": parameters,
    }


@cache
def _hints(kind: type[Rule]) -> dict[str, Any]:
    """Return the types of the fields of a rule; {} if only type checkers see one of them."""
    try:
        return get_type_hints(kind)
    except NameError:
        return {}


def _parameter(kind: type[Rule], field: Field[Any], hint: Any) -> dict[str, Any]:
    """Return a parameter: its type, its default, and the tool with which it is given."""
    schema = schema_of(hint)
    mark = kind.marks_in.get(field.name, "")
    made: dict[str, Any] = {"name": field.name, "schema": schema, "mark": mark, "tool": "text"}
    if field.default is not MISSING:
        made["default"] = field.default
    else:
        made["needed"] = True
    if issubclass(kind, Outside) and mark:
        return made | {"tool": "outside"}
    for tool, schemas in TOOLS:
        if schema in schemas:
            return made | {"tool": tool}
    if isinstance(schema, dict) and (parts := _parts_of_mark(schema.get("list"))):
        ordered = issubclass(kind, Lines) or len(parts) > 1
        words = mark or field.name
        made["parts"] = [{"kind": part, "words": words, "ordered": ordered} for part in parts]
        return made | {"tool": "marks"}
    return made


def _parts_of_mark(schema: Any) -> list[str]:
    """Return the parts of a mark that a page can take, one after the other; [] if it cannot.

    They are "place", "maybe_place", "pair", "places", "areas" (two lists of cells or more),
    "whole", "maybe_whole", "wholes", "groups" (lists of whole numbers) and "text".
    """
    if isinstance(schema, dict) and "parts" in schema and schema != {"parts": [PLACE, PLACE]}:
        parts = [PARTS.get(str(each), "") for each in schema["parts"]]
    else:
        parts = [PARTS.get(str(schema), "")]
    has_cells = any(part in (PLACE, PLACES, PAIR, "areas") for part in parts)
    return parts if all(parts) and has_cells else []


PARTS = {
    str(schema): name
    for schema, name in (
        (PLACE, PLACE),
        ({"maybe": PLACE}, "maybe_place"),
        ({"parts": [PLACE, PLACE]}, PAIR),
        ({"list": PLACE}, PLACES),
        ({"list": {"list": PLACE}}, "areas"),
        ("whole", "whole"),
        ({"maybe": "whole"}, "maybe_whole"),
        ({"list": "whole"}, "wholes"),
        ({"list": {"list": "whole"}}, "groups"),
        ("text", "text"),
    )
}
"""The type of a part of a mark, as text -> the name of the part."""


def _words(kind: type[Rule]) -> str:
    """Return what the docstring of a class says of its parameters."""
    documentation = inspect.getdoc(kind) or ""
    found = re.search(r"^Parameters\n-+\n(.*?)(\n\n\w|\Z)", documentation, re.DOTALL | re.MULTILINE)
    return found[1].strip() if found else ""
