"""Masks for problems with bounds."""
