"""Tasks of setters in the page: clues, marks and rules."""

from __future__ import annotations

import re

import pytest

from sudoku import Puzzle, rule
from sudoku.pictures.marks import LAYERS
from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def choose_rule(studio: Studio, name: str) -> None:
    """Show the tool of a rule."""
    studio.tab("Rules").get_by_label("Rule", exact=True).select_option(name)


def mark(studio: Studio, words: str) -> None:
    """Wait until a mark is listed."""
    studio.page.get_by_role("button", name=re.compile(f"^{words}")).wait_for()


def test_digits_are_written_undone_and_clash(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.drag((0, 1))
    studio.press("1")
    studio.verdict("No solution")
    assert studio.count("#board .trouble") == 2
    studio.press("Control+z")
    studio.verdict("Exactly one")
    studio.press("Shift+2", "Control+3")
    assert sorted(studio.page.locator("#board .own").all_text_contents()) == ["2", "3"]
    studio.press("Control+z", "Control+z", "Control+z")
    assert studio.page.get_by_role("button", name="Undo").is_disabled()
    assert studio.page.get_by_role("button", name="Redo").is_enabled()


def test_marks_are_drawn_by_tools_from_the_registry(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "thermometer")
    studio.drag((0, 0), (1, 1), (2, 1))
    mark(studio, "thermometer from r1c1 to r3c2")
    choose_rule(studio, "killer")
    studio.page.get_by_label("Number (or nothing)").fill("7")
    studio.drag((3, 2), (3, 3))
    mark(studio, "cage 7 at r4c3 and r4c4")
    choose_rule(studio, "arrow")
    studio.drag((0, 3))
    studio.drag((0, 2), (0, 1))
    mark(studio, "arrow from")
    assert studio.count("#board .bulbs path") == 2
    assert studio.names() == ["classic", "thermometer", "killer", "arrow"]
    studio.tab("Rules")
    studio.button("Remove cage 7", exact=False)
    studio.page.get_by_role("button", name=re.compile("^cage 7")).wait_for(state="detached")
    assert studio.names() == ["classic", "thermometer", "arrow"]


def test_layers_lie_over_each_other_as_in_pictures(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    order = studio.page.evaluate(
        "[...document.querySelectorAll('#board svg > g > g[class]')]"
        ".map(each => each.className.baseVal)"
    )
    expected = [name for name in LAYERS if name in order]
    assert order == expected
    assert {"cells", "regions"} <= set(order)


def test_parameters_without_a_value_and_emptied_ones(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "region_sum")
    studio.drag((0, 0), (0, 1), (0, 2))
    mark(studio, "region sum line")
    choose_rule(studio, "whispers")
    least = studio.page.get_by_label("least", exact=True)
    least.fill("1")
    studio.drag((1, 0), (1, 1))
    mark(studio, "whispers line")
    (*_, whispers) = studio.saved().rules
    assert whispers == rule("whispers", [[(1, 0), (1, 1)]], least=1)
    choose_rule(studio, "whispers")
    least.fill("")
    studio.button("Change the rule")
    least.evaluate("each => each.blur()")
    studio.until("document.querySelector('.tool input[type=number]').value === '5'")
    (*_, whispers) = studio.saved().rules
    assert whispers == rule("whispers", [[(1, 0), (1, 1)]])


def test_clues_outside_and_rules_without_marks(studio: Studio) -> None:
    studio.open("." * 16)
    choose_rule(studio, "sandwich")
    studio.page.get_by_label("Number", exact=True).fill("3")
    studio.page.wait_for_selector("#board .spot")
    studio.page.locator("#board .spot").first.click(force=True)
    mark(studio, "sandwich 3 above column 1")
    choose_rule(studio, "anti_knight")
    studio.button("Add the rule")
    studio.page.get_by_role("button", name="Remove the rule anti knight").wait_for()
    assert studio.names() == ["classic", "sandwich", "anti_knight"]


def test_a_clue_takes_the_place_of_a_digit_that_was_entered(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.button("Play")
    studio.drag((0, 1))
    studio.press("4")
    studio.button("Set")
    studio.press("2")
    assert studio.saved().grid[0, 1] == 2
    studio.press("Backspace")
    assert studio.saved().grid[0, 1] == 0
    assert studio.count("#board .entered") == 0


@pytest.mark.parametrize(("layout", "height"), [("samurai", 21), ("butterfly", 12)])
def test_boards_of_several_grids_are_drawn(studio: Studio, layout: str, height: int) -> None:
    panel = studio.open().tab("Make")
    panel.get_by_label("Board", exact=True).select_option(f"grids:{layout}")
    studio.button("New board")
    studio.page.wait_for_selector(
        f"#board svg[viewBox='-6 -6 {60 * height + 12} {60 * height + 12}']"
    )


def test_a_mark_drawn_again_gets_another_number(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "killer")
    for number in ("7", "6"):
        studio.page.get_by_label("Number (or nothing)").fill(number)
        studio.drag((3, 2), (3, 3))
        mark(studio, f"cage {number} at r4c3")
    assert studio.saved().rules[1] == rule("killer", [(6, [(3, 2), (3, 3)])])


def test_regions_are_painted(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "jigsaw")
    studio.button("Paint the regions")
    page = studio.page
    assert page.locator("#board .region").all_text_contents() == list("1122112233443344")
    page.get_by_label("Region", exact=True).select_option("2")
    studio.drag((0, 1))
    studio.button("Add the rule")
    page.get_by_role("alert").get_by_text("region 1 has 3 cells, expected 4").wait_for()
    page.get_by_label("Region", exact=True).select_option("1")
    studio.drag((1, 2))
    page.get_by_text("1: 4, 2: 4, 3: 4, 4: 4").wait_for()
    studio.button("Add the rule")
    page.get_by_role("button", name="Edit the rule jigsaw").wait_for()
    assert studio.saved().rules == (rule("jigsaw", [1, 2, 2, 2, 1, 1, 1, 2, *[3, 3, 4, 4] * 2]),)


def test_parameters_are_written_in_forms(studio: Studio) -> None:
    """Kinds of dots, pairs of digits, numbers, and lists of numbers; none of them is JSON."""
    studio.open("." * 16).verdict("Several")
    page = studio.page
    choose_rule(studio, "kropki")
    page.get_by_label("all are given: black dot").check()
    studio.drag((0, 0), (0, 1))
    mark(studio, "white dot")
    choose_rule(studio, "relations")
    page.get_by_label("allowed", exact=False).fill("1 3\n2, 4")
    studio.drag((2, 0), (2, 1))
    mark(studio, "relation")
    choose_rule(studio, "quadruple")
    page.get_by_label("Numbers, with commas").fill("1, 2")
    studio.drag((1, 1))
    mark(studio, "quadruple")
    choose_rule(studio, "look_and_say")
    page.get_by_label("Groups of numbers", exact=False).fill("1 3")
    studio.drag((3, 0), (3, 1))
    mark(studio, "look-and-say cage")
    choose_rule(studio, "kenken")
    page.get_by_label("Number", exact=True).fill("5")
    page.get_by_label("Sign", exact=True).fill("+")
    studio.drag((2, 2), (2, 3))
    mark(studio, "cage 5")
    assert studio.saved().rules[1:] == (
        rule("kropki", white=[((0, 0), (0, 1))], negative=["black"]),
        rule("relations", [((2, 0), (2, 1))], [(1, 3), (2, 4)]),
        rule("quadruple", [([1, 2], (1, 1))]),
        rule("look_and_say", [([(1, 3)], [(3, 0), (3, 1)])]),
        rule("kenken", [(5, "+", [(2, 2), (2, 3)])]),
    )
    choose_rule(studio, "kropki")
    page.get_by_label("all are given: black dot").uncheck()
    studio.button("Change the rule")
    studio.page.wait_for_timeout(300)
    assert studio.saved().rules[1] == rule("kropki", white=[((0, 0), (0, 1))])


def test_marks_of_several_areas_and_of_parts_that_may_be_skipped(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "same_values")
    studio.drag((0, 0), (0, 1))
    studio.button("Finish the mark")
    studio.page.get_by_text("Two areas are needed.").wait_for()
    studio.drag((3, 2), (3, 3))
    studio.button("Finish the mark")
    mark(studio, "areas of the same digits")
    choose_rule(studio, "line_order")
    studio.button("Skip")
    studio.drag((1, 0), (1, 1))
    studio.drag((2, 0), (2, 1))
    mark(studio, "comparison of lines")
    assert studio.saved().rules[1:] == (
        rule("same_values", [[[(0, 0), (0, 1)], [(3, 2), (3, 3)]]]),
        rule("line_order", [(None, [(1, 0), (1, 1)], [(2, 0), (2, 1)])]),
    )


def test_rules_are_moved_into_a_rule_and_out_again(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    page = studio.page
    for name in ("diagonal", "anti_king"):
        choose_rule(studio, name)
        studio.button("Add the rule")
        page.get_by_role("button", name=f"Remove the rule {name.replace('_', ' ')}").wait_for()
    choose_rule(studio, "either")
    for count in (1, 2):
        page.get_by_role("button", name="Move this rule in").last.click()
        studio.until(f"document.querySelectorAll('.tool ul li').length === {count}")
    (*_, either) = studio.saved().rules
    assert either == rule("either", [[rule("diagonal")], [rule("anti_king")]])
    studio.tab("Rules")
    page.get_by_role("button", name="Edit the rule either").click()
    page.get_by_role("button", name="Take it out").first.click()
    page.get_by_role("button", name="Remove the rule diagonal").wait_for()
    assert studio.names() == ["classic", "either", "diagonal"]


def test_what_is_refused_says_why_and_changes_nothing(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    before = studio.saved()
    choose_rule(studio, "automaton")
    studio.page.get_by_label("steps", exact=False).fill("none")
    studio.button("Add the rule")
    studio.page.get_by_text("These are no numbers: none").wait_for()
    choose_rule(studio, "killer")
    studio.page.get_by_label("Number (or nothing)").fill("99")
    studio.drag((0, 0), (0, 1))
    studio.page.get_by_role("alert").get_by_text("99").wait_for()
    assert studio.saved() == before


PRESS = """([key, code, shiftKey]) => document.querySelector("#board").dispatchEvent(
    new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }))"""


@pytest.mark.parametrize(
    ("key", "code", "shift", "selector"),
    [
        pytest.param("+", "Digit1", True, ".own", id="Swiss"),
        pytest.param("-", "Digit3", False, ".clue", id="as in French"),
        pytest.param("+", "Digit1", False, ".clue", id="Czech"),
    ],
)
def test_keys_of_digits_write_in_all_layouts(
    studio: Studio, key: str, code: str, shift: bool, selector: str
) -> None:
    studio.open("." * 16).verdict("Several")
    page = studio.page
    studio.drag((0, 0))
    box = "document.querySelector('#board svg').getAttribute('viewBox')"
    whole = page.evaluate(box)
    page.evaluate(PRESS, [key, code, shift])
    assert page.locator(f"#board {selector}").all_text_contents() == [code[-1]]
    assert page.evaluate(box) == whole
    page.evaluate(PRESS, ["+", "BracketRight", False])
    assert page.evaluate(box) != whole


def test_changes_of_rules_that_come_quickly_are_all_made(studio: Studio) -> None:
    """Also when a digit is written before the server has answered."""
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "even_odd")
    tap = """async cells => {
        for (const [x, y] of cells) {
            for (const kind of ["pointerdown", "pointerup"]) {
                document.querySelector("#board").dispatchEvent(new PointerEvent(kind, {
                    clientX: x, clientY: y, pointerId: 1, bubbles: true, cancelable: true,
                }));
            }
        }
    }"""
    studio.page.evaluate("document.querySelector('#board').setPointerCapture = () => {}")
    studio.page.locator("#board").scroll_into_view_if_needed()
    studio.page.evaluate(tap, studio.points((0, 0), (1, 1), (2, 2), (3, 3)))
    studio.page.evaluate(PRESS, ["2", "Digit2", False])
    mark(studio, "even cell at r4c4")
    assert studio.saved().rules[1] == rule("even_odd", even=[(k, k) for k in range(4)])


def test_a_rule_is_removed_once(studio: Studio) -> None:
    """The second click of a double click does not remove the next rule."""
    studio.open("." * 16).verdict("Several")
    for name in ("diagonal", "anti_king"):
        choose_rule(studio, name)
        studio.button("Add the rule")
        studio.page.get_by_role(
            "button", name=f"Remove the rule {name.replace('_', ' ')}"
        ).wait_for()
    studio.page.evaluate(
        """() => {
            const remove = document.querySelector("[aria-label='Remove the rule diagonal']");
            remove.click();
            remove.click();
        }"""
    )
    studio.page.get_by_role("alert").get_by_text("not there any more").wait_for()
    assert studio.names() == ["classic", "anti_king"]


def test_a_change_of_rules_is_not_made_to_another_puzzle(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "diagonal")
    studio.button("Add the rule")
    studio.page.get_by_role("button", name="Remove the rule diagonal").wait_for()
    studio.page.evaluate(
        """() => {
            document.querySelector("[aria-label='Remove the rule diagonal']").click();
            document.querySelector("#undo").click();
        }"""
    )
    studio.page.get_by_role("alert").get_by_text("changed meanwhile").wait_for()
    assert studio.names() == ["classic"]


def test_what_is_typed_before_a_smaller_board_is_drawn_is_not_written(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    panel = studio.tab("Make")
    panel.get_by_label("Mark without a value").select_option("killer")
    for _ in range(2):
        studio.drag((3, 3))
        studio.button("Add it at the selected cells")
        assert panel.get_by_role("button", name="Remove killer: r4c4").count() == 1
        studio.button("Undo")
        studio.until("document.querySelectorAll('#table td').length === 81")
        studio.button("Redo")
        studio.until("document.querySelectorAll('#table td').length === 16")
        assert panel.get_by_role("button", name="Remove killer").count() == 0
    studio.button("Undo")
    studio.until("document.querySelectorAll('#table td').length === 81")
    studio.drag((8, 8))
    studio.page.evaluate("document.querySelector('#redo').click()")
    studio.page.evaluate(PRESS, ["2", "Digit2", False])
    studio.until("document.querySelectorAll('#table td').length === 16")
    assert studio.saved() == Puzzle.from_text("." * 16)


def test_a_rule_with_a_map_that_may_be_missing(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "region_sum")
    studio.button("Paint the regions")
    studio.page.get_by_label("Region", exact=True).select_option("4")
    studio.drag((0, 0))
    studio.button("Done")
    choose_rule(studio, "region_sum")
    studio.drag((0, 0), (0, 1), (0, 2))
    mark(studio, "region sum line")
    assert studio.saved().rules[1] == rule("region_sum", [[(0, 0), (0, 1), (0, 2)]])
