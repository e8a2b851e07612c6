"""Least costs by linear relaxation, also with bounds of items."""
