"""A process that runs cases one after another, and says on standard output what becomes of them.

    python -m tests.fuzz.worker MEGABYTES

It reads cases such as ``cover:12345`` from standard input, a line each, and answers each with a
line of JSON: null, or the text of a finding.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import traceback

from tests.fuzz.areas import case_of
from tests.fuzz.finding import Finding


def outcome(case: str) -> str | None:
    """Run a case; return its finding, or None."""
    area, _, seed = case.partition(":")
    try:
        case_of(area)(int(seed))
    except Finding as finding:
        cause = finding.__cause__
        trace = "".join(traceback.format_exception(cause, limit=-4)) if cause else ""
        return f"{finding.reproduction}\n\n{trace}"
    except BaseException:
        return traceback.format_exc(limit=-8)
    return None


def limit_memory(megabytes: int) -> None:
    """Let this process have no more memory than that, where the system can say so."""
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))


def main() -> None:
    """Run the cases that standard input names."""
    faulthandler.enable()
    if hasattr(signal, "SIGUSR1"):  # who waits too long asks where this process is
        faulthandler.register(signal.SIGUSR1)
    limit_memory(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the output of a case is not part of the reply
    for line in sys.stdin:
        print(json.dumps(outcome(line.strip())), file=answers, flush=True)


if __name__ == "__main__":
    main()
