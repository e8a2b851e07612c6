"""The methods of `Problem` that are functions of the layers above it.

`exactcover.runtime.methods.Method` imports a function when it is first used; type checkers see it
at once.
"""

from typing import TYPE_CHECKING

from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    import exactcover
    import exactcover.formats.dimacs
    import exactcover.formats.lp
    import exactcover.formats.milp
    import exactcover.formats.mps
    import exactcover.formats.opb
    import exactcover.problem.changes
    import exactcover.shapes.moves


class Verbs:
    """The verbs of `Problem`, which the package exports as functions, and the ways out of it."""

    __slots__ = ()
    _repr_svg_ = Method("exactcover.pictures.notebook", "problem_svg")

    if TYPE_CHECKING:
        solve = exactcover.solve
        solutions = exactcover.solutions
        count = exactcover.count
        cheapest = exactcover.cheapest
        improving_solutions = exactcover.improving_solutions
        diagram = exactcover.diagram_of
        sample = exactcover.sample
        reduce = exactcover.reduce
        refute = exactcover.refute
        components = exactcover.components
        estimate = exactcover.estimate
        explain_infeasible = exactcover.explain_infeasible
        symmetries = exactcover.symmetries
        trace = exactcover.trace
        uses = exactcover.uses
        changed = exactcover.problem.changes.changed
        on_lattice = exactcover.shapes.moves.on_lattice
        to_dimacs = exactcover.formats.dimacs.to_dimacs
        to_lp = exactcover.formats.lp.to_lp
        to_milp = exactcover.formats.milp.to_milp
        to_mps = exactcover.formats.mps.to_mps
        to_opb = exactcover.formats.opb.to_opb
    else:
        solve = Method("exactcover", "solve")
        solutions = Method("exactcover", "solutions")
        count = Method("exactcover", "count")
        cheapest = Method("exactcover", "cheapest")
        improving_solutions = Method("exactcover", "improving_solutions")
        diagram = Method("exactcover", "diagram_of")
        sample = Method("exactcover", "sample")
        reduce = Method("exactcover", "reduce")
        refute = Method("exactcover", "refute")
        components = Method("exactcover", "components")
        estimate = Method("exactcover", "estimate")
        explain_infeasible = Method("exactcover", "explain_infeasible")
        symmetries = Method("exactcover", "symmetries")
        trace = Method("exactcover", "trace")
        uses = Method("exactcover", "uses")
        changed = Method("exactcover.problem.changes", "changed")
        on_lattice = Method("exactcover.shapes.moves", "on_lattice")
        to_dimacs = Method("exactcover.formats.dimacs", "to_dimacs")
        to_lp = Method("exactcover.formats.lp", "to_lp")
        to_milp = Method("exactcover.formats.milp", "to_milp")
        to_mps = Method("exactcover.formats.mps", "to_mps")
        to_opb = Method("exactcover.formats.opb", "to_opb")
