"""Several engines in turn: a portfolio of time slices."""
