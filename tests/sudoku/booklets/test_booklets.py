"""Booklets: the pages have what is to be seen, and where."""

import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from exactcover import ProblemError
from sudoku import (
    RULES,
    Booklet,
    Classic,
    FormityError,
    Grids,
    Killer,
    Picture,
    Puzzle,
    Rating,
    RuleError,
    Shape,
    SudokuError,
    book,
    generate,
    picture,
    rule,
    solve,
)
from sudoku.booklets.entry import Entry
from sudoku.booklets.layout import MOST_ON_PAGE, PAPERS, divisions, find_paper, slots
from sudoku.geometry.outlines import LAYOUTS
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule
from tests.pdf_texts import Text, pages_of

pytest.importorskip("fpdf", reason="the extra pdf is not installed")
pytest.importorskip("font_lato", reason="the extra pdf is not installed")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1......2.3.....4"
MANY = "1..............."
DATE = datetime(2026, 1, 2, tzinfo=UTC)


def words(page: Sequence[Text]) -> str:
    return " ".join(text.text for text in page)


def rows(texts: Sequence[Text]) -> list[str]:
    """Return texts row by row, from the top; those of a row from the left."""
    lines = sorted({text.y for text in texts}, reverse=True)
    return ["".join(t.text for t in sorted(texts) if t.y == line) for line in lines]


def test_pages_in_order() -> None:
    made = book([SMALL] * 9, title="Nine of them", author="A. Nonymous", answers=True)
    pages = pages_of(made.to_pdf())
    assert [page[0].text for page in pages] == ["1", "2", "3", "4", "5"]
    first = words(pages[0])
    assert re.search("Nine of them .*A. Nonymous .*9 puzzles, with the solutions", first)
    assert "Classic Every row, column and box holds every digit once." in first
    assert "The puzzles have the digits 1 to 4." in first
    numbers = [[t.text for t in page if t.size == 13] for page in pages]
    assert numbers == [[], ["1", "2", "3", "4"], ["5", "6", "7", "8"], ["9"], []]
    assert "Solutions" in words(pages[4])
    assert [t.text for t in pages[4] if t.size == 9 and "Bold" in t.font] == [*"123456789"]


def test_clues_rating_and_solution_are_where_they_belong() -> None:
    made = book([PUZZLE], answers=True, per_page=1, scale="bergman")
    _, puzzle, answer = pages_of(made.to_pdf())
    digits = [t for t in puzzle[1:] if t.size > 13]
    assert "".join(rows(digits)) == PUZZLE.replace(".", "")
    rating = made.entries[0].rating
    assert rating and words(puzzle).endswith(rating.text)
    lowest = min(t.y for t in digits)
    assert puzzle[-1].text == rating.text and puzzle[-1].y < lowest
    solution = solve(made.entries[0].puzzle).solution
    assert solution
    shown = [t for t in answer[1:] if "Bold" not in t.font]
    assert rows(shown) == ["".join(map(str, row)) for row in solution.rows()]
    heading = next(t for t in answer if t.text == "Solutions")
    assert heading.y > max(t.y for t in shown)


def test_solutions_have_no_cages() -> None:
    cells = [(0, 0), (0, 1)]
    total = sum(solve(SMALL).get()[cell] for cell in cells)
    caged = Puzzle.of(SMALL).changed(rules=[Classic(), Killer([(total, cells)])])
    last = [pages_of(book([each], answers=True).to_pdf())[-1] for each in (SMALL, caged)]
    assert last[0] == last[1]


def test_solutions_have_the_numbers_of_their_puzzles() -> None:
    puzzles = list(generate(7, shape=Shape(2, 2), seed=3))
    page = pages_of(book(puzzles, answers=True).to_pdf())[-1]
    at = [k for k, t in enumerate(page) if t.size == 9 and "Bold" in t.font] + [len(page)]
    begin = next(k for k, t in enumerate(page) if t.text == "Solutions") + 1
    for puzzle, start, end in zip(puzzles, [begin, *(k + 1 for k in at)], at, strict=False):
        solution = solve(puzzle).solution
        assert solution and "".join(rows(page[start:end])) == solution.to_line()


@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 12])
@pytest.mark.parametrize("paper", PAPERS)
def test_papers_and_puzzles_on_a_page(per_page: int, paper: str) -> None:
    data = book([SMALL] * 7, per_page=per_page, paper=paper, scale=None).to_pdf()
    pages = pages_of(data)
    assert len(pages) == 1 + -(-7 // per_page)
    width, height = (side * 72 / 25.4 for side in PAPERS[paper])
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert box and (float(box[1]), float(box[2])) == pytest.approx((width, height), abs=0.01)
    assert all(0 < t.x < width and 0 < t.y < height for page in pages for t in page)


def test_places_do_not_overlap() -> None:
    inside = find_paper("Letter").inside
    for n in range(1, MOST_ON_PAGE + 1):
        columns, rows_ = divisions(inside, n)
        places = slots(inside, columns, rows_)
        assert len(places) == columns * rows_ >= n
        for k, one in enumerate(places):
            assert one.x >= inside.x and one.y >= inside.y
            assert one.x + one.width <= inside.x + inside.width + 1e-9
            assert one.y + one.height <= inside.y + inside.height + 1e-9
            for other in places[k + 1 :]:
                assert one.x + one.width <= other.x or one.y + one.height <= other.y


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_drawn_and_explained(name: str) -> None:
    text = f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name
    stated = read_rule(text)
    houses = [] if name in ("classic", "jigsaw", "latin", "str8ts", "suguru") else ["classic"]
    puzzle = Puzzle(Shape(3, 3), [*map(rule, houses), stated])
    first, second = pages_of(Booklet((Entry(puzzle),)).to_pdf())
    assert stated.summary in words(first)
    expected = re.findall("<text.*?>(.*?)</text>", picture(puzzle).to_svg())
    shown = [t.text for t in second]
    for each in expected:
        assert each.replace("&lt;", "<").replace("&gt;", ">") in shown


def test_samurai_and_large_boards() -> None:
    samurai = Grids(LAYOUTS["samurai"])
    boards = [Puzzle(samurai), Puzzle(Shape(4, 4)), Puzzle(Shape(6, 6))]
    made = Booklet(tuple(map(Entry, boards)), per_page=6)
    first = words(pages_of(made.to_pdf())[0])
    assert "A puzzle of 16 digits has the digits 1 to 9 and A to G (for 10 to 16)." in first
    assert "A puzzle of 36 digits has the digits 1 to 36." in first
    assert "Each grid of a board obeys" in first


def test_worksheets_say_what_letters_stand_for() -> None:
    sheet = Booklet((Entry(Puzzle(Shape(4, 3))),), worksheet=True)
    assert "holds each of the digits 1 to 9 and A to C (for 10 to 12) once." in words(
        pages_of(sheet.to_pdf())[0]
    )


def test_rules_are_named_if_they_differ() -> None:
    other = Puzzle(None, [rule("classic"), rule("anti_king")], SMALL)
    second = pages_of(Booklet((Entry(Puzzle.of(SMALL)), Entry(other))).to_pdf())[1]
    assert [t.text for t in second if t.size == 9][1:] == ["classic", "classic, anti-king"]


def test_many_rules_need_several_pages() -> None:
    names = [name for name in RULES if name not in EXAMPLES]
    cells = [(0, 0), (0, 1)]
    lines = [rule("sum_line", [cells], total=k) for k in range(2, 18)]
    puzzle = Puzzle(None, [rule(name) for name in names if name not in ("latin", "windoku")])
    long = [
        type(one.name, (type(one),), {"name": f"line {k}"})([cells]) for k, one in enumerate(lines)
    ]
    pages = pages_of(Booklet((Entry(Puzzle(None, [*puzzle.rules, *long])),)).to_pdf())
    assert len(pages) == 3
    assert min(t.y for page in pages for t in page[1:]) > pages[0][0].y


def test_text_is_in_embedded_fonts() -> None:
    data = book([SMALL]).to_pdf()
    assert data.count(b"/FontFile2") == 2
    assert {t.font for page in pages_of(data) for t in page} == {"MPDFAA+Lato", "MPDFAA+LatoBold"}
    assert b"/Subtype /Image" not in data
    assert len(data) < 50_000  # the whole font alone is larger


def test_metadata_and_the_same_bytes() -> None:
    made = book([SMALL], title="Naïve (and simple)", author="Zoë", date=DATE)
    data = made.to_pdf()
    assert (
        data
        == made.to_pdf()
        == book([SMALL], title="Naïve (and simple)", author="Zoë", date=DATE).to_pdf()
    )
    assert b"/CreationDate (D:20260102000000Z" in data
    for text in ("Naïve (and simple)", "Zoë"):
        assert text.encode("utf-16-be").hex().encode() in data
    assert book([SMALL], title="Other", date=DATE).to_pdf() != data


def test_puzzles_without_a_rating() -> None:
    variant = Puzzle(None, [rule("classic"), rule("anti_king")], PUZZLE)
    assert book([PUZZLE], scale="se").entries[0].rating is not None
    assert (
        book(
            [Puzzle(None, [rule("classic"), rule("diagonal")], SMALL.replace("2", "."))], scale=None
        )
        .entries[0]
        .rating
        is None
    )
    with pytest.raises(FormityError, match="puzzle 1: the puzzle has no solution"):
        book([variant])
    small = Puzzle(None, clues=SMALL)
    assert book([small], scale="se").entries[0].rating is None  # for classic 9x9 puzzles alone


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"puzzles": []}, "at least one puzzle"),
        ({"puzzles": [SMALL], "per_page": 13}, "per_page is 13: it must be a number from 1 to 12"),
        ({"puzzles": [SMALL], "paper": "a5"}, "unknown paper 'a5'"),
        ({"puzzles": [SMALL], "scale": "bergmann"}, "unknown scale 'bergmann'"),
        ({"puzzles": [SMALL, 12]}, "12 is no puzzle"),
        ({"puzzles": [SMALL, MANY]}, "puzzle 2: the puzzle has more than one solution"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        book(**arguments)


def test_a_puzzle_with_many_solutions_may_be_printed_without_them() -> None:
    made = book([MANY], scale=None)
    assert made.entries[0] == Entry(Puzzle.of(MANY))
    assert len(pages_of(made.to_pdf())) == 2


def test_saving_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "small.pdf"
    path.write_text("old")
    with pytest.raises(SudokuError, match="the title has characters that the font Lato does not"):
        book([SMALL], title="数独").save(path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    made = book([SMALL], date=DATE)
    made.save(path)
    assert path.read_bytes() == made.to_pdf()
    with pytest.raises(SudokuError, match=r"small\.png: booklets are \.pdf"):
        made.save(tmp_path / "small.png")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(ImportError, match=r"PDF needs fpdf2 and font-lato: pip"):
        book([SMALL]).to_pdf()


def test_importing_is_light() -> None:
    code = "import sys, sudoku; sudoku.book; print('fpdf' in sys.modules, 'rich' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False False\n"


def test_unknown_elements_are_refused() -> None:
    from fpdf import FPDF

    from sudoku.booklets.layout import Box
    from sudoku.booklets.vectors import draw_svg

    svg = '<svg viewBox="0 0 9 9"><ellipse cx="1" cy="1" rx="1" ry="2" /></svg>'
    pdf = FPDF()
    pdf.add_page()
    with pytest.raises(TypeError, match="the element 'ellipse'"):
        draw_svg(pdf, svg, Box(0, 0, 10, 10))


def test_pictures_keep_their_proportions() -> None:
    from fpdf import FPDF

    from sudoku.booklets.layout import Box
    from sudoku.booklets.vectors import draw_svg

    pdf = FPDF()
    pdf.add_page()
    svg = '<svg viewBox="-5 -5 20 10"><rect x="0" y="0" width="5" height="5" fill="red" /></svg>'
    assert draw_svg(pdf, svg, Box(10, 10, 40, 40)) == Box(10, 20, 40, 20)
    assert isinstance(picture(SMALL), Picture)


@pytest.mark.parametrize("n", [2, 5, 12])
def test_a_worksheet_is_a_page_with_a_line_for_the_name(n: int) -> None:
    (page,) = pages_of(book([SMALL] * n, worksheet=True, title="Monday").to_pdf())
    text = words(page)
    assert "Name Date Monday" in text
    assert "Every row, every column and every box holds each of the digits 1 to 4 once." in text
    assert [t.text for t in page if t.size == 13] == [str(k + 1) for k in range(n)]
    assert "trivial" not in text and "Bergman" not in text


def test_solutions_upside_down_at_the_foot() -> None:
    plain, turned = (
        pages_of(book([SMALL] * 3, worksheet=True, answers=answers).to_pdf())
        for answers in (False, "upside_down")
    )
    assert len(turned) == 1
    assert len(turned[0]) == len(plain[0]) + 3 * (16 + 1)
    data = book([SMALL] * 3, worksheet=True, answers="upside_down").to_pdf()
    assert b"/Rotate" not in data  # the page itself is not turned
    with pytest.raises(ProblemError, match="answers is 'below'"):
        book([SMALL], answers="below")


def test_the_scale_is_named_only_if_it_is_asked_for() -> None:
    first, second = pages_of(book([PUZZLE, "1234341221434..."]).to_pdf())
    assert "Bergman" not in words(first)
    assert [t.text for t in second if t.size == 9][1:] == ["medium", "trivial"]
    first, second = pages_of(book([PUZZLE], scale="bergman").to_pdf())
    assert "Bergman et al. (2023)" in words(first)
    levels = [Entry(Puzzle.of(SMALL), None, rating) for rating in map(rated, ("easy", "hard"))]
    assert "1 easy, 1 hard" in words(pages_of(Booklet(tuple(levels)).to_pdf())[0])


def rated(level: str) -> Rating:
    """Return a rating of a class."""
    return Rating("bergman", None, level, True, level)


def test_a_booklet_without_a_title_page() -> None:
    king = Puzzle(None, [rule("classic"), rule("anti_king")], SMALL)
    first, second = pages_of(Booklet((Entry(king),) * 5, "Kings", cover=False).to_pdf())
    assert "Kings" in words(first) and "Kings" not in words(second)
    assert "Anti-king: Cells that touch at a corner do not hold the same digit." in words(first)


def test_shapes_have_a_key() -> None:
    (page,) = pages_of(book([SMALL], worksheet=True, symbols="shapes").to_pdf())
    assert "holds each of these shapes once." in words(page)
    assert not {"1", "2", "3", "4"} & {t.text for t in page if t.size > 13}
    with pytest.raises(RuleError, match="there are 9 shapes"):
        book([Puzzle(Shape(4, 4))], scale=None, symbols="shapes")


def test_a_long_caption_stays_below_its_puzzle() -> None:
    rules = [Classic(), *(rule(name) for name in ("anti_king", "anti_knight", "diagonal", "latin"))]
    entries = (
        Entry(Puzzle(Shape(2, 2), rules, title="A puzzle with a very long title " * 3)),
        Entry(Puzzle(Shape(2, 2))),
    )
    page = pages_of(Booklet(entries, per_page=4, cover=False).to_pdf())[0]
    captions = [text for text in page if text.size == 9][1:]
    assert len({text.y for text in captions}) > 2
    assert all(text.x >= 10 for text in captions)
