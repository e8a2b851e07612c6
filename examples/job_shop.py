"""Job shop scheduling: jobs go from machine to machine, and a machine does one job at a time.

The tasks of a job follow each other, and no two tasks of one machine overlap. Run it with the name
of a file, such as `schedule.svg`, to draw the best schedule as a Gantt chart.
"""

import sys

from csp import Drawing, Model, Variable, gantt_chart, no_overlap

Jobs = list[list[tuple[int, int]]]

FT06: Jobs = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
"""The instance of Fisher and Thompson: the machine and the duration of each task of each job."""


def schedule(jobs: Jobs) -> tuple[int, list[list[int]]]:
    """Return the minimum makespan, and the start of each task of each job.

    >>> schedule([[(0, 3), (1, 2)], [(1, 2), (0, 4)]])[0]
    7
    """
    most = sum(time for job in jobs for _, time in job)
    model = Model()
    start = [model.variables(len(job), range(most), name=f"job{k}") for k, job in enumerate(jobs)]
    end = model.variable(range(most + 1), "end")
    at: dict[int, list[tuple[Variable, int]]] = {}
    for row, job in zip(start, jobs, strict=True):
        for first, after, (machine, time) in zip(row, [*row[1:], end], job, strict=True):
            at.setdefault(machine, []).append((first, time))
            model.post(first + time <= after)
    for tasks in at.values():
        model.post(no_overlap(*zip(*tasks, strict=True)))
    best = model.minimize(end)
    assert best.complete and best.value is not None and best.solution is not None
    return best.value, [best.solution[row].tolist() for row in start]


def chart(jobs: Jobs, starts: list[list[int]]) -> Drawing:
    """Draw a schedule: a row for each machine, a colour for each job."""
    machines, durations = zip(*[task for job in jobs for task in job], strict=True)
    return gantt_chart(
        starts,
        durations,
        rows=machines,
        groups=[[f"job {k}"] * len(job) for k, job in enumerate(jobs)],
        row_names=[f"machine {k}" for k in range(1 + max(machines))],
    )


def main(picture: str | None = None) -> None:
    """Print the best schedule, a job a line: the number of its machine for every hour."""
    end, starts = schedule(FT06)
    for job, row in zip(FT06, starts, strict=True):
        line = ["."] * end
        for (machine, time), first in zip(job, row, strict=True):
            line[first : first + time] = str(machine) * time
        print("".join(line))
    print(f"Done after {end}; no schedule is shorter")
    if picture:
        chart(FT06, starts).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
