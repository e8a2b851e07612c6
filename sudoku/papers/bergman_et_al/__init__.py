"""I. Bergman, B. Lamkin, C. Ring and J. Zickrick, "Generating Sudoku puzzles" (2023).

Experiments: success by class of difficulty (Figure 3), techniques that can be forced, and whether
techniques that assume one solution can be replaced. The measure is `sudoku.ratings.bergman`; the
algorithm of section 4 is the strategy `by_techniques`, prototype 2 is `grown`.
"""
