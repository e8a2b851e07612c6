"""Rows that bound columns which another column switches off: they hold for its multiple, too.

If at most 4 stores have a warehouse, and each of them needs it open, then the number of stores is
at most 4 times "it is open". Both rows alone leave a relaxation where half of a warehouse is open
for half of 8 stores, and serves 4.

References
----------
A. Atamtürk, G. Nemhauser and M. Savelsbergh, The mixed vertex packing problem, Mathematical
Programming 89 (2000); M. Guignard and K. Spielberg, Logical reduction methods in zero-one
programming, Operations Research 29 (1981) (coefficients changed by implications).
"""

from __future__ import annotations

from collections.abc import Callable

from csp.engines.linear.clique_rows import Line

Bounds = Callable[[int], tuple[int, int]]
"""Returns the bounds of a column."""


def coupled(lines: list[Line], bounds: Bounds) -> list[Line]:
    """Return rows, each multiplied by a column that is 1 if any of its columns is.

    Parameters
    ----------
    lines
        The rows.
    bounds
        Returns the bounds of a column.

    Returns
    -------
    The rows with the same solutions, of which the relaxation allows fewer.

    Examples
    --------
    >>> from csp.engines.linear.clique_rows import Line
    >>> implications = [Line({x: 1, 9: -1}, False, 0) for x in range(3)]
    >>> coupled([*implications, Line({0: 1, 1: 1, 2: 1}, False, 2)], lambda _: (0, 1))[-1]
    Line(terms={0: 1, 1: 1, 2: 1, 9: -2}, is_equation=False, total=0)
    """
    switches = _switches(lines, bounds)
    return [_with_switch(line, switches, bounds) for line in lines] if switches else lines


def _switches(lines: list[Line], bounds: Bounds) -> dict[int, set[int]]:
    """Return for each bit the bits that are 1 wherever it is, as rows of two columns say."""
    found: dict[int, set[int]] = {}
    for terms, is_equation, total in lines:
        if is_equation or total or sorted(terms.values()) != [-1, 1]:
            continue
        if any(bounds(column) != (0, 1) for column in terms):
            continue
        above, below = sorted(terms, key=lambda column: terms[column])
        found.setdefault(below, set()).add(above)
    return found


def _with_switch(line: Line, switches: dict[int, set[int]], bounds: Bounds) -> Line:
    """Return a row multiplied by a column that all of its columns need, if there is one."""
    terms, is_equation, total = line
    if is_equation or total <= 0 or len(terms) < 2:
        return line
    if any(c <= 0 or bounds(column) != (0, 1) for column, c in terms.items()):
        return line
    common = set.intersection(*(switches.get(column, set()) for column in terms))
    common -= terms.keys()
    if not common:
        return line
    return Line({**terms, min(common): -total}, False, 0)
