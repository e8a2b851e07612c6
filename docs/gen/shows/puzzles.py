"""Pictures of puzzles, and of the steps that solve them."""

from __future__ import annotations

from exactcover.runtime.pictures.image import Image
from examples.variants import killer, miracle
from sudoku import Classic, Grids, Shape, explain, generate, picture, rule
from sudoku.explaining.examples import example


def quarter_turn() -> Image:
    """A minimal puzzle whose clues are symmetric under quarter turns."""
    return picture(next(generate(symmetry="quarter_turn", seed=3)))


def killer_without_clues() -> Image:
    """A killer without clues: the cages alone leave one solution."""
    return picture(killer(seed=1))


def thermometers() -> Image:
    """Thermometers: digits increase from the bulb."""
    lines = [[(0, 0), (1, 1), (2, 2), (3, 3)], [(0, 8), (0, 7), (0, 6), (1, 6), (2, 6)]]
    lines += [[(8 - r, 8 - c) for r, c in line] for line in lines]
    rules = [Classic(), rule("thermometer", lines)]
    return picture(next(generate(rules=rules, seed=2)))


def jigsaw() -> Image:
    """A jigsaw of 6 x 6 cells."""
    regions = ["111222", "113322", "133332", "544446", "554466", "555666"]
    return picture(next(generate(shape=Shape(3, 2), rules=[rule("jigsaw", regions)], seed=1)))


def miracle_sudoku() -> Image:
    """Two clues are enough if chess moves and consecutive neighbours are barred (M. Lee 2020)."""
    return picture(miracle())


def samurai() -> Image:
    """A samurai: five grids that share their corners."""
    return picture(next(generate(shape=Grids("samurai"), seed=1)))


def windmill() -> Image:
    """A windmill: four grids around a fifth."""
    return picture(next(generate(shape=Grids("windmill"), seed=1)))


def sixteen_digits() -> Image:
    """A board of 16 x 16 cells."""
    return picture(next(generate(shape=Shape(4, 4), clues=110, seed=1)))


def five_rules() -> Image:
    """Thermometers, an arrow, cages, a whisper and a renban line, and dots, in one puzzle."""
    rules = [
        Classic(),
        rule("whispers", [[(0, 1), (1, 0), (2, 1), (1, 2)]]),
        rule("renban", [[(0, 7), (1, 8), (2, 7), (1, 6)]]),
        rule("thermometer", [[(4, 4), (3, 3), (3, 4), (3, 5), (4, 6)], [(8, 4), (7, 4), (6, 4)]]),
        rule("arrow", [[[(6, 1)], [(7, 0), (8, 1), (7, 2)]]]),
        rule("killer", [(14, [(6, 6), (6, 7), (7, 6)]), (12, [(8, 7), (8, 8), (7, 8)])]),
        rule("kropki", [[(4, 0), (5, 0)]], [[(4, 8), (5, 8)]]),
    ]
    return picture(next(generate(rules=rules, seed=1)))


def w_wing() -> Image:
    """W-wing: r1c1 and r8c6 cannot both be 6, so one of them is 8, and r8c1 is not."""
    puzzle = "...5...........5.697.....2...48.2...25.1...3..8..3.........4.7..13.5..9..2...31.."
    stages = explain(puzzle).stages
    return next(stage for stage in stages if stage.step.technique == "w_wing").picture()


def swordfish() -> Image:
    """Swordfish: three rows have the digit in three columns only; it goes elsewhere in these."""
    return example("swordfish").picture()


def xy_chain() -> Image:
    """XY-chain: whichever end is true, the struck candidates are not."""
    return example("xy_chain").picture()


def cage_step() -> Image:
    """A step of a killer: the sum of the cage leaves few digits."""
    stages = explain(killer(seed=1)).stages
    return next(stage for stage in stages if stage.step.technique == "cage").picture()


SHOWS = (
    five_rules,
    quarter_turn,
    killer_without_clues,
    thermometers,
    jigsaw,
    miracle_sudoku,
    samurai,
    windmill,
    sixteen_digits,
)
STEPS = (w_wing, swordfish, xy_chain, cage_step)
