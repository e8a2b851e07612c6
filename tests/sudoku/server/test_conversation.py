"""Conversations: each message is answered, whatever its command does."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from exactcover import Interrupted
from sudoku.server.conversation import INTERNAL, Conversation, Reply, Send
from tests.sudoku.server.client import WAIT

Answer = Callable[[Send], Reply]


class Stub:
    """A service whose only command answers as a test wants it."""

    key = "id"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def read(self, text: str) -> Any:
        number = json.loads(text)["id"]
        return SimpleNamespace(number=number, command="stub", revision=1, lane="", stops=())

    def answer(self, message: Any, cancel: Any, send: Send) -> Reply:
        return self._answer(send)


def said(answer: Answer) -> list[Any]:
    """Return what is said to one message, after which another is answered, too."""
    found: list[Any] = []

    async def send(text: str) -> None:
        found.append(json.loads(text, parse_constant=pytest.fail))

    async def talk() -> None:
        with ThreadPoolExecutor(1) as executor:
            client = Conversation(send, {"": executor}, Stub(answer))
            for number in (1, 2):
                await client.hear(json.dumps({"id": number}))
            while len(found) < 2:
                await asyncio.sleep(0.01)
            await client.stop()

    asyncio.run(asyncio.wait_for(talk(), WAIT))
    return found


def unfit(send: Send) -> Reply:
    return {"type": "result", "cells": {1, 2}}


def endless(send: Send) -> Reply:
    return {"type": "result", "estimate": float("inf")}


def failing(send: Send) -> Reply:
    raise LookupError("nothing is there")


def interrupted(send: Send) -> Reply:
    raise Interrupted(None)


def unfit_part(send: Send) -> Reply:
    send({"type": "part", "cells": {1, 2}})
    return {"type": "result"}


@pytest.mark.parametrize("answer", [unfit, endless, failing, interrupted, unfit_part])
def test_what_cannot_be_said_is_answered(answer: Answer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL, "sudoku.server.conversation"):
        found = said(answer)
    assert found == [{"id": k, "type": "invalid", "message": INTERNAL} for k in (1, 2)]


def test_parts_come_before_the_end() -> None:
    def answer(send: Send) -> Reply:
        send({"type": "part", "n": 1})
        return {"type": "result"}

    kinds = [each["type"] for each in said(answer)]
    assert kinds[:2] == ["part", "result"]
