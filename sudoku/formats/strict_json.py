"""JSON in which an object has each key once; of two values, the first would be dropped."""

from __future__ import annotations

import json
from typing import Any

from sudoku.errors import TextError

__all__ = ["loads"]


def loads(text: str) -> Any:
    """Return the value of a text in JSON.

    Raises
    ------
    TextError
        If an object has a key twice.
    json.JSONDecodeError
        If the text is no JSON.

    Examples
    --------
    >>> loads('{"size": 4, "size": 9}')
    Traceback (most recent call last):
    sudoku.errors.TextError: the key 'size' is given twice
    """
    return json.loads(text, object_pairs_hook=_with_keys_once)


def _with_keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise TextError(
            f"the key {next(key for key in keys if keys.count(key) > 1)!r} is given twice"
        )
    return found
