"""Schedules so short that small searches see every hand-over from one engine to another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from random import Random
from unittest.mock import patch

from csp.portfolio import schedules
from tests.csp.plans import short

CUTS: tuple[tuple[str, str, tuple[float, ...]], ...] = (
    ("exactcover.portfolio.lengths", "FIRST_NODES", (1, 2, 5)),
    ("exactcover.portfolio.lengths", "SLICE_UPDATES", (1, 8, 64)),
    ("exactcover.portfolio.lengths", "GROWTH", (4, 16)),
    ("exactcover.portfolio.lengths", "MOST_STATES", (1, 9, 1 << 23)),
    ("exactcover.portfolio.smaller", "LEAST_GAIN", (1e-9, 0.2)),
    ("exactcover.portfolio.lengths", "LARGE", (1, 10_000)),
    ("exactcover.portfolio.parts", "MOST_FOUND", (1, 2, 64)),
    ("exactcover.runtime.search.driver", "FIRST_BUDGET", (1, 3)),
    ("exactcover.runtime.search.driver", "SLICE_SECONDS", (0.0,)),
    ("exactcover.runtime.search.progress", "SECONDS_BETWEEN", (0.0,)),
    ("exactcover.estimation.estimate", "PLAIN_NODES", (0, 5)),
    ("exactcover.estimation.estimate", "PLAIN_UPDATES", (0,)),
    ("exactcover.weighted.construction", "DIAGRAM_NODES", (1, 1 << 21)),
    ("exactcover.runtime.parallel.run", "BATCH_SECONDS", (1e-9,)),
    ("exactcover.parallel.cover_job:CoverJob", "call_nodes", (1, 3)),
    ("exactcover.parallel.cover_job:CoverJob", "task_updates", (1,)),
    ("exactcover.symmetry.action", "LEAST_ORDER", (2, 8)),
    ("exactcover.symmetry.action", "SHORT_UPDATES", (0, 8, 1 << 23)),
    ("exactcover.symmetry.lex_leader", "WORTHWHILE", (0.75, 9.0)),
    ("exactcover.symmetry.least_problem", "WORTHWHILE", (0.0, 0.75, 9.0)),
    ("exactcover.symmetry.symmetries", "FEW_OF_A_CLASS", (0, 3, 400)),
    ("exactcover.symmetry.marking", "FEW_SYMMETRIES", (0, 1, 4, 48)),
    ("exactcover.symmetry.marking", "MOST_ORBITS", (1, 8)),
    ("exactcover.runtime.permutations", "FEW", (0, 48)),
    ("csp.parallel.tasks:Assignments", "call_nodes", (1, 3)),
    ("csp.parallel.tasks:Assignments", "task_updates", (1,)),
    ("csp.portfolio.counting", "FIRST_UPDATES", (64, 256)),
    ("csp.portfolio.counting", "DENSE", (1, 1 << 12)),
    ("csp.portfolio.counting", "FASTER", (0, 4)),
    ("sudoku.solvers.automatic", "SLICE_UPDATES", (1, 40, 400)),
)
"""The module or class that has a constant, its name, and what it may be instead."""
IMPORTERS = ("exactcover.layered.search", "exactcover.parallel.cover_job")
"""Modules that import some of these constants, or import modules that do. They are imported before
the first cut: one that was imported meanwhile would keep the short values."""


@contextmanager
def short_slices(rng: Random) -> Iterator[None]:
    """Cut the schedules of the automatic choices to a few nodes, three times out of four."""
    for name in IMPORTERS:
        import_module(name)
    with ExitStack() as patched:
        if rng.random() < 0.75:
            for where, name, values in CUTS:
                module, _, kind = where.partition(":")
                owner = import_module(module)
                owner = getattr(owner, kind) if kind else owner
                patched.enter_context(patch.object(owner, name, rng.choice(values)))
            for name in ("FOR_BEST", "FOR_FEW"):
                plan = short(getattr(schedules, name), rng.choice((1, 4)))
                patched.enter_context(patch.object(schedules, name, plan))
        yield
