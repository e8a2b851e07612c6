"""Sudoku of any shape and rule, as a client of `exactcover`.

>>> from sudoku import Puzzle, solve
>>> puzzle = Puzzle.from_text("1...............")
>>> solve(puzzle).solution.n_clues
16
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
