"""The default number of workers, for every verb of the three packages."""

import os


def n_cores() -> int:
    """Return the number of cores that this process may use.

    Examples
    --------
    >>> n_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
