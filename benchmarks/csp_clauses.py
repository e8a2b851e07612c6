"""Measure clause learning alone on models of many families: conflicts, work and seconds."""

from time import process_time
from typing import Any

from benchmarks.csp_models.case import Case
from benchmarks.csp_models.learned import LEARNED
from benchmarks.report import Section, seconds
from csp.engines.learning.engine import learning
from csp.request import ModelRequest
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Status, counting
from exactcover.runtime.search.request import Request


def measure(patience: float) -> Section:
    """Search each model with `method="learning"`, once."""
    section = Section(
        "Clause learning alone: processor seconds of the search, one run",
        ("model", "conflicts", "updates", "seconds", "answer"),
        notes=[f"Not finished after {patience:g} s: the best value until then, in brackets."],
    )
    for case in LEARNED:
        record = report(case, patience)
        section.records.append(record)
        answer = "none" if record["answer"] is None else str(record["answer"])
        section.rows.append(
            (
                case.name,
                str(record["conflicts"]),
                str(record["updates"]),
                seconds(record["seconds"]),
                answer if record["is_complete"] else f"({answer})",
            )
        )
        if record["is_complete"] and case.answer not in (None, record["answer"]):
            section.wrong.append(f"{case.name}: {record['answer']} instead of {case.answer}")
    return section


def report(case: Case, patience: float) -> dict[str, Any]:
    """Search a model, up to the proof or the first solution; return what was measured."""
    model, goal = case.state()
    engine = learning(model, ModelRequest(Request(Goal.LIST), objective=goal))
    is_complete, begin = False, process_time()
    while not is_complete and process_time() - begin < patience:
        status = engine.advance(1 << 16, counting(1))
        is_complete = status == Status.EXHAUSTED or (goal is None and engine.solutions > 0)
    answer: int | None = engine.solutions
    if goal is not None:
        answer = engine.bound + 1 if engine.solutions else None
    return {
        "model": case.name,
        "conflicts": engine.failures,
        "updates": engine.updates,
        "seconds": process_time() - begin,
        "answer": answer,
        "is_complete": is_complete,
    }
