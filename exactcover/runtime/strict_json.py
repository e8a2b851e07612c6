"""JSON in which an object has each key once; of two values, the first would be dropped."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


def loads(text: str, error: type[ValueError]) -> Any:
    """Return the value of a text in JSON.

    Parameters
    ----------
    text
        The text.
    error
        The type of the error that is raised if an object has a key twice.

    Raises
    ------
    json.JSONDecodeError
        If the text is no JSON.

    Examples
    --------
    >>> loads('{"size": 4, "size": 9}', ValueError)
    Traceback (most recent call last):
    ValueError: the key 'size' is given twice
    """

    def with_keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
            raise error(f"the key {key!r} is given twice")
        return found

    return json.loads(text, object_pairs_hook=with_keys_once)
