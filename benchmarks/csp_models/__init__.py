"""Models of well-known problems in our own words, as a user would write them."""

from benchmarks.csp_models import designs, packing, puzzles, scheduling

CASES = {
    case.name: case for module in (designs, scheduling, packing, puzzles) for case in module.CASES
}
"""All cases by name."""
