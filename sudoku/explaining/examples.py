"""An example of each technique, in words and as a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sudoku.explaining.explanation import Stage
from sudoku.pictures.picture import Picture
from sudoku.statement.bitsets import mask_of_digits
from sudoku.techniques.examples import example_of


@dataclass(frozen=True, repr=False)
class StageOfDigits(Stage):
    """A stage whose picture shows the candidates of some digits only.

    Attributes
    ----------
    digits
        These digits.
    """

    digits: tuple[int, ...]

    def picture(self) -> Picture:
        """Return the picture of the stage, without candidates of other digits."""
        whole = super().picture()
        shown = mask_of_digits(self.digits)
        return replace(whole, candidates=tuple(mask & shown for mask in whole.candidates))


def example(technique: str) -> StageOfDigits:
    """Return a stage in which a technique finds a step, as an example of it.

    Parameters
    ----------
    technique
        The name of the technique, in any usual spelling.

    Returns
    -------
    StageOfDigits
        The board, the step, its words and its picture. If the step is about one digit only, the
        picture shows no candidates of other digits.

    Raises
    ------
    RuleError
        If there is no technique of that name, or it has no example, since another package adds it.

    Examples
    --------
    >>> stage = example("X-wing")
    >>> stage.title, stage.step.digits, stage.words[:17]
    ('X-wing', (2,), 'In rows 4 and 9, ')
    """
    found = example_of(technique)
    return StageOfDigits(1, found.board, found.step(), found.digits)
