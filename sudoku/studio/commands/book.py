"""The commands `book` and `page`: booklets as PDF, and the page of an explanation."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from exactcover.runtime.formatting import shown
from sudoku.booklets.booklet import book
from sudoku.errors import TextError
from sudoku.formats.json_line import from_json
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked
from sudoku.studio.command import LONG, Argument, Command, text, truth, whole
from sudoku.verbs.explain import explain

MOST_PUZZLES, MOST_ON_PAGE = 500, 12
ANSWERS: Mapping[str, bool | str] = {"none": False, "end": True, "upside_down": "upside_down"}


def _answers(name: str, value: Any) -> bool | str:
    if not isinstance(value, str) or value not in ANSWERS:
        raise TextError(f"{name} is {shown(value)}: it must be one of {', '.join(ANSWERS)}")
    return ANSWERS[value]


def _puzzles(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise TextError(f"{name} is no list of puzzles")
    if not 0 < len(value) <= MOST_PUZZLES:
        raise TextError(f"{name} has {len(value)} puzzles: 1 to {MOST_PUZZLES} make a book")
    return value


def _book(asked: Asked, send: Send) -> Reply:
    puzzles = [from_json(each) for each in asked["puzzles"]]
    made = book(
        puzzles,
        title=asked["title"],
        author=asked["author"],
        per_page=asked["per_page"],
        paper=asked["paper"],
        answers=asked["answers"],
        worksheet=asked["worksheet"],
        symbols=asked["symbols"],
        **asked.limits,
    )
    return {"data": b64encode(made.to_pdf()).decode("ascii"), "ending": "pdf"}


def _page(asked: Asked, send: Send) -> Reply:
    made = explain(asked.puzzle, **asked.limits)
    return {"text": made.html(title=asked["title"], author=asked["author"]), "ending": "html"}


PAGE = Command(
    "A page that steps through the explanation of the puzzle, as HTML.",
    _page,
    {
        "title": Argument(text, "the title", ""),
        "author": Argument(text, "the author", ""),
    },
    LONG,
)
BOOK = Command(
    "A booklet or worksheets with puzzles, as PDF in base 64.",
    _book,
    {
        "puzzles": Argument(_puzzles, "a list of puzzles"),
        "title": Argument(text, "the title", "Sudoku"),
        "author": Argument(text, "the author", ""),
        "per_page": Argument(whole(1, MOST_ON_PAGE), "the puzzles on a page", None),
        "paper": Argument(text, "a4 or letter", "a4"),
        "answers": Argument(_answers, "where the solutions are: none, end or upside_down", False),
        "worksheet": Argument(truth, "whether there is a line for a name, and no cover", False),
        "symbols": Argument(text, "digits or shapes", "digits"),
    },
    LONG,
)
