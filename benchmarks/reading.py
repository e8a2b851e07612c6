"""Read FlatZinc texts of ten kinds, of 1 to 20 MB, beside Gecode, and documents of XCSP3."""

import json
import resource
import subprocess
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from benchmarks.flatzinc_texts import text_of
from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section, seconds
from benchmarks.xcsp3_texts import KINDS, document_of

SIZES = {
    "sums": 20,
    "equations": 4,
    "comparisons": 10,
    "orders": 4,
    "clauses": 10,
    "counts": 4,
    "elements": 2,
    "choices": 2,
    "tables": 2,
    "variables": 1,
}
"""The size of the text of each kind, in MB (10^6 bytes)."""
DOCUMENT = 1
"""The size of each document of XCSP3, in MB."""
LEAST = 5.0
"""The MB a second that are wanted."""
NAMES = {"csp_table_int": "gecode_table_int", "fzn_all_different_int": "all_different_int"}
"""The names of predicates that Gecode has others for."""


def measure() -> Section:
    """Read each text in a process of its own."""
    gecode = which("fzn-gecode")
    section = Section(
        "Reading FlatZinc and XCSP3: processor seconds, one run",
        ("text", "MB", "constraints", "seconds", "MB/s", "memory", "Gecode, seconds"),
        notes=[
            "Memory: MB of the model for each MB of the text. Ours is the time of from_flatzinc or",
            "from_xcsp3, and Gecode's that of a process which ends after the first failure.",
        ],
    )
    with TemporaryDirectory() as folder:
        texts = [(kind, text_of(kind, size * 10**6), "fzn") for kind, size in SIZES.items()]
        texts += [(f"XCSP3 {kind}", document_of(kind, DOCUMENT * 10**6), "xml") for kind in KINDS]
        for kind, text, suffix in texts:
            path = Path(folder, f"text.{suffix}")
            path.write_text(text, encoding="utf-8")
            command = [str(OURS), "-m", "benchmarks.workers.reading", str(path)]
            report = json.loads(run(command).output)
            n, rate = len(text) / 1e6, len(text) / 1e6 / report["seconds"]
            other = _gecode_seconds(gecode, path, text) if gecode and suffix == "fzn" else None
            section.records.append({"text": kind, "megabytes": n, "gecode": other, **report})
            section.rows.append(
                (
                    kind,
                    f"{n:.1f}",
                    str(report["constraints"]),
                    seconds(report["seconds"]),
                    f"{rate:.1f}",
                    f"{report['bytes'] / len(text):.0f}",
                    "" if other is None else seconds(other),
                )
            )
            section.goals.append(
                Goal(f"reading {kind}", f"> {LEAST:g} MB/s", f"{rate:.1f} MB/s", rate > LEAST)
            )
    return section


def _gecode_seconds(gecode: str, path: Path, text: str) -> float:
    """Return the processor seconds in which Gecode reads a text and fails once."""
    for ours, theirs in NAMES.items():
        text = text.replace(ours, theirs)
    path.write_text(text, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([gecode, "-fail", "1", str(path)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
