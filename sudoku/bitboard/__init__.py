"""The kernel behind the batch verbs for classic 9x9: all candidates of a grid in three vectors.

`lanes` says what stands where, `vectors` gives kernels the operators, `digits` looks across the
digits of a cell, `step` makes one round of deductions, `branch` chooses what to try, and `search`
does it for one puzzle or many. `words` does the same on plain integers, for machines whose vectors
are poor; `best` knows which to take.
"""
