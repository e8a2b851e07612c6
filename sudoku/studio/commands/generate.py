"""The command `generate`: puzzles with one solution on the board and with the rules of a puzzle."""

from __future__ import annotations

from typing import Any

from exactcover.runtime.formatting import shown
from sudoku.errors import TextError
from sudoku.generation.generate import generate
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import LONG, Argument, Command, text, truth, whole
from sudoku.verbs.rate import rate

MOST, MOST_CELLS = 1000, 65536
WISHES = ("ruleset", "symmetry", "clues", "difficulty", "scale", "technique", "minimal", "seed")
"""The arguments that are handed on where they are given."""


def _texts(name: str, value: Any) -> str | list[str]:
    """Return a text, or a list of them."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TextError(f"{name} is {shown(value)}: it must be a text, or a list of texts")
    return value


def _generate(asked: Asked, send: Send) -> Reply:
    wishes = {name: asked[name] for name in WISHES if asked[name] is not None}
    if "scale" in wishes and "difficulty" not in wishes:
        raise TextError("the scale is that of a difficulty, which is not given")
    blank, n_made = asked.blank, 0
    puzzles = generate(
        asked["n"], shape=blank.shape, rules=blank.rules, workers=1, **wishes, **asked.limits
    )
    for puzzle in puzzles:
        n_made += 1
        made: Reply = {"puzzle": puzzle_object(puzzle), "n_clues": puzzle.n_clues}
        if asked["rating"] is not None:
            made["rating"] = str(rate(puzzle, asked["rating"], **asked.limits))
        send(made)
    return {"made": n_made, "complete": puzzles.stopped is None}


GENERATE = Command(
    "Random puzzles with one solution on the board and with the rules of the puzzle, one by one.",
    _generate,
    {
        "n": Argument(whole(1, MOST), "the number of puzzles", 1),
        "ruleset": Argument(_texts, "marks that are laid out at random: rulesets", None),
        "symmetry": Argument(text, "the symmetry of the clues", None),
        "clues": Argument(whole(0, MOST_CELLS), "the number of clues", None),
        "difficulty": Argument(text, "a level of the scale", None),
        "scale": Argument(text, "the scale of the difficulty", None),
        "technique": Argument(_texts, "a technique that is needed, or several", None),
        "minimal": Argument(truth, "whether each clue must be needed", None),
        "rating": Argument(text, "a scale by which each puzzle is rated", None),
        "seed": Argument(whole(0, 2**53), "the seed of the random numbers", None),
    },
    LONG,
)
