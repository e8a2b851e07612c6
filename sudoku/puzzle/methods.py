"""The methods of `Puzzle` that are public functions of the package.

`exactcover.runtime.methods.Method` imports a function when it is first used; type checkers see it
at once.
"""

from typing import TYPE_CHECKING

from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    import sudoku


class Verbs:
    """The verbs of `Puzzle`: the functions of these names that the package exports."""

    __slots__ = ()

    if TYPE_CHECKING:
        solve = sudoku.solve
        solutions = sudoku.solutions
        count = sudoku.count
        true_candidates = sudoku.true_candidates
        refining_candidates = sudoku.refining_candidates
        symmetries = sudoku.symmetries
        automorphisms = sudoku.automorphisms
        canonical = sudoku.canonical
        isomorphic = sudoku.isomorphic
        transform = sudoku.transform
        random_isomorph = sudoku.random_isomorph
    else:
        solve = Method("sudoku", "solve")
        solutions = Method("sudoku", "solutions")
        count = Method("sudoku", "count")
        true_candidates = Method("sudoku", "true_candidates")
        refining_candidates = Method("sudoku", "refining_candidates")
        symmetries = Method("sudoku", "symmetries")
        automorphisms = Method("sudoku", "automorphisms")
        canonical = Method("sudoku", "canonical")
        isomorphic = Method("sudoku", "isomorphic")
        transform = Method("sudoku", "transform")
        random_isomorph = Method("sudoku", "random_isomorph")
