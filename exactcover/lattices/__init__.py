"""Lattices: how the cells of tilings lie in the plane or in space, one lattice a file."""
