"""The commands `rules`, `with_rule` and `without_rule`."""

from __future__ import annotations

from sudoku.errors import RuleError
from sudoku.formats.json_line import rule_of_json
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import RULES
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import Argument, Command, anything, whole
from sudoku.studio.schema import rule_object

MOST_RULES = 1000


def _rules(asked: Asked, send: Send) -> Reply:
    return {"rules": [rule_object(name, RULES[name]) for name in RULES]}


def _with_rule(asked: Asked, send: Send) -> Reply:
    added, rules = rule_of_json(asked["rule"]), list(asked.blank.rules)
    at = asked["at"]
    if at is not None:
        _check_place(at, rules)
        rules[at] = added
    elif added.makes_board:
        rules = [rule for rule in rules if not rule.makes_board]
        rules.insert(0, added)
    else:
        rules.append(added)
    return _replied(asked, rules)


def _without_rule(asked: Asked, send: Send) -> Reply:
    rules = list(asked.blank.rules)
    _check_place(asked["at"], rules)
    del rules[asked["at"]]
    return _replied(asked, rules)


def _check_place(at: int, rules: list[Rule]) -> None:
    if at >= len(rules):
        raise RuleError(f"there is no rule {at}: the puzzle has {len(rules)} rules")


def _replied(asked: Asked, rules: list[Rule]) -> Reply:
    """Return the puzzle with other rules; its clues may clash, as those of the question may."""
    blank = Puzzle(asked.blank.shape, rules)
    return {"puzzle": puzzle_object(blank) | {"clues": list(asked.clues)}}


RULES_OF_US = Command("All rules, with the types of their parameters and their tools.", _rules)
WITH_RULE = Command(
    "The puzzle with another rule; one that makes the board takes the place of the one that did.",
    _with_rule,
    {
        "rule": Argument(anything, "a rule as in our JSON"),
        "at": Argument(whole(0, MOST_RULES), "the place of the rule that it replaces", None),
    },
)
WITHOUT_RULE = Command(
    "The puzzle without one of its rules.",
    _without_rule,
    {"at": Argument(whole(0, MOST_RULES), "the place of the rule, from 0")},
)
