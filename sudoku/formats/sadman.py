"""Files of SadMan Sudoku (.sdk): one 9x9 puzzle, with facts about it in lines that begin with #.

A file may have sections. ``[Puzzle]`` holds the puzzle, and ``[State]`` the digits of it and those
that a player has entered. The others, of marks and colours, are not read. Without sections the file
is the puzzle alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from exactcover.runtime.texts import printable
from sudoku.errors import TextError
from sudoku.formats.forms.reading import SADMAN_FACTS
from sudoku.formats.fpuzzles.progress import Progress
from sudoku.formats.text_reader import parse
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

SHAPE = Shape(3, 3)
_NONE: Mapping[str, str] = MappingProxyType({})
_SECTION = re.compile(r"\[(\w[\w ]*)\]")
"""The heading of a section: a line of its own."""


def from_sdk(text: str) -> Puzzle:
    r"""Return the puzzle of an .sdk file, without the work of a player.

    `sudoku.Board.from_text` returns the puzzle in progress.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    text
        The content of the file.

    Returns
    -------
    Puzzle
        The classic 9x9 puzzle.

    Raises
    ------
    TextError
        If the file has no section with the puzzle, or it is not one 9x9 grid; the message names
        the line.
    ClashError
        If clues break a rule.

    Examples
    --------
    >>> lines = ["#ANobody", "[Puzzle]", "1........", *["........."] * 8, "[State]", "12......."]
    >>> from_sdk("\n".join(lines)).n_clues
    1
    """
    if not isinstance(text, str):
        raise TextError(f"{text!r} is not a text")
    lines = [line.strip() for line in text.splitlines()]
    if any(map(_SECTION.fullmatch, lines)) and not any(map(_is_puzzle, lines)):
        raise TextError("the .sdk file has no section [Puzzle]")
    facts = facts_of_sdk(text)
    made = Puzzle(clues=parse(_of_sections(text, "", "puzzle"), SHAPE))
    return made.called(facts.get("description"), facts.get("author"))


def progress_of_sdk(text: str) -> Progress | None:
    r"""Return the digits that a player has entered in an .sdk file; None without a state.

    Raises
    ------
    TextError
        If the state is not one 9x9 grid, or another digit is in the cell of a clue.

    Examples
    --------
    >>> rows = "\n".join(["........."] * 8)
    >>> progress_of_sdk(f"[Puzzle]\n1........\n{rows}\n[State]\n12.......\n{rows}").placed
    {(0, 1): 2}
    """
    state = _of_sections(text, "state")
    if not state.strip():
        return None
    placed = {}
    entered, clues = parse(state, SHAPE), parse(_of_sections(text, "", "puzzle"), SHAPE)
    for cell, (digit, clue) in enumerate(zip(entered.cells, clues.cells, strict=True)):
        if clue and digit != clue:
            raise TextError(
                f"{cell_name(SHAPE, cell)} has the clue {clue} in [Puzzle], and "
                f"{digit or 'no digit'} in [State]"
            )
        if digit and not clue:
            placed[divmod(cell, SHAPE.n)] = digit
    return Progress(placed, {}, 0)


def other_sections(text: str) -> list[str]:
    r"""Return the names of the sections that are not read and not empty.

    Examples
    --------
    >>> other_sections("[Puzzle]\n1........\n[PencilMarks]\n12\n[State]\n12.......\n[Colors]\n")
    ['PencilMarks']
    """
    named = _with_sections(text.splitlines())
    return list(dict.fromkeys(name for name, line in named if line.strip() and not _is_read(name)))


def _is_read(section: str) -> bool:
    return section.lower() in ("", "puzzle", "state")


def _of_sections(text: str, *names: str) -> str:
    """Return the lines of some sections, and an empty line for each other line."""
    named = _with_sections(text.removeprefix("\ufeff").splitlines())
    return "\n".join(line if name.lower() in names else "" for name, line in named)


def _with_sections(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each line with the name of its section; a heading becomes an empty line."""
    name = ""
    for line in lines:
        heading = _SECTION.fullmatch(line.strip())
        if heading:
            name = heading[1]
        yield name, "" if heading else line


def _is_puzzle(line: str) -> bool:
    return line.lower() == "[puzzle]"


def facts_of_sdk(text: str) -> dict[str, str]:
    r"""Return the facts that an .sdk file states about its puzzle, by the names in `SADMAN_FACTS`.

    Several lines of one kind are joined.

    Examples
    --------
    >>> facts_of_sdk("#ANobody\n#CFirst,\n#Cthen second.\n1........")
    {'author': 'Nobody', 'comment': 'First,\nthen second.'}
    """
    names = {letter: name for name, letter in SADMAN_FACTS.items()}
    found: dict[str, list[str]] = {}
    for line in text.removeprefix("\ufeff").splitlines():
        if line[:1] == "#" and line[1:2] in names:
            found.setdefault(names[line[1]], []).append(line[2:].strip())
    return {name: "\n".join(texts) for name, texts in found.items()}


def to_sdk(puzzle: PuzzleLike, facts: Mapping[str, str] = _NONE) -> str:
    """Return a puzzle as an .sdk file.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A classic 9x9 puzzle, or anything that `Puzzle.of` takes for one.
    facts
        Facts about it: name -> text, with the names in `SADMAN_FACTS`. By default its author, and
        its title as the description.

    Returns
    -------
    str
        The content of the file, without a line break at the end.

    Raises
    ------
    TextError
        If the puzzle is not a classic 9x9 puzzle, or a fact is not known.

    Examples
    --------
    >>> print(to_sdk("1" + "." * 80, {"author": "Nobody"})[:27])
    #ANobody
    [Puzzle]
    1........
    """
    puzzle = Puzzle.of(puzzle)
    check_classic(puzzle, ".sdk files")
    named = {"author": puzzle.author, "description": puzzle.title}
    facts = {name: text for name, text in named.items() if text} | dict(facts)
    unknown = [name for name in facts if name not in SADMAN_FACTS]
    if unknown:
        raise TextError(f".sdk files have no {unknown[0]!r}; they have {', '.join(SADMAN_FACTS)}")
    heads = [
        f"#{SADMAN_FACTS[name]}{printable(line)}"
        for name, text in facts.items()
        for line in text.splitlines()
    ]
    line = puzzle.grid.to_line()
    rows = [line[start : start + SHAPE.n] for start in range(0, len(line), SHAPE.n)]
    return "\n".join([*heads, "[Puzzle]", *rows])


def check_classic(puzzle: Puzzle, what: str) -> None:
    """Raise an error if a puzzle is not a classic one of 9x9 cells; `what` names the format."""
    if puzzle.shape != SHAPE or puzzle.rules != (Classic(),):
        names = ", ".join(rule.name for rule in puzzle.rules)
        raise TextError(f"{what} are for classic 9x9 puzzles, not for {puzzle.shape} with {names}")
