"""The engine `linear`: rows of the linear relaxation, its solution, bounds, cuts, branching."""
