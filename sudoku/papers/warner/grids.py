"""The grids that the report prints: an example, four test grids, and four generated puzzles."""

from __future__ import annotations

EXAMPLE_4X4 = "......43213.3421"
"""The example of the three methods of brute force."""

WARNER = (
    ".....5.4.7.....9....6..3.87.8.562...6.4...7.1...147.6.37.4..6....9.....3.5.8.....",
    "23..6..1.1..8..6..65.9......12....46.........49....72......9.58..1..7..2.2..1..37",
    "..4.9.6.1715...........5..2.5..8..6....4.6....2..5..4.6..9...........9245.2.3.1..",
    "...4.61.....3.7....67...49.7.3...6.55...4...16.4...8.9.31...58....8.4.....65.1...",
)
"""The four test grids, of 28, 28, 26 and 29 clues.

The text that we have lacks the columns of some rows. We reconstructed them from the solutions that
the report prints, the numbers of clues and the half-turn symmetry.
"""

PRINTED = {
    "easy, 24": (
        ".2....971.7395......1.......983..2......8...............7....23..2..541..3.8....5"
    ),
    "hard, 26": (
        "..91....61..586..4..3..9....3..6..4..1..2.9..........7.9...86.1..13...725........"
    ),
    "easy, symmetric, 27": (
        ".82......1....8.4...75...3..28.....367..3..183.....45..3...16...9.8....1......39."
    ),
    "hard, symmetric, 30": (
        "..75...6.5824.6.7.......95.....695...5.....1...471.....41.......2.6.7841.6...43.."
    ),
}
"""The example puzzles that his program generated, by kind and number of hints.

Row 9 of the last one lost a column in the print: there the 4 and the 3 stand one column further
left. The solution printed beside it, and its symmetry, show where they belong.
"""
