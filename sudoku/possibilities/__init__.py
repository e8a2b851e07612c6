"""What cells hold in the solutions of a puzzle: true candidates, pairs of cells, and sessions."""
