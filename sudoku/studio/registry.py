"""The registry of commands. A new one is a function in `commands` and a line here."""

from __future__ import annotations

from exactcover.runtime.registry import Registry
from sudoku.errors import TextError
from sudoku.studio.command import Command

COMMANDS: Registry[Command] = Registry(
    "command",
    "sudoku.studio.commands",
    {
        "about": "sudoku.studio.commands.about:ABOUT",
        "rules": "sudoku.studio.commands.rules:RULES_OF_US",
        "new": "sudoku.studio.commands.files:NEW",
        "open": "sudoku.studio.commands.files:OPEN",
        "save": "sudoku.studio.commands.files:SAVE",
        "picture": "sudoku.studio.commands.picture:PICTURE",
        "with_rule": "sudoku.studio.commands.rules:WITH_RULE",
        "without_rule": "sudoku.studio.commands.rules:WITHOUT_RULE",
        "candidates": "sudoku.studio.commands.candidates:CANDIDATES",
        "check": "sudoku.studio.commands.check:CHECK",
        "hint": "sudoku.studio.commands.steps:HINT",
        "steps": "sudoku.studio.commands.steps:STEPS",
        "path": "sudoku.studio.commands.steps:PATH",
        "rate": "sudoku.studio.commands.rate:RATE",
        "why_not": "sudoku.studio.commands.why_not:WHY_NOT",
        "redundant": "sudoku.studio.commands.redundant:REDUNDANT",
        "generate": "sudoku.studio.commands.generate:GENERATE",
        "complete": "sudoku.studio.commands.complete:COMPLETE",
        "minimal": "sudoku.studio.commands.complete:MINIMAL",
        "isomorph": "sudoku.studio.commands.isomorphs:ISOMORPH",
        "canonical": "sudoku.studio.commands.isomorphs:CANONICAL",
        "book": "sudoku.studio.commands.book:BOOK",
        "page": "sudoku.studio.commands.book:PAGE",
        "cancel": "sudoku.studio.commands.about:CANCEL",
    },
    TextError,
)
"""Name -> command. Other packages add theirs by `register`, or by an entry point."""
