"""Counting layer by layer, and the diagram that comes of it."""
