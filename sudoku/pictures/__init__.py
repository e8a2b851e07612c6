"""Pictures of puzzles: what is drawn (`marks`), and how (`canvas`, `draw`).

A rule says by `sudoku.rules.base.Rule.drawing` which marks show it.
"""
