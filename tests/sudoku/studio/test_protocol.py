"""The commands of the studio, each compared with the verb that finds its answer."""

from __future__ import annotations

import asyncio
import json
import threading
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sudoku import (
    RULES,
    Board,
    Classic,
    Grids,
    Killer,
    Outline,
    Puzzle,
    Shape,
    all_steps,
    canonical,
    count,
    explain,
    from_json,
    isomorphic,
    parse,
    rate,
    redundant,
    rule,
    solve,
    true_candidates,
)
from sudoku.errors import TextError
from sudoku.formats.registry import FORMATS
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule
from sudoku.rules.sandwich import Sandwich
from sudoku.server.conversation import Conversation
from sudoku.studio.asked import puzzle_object
from sudoku.studio.command import LONG, QUICK
from sudoku.studio.desk import Desk, prepare
from sudoku.studio.messages import read
from sudoku.studio.registry import COMMANDS
from tests.sudoku.studio.desk import Client

pytestmark = pytest.mark.kernel

GUIDE = Path(__file__).parents[3] / "docs/guides/studio.md"
ONE = Puzzle.from_text("1......2.3.....4")
NINE = Puzzle.from_text("12" + "." * 79)
MANY = Puzzle.from_text("1...............")
MORE = Puzzle.from_text("12.....2.3.....4")
CAGES = Killer([(3, [(0, 0), (0, 1)]), (4, [(2, 2), (3, 2)])])
NONE = Puzzle(Shape(2, 2), [Classic(), CAGES], {(0, 3): 2, (3, 0): 4})
CLASH = {"shape": "2x2", "rules": ["classic"], "clues": [1, 0, 0, 1, *[0] * 12]}
HOSTILE = "<img src=x onerror=alert(1)>\"'&<script>alert(2)</script>"


@pytest.fixture
def client() -> Client:
    return Client()


def test_what_every_page_asks_first_is_answered() -> None:
    assert [reply["type"] for reply in prepare()] == ["result", "result"]


def test_about_and_the_guide_name_all_commands(client: Client) -> None:
    about = client.ask("about")
    assert list(about["commands"]) == list(COMMANDS)
    assert set(about["formats"]) == {*FORMATS, "svg", "png"}
    guide = GUIDE.read_text(encoding="utf-8")
    for name, command in COMMANDS.items():
        assert f"| `{name}` |" in guide
        for argument in command.arguments:
            assert f"`{argument}`" in guide, (name, argument)


def test_rules_tells_the_tools_of_all_rules(client: Client) -> None:
    rules = {each["name"]: each for each in client.ask("rules")["rules"]}
    assert list(rules) == list(RULES)
    tools = {each["name"]: each["tool"] for each in rules["skyscraper"]["parameters"]}
    assert tools == dict.fromkeys(("top", "bottom", "left", "right"), "outside") | {
        "flat": "option"
    }
    (cages, *_) = rules["killer"]["parameters"]
    assert [part["kind"] for part in cages["parts"]] == ["maybe_whole", "places"]
    others = {
        (name, parameter["name"]): parameter["tool"]
        for name, each in rules.items()
        for parameter in each["parameters"]
        if parameter["tool"] not in ("marks", "outside", "option")
    }
    assert others == {
        ("jigsaw", "regions"): "regions",
        ("kropki", "negative"): "kinds",
        ("region_sum", "regions"): "regions",
        ("relations", "allowed"): "rows",
        ("from_zero", "rules"): "rules",
        ("suguru", "regions"): "regions",
        ("automaton", "steps"): "rows",
        ("automaton", "first"): "numbers",
        ("automaton", "last"): "numbers",
        ("either", "branches"): "branches",
        ("connected", "digits"): "numbers",
    }


@pytest.mark.parametrize("name", [name for name in RULES if name not in ("suguru", "str8ts")])
def test_each_rule_is_added_drawn_and_removed(client: Client, name: str) -> None:
    text = EXAMPLES.get(name)
    added = read_rule(f"{name}={text}" if text else name)
    blank = Puzzle()
    given = json.loads(text) if text else {}
    reply = client.ask("with_rule", blank, rule={name: given})
    assert reply["type"] == "result", reply
    puzzle = from_json(reply["puzzle"])
    assert added in puzzle.rules
    picture = client.ask("picture", reply["puzzle"])
    assert picture["rules"][puzzle.rules.index(added)]["name"] == name
    assert len(picture["drawing"]["cells"]) == puzzle.shape.n_cells
    at = puzzle.rules.index(added)
    again = client.ask("without_rule", reply["puzzle"], at=at)
    assert added not in from_json(again["puzzle"]).rules
    changed = client.ask("with_rule", reply["puzzle"], rule="diagonal", at=at)
    rules = from_json(changed["puzzle"]).rules
    assert (added in rules, rules[at].name) == (name == "diagonal", "diagonal")


def test_a_rule_that_makes_the_board_replaces_the_other(client: Client) -> None:
    reply = client.ask("with_rule", ONE, rule={"jigsaw": "1112122233443344"})
    assert [each.name for each in from_json(reply["puzzle"]).rules] == ["jigsaw"]
    wrong = client.ask("with_rule", ONE, rule={"killer": [[3, ["r9c9"]]]})
    assert "not on the board" in wrong["message"]
    assert "no rule 7" in client.ask("without_rule", ONE, at=7)["message"]


@pytest.mark.parametrize(
    "shape",
    ["3x2", "4x4", {"grids": "samurai"}, {"digits": 3, "cells": ["r1c1", "r1c2", "r2c2"]}],
)
def test_new_boards_are_drawn(client: Client, shape: Any) -> None:
    reply = client.ask("new", shape=shape)
    puzzle = from_json(reply["puzzle"])
    drawing = client.ask("picture", reply["puzzle"])["drawing"]
    size = puzzle.shape
    assert len(drawing["places"]) == size.n_cells
    assert (drawing["rows"], drawing["columns"]) == (size.height, size.width)


def test_clues_outside_are_drawn_on_boards_without_grids(client: Client) -> None:
    shape = Outline(3, [(0, 0), (0, 1), (0, 2)])
    puzzle = Puzzle(shape, [Sandwich(left=[2])])
    reply = client.ask("picture", puzzle)
    assert [mark["title"] for mark in reply["marks"]] == ["sandwich 2 left of row 1"]
    assert {spot["side"] for spot in reply["drawing"]["outside"]} == {
        *("top", "bottom", "left", "right")
    }


def test_open_reads_what_the_reader_takes_and_save_writes_it(client: Client) -> None:
    reply = client.ask("open", text="Title: Nice\nAuthor: Me\n" + str(ONE))
    assert from_json(reply["puzzle"]) == ONE
    assert reply["facts"] == {"title": "Nice", "author": "Me"}
    for name in [*FORMATS, "svg", "png"]:
        saved = client.ask("save", NINE, format=name)
        assert saved["type"] == "result", saved
        assert saved.get("data" if name == "png" else "text")
    saved = client.ask("save", NONE, format="json")
    assert from_json(client.ask("open", text=saved["text"])["puzzle"]) == NONE
    assert "no room for the rule killer" in client.ask("save", NONE, format="line")["message"]
    assert client.ask("open", text="nonsense")["type"] == "invalid"


def test_open_keeps_what_was_entered(client: Client) -> None:
    reply = client.ask("open", text="1+2" + "." * 79 + ":419 318")
    board = Board.from_text("1+2" + "." * 79 + ":419 318")
    assert reply["entered"][:3] == [0, 2, 0]
    assert tuple(reply["left"][8]) == board.candidates_of(0, 8)
    assert reply["left"][9] is None


@pytest.mark.parametrize("puzzle", [ONE, MANY, NONE])
def test_candidates(client: Client, puzzle: Puzzle) -> None:
    for cap in (1, 8):
        reply = client.ask("candidates", puzzle, cap=cap)
        assert reply["counts"] == true_candidates(puzzle, cap).counts.tolist()
        assert reply["complete"]


def test_check(client: Client) -> None:
    assert client.ask("check", MANY)["verdict"] == "many"
    reply = client.ask("check", ONE)
    assert (reply["verdict"], reply["solution"]) == ("one", list(solve(ONE).get().cells))
    reply = client.ask("check", NONE)
    assert reply["verdict"] == "none"
    titles = [each["title"] for each in reply["conflict"]["givens"]]
    assert titles == ["cage 3 at r1c1 and r1c2", "2 in r1c4"]
    assert client.parts == [{"type": "part", "verdict": "none"}]


def test_a_clue_that_clashes_with_a_mark_is_named_with_it(client: Client) -> None:
    lines = rule("thermometer", [[(1, 0), (1, 1)], [(0, 0), (0, 1), (0, 2)]])
    puzzle = puzzle_object(Puzzle(Shape(2, 2), [Classic(), lines]))
    reply = client.ask("check", puzzle | {"clues": [4, 0, 0, 0, *[0] * 12]})
    titles = [each["title"] for each in reply["conflict"]["givens"]]
    assert titles == ["thermometer from r1c1 to r1c3", "4 in r1c1"]
    assert [each["attributes"]["class"] for each in reply["conflict"]["layers"]] == ["lines"]


def test_clues_that_clash_are_named(client: Client) -> None:
    reply = client.ask("check", CLASH)
    assert reply["verdict"] == "none"
    assert [each["title"] for each in reply["conflict"]["givens"]] == ["1 in r1c1", "1 in r1c4"]
    assert reply["conflict"]["cells"] == [0, 3]
    assert client.ask("picture", CLASH)["type"] == "result"
    assert client.ask("with_rule", CLASH, rule="diagonal")["puzzle"]["clues"] == CLASH["clues"]
    for command in ("candidates", "hint", "rate"):
        assert "two 1s in row 1" in client.ask(command, CLASH)["message"]


def test_steps_from_what_was_entered(client: Client) -> None:
    hint = client.ask("hint", ONE)
    assert hint["steps"][0]["words"] == explain(ONE, most=1).stages[0].words
    assert len(client.ask("steps", ONE)["steps"]) == len(all_steps(ONE))
    assert client.ask("steps", ONE, time_limit=1e-9)["positions"] == []
    path = client.ask("path", ONE)
    assert (path["end"], path["last"]["digits"]) == ("solved", list(solve(ONE).get().cells))
    entered = [0] * 16
    entered[1] = 4
    wrong = client.ask("hint", ONE, entered=entered)
    assert "with 4 in r1c2, that is: it was placed wrongly" in str(wrong)
    entered[1] = solve(ONE).get().cells[1]
    left: list[Any] = [None] * 16
    board = Board(ONE, {1: entered[1]})
    assert client.ask("steps", ONE, entered=entered, left=left)["positions"] == [
        {
            "digits": list(board.digits),
            "candidates": [board.candidates_of(k // 4, k % 4) for k in range(16)],
        }
    ]


def test_rate_and_redundant(client: Client) -> None:
    reply = client.ask("rate", ONE, scale="bergman")
    found = rate(ONE, "bergman")
    assert (reply["value"], reply["level"]) == (found.value, found.level)
    reply = client.ask("redundant", MORE)
    assert reply["words"] == str(redundant(MORE))
    assert count(from_json(reply["puzzle"])) == 1
    assert "more than one solution" in client.ask("redundant", MANY)["message"]


def test_generate_rates_what_it_makes(client: Client) -> None:
    client.ask("generate", MANY, n=2, seed=1, rating="bergman")
    for part in client.parts:
        assert part["rating"] == str(rate(from_json(part["puzzle"]), "bergman"))


def test_maps_of_regions_are_numbered(client: Client) -> None:
    rules = [rule("jigsaw", "bbba baaa ddcc ddcc"), rule("region_sum", [[(0, 0), (1, 1)]])]
    picture = client.ask("picture", Puzzle(Shape(2, 2), rules))
    numbers = [2, 2, 2, 1, 2, 1, 1, 1, 4, 4, 3, 3, 4, 4, 3, 3]
    assert [each["regions"] for each in picture["rules"]] == [{"regions": numbers}, {}]


def test_complete_gives_values_and_clues(client: Client) -> None:
    cages = Puzzle(Shape(2, 2), [Classic(), Killer([(None, [(0, 0), (0, 1)])])])
    drawn = [{"rule": "kropki", "cells": ["r3c1", "r3c2"]}]
    reply = client.ask("complete", cages, drawn=drawn, seed=1)
    made = from_json(reply["puzzle"])
    assert count(made) == 1
    assert [each.name for each in made.rules] == ["classic", "killer", "kropki"]
    assert reply["words"].startswith("Values: ")
    assert {cell for cell, digit in enumerate(made.grid.cells) if digit} == set(reply["cells"])
    assert "no solution" in client.ask("complete", NONE)["message"]
    for wrong in (3, [3], [{"rule": "kropki"}], [{"rule": "x", "cells": []}]):
        assert client.ask("complete", cages, drawn=wrong)["type"] == "invalid"


@pytest.mark.parametrize("fewest", [False, True])
def test_minimal_leaves_out_clues_only(client: Client, fewest: bool) -> None:
    reply = client.ask("minimal", MORE, fewest=fewest)
    made = from_json(reply["puzzle"])
    assert (redundant(made).each, made.n_clues) == ((), 4)
    assert reply["words"] == "4 of 5 clues are left."
    assert solve(made).get() == solve(MORE).get()
    for puzzle in (MANY, NONE):
        assert client.ask("minimal", puzzle)["type"] == "invalid"


def test_books_and_pages(client: Client) -> None:
    puzzles = [puzzle_object(each) for each in (ONE, MORE)]
    kinds: list[dict[str, Any]] = [
        {},
        {"worksheet": True, "answers": "upside_down", "per_page": 2},
    ]
    for kind in kinds:
        reply = client.ask("book", puzzles=puzzles, title=HOSTILE, **kind)
        assert b64decode(reply["data"]).startswith(b"%PDF-")
        assert reply["ending"] == "pdf"
    refused: list[dict[str, Any]] = [
        {"puzzles": []},
        {"puzzles": [3]},
        {"puzzles": puzzles, "answers": "here"},
        {"puzzles": puzzles, "answers": []},
    ]
    for data in refused:
        assert client.ask("book", **data)["type"] == "invalid"
    page = client.ask("page", ONE, title=HOSTILE)["text"]
    assert explain(ONE).stages[0].title in page
    assert "<img src=x" not in page


def test_generate_uses_the_board_and_its_rules(client: Client) -> None:
    board = Puzzle(Shape(2, 2), [Classic(), rule("diagonal")])
    reply = client.ask("generate", board, n=2, seed=1)
    assert (reply["made"], reply["complete"]) == (2, True)
    for part in client.parts:
        made = from_json(part["puzzle"])
        assert made.rules == board.rules
        assert count(made) == 1
    reply = client.ask("generate", board, symmetry="nonsense")
    assert "unknown symmetry" in reply["message"]
    assert "not given" in client.ask("generate", board, scale="hodoku")["message"]


def test_isomorphs(client: Client) -> None:
    made = from_json(client.ask("isomorph", ONE, seed=1)["puzzle"])
    assert isomorphic(made, ONE)
    assert from_json(client.ask("canonical", made)["puzzle"]) == canonical(ONE)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"command": "dance"}, "unknown command"),
        ({"version": 2}, "the version is 2"),
        ({"id": "1"}, "the id is '1'"),
        ({"revision": 1.5}, "the revision is 1.5"),
        ({"stops": 3}, "stops is no list"),
        ({"time_limit": -1}, "above 0"),
        ({"time_limit": "1"}, "number of seconds"),
    ],
)
def test_wrong_messages(data: dict[str, Any], words: str) -> None:
    message = {"version": 1, "id": 1, "command": "check"} | data
    with pytest.raises(TextError, match=words):
        read(json.dumps(message))


@pytest.mark.parametrize("text", ["", "[]", "3", "[" * 5000, '{"id": 1, "id": 2}', "NaN"])
def test_texts_that_are_no_messages(text: str) -> None:
    with pytest.raises(TextError):
        read(text)


@pytest.mark.parametrize(
    ("command", "data", "words"),
    [
        ("check", {}, "no puzzle"),
        ("check", {"puzzle": 3}, "no puzzle"),
        ("picture", {"puzzle": {"shape": "2x2"}}, "is missing"),
        ("check", {"puzzle": {"shape": [], "rules": [], "clues": []}}, "is not a shape"),
        ("picture", {"puzzle": {"shape": {"digits": 3, "cells": 5}}}, "is no shape"),
        ("new", {"shape": {"digits": 3, "cells": 5}}, "is no shape"),
        ("with_rule", {"puzzle": CLASH, "rule": {"killer": [3, 4]}}, "another form"),
        ("with_rule", {"puzzle": CLASH, "rule": {"killer": [], "xv": []}}, "is no rule"),
        ("candidates", {"puzzle": CLASH, "cap": 0}, "cap is 0"),
        ("candidates", {"puzzle": CLASH, "loud": True}, "'loud' is unknown"),
        ("save", {"puzzle": CLASH}, "'format' is missing"),
        ("save", {"puzzle": CLASH | {"clues": [0] * 16}, "format": "x"}, "unknown format"),
        ("hint", {"puzzle": CLASH | {"clues": [0] * 16}, "entered": [1]}, "no list of 16 cells"),
        ("hint", {"puzzle": CLASH | {"clues": [0] * 16}, "entered": ["1"] * 16}, "entered has"),
        ("hint", {"puzzle": CLASH | {"clues": [0] * 16}, "left": [3] * 16}, "left has 3"),
        ("hint", {"puzzle": CLASH | {"clues": [0] * 16}, "left": [[]] * 16}, "no candidate"),
    ],
)
def test_wrong_arguments(command: str, data: dict[str, Any], words: str) -> None:
    reply = Client().ask(command, data.pop("puzzle", None), **data)
    assert reply["type"] == "invalid"
    assert words in reply["message"]


def test_hostile_texts_stay_texts(client: Client) -> None:
    """Titles and labels are handed on as they are, and never stand in markup."""
    text = f"Title: {HOSTILE}\n" + str(ONE)
    facts = client.ask("open", text=text)["facts"]
    assert facts["title"].startswith("<img")
    named = client.ask("save", puzzle_object(ONE) | {"title": HOSTILE}, format="json")["text"]
    assert client.ask("open", text=named)["puzzle"]["title"] == HOSTILE
    for data in (HOSTILE, f'{{"shape": "{HOSTILE}"}}', f"https://f-puzzles.com/?load={HOSTILE}"):
        assert client.ask("open", text=data)["type"] == "invalid"
    puzzle = client.ask("with_rule", ONE, rule={"kenken": [[3, "<g>", ["r1c1", "r1c2"]]]})
    assert puzzle["type"] == "invalid"
    jigsaw = {"jigsaw": '<<<<>>>>&&&&""""'}
    made = client.ask("with_rule", ONE, rule=jigsaw)
    drawing = client.ask("picture", made["puzzle"])["drawing"]
    tags = {each["tag"] for each in elements(drawing["layers"])}
    assert tags <= {"g", "path", "rect", "circle", "text"}


def elements(layers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all elements of a drawing."""
    found = []
    for each in layers:
        found += [each, *elements(each.get("children", []))]
    return found


def test_drawings_have_only_elements_and_attributes_that_the_page_takes(client: Client) -> None:
    source = (GUIDE.parents[2] / "sudoku/studio/page/elements.js").read_text(encoding="utf-8")
    for name, example in EXAMPLES.items():
        if name in ("suguru", "str8ts"):
            continue
        puzzle = client.ask("with_rule", Puzzle(), rule={name: json.loads(example)})["puzzle"]
        for each in elements(client.ask("picture", puzzle)["drawing"]["layers"]):
            for word in (each["tag"], *each["attributes"]):
                assert f'"{word}"' in source, (name, word)


def conversation(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a conversation answers to messages that come at once."""
    said: list[dict[str, Any]] = []

    async def send(text: str) -> None:
        said.append(json.loads(text))

    async def talk() -> None:
        with ThreadPoolExecutor(2) as executor:
            client = Conversation(send, {LONG: executor, QUICK: executor}, Desk())
            for message in messages:
                await client.hear(json.dumps({"version": 1} | message))
            while len({each["id"] for each in said if each["type"] != "part"}) < len(messages):
                await asyncio.sleep(0.01)
            await client.stop()

    before = set(threading.enumerate())
    asyncio.run(talk())
    assert set(threading.enumerate()) <= before
    return [each for each in said if each["type"] != "part"]


EMPTY = {"shape": "3x3", "rules": ["classic"], "clues": [0] * 81}
FOUR = {"shape": "2x2", "rules": ["classic"], "clues": [0] * 16}
LONGEST = {"command": "generate", "puzzle": EMPTY, "n": 1000}


def test_the_next_edit_cancels_and_quick_commands_do_not_wait() -> None:
    """Messages of one revision are all answered; those of the one before are cancelled."""
    said = conversation(
        [
            {"id": 1, "revision": 1} | LONGEST,
            {"id": 2, "revision": 1, "command": "check", "puzzle": FOUR},
            {"id": 3, "revision": 1, "command": "picture", "puzzle": FOUR},
            {"id": 4, "revision": 2, "command": "check", "puzzle": FOUR},
        ]
    )
    types = {each["id"]: each["type"] for each in said}
    assert types[1] == types[2] == "canceled"
    assert types[4] == "result"


def test_messages_are_cancelled_by_number() -> None:
    said = conversation(
        [
            {"id": 1, "revision": 1} | LONGEST,
            {"id": 2, "revision": 1, "command": "check", "puzzle": FOUR},
            {"id": 3, "revision": 1, "command": "cancel", "stops": [1]},
        ]
    )
    assert {each["id"]: each["type"] for each in said} == {
        1: "canceled",
        2: "result",
        3: "result",
    }


def test_boards_of_several_grids_are_edited(client: Client) -> None:
    puzzle = Puzzle(Grids([(0, 0), (0, 2)], Shape(2, 2)))
    reply = client.ask("with_rule", puzzle, rule="diagonal")
    assert from_json(reply["puzzle"]).shape == puzzle.shape
    line = parse("." * puzzle.shape.n_cells, puzzle.shape)
    assert from_json(reply["puzzle"]).grid == line
