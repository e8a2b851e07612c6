"""The search for the canonical form of a puzzle, the least of all its isomorphs."""
