"""Rulesets: marks laid out at random, judged by exact cover or by the constraints of csp."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from sudoku import (
    RULESETS,
    Classic,
    Formity,
    Grids,
    NotFoundError,
    Puzzle,
    Rule,
    RuleError,
    Ruleset,
    Shape,
    ShapeError,
    formity,
    generate,
    is_minimal,
    rule,
    ruleset,
)
from sudoku.formats.json_line import from_json, to_json
from sudoku.generation.ruleset_layout import checked_rulesets, lay
from sudoku.generation.rulesets.ruleset import WholeBoard
from sudoku.rules.extra_regions import ExtraRegions

S2, S32 = Shape(2, 2), Shape(3, 2)


class Case(NamedTuple):
    """A ruleset on a small board.

    Attributes
    ----------
    text
        The ruleset as on a command line.
    marks
        The field of its rule with the marks that can be removed, or fields; empty if there is none.
    wrong
        A text with a wrong parameter, and what the message says.
    shape
        The board.
    """

    text: str
    marks: tuple[str, ...]
    wrong: tuple[str, str]
    shape: Shape = S2


SIDES = ("top", "bottom", "left", "right")
NO_PARAMETER = "has no parameter 'a'; it has none"
CASES = {
    "killer": Case(
        "killer:most=3", ("cages",), ("killer:most=5", "most is 5, but there are only 4 digits")
    ),
    "jigsaw": Case(
        "jigsaw:symmetry=half_turn", (), ("jigsaw:moves=-1", "moves is -1: it must be at least 0")
    ),
    "x": Case("x", (), ("x:a=1", NO_PARAMETER)),
    "windoku": Case("windoku", (), ("windoku:a=1", NO_PARAMETER)),
    "disjoint_groups": Case("disjoint_groups", (), ("disjoint_groups:a=1", NO_PARAMETER)),
    "anti_knight": Case("anti_knight", (), ("anti_knight:a=1", NO_PARAMETER)),
    "anti_king": Case("anti_king", (), ("anti_king:a=1", NO_PARAMETER), S32),
    "non_consecutive": Case("non_consecutive", (), ("non_consecutive:a=1", NO_PARAMETER), S32),
    "samurai": Case(
        "samurai:layout=butterfly",
        (),
        ("samurai:layout=butterfy", "unknown samurai layout 'butterfy'; did you mean butterfly?"),
        Shape(3, 3),
    ),
    "thermometer": Case(
        "thermometer:lines=2,most=4",
        ("lines",),
        ("thermometer:least=5", "least is 5, but there are only 4 digits"),
    ),
    "arrow": Case(
        "arrow:lines=1", ("arrows",), ("arrow:lines=0", "lines is 0: it must be at least 1")
    ),
    "whispers": Case(
        "whispers:least=2,most=3",
        ("lines",),
        ("whispers:difference=4", "difference is 4, but the highest digit is 4"),
    ),
    "renban": Case(
        "renban:lines=2,most=4", ("lines",), ("renban:least=5,most=5", "least is 5, but there are")
    ),
    "palindrome": Case(
        "palindrome:least=2,most=4", ("lines",), ("palindrome:most=1", "most is 1: it must be at")
    ),
    "between": Case(
        "between:lines=1", ("lines",), ("between:least=2", "least is 2: it must be at")
    ),
    "entropic": Case(
        "entropic:lines=1,most=4", ("lines",), ("entropic:least=5,most=4", "least is 5, more than")
    ),
    "kropki": Case(
        "kropki",
        ("white", "black"),
        ("kropki:negative=1", "negative is 1: it must be true or false"),
    ),
    "xv": Case("xv", ("x", "v"), ("xv:pairs=2,negative=true", "all marks are given")),
    "consecutive": Case(
        "consecutive:negative=false,pairs=6",
        ("bars",),
        ("consecutive:pairs=6", "all marks are given"),
    ),
    "greater_than": Case(
        "greater_than:pairs=12", ("pairs",), ("greater_than:pairs=1.5", "it must be a whole number")
    ),
    "sandwich": Case(
        "sandwich",
        ("top", "left"),
        ("sandwich:views=9", "views is 9, but there is room for 8 only"),
    ),
    "skyscraper": Case(
        "skyscraper:views=10", SIDES, ("skyscraper:views=17", "there is room for 16 only")
    ),
    "x_sum": Case(
        "x_sum:views=6", SIDES, ("x_sum:views=true", "views is True: it must be a whole")
    ),
    "numbered_room": Case(
        "numbered_room:views=6",
        SIDES,
        ("numbered_room:view=6", "no parameter 'view'; it has views"),
    ),
    "little_killer": Case(
        "little_killer:sums=8", ("sums",), ("little_killer:sums=11", "there are only 10 diagonals")
    ),
    "even_odd": Case(
        "even_odd:cells=6", ("even", "odd"), ("even_odd:parity=odder", "unknown even_odd parity")
    ),
    "minimum": Case(
        "minimum", ("marked",), ("minimum:cells=x", "cells is 'x': it must be a whole")
    ),
    "maximum": Case(
        "maximum:cells=2", ("marked",), ("maximum:cells=0", "cells is 0: it must be at")
    ),
    "quadruple": Case(
        "quadruple:circles=3",
        ("circles",),
        ("quadruple:most=5", "a circle has four cells around it"),
    ),
    "extra_regions": Case(
        "extra_regions:regions=1", ("regions",), ("extra_regions:regions=5", "5 regions of 4 cells")
    ),
    "kenken": Case("kenken:cages=6", ("cages",), ("kenken:least=1", "least is 1: it must be at")),
}


def test_every_ruleset_is_tried_here() -> None:
    assert CASES.keys() == RULESETS.keys()


def is_unique(puzzle: Puzzle) -> bool:
    return formity(puzzle, method="dancing_cells") is Formity.ONE


def without_each_mark(stated: Rule, names: Sequence[str]) -> Iterator[Rule]:
    """Yield the rule without one of its marks, for each of them."""
    for name in names:
        marks = getattr(stated, name)
        for k, mark in enumerate(marks):
            if mark is not None:
                left: Any = (None,) if name in SIDES else ()
                yield replace(stated, **{name: (*marks[:k], *left, *marks[k + 1 :])})  # type: ignore[type-var]


def marks_of(puzzle: Puzzle, names: Sequence[str]) -> int:
    """Return the number of marks of the last rule."""
    return sum(1 for _ in without_each_mark(puzzle.rules[-1], names))


SMALL = [name for name in CASES if name != "samurai"]


@pytest.mark.parametrize("name", SMALL)
def test_puzzles_are_unique_and_minimal(name: str) -> None:
    text, names, _, shape = CASES[name]
    for puzzle in generate(3, shape=shape, ruleset=text, minimal=True, minimal_marks=True, seed=3):
        assert is_unique(puzzle)
        assert is_minimal(puzzle, method="dancing_cells")
        *others, last = puzzle.rules
        for less in without_each_mark(last, names):
            left = [less] if any(without_each_mark(less, names)) else []
            assert not is_unique(Puzzle(shape, [*others, *left], puzzle.grid))
        assert from_json(to_json(puzzle)) == puzzle


@pytest.mark.parametrize("name", SMALL)
def test_a_seed_gives_the_same_with_any_number_of_workers(name: str) -> None:
    text, names, _, shape = CASES[name]
    made = [
        list(generate(3, shape=shape, ruleset=text, seed=8, workers=workers)) for workers in (1, 3)
    ]
    assert made[0] == made[1]
    assert len(set(made[0])) > 1
    asked = ruleset_of(text, shape).n_marks
    if asked is not None:
        assert [marks_of(puzzle, names) for puzzle in made[0]] == [asked] * 3


def ruleset_of(text: str, shape: Shape) -> Ruleset:
    return checked_rulesets(text, shape)[1][0]


@pytest.mark.parametrize("name", CASES)
def test_wrong_parameters_are_named(name: str) -> None:
    text, message = CASES[name].wrong
    with pytest.raises(RuleError, match=message.replace("?", r"\?")) as caught:
        generate(1, shape=CASES[name].shape, ruleset=text)
    assert repr(name) in str(caught.value) or name in str(caught.value)


@pytest.mark.parametrize("name", CASES)
def test_parameters_are_documented(name: str) -> None:
    documentation = RULESETS[name].__doc__ or ""
    for field in fields(RULESETS[name]):
        assert field.name in documentation


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["killer", "killer:most=3"], "the ruleset 'killer' is given twice"),
        (["jigsaw", "kenken"], "the rulesets jigsaw and kenken both replace the boxes"),
        (["killer", 3], "a ruleset is a name or a Ruleset, not 3"),
        ("killer:most", "'most' is not of the form parameter=value"),
        ("killer:most=3,most=3", "most is given twice"),
        ("killer={", "the ruleset 'killer': Expecting property name .* at ''"),
        ("killer=[3]", "the parameters are not a JSON object"),
        (["samurai", "sandwich"], "'sandwich': the board must be one square grid"),
        ("jigsaw:symmetry=quarter_turn", "boxes of 3x2 do not have the symmetry quarter_turn"),
    ],
)
def test_requests_that_are_refused(asked: Any, message: str) -> None:
    shape = Shape(3, 3) if "samurai" in asked else S32
    with pytest.raises(RuleError, match=message):
        generate(1, shape=shape, ruleset=asked)


def test_other_arguments_that_are_refused() -> None:
    with pytest.raises(RuleError, match="minimal_marks is for the marks of a ruleset"):
        generate(1, minimal_marks=True)
    with pytest.raises(RuleError, match="minimal_marks changes the difficulty"):
        generate(1, ruleset="killer", technique="naked_single", minimal_marks=True)
    with pytest.raises(RuleError, match="of classic 9x9 puzzles alone"):
        generate(1, ruleset="killer", er=(1, 2))
    with pytest.raises(RuleError, match="does not rate puzzles with the rules 'killer'"):
        next(generate(1, shape=S2, ruleset="killer", difficulty="easy", seed=1, workers=1))
    with pytest.raises(ShapeError, match="the grids have boxes of 3x3, not of 2x2"):
        generate(1, shape=S2, ruleset="samurai")
    with pytest.raises(RuleError, match="rules of their own: arrays would lack them"):
        generate(1, shape=S2, ruleset="killer").arrays()


def test_rulesets_are_combined() -> None:
    given: list[str | Ruleset] = [ruleset("killer", cages=3), "x", "even_odd:cells=2"]
    (puzzle,) = generate(1, shape=S2, ruleset=given, seed=1)
    assert [each.name for each in puzzle.rules] == ["classic", "diagonal", "killer", "even_odd"]
    assert [len(puzzle.rules[2].cages), is_unique(puzzle)] == [3, True]  # type: ignore[attr-defined]
    (both,) = generate(1, shape=S2, ruleset=["jigsaw", "greater_than"], seed=1)
    assert [each.name for each in both.rules] == ["jigsaw", "greater_than"]
    rules = [Classic(), rule("anti_knight")]
    (puzzle,) = generate(1, shape=S2, rules=rules, ruleset="killer", seed=1)
    assert puzzle.rules[:2] == tuple(rules)


def test_other_requests_hold_with_rulesets() -> None:
    (symmetric,) = generate(1, shape=S2, ruleset="killer", symmetry="half_turn", seed=2)
    cells = symmetric.grid.array()
    assert ((cells != 0) == (cells[::-1, ::-1] != 0)).all()
    (counted,) = generate(1, shape=S2, ruleset="thermometer:lines=1", clues=4, seed=2)
    assert counted.n_clues == 4
    (graded,) = generate(1, shape=S2, ruleset="x", technique="naked_single", seed=2)
    assert is_unique(graded)


MARKS = {name: CASES[name].marks for name in ("killer", "greater_than", "x_sum", "little_killer")}


@pytest.mark.parametrize("text", MARKS)
def test_without_clues_marks_are_enough(text: str) -> None:
    for puzzle in generate(3, shape=S2, ruleset=text, clues=0, minimal_marks=True, seed=5):
        assert puzzle.n_clues == 0
        assert is_unique(puzzle)
        *others, last = puzzle.rules
        for less in without_each_mark(last, MARKS[text]):
            assert not is_unique(Puzzle(S2, [*others, less]))


def test_negative_marks_stay() -> None:
    puzzles = list(
        generate(3, shape=S2, ruleset="kropki:negative=true", minimal_marks=True, seed=1)
    )
    for puzzle in puzzles:
        (grid,) = puzzle.solutions(method="dancing_cells")
        dots = puzzle.rules[-1]
        assert dots.negative == ("white", "black")  # type: ignore[attr-defined]
        assert marks_of(puzzle, ("white", "black")) == sum(
            abs(a - b) == 1 or 2 * a == b or 2 * b == a
            for row in (*grid.rows(), *zip(*grid.rows(), strict=True))
            for a, b in pairwise(row)
        )


def test_what_is_not_found_is_said_so() -> None:
    made = generate(1, shape=S2, ruleset="thermometer:lines=9", tries=7, seed=1)
    with pytest.raises(NotFoundError, match="within 7 tries of the ruleset thermometer; that does"):
        next(made)
    made = generate(1, shape=S2, ruleset=["x", "even_odd"], clues=0, tries=5, seed=1)
    with pytest.raises(NotFoundError, match="within 5 tries of the rulesets x, even_odd; that"):
        next(made)
    with pytest.raises(NotFoundError, match="the rules leave no solution"):
        next(generate(1, shape=S2, ruleset="anti_king", seed=1))


def test_time_is_kept() -> None:
    made = generate(shape=S2, ruleset="xv", clues=0, tries=10**9, time_limit=0.3, seed=1)
    assert list(made) == []
    assert made.stopped is not None
    assert made.stopped.value == "time"


@dataclass(frozen=True)
class TopCorners(WholeBoard):
    """A ruleset of a user: one region, from random columns of the first row."""

    name = "top_corners"
    summary = "Some cells differ."

    def rules_before(self, shape: Shape, rng: np.random.Generator) -> tuple[Rule, ...]:
        column = int(rng.integers(shape.n - 1))
        return (ExtraRegions([[(0, column), (1, column + 1), (2, column), (3, column + 1)]]),)


def test_users_register_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULESETS, "_entries", dict(RULESETS._entries))
    RULESETS.register("top_corners", TopCorners)
    made = list(generate(4, shape=S2, ruleset=["top_corners", "killer"], seed=1))
    assert {puzzle.rules[1].name for puzzle in made} == {"extra_regions"}
    assert all(map(is_unique, made))
    assert len({puzzle.rules[1] for puzzle in made}) > 1
    with pytest.raises(RuleError, match="the ruleset 'top_corners' has no parameter 'a'"):
        ruleset("top_corners", a=1)


def test_layouts_are_over_their_grid() -> None:
    """The filled grid obeys the rules: a puzzle of all its digits has a solution."""
    for name in SMALL:
        shape, rulesets = checked_rulesets(CASES[name].text, CASES[name].shape)
        rng = np.random.default_rng(5)
        laid = next(filter(None, (lay(shape, (Classic(),), rulesets, rng) for _ in range(99))))
        assert is_unique(Puzzle(shape, laid.rules(), laid.grid.tolist())), name


@pytest.mark.parametrize("name", CASES)
def test_9x9(name: str) -> None:
    (puzzle,) = generate(1, ruleset=name, clues=None, seed=4)
    assert puzzle.shape == (Grids("samurai") if name == "samurai" else Shape(3, 3))
    assert formity(puzzle, method="csp") is Formity.ONE
    assert from_json(to_json(puzzle)) == puzzle
