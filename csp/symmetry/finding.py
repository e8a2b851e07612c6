"""The symmetries of a model: found, or given by the user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import listed
from csp.model.literal_graph import LiteralGraph
from csp.model.model import Model
from csp.symmetry.given import Given, literal_permutation
from csp.symmetry.structure import check_automorphism, coloured
from csp.symmetry.symmetries import Symmetries
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.symmetry.graph import Coloured


def symmetries(
    model: Model,
    generators: Iterable[Given] | Given | None = None,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Symmetries:
    """Return symmetries of a model: those that are found, or those that some permutations generate.

    Parameters
    ----------
    model
        The model.
    generators
        Permutations: each a mapping, which may leave out what stays, from variables or their names
        to variables, from values to values, or from pairs of a variable and a value to such pairs;
        or a function of a variable and a value that returns a pair. By default the group is found,
        with igraph.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    Symmetries
        The group.

    Raises
    ------
    ModelError
        If a permutation is none, or takes a constraint to what is none; the message names it.
    ImportError
        If the group is to be found, and the extra ``symmetry`` is not installed.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it.

    Notes
    -----
    Symmetries are automorphisms of a graph of literals and constraints. Constraints of at most 4096
    combinations of values, comparisons of sums and of elements of arrays, `all_different`,
    `cardinality`, `circuit`, `cumulative`, `diffn`, `inverse`, `no_overlap`, `table` and others say
    how they are symmetric. Where a constraint cannot, as a long `lexicographic`, no symmetry that
    is found moves its variables.
    Such symmetries may be given; then each solution that a search finds is checked: all
    permutations that were given must take it to a solution.

    To find the group takes exponential time in the worst case, and usually a time near to linear in
    the size of the graph.

    References
    ----------
    D. Cohen et al., Symmetry definitions for constraint satisfaction problems, Constraints 11
    (2006). T. Junttila and P. Kaski, Engineering an efficient canonical labeling tool for large and
    sparse graphs (2007).

    Examples
    --------
    The board of queens has eight symmetries; turning it takes rows to columns:

    >>> from csp import Model, all_different, symmetries
    >>> model = Model()
    >>> q = model.variables(6, range(6), name="q")
    >>> for step in (-1, 0, 1):
    ...     model.post(all_different([v + step * i for i, v in enumerate(q)]))
    >>> symmetries(model).order, model.count(), model.count(up_to="all")
    (8, 4, 1)
    >>> upside_down = symmetries(model, dict(zip(q, reversed(q))))
    >>> upside_down.order, model.count(up_to=upside_down)
    (2, 2)
    """
    if not isinstance(model, Model):
        raise ModelError(f"{model!r} is not a model")
    with limited("the group", time_limit, cancel, progress):
        graph = LiteralGraph(model.unknowns)
        for constraint in watched(model.constraints, every=1):
            graph.add(constraint)
        if generators is None:
            edges, colours = coloured(graph)
            return Symmetries(model, graph, *Coloured(edges, colours).group(len(graph.literals)))
        if callable(generators) or isinstance(generators, Mapping):
            generators = [generators]
        each = watched(listed(generators, "the generators"), every=1)
        given = [literal_permutation(model, graph, one) for one in each]
        unproved: dict[Constraint, None] = {}
        for permutation in watched(given, every=1):
            unproved |= dict.fromkeys(check_automorphism(graph, permutation))
        return Symmetries(model, graph, given, None, tuple(unproved))
