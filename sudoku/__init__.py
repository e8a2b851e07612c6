"""Sudoku of any shape and rule: solve, count, generate, rate, explain and draw puzzles.

>>> from sudoku import Killer, Puzzle, hint, solve
>>> solve("1......2.3.....4").solution.to_line()
'1243341243212134'
>>> print(hint("1234341221434..."))
Full house. r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.

Where to go; `help(sudoku.solve)` explains one name. A puzzle is a text, an array or a `Puzzle`:

- solve: `solve`, `count`, `solutions`, `formity`, `is_minimal`; `true_candidates`, `complete`
- many puzzles, as texts, a column or an array: `solve_batch`, `count_batch`, `rate_batch`
- rules: `Puzzle(rules=[Classic(), Killer(...)])`, or by name `rule("killer", ...)`; `print(RULES)`
  lists them, and `Rule` is the base of your own
- boards: `Shape(3, 2)`, `Grids("samurai")`, `Puzzle.from_text`
- people: `hint`, `explain`, `all_steps`, `rate` (`print(SCALES)`), `why_impossible`, `redundant`
- new puzzles: `generate` (`print(STRATEGIES)`, `print(RULESETS)`, `print(SYMMETRIES)`)
- pictures and files: `picture`, `book`, `parse`, `read_puzzles`, `from_fpuzzles`, `to_sudokupad`
- mathematics: `canonical`, `isomorphic`, `automorphisms`, `count_grids`, `encode`
- errors: all of puzzles are a `SudokuError`, those of limits and other options of searches an
  `exactcover.ProblemError`; the command line is `sudoku --help`
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
