"""Schedules with short time slices, in which small searches see every engine."""

import pytest

from csp.portfolio import schedules
from csp.portfolio.plan import Plan, Turn


def short(plan: Plan, most: int, **others: int) -> Plan:
    """Return a plan whose time slices are short: of some kinds others, by name."""

    def cut(turn: Turn) -> Turn:
        updates = others.get(turn.kind, most)
        if turn.updates is None or turn.kind == "symmetries":
            return turn
        then = turn.then and min(updates, turn.then)
        return turn._replace(updates=min(updates, turn.updates), then=then, per_group=0)

    opening, rounds = (tuple(map(cut, turns)) for turns in (plan.opening, plan.rounds))
    return plan._replace(opening=opening, rounds=rounds)


def shorten(monkeypatch: pytest.MonkeyPatch, most: int, **others: int) -> None:
    """Make the time slices of both schedules short."""
    for name in ("FOR_BEST", "FOR_FEW"):
        monkeypatch.setattr(schedules, name, short(getattr(schedules, name), most, **others))
