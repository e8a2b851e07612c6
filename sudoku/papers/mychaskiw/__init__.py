"""T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014).

The race of solvers, and its experiments: solvers (Table 2), winners of races (Figure 3) and
strategies of generation (Figure 4). Algorithms 2.1 to 2.4 are `sudoku.solvers.backtracking` and
`propagation`; 3.1 to 3.3 are the strategies `top_down`, `bottom_up` and `deduction`.
"""
