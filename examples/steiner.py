"""Steiner triple systems: choose triples of points so that each two points are together once.

The items are the pairs of points, and an option is a triple: it covers its three pairs. Kirkman's
schoolgirls walk out in rows of three, on seven days, and no two walk together twice: now an option
is a row on a day, which covers each of its girls on that day, too.

References: T. P. Kirkman, Query VI, The Lady's and Gentleman's Diary (1850). C. J. Colbourn and
A. Rosa, "Triple Systems" (1999).
"""

from itertools import combinations

from exactcover import Problem

Row = tuple[int, int, int]

N_GIRLS = 15
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def steiner(n: int) -> Problem:
    """Return the problem of the Steiner triple systems on n points."""
    return Problem(combinations(triple, 2) for triple in combinations(range(n), 3))


def count_systems(n: int) -> int:
    """Count the Steiner triple systems on n points.

    >>> count_systems(7)
    30
    """
    return steiner(n).count()


def schoolgirls() -> Problem:
    """Return the problem of the girls' walks; an option's label is (day, row)."""
    return Problem(
        {
            (day, row): [*combinations(row, 2), *((day, girl) for girl in row)]
            for day in DAYS
            for row in combinations(range(N_GIRLS), 3)
        }
    )


def arrange_walks() -> dict[str, list[Row]]:
    """Return the rows of each day; on the first one the girls walk in alphabetical order.

    >>> arrange_walks()["Monday"]
    [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14)]
    """
    monday = [(DAYS[0], (girl, girl + 1, girl + 2)) for girl in range(0, N_GIRLS, 3)]
    walks: dict[str, list[Row]] = {day: [] for day in DAYS}
    for option in next(schoolgirls().solutions(chosen=monday)):
        (day, one), (_, two), (_, three) = option.items[3:]
        walks[day].append((one, two, three))
    return walks


def main() -> None:
    """Arrange the girls' walks, and count the small systems."""
    for day, rows in arrange_walks().items():
        print(f"{day:10}", *("".join("ABCDEFGHIJKLMNO"[girl] for girl in row) for row in rows))
    print()
    for n in (7, 9):
        print(f"{count_systems(n):3} Steiner triple systems on {n} points")


if __name__ == "__main__":
    main()
