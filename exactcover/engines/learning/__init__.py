"""Clause learning."""
