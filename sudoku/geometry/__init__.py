"""Boards: shapes, outlines of several grids, and grids of digits."""
