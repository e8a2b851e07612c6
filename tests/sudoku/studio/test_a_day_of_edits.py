"""A board that is edited all day long: neither the server nor the page keeps what is over."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from sudoku.server.conversation import Conversation
from sudoku.studio.command import LONG, QUICK
from sudoku.studio.desk import Desk
from tests.sudoku.studio.page import FOUR, Studio

COMMANDS = ("candidates", "check", "hint", "picture")


def edits(rng: random.Random, count: int) -> list[str]:
    """Return the messages of a client that changes a clue again and again."""
    clues = [0] * 16
    made: list[str] = []
    for number in range(count):
        clues[rng.randrange(16)] = rng.randrange(5)
        puzzle = {"shape": "2x2", "rules": ["classic"], "clues": list(clues)}
        for command in COMMANDS:
            message = {"version": 1, "id": len(made), "revision": number, "command": command}
            made.append(json.dumps(message | {"puzzle": puzzle}))
    return made


@pytest.mark.kernel
def test_a_conversation_forgets_the_edits_before() -> None:
    said: set[int] = set()

    async def send(text: str) -> None:
        if json.loads(text)["type"] != "part":
            said.add(json.loads(text)["id"])

    async def talk(conversation: Conversation, messages: list[str]) -> int:
        """Return the memory in use after the messages are answered."""
        said.clear()
        for number, text in enumerate(messages):
            await conversation.hear(text)
            if number % len(COMMANDS) == len(COMMANDS) - 1 and number % 3:
                await conversation.stop()
        while len(said) < len(messages):
            await asyncio.sleep(0.01)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    async def work() -> list[int]:
        rng = random.Random(1)
        with ThreadPoolExecutor(2) as executor:
            conversation = Conversation(send, {LONG: executor, QUICK: executor}, Desk())
            return [await talk(conversation, edits(rng, 150)) for _ in range(4)]

    tracemalloc.start()
    try:
        first, second, _, last = asyncio.run(work())
    finally:
        tracemalloc.stop()
    assert last - second < 200_000, (first, second, last)


@pytest.mark.slow
@pytest.mark.kernel
def test_the_page_keeps_no_elements_of_the_edits_before(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    protocol = studio.page.context.new_cdp_session(studio.page)

    def nodes() -> dict[str, int]:
        protocol.send("HeapProfiler.collectGarbage")
        found: dict[str, int] = protocol.send("Memory.getDOMCounters")
        return found

    def edit(count: int) -> None:
        for number in range(count):
            studio.drag((0, 1 + number % 3))
            studio.press("2", "Backspace", "Shift+3", "Control+4", "Backspace")
        studio.press("Escape")
        studio.verdict("one")
        studio.page.wait_for_selector(".step .found")

    edit(10)
    before = nodes()
    edit(60)
    after = nodes()
    for kind in ("nodes", "jsEventListeners"):
        assert after[kind] < 1.5 * before[kind] + 200, (kind, before, after)


EDITS = """async seed => {
    const { State, fresh } = await import("./state.js");
    const { differences } = await import("./differences.js");
    const number = most => (seed = (seed * 48271) % 2147483647) % most;
    const puzzle = n => ({ shape: `${n}`, rules: ["classic"], clues: Array(n).fill(0) });
    const with_ = (list, place, value) => list.map((each, k) => (k === place ? value : each));
    const state = new State(fresh(puzzle(81)));
    const seen = [JSON.stringify(state.now)];
    let longest = 0;
    for (let k = 0; k < 300; k++) {
        const { puzzle: { shape, rules, clues }, corner } = state.now;
        const cell = number(clues.length);
        const edits = [
            () => ({ puzzle: { shape, rules, clues: with_(clues, cell, number(10)) } }),
            () => ({ corner: with_(corner, cell, [number(3), 5].slice(number(3))) }),
            () => ({ puzzle: { shape, rules: [...rules, { name: "killer", sum: k }], clues } }),
            () => ({ title: `title ${k}` }),
            () => fresh(puzzle([16, 81, 256][number(3)]), null, { title: null }),
        ];
        const kind = k % 40 ? number(2) : number(5);
        const before = state.now;
        state.change(edits[kind]());
        if (kind < 2) longest = Math.max(longest, differences(before, state.now).length);
        seen.push(JSON.stringify(state.now));
    }
    for (const title of [{ "a,b": 1 }, { a: 1, b: 2 }]) {
        state.change({ title });
        seen.push(JSON.stringify(state.now));
    }
    const other = differences(Array(400).fill(1), Array(400).fill(2)).length;
    const undone = [], redone = [];
    for (; state.canUndo; state.undo()) undone.unshift(JSON.stringify(state.now));
    undone.unshift(JSON.stringify(state.now));
    for (; state.canRedo; state.redo()) redone.push(JSON.stringify(state.now));
    redone.push(JSON.stringify(state.now));
    return { undone: `${undone}` === `${seen}`, redone: `${redone}` === `${seen}`, longest, other };
}"""


@pytest.mark.slow
@pytest.mark.kernel
def test_undo_leads_through_all_states_and_keeps_only_what_differs(studio: Studio) -> None:
    found = studio.open().page.evaluate(EDITS, 1)
    assert found["undone"] and found["redone"]
    assert found["longest"] < 60, "characters of an edit of one cell"
    assert found["other"] < 2000, "characters of another board of the same size"
