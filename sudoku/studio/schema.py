"""The parameters of rules as data, derived from the types of their classes.

A page makes its tools from them: so a rule of a plug-in needs no code there.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sudoku.rules.base import Rule
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.lines import Lines
from sudoku.rules.outside import Outside
from sudoku.rules.places import Place

__all__ = ["rule_object", "schema_of"]

SIMPLE = {int: "whole", bool: "truth", str: "text"}
PLACE, PLACES, PAIR = "place", "places", "pair"


def schema_of(hint: Any) -> Any:
    """Return a type as data: a name, or an object with one key.

    The names are "whole", "truth", "text", "place" (a cell), "rule" and "json" (anything else). The
    keys are "list" (of one type), "parts" (a fixed number of them) and "maybe" (or null).

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
        others = [part for part in parts if part is not NoneType]
        return {"maybe": schema_of(others[0])} if len(others) == 1 else "json"
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
    try:
        hints = get_type_hints(kind)
    except NameError:  # a type that only type checkers see
        hints = {}
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
    if schema in ("whole", "truth", {"maybe": "whole"}):
        return made | {"tool": "option"}
    if isinstance(schema, dict) and (parts := _parts_of_mark(schema.get("list"))):
        ordered = issubclass(kind, Lines) or len(parts) > 1
        words = mark or field.name
        made["parts"] = [{"kind": part, "words": words, "ordered": ordered} for part in parts]
        made["nested"] = isinstance(schema["list"], dict) and "parts" in schema["list"]
        return made | {"tool": "marks"}
    return made


def _parts_of_mark(schema: Any) -> list[str]:
    """Return the parts of a mark that a page can take, one after the other; [] if it cannot.

    They are "place", "pair", "places", "whole", "maybe_whole", "wholes" and "text".
    """
    if schema == {"parts": [PLACE, PLACE]}:
        return [PAIR]
    if isinstance(schema, dict) and "parts" in schema:
        parts = [_part(each) for each in schema["parts"]]
    else:
        parts = [_part(schema)]
    has_cells = any(part in (PLACE, PLACES, PAIR) for part in parts)
    return parts if all(parts) and has_cells else []


def _part(schema: Any) -> str:
    """Return the name of a part of a mark; "" if there is none."""
    if schema == {"list": PLACE}:
        return PLACES
    if schema == {"parts": [PLACE, PLACE]}:
        return PAIR
    if schema == {"list": "whole"}:
        return "wholes"
    if schema == {"maybe": "whole"}:
        return "maybe_whole"
    return schema if schema in (PLACE, "whole", "text") else ""


def _words(kind: type[Rule]) -> str:
    """Return what the docstring of a class says of its parameters."""
    documentation = inspect.getdoc(kind) or ""
    found = re.search(r"^Parameters\n-+\n(.*?)(\n\n\w|\Z)", documentation, re.DOTALL | re.MULTILINE)
    return found[1].strip() if found else ""
