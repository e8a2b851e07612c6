"""The shortened JSON of SudokuPad's links, made JSON again.

Quotes are single, keys have no quotes, some keys are abbreviated, ``t`` and ``f`` stand for true
and false, colours have no quotes, and an empty object is left out between commas.
"""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import Any

NAMES = MappingProxyType(
    {
        "a": "arrows",
        "c": "color",
        "c1": "borderColor",
        "c2": "backgroundColor",
        "ca": "cages",
        "ce": "cells",
        "cs": "cellSize",
        "ct": "center",
        "d": "duration",
        "fs": "fontSize",
        "h": "height",
        "hl": "headLength",
        "l": "lines",
        "o": "overlays",
        "r": "rounded",
        "re": "regions",
        "t": "title",
        "te": "text",
        "th": "thickness",
        "u": "underlays",
        "v": "value",
        "vd": "videos",
        "w": "width",
        "wp": "wayPoints",
    }
)
"""Abbreviated key -> key."""

_TOKEN = re.compile(
    r"""
    (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
    | (?P<key>\w+)(?=:)
    | (?P<word>[#\w.+-]+)
    | (?P<sign>[][{}:,])
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS = MappingProxyType({"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'})
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_JSON_WORD = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


def lengthened(text: str) -> str:
    """Return shortened JSON as JSON; a text that is not shortened JSON becomes no JSON.

    Examples
    --------
    >>> lengthened("{ce:[[{v:1},,]],t:'Two',x:t,c:#0}")
    '{"cells": [[{"value": 1}, {}, {}]], "title": "Two", "x": true, "color": "#000000"}'
    """
    parts, before, end = [], "", 0
    for match in _TOKEN.finditer(text):
        if match.start() != end:
            return ""
        token, end = match[0], match.end()
        if before in ("[", ",") and token in (",", "]"):
            parts.append("{}")
        parts.append(_part(match))
        before = token
    try:
        return json.dumps(_named(json.loads("".join(parts)))) if end == len(text) else ""
    except json.JSONDecodeError:
        return ""


def _part(match: re.Match[str]) -> str:
    """Return a token as JSON has it."""
    token = match[0]
    if match["string"]:
        inside = re.sub(r"\\(['\"])", r"\1", token[1:-1]).replace('"', r"\"")
        return f'"{inside}"'
    if match["key"]:
        return f'"{token}"'
    if match["word"] and (_COLOUR.fullmatch(token) or not _JSON_WORD.fullmatch(token)):
        return _WORDS.get(token, json.dumps(f"#{token}"))
    return token


def _named(value: Any) -> Any:
    """Return a value with its abbreviated keys written out."""
    if isinstance(value, dict):
        return {NAMES.get(key, key): _named(part) for key, part in value.items()}
    return [_named(part) for part in value] if isinstance(value, list) else value
