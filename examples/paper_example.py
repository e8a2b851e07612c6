"""The exact cover that J. Mychaskiw's "Sudoku: Puzzles, Solvers and Generators" starts from.

The matrix says which of the sets A to E hold which of the elements 1 to 6.
"""

