"""Random problems, models, puzzles and damaged files, checked against brute force.

`python -m tests.fuzz --help` says how to run them for long; `test_fuzz.py` runs some in each test.
"""
