"""Incomplete solvers: local search, which finds solutions and proves nothing."""
