"""XCSP3: objectives, annotations, errors, compressed files, and the command."""

import gc
import lzma
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import ModelError, from_xcsp3
from csp.cli.main import main
from csp.formats.instance import Instance
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import xcsp3_documents

X = '<array id="x" size="[3]"> 0..3 </array>'


def document(
    constraints: str = "", objectives: str = "", *, variables: str = X, more: str = ""
) -> str:
    goals = f"<objectives> {objectives} </objectives>" if objectives else ""
    return (
        f'<instance format="XCSP3" type="{"COP" if objectives else "CSP"}">\n'
        f"<variables> {variables} </variables>\n"
        f"<constraints> {constraints} </constraints>\n{goals} {more} </instance>"
    )


OBJECTIVES = [
    ("<maximize> sub(x[0],mul(2,x[1])) </maximize>", lambda a, b, c: a - 2 * b, max),
    ('<minimize type="sum"> x[] </minimize>', lambda a, b, c: a + b + c, min),
    (
        '<minimize type="sum"> <list> x[] </list> <coeffs> 3 -1 1 </coeffs> </minimize>',
        lambda a, b, c: 3 * a - b + c,
        min,
    ),
    (
        '<maximize type="sum"> <list> x[0..1] </list> <coeffs> x[1..2] </coeffs> </maximize>',
        lambda a, b, c: a * b + b * c,
        max,
    ),
    ('<maximize type="product"> x[] </maximize>', lambda a, b, c: a * b * c, max),
    (
        '<maximize type="minimum"> <list> x[] </list> <coeffs> 2 1 1 </coeffs> </maximize>',
        lambda a, b, c: min(2 * a, b, c),
        max,
    ),
    (
        '<minimize type="maximum"> add(x[0],1) x[1] x[2] </minimize>',
        lambda a, b, c: max(a + 1, b, c),
        min,
    ),
    ('<minimize type="nValues"> x[] </minimize>', lambda a, b, c: len({a, b, c}), min),
    ('<minimize type="lex"> x[1] x[0] </minimize>', lambda a, b, c: (b, a), min),
    (
        "<maximize> x[2] </maximize> <minimize> x[0] </minimize>",
        lambda a, b, c: (c, -a),
        max,
    ),
]


def best_value(instance: Instance) -> object:
    model = instance.model
    verb = model.minimize if instance.goal == "minimize" else model.maximize
    return verb(instance.objective).value


@pytest.mark.kernel
@pytest.mark.parametrize(("text", "value", "best"), OBJECTIVES)
def test_objectives_have_the_best_value_of_all_assignments(
    text: str, value: Callable[[int, int, int], object], best: Callable[[Iterator[object]], object]
) -> None:
    instance = from_xcsp3(document("<intension> eq(add(x[0],x[1],x[2]),4) </intension>", text))
    all_of_them = [each for each in product(range(4), repeat=3) if sum(each) == 4]
    assert best_value(instance) == best(value(*each) for each in all_of_them)


def test_decision_variables_are_controls_of_the_search() -> None:
    more = "<annotations> <decision> x[1..2] </decision> <output> x[] </output> </annotations>"
    instance = from_xcsp3(document(more=more))
    assert instance.search == {"decide": list(instance.variables["x"][1:])}


@pytest.mark.kernel
def test_cells_without_a_domain_have_no_value() -> None:
    variables = (
        '<array id="x" size="[2][2]"> <domain for="x[0][]"> 1 </domain>'
        ' <domain for="x[1][1]"> 2 </domain> </array> <var id="y"> 7 </var>'
    )
    instance = from_xcsp3(
        document("<allDifferent> x[0][1] x[1][] </allDifferent>", variables=variables)
    )
    solution = instance.model.solve().solution
    assert solution is not None
    assert instance.text(solution).splitlines() == [
        '<instantiation type="solution">',
        "  <list> x[][] y </list>",
        "  <values> 1 1 * 2 7 </values>",
        "</instantiation>",
    ]


def test_equal_rows_are_read_once_and_go_with_the_model() -> None:
    table = "<extension> <list> x[0] x[1] </list> <supports> (0,1)(2,3) </supports> </extension>"
    model = from_xcsp3(document(2 * table)).model
    one, other = (each.tuples for each in model.constraints)  # type: ignore[attr-defined]
    assert one is other
    kept = weakref.ref(one)
    del one, other, model
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize("pack", [lzma.FORMAT_ALONE, lzma.FORMAT_XZ])
def test_compressed_documents_are_read(pack: int) -> None:
    text = document("<allEqual> x[] </allEqual>")
    packed = lzma.compress(text.encode(), format=pack)
    assert len(from_xcsp3(packed).model.constraints) == 1
    with pytest.raises(ModelError, match="cut off"):
        from_xcsp3(packed[:-9])


ERRORS = [
    ("<a", "line 1: this is not XML"),
    ("", "this is not XML: no element found"),
    ('<!DOCTYPE x [<!ENTITY e "e">]><instance/>', "line 1: declarations of document types"),
    ("<problem/>", "<problem>: expected <instance>"),
    ('<instance format="XCSP3" type="WCSP"/>', "'WCSP': only CSP and COP"),
    ('<instance format="XCSP3" type="CSP"/>', "<instance>: there is no <variables>"),
    ("<a>" * 60 + "</a>" * 60, "inside of more than 50 elements"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors_of_documents(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_xcsp3(text)


WRONG_VARIABLES = [
    ('<var id="2"> 0 </var>', "line 2: <var>: its id is '2'"),
    ('<var id="x"> 0 </var> <var id="x"> 0 </var>', "there is already a variable x"),
    ('<var id="x"> </var>', "x has no values"),
    ('<var id="x"> 1..a </var>', "expected a whole number, and found '1..a'"),
    ('<array id="x" size="[999][999]"> 0 1 </array>', "998,001 cells are asked for: 262,144 are"),
    ('<var id="x"> 0..9999999999 </var>', "at most 4294967296 are possible"),
    ('<var id="x"> 0..9999999 10000001 </var>', "10,000,000 numbers are asked for"),
    ('<var id="x" type="real"> 0 1 </var>', "only variables of the types integer and symbolic"),
    ('<var id="x" type="symbolic"> a eq </var>', "'eq' cannot be a symbol"),
    ('<var id="x" type="symbolic"> a x </var>', "'x' cannot be a symbol"),
    ('<var id="x" type="symbolic"> a 3 </var>', "'3' cannot be a symbol"),
    ('<var id="x" as="y"/>', "there is no variable.* named 'y'"),
    ('<array id="x" size="[2"> 0 </array>', "its size is '\\[2'"),
    ('<array id="x" size="[9999][9999]"> 0 </array>', "99,980,001 cells"),
    ('<array id="x" size="[2]"> <domain for="x[2]"> 0 </domain> </array>', "not within 0..1"),
    ('<array id="x" size="[2]"> <domain for="z[]"> 0 </domain> </array>', "no part of the array x"),
    ('<real id="x"> 0 </real>', "this kind of variable is not in XCSP3-core"),
]


@pytest.mark.parametrize(("variables", "message"), WRONG_VARIABLES)
def test_errors_of_variables(variables: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_xcsp3(document(variables=variables))


WRONG_CONSTRAINTS = [
    ("<intension> eq(x[0],z) </intension>", "line 3: <intension>: there is no variable z"),
    ("<intension> eq(x[0],1 </intension>", "expected '\\)', and found 'the end'"),
    ("<intension> sin(x[0]) </intension>", "the operator sin is not in XCSP3-core"),
    ("<intension> lt(x[0],x[1],x[2]) </intension>", "lt has 3 arguments instead of 2"),
    ("<intension> in(x[0],x[1]) </intension>", "expected a set of numbers"),
    ("<intension> and(x[0],x[1]) </intension>", "must be a constraint, or be 0 or 1"),
    ("<flow/>", "<flow>: this constraint is not in XCSP3-core"),
    ("<allDifferent> x[3] </allDifferent>", "'x\\[3\\]': the index 3 is not within 0..2"),
    ("<allDifferent> x[0][0] </allDifferent>", "has 2 indices, and x has 1"),
    ("<sum> <list> x[] </list> </sum>", "<sum>: there is no <condition> in it"),
    ('<sum weight="2"> <list> x[] </list> </sum>', "the attribute weight is not in XCSP3-core"),
    (
        "<sum> <list> x[] </list> <list> x[] </list> <condition> (le,2) </condition> </sum>",
        "<list>: <sum> has this part twice",
    ),
    (
        "<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (le,2) </condition> </sum>",
        "<coeffs>: there are 2 coefficients for 3 terms",
    ),
    ("<sum> <list> x[] </list> <condition> (lo,2) </condition> </sum>", "'lo' is not an operator"),
    ("<sum> <list> x[] </list> <condition> le 2 </condition> </sum>", "expected '\\('"),
    ("<count> <list> x[] </list> <values> 1x99999999 </values> </count>", "<count>: there is no"),
    (
        "<count> <list> x[] </list> <values> 1x99999999 </values> <condition> (le,2) </condition>"
        " </count>",
        "99,999,999 numbers are asked for",
    ),
    (
        "<extension> <list> x[] </list> <supports> (1,2) </supports> </extension>",
        "has 2 numbers, and the list 3",
    ),
    ("<extension> <list> x[] </list> </extension>", "expected <supports> or <conflicts>"),
    (
        "<mdd> <list> x[] </list> <transitions> (a,0,b)(c,0,b) </transitions> </mdd>",
        "one root and one end",
    ),
    ("<ordered> <list> x[] </list> <operator> ne </operator> </ordered>", "'ne' is none of"),
    (
        '<noOverlap zeroIgnored="no"> <origins> x[] </origins> <lengths> 1 1 1 </lengths>'
        " </noOverlap>",
        "zeroIgnored is 'no': it must be true or false",
    ),
    (
        "<cumulative> <origins> x[] </origins> <lengths> 1 1 1 </lengths> <heights> 1 1 1"
        " </heights> <condition> (ge,2) </condition> </cumulative>",
        "'ge' must be le or lt here",
    ),
    (
        "<group> <intension> eq(%0,%2) </intension> <args> 1 2 </args> </group>",
        "<args>: there are 2 arguments, and the constraint has %2",
    ),
    (
        "<group> <intension> eq(%0,\n%1) </intension>\n<args> x[0] z </args> </group>",
        "line 3: <intension>: there is no variable z \\(with the arguments in line 5\\)",
    ),
    ("<group> <args> 1 </args> </group>", "expected one constraint"),
    ("<slide> <list> x[] </list> <allEqual> x[] </allEqual> </slide>", "a constraint with %0"),
    (
        "<slide> <list> x[] </list> <list> x[0] x[1] </list> <intension> ne(%0,%1) </intension>"
        " </slide>",
        "its lists are to be slid over together, and have .* windows",
    ),
    (
        '<slide> <list offset="2"> x[] </list> <list> x[] </list>'
        " <intension> ne(%0,%1) </intension> </slide>",
        "its lists are to be slid over together, and have .* windows",
    ),
    (
        '<slide circular="true"> <list> x[] </list> <intension> eq(%0,%999999999) </intension>'
        " </slide>",
        "<list>: 1000000000 variables at a time are more than the . of the list",
    ),
    ("text", "<constraints>: unexpected text 'text'"),
]


@pytest.mark.parametrize(("constraint", "message"), WRONG_CONSTRAINTS)
def test_errors_of_constraints(constraint: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_xcsp3(document(constraint))


def test_errors_of_objectives() -> None:
    with pytest.raises(ModelError, match="its type is COP, and it has no <objectives>"):
        from_xcsp3(document().replace('CSP"', 'COP"', 2).replace('"XCOP"', '"XCSP3"'))
    with pytest.raises(ModelError, match="the attribute type is 'average'"):
        from_xcsp3(document(objectives='<minimize type="average"> x[] </minimize>'))


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_damaged_documents_are_errors_of_models(seed: int) -> None:
    rng, seeds = Random(seed), xcsp3_documents()
    with suppress(ModelError):
        from_xcsp3(mutated(rng, rng.choice(seeds), seeds))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "a.xml").write_text(document("<allDifferent> x[] </allDifferent>"))
    best = document("<allDifferent> x[] </allDifferent>", '<maximize type="sum"> x[] </maximize>')
    (tmp_path / "best.xml.lzma").write_bytes(lzma.compress(best.encode(), format=lzma.FORMAT_ALONE))
    (tmp_path / "none.xml").write_text(document("<intension> gt(x[0],3) </intension>"))
    yield tmp_path


def run(*arguments: object, data: str | None = None) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)], input=data)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.kernel
def test_the_command_prints_one_solution(folder: Path) -> None:
    lines = run("xcsp3", folder / "a.xml").splitlines()
    assert lines[0] == "s SATISFIABLE"
    assert lines[1] == 'v <instantiation type="solution">'
    assert lines[2] == "v   <list> x[] </list>"
    assert lines[4:] == ["v </instantiation>"]
    values = lines[3].removeprefix("v   <values> ").removesuffix(" </values>").split()
    assert len(set(values)) == 3


@pytest.mark.kernel
def test_the_command_prints_the_best_solution(folder: Path) -> None:
    lines = run("xcsp3", folder / "best.xml.lzma", "-s").splitlines()
    values = [int(line[2:]) for line in lines if line.startswith("o ")]
    assert values == sorted(set(values))
    assert values[-1] == 6
    assert "s OPTIMUM FOUND" in lines
    assert 'v <instantiation type="solution" cost="6">' in lines
    assert any(line.startswith("c solutions: ") for line in lines)


@pytest.mark.kernel
def test_the_command_prints_all_solutions(folder: Path) -> None:
    text = (folder / "a.xml").read_text()
    lines = run("xcsp3", "-", "-a", data=text).splitlines()
    assert sum(line == "v </instantiation>" for line in lines) == 24
    assert lines[-1] == "s SATISFIABLE"


@pytest.mark.kernel
def test_the_command_tells_no_solution_from_a_stop(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("xcsp3", folder / "none.xml") == "s UNSATISFIABLE\n"
    assert run("xcsp3", folder / "a.xml", "-t", "1e-9") == "s UNKNOWN\n"
    assert run("xcsp3", folder / "best.xml.lzma", "-t", "1e-9") == "s UNKNOWN\n"


def test_the_command_refuses_what_is_not_xcsp3(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<instance>")
    result = CliRunner().invoke(main, ["xcsp3", str(tmp_path / "a.xml")])
    assert result.exit_code == 2
    assert "a.xml: line 1: this is not XML" in result.stderr


@pytest.mark.kernel
def test_documents_are_converted_by_ending_and_by_content(folder: Path) -> None:
    by_ending = run("convert", folder / "best.xml.lzma", "--to", "fzn")
    assert by_ending.splitlines()[-1] == "solve maximize objective;"
    by_content = run("convert", "-", "--to", "dimacs", data=(folder / "a.xml").read_text())
    assert by_content.startswith("c 1: x[0]=0")


@pytest.mark.parametrize(("target", "language"), [("fzn", "FlatZinc"), ("opb", "OPB")])
def test_several_objectives_are_not_converted(tmp_path: Path, target: str, language: str) -> None:
    path = tmp_path / "a.xml"
    goals = "<minimize> x[0] </minimize> <maximize> x[1] </maximize>"
    path.write_text(document(objectives=goals))
    result = CliRunner().invoke(main, ["convert", str(path), "--to", target])
    assert result.exit_code == 2
    assert f"a.xml: {language} has one objective, but the model has 2\n" in result.stderr
