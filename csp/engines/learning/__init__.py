"""Lazy clause generation: a search of a model that learns clauses from conflicts."""
