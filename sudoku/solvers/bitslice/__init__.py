"""Kernels for many classic 9x9 sudokus at once: bit k of every word belongs to the k-th puzzle.

This is *bit-slicing*, as in fast implementations of ciphers. A candidate is one bit for a puzzle,
so a vector of 256 bits holds a candidate of 256 puzzles; each instruction works for all of them,
and none moves bits from one place to another. `vectors` has the operators, `state` the arrays,
`step` one round of deductions, `branch` branches and stacks, and `search` the search of a batch.

References
----------
E. Biham, "A fast new DES implementation in software", Fast Software Encryption 1997.
"""
