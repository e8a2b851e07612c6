"""Inject faults, and write the outcomes into benchmarks/results/faults.md: ``make faults``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from benchmarks.faults import crafted, disks, kills, numbers, readers, surroundings, threads
from benchmarks.faults.attempts import Tally

DOCUMENT = Path(__file__).parents[1] / "results" / "faults.md"
TABLE = re.compile(r"(<!-- make faults -->\n).*?(<!-- end -->\n)", re.DOTALL)
N_SEEN = 3
"""The number of messages in a row of the table, the most frequent ones."""


def row_of(tally: Tally) -> str:
    """Return a row of the table."""
    seen = "; ".join(words.replace("|", r"\|")[:160] for words, _ in tally.seen.most_common(N_SEEN))
    figures = (tally.times, tally.lost, tally.wrong)
    return f"| {tally.fault} | {tally.what} | {' | '.join(map(str, figures))} | {seen} |"


def table_of(tallies: list[Tally]) -> str:
    """Return the table in Markdown, with a row of sums."""
    sums = [sum(getattr(t, name) for t in tallies) for name in ("times", "lost", "wrong")]
    return "\n".join(
        [
            "| fault | what is tried | times | lost | wrong | what the user sees |",
            "|---|---|---|---|---|---|",
            *map(row_of, tallies),
            f"| all | | {' | '.join(map(str, sums))} | |\n",
        ]
    )


@click.command()
@click.option("--quick", is_flag=True, help="A small share, and nothing is written.")
def main(quick: bool) -> None:
    """Inject faults, print the outcomes, and write them into benchmarks/results/faults.md."""
    parts = (disks, kills, surroundings, crafted, readers, numbers, threads)
    tallies = [tally for part in parts for tally in part.measure(is_quick=quick)]
    table = table_of(tallies)
    print(table)
    if not quick:
        text = DOCUMENT.read_text(encoding="utf-8")
        whole = TABLE.sub(lambda match: match[1] + table + match[2], text)
        DOCUMENT.write_text(whole, encoding="utf-8")
    sys.exit(any(tally.lost or tally.wrong for tally in tallies))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.faults")
