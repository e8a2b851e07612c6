"""Kernels for classic 9x9 sudoku: three vectors hold all candidates of a grid.

`lanes` defines the layout of the vectors, `vectors` their operators in kernels, `digits` the
operations across the digits of a cell, `step` one round of deductions and `branch` the choice of
a branch; `search` searches the puzzles of a batch one after another. `words` does the same on plain
integers, for machines without fast vectors; `best` selects one of the two.

`engine` is the search of one puzzle, which may be long: it can be stopped and resumed, and `pairs`
chooses its branches, with more work for each choice. `state` is the position of this search.
"""
