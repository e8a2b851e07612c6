"""Tests of XCSP3; `cases` has an instance of each kind of constraint."""
