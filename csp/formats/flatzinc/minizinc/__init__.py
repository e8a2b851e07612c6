"""The library of MiniZinc for our solver: which global constraints we have ourselves."""
