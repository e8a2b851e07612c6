"""Booklets of puzzles as PDF, with the extra ``pdf``."""
