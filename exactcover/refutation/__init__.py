"""Refutation at the root: weights of items that prove, without a search, that nothing is a cover.

An argument is one file with a function from a `System` to weights, and one line in `registry.py`.
What it finds counts only after it was checked (`System.is_refuted_by`), so no argument has to be
exact; `certificate.py` checks the same once more, in another way.
"""
