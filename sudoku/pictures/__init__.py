"""Pictures of puzzles: what is drawn (`marks`), and how (`canvas`, `draw`).

A rule says by `sudoku.rules.rule.Rule.drawing` which marks show it.
"""
