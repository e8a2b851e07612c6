"""Puzzles of f-puzzles.com."""
