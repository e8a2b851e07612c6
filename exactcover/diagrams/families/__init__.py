"""Exact cover problems whose options are not written out: families of options come as diagrams."""
