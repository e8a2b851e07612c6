"""Random problems for Hypothesis: small enough for `tests.oracle`, and of every kind.

Some have no solution, some have many; options may name secondary items before primary ones.
"""

from functools import cache
from itertools import combinations, product

from hypothesis import strategies as st

from exactcover import Problem

Row = dict[str, str | None]
PRIMARY = ("a", "b", "c", "d", "e")
SECONDARY = ("x", "y", "z")
COLOURS = ("absent", None, "red", "green")


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Draw a problem of at most 5 primary and 3 secondary items, and 10 options."""
    n_primary, n_secondary = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    options = draw(st.lists(st.sampled_from(_options(n_primary, n_secondary)), max_size=10))
    return Problem(options, PRIMARY[:n_primary], SECONDARY[:n_secondary])


@st.composite
def problems_and_choices(draw: st.DrawFn) -> tuple[Problem, list[int]]:
    """Draw a problem and some of its options, which may clash."""
    problem = draw(problems())
    indices = st.integers(0, max(0, problem.n_options - 1))
    return problem, draw(st.lists(indices, max_size=min(3, problem.n_options)))


@st.composite
def bounded_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem whose primary items may have bounds other than (1, 1)."""
    plain = draw(problems())
    pairs = st.sampled_from(
        [(1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (1, 3), (2, 2), (2, 3), (3, 9)]
    )
    bounds = {item: draw(pairs) for item in plain.primary}
    return Problem(rows_of(plain), plain.primary, plain.secondary, bounds=bounds)


@st.composite
def costed_problems(draw: st.DrawFn, numbers: st.SearchStrategy[float] | None = None) -> Problem:
    """Draw a problem whose options cost something: small integers, so that there are ties."""
    plain = draw(problems())
    costs = draw(
        st.lists(
            st.integers(-3, 5) if numbers is None else numbers,
            min_size=plain.n_options,
            max_size=plain.n_options,
        )
    )
    return Problem(rows_of(plain), plain.primary, plain.secondary, costs=costs)


def rows_of(problem: Problem) -> list[Row]:
    """Return the options as they were given."""
    return [dict(zip(o.items, o.colours, strict=True)) for o in problem.options]


@cache
def _options(n_primary: int, n_secondary: int) -> list[Row]:
    """Return all options of so many items: to draw one number for each is ten times as fast."""
    # Those of one primary item twice, so that more of the problems have solutions.
    sets = [s for size in (1, 1, 2, 3) for s in combinations(PRIMARY[:n_primary], size)]
    colourings = list(product(COLOURS, repeat=n_secondary))
    rows = []
    for chosen, colours in product(sets, colourings):
        primary: Row = dict.fromkeys(chosen)
        secondary = {
            item: colour
            for item, colour in zip(SECONDARY, colours, strict=False)
            if colour != "absent"
        }
        rows += [primary | secondary, secondary | primary] if secondary else [primary]
    return rows
