"""Symmetries of models, solutions up to symmetry, and constraints that break symmetries."""
