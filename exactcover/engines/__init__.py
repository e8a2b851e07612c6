"""The engines, one folder each, and their registry."""
