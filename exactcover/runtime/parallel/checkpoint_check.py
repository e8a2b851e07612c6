"""Check a checkpoint: it must hold nothing that no run of this search could have written.

A digest shows that a row is as somebody wrote it, and anybody can compute digests. So the rows must
be valid in themselves. The tasks must be a tree: a task that is done has left as many as it says,
these are parts of it, and no two of them have a solution in common. What a task that is done has
searched itself, and how many solutions it found there, only a second search could tell.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from exactcover.runtime.parallel.checkpoint_schema import FORMAT, digest_of
from exactcover.runtime.search.limits import watched

Region = Mapping[Hashable, Any]
"""The values that the decisions of a task leave to some variables, as sets or bit masks."""
RegionsOf = Callable[[Sequence[int], list[list[int]]], Iterable[Region]]
"""The type of `exactcover.runtime.parallel.job.Job.regions`."""

PATH = re.compile(r"(?:(?:0|[1-9][0-9]{0,9})(?:\.(?:0|[1-9][0-9]{0,9}))*)?")
CHOSEN = re.compile(r"\[(?:-?[0-9]{1,40}(?:, -?[0-9]{1,40})*)?\]")
FOUND = re.compile(r"0x[0-9a-f]+")
NUMBER = re.compile(r"[0-9]{1,18}")
ROUNDING = 1.0 + 1e-6
"""The shares of tasks are rounded."""
TASKS = """
SELECT path, chosen, share, n_left, found, nodes, updates, seconds, digest FROM tasks ORDER BY path
"""
TEXTS = ("format", "check", "problem", "name")
"""The facts that are plain texts; the others are JSON."""


def find_damage(
    database: sqlite3.Connection, regions: RegionsOf | None = None, most: int | None = None
) -> str | None:
    """Return what is wrong with a checkpoint whose schema is right; None if it can be used.

    Parameters
    ----------
    database
        The checkpoint.
    regions, most
        `Job.regions` of the search, and what its `Job.most` returns
        (`exactcover.runtime.parallel.job`). None if it is not known which search it is.
    """
    for (verdict,) in database.execute("PRAGMA integrity_check"):
        if verdict != "ok":
            return str(verdict)
    facts = dict(database.execute("SELECT name, value FROM facts"))
    if facts.get("format") != FORMAT:
        return f"its format is {facts.get('format')!r}, not {FORMAT!r}"
    return (
        _fault_of_facts(facts)
        or _fault_of_tasks(database, len(facts["problem"]), regions, most)
        or _fault_of_notes(database)
    )


def _fault_of_facts(facts: dict[Any, Any]) -> str | None:
    if not all(isinstance(each, str) for pair in facts.items() for each in pair):
        return "its facts are no texts"
    check = facts.get("check")
    others = {name: value for name, value in facts.items() if name != "check"}
    if check != digest_of(*sorted(others.items())).hex():
        return "its facts are not as written"
    missing = {*TEXTS, "digest", "method", "what", "output"} - set(facts)
    if missing:
        return f"it lacks the fact {min(missing)!r}"
    known = {name: json.loads(value) for name, value in facts.items() if name not in TEXTS}
    if not isinstance(known["digest"], str) or not isinstance(known["method"], str):
        return "its digest and its method are no texts"
    order = known.get("order", 1)
    # In a checkpoint of a model it is a digest.
    if not isinstance(order, str) and (type(order) is not int or order < 1):
        return f"its order is {order!r}"
    return None


@dataclass
class _Task:
    """A task, and those of the tasks that it left which were read so far."""

    path: str
    chosen: str
    share: float
    n_left: int | None
    parts: list[_Task] = field(default_factory=list)


def _fault_of_tasks(
    database: sqlite3.Connection, n_characters: int, regions: RegionsOf | None, most: int | None
) -> str | None:
    """Return what is wrong with the tasks.

    In the order of their names, a task is followed by the tasks that it left, and by theirs.
    """
    found, above = 0, list[_Task]()
    for row in watched(database.execute(TASKS), 256):
        fault = _fault_of_row(row, n_characters)
        if fault:
            return f"task {row[0]!r} {fault}"
        task = _Task(*row[:4])
        found += int(row[4] or "0x0", 16)
        parent = task.path.rpartition(".")[0]
        if task.path and not above:
            return "its first task is missing"
        while above and above[-1].path != parent:
            fault = _fault_of_parts(above.pop(), regions)
            if fault:
                return fault
        if task.path and not above:
            return "it has tasks that no other left"
        for one in above[-1:]:
            one.parts.append(task)
        above.append(task)
    if not above:
        return "its first task is missing"
    faults = (_fault_of_parts(task, regions) for task in reversed(above))
    if most is not None and found > most:
        return "it has more solutions than there can be"
    return next(filter(None, faults), None)


def _fault_of_row(row: tuple[Any, ...], n_characters: int) -> str | None:
    """Return what is wrong with the row of a task."""
    path, chosen, share, n_left, found, nodes, updates, seconds, digest = row
    if digest != digest_of(*row[:-1]):
        return "is not as it was written"
    is_right = (
        _fits(PATH, path)
        and _fits(CHOSEN, chosen)
        and isinstance(share, float)
        and 0.0 <= share <= ROUNDING
    )
    if n_left is None:
        is_right = is_right and (found, nodes, updates, seconds) == (None,) * 4
    else:
        is_right = (
            is_right
            and isinstance(n_left, int)
            and n_left >= 0
            and _fits(FOUND, found)
            # Every option, and every value of a variable, takes a character of the problem's text.
            and len(found) <= n_characters + 64
            and _fits(NUMBER, nodes)
            and _fits(NUMBER, updates)
            and isinstance(seconds, float)
            and 0.0 <= seconds < inf
        )
    return None if is_right else "has values that no run writes"


def _fits(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _fault_of_parts(task: _Task, regions: RegionsOf | None) -> str | None:
    """Return what is wrong with the tasks that a task left, or None."""
    parts = sorted((int(part.path.rpartition(".")[2]), part) for part in task.parts)
    in_order = [number for number, _ in parts] == list(range(len(parts)))
    if not in_order or len(parts) != (task.n_left or 0):
        return f"tasks that task {task.path!r} left are missing"
    if sum(part.share for _, part in parts) > task.share * ROUNDING:
        return f"the shares of the tasks that task {task.path!r} left are too large"
    if regions is None or not parts:
        return None
    chosen = [json.loads(part.chosen) for _, part in parts]
    try:
        place = find_overlap(regions(json.loads(task.chosen), chosen))
    except ValueError as error:
        return f"the tasks that task {task.path!r} left are no parts of it: {error}"
    if place is not None:
        return f"task {parts[place][1].path!r} has solutions of tasks beside it"
    return None


def find_overlap(regions: Iterable[Region]) -> int | None:
    """Return the place of a region that may overlap one before it; None if there is none.

    Each is compared with the hull of all before it, which takes one pass. For most parts of a
    search tree, the deepest first, that is enough: all that lie deeper took the same decision.

    >>> find_overlap([{"x": {1}, "y": {1}}, {"x": {1}, "y": {2, 3}}, {"x": {2}}])
    >>> find_overlap([{"x": {1}, "y": {1}}, {"x": {1}, "y": {2, 3}}, {"y": {3}}])
    2
    """
    before, hull = list[Region](), dict[Hashable, Any]()
    for place, region in enumerate(regions):
        if before and not _are_apart(hull, region):
            for other in watched(before):
                if not _are_apart(other, region):
                    return place
        common = region.keys() & hull.keys() if before else region.keys()
        hull = {key: hull[key] | region[key] if before else region[key] for key in common}
        before.append(region)
    return None


def _are_apart(one: Region, other: Region) -> bool:
    """Return whether two regions leave a variable no common value."""
    return any(not value & other[key] for key, value in one.items() if key in other)


def _fault_of_notes(database: sqlite3.Connection) -> str | None:
    """Return what is wrong with the notes, or None."""
    waiting = "SELECT 1 FROM tasks WHERE path = ? AND n_left IS NULL"
    for name, value, digest in database.execute("SELECT name, value, digest FROM notes"):
        if digest != digest_of(name, value):
            return f"note {name!r} is not as it was written"
        is_right = NOTES.get(name)
        if not isinstance(value, str) or is_right is None or not is_right(value):
            return f"note {name!r} has a value that no run writes"
        if name == "acknowledged":
            for path in json.loads(value):
                if not database.execute(waiting, (path,)).fetchone():
                    return f"solutions of task {path!r} were taken, which does not wait"
    return None


def _are_taken(value: str) -> bool:
    taken = json.loads(value)
    return isinstance(taken, dict) and all(_is_whole(number, 1) for number in taken.values())


def _are_rows(value: str, is_right: Callable[[list[Any]], bool]) -> bool:
    rows = json.loads(value)
    return isinstance(rows, list) and all(isinstance(row, list) and is_right(row) for row in rows)


def _is_probe(row: list[Any]) -> bool:
    return len(row) == 2 and all(type(each) in (int, float) and isfinite(each) for each in row)


def _is_best(row: list[Any]) -> bool:
    if len(row) != 2 or type(row[0]) is not int or not isinstance(row[1], list):
        return False
    return all(_is_whole(each) and each < 1 << 32 for each in row[1])


def _is_whole(value: object, least: int = 0) -> bool:
    return type(value) is int and value >= least


NOTES: dict[str, Callable[[str], bool]] = {
    "output": lambda value: _fits(NUMBER, value),
    "acknowledged": _are_taken,
    "best": lambda value: _are_rows(value, _is_best),
    "remaining_work": lambda value: _are_rows(value, lambda row: _is_probe(row) and min(row) >= 0),
    "profile": lambda value: _are_rows(
        value, lambda row: len(row) == 3 and all(map(_is_whole, row))
    ),
}
"""Whether the value of a note can be one that a run writes."""
