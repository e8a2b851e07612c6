"""Lex-leader constraints: of symmetric solutions, the least one in lexicographic order remains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from csp.constraints.conjunction import Chain
from csp.constraints.lexicographic import Lexicographic, lexicographic
from csp.errors import ModelError
from csp.model.expressions import Expression, Variable, whole
from csp.symmetry.image import Image
from csp.symmetry.symmetries import Symmetries
from exactcover.runtime.permutations import Permutation, PermutationGroup, inverse
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

MOST_LEADERS = 64
"""The most symmetries that are broken by default."""


def lex_leader(
    symmetries: Symmetries,
    most: int = MOST_LEADERS,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Chain:
    """Return the constraint that the least solution of each class of symmetric ones satisfies.

    For each symmetry that is chosen, the values of the variables, in their order in the model, are
    at most those of the image. If all symmetries of the group are chosen, one solution of each
    class remains; otherwise at least one does. The constraints serve `solve`, `minimize` and
    `maximize`, too, if the objective is the same for symmetric solutions.

    Consistency: as `lexicographic`. The images are variables of their own where a symmetry changes
    values; a table for each two variables connects them.

    Parameters
    ----------
    symmetries
        A group of symmetries of the model.
    most
        The most symmetries to choose: all of the group if they are not more; else first those that
        take one of the first literals to each literal of its orbit.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    Chain
        A constraint, to be posted to a model or combined with others. It is also an iterable of
        those of single symmetries, which are posted one by one.

    Raises
    ------
    ModelError
        If `most` is negative, or `symmetries` is not a group.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it.

    References
    ----------
    J. Crawford et al., Symmetry-breaking predicates for search problems, KR 1996. J.-F. Puget,
    Breaking symmetries in all different problems, IJCAI 2005.

    Examples
    --------
    >>> from csp import Model, lex_leader
    >>> model = Model()
    >>> beads = model.variables(6, range(2), name="bead")
    >>> turned = model.symmetries(dict(zip(beads, [*beads[1:], beads[0]])))
    >>> model.post(lex_leader(turned))
    >>> model.count()  # the necklaces of six beads in two colours
    14
    """
    if not isinstance(symmetries, Symmetries):
        raise ModelError(f"{symmetries!r} is no group: use what Model.symmetries returns")
    if whole(most, "the number of symmetries") < 0:
        raise ModelError(f"the number of symmetries is {most}: it must not be negative")
    with limited("the list of constraints", time_limit, cancel, progress):
        elements = watched(chosen_elements(symmetries.group, most), every=1)
        parts = [leader_of(symmetries, element) for element in elements]
    return Chain(parts, f"lex_leader({symmetries!r}, {most})")


def chosen_elements(group: PermutationGroup, most: int) -> list[Permutation]:
    """Return all elements but the identity if they are at most `most`; else some of them."""
    if group.order - 1 <= most:
        elements = [*watched(group)]
    elif len(group.generators) >= most:
        return group.generators[:most]
    else:
        below = [each for level in group.levels for each in level.orbit.values()]
        elements = [*group.generators, *below]
    return [each for each in elements if (each != group.identity).any()][:most]


def simple_part(symmetries: Symmetries) -> PermutationGroup:
    """Return the group of the generators that take each variable to one variable.

    The images of these are functions of one variable each, so that their constraints are cheap.
    """
    group = symmetries.group
    sizes = [len(variable.values) for variable in symmetries.model.unknowns]
    owner = np.repeat(np.arange(len(sizes)), sizes)
    first = np.repeat(symmetries.first_literals, sizes)
    simple = []
    for each in watched(group.generators, every=16):
        sources = owner[inverse(each)]
        if (sources == sources[first]).all():
            simple.append(each)
    is_whole = len(simple) == len(group.generators)
    return group if is_whole else PermutationGroup(group.degree, simple)


def leader_of(symmetries: Symmetries, element: Permutation) -> Lexicographic:
    """Return the constraint that an assignment is at most its image."""
    left: list[Variable] = []
    right: list[Expression] = []
    for image in images_of(symmetries, element):
        expression = image.simplified()
        if expression is not image.variable:
            left.append(image.variable)
            right.append(expression)
    return lexicographic(left, right)


def images_of(symmetries: Symmetries, element: Permutation) -> Iterator[Image]:
    """Yield the image of each variable."""
    literals, before = symmetries.literals, inverse(np.asarray(element)).tolist()
    number = 0
    for variable in watched(symmetries.model.unknowns, every=16):
        sources = {}
        for value in variable.values:
            sources[value] = literals[before[number]]
            number += 1
        yield Image(variable, sources)
