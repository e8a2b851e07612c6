"""Tests of FlatZinc; `cases` has the meaning of each predicate."""
