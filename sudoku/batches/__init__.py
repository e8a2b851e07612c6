"""Many puzzles at once, as arrays, on all cores."""
