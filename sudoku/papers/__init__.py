"""The five papers that the library began with, one folder each, and their experiments, repeated.

A folder holds what only its paper needs: the experiments (`studies`, with the prose that explains
their results), its grids and its solvers. Registries name them; nothing outside imports them. What
several papers share stands here: the types of a study, tables, charts, the page of all studies and
Norvig's 95 puzzles. `README.md` goes through the papers row by row.
"""
