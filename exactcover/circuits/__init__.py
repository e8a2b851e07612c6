"""Arithmetic circuits of all solutions: sums of weights, shares of options, random solutions."""
