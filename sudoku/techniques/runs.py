"""One kernel that tries several techniques in turn.

A call from Python takes longer than some of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from sudoku.techniques import (
    chains,
    colouring,
    empty_rectangle,
    finned_fish,
    remote_pair,
    sue_de_coq,
    turbot,
    w_wing,
    xy_wing,
)
from sudoku.techniques.finding import N_OTHERS, Finding, restart
from sudoku.techniques.tables import BIT, Tables
from sudoku.techniques.technique import Technique

Runs = list[tuple[tuple[Technique, ...], U32]]
"""Techniques that are tried one after another, each run with the argument of `find_first`."""

MODULES = (
    "finned_fish",
    "turbot",
    "empty_rectangle",
    "colouring",
    "xy_wing",
    "w_wing",
    "remote_pair",
    "chains",
    "sue_de_coq",
)
FINNED_FISH, TURBOT, EMPTY_RECTANGLE, COLOURING, XY_WING, W_WING, REMOTE_PAIR, CHAINS = range(8)
"""The indices of the modules; the last one needs none."""


def runs_of(ladder: Iterable[Technique]) -> Runs:
    """Return the runs of techniques that `find_first` can try, and each of the others alone.

    With each run comes its argument of `find_first`, which is empty for the others.

    Examples
    --------
    >>> from sudoku.techniques.finders import pick
    >>> names = ["xy_wing", "xyz_wing", "sue_de_coq", "als_xz", "nishio"]
    >>> [(len(run), tries.tolist()) for run, tries in runs_of(pick(names))]
    [(3, [[4, 2, 0], [4, 3, 0], [8, 0, 0]]), (1, []), (1, [])]
    """
    runs: Runs = []
    for is_known, techniques in groupby(ladder, is_in_run):
        if is_known:
            run = tuple(techniques)
            runs.append((run, np.array([_as_numbers(each) for each in run], np.uint32)))
        else:
            runs += [((each,), np.zeros((0, 3), np.uint32)) for each in techniques]
    return runs


def is_in_run(technique: Technique) -> bool:
    """Return whether `find_first` can try a technique."""
    return technique.module in MODULES and technique.is_kernel


def _as_numbers(technique: Technique) -> tuple[int, ...]:
    """Return the index of its module and its arguments, with zeros at the end."""
    return (MODULES.index(str(technique.module)), *technique.arguments, 0, 0)[:3]


@kernel
def find_first(tables: Tables, finding: Finding, tries: U32) -> Unsigned:
    """Find the first step of the first technique that finds one; return its index, or how many.

    Each row of `tries` has the index of a module and the arguments of its kernel.
    """
    for k in range(np.uint64(len(tries))):
        if is_vain(finding, tries, k):
            continue
        restart(finding)
        which: Unsigned = np.int64(tries[k, 0])
        if find_by_module(tables, finding, which, np.int64(tries[k, 1]), np.int64(tries[k, 2])):
            return k
    return np.uint64(len(tries))


@helper
def is_vain(finding: Finding, tries: U32, k: Unsigned) -> bool:
    """Return whether the search before, which found nothing, shows that this one finds nothing.

    Finned and sashimi fish of a size have the same search, which meets those of either kind.
    """
    if k == 0 or tries[k, 0] != FINNED_FISH or tries[k - BIT, 0] != FINNED_FISH:
        return False
    return bool(tries[k, 1] == tries[k - BIT, 1] and finding.cursor[N_OTHERS] == 0)


@helper
def find_by_module(
    tables: Tables, finding: Finding, which: Unsigned, argument: Unsigned, kind: Unsigned
) -> bool:
    """Find the next step of a module's technique; return whether there is one."""
    if which == FINNED_FISH:
        return finned_fish.find(tables, finding, argument, kind)
    if which == TURBOT:
        return turbot.find(tables, finding, argument)
    if which == EMPTY_RECTANGLE:
        return empty_rectangle.find(tables, finding)
    if which == COLOURING:
        return colouring.find(tables, finding, argument)
    if which == XY_WING:
        return xy_wing.find(tables, finding, argument)
    if which == W_WING:
        return w_wing.find(tables, finding)
    if which == REMOTE_PAIR:
        return remote_pair.find(tables, finding)
    if which == CHAINS:
        return chains.find(tables, finding, argument)
    return sue_de_coq.find(tables, finding)
