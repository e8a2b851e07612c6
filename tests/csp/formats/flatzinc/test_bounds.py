"""Bounds that follow from constraints lose no solution, and assumed ones prove nothing."""

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from csp import ModelError, from_flatzinc
from csp.cli.main import main
from csp.formats.flatzinc.bound_rules import RULES
from csp.formats.flatzinc.bounds import USUAL, Bounds
from csp.formats.flatzinc.registry import find
from csp.formats.flatzinc.syntax import parse
from csp.model.posted_records import Span
from exactcover import Budget

BOX = range(-4, 5)
NAMES = ("a", "b", "c")
ATOMS = st.sampled_from([*NAMES, *map(str, BOX)])
WEIGHTS = st.integers(-3, 3)


@st.composite
def constraints(draw: st.DrawFn) -> str:
    """Draw a constraint that has a rule, on the variables of `program`."""
    name = draw(st.sampled_from(sorted(RULES)))
    predicate = find(name)
    assert predicate is not None
    n, arguments = draw(st.integers(1, 3)), []
    for kind in predicate.kinds:
        atoms = ATOMS if kind in "xX" else WEIGHTS.map(str)
        if kind in "XN":
            arguments.append(f"[{', '.join(draw(st.lists(atoms, min_size=n, max_size=n)))}]")
        elif kind == "e":
            low, high = sorted(draw(st.tuples(st.integers(-4, 4), st.integers(-4, 4))))
            arguments.append(f"{low}..{high}")
        else:
            arguments.append(draw(atoms))
    return f"constraint {name}({', '.join(arguments)});"


def variables(domain: str) -> str:
    """Declare one variable with few values, and two others."""
    return f"var -2..3: a; var {domain}: b; var {domain}: c :: is_defined_var;"


@pytest.mark.kernel
@given(st.lists(constraints(), min_size=1, max_size=4))
def test_no_solution_is_lost(lines: list[str]) -> None:
    text = "\n".join([*lines, "solve satisfy;"])
    boxed = from_flatzinc(variables(f"{BOX[0]}..{BOX[-1]}") + text)
    program = parse(variables("int") + text)
    bounds = Bounds(program, {each.name: each for each in program.declarations}, 100)
    for solution in boxed.model.solutions():
        for name in ("b", "c"):
            low, high = bounds.of(name)
            value = solution[boxed.variables[name]]
            assert low <= value <= high


CHAIN = 400


@pytest.mark.kernel
@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("most", [1000, 2_000_000])
@pytest.mark.parametrize(
    "constraint",
    ["int_max({0}, y, {1})", "int_plus({0}, y, {1})", "int_lin_eq([1, -1], [{1}, {0}], 1)"],
)
def test_long_chains_need_no_recursion(constraint: str, most: int, is_reversed: bool) -> None:
    lines = [f"var 0..{most + 9 * k}: x{k} :: is_defined_var;" for k in range(1, CHAIN)]
    if is_reversed:
        lines.reverse()
    for k in range(1, CHAIN):
        own = constraint.format(f"x{k - 1}", f"x{k}")
        lines.append(f"constraint {own} :: defines_var(x{k});")
    text = "\n".join([f"var 5..{most}: x0; var 0..9: y;", *lines, f"solve minimize x{CHAIN - 1};"])
    instance = from_flatzinc(text)
    best = instance.model.minimize(instance.objective, method="learning")
    assert best.value == (CHAIN + 4 if "lin" in constraint else 5)


@pytest.mark.compiled
@pytest.mark.kernel
def test_many_large_domains_have_only_bounds() -> None:
    n, most = 300, 900_000
    lines = [f"var 1..{most}: x{k};" for k in range(n)]
    lines += [f"constraint int_lt(x{k - 1}, x{k});" for k in range(1, n)]
    few = "\n".join([*lines[:3], lines[n], "solve satisfy;"])
    many = "\n".join([*lines, f"solve minimize x{n - 1};"])
    for text, is_wide in ((few, False), (many, True)):
        model = from_flatzinc(text).model
        assert all(isinstance(each.mask, Span) == is_wide for each in model.unknowns)
    instance = from_flatzinc(many)
    assert instance.model.minimize(instance.objective).value == n
    # A remainder of distant values knows the bounds of its arguments only, too.
    one = many.replace("solve", "var 0..9: r; constraint int_mod(x1, x2, r); solve")
    model = from_flatzinc(one).model
    assert all(isinstance(each.mask, Span) for each in model.unknowns if each.name != "r")


def test_the_variable_that_is_one_too_many_is_named() -> None:
    text = "var 1..4: a;\nvar 1..4: b;\nvar 1..4: c;\nsolve satisfy;"
    message = "line 3, column 11: c: 12 values are asked for: 8 are allowed"
    with Budget(values=8), pytest.raises(ModelError, match=message):
        from_flatzinc(text)


def run(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["fzn", "-", *options], input=text)


@pytest.mark.kernel
def test_implied_bounds_prove() -> None:
    factors = "constraint int_times(x, y, 323); constraint int_lt(1, x); constraint int_lt(x, y);"
    text = f"var int: x :: output_var; var int: y :: output_var; {factors} solve satisfy;"
    assert run(text, "-a").stdout == "x = 17;\ny = 19;\n----------\n==========\n"
    prime = text.replace("323", "331")
    assert run(prime).stdout == "=====UNSATISFIABLE=====\n"
    instance = from_flatzinc(text)
    assert instance.assumed == ()
    empty = "var int: x; constraint int_lt(x, 3); constraint int_lt(4, x); solve satisfy;"
    assert run(empty).stdout == "=====UNSATISFIABLE=====\n"


@pytest.mark.kernel
def test_assumed_bounds_prove_nothing() -> None:
    text = "var int: x :: output_var; constraint int_ne(x, 3); solve maximize x;"
    assert from_flatzinc(text).assumed == ("x",)
    best = run(text, "-s")
    assert best.stdout.startswith(f"x = {USUAL};\n----------\n%%%mzn-stat")
    assert "==========" not in best.stdout
    assert "assumedBounds=1" in best.stdout
    assert "objectiveBound" not in best.stdout
    assert "x without bounds" in best.stderr
    none = "var int: x; constraint int_lt(x, x); solve satisfy;"
    assert run(none).stdout == "=====UNKNOWN=====\n"
    large = "var 1..9000000000: x :: output_var; solve maximize x;"
    assert "at most 4294967296 are possible" in run(large).stderr
    above = "var int: x :: output_var; constraint int_le(50000000, x); solve minimize x;"
    assert run(above).stdout == "x = 50000000;\n----------\n"


def test_bounds_of_what_others_define_follow_from_assumed_ones() -> None:
    text = "var int: y :: is_defined_var; var int: x; constraint int_plus(x, 1, y); solve satisfy;"
    program = parse(text)
    bounds = Bounds(program, {each.name: each for each in program.declarations}, 100)
    assert bounds.assumed == ["x"]
    assert bounds.of("y") == (1 - USUAL, 1 + USUAL)


def test_all_kinds_of_arguments_are_looked_up() -> None:
    text = """
        array [1..2] of int: w = [3, -1]; int: n = 4; var int: z = y; var int: y;
        array [1..3] of var int: v = [y, x, 7]; var 0..n_1: x;
        constraint int_lin_eq(w, [v[2], z], n); constraint int_lin_le(3, v, missing);
        constraint int_eq(y); solve satisfy;
    """.replace("n_1", "9")
    program = parse(text)
    bounds = Bounds(program, {each.name: each for each in program.declarations}, 100)
    assert bounds.of("y") == (-4, 23)
