"""Parallel search of models: a race of engines, or tasks that are parts of the search tree."""
