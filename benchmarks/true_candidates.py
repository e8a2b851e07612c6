"""The processor time of true candidates of finished and half-built variants, once compiled.

`python -m benchmarks.true_candidates` prints a table, with `--iss FOLDER` beside the times of
Interactive-Sudoku-Solver in that folder. Half-built boards are published ones from which a part of
the marks was taken away, chosen by a seed; those are kept that have at least two solutions.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import click
import numpy as np

from benchmarks.instances import DATA
from benchmarks.iss import InteractiveSudokuSolver
from sudoku import Puzzle, SudokuError, from_iss, from_layout, true_candidates

N_HALF_BUILT, TAKEN_AWAY, TIME_LIMIT = 15, 0.4, 20.0
LAYOUTS = {
    "classic": "Sudoku",
    "killer": "KillerSudoku",
    "jigsaw": "JigsawSudoku",
    "consecutive": "ConsecutiveSudoku",
    "even_odd": "EvenOddSudoku",
    "skyscraper": "SkyscraperSudoku",
    "butterfly": "ButterflySudoku",
    "samurai": "SamuraiSudoku",
}
"""The kinds of puzzles of janko.at, and their files."""
PER_KIND = 12


def strings() -> list[str]:
    """Return the published constraint strings."""
    entries = json.loads((DATA / "variants/iss_puzzles.json").read_text("utf-8"))
    return [entry["input"] for entry in entries]


def finished() -> Iterator[tuple[str, Puzzle]]:
    """Yield published puzzles, some of each kind."""
    for kind, name in LAYOUTS.items():
        problems = json.loads((DATA / f"variants/{name}.json").read_text("utf-8"))
        for entry in list(problems.values())[:PER_KIND]:
            try:
                yield kind, from_layout(kind, entry["problem"])
            except SudokuError:
                continue


def readable(texts: Iterable[str]) -> Iterator[tuple[str, Puzzle]]:
    """Yield the constraint strings that we read, and their puzzles."""
    for text in texts:
        with suppress(SudokuError):
            yield text, from_iss(text)


def half_built() -> Iterator[str]:
    """Yield constraint strings of which a part of the marks was taken away."""
    for text in strings():
        rng = random.Random(text)
        parts = text.split(".")
        kept = [part for part in parts if "~" not in part or rng.random() >= TAKEN_AWAY]
        if len(kept) < len(parts):
            yield ".".join(kept)


def seconds(puzzle: Puzzle, cap: int) -> tuple[float, bool, int]:
    """Return the processor time, whether the search was complete, and its nodes."""
    begun = time.process_time()
    found = true_candidates(puzzle, cap, time_limit=TIME_LIMIT)
    return time.process_time() - begun, found.complete, found.statistics.nodes


def summary(title: str, times: list[float]) -> str:
    """Return a line about times."""
    median, high = np.percentile(np.array(times) * 1000, [50, 90])
    return f"{title}: {len(times)} boards, median {median:.2f} ms, 90 % below {high:.1f} ms"


def settled(puzzle: Puzzle) -> float:
    """Return the processor time that counts solutions up to 2; infinity if it was stopped."""
    begun = time.process_time()
    is_complete = puzzle.count(limit=2, time_limit=TIME_LIMIT).complete
    return time.process_time() - begun if is_complete else float("inf")


def compare(title: str, ours: list[float], theirs: list[float]) -> str:
    """Return a line about our times beside theirs; infinity stands for what was stopped."""
    pairs = list(zip(ours, theirs, strict=True))
    both = [(a, b) for a, b in pairs if max(a, b) < float("inf")]
    unsettled = (
        f"unsettled: ours {sum(a == float('inf') for a in ours)}, "
        f"theirs {sum(b == float('inf') for b in theirs)}"
    )
    if not both:
        return f"{title}: none of {len(pairs)} is settled by both; {unsettled}"
    ratio = np.median([a / b for a, b in both])
    medians = 1000 * np.median(both, axis=0)
    return (
        f"{title}: ours {medians[0]:.2f} ms, theirs {medians[1]:.2f} ms at the median of the "
        f"{len(both)} that both settle, median ratio {ratio:.2f}; ours is ahead on "
        f"{sum(a < b for a, b in pairs)} of {len(pairs)}; {unsettled}"
    )


def theirs(peer: InteractiveSudokuSolver, text: str, cap: int) -> float:
    """Return the seconds of Interactive-Sudoku-Solver; infinity if it gave no answer."""
    answer = peer.ask(text, cap)
    return answer["milliseconds"] / 1000 if answer and "error" not in answer else float("inf")


@click.command()
@click.option(
    "--iss",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A checkout of Interactive-Sudoku-Solver, which node runs beside ours.",
)
def main(folder: Path | None) -> None:
    """Print the times."""
    times = []
    for _, puzzle in finished():
        true_candidates(puzzle, time_limit=TIME_LIMIT)
        times.append(seconds(puzzle, 1)[0])
    click.echo(summary("finished", times))
    boards: list[tuple[str, Puzzle]] = []
    for text, puzzle in readable(half_built()):
        if len(boards) == N_HALF_BUILT:
            break
        if puzzle.count(limit=2, time_limit=2) == 2:
            boards.append((text, puzzle))
    peer = InteractiveSudokuSolver(folder, 2 * TIME_LIMIT) if folder else None
    for cap in (1, 8):
        times, other = [], []
        for text, puzzle in boards:
            took, is_complete, nodes = seconds(puzzle, cap)
            times.append(took)
            end = "" if is_complete else ", stopped"
            click.echo(f"  cap {cap}, {text[:40]}: {1000 * took:.1f} ms, {nodes} nodes{end}")
            if peer:
                times[-1] = took if is_complete else float("inf")
                other.append(theirs(peer, text, cap))
                click.echo(f"    Interactive-Sudoku-Solver: {1000 * other[-1]:.1f} ms")
        title = f"half-built, cap {cap}"
        click.echo(compare(title, times, other) if peer else summary(title, times))
    if peer:
        published = list(readable(strings()))
        for _, puzzle in published:
            puzzle.count(limit=2, time_limit=1)
        times = [settled(puzzle) for _, puzzle in published]
        other = [theirs(peer, text, 0) for text, _ in published]
        click.echo(compare("published strings, count up to 2", times, other))
        peer.close()


if __name__ == "__main__":
    main()
