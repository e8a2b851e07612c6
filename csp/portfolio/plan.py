"""Schedules as tables: in which order engines have time slices, how long these are, and when.

A schedule is data. `csp.portfolio.turns` carries it out, `str` prints it, and
`statistics.choice` has a line for each time slice that an engine had.
"""

from __future__ import annotations

from typing import NamedTuple

ALONE, PROPAGATION, PACKING = "propagation alone", "propagation", "packing"
LEARNING, LINEAR, NEIGHBOURHOODS = "learning", "linear", "neighbourhoods"
EXACT_COVER, CLIQUES, SYMMETRIES, GIVEN = "exact_cover", "cliques", "symmetries", "as given"
"""The kinds of engines; and the look for symmetries, after which other engines search.

Engines of propagation begin with the order of the request, or with the variables of the model;
those of packing begin with the least values. "As given" is there in a free search, which has
controls of branching for one engine only: it is propagation with these.
"""

DOUBLES, EVERY_SECOND = "doubles", "every second"
CLOSING, RISING, WORTH, BETTER = "closing", "rising", "worth", "better"
"""How the time slices of an engine grow; `csp.portfolio.turns` says more.

They double after each, or after every second one; "closing": while propagation closes its tree;
"rising": as the bound of clause learning rises; "worth": as relaxations bound the objective;
"better": while better solutions are found.
"""

ALWAYS = "always"
WITH_TASKS, WITHOUT_TASKS = "tasks share resources", "no tasks share resources"
LINEAR_EARLY, LINEAR_LATE = "rows state the model", "rows do not state the model"
UNCONDITIONAL, FOR_ONE = "nothing is conditional", "one solution is wanted"
"""When engines have a time slice; `csp.portfolio.engines` decides. Rows are linear constraints."""


class Turn(NamedTuple):
    """A line of a schedule: time slices of all engines of a kind.

    Attributes
    ----------
    kind
        The kind of engines.
    updates
        How long a time slice is, in updates; None for the length that it has grown to, if another
        turn has begun the engine. In rounds it is the length of the first time slice. Of
        symmetries, the steps of the look for them.
    grows
        How the next time slice grows.
    when
        The condition.
    round
        The number of the round; 0 for all rounds.
    times
        How many time slices come one after the other.
    then
        How long the next time slice is, where it does not grow.
    per_group
        How much longer it is for each group of different variables.
    dives
        Whether others follow at once until there is a solution: as many as a search needs that goes
        down without a dead end.
    """

    kind: str
    updates: int | None = None
    grows: str = DOUBLES
    when: str = ALWAYS
    round: int = 0
    times: int = 1
    then: int | None = None
    per_group: int = 0
    dives: bool = False

    def __str__(self) -> str:
        """Return the line of a table.

        >>> str(Turn(LEARNING, 1 << 17, RISING, WITH_TASKS, times=3))
        'learning, 3 times   2^17             rising        tasks share resources'
        """
        kind = f"{self.kind}, {self.times} times" if self.times > 1 else self.kind
        length = "" if self.updates is None else f"2^{self.updates.bit_length() - 1}"
        if self.per_group:
            length += f" + 2^{self.per_group.bit_length() - 1} a group"
        length += ", dives" * self.dives
        grows = self.grows if self.then is None else "stays"
        if self.kind in (ALONE, CLIQUES, SYMMETRIES):  # it has one time slice
            grows = ""
        when = f"round {self.round}, " * bool(self.round) + self.when
        return f"{kind:20}{length:17}{grows:14}{when.removesuffix(', ' + ALWAYS)}"


class Plan(NamedTuple):
    """A schedule: the turns at first, and those of each round after that.

    Attributes
    ----------
    opening, rounds
        The turns at first, and those that are repeated as long as an engine is left.
    replaced
        The kinds of engines whose place others take once symmetries are found.
    """

    opening: tuple[Turn, ...]
    rounds: tuple[Turn, ...]
    replaced: tuple[str, ...]

    def __str__(self) -> str:
        head = f"{'engine':20}{'updates':17}{'next':14}when"
        return "\n".join([head, *map(str, self.opening), "rounds:", *map(str, self.rounds)])
