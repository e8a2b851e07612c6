"""Measure the milliseconds a puzzle of solving by techniques, compared with hodoku-py."""

from contextlib import closing
from typing import Any

from benchmarks.peers import PYTHON
from benchmarks.processes import COMPILING, OURS, Worker, WorkerError
from benchmarks.report import Goal, Section
from benchmarks.soundness import read

WANTED = {
    "qqwing_simple.txt": None,
    "qqwing_expert.txt": 5.0,
    "kaggle.csv": 10.0,
    "clues17.txt": 3.0,
    "top95.txt": 60.0,
    "magictour.txt": None,
}
"""The sets, with the most milliseconds a puzzle of all techniques."""
WANTED_SINGLES = 0.1
SINGLES = ("full_house", "naked_single", "hidden_single")
MOST, MOST_OF_PEER = 300, 20
"""Puzzles of a set, at most."""


def measure(repeats: int, most: int, patience: float, with_peers: bool) -> Section:
    """Time the whole ladder, with and without steps as data, singles alone, and the peer."""
    section = Section(
        f"Techniques, ms of processor time a puzzle: best of {repeats}",
        ("file", "puzzles", "solved", "climb", "climb_batch", "singles", "hodoku-py", "its solved"),
        notes=[
            "climb: the whole ladder, each step as data. climb_batch: its steps counted.",
            "singles: climb_batch with full houses, naked and hidden singles alone.",
            f"hodoku-py: its own ladder, the first {MOST_OF_PEER} puzzles of each set, once.",
        ],
    )
    with (
        closing(Worker(OURS, "climbing")) as ours,
        closing(Worker(PYTHON, "hodoku_worker")) as peer,
    ):
        for file, wanted in WANTED.items():
            lines = read(file, min(most, MOST))
            climbed = best(ours, "climb", lines, repeats, patience)
            counted = best(ours, "count", lines, repeats, patience)
            singles = best(ours, "count", lines, repeats, patience, techniques=SINGLES)
            cells = [f"{each['ms']:.3g}" for each in (climbed, counted, singles)]
            cells += of_peer(section, peer, file, patience) if with_peers else ["-", "-"]
            section.rows.append((file, str(len(lines)), str(climbed["solved"]), *cells))
            section.records.append({"file": file, "climb": climbed, "count": counted})
            if climbed["solved"] != counted["solved"]:
                section.wrong.append(f"{file}: climb and climb_batch solve not as many")
            if wanted is not None:
                section.goals.append(goal(f"whole ladder, {file}", wanted, climbed["ms"]))
                section.goals.append(goal(f"singles, {file}", WANTED_SINGLES, singles["ms"]))
    return section


def goal(what: str, wanted: float, measured: float) -> Goal:
    """Compare milliseconds a puzzle."""
    return Goal(what, f"< {wanted:g} ms", f"{measured:.3g} ms", measured < wanted)


def best(
    worker: Worker, command: str, lines: list[str], repeats: int, patience: float, **more: Any
) -> dict[str, Any]:
    """Send a request several times, after one that compiles; return the fastest reply."""
    worker.ask(command, lines=lines, patience=COMPILING + patience, **more)
    replies = [worker.ask(command, lines=lines, patience=patience, **more) for _ in range(repeats)]
    reply = min(replies, key=lambda each: float(each["seconds"]))
    return {**reply, "ms": 1000 * reply["seconds"] / len(lines)}


def of_peer(section: Section, peer: Worker, file: str, patience: float) -> list[str]:
    """Return the peer's milliseconds a puzzle, and how many of its puzzles it solved."""
    lines = read(file, MOST_OF_PEER)
    try:
        reply = peer.ask("climb", lines=lines, patience=patience)
    except WorkerError as error:
        section.notes.append(f"hodoku-py on {file}: {error}")
        return [f"{error}", "-"]
    milliseconds = 1000 * reply["seconds"] / len(lines)
    return [f"{milliseconds:.3g}", f"{reply['solved']} of {len(lines)}"]
