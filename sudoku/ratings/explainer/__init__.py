"""The techniques that Sudoku Explainer defines in its own way, for classic 9x9 puzzles.

It applies the first step that it finds, so the patterns that it looks for and their order are part
of the scale. The kernels ``find(state, ...)`` note the easiest pattern in `Workspace`: what it
eliminates or places, and its rating in tenths. The comments here state facts about SukakuExplainer
1.17.7; the code is our own. `walk.py` puts them together.

References
----------
N. Juillerat, Sudoku Explainer 1.2 (2006); SukakuExplainer, by its contributors (2019 on).
"""
