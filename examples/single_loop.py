"""Slitherlink: a loop along the lines of a grid, by a function that prunes all but single loops.

A digit says how many of the four edges around it are in the loop. Exact cover knows what happens at
each point and around each digit, but not that there is only one loop: a function of ours keeps the
ends of the paths, and cuts the search where a loop closes beside other lines, like the variants of
D. E. Knuth's program DLX2 for single loops.
"""

from itertools import combinations
from typing import Any

from exactcover import Hook, Problem
from exactcover.hooks import colour, member, n_members

PUZZLE = ["32..22", ".1...2", "2...33", "..2.21", "1....2", ".323.."]
# The cells of the hook: how many loops are closed, how many paths are open, then for each edge
# whether it is drawn, then for each point the other end of its path.
N_CLOSED, N_OPEN, FIRST_EDGE = range(3)


def makes_second_loop(state: Any, option: int) -> bool:
    """Draw the edges of the option; return whether there is a loop beside other lines."""
    first_item, on, n_edges = state.data[0], state.data[1], state.data[2]
    cells, first_point = state.cells, FIRST_EDGE + n_edges
    for k in range(n_members(state, option)):
        edge = member(state, option, k) - first_item
        if edge >= 0 and colour(state, option, k) == on and not cells[FIRST_EDGE + edge]:
            cells[FIRST_EDGE + edge] = 1
            one = first_point + state.data[3 + 2 * edge]
            other = first_point + state.data[4 + 2 * edge]
            end, last = first_point + cells[one], first_point + cells[other]
            if end == other:
                cells[N_CLOSED] += 1
                cells[N_OPEN] -= 1
            else:
                cells[N_OPEN] += 1 - (end != one) - (last != other)
                cells[end], cells[last] = last - first_point, end - first_point
    return bool(cells[N_CLOSED] > 1 or (cells[N_CLOSED] == 1 and cells[N_OPEN] > 0))


def slitherlink(rows: list[str]) -> tuple[Problem, Hook]:
    """Return the problem of a puzzle, whose options draw some edges, and the hook."""
    height, width = len(rows), len(rows[0])
    points = [(r, c) for r in range(height + 1) for c in range(width + 1)]
    edges = [((r, c), (r, c + 1)) for r, c in points if c < width]
    edges += [((r, c), (r + 1, c)) for r, c in points if r < height]
    around: dict[Any, list[Any]] = {point: [e for e in edges if point in e] for point in points}
    numbers: dict[Any, tuple[int, ...]] = dict.fromkeys(around, (0, 2))
    for r, row in enumerate(rows):
        for c, digit in enumerate(row):
            if digit != ".":
                corners = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
                around[f"{r},{c}"] = [edge for edge in edges if corners.issuperset(edge)]
                numbers[f"{r},{c}"] = (int(digit),)
    options = [
        {name: None} | {edge: "on" if edge in drawn else "off" for edge in around[name]}
        for name in around
        for number in numbers[name]
        for drawn in combinations(around[name], number)
    ]
    problem = Problem(options, secondary=edges)
    ends = [points.index(point) for edge in edges for point in edge]
    on = 1 + problem.colour_names.index("on")
    data = [problem.n_primary, on, len(edges), *ends]
    return problem, Hook(makes_second_loop, data, [0] * (2 + len(edges)) + [*range(len(points))])


def loops(rows: list[str]) -> list[set[Any]]:
    """Return the edges of each single loop that solves a puzzle; no line at all is one, too.

    >>> len(loops(["..", ".."]))
    14
    """
    problem, hook = slitherlink(rows)
    return [
        {item for o in s for item, how in zip(o.items, o.colours, strict=True) if how == "on"}
        for s in problem.solutions(prune=hook)
    ]


def main() -> None:
    """Print the loop of the puzzle, and how many drawings there are without the hook."""
    (loop,) = loops(PUZZLE)
    for r in range(len(PUZZLE) + 1):
        across = ["---" if ((r, c), (r, c + 1)) in loop else "   " for c in range(len(PUZZLE[0]))]
        print("+" + "+".join(across) + "+")
        if r < len(PUZZLE):
            down = ["|" if ((r, c), (r + 1, c)) in loop else " " for c in range(len(PUZZLE[0]))]
            down += "|" if ((r, len(down)), (r + 1, len(down))) in loop else " "
            print("".join(f"{a} {digit} " for a, digit in zip(down, PUZZLE[r] + " ", strict=True)))
    print(slitherlink(PUZZLE)[0].count(), "drawings have the right digits, one is a single loop")


if __name__ == "__main__":
    main()
