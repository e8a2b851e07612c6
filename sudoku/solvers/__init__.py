"""The solvers, one file or folder each, and their registry."""
