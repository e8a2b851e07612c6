"""Booklets of puzzles for printing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from exactcover.runtime.arguments import check_text, check_truth
from exactcover.runtime.files import replacing
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from sudoku.booklets.entry import Entry, entry_of
from sudoku.booklets.layout import PER_PAGE, find_paper
from sudoku.errors import FormityError, SudokuError
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

__all__ = ["Booklet", "book"]

SUFFIX = ".pdf"


@dataclass(frozen=True, repr=False)
class Booklet:
    """Puzzles for printing: a title page with the rules, the puzzles, and their solutions.

    Attributes
    ----------
    entries
        The puzzles, each with its solution and its rating.
    title, author
        The title and the author's name on the first page, and in the metadata of the PDF.
    per_page
        The number of puzzles on a page: 1, 2, 4 or 6.
    paper
        The size of the pages: "a4" or "letter".
    answers
        Whether the solutions are printed at the end.
    date
        The date in the metadata of the PDF, in UTC unless it has a time zone; None for the time at
        which it is written. With a date, the same booklet gives the same bytes.

    Raises
    ------
    SudokuError
        If there is no puzzle, or there is no such number of puzzles on a page or no such paper, or
        the date is none.
    ProblemError
        If the title or the author is no text, or `answers` is neither True nor False.
    """

    entries: tuple[Entry, ...]
    title: str = "Sudoku"
    author: str = ""
    per_page: int = 4
    paper: str = "a4"
    answers: bool = False
    date: datetime | None = None

    def __post_init__(self) -> None:
        if not self.entries:
            raise SudokuError("a booklet has at least one puzzle: there is none")
        check_text("title", self.title)
        check_text("author", self.author)
        check_truth("answers", self.answers)
        if self.date is not None and not isinstance(self.date, datetime):
            raise SudokuError(f"date is {self.date!r}: it must be a datetime.datetime")
        if self.per_page not in PER_PAGE or self.per_page is True:
            possible = ", ".join(map(str, PER_PAGE))
            raise SudokuError(f"per_page is {self.per_page!r}: it must be one of {possible}")
        find_paper(self.paper)

    def __repr__(self) -> str:
        return f"Booklet({self.title!r}, {len(self.entries)} puzzles)"

    def to_pdf(self) -> bytes:
        """Return the booklet as PDF, whose pictures are vectors and whose text is text.

        Raises
        ------
        MissingExtraError
            If the extra ``pdf`` is not installed.
        SudokuError
            If the font has no glyph for a character of the title or of the author's name.
        """
        from sudoku.booklets.pages import pdf_of

        return pdf_of(self)

    def save(self, path: str | Path) -> None:
        """Write the booklet to a file whose name ends with .pdf, completely or not at all.

        Raises
        ------
        SudokuError
            If the name ends with something else, or as for `to_pdf`.
        MissingExtraError
            If the extra ``pdf`` is not installed.
        """
        check_path(path)
        data = self.to_pdf()
        with replacing(path) as file:
            file.write(data)


def check_path(path: str | Path) -> None:
    """Raise an error if a file name is not that of a PDF."""
    if Path(path).suffix.lower() != SUFFIX:
        raise SudokuError(f"{Path(path).name}: booklets are {SUFFIX}")


def book(
    puzzles: Iterable[PuzzleLike],
    *,
    title: str = "Sudoku",
    author: str = "",
    per_page: int = 4,
    paper: str = "a4",
    answers: bool = False,
    scale: str | None = "bergman",
    date: datetime | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Booklet:
    """Return a booklet of puzzles, which can be saved as PDF.

    Its first page has the title and the rules in words. Below each puzzle is its rating.

    Parameters
    ----------
    puzzles
        The puzzles, in their order: an iterator of `generate`, or anything that `Puzzle.of` takes
        for each puzzle. Shapes and rules may differ.
    title, author
        The title and the author's name on the first page, and in the metadata of the PDF.
    per_page
        The number of puzzles on a page: 1, 2, 4 or 6.
    paper
        The size of the pages: "a4" or "letter".
    answers
        Whether the solutions are printed at the end.
    scale
        The scale of the ratings, a key of `SCALES`; None for no ratings. A puzzle that the scale
        does not rate has no rating.
    date
        The date in the metadata of the PDF, in UTC unless it has a time zone; by default the time
        at which it is written. With a date, the same puzzles give the same bytes.
    time_limit, cancel, progress
        As for `sudoku.solve`; for reading, solving and rating all puzzles, and for making them if
        `puzzles` is an iterator. A node is a puzzle.

    Returns
    -------
    Booklet
        The booklet; `Booklet.save` and `Booklet.to_pdf` need the extra ``pdf``.

    Raises
    ------
    FormityError
        If a puzzle has no solution or more than one; the message names its number. This is not
        checked if there are neither solutions nor ratings.
    SudokuError
        If there is no puzzle, or another argument is wrong.
    UnfinishedError
        If the time limit or `cancel` stopped it.

    Examples
    --------
    >>> made = book(["1234341221434...", "1......2.3.....4"], title="Two small ones")
    >>> made, made.entries[0].rating.text
    (Booklet('Two small ones', 2 puzzles), '0.99 trivial')
    >>> made.save("two.pdf")  # doctest: +SKIP
    """
    entries: list[Entry] = []
    with limited("the booklet", time_limit, cancel, progress) as work:
        for number, puzzle in enumerate(puzzles, 1):
            stop_if_due()
            try:
                entries.append(entry_of(Puzzle.of(puzzle), answers=answers, scale=scale))
            except FormityError as error:
                raise FormityError(f"puzzle {number}: {error}") from None
            work.nodes = number
        stop_if_due()
    return Booklet(tuple(entries), title, author, per_page, paper, answers, date)
