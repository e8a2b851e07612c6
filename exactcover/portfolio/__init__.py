"""Engines made of engines: those that take turns, and those that search something smaller."""
