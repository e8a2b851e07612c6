"""D. Warner, "Sudoku solver and generator report" (2007).

Three methods of brute force, logic with brute force (`hybrid`), the printed grids, and the report's
experiments. His classes of difficulty are `sudoku.ratings.warner`; his ways to remove clues are the
strategies `deducible`, `top_down` and `by_logic`.
"""
