"""Counting by tables over an elimination order of the items."""
