"""The command `sudoku book`."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover.runtime.errors import MissingExtraError
from exactcover.runtime.search.result import Interrupted
from sudoku import Classic, Killer, Puzzle, Shape, to_fpuzzles
from sudoku.cli import book as module
from sudoku.cli.generate import generate
from sudoku.cli.main import main
from tests.pdf_texts import pages_of

pytest.importorskip("fpdf", reason="the extra pdf is not installed")
pytest.importorskip("font_lato", reason="the extra pdf is not installed")

SMALL = "1......2.3.....4"
MANY = "1..............."
CLASH = "11.............."
NEW = ("--shape", "2x2", "--seed", "1", "--workers", "1")


def run(*arguments: object, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["book", *map(str, arguments)], input=stdin)


def numbers(path: Path) -> list[str]:
    """Return the numbers of the puzzles."""
    return [t.text for page in pages_of(path.read_bytes()) for t in page if t.size == 13]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.pdf"


def test_new_puzzles(path: Path) -> None:
    made = run("-n", 5, "--answers", "--title", "Five", path, *NEW)
    assert (made.exit_code, made.stderr) == (0, f"wrote {path}: 5 puzzles\n")
    assert numbers(path) == [*"12345"]
    pages = pages_of(path.read_bytes())
    assert len(pages) == 4
    assert "Five" in [t.text for t in pages[0]]


def test_the_usual_number_and_no_answers(path: Path) -> None:
    assert run(path, *NEW).exit_code == 0
    assert numbers(path) == [*"12345678"]
    assert len(pages_of(path.read_bytes())) == 3


def test_the_options_of_generate_hold(path: Path) -> None:
    made = run("-n", 2, "--symmetry", "half_turn", "--rule", "anti_king", path, *NEW[2:])
    assert made.exit_code == 0
    text = [t.text for t in pages_of(path.read_bytes())[0]]
    assert "Cells that touch at a corner do not hold the same digit." in text
    wrong = run("--symmetry", "half", path)
    assert wrong.exit_code == 2 and "unknown symmetry 'half'" in wrong.stderr
    with_help = run("--help").stdout
    options = [one.opts[0] for one in generate.params]
    assert [one for one in options if one not in with_help] == ["--format", "--output"]


def test_marks_of_rulesets(path: Path) -> None:
    made = run("-n", 2, "--ruleset", "killer", "--no-clues", "--answers", path, *NEW)
    assert made.exit_code == 0
    first, second, last = pages_of(path.read_bytes())
    assert "The digits of a cage add up to its sum, and none comes twice." in [
        t.text for t in first
    ]
    below = [t.text for t in second if t.size == 9][1:]
    assert all("killer" not in text for text in below)  # the puzzles differ in their cages alone
    assert sum(t.text in "1234" for t in last) >= 32


def test_the_same_bytes(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    for each in (path, other):
        assert run("-n", 3, "--date", "2026-01-01", each, *NEW).exit_code == 0
    assert path.read_bytes() == other.read_bytes()


def test_puzzles_from_a_file(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text("\n".join([SMALL, SMALL, "# remark", SMALL]))
    made = run("--from", source, "--per-page", 1, "--paper", "Letter", path)
    assert made.exit_code == 0
    pages = pages_of(path.read_bytes())
    assert [[t.text for t in page if t.size > 13] for page in pages[1:]] == [[*"1234"]] * 3
    assert run("--from", source, "-n", 2, path).exit_code == 0
    assert numbers(path) == ["1", "2"]


def test_puzzles_of_any_format(path: Path, tmp_path: Path) -> None:
    cage = Puzzle(Shape(2, 2), [Classic(), Killer([(3, [(0, 1), (0, 2)])])], {(0, 0): 1})
    source = tmp_path / "puzzle.json"
    source.write_text(to_fpuzzles(cage))
    assert json.loads(source.read_text())["killercage"]
    assert run("--from", source, "--no-ratings", path).exit_code == 0
    assert "3" in [t.text for t in pages_of(path.read_bytes())[1]]
    made = run("--from", "-", "--rule", "latin", "--no-ratings", path, stdin=SMALL)
    assert made.exit_code == 0
    assert "Latin" in [t.text for t in pages_of(path.read_bytes())[0]]


def test_puzzles_of_several_sources(path: Path) -> None:
    assert run("--from", SMALL, "--from", "-", path, stdin=SMALL).exit_code == 0
    assert numbers(path) == ["1", "2"]


def test_puzzles_that_cannot_be_printed_are_left_out(path: Path) -> None:
    made = run("--from", "-", path, stdin=f"{SMALL}\n{MANY}\n{CLASH}\n{SMALL}")
    assert made.exit_code == 1
    assert made.stderr.splitlines() == [
        "line 2: the puzzle has more than one solution: it is left out",
        "line 3: two 1s in row 1: row 1, column 1 and row 1, column 2",
        f"wrote {path}: 2 puzzles",
    ]
    assert numbers(path) == ["1", "2"]
    refused = run("--from", "-", path, stdin=f"{SMALL}\n12x.............\n{SMALL}")
    assert refused.exit_code == 2
    assert "'x' is not a digit" in refused.stderr
    assert numbers(path) == ["1", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["book.txt"], "book.txt: booklets are .pdf"),
        (["--from", "/dev/null", "{}"], "there is no puzzle in /dev/null"),
        (["--from", SMALL, "--difficulty", "easy", "{}"], "--difficulty: for new puzzles"),
        (["--from", SMALL, "--seed", "0", "{}"], "--seed: for new puzzles"),
        (["--from", SMALL, "--clues", "0", "{}"], "--clues: for new puzzles"),
        (["--from", SMALL, "--scale", "se", "--no-ratings", "{}"], "--scale is of ratings"),
        ([*NEW, "--scale", "bergman", "--no-ratings", "{}"], "--scale is of ratings"),
        (["--layout", "killer", "{}"], "--layout is for the puzzles of --from"),
        (["--per-page", "13", "{}"], "13 is not in the range"),
        (["--answers", "--upside-down", "{}"], "only one can be given"),
        (["--time-limit", "-1", "{}"], "time_limit is -1.0"),
        (["--scale", "bergmann", "{}"], "unknown scale 'bergmann'; did you mean bergman?"),
        (["--title", "数独", "{}"], "the font Lato does not have: 数 独"),
        (["-n", "0", "{}"], "0 is not in the range"),
    ],
)
def test_bad_input(arguments: list[str], message: str, path: Path) -> None:
    made = run(*(each.format(path) for each in arguments))
    assert made.exit_code == 2
    assert message in " ".join(made.stderr.split())
    assert not path.exists()


def test_a_missing_package_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise MissingExtraError("PDF needs fpdf2 and font-lato")

    monkeypatch.setattr("sudoku.booklets.pages.check_texts", missing)
    made = run(path)
    assert made.exit_code == 2
    assert made.stderr == "Error: PDF needs fpdf2 and font-lato\n"


class Interrupting:
    """A generator that makes two puzzles; then Ctrl-C is pressed."""

    stopped = None

    def __init__(self, error: BaseException) -> None:
        self.undecided: dict[int, int] = {}
        self._error = error

    def __iter__(self) -> Iterator[Puzzle]:
        yield Puzzle.of(SMALL)
        yield Puzzle.of(SMALL)
        raise self._error

    def close(self) -> None:
        pass


@pytest.mark.parametrize("error", [Interrupted(None), KeyboardInterrupt()])
def test_after_ctrl_c_the_puzzles_so_far_are_a_booklet(
    error: BaseException, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "generator_of", lambda *_: Interrupting(error))
    stopped = run("-n", 9, path)
    assert stopped.exit_code == 3
    assert stopped.stderr.splitlines() == [
        "interrupted after 2 puzzles",
        f"wrote {path}: 2 puzzles",
    ]
    assert numbers(path) == ["1", "2"]


def test_a_time_limit(path: Path) -> None:
    stopped = run("-n", 9, "--time-limit", 0, path)
    assert stopped.exit_code == 3
    assert stopped.stderr.splitlines() == [
        "stopped by the time limit after 0 puzzles",
        "there is no booklet",
    ]
    assert not path.exists()
    some = run("--from", "-", "--time-limit", 1000, path, stdin=f"{SMALL}\n{SMALL}")
    assert some.exit_code == 0


def test_not_found(path: Path) -> None:
    made = run("--clues", 17, "--tries", 1, "--seed", 1, "--workers", 1, path)
    assert made.exit_code == 1
    assert "no puzzle as requested was found" in made.stderr
    assert not path.exists()


def test_worksheets(path: Path) -> None:
    made = run("-n", 6, "--worksheet", "--shapes", "--upside-down", path, *NEW)
    assert made.exit_code == 0
    (page,) = pages_of(path.read_bytes())
    assert "Name" in [t.text for t in page]
    assert run("-n", 2, "--no-cover", path, *NEW).exit_code == 0
    assert len(pages_of(path.read_bytes())) == 1
