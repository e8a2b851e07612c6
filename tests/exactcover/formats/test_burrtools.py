"""Puzzles of BurrTools."""

import gzip
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from exactcover import (
    Budget,
    BudgetError,
    FormatError,
    Problem,
    ProblemError,
    from_burrtools,
    tiling,
)
from exactcover.formats.json import from_puzzle
from exactcover.shapes import polyform
from tests.running import compiled

BRICKS = Path(__file__).parent / "puzzles" / "bricks.xmpuzzle"
DATA = BRICKS.read_bytes()
CORNER = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
BRICK = [(0, 0, 0), (1, 0, 0)]
BOX = (3, 2, 2)


def test_puzzle_is_the_problem_of_a_tiling() -> None:
    problem = from_burrtools(BRICKS)
    expected = tiling({"corner": CORNER}, BOX, cells="cubes", numbers=4)
    assert problem == expected
    assert (problem.name, problem.primary[0]) == ("bricks", "corner")
    assert from_burrtools(gzip.compress(DATA)) == from_burrtools(b"\xef\xbb\xbf" + DATA) == problem


def test_numbers_of_pieces() -> None:
    problem = from_burrtools(DATA, 2)
    numbers = {"corner": (0, 4), "S2": (0, 6)}
    assert problem.bounds == numbers
    pieces = {"corner": CORNER, "S2": BRICK}
    assert problem == tiling(pieces, BOX, cells="cubes", numbers=numbers)


def test_variable_voxels_are_secondary() -> None:
    problem = from_burrtools(DATA, 3)
    assert set(problem.secondary) == {(2, 0, 0), (2, 1, 0)}
    found = 0
    for one, other in combinations(problem.options, 2):
        cells = [item for item in [*one.items, *other.items] if isinstance(item, tuple)]
        names = {item for item in [*one.items, *other.items] if isinstance(item, str)}
        is_disjoint = len(set(cells)) == len(cells) and len(names) == 2
        found += is_disjoint and {(x, y, 0) for x in (0, 1) for y in (0, 1)} <= set(cells)
    with_kernels = {solution.indices for solution in problem.solutions(method="dancing_links")}
    assert len(with_kernels) == found > 0


def test_colours_of_pieces_alone_do_not_matter() -> None:
    assert from_burrtools(DATA, 6).n_options == 2


def test_names_for_the_text_format() -> None:
    data = DATA.replace(b'name="corner"', b'name="a corner"')
    problem = from_puzzle(data)
    assert problem.primary[:2] == ("a_corner", "0,0,0")
    assert Problem.from_text(problem.to_text()).n_options == from_burrtools(DATA).n_options
    assert problem.bounds == {"a_corner": (4, 4)}
    with pytest.raises(ProblemError, match="the same name"):
        from_puzzle(DATA.replace(b'name="corner"', b'name="0,0,0"'))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</puzzle>", "", "line 2[0-9]: this is not XML"),
        ("<puzzle", "<!DOCTYPE a []><puzzle", "line 2: <!DOCTYPE is refused"),
        ("puzzle", "burr", "the outermost element is <burr>"),
        ('gridType type="0"', 'gridType type="1"', "gridType has the type '1'"),
        ('<problem state="0">', '<problem maxHoles="1">', "problem 1 limits the holes"),
        ('<result id="2"/>', "", "problem 1 has no result"),
        ('<result id="2"/>', '<result id="9"/>', "there is no shape 9: the file has 7"),
        ('<result id="2"/>', '<result id="-2"/>', "the result of problem 1: id='-2' is not"),
        ('shape id="0" count="4"', 'shape id="0" count="x"', r"shape 0 \(corner\) in problem 1: c"),
        (
            'shape id="0" count="4"',
            'shape id="0" min="1"',
            r"shape 0 \(corner\) in problem 1: max=",
        ),
        ('shape id="0" count="4"', 'shape id="0" min="2" max="1"', "at least 2 and at most 1"),
        ('shape id="0" count="4"', 'shape id="0" count="0"', "problem 1 uses no shape"),
        ('<shape id="0" count="4"/>', "", "problem 1 uses no shape"),
        ('x="3" y="2" z="2"', 'x="3" y="2" z="3"', r"shape 2 \(box\) has 12 voxels, but is 3 by 2"),
        ('x="3" y="2" z="2"', 'x="3" y="2000" z="300"', r"shape 2 \(box\) is a box of 1800000"),
        ('x="3" y="2" z="2"', 'x="3" y="2"', r"shape 2 \(box\): z='' is not"),
        ("############", "#######?####", r"shape 2 \(box\) has '\?'"),
        ("############", "____________", r"shape 2 \(box\) has no filled"),
    ],
)
def test_faults_are_named(old: str, new: str, message: str) -> None:
    data = DATA.decode().replace(old, new, 10 if old == "puzzle" else 1).encode()
    with pytest.raises(ProblemError, match=message):
        from_burrtools(data)


def test_what_is_no_exact_cover_is_refused() -> None:
    with pytest.raises(
        ProblemError, match=r"shape 4 \(red\) and shape 5 \(red box\), the result of"
    ):
        from_burrtools(DATA, 4)
    with pytest.raises(ProblemError, match=r"shape 6 \(soft\) has variable voxels"):
        from_burrtools(DATA, 5)
    for number in (0, 7):
        with pytest.raises(ProblemError, match="the file has 6 problems"):
            from_burrtools(DATA, number)


def test_damaged_files_are_refused() -> None:
    packed = gzip.compress(DATA)
    for damaged in (packed[:-9], packed[:20] + b"???" + packed[23:]):
        with pytest.raises(ProblemError, match="damaged"):
            from_burrtools(damaged)
    with pytest.raises(ProblemError, match="UTF-8"):
        from_burrtools(DATA.decode().encode("utf-16"))
    with pytest.raises(FormatError, match="line 1"):
        from_burrtools(b"")
    with Budget(bytes=100), pytest.raises(BudgetError, match="101 bytes are asked for"):
        from_burrtools(packed)


def test_placements_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()
    plus = polyform._plus

    def counted(*given: Any) -> Any:
        made.append(given)
        return plus(*given)

    monkeypatch.setattr(polyform, "_plus", counted)
    box = '<voxel x="{0}" y="{0}" z="{0}" type="0">{1}</voxel>'
    shapes = box.format(40, "#" * 40**3) + '<voxel x="3" y="2" z="1" type="0">###__#</voxel>'
    problem = '<shapes><shape id="1" count="16000"/></shapes><result id="0"/>'
    text = (
        f'<puzzle version="2"><gridType type="0"/><shapes>{shapes}</shapes>'
        f"<problems><problem>{problem}</problem></problems></puzzle>"
    )
    with pytest.raises(BudgetError, match="6,144,000 entries are asked for: 2,097,152 are allowed"):
        from_burrtools(gzip.compress(text.encode()))
    assert len(made) < 1000  # those of the orientations


SOMA = {
    "V": ("2", "2", "1", "###_"),
    "L": ("3", "2", "1", "####__"),
    "T": ("3", "2", "1", "###_#_"),
    "Z": ("3", "2", "1", "##__##"),
    "left": ("2", "2", "2", "###__#__"),
    "right": ("2", "2", "2", "###___#_"),
    "tripod": ("2", "2", "2", "###_#___"),
}
"""The sizes and the voxels of the pieces of the Soma cube."""


def soma() -> bytes:
    """Return the Soma cube with all that a file may have: colours, weights, blank space."""
    lines = [
        f"""<voxel x="{x}" y="{y}" z="{z}" weight="{k}" name="{name}" hx="1" type="0">
        {voxels.replace("#", f"#{k}" if k else "#")} </voxel>"""
        for k, (name, (x, y, z, voxels)) in enumerate(SOMA.items(), 9)
    ]
    parts = [f'<shape id="{k}" min="1" max="1"/>' for k in range(6)]
    parts.append('<shape id="6" count="1"><group group="1" count="1"/></shape>')
    text = f"""<?xml version="1.0"?><puzzle version="2"><gridType type="0"><x/></gridType>
    <colors><color red="1" green="2" blue="3"/></colors><shapes>{"".join(lines)}
    <voxel x="3" y="3" z="3" type="0">{"###" * 3 + chr(10) + "###" * 6}</voxel></shapes>
    <problems><problem name="cube" state="2" assemblies="240" solutions="240" time="1">
    <shapes>{"".join(parts)}</shapes><result id="7"/><bitmap><pair piece="1" result="1"/></bitmap>
    <assembler version="1">x</assembler><solutions><solution asmNum="0"><assembly>0 0 0 0 x
    </assembly></solution></solutions></problem></problems><comment popup="1">Hein</comment>
    </puzzle>"""
    return text.encode()


@compiled
@pytest.mark.kernel
def test_the_soma_cube() -> None:
    problem = from_burrtools(soma())
    assert problem.primary[:7] == tuple(SOMA)
    # Berlekamp, Conway and Guy, "Winning Ways": 240 without rotations and reflections.
    assert problem.count() == 240 * 48
