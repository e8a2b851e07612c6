"""Exact-cover problems: options, bounds, costs, derived problems and their array layout."""
