"""Sudoku puzzles of any shape and rule: say, solve, count."""
