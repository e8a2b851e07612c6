"""Measure the first answer of each example in new processes, with an empty and a full cache."""

import json

from benchmarks.processes import OURS
from benchmarks.report import Goal, Section, seconds
from benchmarks.startup import python_code, with_empty_cache

ANSWERS = {
    "all_interval_rows": "count_rows(6)",
    "block_designs": "count_designs(6, 3, 2)",
    "golomb_ruler": "shortest_ruler(5)",
    "graph_colouring": "fewest_colours(nx.cycle_graph(7))",
    "job_shop": "schedule(FT06)",
    "magic_squares": "count_squares(3)",
    "own_constraint": "triples(13)",
    "quasigroup_completion": "count_reduced(5)",
    "queens_model": "queens(8).solve()",
    "send_more_money": "solve('SEND', 'MORE', total='MONEY')",
    "social_golfers": "count_plans()",
    "zebra": "answer('water')",
}
CODE = """
import json, resource
from examples.{module} import *
{call}
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000]))
"""
IMPORT = """
import time
start = time.process_time()
import csp
print(time.process_time() - start)
"""
COLD, WARM, LOADED, MEGABYTES = 8.0, 1.0, 0.5, 250.0


def measure(repeats: int) -> Section:
    """Start each example once with an empty cache, and then `repeats` times."""
    section = Section(
        "First answers of the csp examples: whole new processes, processor seconds",
        ("example", "empty cache", f"best of {repeats}", "MB, compiling", "MB"),
        notes=["MB: ru_maxrss of the process; 1 MB = 10^6 B."],
    )
    for module, call in ANSWERS.items():
        code = CODE.format(module=module, call=call)
        cold, peak = json.loads(with_empty_cache(OURS, code).output)
        warm = [json.loads(python_code(OURS, code).output) for _ in range(1 + repeats)][1:]
        best, least = map(min, zip(*warm, strict=True))
        section.rows.append((module, seconds(cold), seconds(best), f"{peak:.0f}", f"{least:.0f}"))
        section.records.append({"example": module, "cold": cold, "warm": best, "peak": peak})
        below(section, f"{module}, empty cache", cold, COLD, "s")
        below(section, f"{module}, new process", best, WARM, "s")
        below(section, f"{module}, memory", peak, MEGABYTES, "MB")
    loads = [float(python_code(OURS, IMPORT).output) for _ in range(1 + repeats)]
    below(section, "import csp", min(loads), LOADED, "s")
    return section


def below(section: Section, what: str, measured: float, limit: float, unit: str) -> None:
    """Add the goal that a measured value is at most `limit`."""
    goal = Goal(what, f"<= {limit:g} {unit}", f"{measured:.3g} {unit}", measured <= limit)
    section.goals.append(goal)
