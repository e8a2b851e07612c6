"""Puzzles: a shape, rules and clues; their candidates and clashes."""
