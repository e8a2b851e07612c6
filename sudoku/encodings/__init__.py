"""Puzzles as exact-cover problems and as models of `csp`."""
