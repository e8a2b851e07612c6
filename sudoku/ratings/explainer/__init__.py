"""The techniques of Sudoku Explainer, as far as it has its own, for classic 9x9.

It rates by what it finds first, so what it looks for, and in which order, is part of the scale.
Kernels ``find(tables, room, ...)`` note the easiest pattern in `Room`: what goes, and how hard that
is in tenths. What is written of it here are facts about SukakuExplainer 1.17; the code is ours.

References
----------
N. Juillerat, Sudoku Explainer 1.2 (2006); SukakuExplainer, by its contributors (2019 on).
"""
