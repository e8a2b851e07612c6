"""T. Morgans, "Automatic puzzle solving" (2020).

Backjumping, and experiments: times by the number of clues (Figures 6 to 9), thrashing, local search
and the fewest clues. The paper's measure of difficulty is `sudoku.ratings.morgans`.
"""
