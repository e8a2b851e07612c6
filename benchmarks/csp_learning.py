"""Measure lazy clause generation on optimisation models, beside propagation and the default."""

from benchmarks import csp_optima
from benchmarks.report import Section

WAYS = ("default", "propagation", "learning")


def measure(repeats: int, patience: float) -> Section:
    """Run the three methods on each model of `benchmarks.csp_optima`."""
    return csp_optima.measure(repeats, patience, WAYS)
