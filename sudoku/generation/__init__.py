"""Puzzle generation, its strategies, random grids and symmetries."""
