"""Social golfers: nine people play in threes, week after week, and no two meet twice.

After four weeks everyone has met everyone. The first week can be named 000 111 222; later the first
three people are in different groups, which have their numbers.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from csp import Model, cardinality, count_of

PEOPLE, WEEKS, SIZE = 9, 4, 3
GROUPS = PEOPLE // SIZE


def golfers() -> tuple[Model, NDArray[np.object_]]:
    """Return the model of the schedule, and the group of each person in each week."""
    model = Model()
    group = model.variables((PEOPLE, WEEKS), range(GROUPS), name="group")
    model.post(cardinality(week, dict.fromkeys(range(GROUPS), SIZE)) for week in group.T)
    for one, other in combinations(group, 2):
        model.post(count_of(one - other, 0) <= 1)
    for person in range(PEOPLE):
        model.post(group[person, 0] == person // SIZE)
    for week in range(1, WEEKS):
        model.post(group[person, week] == person for person in range(GROUPS))
        # Person 3 meets each of the first three once: that puts the weeks into an order.
        model.post(group[3, week] == week - 1)
    return model, group


def count_plans() -> int:
    """Return the number of schedules that differ by more than the names of weeks and groups.

    >>> count_plans()
    12
    """
    return golfers()[0].count()


def main() -> None:
    """Print a schedule."""
    model, group = golfers()
    plan = model.solve().get()[group]
    for number, week in enumerate(plan.T, 1):
        groups = [np.flatnonzero(week == g) for g in range(GROUPS)]
        print(
            f"Week {number}:", "  ".join("".join("ABCDEFGHI"[p] for p in some) for some in groups)
        )
    print(f"{count_plans()} plans with this first week")


if __name__ == "__main__":
    main()
