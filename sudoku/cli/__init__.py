"""The command line `sudoku`, one file for each group of commands."""
