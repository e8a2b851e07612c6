"""Small programs that show what exact cover, constraints and sudoku can express."""
