"""The score of Bergman et al. (2023): clues, breadth of techniques, and hardest technique."""

from __future__ import annotations

from sudoku.errors import RuleError
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Climb, Ladder
from sudoku.ratings.rating import Rating, Scale

GIVENS = ((69, 0.0), (56, 2.5), (43, 5.0), (30, 7.5), (0, 10.0))
"""Table 1: least numbers of clues, and the difficulty of each."""

N_CELLS = 81
"""The number of cells that Table 1 is made for."""

TECHNIQUES = {
    "naked_single": 0.0,
    "hidden_single": 0.5,
    "naked_pair": 0.5,
    "hidden_pair": 0.5,
    "naked_triple": 0.5,
    "hidden_triple": 1.0,
    "naked_quad": 1.0,
    "hidden_quad": 1.5,
    "pointing": 1.5,
    "claiming": 1.5,
    "x_wing": 2.0,
    "swordfish": 3.0,
    "xy_wing": 3.0,
    "jellyfish": 4.0,
    "xyz_wing": 4.0,
    "pair_exclusion": 7.0,
    "medusa_3d": 7.0,
    "medusa_dual": 7.25,
    "triple_exclusion": 7.5,
    "unit_forcing": 8.25,
    "nishio": 9.5,
    "anti_nishio": 10.0,
}
"""Table 2: the worth of each technique, in the order in which they are tried.

The "unit intersection" of Bergman et al. is both pointing and claiming.
"""

CLASSES = (("easy", 1.0, 2.5), ("medium", 2.5, 4.0), ("hard", 4.0, 6.0), ("expert", 6.0, 10.0))
"""Table 3: the scores of each class: above the first number (easy: or equal), up to the second."""

Weights = tuple[float, float, float]
"""How much the number of clues, the breadth and the hardest technique count."""

EQUAL: Weights = (1.0, 1.0, 1.0)
"""The weights of Bergman et al."""

N_TECHNIQUES = len(TECHNIQUES) - 1
"""The number of techniques of Bergman et al., for whom pointing and claiming are one."""


class Bergman(Scale):
    """The mean of three numbers from 0 to 10 (clues, breadth, hardest technique), and four classes.

    Bergman et al. try easier techniques first; techniques of equal worth are tried here in the
    order of `TECHNIQUES`. They do not mention puzzles that score below 1, which are in no class
    here, nor puzzles that their techniques do not solve, which have no score here. On other boards
    than 9x9, Table 1 is applied to the number of clues for each 81 cells.

    Parameters
    ----------
    weights
        The weights of the number of clues, of the breadth and of the hardest technique, instead of
        equal ones; the authors propose to try others.

    References
    ----------
    I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 3,
    Tables 1 to 3.
    """

    name = "bergman"
    summary = "Bergman et al. (2023): the mean of clues, breadth and hardest technique."
    levels = tuple(name for name, _, _ in CLASSES)
    score_range = (0.0, 10.0)

    def __init__(self, weights: Weights = EQUAL) -> None:
        self.ladder = Ladder(TECHNIQUES)
        self.weights = check_weights(weights)

    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
        return rating_of(clues_of_81(puzzle), self.ladder.climb(puzzle), self.weights)


def check_weights(weights: Weights) -> Weights:
    """Return the weights after checking them.

    Raises
    ------
    RuleError
        If there are not three, one is negative, or all are 0.

    Examples
    --------
    >>> check_weights((1, 0, 2))
    (1.0, 0.0, 2.0)
    """
    made = tuple(map(float, weights))
    if len(made) != 3 or min(made) < 0 or not 0 < sum(made) < float("inf"):
        raise RuleError(f"weights are {weights!r}: there must be three, none negative, not all 0")
    return made[0], made[1], made[2]


def clues_of_81(puzzle: Puzzle) -> float:
    """Return the number of clues of a puzzle, for each 81 cells."""
    return N_CELLS * puzzle.n_clues / puzzle.shape.n_cells


def rating_of(n_clues: float, climb: Climb, weights: Weights = EQUAL) -> Rating:
    """Return the rating of a puzzle from its number of clues and its climb.

    Examples
    --------
    >>> print(rating_of(30, Climb(True, {"naked_single": 51})))
    2.66 medium
    """
    if not climb.solved:
        remark = f"{climb.remark}, so it has no score"
        return Rating(Bergman.name, None, None, False, "unsolved", climb.counts, remark)
    value = score(n_clues, list(climb.counts), weights)
    level = class_of(value)
    remark = "" if level else f"a score below {CLASSES[0][1]:.0f} is in no class"
    text = f"{value:.2f} {level or 'trivial'}"
    return Rating(Bergman.name, value, level, True, text, climb.counts, remark)


def score(n_clues: float, used: list[str], weights: Weights = EQUAL) -> float:
    """Return the score of a puzzle from its number of clues and the techniques that solve it.

    Examples
    --------
    >>> round(score(24, ["naked_single", "hidden_single", "pointing"]), 2)
    4.31
    >>> score(24, ["naked_single", "hidden_single", "pointing"], (0, 0, 1))
    1.5
    """
    givens = next(value for least, value in GIVENS if n_clues >= least)
    kinds = {"pointing" if name == "claiming" else name for name in used}
    breadth = 10 * len(kinds) / N_TECHNIQUES
    hardest = max((TECHNIQUES[name] for name in used), default=0.0)
    parts = zip(weights, (givens, breadth, hardest), strict=True)
    return sum(weight * part for weight, part in parts) / sum(weights)


def class_of(value: float) -> str | None:
    """Return the class of a score, or None for a score below all classes.

    Examples
    --------
    >>> [class_of(value) for value in (0.9, 1.0, 2.5, 2.6, 6.0, 10.0)]
    [None, 'easy', 'easy', 'medium', 'hard', 'expert']
    """
    if value < CLASSES[0][1]:
        return None
    return next(name for name, _, most in CLASSES if value <= most)
