"""Counting layer by layer in passes: on several cores, on disk, and up to symmetry."""
