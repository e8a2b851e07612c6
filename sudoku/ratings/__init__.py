"""Ratings: the scales, one file each, their registry, and the verb rate."""
