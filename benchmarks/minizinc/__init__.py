"""Compare FlatZinc solvers on the MiniZinc Challenge: ``python -m benchmarks minizinc``.

Each instance is flattened once for the library of each solver. The solvers then run one at a time,
each limited in processor time and memory, so the load of the machine hardly changes what they find.
"""
