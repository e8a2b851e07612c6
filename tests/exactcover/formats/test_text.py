"""Knuth's text format: nothing is lost, and mistakes name their line."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import FormatError, Problem, ProblemError
from exactcover.formats.json import from_json, to_json
from exactcover.problem.useless import LeftOut
from tests.strategies import COLOURS, problems

INSTANCES = Path(__file__).parents[4] / "shared" / "data" / "exactcover"

# Anything but white space, control characters and what has a meaning.
words = st.text(
    st.characters(codec="utf-8", exclude_categories=["Z", "C"], exclude_characters=":|"),
    min_size=1,
    max_size=4,
).filter(lambda word: not word.startswith("//"))
comment_lines = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"])).map(
    "|".__add__
)


@st.composite
def named_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem with names of all sorts, with or without labels."""
    problem = draw(problems())
    n_words = problem.n_items + len(COLOURS)
    names = draw(st.lists(words, min_size=n_words, max_size=n_words, unique=True))
    word_of = dict(zip(problem.items + COLOURS, names, strict=True)) | {None: None}
    rows: list[dict[Any, Any]] = [
        {word_of[i]: word_of[c] for i, c in zip(option.items, option.colours, strict=True)}
        for option in problem.options
    ]
    labels = st.lists(words, min_size=len(rows), max_size=len(rows), unique=True)
    has_labels = st.booleans() if rows else st.just(False)
    items = [word_of[i] for i in problem.primary], [word_of[i] for i in problem.secondary]
    if draw(has_labels):
        return Problem(dict(zip(draw(labels), rows, strict=True)), *items)
    return Problem(rows, *items)


@given(named_problems())
def test_what_is_written_is_read_back(problem: Problem) -> None:
    text = problem.to_text()
    again = Problem.from_text(text)
    assert again == problem
    assert again.options == problem.options
    assert again.to_text() == text
    assert from_json(to_json(problem)) == problem


@given(problem=named_problems(), data=st.data())
def test_comments_stay_where_they_are(problem: Problem, data: st.DataObject) -> None:
    lines: list[str] = []
    for line in problem.to_text().splitlines():
        # A label belongs to the option below it.
        if not (lines and lines[-1].startswith("| label: ")):
            lines += data.draw(st.lists(comment_lines, max_size=2))
        lines.append(line)
    lines += data.draw(st.lists(comment_lines, max_size=2))
    text = "\n".join(lines) + "\n"
    again = Problem.from_text(text)
    assert again == problem
    assert again.to_text() == text


def test_a_label_of_blanks_alone_is_a_comment() -> None:
    """Unit separators are blanks; the comment that is written must not become a label."""
    problem = Problem.from_text("p\n| label: \x1f\np\n")
    assert [option.label for option in problem.options] == [None]
    assert Problem.from_text(problem.to_text()) == problem


def test_labels_that_name_no_option_are_comments() -> None:
    text = "| label: before the items \np\n| label: \np\n| all\n| label: of none  \n| end\n"
    problem = Problem.from_text(text)
    assert [option.label for option in problem] == [None]
    assert problem.to_text() == text


def test_blank_lines_and_white_space_mean_nothing() -> None:
    loose = "\n  p  q |\tx\r\n\n| comment\r\n p\tx:A \n\n| label:  A b \nq"
    assert Problem.from_text(loose).to_text() == "p q | x\n| comment\np x:A\n| label: A b\nq\n"


@pytest.mark.parametrize("text", ["p |\np\n", "p\np\n"])
def test_the_bar_may_stand_last(text: str) -> None:
    assert Problem.from_text(text) == Problem([["p"]])


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "no line names the items"),
        ("| only\n\n| comments\n", 4, "no line names the items"),
        ("p | x | y\np\n", 1, "more than one '|' among the items"),
        ("p q:A\np\n", 1, "item name 'q:A' holds ':' or '|'"),
        ("p q|x\np\n", 1, "item name 'q|x' holds ':' or '|'"),
        ("p q p\np\n", 1, "item 'p' is listed twice"),
        ("p | p\np\n", 1, "item 'p' is listed as primary and as secondary"),
        ("| one\np q\n\np r\n", 4, "unknown item 'r'"),
        ("a b\na[2:2] b\n", 2, "unknown item 'a[2'; bounds stand in the line of items"),
        ("p q\np q p\n", 2, "item 'p' occurs twice in the option"),
        ("p | x\np x:A x:B\n", 2, "item 'x' occurs twice in the option"),
        ("p | x\np x:A:B\n", 2, "'x:A:B' does not give 'x' one colour"),
        ("p | x\np x:\n", 2, "'x:' does not give 'x' one colour"),
        ("p | x\np:A x\n", 2, "colour 'A' on primary item 'p'"),
        ("p\np |1e308 |1e308\n", 2, "the sum of the costs is not finite"),
        ("p | x\nx |five\n", 2, "'|five' does not give a cost"),
        ("p\np |five\n", 2, "'|five' does not give a cost: a number was expected"),
        ("p\np |\n", 2, "'|' does not give a cost"),
        ("p\np |nan\n", 2, "'|nan' does not give a cost"),
        ("p\np |1e999\n", 2, "'|1e999' does not give a finite cost"),
        ("3:2|p\np\n", 1, "the bounds of item 'p' are (3, 2): the first is the lower one"),
        ("a[2:2] b\na b\n", 1, "item name 'a[2:2]' holds ':' or '|'; bounds stand before the name"),
        ("p | 1:2|x\np\n", 1, "bounds on secondary item 'x'"),
        ("2:|p\np\n", 1, "item name '2:|p' holds ':' or '|'"),
        ("2|p:A\np\n", 1, "item name 'p:A' holds ':' or '|'"),
        ("p\n| label: A\n| label: B\np\n", 3, "a second label for one option"),
    ],
)
def test_mistakes_name_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Problem.from_text(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: {message}")


@pytest.mark.parametrize("name", ["", "p q", "p:q", "p|q", "|", "p\n", "\u2003"])
def test_names_that_cannot_be_written(name: str) -> None:
    with pytest.raises(ProblemError, match=r"item .* cannot be written"):
        Problem([[name]]).to_text()
    with pytest.raises(ProblemError, match=r"colour .* cannot be written"):
        Problem([{"p": None, "x": name}], secondary=["x"]).to_text()


@pytest.mark.parametrize("label", ["", " A", "A ", "A\nB", "A\u2028B"])
def test_labels_that_cannot_be_written(label: str) -> None:
    with pytest.raises(ProblemError, match=r"label .* cannot be written on one line"):
        Problem({label: ["p"]}).to_text()


def test_what_else_cannot_be_written() -> None:
    with pytest.raises(ProblemError, match="items 1 and '1' are both written '1'"):
        Problem([[1, "1"]]).to_text()
    with pytest.raises(ProblemError, match="without primary items"):
        Problem([["p", "x"]], secondary=["x", "y"]).with_chosen([0]).to_text()


def test_files(tmp_path: Path) -> None:
    problem = Problem([{"é": None, "x": "→"}], secondary=["x"])
    problem.write(tmp_path / "small.dlx")
    again = Problem.read(str(tmp_path / "small.dlx"))
    assert again == problem
    assert again.name == "small"
    with pytest.raises(FileNotFoundError):
        Problem.read(tmp_path / "none.dlx")


@pytest.mark.skipif(not INSTANCES.exists(), reason="there is no ../shared/data/exactcover")
@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*.dlx")), ids=lambda path: path.stem)
def test_instances_are_written_as_they_were_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    written = Problem.read(path).to_text()
    assert [line.split() for line in written.splitlines()] == [
        line.split() for line in text.splitlines()
    ]


def test_knuths_first_example() -> None:
    """The test of the first section of DLX2, whose option without primary items is ignored."""
    text = "| A simple example\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"
    problem = Problem.from_text(text)
    assert [solution.indices for solution in problem.solutions()] == [(1, 2)]
    note = "| left out, for it has no primary item: X:0 Y:1"
    assert problem.comments == ((-1, "| A simple example"), (2, note))
    assert Problem.from_text(problem.to_text()) == problem


def test_costs_anywhere_are_added() -> None:
    problem = Problem.from_text("a b c\na b c |7 |2\na |1 b c\n|5\na |-1 b |0.5 c\n")
    assert problem.costs.tolist() == [9, 1, -0.5]
    assert problem.to_text() == "a b c\na b c |9.0\na b c |1.0\n|5\na b c |-0.5\n"


def test_comments_with_two_slashes() -> None:
    text = "// the items\np q //r\n//one\np q\n//r\n// last\n"
    problem = Problem.from_text(text)
    assert list(map(list, (option.items for option in problem))) == [["p", "q"], ["//r"]]
    assert problem.comments == ((-1, "// the items"), (0, "//one"), (2, "// last"))
    assert problem.to_text() == text
    with pytest.raises(ProblemError, match="item '//r' cannot be written first"):
        Problem([["//r"]]).to_text()


def test_the_label_of_an_option_that_is_left_out_is_in_the_note() -> None:
    problem = Problem.from_text("p | x\n| label: A\nx\n| label: B\np\n")
    assert problem.labels == ("B",)
    note = "| left out, for it has no primary item: x (label: A)"
    assert problem.comments == ((0, note),)
    assert Problem.from_text(problem.to_text()) == problem


def test_options_that_are_left_out_are_named() -> None:
    text = "p | x y\n| label: A\nx y:B\np\ny |3\n"
    problem = Problem.from_text(text)
    assert problem.left_out == (LeftOut(0, ("x", "y"), "A"), LeftOut(2, ("y",)))
    assert str(problem.left_out[1]) == "option 2 (y) has no primary item"
    with pytest.raises(FormatError, match="line 3: the option has no primary item"):
        Problem.from_text(text, on_useless="error")


def test_items_may_all_be_secondary() -> None:
    problem = Problem.from_text(" | x\nx\n")
    assert (problem.primary, problem.n_options, len(problem.left_out)) == ((), 0, 1)
    assert [solution.indices for solution in problem.solutions()] == [()]
