"""The public verbs: solve, solutions, count and cheapest, and the search that they begin."""
