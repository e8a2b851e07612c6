"""Booklets of puzzles for printing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from exactcover.runtime.arguments import check_text, check_truth, is_whole
from exactcover.runtime.files import replacing
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView
from sudoku.booklets.entry import Entry, entry_of
from sudoku.booklets.layout import MOST_ON_PAGE, USUAL_ON_PAGE, find_paper
from sudoku.errors import FormityError, SudokuError
from sudoku.pictures.picture import check_symbols
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.registry import AUTOMATIC

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

SUFFIX = ".pdf"
UPSIDE_DOWN = "upside_down"
"""The value of `answers` for solutions at the foot of each page."""


@dataclass(frozen=True, repr=False)
class Booklet(TextView):
    """Puzzles for printing, as a booklet or as worksheets for a class.

    A booklet has a title page with the rules, the puzzles, and their solutions. On a worksheet, the
    title, the rules and a line for a name stand above the puzzles.

    Attributes
    ----------
    entries
        The puzzles, each with its solution and its rating.
    title, author
        The title and the author's name on the first page, and in the metadata of the PDF.
    per_page
        The number of puzzles on a page, from 1 to 12; None for all up to 4, on a worksheet
        up to 12.
    paper
        The size of the pages: "a4" or "letter".
    answers
        Whether the solutions are printed on pages of their own at the end; "upside_down" for small
        ones at the foot of each page.
    date
        The date in the metadata of the PDF, in UTC unless it has a time zone; None for the time at
        which it is written. With a date, the same booklet gives the same bytes.
    worksheet
        Whether these are worksheets.
    cover
        Whether a booklet has a title page; without it, the title and the rules stand above the
        first puzzles.
    symbols
        "digits", or "shapes" for drawn shapes instead of the digits up to 9.
    scores
        Whether ratings are printed as their scale writes them, and the scale is named. Otherwise
        only the classes are printed.

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
    per_page: int | None = None
    paper: str = "a4"
    answers: bool | str = False
    date: datetime | None = None
    worksheet: bool = False
    cover: bool = True
    symbols: str = "digits"
    scores: bool = False

    @property
    def on_page(self) -> int:
        """The number of puzzles on a page."""
        most = MOST_ON_PAGE if self.worksheet else USUAL_ON_PAGE
        return self.per_page or min(len(self.entries), most)

    def __post_init__(self) -> None:
        if not self.entries:
            raise SudokuError("a booklet has at least one puzzle: there is none")
        check_text("title", self.title)
        check_text("author", self.author)
        if self.answers != UPSIDE_DOWN:
            check_truth("answers", self.answers)
        for name in ("worksheet", "cover", "scores"):
            check_truth(name, getattr(self, name))
        for entry in self.entries:
            check_symbols(self.symbols, entry.puzzle.shape.n)
        if self.date is not None and not isinstance(self.date, datetime):
            raise SudokuError(f"date is {self.date!r}: it must be a datetime.datetime")
        on_page = 1 if self.per_page is None else self.per_page
        if not is_whole(on_page) or not 1 <= on_page <= MOST_ON_PAGE:
            raise SudokuError(
                f"per_page is {on_page!r}: it must be a number from 1 to {MOST_ON_PAGE}"
            )
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
    per_page: int | None = None,
    paper: str = "a4",
    answers: bool | str = False,
    scale: str | None = AUTOMATIC,
    date: datetime | None = None,
    worksheet: bool = False,
    cover: bool = True,
    symbols: str = "digits",
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Booklet:
    """Return a booklet of puzzles, or worksheets, which can be saved as PDF.

    The first page of a booklet has the title and the rules in words. Below each puzzle is how
    difficult it is. Worksheets have a line for the name above the puzzles, and no ratings unless a
    scale is given.

    Parameters
    ----------
    puzzles
        The puzzles, in their order: an iterator of `generate`, or anything that `Puzzle.of` takes
        for each puzzle. Shapes and rules may differ.
    title, author
        The title and the author's name on the first page, and in the metadata of the PDF.
    per_page
        The number of puzzles on a page, from 1 to 12; by default all up to 4, on a worksheet
        up to 12.
    paper
        The size of the pages: "a4" or "letter".
    answers
        Whether the solutions are printed at the end; "upside_down" for small ones at the foot of
        each page.
    scale
        The scale of the ratings, a key of `SCALES`, which is then named on the first page. By
        default only the class of each puzzle is printed, on a scale that fits it; None for no
        ratings. A puzzle that the scale does not rate has no rating.
    date
        The date in the metadata of the PDF, in UTC unless it has a time zone; by default the time
        at which it is written. With a date, the same puzzles give the same bytes.
    worksheet
        Whether to make worksheets: pages with a line for a name, a title and the rules above the
        puzzles, and no title page.
    cover
        Whether a booklet has a title page.
    symbols
        "digits", or "shapes" to draw a shape for each digit up to 9, for children.
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
    >>> sheet = book(["1......2.3.....4"] * 6, worksheet=True, answers="upside_down")
    >>> sheet.on_page
    6
    >>> made.save("two.pdf")  # doctest: +SKIP
    """
    entries: list[Entry] = []
    shown = None if worksheet and scale == AUTOMATIC else scale
    with limited("the booklet", time_limit, cancel, progress) as work:
        for number, puzzle in enumerate(puzzles, 1):
            stop_if_due()
            try:
                entries.append(entry_of(Puzzle.of(puzzle), answers=bool(answers), scale=shown))
            except FormityError as error:
                raise FormityError(f"puzzle {number}: {error}") from None
            work.nodes = number
        stop_if_due()
    return Booklet(
        tuple(entries),
        title,
        author,
        per_page,
        paper,
        answers,
        date,
        worksheet,
        cover,
        symbols,
        scores=scale not in (None, AUTOMATIC),
    )
