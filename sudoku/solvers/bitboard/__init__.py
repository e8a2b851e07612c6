"""Kernels for classic 9x9: all candidates of a grid in three vectors.

`lanes` says what stands where, `vectors` gives kernels the operators, `digits` looks across the
digits of a cell, `step` makes one round of deductions, `branch` chooses what to try, and `search`
does it for one puzzle after the other of a batch. `words` does the same on plain integers, for
machines whose vectors are poor; `best` knows which to take.

`engine` is the search of one puzzle, which may be long: it can be stopped and resumed, and `pairs`
takes more time to choose what to try. `state` is its position.
"""
