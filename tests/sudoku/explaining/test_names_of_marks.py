"""Explanations name the mark that forbids two candidates together, not its rule."""

from __future__ import annotations

import pytest

from sudoku import Board, Classic, Puzzle, Shape, rule
from sudoku.explaining.scene import Scene
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule
from sudoku.rules.registry import RULES
from sudoku.statement.weak_links import weak_links
from sudoku.techniques.step import Step

NAMES = {
    "minimum": {"the minimum at r2c2", "the minimum at r5c5"},
    "maximum": {"the maximum at r2c2", "the maximum at r5c5"},
    "extra_regions": {"extra region 1"},
    "killer": {"the cage 8 at r1c1"},
    "thermometer": {"the thermometer r1c1-r3c4"},
    "kropki": {"the white dot r1c1-r1c2", "the black dot r5c5-r6c5"},
    "xv": {"the X between r1c1 and r1c2", "the V between r5c5 and r6c5"},
    "difference": {"the dot 3 at r1c1-r1c2"},
    "ratio": {"the black dot 3 at r1c1-r1c2"},
    "greater_than": {"the sign r1c1 > r1c2"},
    "consecutive": {"the bar r1c1-r1c2"},
    "whispers": {"the whispers line r1c1-r3c4"},
    "renban": {"the renban line r1c1-r3c4"},
    "nabner": {"the nabner line r1c1-r3c4"},
    "relations": {"the pair r1c1-r5c5"},
    "from_zero": {"the sum line at r1c1"},
    "rellik": {"the rellik cage at r1c1"},
    "lunchbox": {"the lunchbox at r1c1"},
    "automaton": {"the automaton at r1c1"},
    "either": {"the choice of digits of r1c1 or digits of r1c9"},
    "equality": {"the equality cage at r1c1"},
    "unknown_regions": {"the regions at r1c1, in order"},
}
"""What the pairs of candidates that the example of a rule forbids are put down to."""
WITHOUT_MARK = {
    *("anti_knight", "anti_king", "non_consecutive", "anti_taxicab"),
    *("indexer", "str8ts", "suguru"),
}
"""Rules that also forbid pairs of candidates that no mark joins."""


def said(puzzle: Puzzle) -> set[str]:
    """Return what forbids any two candidates that do not share a house."""
    scene = Scene(Board(puzzle), Step("naked_single", (), ()))
    links = weak_links(puzzle.shape, puzzle.rules)
    found = {
        scene.rule_between((one, 1), (other, 1))
        for one, peers in enumerate(links.peers)
        for other in peers
        if not scene.shared((one, other))
    }
    pairs = ((one, other) for one, others in links.excluded.items() for other in others)
    return found | {scene.rule_between(one, other) for one, other in pairs}


@pytest.mark.parametrize("name", RULES)
def test_each_rule_names_its_marks(name: str) -> None:
    stated = read_rule(f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name)
    names = said(Puzzle(Shape(3, 3), [stated]))
    if name in NAMES:
        assert names == NAMES[name]
    elif name not in WITHOUT_MARK:
        assert not any(each.endswith(" rule") for each in names)


def test_two_cells_without_a_mark_are_put_down_to_the_rule() -> None:
    dots = rule("kropki", [((0, 0), (0, 1))], negative=True)
    names = said(Puzzle(Shape(2, 2), [Classic(), dots]))
    assert names == {"the white dot r1c1-r1c2", "the kropki rule"}
