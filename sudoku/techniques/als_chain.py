"""ALS-XY-chain: a sequence of sets, each linked to the next by a restricted common digit.

Each inner set has two different link digits, and holds at least one of them. So if the first set
holds its link digit, the last one lacks its own: the first or the last set holds a digit Z that
both have.
"""

from __future__ import annotations

from collections import deque

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits
from sudoku.techniques.als import almost_locked_sets, common, restricted_commons
from sudoku.techniques.position import Deduction, Deductions, Position

State = tuple[int, int]
"""A set, and the digit by which the chain came to it."""


def steps(position: Position) -> Deductions:
    """Yield the chains of four sets and more, the shortest between two ends."""
    sets = almost_locked_sets(position)
    links = restricted_commons(position)
    for first in range(len(sets)):
        for x in bits(sets[first].digits):
            stop_if_due()
            start: list[State] = [
                (other, x) for other, digits in links[first].items() if digits >> x & 1
            ]
            depth: dict[State, int] = dict.fromkeys(start, 2)
            parent: dict[State, State] = {}
            queue = deque(start)
            while queue:
                state = queue.popleft()
                last, y = state
                if depth[state] > 3 and last > first:
                    shared = sets[first].digits & sets[last].digits & ~(1 << x | 1 << y)
                    ends = [sets[first], sets[last]]
                    eliminated = common(position, ends, shared) if shared else 0
                    if eliminated:
                        chain = [sets[first], *(sets[k] for k in _numbers(state, parent))]
                        cells, marked = 0, []
                        for each in chain:
                            cells |= each.cells
                            marked.append(position.in_cells(each.cells, each.digits))
                        yield Deduction(eliminated, 0, shared, cells, chain=tuple(marked))
                for other, digits in links[last].items():
                    for z in bits(digits & ~(1 << y)):
                        follower = (other, z)
                        if follower not in depth:
                            depth[follower] = depth[state] + 1
                            parent[follower] = state
                            queue.append(follower)


def _numbers(state: State, parent: dict[State, State]) -> list[int]:
    """Return the sets of the chain that ends with a state, in order."""
    numbers = [state[0]]
    while state in parent:
        state = parent[state]
        numbers.append(state[0])
    return numbers[::-1]
