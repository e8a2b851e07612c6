"""Counting all grids of a shape, also up to symmetry, where they cannot be listed."""
