"""Formats of puzzles: text of grids and puzzles, and formats that contain rules, one file each."""
