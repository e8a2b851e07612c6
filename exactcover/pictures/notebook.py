"""HTML of solutions, counts, estimates and diagrams for notebooks.

All of it is small and quick to make, however large the object is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exactcover.lattices.registry import LATTICES
from exactcover.pictures.adjacency import are_connected
from exactcover.pictures.picture import picture
from exactcover.pictures.tiling import Tiling
from exactcover.pictures.words import brief, tile_label
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import format_duration, format_number, format_whole, short
from exactcover.runtime.notebook import statistics_note, table
from exactcover.runtime.search.limits import ending
from exactcover.runtime.texts import markup as escape

if TYPE_CHECKING:
    from exactcover.diagrams.diagram import Diagram
    from exactcover.estimation.estimate import Estimate
    from exactcover.problem.problem import Problem
    from exactcover.problem.solution import Solution
    from exactcover.runtime.search.result import Count
    from exactcover.shapes.polyform import Polyform
    from exactcover.verbs.cheapest import Cheapest
    from exactcover.weighted.sampling import Samples

OPTIONS = 20
"""The most options of a solution that are listed."""
CELLS = 400
"""The most cells of a solution that is drawn."""
SOLUTIONS = 3
"""The most solutions that are shown of several."""


def problem_svg(problem: Problem) -> str:
    """Return the picture of a problem as a table."""
    from exactcover.pictures.matrix import matrix_of

    return matrix_of(problem).to_svg()


def polyform_svg(piece: Polyform) -> str:
    """Return the picture of a piece."""
    return picture([piece.cells], cells=piece.lattice).to_svg()


def solution_html(solution: Solution) -> str:
    """Return the picture of a solution if it looks like a tiling, else the list of its options."""
    tiling = tiling_of(solution)
    if tiling is not None:
        return tiling.to_svg()
    rows = "".join(f"<li>{_option_html(option)}</li>" for option in solution[:OPTIONS])
    n_more = len(solution) - OPTIONS
    more = f"<li>and {n_more:,} more</li>" if n_more > 0 else ""
    return f"<ul>{rows}{more}</ul>"


def count_html(count: Count) -> str:
    """Return the number of solutions, and how it was found."""
    number = format_whole(count, ",")
    words = "solution" if count.complete and int(count) == 1 else "solutions"
    at_least, why = ("", "") if count.complete else ("at least ", f": {ending(count.stopped)}")
    text = f"<p>{at_least}<b>{number}</b> {words}{escape(why)}</p>"
    return f"<div>{text}{statistics_note(count.statistics)}</div>"


def cheapest_html(best: Cheapest) -> str:
    """Return the cheapest solutions with their costs."""
    parts = [
        f"<p>cost <b>{escape(short(cost))}</b></p>{solution_html(solution)}"
        for cost, solution in zip(best.costs[:SOLUTIONS], best.solutions, strict=False)
    ]
    if best.complete:
        proved = "It is proved that no others are cheaper." if parts else "There is no solution."
        parts.append(f"<p>{proved}</p>")
    else:
        parts.append(f"<p>This is not proved: {escape(ending(best.stopped))}.</p>")
    more = _more_html(len(best.solutions))
    return f"<div>{''.join(parts)}{more}{statistics_note(best.statistics)}</div>"


def samples_html(samples: Samples) -> str:
    """Return some random solutions, and how they were drawn."""
    shown = "".join(map(solution_html, samples[:SOLUTIONS]))
    how = "uniform" if samples.uniform else "not uniform"
    return f"<div>{shown}{_more_html(len(samples))}<p>{how}: {escape(samples.why)}</p></div>"


def estimate_html(estimate: Estimate) -> str:
    """Return the table of an estimate."""
    rows = []
    for name, form in (
        ("nodes", format_number),
        ("solutions", format_number),
        ("seconds", format_duration),
    ):
        interval = getattr(estimate, name)
        rows.append((name.replace("seconds", "time"), *map(form, _ends(interval))))
    how = (
        "The whole tree was searched, so nodes and solutions are exact."
        if estimate.complete
        else f"From {estimate.n_probes:,} random probes; low and high enclose 95 %."
    )
    return f"<div>{table(('', 'mean', 'low', 'high'), rows)}<p>{how}</p></div>"


def diagram_html(diagram: Diagram) -> str:
    """Return the picture of a small diagram, else the numbers of its solutions and nodes."""
    from exactcover.pictures.zdd import MOST_NODES, zdd_image

    if diagram.size <= MOST_NODES:
        return zdd_image(diagram).to_svg()
    rows = [
        ("solutions", format_whole(diagram.count(), ",")),
        ("nodes", f"{diagram.size:,}"),
        ("bytes", f"{diagram.nbytes:,}"),
    ]
    return table(("Decision diagram", ""), rows)


def tiling_of(solution: Solution) -> Tiling | None:
    """Return the picture of a solution if its items look like cells, else None.

    They do if each option has cells, which are connected, and some option has several.
    """
    if len(solution) > CELLS or sum(len(option.items) for option in solution) > 2 * CELLS:
        return None
    tilings = (_tiling(solution, name) for name in ("squares", "cubes"))
    return next((tiling for tiling in tilings if tiling is not None), None)


def _tiling(solution: Solution, name: str) -> Tiling | None:
    """Return the picture of a solution on a lattice if it looks like a tiling, else None."""
    lattice = LATTICES[name]
    try:
        image = picture(solution, cells=name, label=lambda option: tile_label(option, lattice))
    except ProblemError:
        return None
    n_cells = sum(map(len, image.tiles))
    looks_so = len(image.tiles) < n_cells <= CELLS and all(
        are_connected(cells, lattice()) for cells in image.tiles
    )
    return image if looks_so else None


def _option_html(option: Any) -> str:
    label = "" if option.label is None else f"<b>{escape(short(option.label, 40))}</b>: "
    return label + escape(brief(option))


def _more_html(number: int) -> str:
    n_more = number - SOLUTIONS
    return f"<p>and {n_more:,} more</p>" if n_more > 0 else ""


def _ends(interval: Any) -> tuple[float, float, float]:
    return interval.mean, interval.low, interval.high
