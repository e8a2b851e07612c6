"""All-interval rows: twelve notes, each once, and between neighbours each interval once.

Intervals are counted modulo the octave: from note 7 up to note 2 there are 7 half tones. Alban Berg
took such a row for his Lyric Suite.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from csp import Model, all_different

NAMES = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]


def rows(n: int) -> tuple[Model, NDArray[np.object_]]:
    """State the rows of n notes that begin with note 0; return the model, and the notes."""
    model = Model()
    notes = model.variables(n, range(n), name="note")
    steps = model.variables(n - 1, range(1, n), name="step")
    wraps = model.variables(n - 1, range(2), name="wrap")
    model.post(all_different(notes), all_different(steps), notes[0] == 0)
    for (low, high), step, wrap in zip(pairwise(notes), steps, wraps, strict=True):
        model.post(high - low + n * wrap == step)
    return model, notes


def count_rows(n: int) -> int:
    """Count the rows of n notes that begin with note 0.

    >>> [count_rows(n) for n in (2, 4, 6, 8)]
    [1, 2, 4, 24]
    """
    return rows(n)[0].count()


def main() -> None:
    """Print some rows, and how many there are."""
    model, notes = rows(12)
    for solution in model.solutions(limit=3):
        print(" ".join(NAMES[note] for note in solution[notes]))
    for n in range(2, 11, 2):
        print(f"{n:2} notes: {count_rows(n)} rows from the first note on")


if __name__ == "__main__":
    main()
