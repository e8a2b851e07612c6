"""Count one instance in this process and report the peak of its memory."""

import json
import resource
import sys

import exactcover


def peak_bytes() -> int:
    """Return the peak resident size of this process, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


if __name__ == "__main__":
    n_solutions = exactcover.Problem.read(sys.argv[1]).count()
    print(json.dumps({"count": int(n_solutions), "bytes": peak_bytes()}))
