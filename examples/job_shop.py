"""Job shop: jobs go from machine to machine, each of which does one thing at a time.

Two tasks of one machine: a 0/1 variable says which comes first, and shifts the other one's start
behind its end. When all of these are decided, everyone starts as early as can be.
"""

from itertools import combinations

from csp import Model

Jobs = list[list[tuple[int, int]]]

FT06: Jobs = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
"""Fisher and Thompson's: for each task of each job, the machine, and how long it takes."""


def schedule(jobs: Jobs) -> tuple[int, list[list[int]]]:
    """Return the shortest time, and when each task of each job starts.

    >>> schedule([[(0, 3), (1, 2)], [(1, 2), (0, 4)]])[0]
    7
    """
    most = sum(time for job in jobs for _, time in job)
    model = Model()
    start = [model.variables(len(job), range(most), name=f"job{k}") for k, job in enumerate(jobs)]
    end = model.variable(range(most + 1), "end")
    at: dict[int, list[tuple[int, int]]] = {}
    for k, job in enumerate(jobs):
        for i, (machine, time) in enumerate(job):
            at.setdefault(machine, []).append((k, i))
            after = start[k][i + 1] if i + 1 < len(job) else end
            model.post(start[k][i] + time <= after)
    orders = []
    for tasks in at.values():
        for (k, i), (m, j) in combinations(tasks, 2):
            is_later = model.variable(range(2))
            orders.append(is_later)
            model.post(start[k][i] + jobs[k][i][1] <= start[m][j] + most * is_later)
            model.post(start[m][j] + jobs[m][j][1] <= start[k][i] + most * (1 - is_later))
    best = model.minimize(end, decide=orders, order="dom/wdeg")
    assert best.complete and best.value is not None and best.solution is not None
    return best.value, [best.solution[row].tolist() for row in start]


def main() -> None:
    """Draw the best schedule, a job a line: the number of its machine for every hour."""
    end, starts = schedule(FT06)
    for job, row in zip(FT06, starts, strict=True):
        line = ["."] * end
        for (machine, time), first in zip(job, row, strict=True):
            line[first : first + time] = str(machine) * time
        print("".join(line))
    print(f"Done after {end}; no schedule is shorter")


if __name__ == "__main__":
    main()
