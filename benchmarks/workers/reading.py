"""Read a text of FlatZinc or XCSP3 in this process; report its processor seconds and memory."""

import json
import resource
import sys
from pathlib import Path
from time import process_time

from benchmarks.workers.memory import peak_bytes
from benchmarks.xcsp3_texts import document_of
from csp import from_flatzinc, from_xcsp3

SMALL = "var 1..3: x; var bool: b; constraint int_eq_reif(x, 2, b); solve satisfy;"


def resident_bytes() -> int:
    """Return the memory of this process now; its peak where the system does not say it."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return peak_bytes()
    return int(pages.read_text().split()[1]) * resource.getpagesize()


def main(file: str) -> None:
    """Read a small text, for the imports, and then that of a file."""
    is_flatzinc = file.endswith(".fzn")
    read = from_flatzinc if is_flatzinc else from_xcsp3
    read(SMALL if is_flatzinc else document_of("sums", 500))
    text = Path(file).read_text(encoding="utf-8")
    before, begin = resident_bytes(), process_time()
    instance = read(text)
    report = {
        "seconds": process_time() - begin,
        "bytes": resident_bytes() - before,
        "constraints": len(instance.model.constraints),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
