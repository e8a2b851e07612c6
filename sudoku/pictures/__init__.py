"""Pictures of puzzles: the marks as data (`marks`), and how they are drawn (`canvas`, `draw`).

`sudoku.rules.base.Rule.drawing` returns the marks that show a rule.
"""
