"""The linear relaxation of a model: its rows, its solution, exact bounds from it, and cuts."""
