"""The statement of all rules of a puzzle together, in forms for solvers."""
