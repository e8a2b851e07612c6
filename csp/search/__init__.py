"""The engine, the public verbs, branching strategies and parallel jobs."""
