"""Puzzles and pictures of SudokuPad."""
