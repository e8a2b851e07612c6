"""Everything that reads what others wrote, with texts that it takes."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

from csp import from_flatzinc, from_opb, from_xcsp3
from exactcover import (
    Diagram,
    FamilyProblem,
    Problem,
    ProblemError,
    drawn,
    from_burrtools,
    from_lp,
)
from exactcover import from_opb as from_cover_opb
from exactcover.diagrams.exchange.graphillion import from_graphillion
from exactcover.formats.json import from_json, from_matrix_text, to_json
from exactcover.runtime.parallel.checkpoint import Checkpoint
from sudoku import (
    Board,
    Explanation,
    Grids,
    Outline,
    Puzzle,
    Rule,
    Shape,
    SudokuError,
    explain,
    from_fpuzzles,
    from_iss,
    from_layout,
    from_sdk,
    from_sudokupad,
    parse,
    read_puzzles,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_sdk,
    to_sudokupad_link,
)
from sudoku import from_json as puzzle_from_json
from sudoku import to_json as puzzle_to_json
from sudoku.formats.forms.recognise import recognise_each
from sudoku.formats.forms.stated import form_of, puzzle_of
from sudoku.formats.fpuzzles.reader import lzstring
from sudoku.formats.janko.reader import KINDS
from sudoku.formats.sudokupad.writer import to_sudokupad_json
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule
from sudoku.techniques.library import read_cases
from tests.csp.formats.xcsp3.cases import CASES as XCSP3_CASES
from tests.fuzz.checkpoints import CHECKPOINTS
from tests.sudoku.formats.forms.texts import SAMPLES

DATA = Path(__file__).parents[3] / "shared" / "data"
"""Real files, where they are."""
MOST_SEEDS, MOST_BYTES = 40, 6000
PROBLEM = Problem([["p"], ["q"], ["p", "q"], ["r", "q"], ["r"]])


class Reader(NamedTuple):
    """Something that reads.

    Attributes
    ----------
    read
        Is called with bytes; what it cannot read is a `ProblemError` or a `SudokuError`.
    seeds
        Returns what it can read: small inputs, and real ones where they are.
    """

    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]


def of_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Return a function that reads bytes as text; bytes that are not UTF-8 are skipped."""
    return lambda data: read(data.decode("utf-8", "replace"))


def of_file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Return a function that reads a file with these bytes."""

    def read_file(data: bytes) -> object:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(data)
            return read(path)

    return read_file


def read_text(text: str) -> None:
    problem = Problem.from_text(text)
    assert Problem.from_text(problem.to_text()) == problem


def cover_program() -> Problem:
    """Return a problem with bounds, multiplicities and costs."""
    several = {("a", "p"): 3, ("b", "p"): 2}
    rows = {"a": ["p", "q"], "b": ["p"], "c": ["q"]}
    return Problem(rows, bounds={"p": (2, 5)}, multiplicities=several, costs=[1, -2, 5])


def read_json(text: str) -> None:
    problem = from_json(text)
    assert from_json(to_json(problem)).count(limit=1) == problem.count(limit=1)


def read_checkpoint(path: Path) -> None:
    with Checkpoint(path, must_exist=True) as kept:
        kept.facts(), kept.tasks(), kept.sums(), kept.notes()


def read_layout(text: str) -> object:
    """Read a layout: its kind stands in front of it."""
    kind, _, rest = text.partition("\n")
    return from_layout(kind, rest)


def read_library(text: str) -> None:
    for case in read_cases(text.splitlines()):
        str(case)


def read_and_state(text: str) -> None:
    """Read a rule, and state it of a puzzle."""
    made: Rule = read_rule(text)
    Puzzle(Shape(2, 2), [rule("classic"), made])


def read_any(text: str) -> object:
    """Read a puzzle that states its rules, in whatever form it is, as the command does."""
    form = form_of(text)
    return parse(text) if form is None else puzzle_of(form, text)


def read_code(name: str, code: str) -> None:
    """Read a constraint string with an automaton of three cells."""
    from_iss(f".Shape~3x3.{name}~{code}~R1C1~R1C2~R1C3")


def read_family(text: str) -> None:
    FamilyProblem(from_graphillion(text)).count()


@cache
def flatzinc_texts() -> list[bytes]:
    """Return texts with each predicate that the tests have a call of, and with declarations."""
    head = (
        "array [1..3] of int: a = [1, 2, 3]; var 1..3: x; var 0..4: y; var bool: b; "
        "var set of 1..4: s; var int: z; array [1..3] of var int: v :: output_array([1..3]) = "
        "[x, y, 2]; "
    )
    calls = [
        *("int_lin_eq(a, v, 9)", "int_times(x, y, z)", "fzn_all_different_int(v)", "set_in(x, s)"),
        *("array_int_element(x, a, y)", "fzn_among(y, v, {1, 3})", "bool_clause([b], [])"),
        *("fzn_cumulative(v, a, a, 4)", "fzn_regular(v, 2, 3, [1, 2, 0, 2, 2, 1], 1, 1..2)"),
        *("fzn_table_int(v, [1, 2, 3, 3, 2, 1])", "fzn_global_cardinality(v, [1, 2], [x, y])"),
        *("fzn_inverse(v, v)", "int_le_reif(x, y, b)", "set_card(s, x)", "fzn_circuit(v)"),
        *("fzn_diffn(v, v, a, a)", "fzn_lex_less_int(v, a)", "fzn_bin_packing(3, v, a)"),
        *("fzn_sliding_sum(1, 3, 2, v)", "fzn_nvalue(x, v)", "array_var_int_element(x, v, y)"),
    ]
    goals = ("solve satisfy;", "solve :: int_search(v, first_fail, indomain_min) minimize x;")
    return [f"{head}constraint {call}; {goals[k % 2]}".encode() for k, call in enumerate(calls)]


OPB = (
    b"* #variable= 3 #constraint= 2\nmin: +3 x1 -2 x2 ;\n+1 x1 +1 ~x3 >= 1 ;\n+2 x1 x2 = 1 ;\n",
    b"max: +1 x1 ;\n-1 x1 -1 x2 -1 x3 <= -1 ;\n",
)
BURR = b"""<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="1" z="1" type="0" name="two">##</voxel>
<voxel x="4" y="3" z="1" type="0">####_+#1######</voxel></shapes><problems><problem><shapes>
<shape id="0" count="5"/><shape id="0" min="0" max="2"/></shapes><result id="1"/></problem>
</problems></puzzle>"""
DRAWINGS = (b"L  TTT\nLL  T\n", b"##\n#.\n\n#\n")
PATTERNS = (b"[12]3?(1|2)*.{2,3}", b"1%2E+", b"(1{2}){2}|[^12]")
MACHINES = (b"QHMA", b"AEMgCAgQ", b"gCAAgABB")


@cache
def diagram_texts(name: str) -> list[bytes]:
    """Return diagrams in one of the text forms."""
    write = {"graphillion": Diagram.to_graphillion, "knuth": Diagram.to_knuth}
    diagrams = [PROBLEM.diagram(), Problem([["p"], ["p"], ["q"], ["q"]]).diagram()]
    return [write.get(name, Diagram.to_dddmp)(each).encode() for each in diagrams]


def forms_of_all() -> list[bytes]:
    """Return puzzles in every form that states its rules."""
    some = (fpuzzles(), strings()[:3], puzzles_in_json(), sudokupad_links(), sdk_files())
    return [text for texts in some for text in texts]


def files(pattern: str) -> list[bytes]:
    """Return the beginnings of some real files."""
    found = sorted(DATA.glob(pattern))[:MOST_SEEDS]
    return [path.read_bytes()[:MOST_BYTES] for path in found]


@cache
def grids() -> list[bytes]:
    """Return lines, grids and tables of sudoku."""
    head = [b"\n".join(data.split(b"\n")[:20]) for data in files("sudoku/*")]
    return [
        b"1234.......1....",
        b"34|12\n1.|..\n--+--\n..|21\n..|3.\n",
        b"4 4\n1 2 3 4\n- - - -\n- - - -\n- - - 1\n",
        b"puzzle,solution\n1234.......1....,1234341221434321\n",
        b"# two\n" + b"." * 81 + b"\n" + b"1" + b"0" * 80 + b"\n",
        *head,
        *files("large/*12x12*"),
    ]


def pasted() -> list[bytes]:
    """Return texts in every form in which grids are pasted."""
    return [sample.text.encode() for sample in SAMPLES if len(sample.text) < MOST_BYTES]


@cache
def diagram_file() -> list[bytes]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "diagram.npz"
        PROBLEM.diagram().save(path)
        return [path.read_bytes()]


@cache
def checkpoint_file() -> list[bytes]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        PROBLEM.count(checkpoint=path, workers=1)
        return [path.read_bytes()]


@cache
def fpuzzles() -> list[bytes]:
    made = [
        Puzzle(Shape(2, 2), [rule("classic"), rule("killer", [(3, [(0, 0), (0, 1)])])]),
        Puzzle(Shape(2, 2), [rule("classic"), rule("thermometer", [[(0, 0), (0, 1), (1, 1)]])]),
    ]
    texts = [to_fpuzzles(puzzle) for puzzle in made if puzzle]
    links = [to_fpuzzles_link(made[1])]
    path = DATA / "variants" / "fpuzzles.json"
    real = json.loads(path.read_text()) if path.exists() else []
    return [t.encode() for t in [*texts, *links, *(json.dumps(e["fpuzzles"]) for e in real)]]


def read_puzzle_json(text: str) -> None:
    puzzle = puzzle_from_json(text)
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@cache
def puzzles_in_json() -> list[bytes]:
    """Return puzzles of each kind of board and of rules, nested ones among them."""
    made = [
        Puzzle(Shape(3, 3), [read_rule(f"{name}={EXAMPLES[name]}")])
        for name in ("killer", "either", "from_zero", "kropki", "automaton", "jigsaw")
    ]
    boards: list[Shape] = [Grids([(0, 0), (1, 1)], Shape(2, 1), [(4, 4)]), Shape(2, 2)]
    made += [Puzzle(board) for board in boards]
    made.append(Puzzle(Outline(2, [(0, 0), (0, 2)]), []))
    return [puzzle_to_json(puzzle).encode() for puzzle in made]


OBJECTS = (
    '{"cells": [[{"value": 1}, {}], [{}, {}]], "cages": [{"cells": [[0, 0]], "sum": 1}]}',
    to_sudokupad_json(Puzzle(Shape(2, 1), [rule("greater_than", [[(0, 0), (0, 1)]])])),
    "{ce:[[{v:1},],[,]],ca:[{ce:[[0,0]],v:'1',unique:t,c:#0}],metadata:{title:'A'}}",
)
"""Objects of SudokuPad: JSON, and shortened JSON."""


def read_packed(text: str) -> None:
    from_sudokupad(f"scl{lzstring().compressToBase64(text)}")


@cache
def sudokupad_links() -> list[bytes]:
    """Return links of each kind; those of objects with plain and with shortened JSON."""
    cage = Puzzle(Shape(2, 2), [rule("classic"), rule("killer", [(3, [(0, 0), (0, 1)])])])
    packed = [f"scl{lzstring().compressToBase64(text)}" for text in OBJECTS]
    drawn = to_sudokupad_link(Puzzle(Shape(2, 1), [rule("greater_than", [[(0, 0), (0, 1)]])]))
    links = [
        to_sudokupad_link(cage),
        drawn,
        *packed,
        "https://sudokupad.app/scf" + "o" * 13 + "K*xaA*",
    ]
    return [link.encode() for link in links]


def sdk_files() -> list[bytes]:
    return [to_sdk("1" + "." * 80, {"author": "A"}).encode(), b"#CC\n" + b".........\n" * 9]


@cache
def explanations() -> list[bytes]:
    puzzle = Puzzle.from_text("1234.......1....")
    return [
        explain(puzzle).to_json().encode(),
        explain(puzzle, ["hidden_single"]).to_json().encode(),
    ]


@cache
def strings() -> list[bytes]:
    path = DATA / "variants" / "iss_puzzles.json"
    real = json.loads(path.read_text()) if path.exists() else []
    own = (
        ".Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2~R3C2",
        ".Or~.Cage~3~R1C1~R1C2~.Arrow~R1C1~R1C2~R1C3.And~.Or~.Sandwich~3~R1~.XSum~3~C2",
        "3x3:k:" + "0:" * 81,
        "." * 729,
    )
    return [text.encode() for text in [*own, *(entry["input"] for entry in real)]]


@cache
def layouts() -> list[bytes]:
    found = [b"even_odd\n4 4\n1 E - -\n- - - 2\n- O - -\n- - - -"]
    found += [b"killer\n4 4\n3 - - -\n" + b"- - - -\n" * 3 + b"1 1 2 2\n3 3 4 4\n5 5 6 6\n7 7 8 8"]
    found += [b"jigsaw\n4 4\n" + b"- - - -\n" * 4 + b"1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4"]
    found += [b"skyscraper\n4 4\n2 - - -\n" + b"- - - -\n" * 7]
    found += [b"suguru\n2 2\n- -\n- -\n1 1\n2 2", b"str8ts\n2 2\n- x\n1x -"]
    found += [kind.encode() + b"\n2 2\n1 2\n2 1\n1 1\n2 2" for kind in KINDS]
    for path in sorted((DATA / "variants").glob("*Sudoku.json")):
        kind = path.name.removesuffix("Sudoku.json").lower()
        found += [
            f"{kind}\n{entry['problem']}".encode()
            for entry in list(json.loads(path.read_text()).values())[:2]
        ]
    return found


RULES = (
    b'killer=[[8, ["r1c1", "r1c2"]]]',
    b'kropki={"black": [["r1c1", "r1c2"]], "negative": true}',
    b"jigsaw=1112122233443344",
    b'thermometer=[["r1c1", "r2c1"]]',
    b'sandwich={"top": [1, null, null, 3]}',
    b'automaton={"lines": [["r1c1", "r1c2"]], "steps": [[0, 1, 0]], "first": [0], "last": [0]}',
    b'pencil_marks=[["r1c1", [1, 2]]]',
    b"anti_knight",
)


@cache
def xcsp3_documents() -> list[bytes]:
    """Return documents with each kind of constraint of XCSP3."""
    head = '<instance format="XCSP3" type="COP"> <variables> '
    goal = '<objectives> <minimize type="sum"> <list> x[0] </list> </minimize> </objectives>'
    whole = [
        f"{head} {case.variables} </variables>\n<constraints>\n{case.constraints}\n</constraints>\n"
        f"{goal} </instance>".encode()
        for case in XCSP3_CASES
        if '<array id="x"' in case.variables
    ]
    return [*whole, lzma.compress(whole[0])]


TEXTS = (b"p q | x\np x:A\nq x:B |3\n", b"| c\n2:3|p 2|q r\n| label: A\np q\nr\n")
READERS: dict[str, Reader] = {
    "text": Reader(
        of_text(read_text),
        lambda: ([*TEXTS, *files("exactcover/*.dlx")]),
    ),
    "xcsp3": Reader(from_xcsp3, xcsp3_documents),
    "flatzinc": Reader(of_text(from_flatzinc), flatzinc_texts),
    "opb": Reader(of_text(from_opb), lambda: OPB),
    "cover_opb": Reader(of_text(from_cover_opb), lambda: [*OPB, cover_program().to_opb().encode()]),
    "cover_lp": Reader(of_text(from_lp), lambda: [cover_program().to_lp().encode()]),
    "burrtools": Reader(from_burrtools, lambda: [BURR, gzip.compress(BURR)]),
    "packed_burrtools": Reader(lambda data: from_burrtools(gzip.compress(data)), lambda: [BURR]),
    "packed_xcsp3": Reader(
        lambda data: from_xcsp3(lzma.compress(data, preset=0)), lambda: xcsp3_documents()[:-1]
    ),
    "graphillion": Reader(of_text(from_graphillion), lambda: diagram_texts("graphillion")),
    "families": Reader(of_text(read_family), lambda: diagram_texts("graphillion")),
    "knuth": Reader(
        of_text(lambda text: Diagram.from_knuth(PROBLEM, text)), lambda: diagram_texts("knuth")
    ),
    "dddmp": Reader(
        of_text(lambda text: Diagram.from_dddmp(PROBLEM, text)), lambda: diagram_texts("dddmp")
    ),
    "drawings": Reader(of_text(drawn), lambda: DRAWINGS),
    "patterns": Reader(of_text(lambda text: read_code("Regex", quote(text))), lambda: PATTERNS),
    "machines": Reader(of_text(lambda text: read_code("NFA", text)), lambda: MACHINES),
    "any_form": Reader(of_text(read_any), forms_of_all),
    "text_file": Reader(of_file(Problem.read), lambda: [b"p q | x\np x:A\nq x:\xc3\xa9\n"]),
    "json": Reader(
        of_text(read_json),
        lambda: [
            to_json(PROBLEM).encode(),
            to_json(Problem([["p", "q"], ["p"]], bounds={"p": (1, 2)}, costs=[3, 1.5])).encode(),
            to_json(Problem({"A": {"p": None, "x": "c"}}, secondary=["x"])).encode(),
        ],
    ),
    "matrix": Reader(of_text(from_matrix_text), lambda: [b"1 1\n0 1\n", b"101\n010\n"]),
    "diagram": Reader(of_file(lambda path: Diagram.load(path, PROBLEM)), diagram_file),
    "checkpoint": Reader(of_file(read_checkpoint), checkpoint_file),
    **{name: Reader(*each) for name, each in CHECKPOINTS.items()},
    "sudoku": Reader(of_text(parse), grids),
    "pasted": Reader(recognise_each, pasted),
    "sudokus": Reader(of_text(lambda text: list(read_puzzles(text.splitlines()))), grids),
    "fpuzzles": Reader(of_text(from_fpuzzles), fpuzzles),
    "strings": Reader(of_text(from_iss), strings),
    "puzzle_json": Reader(of_text(read_puzzle_json), puzzles_in_json),
    "sudokupad": Reader(of_text(from_sudokupad), sudokupad_links),
    "sudokupad_objects": Reader(of_text(read_packed), lambda: list(map(str.encode, OBJECTS))),
    "sdk": Reader(of_text(from_sdk), sdk_files),
    "layouts": Reader(of_text(read_layout), layouts),
    "explanations": Reader(of_text(Explanation.from_json), explanations),
    "rules": Reader(of_text(read_and_state), lambda: RULES),
    "library": Reader(
        of_text(read_library), lambda: files("techniques/reglib.txt") or [b":0000:4:"]
    ),
    "board": Reader(
        of_text(Board.from_library), lambda: [b":0000:1:" + b"." * 80 + b"1:::111::", b"." * 81]
    ),
}
ERRORS = (ProblemError, SudokuError)
