"""Opening and saving puzzles in the page; hostile texts stay texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sudoku import Puzzle, to_fpuzzles_link
from tests.sudoku.studio.page import FOUR, Studio, fragment

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HOSTILE = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"


@pytest.mark.parametrize("way", ["link", "text", "dropped", "pasted"])
def test_hostile_titles_stay_texts(studio: Studio, way: str) -> None:
    puzzle = {"shape": "2x2", "rules": [{"jigsaw": '<<<<>>>>&&&&""""'}], "clues": "." * 16}
    hostile = puzzle | {"title": HOSTILE, "author": HOSTILE}
    page = studio.open(link=fragment(hostile) if way == "link" else "").page
    if way == "text":
        studio.read(json.dumps(hostile))
    elif way != "link":
        page.evaluate(GIVE, ["drop" if way == "dropped" else "paste", json.dumps(hostile)])
    studio.until("document.querySelector('#title').value.includes('<img')")
    page.wait_for_selector("#board svg[viewBox='-6 -6 252 252']")
    studio.tab("Rules")
    studio.verdict("Several")
    assert studio.count("img, iframe, main script, a[href^=javascript]") == 0
    assert page.title() == "Sudoku studio"


GIVE = """([kind, text]) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const name = kind === "drop" ? "dataTransfer" : "clipboardData";
    const event = new Event(kind, { bubbles: true, cancelable: true });
    Object.defineProperty(event, name, { value: data });
    document.body.dispatchEvent(event);
}"""


@pytest.mark.parametrize(
    "link",
    ["@@@", "e30", "W10", "bnVsbA", "eyJzaGFwZSI6", fragment({"shape": "9x9x9"}), "A" * 9999],
)
def test_hostile_links_are_refused(studio: Studio, link: str) -> None:
    studio.open(link=link).verdict("Several")
    assert studio.page.get_by_role("alert").inner_text()
    assert studio.saved().n_clues == 0


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "../../x", 'a"onmouseover="alert(1)', "&lt;b&gt;"]
)
def test_names_of_files_and_texts_of_errors_stay_texts(studio: Studio, name: str) -> None:
    panel = studio.open().tab("Files")
    panel.get_by_label("Text", exact=True).fill(name)
    studio.button("Open the text")
    studio.until("document.querySelector('#trouble').textContent")
    assert studio.count("#trouble *") == 0
    studio.page.locator("#title").fill(name)
    studio.page.locator("#title").blur()
    with studio.page.expect_download() as found:
        studio.button("Download")
    assert not set('<>/\\"&;') & set(found.value.suggested_filename)


def test_every_format_is_saved(studio: Studio) -> None:
    panel = studio.open(NINE).tab("Files")
    names = panel.get_by_label("Format").locator("option").all_text_contents()
    assert len(names) > 10
    for name in names:
        panel.get_by_label("Format").select_option(label=name)
        if name == "png":
            with studio.page.expect_download():
                studio.button("Show")
            continue
        studio.page.evaluate("document.querySelector('textarea[readonly]').value = ''")
        studio.button("Show")
        studio.until("document.querySelector('textarea[readonly]').value")


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_that_were_saved_are_opened_again(
    studio: Studio, ending: str, tmp_path: Path
) -> None:
    studio.open(FOUR).verdict("one")
    panel = studio.tab("Files")
    panel.get_by_label("Format").select_option(ending)
    with studio.page.expect_download() as found:
        studio.button("Download")
    path = tmp_path / found.value.suggested_filename
    found.value.save_as(path)
    assert path.suffix == f".{ending}"
    studio.read("." * 16)
    studio.verdict("Several")
    studio.tab("Files").get_by_label("File", exact=True).set_input_files(path)
    studio.until("document.querySelectorAll('#board .clue').length === 4")
    assert studio.saved() == Puzzle.from_text(FOUR)


def test_files_of_other_programs_are_opened(studio: Studio, tmp_path: Path) -> None:
    studio.open()
    path = tmp_path / "puzzle.txt"
    path.write_bytes(("\ufeff" + FOUR).encode("utf-16-le"))
    studio.tab("Files").get_by_label("File", exact=True).set_input_files(path)
    studio.until("document.querySelectorAll('#board .clue').length === 4")
    path.write_bytes(bytes(range(256)))
    studio.tab("Files").get_by_label("File", exact=True).set_input_files(path)
    studio.until("document.querySelector('#trouble').textContent")
    link = to_fpuzzles_link(Puzzle.from_text(FOUR))
    studio.read(link)
    assert studio.saved() == Puzzle.from_text(FOUR)


def test_work_is_kept_when_the_page_is_closed(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.drag((0, 1))
    studio.press("Control+2")
    page.reload()
    studio.until("document.querySelectorAll('#board .own').length === 1")
    studio.verdict("one")


def test_work_on_a_linked_puzzle_is_kept_when_the_page_is_loaded_again(studio: Studio) -> None:
    """Also when another language is chosen; what was on the board before the link is undone to."""
    studio.open("." * 16).verdict("Several")
    page = studio.page
    page.goto("about:blank")
    link = fragment({"shape": "2x2", "rules": ["classic"], "clues": FOUR, "title": "Linked"})
    studio.open(link=link)
    studio.until("document.querySelectorAll('#board .clue').length === 4")
    studio.button("Undo")
    studio.until("document.querySelectorAll('#board .clue').length === 0")
    studio.button("Redo")
    studio.button("Play")
    studio.drag((0, 1))
    studio.press("4")
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Spielen").wait_for()
    studio.until("document.querySelectorAll('#board .entered').length === 1")
    assert page.evaluate("location.hash.slice(1)") == link
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("button", name="Play").wait_for()
    studio.until("document.querySelectorAll('#board .entered').length === 1")
    studio.tab("Files")
    studio.button("Link to this page")
    studio.drag((0, 2))
    studio.press("3")
    page.reload()
    studio.until("document.querySelectorAll('#board .entered').length === 2")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.goto("about:blank")
    studio.open(link=link)  # this is a new visit
    studio.until("document.querySelectorAll('#board .clue').length === 4")
    assert studio.count("#board .entered") == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("work.puzzle.rules = ['of_a_plug_in']", "unknown rule"),
        ("work.corner = 'x'.repeat(16)", "damaged"),
        ("work.entered[1] = 77; work.centre[1] = null", "damaged"),
    ],
)
def test_kept_work_that_is_refused_does_not_block_the_page(
    studio: Studio, change: str, words: str
) -> None:
    """As after a plug-in was removed."""
    studio.open(FOUR).verdict("one")
    page = studio.page
    page.goto("about:blank")
    page.goto(studio.address)
    page.wait_for_selector("#board .clue")
    page.evaluate(SPOIL % change)
    page.goto("about:blank")
    studio.open().verdict("Several")
    assert words in page.get_by_role("alert").inner_text()
    assert studio.count("#pad .digits button") == 10
    kept = studio.tab("Files").get_by_label("Text", exact=True).input_value()
    assert json.loads(kept)["clues"] == [int(sign.replace(".", "0")) for sign in FOUR]


SPOIL = """() => {
    const work = JSON.parse(localStorage.getItem("studio.work"));
    %s;
    addEventListener("pagehide", () => localStorage.setItem("studio.work", JSON.stringify(work)));
}"""


def panel_text(studio: Studio) -> str:
    return studio.page.get_by_label("Saved text").input_value()


def test_links_hold_the_puzzle(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    page.locator("#title").fill("Four ♥")
    page.locator("#title").blur()
    studio.tab("Files")
    studio.button("Link to this page")
    address = panel_text(studio)
    assert "#" in address and "?" not in address
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(address)
    studio.until("document.querySelector('#title').value === 'Four ♥'")
    assert studio.saved() == Puzzle.from_text(FOUR)


def test_a_link_for_players_shows_no_candidates(studio: Studio) -> None:
    """Not when the page is loaded again either."""
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.tab("Files")
    studio.button("Link for players")
    address = panel_text(studio)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(address.replace("=", "%3D"))  # as some programs write it
    for number in (0, 1):
        studio.until("document.querySelectorAll('#board .clue').length === 4")
        assert page.locator("#play").get_attribute("aria-pressed") == "true"
        assert studio.count("#board .candidate") == 0
        assert studio.count("#board .entered") == number
        studio.drag((0, 1))
        studio.press("2")
        page.reload()
    page.goto("about:blank")
    page.goto(address.replace("play=", ""))
    page.wait_for_selector("#board .candidate")
    assert page.locator("#set").get_attribute("aria-pressed") == "true"


def test_each_tab_keeps_its_mode(studio: Studio) -> None:
    """As of a setter who tries a link for players in a second tab."""
    setter = studio.open(FOUR).page
    studio.verdict("one")
    puzzle = {"shape": "2x2", "rules": ["classic"], "clues": FOUR}
    tab = Studio(setter.context.new_page(), studio.address)
    player = tab.open(link="play=" + fragment(puzzle)).page
    player.wait_for_selector("#play[aria-pressed=true]")
    for page, mode, other in ((setter, "set", "true"), (player, "play", "false")):
        # As if the other tab were the last that keeps its mode, before this one reads.
        page.add_init_script(f"localStorage.setItem('studio.isPlaying', '{other}')")
        page.reload()
        page.wait_for_selector("#board .clue")
        page.wait_for_selector(f"#{mode}[aria-pressed=true]")
    player.close()
