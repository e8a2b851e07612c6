"""`refute`: prove without a search that a problem has no solution."""

from __future__ import annotations

from exactcover.problem.problem import Problem, check_problem
from exactcover.refutation.certificate import Certificate
from exactcover.refutation.registry import ARGUMENTS
from exactcover.refutation.system import system_of
from exactcover.runtime.search.limits import Flag, loading, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

QUICK, LONG, THOROUGH = 1 << 22, 1 << 26, 1 << 29
"""The work of an argument after the first time slice of a search, some milliseconds; before a long
search, a tenth of a second; and where nothing else is asked, a second."""
FEW_NODES = 256
"""Of so small problems a cover is looked for first; an argument would take longer."""


def refute(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Certificate | None:
    """Prove without a search that a problem has no solution, by weights of its items.

    These arguments are tried, in this order:

    - counting: few classes of items are compared, such as the area of a board and of its pieces
    - elimination: the equations of the items have no solution modulo 2, 3, 5 or a large prime
    - matching: some items need more options than other items allow, by the theorem of Hall
    - relaxation: there is no solution even if options may be chosen in part

    Parameters
    ----------
    problem
        The exact-cover problem.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    Certificate or None
        The weights, with the proof in words; None if no argument refutes the problem, which may
        have no solution all the same.

    Raises
    ------
    UnfinishedError
        If the time limit or `cancel` stops it.

    Notes
    -----
    The work of each argument is limited to about a second. `solve`, `count`, `cheapest` and
    `reduce` use the same arguments.

    Examples
    --------
    Five people cannot be divided into pairs:

    >>> from itertools import combinations
    >>> from exactcover import Problem
    >>> print(refute(Problem(combinations("abcde", 2))))
    each option covers an even number of these 5 items, but together they are covered 5 times
      these: 'a', 'b', 'c', 'd', 'e'
    >>> refute(Problem(combinations("abcd", 2))) is None
    True
    """
    check_problem(problem)
    with limited("the refutation", time_limit, cancel, progress):
        return find_certificate(problem)


def find_certificate(problem: Problem, work: int = THOROUGH) -> Certificate | None:
    """Return weights that prove that a problem has no solution, or None.

    Parameters
    ----------
    work
        About how many entries of arrays each argument may look at.
    """
    if not problem.n_primary or problem.n_nodes > work:
        return None
    system = system_of(problem)
    if problem.n_nodes <= FEW_NODES and system.fits_quickly():
        return None
    for name in ARGUMENTS:
        stop_if_due()
        with loading():
            argument = ARGUMENTS[name]
        for weights in argument(system, work):
            if system.is_refuted_by(weights):
                pairs = zip(problem.items, weights.tolist(), strict=True)
                return Certificate(problem, {item: w for item, w in pairs if w}, name)
    return None
