"""No technique ever removes a digit of the solution of a real puzzle."""

import json
from pathlib import Path

import numpy as np
import pytest

from sudoku import Classic, Diagonal, Puzzle, Rule, Shape, generate, solve
from sudoku.formats.janko.reader import from_layout
from sudoku.puzzle.board import Board
from sudoku.rules.anti_knight import AntiKnight
from sudoku.rules.windoku import Windoku
from sudoku.techniques.climb import Climber
from sudoku.techniques.registry import TECHNIQUES
from tests.sudoku_puzzles import is_right

SETS = ("kaggle.csv", "qqwing_expert.txt", "top95.txt", "hardest1905.txt")
SLOW = ("franken", "mutant", "squirmbag", "whale", "als_xy_chain")
MOST_BLANKS = 45
"""With more, almost locked sets are without number."""
FAST = [each for each in TECHNIQUES if not any(word in each.name for word in SLOW)]


def n_blank(climber: Climber) -> int:
    return int((climber.tables.grid == 0).sum())


def check_on_the_way(puzzle: Puzzle, rng: np.random.Generator) -> None:
    """Take steps at random, and now and then look at all steps of all techniques."""
    solution = solve(puzzle).get().cells
    climber = Climber(Board(puzzle))
    ladder = [each for each in FAST if not each.assumes_unique]
    while not climber.is_over():
        if rng.random() < 0.04 and n_blank(climber) <= MOST_BLANKS:
            for technique in FAST:
                for found in climber.steps(technique):
                    assert is_right(found, solution), (puzzle, found)
        usable = (each for each in ladder if rng.random() < 0.8)
        chosen = next((step for each in usable for step in climber.steps(each)), None)
        if chosen is None:
            return
        climber.take(chosen)


@pytest.mark.parametrize("name", SETS)
def test_on_real_puzzles(data: Path, name: str) -> None:
    lines = (data / "sudoku" / name).read_text().splitlines()
    puzzles = [line for line in lines if line[0] in ".0123456789"]
    rng = np.random.default_rng(1)
    for line in puzzles[10:60:25]:
        check_on_the_way(Puzzle.from_text(line), rng)


@pytest.mark.parametrize("kind", ["killer", "consecutive", "jigsaw", "kenken", "str8ts"])
def test_on_real_puzzles_with_further_rules(data: Path, kind: str) -> None:
    rng = np.random.default_rng(3)
    names = {"kenken": "KenKen", "str8ts": "Str8t"}
    file = f"{names.get(kind, kind.title() + 'Sudoku')}.json"
    puzzles = list(json.loads((data / "variants" / file).read_text()).values())
    for texts in puzzles[5:105:50]:
        check_on_the_way(from_layout(kind, texts["problem"]), rng)


@pytest.mark.parametrize(
    ("shape", "rules"),
    [
        (Shape(3, 2), (Classic(),)),
        (Shape(3, 2), (Classic(), Diagonal())),
        (Shape(3, 3), (Classic(), Diagonal())),
        (Shape(3, 3), (Classic(), Windoku())),
        (Shape(3, 3), (Classic(), AntiKnight())),
    ],
)
def test_on_variants(shape: Shape, rules: tuple[Rule, ...]) -> None:
    rng = np.random.default_rng(2)
    for puzzle in generate(2, shape=shape, rules=rules, seed=1, workers=1):
        check_on_the_way(puzzle, rng)
