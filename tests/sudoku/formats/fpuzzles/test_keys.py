"""The table of keys is true: what it says is read changes the puzzle, and the rest does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sudoku import Puzzle, TextError, from_fpuzzles
from sudoku.formats.fpuzzles import keys
from sudoku.formats.fpuzzles.progress import board_of_fpuzzles
from sudoku.formats.fpuzzles.reader import _FIELDS
from tests.sudoku.formats.fpuzzles.test_meaning import cells_of

LINE = {"lines": [["R1C1", "R1C2", "R1C3"]]}
PAIR = {"cells": ["R1C1", "R1C2"]}
CELL = {"cell": "R1C1"}
EXAMPLES: dict[str, Any] = {
    **dict.fromkeys(("diagonal+", "diagonal-", "antiknight", "antiking"), True),
    **dict.fromkeys(("disjointgroups", "nonconsecutive"), True),
    **{key: [CELL] for key in ("even", "odd", "minimum", "maximum")},
    **{key: [PAIR] for key in ("difference", "ratio", "killercage", "extraregion")},
    **{key: [PAIR] for key in ("rowindexer", "columnindexer", "boxindexer")},
    **{key: [LINE] for key, fields in _FIELDS.items() if fields == ("lines",)},
    **{key: [{"cell": "R0C1", "value": "2"}] for key in ("sandwichsum", "xsum", "skyscraper")},
    "xv": [PAIR | {"value": "X"}],
    "negative": ["xv"],
    "cage": [PAIR | {"value": "DR5"}],
    "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}],
    "littlekillersum": [{"cell": "R0C3", "direction": "DL", "value": "4"}],
    "clone": [{"cells": ["R1C1"], "cloneCells": ["R4C4"]}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
}
NAMES = ("title", "author")
OF_CELLS: dict[str, Any] = {
    "value": 3, "given": True, "region": None, "parity": "Even", "givenPencilMarks": [1, 2],
}  # fmt: skip
OF_PLAYERS: dict[str, Any] = {"centerPencilMarks": [1, 2], "candidates": [1, 2]}


def read(extra: dict[str, Any], **cells: Any) -> Puzzle:
    return from_fpuzzles(json.dumps({"size": 4, "grid": cells_of(4, **cells), **extra}))


@pytest.mark.parametrize("key", keys.READ["the puzzle"])
def test_each_key_that_is_read_changes_the_puzzle(key: str) -> None:
    if key in NAMES:
        assert getattr(read({key: "A"}), key) == "A"
    elif key not in ("size", "grid"):
        assert read({key: EXAMPLES[key]}) != read({})
        assert read({key: None}) == read({})


def test_each_key_of_cells() -> None:
    assert set(keys.READ["a cell"]) == {*OF_CELLS, *OF_PLAYERS, "cornerPencilMarks"}
    for key, value in OF_CELLS.items():
        if key not in ("value", "given"):
            assert read({}, R1C1={key: value}) != read({}), key
    assert read({}, R1C1={"value": 3, "given": True}).grid[0, 0] == 3
    for key, value in OF_PLAYERS.items():
        data = {"size": 4, "grid": cells_of(4, R1C1={key: value})}
        assert from_fpuzzles(data) == read({})
        assert board_of_fpuzzles(data).candidates_of(0, 0) == (1, 2)


@pytest.mark.parametrize("key", keys.LEFT_OUT["the puzzle"])
def test_what_is_left_out_changes_nothing(key: str) -> None:
    assert read({key: [{"cells": ["R1C1"], "value": "x"}]}) == read({})


def test_what_is_left_out_of_cells_and_entries_changes_nothing() -> None:
    for key in keys.LEFT_OUT["a cell"]:
        assert read({}, R1C1={key: "#ff0000"}) == read({})
    for key in keys.LEFT_OUT["an entry"]:
        cage = PAIR | {"value": "5"}
        assert read({"killercage": [cage | {key: 0.5}]}) == read({"killercage": [cage]})


def test_every_reason_is_said_and_others_are_refused() -> None:
    for place in keys.TABLES:
        table = dict(keys.table(place))
        assert len(table) == len(keys.READ[place]) + len(keys.LEFT_OUT[place])
        assert all(fate == "read" or fate.startswith("left out: ") for fate in table.values())
    with pytest.raises(TextError, match="keys that are not supported: 'rowsum', 'foo'"):
        read({"rowsum": [], "foo": 1})
