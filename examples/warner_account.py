"""A step-by-step account of four puzzles, by the techniques of a report of 2007.

D. Warner's solver had five: what is alone in its cell ("singleton domains"), or in a row, column or
box ("unique domains"), pointing pairs, box/line reduction, and naked pairs, triples and quads.
"""

from collections.abc import Iterable
from textwrap import fill

from sudoku import Explanation, Puzzle, explain

TECHNIQUES = {
    "singleton domains": ["naked_single"],
    "unique domains": ["hidden_single"],
    "pointing pairs": ["pointing"],
    "box/line reduction": ["claiming"],
    "naked pairs, triples, quads": ["naked_pair", "naked_triple", "naked_quad"],
}
BASIC = ("singleton domains", "unique domains")
GRIDS = {
    "Grid 1": ".....5.4.7.....9....6..3.87.8.562...6.4...7.1...147.6.37.4..6....9.....3.5.8.....",
    "Grid 2": "23..6..1.1..8..6..65.9......12....46.........49....72......9.58..1..7..2.2..1..37",
    "Grid 3": "..4.9.6.1715...........5..2.5..8..6....4.6....2..5..4.6..9...........9245.2.3.1..",
    "Grid 4": "...4.61.....3.7....67...49.7.3...6.55...4...16.4...8.9.31...58....8.4.....65.1...",
}


def account(grid: str, kinds: Iterable[str] = TECHNIQUES) -> Explanation:
    """Explain a grid by some kinds of techniques.

    >>> account(GRIDS["Grid 1"], BASIC).end
    <End.SOLVED: 'solved'>
    """
    return explain(Puzzle.from_text(grid), [name for kind in kinds for name in TECHNIQUES[kind]])


def needed(grid: str) -> list[str]:
    """Return the kinds without which a grid is not solved."""
    kinds = list(TECHNIQUES)
    return [kind for kind in kinds if account(grid, set(kinds) - {kind}).end != "solved"]


def main() -> None:
    """Print for each grid how far the techniques go, and its steps beyond the basic ones."""
    singles = [name for kind in BASIC for name in TECHNIQUES[kind]]
    for name, grid in GRIDS.items():
        explanation = account(grid)
        print(f"{name}: {explanation.verdict}")
        if explanation.end == "solved":
            print(f"  Not without {' or '.join(needed(grid)) or 'some of them'}")
        for stage in explanation.stages:
            if stage.step.technique not in singles:
                words = f"{stage.number}. {stage.title}. {stage.words}"
                print(fill(words, 78, initial_indent="  ", subsequent_indent="     "))
        print()
    whole = explain(Puzzle.from_text(GRIDS["Grid 4"]))
    hardest = next(iter(whole.tally()))
    title = next(stage.title for stage in whole.stages if stage.step.technique == hardest)
    print(f"Grid 4 by the whole ladder: {whole.verdict} The hardest: {title}.")


if __name__ == "__main__":
    main()
