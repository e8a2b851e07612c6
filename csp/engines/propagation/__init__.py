"""The engine `propagation`: depth-first search with propagation, branching and restarts."""
