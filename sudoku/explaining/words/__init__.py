"""Explanations of steps in sentences, one file for each group of techniques."""
