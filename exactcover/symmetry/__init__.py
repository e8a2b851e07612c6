"""Symmetries of problems, and solutions up to symmetry."""
