"""Models in other languages: FlatZinc, XCSP3, OPB and DIMACS."""
