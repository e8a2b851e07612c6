"""Lattices: how the cells of a tiling lie in the plane, one lattice a file."""
