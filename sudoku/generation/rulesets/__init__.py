"""Rulesets: kinds of puzzles whose marks (cages, lines, dots ...) are laid out at random."""
