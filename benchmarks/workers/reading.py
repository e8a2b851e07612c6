"""Read one FlatZinc text in this process; report the processor seconds and the memory it takes."""

import json
import resource
import sys
from pathlib import Path
from time import process_time

from benchmarks.workers.memory import peak_bytes
from csp import from_flatzinc

SMALL = "var 1..3: x; var bool: b; constraint int_eq_reif(x, 2, b); solve satisfy;"


def resident_bytes() -> int:
    """Return the memory of this process now; its peak where the system does not say it."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return peak_bytes()
    return int(pages.read_text().split()[1]) * resource.getpagesize()


def main(file: str) -> None:
    """Read a small text, for the imports, and then that of a file."""
    from_flatzinc(SMALL)
    text = Path(file).read_text(encoding="utf-8")
    before, begin = resident_bytes(), process_time()
    instance = from_flatzinc(text)
    report = {
        "seconds": process_time() - begin,
        "bytes": resident_bytes() - before,
        "constraints": len(instance.model.constraints),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
