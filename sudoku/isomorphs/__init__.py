"""Isomorphs of puzzles: symmetries, canonical forms, automorphisms and maps between puzzles."""
