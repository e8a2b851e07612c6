"""Measure `exactcover` and `sudoku` against their peers: ``python -m benchmarks``.

Run by hand, never in CI. Peers live in a virtual environment of their own and run as child
processes; nothing in this package imports them outside `benchmarks.workers`.
"""
