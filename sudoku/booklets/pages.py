"""The pages of a booklet as PDF: title and rules, puzzles, solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from exactcover.runtime.texts import controls
from sudoku.booklets.layout import (
    HEADING,
    Box,
    answer_divisions,
    divisions,
    find_paper,
    slots,
)
from sudoku.booklets.vectors import draw_svg, needed
from sudoku.booklets.words import (
    caption,
    classes,
    counted,
    explanations,
    names_of,
    remarks,
    short_rules,
)
from sudoku.errors import SudokuError
from sudoku.pictures.picture import Picture, picture
from sudoku.pictures.shapes import key_of_shapes
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.booklets.booklet import Booklet
    from sudoku.booklets.entry import Entry

FONT = "Lato"
FILES = {"": "Lato", "B": "LatoBold"}
"""Style of the font -> its name in the package of the fonts."""
INK, PALE = 34, 110
"""The grey of text, and that of remarks."""
LINE = 1.35
"""The height of a line in font sizes."""
POINT = 25.4 / 72
"""The millimetres of a point."""
IN_ROW, ROW_OF_SOLUTIONS = 6, 30
"""How many solutions at the foot of a page stand in a row, and the height of a row."""


def pdf_of(booklet: Booklet) -> bytes:
    """Return a booklet as PDF.

    Raises
    ------
    MissingExtraError
        If the packages of the extra ``pdf`` are not installed.
    SudokuError
        If the font has no glyph for a character of the title or of the author's name.
    """
    check_texts(booklet.title, booklet.author)
    pages = _Pages(booklet)
    if booklet.cover and not booklet.worksheet:
        pages.write_introduction()
    pages.write_puzzles()
    if booklet.answers is True:
        pages.write_solutions()
    return bytes(pages.pdf.output())


class _Pages:
    """The pages of a booklet in the making."""

    def __init__(self, booklet: Booklet) -> None:
        self._booklet = booklet
        paper = find_paper(booklet.paper)
        self._paper, self._inside = paper, paper.inside
        self.pdf = needed("fpdf").FPDF(unit="mm", format=tuple(paper))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margins(self._inside.x, self._inside.y)
        for style, name in FILES.items():
            self.pdf.add_font(FONT, style, needed("font_lato").font_files[name])
        self.pdf.set_title(booklet.title)
        self.pdf.set_author(booklet.author)
        self.pdf.set_subject(counted(len(booklet.entries), "puzzle"))
        self.pdf.set_creator("exactcover-sudoku")
        self.pdf.set_lang("en")
        date = booklet.date or datetime.now(UTC)
        self.pdf.set_creation_date(date if date.tzinfo else date.replace(tzinfo=UTC))

    def write_introduction(self) -> None:
        """Write the title, the number of puzzles, and the rules."""
        booklet, n = self._booklet, len(self._booklet.entries)
        self._begin_page()
        self.pdf.start_section(booklet.title)
        self.pdf.set_y(self._inside.y + self._inside.height / 8)
        self._paragraph(booklet.title, 30, "B", align="C")
        self._paragraph(booklet.author, 14, align="C")
        at_end = ", with the solutions at the end" if booklet.answers is True else ""
        self._paragraph(counted(n, "puzzle") + at_end, 12, grey=PALE, align="C")
        self._paragraph(classes(booklet.entries), 12, grey=PALE, align="C")
        self.pdf.ln(14)
        for title, text in explanations(booklet.entries).items():
            self._paragraph(title, 12, "B", keep=12)
            self._paragraph(text, 11)
            self.pdf.ln(2.5)
        self.pdf.ln(4)
        for text in remarks(booklet.entries, has_scores=booklet.scores):
            self._paragraph(text, 10, grey=PALE)

    def write_puzzles(self) -> None:
        """Draw the puzzles, each with its number above and its rating below."""
        booklet, entries = self._booklet, self._booklet.entries
        is_mixed = len(set(map(names_of, entries))) > 1
        for start in range(0, len(entries), booklet.on_page):
            self._begin_page()
            if not start:
                self.pdf.start_section("Puzzles")
            shown = entries[start : start + booklet.on_page]
            place = self._below_heading(start)
            if booklet.answers == "upside_down":
                place = self._above_solutions(shown, start, place)
            for k, box in enumerate(slots(place, *divisions(place, booklet.on_page))[: len(shown)]):
                below = _printed(caption(shown[k], is_mixed, has_scores=booklet.scores))
                image = picture(shown[k].puzzle, symbols=booklet.symbols)
                self._draw(image, box, str(start + k + 1), 13, below)

    def _below_heading(self, start: int) -> Box:
        """Write what stands above the puzzles of a page; return the place below it."""
        booklet, inside = self._booklet, self._inside
        if not booklet.worksheet and (booklet.cover or start):
            return inside
        self.pdf.set_y(inside.y)
        if booklet.worksheet:
            self._name_line()
        self._paragraph(booklet.title, 18, "B")
        self._paragraph(booklet.author, 11, grey=PALE)
        for text in short_rules(booklet.entries, booklet.symbols):
            self._paragraph(text, 11)
        if booklet.symbols == "shapes":
            n = max(entry.puzzle.shape.n for entry in booklet.entries)
            row = Box(inside.x, self.pdf.y + 1, inside.width, 9)
            draw_svg(self.pdf, key_of_shapes(n), row, is_left=True)
            self.pdf.set_y(row.y + row.height)
        used = self.pdf.y + 4 - inside.y
        return inside._replace(y=inside.y + used, height=inside.height - used)

    def _name_line(self) -> None:
        """Draw lines for the name and the date of a pupil."""
        inside, y = self._inside, self._inside.y + 5
        self._set_font(11)
        for text, x, end in (
            ("Name", inside.x, inside.x + 0.62 * inside.width),
            ("Date", inside.x + 0.68 * inside.width, inside.x + inside.width),
        ):
            self.pdf.text(x, y, text)
            self.pdf.set_draw_color(INK)
            self.pdf.set_line_width(0.25)
            self.pdf.line(x + self.pdf.get_string_width(text) + 2, y + 0.8, end, y + 0.8)
        self.pdf.set_y(inside.y + 10)

    def _above_solutions(self, shown: Sequence[Entry], start: int, place: Box) -> Box:
        """Draw small solutions upside down at the foot of a page; return the place above them."""
        columns = min(len(shown), IN_ROW)
        rows = -(-len(shown) // columns)
        height = min(rows * ROW_OF_SOLUTIONS, place.height / 3)
        foot = Box(place.x, place.y + place.height - height, place.width, height)
        middle = foot.x + foot.width / 2, foot.y + foot.height / 2
        with self.pdf.rotation(180, *middle):
            for k, box in enumerate(slots(foot, columns, rows)[: len(shown)]):
                solved = _solved(shown[k], self._booklet.symbols)
                self._draw(solved, box, str(start + k + 1), 7)
        return place._replace(height=place.height - height - 4)

    def write_solutions(self) -> None:
        """Draw the solutions, each with the number of its puzzle above."""
        inside = self._inside
        below = inside._replace(y=inside.y + HEADING, height=inside.height - HEADING)
        entries = self._booklet.entries
        shapes = (entry.puzzle.shape for entry in entries)
        columns, rows = answer_divisions(below, shapes, len(entries))
        places = self._places(lambda: self._headed("Solutions", below), columns, rows, "Solutions")
        for number, entry in enumerate(entries, 1):
            solved = _solved(entry, self._booklet.symbols)
            self._draw(solved, next(places), str(number), 9)

    def _places(
        self, begun: Callable[[], Box], columns: int, rows: int, section: str
    ) -> Iterator[Box]:
        """Yield the places of pictures; begin a page whenever the last one is full."""
        is_first = True
        while True:
            self._begin_page()
            if is_first:
                self.pdf.start_section(section)
                is_first = False
            yield from slots(begun(), columns, rows)

    def _headed(self, heading: str, below: Box) -> Box:
        """Write a heading at the top of the page, and return the place below it."""
        self.pdf.set_y(self._inside.y)
        self._paragraph(heading, 15, "B")
        return below

    def _begin_page(self) -> None:
        """Add a page with its number."""
        self.pdf.add_page()
        self._set_font(9, "", PALE)
        self._centred(str(self.pdf.page_no()), self._paper.width / 2, self._paper.height - 12)

    def _draw(self, image: Picture, place: Box, above: str, size: float, below: str = "") -> None:
        """Draw a picture with a text above it and one below."""
        head, line = size * POINT * LINE, 9 * POINT * LINE
        self._set_font(9)
        look = {"w": place.width, "text": below, "dry_run": True, "output": "LINES"}
        lines = self.pdf.multi_cell(**look) if below else []
        height = place.height - head - line * len(lines)
        middle = Box(place.x, place.y + head, place.width, height)
        self._set_font(10)
        taken = draw_svg(self.pdf, image.to_svg(), middle)
        self._set_font(size, "B")
        self.pdf.text(taken.x, taken.y - 0.4 * head, above)
        self._set_font(9, "", PALE)
        for k, text in enumerate(lines):
            y = taken.y + taken.height + (k + 0.9) * line
            self._centred(text, taken.x + taken.width / 2, y)

    def _paragraph(
        self,
        text: str,
        size: float,
        style: str = "",
        *,
        grey: int = INK,
        align: str = "L",
        keep: float = 0,
    ) -> None:
        """Write a paragraph, on the next page if it does not fit; `keep` is the space below it."""
        if not text:
            return
        self._set_font(size, style, grey)
        look = {"w": self._inside.width, "h": size * POINT * LINE, "text": text, "align": align}
        height = self.pdf.multi_cell(**look, dry_run=True, output="HEIGHT")
        if self.pdf.y + height + keep > self._inside.y + self._inside.height:
            self._begin_page()
            self.pdf.set_y(self._inside.y)
            self._set_font(size, style, grey)
        self.pdf.multi_cell(**look, new_x="LMARGIN", new_y="NEXT")

    def _set_font(self, size: float, style: str = "", grey: int = INK) -> None:
        self.pdf.set_font(FONT, style, size)
        self.pdf.set_text_color(grey)

    def _centred(self, text: str, x: float, y: float) -> None:
        """Write a text with its middle at a point of the baseline."""
        self.pdf.text(x - self.pdf.get_string_width(text) / 2, y, text)


def _solved(entry: Entry, symbols: str) -> Picture:
    """Return the picture of a solution, without lines and cages, which would hide small digits."""
    assert entry.solution is not None
    puzzle = entry.puzzle
    rules = tuple(rule for rule in puzzle.rules if rule.makes_board)
    board = Puzzle.unchecked(puzzle.grid, rules)
    return replace(picture(board, symbols=symbols), digits=entry.solution.cells)


def _printed(text: str) -> str:
    """Return a text of a puzzle's own, with a question mark for what the font does not have."""
    return "".join(sign if ord(sign) in _characters() else "?" for sign in text)


def check_texts(title: str, author: str) -> None:
    """Check that the texts of a booklet can be printed.

    Raises
    ------
    MissingExtraError
        If the packages of the extra ``pdf`` are not installed.
    SudokuError
        If the font has no glyph for a character.

    Examples
    --------
    >>> check_texts("\N{CHECK MARK} Sudoku", "")
    Traceback (most recent call last):
    sudoku.errors.SudokuError: the title has characters that the font Lato does not have: \
\u2713
    """
    for what, text in (("title", title), ("author's name", author)):
        missing = dict.fromkeys(
            sign for sign in text if ord(sign) not in _characters() or controls(sign)
        )
        if missing:
            raise SudokuError(
                f"the {what} has characters that the font {FONT} does not have: {' '.join(missing)}"
            )


@cache
def _characters() -> frozenset[int]:
    """Return the characters that all styles of the font have."""
    signs = []
    for name in FILES.values():
        with needed("fontTools.ttLib").TTFont(needed("font_lato").font_files[name]) as font:
            signs.append(frozenset(font.getBestCmap()))
    return frozenset.intersection(*signs)
