"""Puzzles in the layouts of janko.at."""
