"""What all rules of a puzzle state together, ready for solvers."""
