"""The page of the studio in a browser: its size, its start, its edits, and a day of them.

Run ``python -m benchmarks studio``. Playwright and a browser of the Chromium family are needed, and
Linux for the figures of processes.
"""

from __future__ import annotations

import os
import random
import re
import select
import subprocess
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.processes import COMPILING, ENVIRONMENT, OURS, ROOT, WorkerError
from benchmarks.report import Goal, Section
from benchmarks.variants import (
    FOLDER,
    PATIENCE,
    Case,
    file_of,
    of_fpuzzles,
    of_jigsaws,
    of_layout,
    of_strings,
)
from sudoku import Puzzle, SudokuError, to_json
from sudoku.formats.janko.reader import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_BYTES, MOST_LOAD_MS, MOST_EDIT_MS, HIGH = 400_000, 500, 100, 90
PLACES, LOADS = 2, 9
"""Cells of a board that are edited, and how often the page is opened."""
DAY, WARM_UP = 960, 240
"""The edits of a day, which has eight hours and an edit in half a minute, and those before it."""
MOST_GROWTH = 0.1
"""The part by which memory may grow from the first quarter of a day to its end."""
WAIT = COMPILING
"""The seconds after which a page or a server that does nothing ends the measurement."""
MOST_SECONDS, MOST_DAY_SECONDS = 120, 300
"""The seconds for the boards of all kinds, one of each, and for a day; the rest is left out."""
QUARTERS = 4
FOUR = "1......2.3.....4"

WATCH = """
window.studioTimes = { drawn: null, isAsked: 0, hear: () => {} };
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", event => {
      const reply = JSON.parse(event.data);
      if (reply.id !== studioTimes.isAsked || reply.type === "part") return;
      requestAnimationFrame(() => setTimeout(() => studioTimes.hear(reply)));
    });
  }
  send(text) {
    const { id, command } = JSON.parse(text);
    if (command === "candidates") studioTimes.isAsked = id;
    super.send(text);
  }
};
new MutationObserver((_, observer) => {
  const isThere = part => document.querySelector(part) !== null;
  if (!isThere("#board .regions") || !isThere("option[value=killer]")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (studioTimes.drawn = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
"""Says when the board and the rules to choose from are there, and when candidates are drawn."""
EDIT = """
([digit, wait]) => new Promise(resolve => {
  const begun = performance.now();
  const late = setTimeout(() => resolve([1000 * wait, false]), 1000 * wait);
  studioTimes.hear = ({ type, complete }) => {
    clearTimeout(late);
    resolve([performance.now() - begun, type === "result" && complete]);
  };
  const buttons = document.querySelectorAll("#pad .digits button");
  buttons[digit ? digit - 1 : buttons.length - 1].click();
})
"""
"""Presses a button of the pad; returns the time until the candidates after the edit are drawn, and
whether they are final: not if they never come."""
PLACE = """
([row, column]) => {
  const at = new DOMPoint(60 * column + 30, 60 * row + 30);
  const { x, y } = at.matrixTransform(document.querySelector("#board svg").getScreenCTM());
  return [x, y];
}
"""
"""Returns where a cell is on the screen."""
SETTLED = "!document.querySelector('.verdict').textContent.includes('…')"
"""Whether the verdict after the last edit is there."""
SIZE = """
["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
  .reduce((sum, each) => sum + each.transferSize, 0)
"""


class Board(NamedTuple):
    """A board that is edited: its kind and name, and the puzzle with a solution."""

    kind: str
    name: str
    puzzle: Puzzle
    solution: tuple[int, ...]


class Edit(NamedTuple):
    """An edit of a board, and how long its candidates took.

    Attributes
    ----------
    kind, name
        The kind and the name of the board.
    milliseconds
        The wall time until the candidates were drawn.
    processor
        The milliseconds of processor time of the server and of the page until then, which say what
        the edit takes on a machine that does nothing else.
    is_complete
        Whether the candidates are final.
    """

    kind: str
    name: str
    milliseconds: float
    processor: float
    is_complete: bool


class Processes:
    """What the server and a page use.

    Parameters
    ----------
    page
        The page.
    server
        The number of the process of the server.
    """

    def __init__(self, page: Page, server: int) -> None:
        self._protocol = page.context.new_cdp_session(page)
        self._protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._server = Path(f"/proc/{server}")

    def milliseconds(self) -> float:
        """Return the processor time that was used until now."""
        metrics = self._protocol.send("Performance.getMetrics")["metrics"]
        page = {each["name"]: each["value"] for each in metrics}["TaskDuration"]
        threads = (self._server / "task").iterdir()
        server = sum(int((each / "schedstat").read_text("ascii").split()[0]) for each in threads)
        return 1e3 * float(page) + server / 1e6

    def memory(self) -> dict[str, int]:
        """Return what is held now."""
        self._protocol.send("HeapProfiler.collectGarbage")
        counts = self._protocol.send("Memory.getDOMCounters")
        heap = self._protocol.send("Runtime.getHeapUsage")["usedSize"]
        pages = int((self._server / "statm").read_text("ascii").split()[1])
        return {
            "elements": counts["nodes"],
            "listeners": counts["jsEventListeners"],
            "bytes of the page": int(heap),
            "bytes of the server": pages * os.sysconf("SC_PAGE_SIZE"),
        }


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Run the studio in a process of its own meanwhile; yield its address and its number."""
    code = "from sudoku.cli.main import main; main()"
    command = [str(OURS), "-c", code, "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, env=ENVIRONMENT, text=True, stderr=subprocess.PIPE
    ) as process:
        try:
            assert process.stderr is not None
            ready, _, _ = select.select([process.stderr], [], [], WAIT)
            found = re.search(r"http://\S+/", process.stderr.readline()) if ready else None
            if found is None:
                raise WorkerError("did not say where the studio is")
            yield found[0], process.pid
        finally:
            process.kill()


def opened(browser: Browser, address: str, puzzle: Puzzle | None = None) -> Page:
    """Open the page in a window of its own, with a puzzle if one is given."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(1000 * WAIT)
    page.add_init_script(WATCH)
    link = f"#{urlsafe_b64encode(to_json(puzzle).encode()).decode().rstrip('=')}" if puzzle else ""
    page.goto(address + link)
    until(page, "studioTimes.drawn")
    return page


def until(page: Page, expression: str) -> Any:
    """Return the value of an expression once it is true; the policy of the page bars other ways."""
    end = time.monotonic() + WAIT
    while not (found := page.evaluate(expression)):
        if time.monotonic() > end:
            raise WorkerError(f"> {WAIT:.0f} s: {expression}")
        page.wait_for_timeout(20)
    return found


def boards(per_kind: int) -> Iterator[Board]:
    """Yield some boards of each kind, spread over the files, of which a solution is found soon."""
    kinds: list[tuple[str, list[Case]]] = [
        (kind, of_layout(kind)) for kind in KINDS if (FOLDER / file_of(kind)).is_file()
    ]
    kinds.append(("f-puzzles", of_fpuzzles()))
    kinds.append(("constraint strings", of_strings()))
    kinds.append(("jigsaw layouts", of_jigsaws("jigsaw_layouts")))
    for kind, cases in kinds:
        for name, make, _ in cases[:: -(-len(cases) // per_kind)]:
            with suppress(SudokuError):
                puzzle = make()
                found = puzzle.solve(time_limit=PATIENCE).solution
                if found is not None:
                    yield Board(kind, name, puzzle, found.cells)


def edits(page: Page, board: Board, processes: Processes) -> Iterator[Edit]:
    """Edit a board: clues are removed and written again, other digits written and removed."""
    rng = random.Random(board.name)
    clues = board.puzzle.grid.cells
    for cell in rng.sample(range(len(clues)), PLACES):
        click(page, board.puzzle, cell)
        digit = board.solution[cell]
        for value in (0, digit) if clues[cell] else (digit, 0):
            before = processes.milliseconds()
            took, is_complete = press(page, value)
            used = processes.milliseconds() - before
            yield Edit(board.kind, board.name, took, used, is_complete)
            until(page, SETTLED)


def press(page: Page, digit: int) -> tuple[float, bool]:
    """Write a digit, or 0 to remove one; return the time of the candidates, and if they are final.

    The edit must change the board: the page asks for no candidates of the same puzzle again. If
    they never come, the time is that of waiting.
    """
    took, is_complete = page.evaluate(EDIT, [digit, WAIT])
    return took, is_complete


def click(page: Page, puzzle: Puzzle, cell: int) -> None:
    """Click a cell."""
    x, y = page.evaluate(PLACE, list(puzzle.shape.position(cell)))
    page.mouse.click(x, y)


def day(browser: Browser, address: str, server: int, count: int) -> list[dict[str, int]]:
    """Return what is held after each quarter of a day of edits."""
    puzzle = Puzzle.from_text(FOUR)
    page = opened(browser, address, puzzle)
    processes = Processes(page, server)
    rng = random.Random(count)
    found = list[dict[str, int]]()
    end = time.monotonic() + MOST_DAY_SECONDS
    for number in range(1, WARM_UP + count + 1):
        if time.monotonic() > end:
            break
        click(page, puzzle, rng.randrange(16))
        press(page, rng.randint(1, 4))  # the digit that a cell has is removed
        if number > WARM_UP and (number - WARM_UP) % (count // QUARTERS) == 0:
            until(page, SETTLED)
            found.append(processes.memory())
    page.context.close()
    return found


def measure(per_kind: int, count: int = DAY) -> Section:
    """Open the page, edit boards of all kinds, and edit one board for a day."""
    from playwright.sync_api import sync_playwright

    from tests.browser import chromium

    figures = ("median", f"{HIGH} % within", "longest", f"processor, {HIGH} %", "stopped")
    section = Section(
        "The studio in a browser, milliseconds",
        ("what", "boards", "times", *figures),
        notes=[
            "From an edit to the frame with the final true candidates, up to 8 solutions each.",
            "Processor: that of the server and of the page meanwhile; others do not matter to it.",
        ],
    )
    path = chromium()
    assert path is not None, "there is no browser of the Chromium family"
    with served() as (address, server), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        _add_loads(section, browser, address)
        found: list[Edit] = []
        end = time.monotonic() + MOST_SECONDS * per_kind
        for board in boards(per_kind):
            if time.monotonic() > end:
                section.notes.append(f"The time was over before {board.kind}: {board.name}.")
                break
            page = opened(browser, address, board.puzzle)
            until(page, SETTLED)
            found += edits(page, board, Processes(page, server))
            page.context.close()
        _add_edits(section, found)
        _add_day(section, day(browser, address, server, count))
        browser.close()
    return section


def _add_loads(section: Section, browser: Browser, address: str) -> None:
    """Add how long it takes until the page can be used, and the bytes that it takes."""
    times, sizes = [], []
    for _ in range(LOADS):
        page = opened(browser, address)
        times.append(page.evaluate("studioTimes.drawn"))
        sizes.append(page.evaluate(SIZE))
        page.context.close()
    section.rows.append(("opening the page", "", *_figures(times), "", ""))
    least = min(times)
    measured = f"{least:.0f} ms at best of {LOADS}"
    section.goals.append(
        Goal("the page is there", f"< {MOST_LOAD_MS} ms", measured, least < MOST_LOAD_MS)
    )
    size = max(sizes)
    section.goals.append(
        Goal("bytes of the page", f"< {MOST_BYTES:,}", f"{size:,}", size < MOST_BYTES)
    )


def _add_edits(section: Section, found: list[Edit]) -> None:
    """Add a row for each kind of boards, and one for all."""
    groups = {kind: [each for each in found if each.kind == kind] for kind, *_ in found}
    for kind, mine in (*groups.items(), ("all boards", found)):
        n_boards = len({each.name for each in mine})
        used = f"{np.percentile([each.processor for each in mine], HIGH):.0f}"
        stopped = str(sum(not each.is_complete for each in mine))
        times = _figures([each.milliseconds for each in mine])
        section.rows.append((kind, str(n_boards), *times, used, stopped))
    for what, all_times in (
        ("wall", [each.milliseconds for each in found]),
        ("processor", [each.processor for each in found]),
    ):
        high = float(np.percentile(all_times, HIGH))
        title = f"true candidates after an edit, {HIGH} %, {what} time"
        met = high < MOST_EDIT_MS
        section.goals.append(Goal(title, f"< {MOST_EDIT_MS} ms", f"{high:.0f} ms", met))
    section.records += [each._asdict() for each in found]


def _add_day(section: Section, held: list[dict[str, int]]) -> None:
    """Add what is held after each quarter of a day."""
    section.records += held
    if len(held) < QUARTERS:
        section.notes.append(f"The time was over after {len(held)} quarters of a day of edits.")
        return
    for name, first in held[0].items():
        numbers = [each[name] for each in held]
        section.notes.append(f"A day of edits, {name}: {', '.join(f'{k:,}' for k in numbers)}.")
        grown = numbers[-1] / first - 1
        title, wanted = f"a day of edits: {name}", f"at most + {MOST_GROWTH:.0%}"
        section.goals.append(Goal(title, wanted, f"{grown:+.1%}", grown <= MOST_GROWTH))


def _figures(times: list[float]) -> tuple[str, ...]:
    """Return the number of times, and the usual figures of them."""
    figures = (float(np.median(times)), float(np.percentile(times, HIGH)), max(times))
    return str(len(times)), *(f"{value:.0f}" for value in figures)
