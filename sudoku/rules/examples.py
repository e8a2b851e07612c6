"""An example of each rule with parameters, as `sudoku.rules.parsing` reads it: JSON for 9x9.

Rules without parameters are not listed. A test builds a puzzle with each example.
"""

from __future__ import annotations

from types import MappingProxyType

_LINE = '[["r1c1", "r1c2", "r2c3", "r3c4"]]'
_LOWER_BOXES = "444555666 444555666 444555666 777888999 777888999 777888999"
_PAIR = '[["r1c1", "r1c2"]]'
_TOP = '{{"top": [{}, null, null, null, null, null, null, null, null]}}'

EXAMPLES = MappingProxyType(
    {
        "jigsaw": f'"112222333 111122333 111222333 {_LOWER_BOXES}"',
        "even_odd": '{"even": ["r1c1", "r5c5"], "odd": ["r1c2"]}',
        "minimum": '["r2c2", "r5c5"]',
        "maximum": '["r2c2", "r5c5"]',
        "pencil_marks": '[["r1c1", [1, 2]], ["r1c2", [1, 2, 3]]]',
        "extra_regions": '[["r2c2", "r2c3", "r2c4", "r3c2", "r3c3", "r3c4", "r4c2", "r4c3"]]',
        "killer": '[[8, ["r1c1", "r1c2"]]]',
        "thermometer": _LINE,
        "arrow": '[[["r1c1"], ["r1c2", "r1c3"]]]',
        "kropki": '{"white": [["r1c1", "r1c2"]], "black": [["r5c5", "r6c5"]]}',
        "xv": '{"x": [["r1c1", "r1c2"]], "v": [["r5c5", "r6c5"]]}',
        "difference": '[[3, ["r1c1", "r1c2"]]]',
        "ratio": '[[3, ["r1c1", "r1c2"]]]',
        "greater_than": _PAIR,
        "consecutive": '{"bars": [["r1c1", "r1c2"]], "negative": false}',
        "whispers": _LINE,
        "renban": _LINE,
        "nabner": _LINE,
        "palindrome": '[["r1c3", "r2c4", "r3c5"]]',
        "clone": '[[["r1c1", "r1c2"], ["r5c5", "r5c6"]]]',
        "little_killer": '[[20, ["r1c4", "r2c3", "r3c2", "r4c1"]]]',
        "quadruple": '[[[1, 2], "r1c1"]]',
        "between": _LINE,
        "region_sum": _LINE,
        "indexer": '{"columns": ["r1c1"], "rows": ["r5c6"]}',
        "sandwich": _TOP.format(10),
        "x_sum": _TOP.format(20),
        "skyscraper": _TOP.format(3),
        "str8ts": '["r1c1", "r9c9"]',
        "kenken": '[[8, "+", ["r1c1", "r1c2"]], [12, "*", ["r5c5", "r5c6"]]]',
        "sums": '[[3, ["r1c1", "r1c2"], ["r5c5"]]]',
        "relations": '{"pairs": [["r1c1", "r5c5"]], "allowed": [[1, 3], [2, 6], [3, 9]]}',
        "same_values": '[[["r1c1", "r1c2"], ["r5c5", "r5c6"]]]',
        "contains": '[[[1, 2], ["r1c1", "r1c2", "r1c3"]]]',
        "double_arrow": _LINE,
        "sum_line": '{"lines": [["r1c1", "r1c2", "r1c3", "r1c4"]], "total": 10}',
        "zipper": '[["r1c1", "r1c2", "r2c3"]]',
        "lockout": _LINE,
        "entropic": _LINE,
        "modular": _LINE,
        "rellik": '[[9, ["r1c1", "r1c2", "r1c3"]]]',
        "lunchbox": '[[10, ["r1c1", "r1c2", "r1c3", "r1c4"]]]',
        "look_and_say": '[[[[1, 5]], ["r1c1", "r1c2", "r1c3"]]]',
        "counting_circles": '["r1c1", "r2c4", "r5c5"]',
        "distinct": '[["r1c1", ["r1c2", "r2c2", "r5c5"]]]',
        "numbered_room": _TOP.format(5),
        "hidden_skyscraper": _TOP.format(5),
        "suguru": f'"111222333 111222333 111222333 {_LOWER_BOXES}"',
        "automaton": '{"lines": [["r1c1", "r1c2"]], "steps": [[0, 7, 1], [0, 8, 0], [1, 8, 1]], '
        '"first": [0], "last": [1]}',
        "either": '[[{"pencil_marks": [["r1c1", [1]]]}], [{"pencil_marks": [["r1c9", [1]]]}]]',
        "from_zero": '[{"sum_line": {"lines": [["r1c1", "r1c2"]], "total": 8}}]',
        "line_order": '[[null, ["r1c1", "r1c2"], ["r2c1", "r2c2"]]]',
        "equality": '[["r1c1", "r1c2"]]',
        "connected": '{"rows": [["r1c1", "r1c2"], ["r2c1", "r2c2"]], "digits": [1, 2]}',
        "unknown_regions": '{"rows": [["r1c1", "r1c2"]], "regions": [["r5c5", "r6c7"]], "size": 2}',
    }
)
"""Name -> the text after the equals sign of ``--rule NAME=``."""
