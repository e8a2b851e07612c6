"""Short texts that ask for much: every reader refuses them at once, and says what is too much."""

from __future__ import annotations

import gzip
import lzma
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from csp import Model, ModelError, from_flatzinc, from_opb, from_xcsp3
from exactcover import (
    Budget,
    BudgetError,
    Diagram,
    Problem,
    ProblemError,
    from_burrtools,
)
from exactcover.diagrams.exchange.dddmp import from_dddmp
from exactcover.diagrams.exchange.graphillion import from_graphillion
from exactcover.diagrams.exchange.knuth import from_knuth
from exactcover.formats.json import from_json
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.reading_budget import MOST, left, reading, spend
from exactcover.runtime.search.limits import HaltedError, Watch
from sudoku import SudokuError, from_fpuzzles, from_iss
from sudoku.formats.iss.machines import read_pattern
from sudoku.formats.lz import unpacked

LONG = "9" * 5000
"""A number with more digits than Python reads."""
PROBLEM = Problem([["p"], ["q"], ["p", "q"]])
DDDMP = """.ver DDDMP-2.0
.mode A
.varinfo 4
.nnodes 3
.ids 0
.permids 0
.rootids 3
.nodes
1 E 0 0
2 B 0 0
3 0 2 1
.end
"""


def xcsp3(variables: str, constraints: str) -> str:
    """Return a document of XCSP3."""
    return (
        f'<instance format="XCSP3" type="CSP"><variables>{variables}</variables>\n'
        f"<constraints>{constraints}</constraints></instance>"
    )


def nested(term: str) -> str:
    """Return a term in which another one is put in the place of the star forty times."""
    found = "x"
    for _ in range(40):
        found = term.replace("*", found)
    return found


def burr(small: int, large: int) -> bytes:
    """Return a puzzle of BurrTools: fill a cube with cubes."""
    shapes = "".join(
        f'<voxel x="{n}" y="{n}" z="{n}" type="0">{"#" * n**3}</voxel>' for n in (small, large)
    )
    return gzip.compress(
        f'<puzzle version="2"><gridType type="0"/><shapes>{shapes}</shapes><problems><problem>'
        '<shapes><shape id="0" count="8"/></shapes><result id="1"/></problem></problems></puzzle>'
        "".encode()
    )


TWO = '<var id="x">0 1</var><var id="y">0 1</var>'
MANY = '<array id="x" size="[200000]"> 0..1 </array>'
SUM = "<sum><list>x y</list><coeffs>{}</coeffs><condition>(eq,5)</condition></sum>"
ROWS = "<group><sum><list>%...</list><condition>(eq,5)</condition></sum>{}</group>"

TOO_MUCH: dict[str, tuple[Callable[[Any], object], Any, str]] = {
    "opb": (
        from_opb,
        "* #variable= 2000000000",
        "line 1, column 3: 2,000,000,000 variables are asked for: 1,048,576 are allowed",
    ),
    "repeated": (from_iss, ".Shape~9x9.Regex~1{99999999}~R1C1~R1C2", "65,537 states"),
    "nested": (from_iss, ".Regex~((1{99}){99}){99}~R1C1~R1C2", "65,537 states"),
    "optional": (from_iss, ".Regex~(1?){2000}~R1C1~R1C2", "262,145 steps"),
    "sqr": (
        from_xcsp3,
        xcsp3(TWO, f"<intension>eq({nested('sqr(*)')},y)</intension>"),
        "line 2: <intension>: 131,054 copies are asked for: 65,536 are allowed",
    ),
    "eq": (from_xcsp3, xcsp3(TWO, f"<intension>{nested('eq(x,*,y)')}</intension>"), "copies"),
    "iff": (from_xcsp3, xcsp3(TWO, f"<intension>{nested('iff(x,*,y)')}</intension>"), "copies"),
    "slide": (
        from_xcsp3,
        xcsp3(
            MANY,
            '<slide><list collect="100000">x[]</list><intension>eq(%0,%1)</intension></slide>',
        ),
        "line 2: <list>: 10,000,300,000 terms are asked for",
    ),
    "windows": (
        from_xcsp3,
        xcsp3(MANY, "<slide><list>x[]</list><intension>lt(%0,%1)</intension></slide>"),
        "line 2: <list>: 199,999 constraints are asked for: 16,384 are allowed",
    ),
    "the last place": (
        from_xcsp3,
        xcsp3(
            TWO + MANY.replace('"x"', '"a"'),
            '<element><list>a[]</list><index rank="last">x</index><value>1</value></element>',
        ),
        "line 2: <index>: 600,000 constraints are asked for",
    ),
    "loops": (
        from_xcsp3,
        xcsp3(MANY, "<circuit><list>x[]</list><size>4</size></circuit>"),
        "line 2: <circuit>: 400,000 constraints are asked for",
    ),
    "channel": (
        from_xcsp3,
        xcsp3(MANY, "<channel><list>x[]</list></channel>"),
        "line 2: <channel>: 200,000 constraints are asked for",
    ),
    "the first extremum": (
        from_xcsp3,
        xcsp3(MANY, "<maximumArg><list>x[]</list><condition>(ge,3)</condition></maximumArg>"),
        "line 2: <maximumArg>: 400,000 constraints are asked for",
    ),
    "bins": (
        from_xcsp3,
        xcsp3(
            TWO,
            "<binPacking><list>x y</list><sizes>1 1</sizes><limits>3 5..99999</limits>"
            "</binPacking>",
        ),
        "line 2: <limits>: 99,996 constraints are asked for",
    ),
    "automaton": (
        from_xcsp3,
        xcsp3(
            MANY,
            "<regular><list>x[]</list><transitions>(a,0,a)(a,1,a)</transitions>"
            "<start>a</start><final>a</final></regular>",
        ),
        "line 2: <regular>: 200,000 constraints are asked for",
    ),
    "count": (
        from_xcsp3,
        xcsp3(
            MANY,
            "<count><list>x[]</list><values>0 1</values><condition>(lt,2)</condition></count>",
        ),
        "line 2: <count>: 200,000 constraints are asked for",
    ),
    "all equal": (
        from_xcsp3,
        xcsp3(MANY, "<allEqual>x[]</allEqual>"),
        "line 2: <allEqual>: 200,000 constraints are asked for",
    ),
    "the same values in order": (
        from_xcsp3,
        xcsp3(TWO, "<precedence><list>x y</list><values>0x4000000</values></precedence>"),
        "line 2: <values>: 4,000,000 constraints are asked for",
    ),
    "values in order": (
        from_xcsp3,
        xcsp3('<array id="x" size="[4]">0..100000000</array>', "<precedence>x[]</precedence>"),
        "line 2: <precedence>: 100,000,001 numbers are asked for: 4,194,304 are allowed",
    ),
    "wide array": (
        from_xcsp3,
        xcsp3('<array id="x" size="[262144]">0..1000000</array>', ""),
        "values are asked for: 1,073,741,824 are allowed",
    ),
    "large array": (
        from_xcsp3,
        xcsp3('<array id="x" size="[999999999][999999999]">0..1</array>', ""),
        "999,999,998,000,000,001 cells are asked for",
    ),
    "repetitions": (
        from_xcsp3,
        xcsp3(TWO, SUM.format("0x3000000 0x3000000")),
        "line 2: <coeffs>: 6,000,004 numbers are asked for: 4,194,304 are allowed",
    ),
    "ranges": (
        from_xcsp3,
        xcsp3('<var id="x">' + "0..1048000 " * 400 + "</var>", ""),
        "line 1: <var>: 5,240,005 numbers are asked for",
    ),
    "elements": (
        from_xcsp3,
        lzma.compress(b"<instance>" + b"<a/>" * (MOST["elements"] + 1), preset=0),
        "1,048,577 elements",
    ),
    "unpacked": (from_xcsp3, lzma.compress(b" " * (MOST["bytes"] + 1)), "134,217,729 bytes"),
    "levels": (
        from_graphillion,
        "1 100000000 B T",
        "line 1: its level: 100,000,000 options are asked for: 262,144 are allowed",
    ),
    "places": (from_burrtools, burr(23, 46), "entries are asked for: 2,097,152 are allowed"),
    "elements of a puzzle": (
        from_burrtools,
        gzip.compress(b"<puzzle>" + b"<a/>" * (MOST["elements"] + 1)),
        "1,048,577 elements",
    ),
    "unpacked puzzle": (from_burrtools, gzip.compress(b" " * (MOST["bytes"] + 1)), "bytes"),
    "long stretches of many values": (
        from_xcsp3,
        xcsp3(
            '<array id="x" size="[1000]">0..1000</array>',
            "<stretch><list>x[]</list><values>0 1 2</values>"
            "<widths>1..1000 1..1000 1..1000</widths></stretch>",
        ),
        "arcs are asked for: 4,194,304 are allowed",
    ),
    "among": (
        from_flatzinc,
        "var 0..1: x; constraint fzn_among(1,[x],0..1000000000000); solve satisfy;",
        "line 1, column 25: fzn_among: 1,000,000,000,001 numbers are asked for",
    ),
}


LONG_TO_READ = {
    *("places", "long stretches of many values", "elements", "elements of a puzzle"),
    *("the same values in order", "loops", "automaton", "count", "channel"),
    *("the first extremum", "the last place", "all equal", "slide"),
}
"""What takes a second or more to read until the budget is spent."""


def test_what_is_long_to_read_is_asked_for() -> None:
    assert TOO_MUCH.keys() >= LONG_TO_READ


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG_TO_READ else ())
        for name in TOO_MUCH
    ],
)
def test_a_text_that_asks_for_too_much_is_refused(name: str) -> None:
    read, text, message = TOO_MUCH[name]
    with pytest.raises((ProblemError, SudokuError)) as caught:
        read(text)
    assert message in str(caught.value)
    with reading():  # nothing of the budget is left spent
        assert left("states") == MOST["states"]


WRONG: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "keys of JSON": (
        from_json,
        "{" + "".join(f'"{k}": 0, ' for k in range(40_000)) + '"39999": 0}',
        "the key '39999' is given twice",
    ),
    "variables of OPB": (from_opb, f"* #variable= {LONG}", "column 3: the number of variables"),
    "coefficient": (from_opb, f"+{LONG} x1 >= 1 ;", "column 1: a number has 5000 digits"),
    "level": (from_graphillion, f"1 {LONG} B T", "line 1: '99999999999999999999' is not a level"),
    "node": (from_graphillion, f"{LONG} 1 B T", "line 1: '99999999999999999999' is not the number"),
    "lo": (from_graphillion, f"1 1 {LONG} T", "line 1: '99999999999999999999' is not the number"),
    "variable": (
        lambda text: from_knuth(text, PROBLEM),
        f"2: (~{LONG}?0:1)",
        "line 1: variable 99999999999999999999... has 5000 digits",
    ),
    **{
        name: (
            lambda text: from_dddmp(text, PROBLEM),
            DDDMP.replace(old, new, 1),
            message,
        )
        for name, old, new, message in (
            ("ids", ".ids 0", f".ids {LONG}", "line 5: .ids does not give"),
            ("permids", ".permids 0", f".permids {LONG}", "line 6: .permids does not give"),
            ("place", "3 0 2", f"3 {LONG} 2", "line 11: '99999999999999999999' is not the place"),
        )
    },
    "hexadecimal float": (
        from_flatzinc,
        "var float: y = 0x1.0p99999; solve satisfy;",
        "line 1, column 16: the number 0x1.0p99999 is too large",
    ),
    "output": (
        from_flatzinc,
        "array [1..1] of int: a :: output_array(3) = [1]; solve satisfy;",
        "line 1, column 22: a: output_array must have a list of index sets",
    ),
    "set": (
        from_flatzinc,
        "var set of 1..9999999999999999999999999: s; solve satisfy;",
        "line 1, column 42: s: the set has 9999999999999999999999999 members: at most 65536",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_text_is_an_error_of_the_library_with_its_place(name: str) -> None:
    read, text, message = WRONG[name]
    with pytest.raises(ProblemError) as caught:
        read(text)
    assert message in str(caught.value)


def test_numbers_of_flatzinc_may_have_capital_letters() -> None:
    instance = from_flatzinc("var 0X1..0O7: x; solve satisfy;")
    assert instance.variables["x"].values == [*range(1, 8)]


def test_a_budget_can_be_larger_or_smaller() -> None:
    text = "* #variable= 20 ;\n+1 x1 >= 1 ;"
    with Budget(variables=10), pytest.raises(ModelError, match="20 variables"):
        from_opb(text)
    with Budget(variables=10), Budget(variables=20), Budget(bytes=None):
        assert len(from_opb(text).variables) == 20
    assert len(from_opb(text).variables) == 20
    with pytest.raises(ProblemError, match="a budget has no 'chapters'"):
        Budget(chapters=1)
    with pytest.raises(BudgetError) as caught, reading():
        spend("states", 10**9)
    assert (caught.value.what, caught.value.asked) == ("states", 10**9)


def test_threads_may_share_a_budget() -> None:
    """The first thread has another budget around the shared one, and leaves that one last."""
    shared = Budget(variables=10)
    has_entered, has_left = Event(), Event()

    def other() -> None:
        with shared:
            has_entered.set()
            assert has_left.wait(60)

    with ThreadPoolExecutor(1) as pool, Budget(variables=20):
        with shared:
            done = pool.submit(other)
            assert has_entered.wait(60)
        inside = left("variables")
        has_left.set()
        done.result()
    assert (inside, left("variables")) == (20, MOST["variables"])


def test_what_stands_for_an_array_counts_each_time() -> None:
    document = xcsp3(
        '<array id="x" size="[100]"> 0..1 </array>', ROWS.format("<args>x[]</args>" * 9)
    )
    model = (
        f"array [1..100] of int: a = {[*range(100)]}; var 1..100: x; var 0..99: y;"
        + "constraint array_int_element(x, a, y);" * 9
        + "solve satisfy;"
    )
    cases: list[tuple[Callable[[Any], object], str, str]] = [
        (from_xcsp3, document, "line 2: <args>: 501 terms are asked for: 499 are allowed"),
        (from_flatzinc, model, "500 terms are asked for: 499 are allowed"),
    ]
    for read, text, message in cases:
        read(text)
        with Budget(terms=499), pytest.raises(ModelError) as caught:
            read(text)
        assert message in str(caught.value)


def test_outside_of_readers_there_is_no_budget() -> None:
    spend("states", 10**9)
    model = Model()
    model.variables(3, range(1000))
    with reading(), reading():
        spend("states")
        assert left("states") == MOST["states"] - 1
    assert left("states") == MOST["states"]


def test_the_clock_stops_readers() -> None:
    watch = Watch(time_limit=0)
    texts: list[tuple[Callable[[Any], object], Any]] = [
        (from_opb, "* #variable= 5000 ;"),
        (from_iss, ".Regex~.{3000}~R1C1~R1C2"),
        (from_xcsp3, xcsp3('<array id="x" size="[5000]">0..1</array>', "")),
        (from_burrtools, burr(2, 12)),
        (from_graphillion, "1 5000 B T"),
        (Problem.from_text, "p\n" * 2000),
    ]
    for read, text in texts:
        with watch.running(), pytest.raises(HaltedError):
            read(text)


def test_patterns_are_the_same_as_regular_expressions() -> None:
    """The states of a repeated part are copies; a set of digits is read once."""
    for pattern in ("[12]{2}3?", "(1|[^1])*2", ".{2,3}", "(1?2?){2}", "[1-2]+(3|1){1,2}"):
        steps, first, last = read_pattern(pattern.replace(".", "%2E"), 3, int)
        for n in range(5):
            for word in product((1, 2, 3), repeat=n):
                states = set(first)
                for digit in word:
                    states = {after for one, d, after in steps if one in states and d == digit}
                expected = re.fullmatch(pattern, "".join(map(str, word))) is not None
                assert bool(states & set(last)) == expected, (pattern, word)


def test_links_are_unpacked_as_lz_string_does() -> None:
    lzstring = pytest.importorskip("lzstring").LZString()
    rng = Random(0)
    for _ in range(300):
        alphabet = rng.choice(
            ("ab", 'abc{}[]:"', "a\u00e9\u4e2d", "".join(map(chr, range(32, 400))))
        )
        text = "".join(rng.choices(alphabet, k=rng.choice((1, 2, 5, 300))))
        packed = lzstring.compressToBase64(text)
        assert unpacked(packed) == text
    packed = lzstring.compressToBase64("a" * 100_000)
    assert len(packed) < 1000
    with Budget(characters=99_999), pytest.raises(SudokuError, match="characters are asked for"):
        from_fpuzzles(packed)
    assert unpacked(packed[: len(packed) // 2]) is None
    for wrong in ("", "B", "-", "\u00e9", "zzzz", "////"):
        assert unpacked(wrong) is None


def test_a_file_of_a_diagram_says_how_many_nodes_it_has(tmp_path: Path) -> None:
    path = tmp_path / "diagram.npz"
    zeros = np.zeros(MOST["nodes"] + 10, dtype=np.uint32)
    np.savez_compressed(path, option=zeros, lo=zeros, hi=zeros, root=0, digest="x")
    assert path.stat().st_size < 1 << 20
    with pytest.raises(BudgetError, match="nodes are asked for"):
        Diagram.load(path, PROBLEM)


IN_LITTLE_MEMORY = """
import resource, sys
from tests.exactcover.runtime.test_reading_budget import TOO_MUCH
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[1]), int(sys.argv[1])))
read, text, message = TOO_MUCH[sys.argv[2]]
try:
    read(text)
except ValueError as error:
    assert message in str(error), error
else:
    raise AssertionError("it was read")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory like this")
@pytest.mark.parametrize("name", ["elements", "unpacked", "places", "wide array"])
def test_what_is_refused_takes_little_memory(name: str) -> None:
    command = [sys.executable, "-c", IN_LITTLE_MEMORY, str(1 << 30), name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("exactcover.cli.main count --time-limit 0", "a.dlx", "p\n" * 2000),
        ("exactcover.cli.main families --time-limit 0", "a.txt", "1 5000 B T"),
        ("csp.cli.main fzn -t 0.000001", "a.fzn", "var 0..1: x;" * 2000 + "solve satisfy;"),
        ("csp.cli.main xcsp3 -t 0", "a.xml", xcsp3('<array id="x" size="[5000]">0</array>', "")),
        ("sudoku.cli.main solve --time-limit 0", "a.txt", ".Regex~.{3000}~R1C1~R1C2"),
    ],
)
def test_the_time_limit_of_a_command_is_for_reading_too(
    command: str, name: str, text: str, tmp_path: Path
) -> None:
    module, verb, *options = command.split()
    path = tmp_path / name
    path.write_text(text)
    found = CliRunner().invoke(import_module(module).main, [verb, str(path), *options])
    assert f"stopped by the time limit while reading {path}"[:90] in found.output
    if module.startswith("csp"):  # these say in their output what is known
        assert "UNKNOWN" in found.stdout
        assert found.exit_code == 0
    else:
        assert found.exit_code == Exit.STOPPED


def test_many_constraints_on_usual_rows_are_read() -> None:
    rows = "".join(f"<allEqual>x[{k}][]</allEqual>" for k in range(20))
    from_xcsp3(xcsp3('<array id="x" size="[20][1000]"> 0..1 </array>', rows))
