"""Sessions with the server, by a client of our own, on this machine only."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from exactcover import ProblemError
from sudoku import Classic, Puzzle, Shape, count, rule, solve, to_fpuzzles, true_candidates
from sudoku.server.admission import ORIGINS, Settings, check_settings
from tests.sudoku.server.client import WAIT, Client, client_of, packed, serving

pytestmark = pytest.mark.kernel

UNIQUE = Puzzle.from_text(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
MANY = Puzzle.from_text("1...............")
KILLER = Puzzle(Shape(2, 2), [Classic(), rule("killer", [(3, [(0, 0), (0, 1)])])])
NONE = Puzzle(
    Shape(2, 2), [Classic(), rule("killer", [(3, [(0, 0), (0, 1)]), (3, [(0, 2), (0, 3)])])]
)
WHY = (
    "No solutions found. These 2 cannot all hold: cage 3 at r1c1 and r1c2; cage 3 at r1c3 and r1c4."
)
EMPTY = Puzzle()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with client_of(address) as found:
        yield found


def cells_of(puzzle: Puzzle) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_fpuzzles(puzzle))
    return found


def counts(puzzle: Puzzle, cap: int) -> list[int]:
    found: list[int] = true_candidates(puzzle, cap).counts.ravel().tolist()
    return found


def test_true_candidates(client: Client) -> None:
    for puzzle in (UNIQUE, MANY, KILLER):
        for cap in (1, 8):
            options = [f"truecandidatesnumsolutions={cap}"]
            reply = client.ask("truecandidates", puzzle, truecandidatesoptions=options)
            assert reply == {
                "type": "truecandidates",
                "solutionsPerCandidate": counts(puzzle, cap),
            }
    assert client.ask("truecandidates", NONE) == {"type": "invalid", "message": WHY}


def test_older_releases_of_the_script_ask_for_colours(client: Client) -> None:
    options = ["colored", "truecandidatesnumsolutions=8"]
    reply = client.ask("truecandidates", KILLER, truecandidatesoptions=options)
    assert reply == {"type": "truecandidates", "solutionsPerCandidate": counts(KILLER, 8)}


def test_candidates_that_logic_leaves(client: Client) -> None:
    """They are marked by -1; all true ones are among those that logic leaves."""
    plain = client.ask("truecandidates", KILLER)["solutionsPerCandidate"]
    options = ["logical", "truecandidatesnumsolutions=1"]
    marked = client.ask("truecandidates", KILLER, truecandidatesoptions=options)
    found = marked["solutionsPerCandidate"]
    assert np.maximum(found, 0).tolist() == plain
    line = "..1..5......2...9.5..9..2......4..3.9.3.8.1.6.6..1......2..4..3.3...7......1..4.."
    hard = Puzzle.from_text(line)
    disabled = ["tuples", "pointing", "fishes", "wings", "aic", "contradictions"]
    reply = client.ask(
        "truecandidates", hard, truecandidatesoptions=options, disabledlogic=disabled
    )
    found = reply["solutionsPerCandidate"]
    assert set(found) == {-1, 0, 1}  # without these techniques, logic leaves too much
    assert np.maximum(found, 0).tolist() == counts(hard, 1)


def test_solve_gives_random_solutions(client: Client) -> None:
    assert client.ask("solve", UNIQUE)["solution"] == list(solve(UNIQUE).get().cells)
    found = {tuple(client.ask("solve", MANY)["solution"]) for _ in range(20)}
    assert len(found) > 5
    for cells in found:
        Puzzle(Shape(2, 2), clues=list(cells))
    assert client.ask("solve", NONE) == {"type": "invalid", "message": WHY}


@pytest.mark.parametrize("puzzle", [UNIQUE, MANY, KILLER, NONE])
def test_check_and_count(client: Client, puzzle: Puzzle) -> None:
    number = int(count(puzzle))
    for command, expected in (("check", min(2, number)), ("count", number)):
        reply = {"type": "count", "count": expected, "inProgress": False}
        assert client.ask(command, puzzle) == reply


def test_a_long_count_is_streamed_and_cancelled(client: Client) -> None:
    client.send("count", EMPTY)
    seen = [client.receive() for _ in range(3)]
    assert all(each["inProgress"] for each in seen)
    numbers = [each["count"] for each in seen]
    assert numbers == sorted(set(numbers))
    assert client.ask("cancel") == {"type": "canceled"}


def test_a_new_message_cancels_the_one_before(client: Client) -> None:
    first = client.send("count", EMPTY)
    second = client.send("check", UNIQUE)
    seen: list[dict[str, Any]] = []
    while not seen or seen[-1]["nonce"] != second:
        seen.append(json.loads(client.socket.recv(timeout=WAIT)))
    assert [each["type"] for each in seen if each["nonce"] == first][-1:] == ["canceled"]
    assert seen[-1]["count"] == 1


def test_estimates_are_streamed(client: Client) -> None:
    client.send("estimate", EMPTY)
    seen = [client.receive() for _ in range(3)]
    assert client.ask("cancel") == {"type": "canceled"}
    for each in seen:
        assert each["type"] == "estimate"
        assert each["ci95_lower"] <= each["estimate"] <= each["ci95_upper"]
        assert 1e20 < each["estimate"] < 1e23
    assert [each["iterations"] for each in seen] == sorted({each["iterations"] for each in seen})
    few = client.ask("estimate", MANY)  # it has 72 solutions
    assert abs(few["estimate"] - 72) <= 6 * max(1.0, few["stderr"])


def open_in(cells: list[dict[str, Any]]) -> int:
    """Return the number of candidates and of cells without a value: each step makes it less."""
    return sum(len(each["candidates"]) + (not each["value"]) for each in cells)


def test_steps_lead_from_the_grid_to_its_solution(client: Client) -> None:
    data = cells_of(UNIQUE)
    reply = client.ask("step", data)
    assert reply["type"] == "logical"
    assert reply["isValid"]
    assert reply["message"]
    solution = solve(UNIQUE).get().cells
    for _ in range(3):
        for cell, (row, column) in zip(reply["cells"], np.ndindex(9, 9), strict=True):
            assert solution[9 * row + column] in cell["candidates"]
            own = data["grid"][row][column]
            if not own.get("given"):
                own.pop("value", None)
                if cell["value"]:
                    own["value"] = cell["value"]
                own["centerPencilMarks"] = cell["candidates"]
        before = reply["cells"]
        reply = client.ask("step", data)
        assert open_in(reply["cells"]) < open_in(before)
    path = client.ask("solvepath", UNIQUE)
    assert [each["value"] for each in path["cells"]] == list(solution)


def test_steps_of_puzzles_with_several_solutions_hold_for_all(client: Client) -> None:
    for puzzle in (MANY, KILLER):
        reply = client.ask("solvepath", puzzle)
        left = [each["candidates"] for each in reply["cells"]]
        for digits, own in zip(true_candidates(puzzle).counts, left, strict=True):
            assert set(np.flatnonzero(digits) + 1) <= set(own)


def test_a_grid_that_cannot_be_completed(client: Client) -> None:
    data = cells_of(UNIQUE)
    data["grid"][0][2]["value"] = 2
    reply = client.ask("step", data)
    assert (reply["type"], reply["isValid"]) == ("logical", False)
    assert reply["message"] == (
        "No solutions found. Not with 2 in r1c3, that is: it was placed wrongly."
    )
    for command in ("step", "solvepath"):
        reply = client.ask(command, NONE)
        assert (reply["message"], reply["isValid"]) == (WHY, False)


MALFORMED = [
    "",
    "nonsense",
    "[]",
    "3",
    "[" * 5000,
    '{"nonce": 1}',
    '{"nonce": "1", "command": "check"}',
    '{"nonce": 1.5, "command": "check"}',
    '{"nonce": 1, "command": "dance", "data": ""}',
    '{"nonce": 1, "command": ["check"], "data": ""}',
    '{"nonce": 1, "command": "check"}',
    '{"nonce": 1, "command": "check", "data": 5}',
    '{"nonce": 1, "command": "check", "data": "BIUwNmD2Q==="}',
    '{"nonce": 1, "command": "check", "data": "!!!"}',
    '{"nonce": 1, "command": "check", "dataType": "penpa", "data": "N4"}',
    '{"nonce": 1, "nonce": 2, "command": "cancel", "data": NaN}',
    json.dumps({"nonce": 1, "command": "check", "data": packed({"size": 9})}),
    json.dumps({"nonce": 1, "command": "check", "data": packed({"size": 4, "grid": [[1]]})}),
    json.dumps({"nonce": 1, "command": "check", "data": packed(cells_of(MANY), magic=[1])}),
    json.dumps(
        {"nonce": 1, "command": "step", "data": packed(cells_of(MANY), disabledlogic=["luck"])}
    ),
    json.dumps(
        {
            "nonce": 1,
            "command": "truecandidates",
            "data": packed(cells_of(MANY), truecandidatesoptions=["truecandidatesnumsolutions=0"]),
        }
    ),
]


def test_malformed_messages_are_answered(client: Client) -> None:
    for text in MALFORMED:
        client.socket.send(text)
        reply = json.loads(client.socket.recv(timeout=WAIT))
        assert reply["type"] == "invalid", text
        assert reply["message"]
        assert "mistake" not in reply["message"], text
    assert client.ask("check", UNIQUE)["count"] == 1


def test_floods_end_with_the_last_answer(address: str) -> None:
    with client_of(address) as one:
        for _ in range(100):
            one.send("count", EMPTY)
            one.send("truecandidates", EMPTY)
        assert one.ask("check", UNIQUE)["count"] == 1


def test_clients_that_leave_stop_their_commands(address: str) -> None:
    for _ in range(10):
        with client_of(address) as one:
            one.send("count", EMPTY)
    with client_of(address) as one:
        assert one.ask("check", UNIQUE)["count"] == 1


def test_long_commands_of_others_hold_up_no_client(address: str) -> None:
    with ExitStack() as opened:
        clients = [opened.enter_context(client_of(address)) for _ in range(6)]
        for each in clients[1:]:
            each.send("count", EMPTY)
            assert each.receive()["inProgress"]
        assert clients[0].ask("check", UNIQUE)["count"] == 1


def test_bytes_and_long_messages_close_the_connection(address: str) -> None:
    for message in (b"{}", "x" * (1 << 21)):
        with client_of(address) as one, pytest.raises(ConnectionClosed):
            one.socket.send(message)
            for _ in range(3):
                one.socket.recv(timeout=WAIT)


def test_only_listed_pages_and_hosts_connect(address: str) -> None:
    with client_of(address, origin=ORIGINS[0]) as one:
        assert one.ask("check", UNIQUE)["count"] == 1
    with pytest.raises(InvalidStatus), client_of(address, origin="https://evil.example"):
        pass
    with (
        pytest.raises(InvalidStatus),
        client_of(address, additional_headers={"Host": "evil.example"}),
    ):
        pass


def test_a_token_is_asked_for() -> None:
    with pytest.raises(ProblemError, match="give a token"):
        check_settings(Settings("0.0.0.0"))
    with serving(Settings(token="secret")) as address:
        with client_of(f"{address}?token=secret") as one:
            assert one.ask("check", UNIQUE)["count"] == 1
        for wrong in ("", "?token=", "?token=public", "?token=secre%C3%A9"):
            with pytest.raises(InvalidStatus), client_of(address + wrong):
                pass


def test_commands_have_a_time_limit() -> None:
    with serving(Settings(time_limit=0.2)) as address, client_of(address) as one:
        reply = one.ask("count", EMPTY)
        assert reply["type"] == "invalid"
        assert "time limit" in reply["message"]


def test_the_server_ends_while_commands_run() -> None:
    before = set(threading.enumerate())
    with serving() as address, client_of(address) as one:
        one.send("count", EMPTY)
        one.receive()
    assert set(threading.enumerate()) <= before


def replay(address: str, seed: int) -> None:
    """Send random messages, right and wrong ones, and check each answer that is waited for."""
    rng = random.Random(seed)
    with client_of(address) as one:
        one.nonce = 100  # malformed messages have 1 and 2
        for _ in range(6):
            puzzle = rng.choice([UNIQUE, MANY, KILLER])
            kind = rng.randrange(6)
            if kind == 0:
                one.socket.send(rng.choice(MALFORMED[:6]))
            elif kind == 1:
                one.send(rng.choice(["count", "truecandidates", "estimate"]), EMPTY)
            elif kind == 2:
                cap = rng.choice([1, 3])
                options = [f"truecandidatesnumsolutions={cap}"]
                reply = one.ask("truecandidates", puzzle, truecandidatesoptions=options)
                assert reply["solutionsPerCandidate"] == counts(puzzle, cap)
            elif kind == 3:
                assert one.ask("count", puzzle)["count"] == count(puzzle)
            elif kind == 4:
                assert one.ask("cancel") == {"type": "canceled"}
            else:
                assert one.ask("step", puzzle)["isValid"]


def test_replayed_sessions(address: str) -> None:
    for seed in range(15):
        replay(address, seed)


@pytest.mark.slow
def test_many_replayed_sessions(address: str) -> None:
    """Some at the same time: no wrong answer, and no thread is left over."""
    failed: list[BaseException] = []
    before = set(threading.enumerate())

    def run(first: int) -> None:
        try:
            for seed in range(first, 200, 4):
                replay(address, 1000 + seed)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    pools = "sudoku-server_", "sudoku-server-quick_"
    left = {each for each in threading.enumerate() if not each.name.startswith(pools)}
    assert left <= before
