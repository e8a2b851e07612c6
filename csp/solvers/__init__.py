"""External solvers of models: optional packages, imported when a solver is requested."""
