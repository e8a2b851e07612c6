"""Programs in FlatZinc: known numbers of solutions, and errors with their places."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from csp import ModelError, from_flatzinc
from csp.cli.main import main
from csp.engines.registry import ENGINES

FOLDER = Path(__file__).parent
METHODS = ("auto", "free", *ENGINES)
COUNTS = {"send_more_money": 1, "zebra": 1, "nurse": 256}

FT06 = """2 1 0 3 1 6 3 7 5 3 4 6  1 8 2 5 4 10 5 10 0 10 3 4  2 5 3 4 5 8 0 9 1 1 4 7
1 5 0 5 2 5 3 3 4 8 5 9  2 9 1 3 4 5 5 4 0 3 3 1  1 3 3 3 5 9 0 10 4 4 2 1"""
"""The job shop ft06 of Fisher and Thompson (1963): machine and duration of each job's steps."""


def fzn(name: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["fzn", str(FOLDER / f"{name}.fzn"), *options])


def run(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["fzn", "-", *options], input=text)


@pytest.mark.kernel
@pytest.mark.parametrize(("name", "n"), COUNTS.items())
def test_known_numbers_of_solutions(name: str, n: int) -> None:
    instance = from_flatzinc((FOLDER / f"{name}.fzn").read_text(encoding="utf-8"))
    assert instance.model.count() == n
    output = fzn(name, "-a").stdout
    assert output.count("----------\n") == n
    assert output.endswith("----------\n==========\n")


@pytest.mark.kernel
def test_solutions_are_written_as_minizinc_reads_them() -> None:
    assert fzn("send_more_money").stdout == (
        "letters = array1d(1..8, [9, 5, 6, 7, 1, 0, 8, 2]);\n"
        "S = 9;\nE = 5;\nN = 6;\nD = 7;\nM = 1;\nO = 0;\nR = 8;\nY = 2;\n----------\n"
    )
    assert "zebra = 5;" in fzn("zebra").stdout
    text = """
        array [1..2] of bool: fixed :: output_array([0..1]) = [true, false];
        var bool: p :: output_var;
        array [1..4] of var int: m :: output_array([1..2, {3, 7}]) = [1, x, 3, x];
        var {5}: x;
        constraint bool_eq(p, true);
        solve satisfy;
    """
    assert run(text).stdout == (
        "fixed = array1d(0..1, [true, false]);\np = true;\n"
        "m = array2d(1..2, {3, 7}, [1, 5, 3, 5]);\n----------\n"
    )


@pytest.mark.kernel
def test_best_solutions_with_proof() -> None:
    assert (
        fzn("golomb").stdout == "marks = array1d(1..5, [0, 1, 4, 9, 11]);\n----------\n==========\n"
    )
    improving = [line for line in fzn("golomb", "-a").stdout.splitlines() if "marks" in line]
    ends = [int(line.split(", ")[-1].rstrip("]);")) for line in improving]
    assert ends == sorted(set(ends), reverse=True)
    assert ends[-1] == 11


@pytest.mark.kernel
def test_other_ends_of_a_search() -> None:
    assert run("var 1..3: x; constraint int_gt(x, 3); solve satisfy;").stdout == (
        "=====UNSATISFIABLE=====\n"
    )
    assert run("var 1..0: x; solve satisfy;").stdout == "=====UNSATISFIABLE=====\n"
    assert run("var 1..3: x :: output_var; solve maximize x;").stdout == (
        "x = 3;\n----------\n==========\n"
    )
    assert run("var 1..3: x :: output_var; solve satisfy;", "-n", "2").stdout.count("---\n") == 2
    assert run("solve satisfy;", "-a").stdout == "----------\n==========\n"
    pigeons = "\n".join(f"var 1..30: x{k};" for k in range(31))
    sums = f"constraint fzn_nvalue(31, [{_names('x', range(31))}]); solve satisfy;"
    assert run(f"{pigeons} {sums}").stdout == "=====UNSATISFIABLE=====\n"
    hard = "constraint int_ne(x0, x1);" + "".join(
        f"constraint int_ne(x{i}, x{j});" for i in range(31) for j in range(i)
    )
    stopped = run(f"{pigeons} {hard} solve satisfy;", "-t", "1")
    assert stopped.stdout == "=====UNKNOWN=====\n"


@pytest.mark.kernel
def test_statistics_and_log() -> None:
    result = fzn("golomb", "--statistics", "-v")
    statistics = dict(
        line.removeprefix("%%%mzn-stat: ").split("=")
        for line in result.stdout.splitlines()
        if line.startswith("%%%mzn-stat: ")
    )
    assert int(statistics["nodes"]) > 0
    assert {"solveTime", "initTime", "solutions", "propagations"} <= statistics.keys()
    assert result.stdout.endswith("%%%mzn-stat-end\n")
    assert "nodes/s" in result.stderr


def job_shop(text: str) -> str:
    """Return a job shop as FlatZinc."""
    numbers = [int(word) for word in text.split()]
    steps = list(zip(numbers[::2], numbers[1::2], strict=True))
    jobs = [steps[k : k + 6] for k in range(0, 36, 6)]
    lines = [f"var 0..100: s{j}_{k};" for j, k in product(range(6), range(6))]
    lines.append("var 0..100: end :: output_var;")
    on: dict[int, list[tuple[str, int]]] = {}
    for j, job in enumerate(jobs):
        for k, (machine, duration) in enumerate(job):
            after = f"s{j}_{k + 1}" if k < 5 else "end"
            lines.append(f"constraint int_lin_le([1, -1], [s{j}_{k}, {after}], {-duration});")
            on.setdefault(machine, []).append((f"s{j}_{k}", duration))
    for own in on.values():
        starts, durations = (f"[{', '.join(map(str, each))}]" for each in zip(*own, strict=True))
        lines.append(f"constraint fzn_disjunctive({starts}, {durations});")
    return "\n".join([*lines, "solve minimize end;"])


def test_job_shop() -> None:
    output = run(job_shop(FT06)).stdout
    assert output == "end = 55;\n----------\n==========\n"


def queens(n: int) -> str:
    """Return n queens as MiniZinc's compiler writes them: diagonals are defined variables."""
    lines = [f"var 1..{n}: q{k};" for k in range(n)]
    for sign in (1, -1):
        for k in range(n):
            low, high = sorted((1 + sign * k, n + sign * k))
            name = f"d{k}" if sign > 0 else f"e{k}"
            lines.append(f"var {low}..{high}: {name} :: var_is_introduced :: is_defined_var;")
            equation = f"int_lin_eq([1, -1], [q{k}, {name}], {-sign * k})"
            lines.append(f"constraint {equation} :: defines_var({name});")
    for letter in "qde":
        lines.append(f"constraint fzn_all_different_int([{_names(letter, range(n))}]);")
    search = f"int_search([{_names('q', range(n))}], input_order, indomain_max)"
    return "\n".join([*lines, f"solve :: {search} satisfy;"])


def _names(letter: str, numbers: Iterable[int]) -> str:
    return ", ".join(f"{letter}{k}" for k in numbers)


@pytest.mark.kernel
def test_defined_variables_need_no_variable() -> None:
    instance = from_flatzinc(queens(8))
    assert len(instance.model.unknowns) == 8
    assert instance.model.count(**instance.search) == 92
    (phase,) = instance.search["decide"]
    assert (phase.order, phase.values) == ("input", "greatest")
    assert instance.model.solve(**instance.search).get()["q0"] == 8


def test_an_annotation_that_is_a_string_defines_nothing() -> None:
    text = """
        var 0..9: x; var 0..9: y :: NOTE;
        constraint int_lin_eq([1, -1], [x, y], 0) :: defines_var(y); solve satisfy;
    """
    n_variables = {
        note: len(from_flatzinc(text.replace("NOTE", note)).model.unknowns)
        for note in ("is_defined_var", '"is_defined_var"')
    }
    assert n_variables == {"is_defined_var": 1, '"is_defined_var"': 2}


@pytest.mark.kernel
def test_variables_without_bounds_are_what_defines_them() -> None:
    text = """
        var 0..9: x; var 0..9: y;
        var int: big :: is_defined_var;
        var int: product :: is_defined_var;
        var -2000000000..2000000000: huge;
        constraint int_lin_eq([1000000, 1, -1], [x, y, big], 0) :: defines_var(big);
        constraint int_times(x, y, product) :: defines_var(product);
        constraint int_lin_eq([-1, 3000000, 1], [huge, x, y], 5);
        constraint int_lin_le([1], [big], 3000001);
        constraint int_ge(huge, 4999990);
        solve satisfy;
    """
    found = from_flatzinc(text)
    expected = {
        (x, y)
        for x, y in product(range(10), repeat=2)
        if 1000000 * x + y <= 3000001 and 3000000 * x + y - 5 >= 4999990
    }
    solutions = {(s["x"], s["y"]): s for s in found.model.solutions()}
    assert solutions.keys() == expected
    for (x, y), solution in solutions.items():
        assert solution[found.variables["big"]] == 1000000 * x + y
        assert solution[found.variables["huge"]] == 3000000 * x + y - 5
        assert solution["product"] == x * y


@pytest.mark.kernel
def test_names_of_values_and_elements() -> None:
    text = """
        predicate mine(var int: x);
        int: n = 4; bool: yes = true; set of int: few = {1, 3};
        array [1..3] of int: a = [1, n, 0x10,];
        array [1..2] of set of int: s = [few, 2..3];
        var few_or_more: z;
        solve satisfy;
    """
    with pytest.raises(ModelError, match=r"line 6, column 13: expected a type, and found few_or_m"):
        from_flatzinc(text)
    text = text.replace("few_or_more", "1..20").replace(
        "solve",
        "array [1..1] of var int: b = [z]; var 0..1: i; var bool: p = yes;"
        "constraint set_in(b[1], few); constraint bool2int(p, i);"
        "constraint int_lin_ne([a[1]], [z], a[1]); solve",
    )
    found = from_flatzinc(text)
    assert [dict(s) for s in found.model.solutions()] == [{"z": 3}]
    assert found.variables["a"] == [1, 4, 16]
    assert found.model.solve().get()[found.variables["i"]] == 1


WRONG = {
    "var 1..3: x; solve satisfy": "line 1, column 27: expected ';', and found the end of the text",
    "var 1..3: x;\nvar float: y; solve satisfy;": "line 2, column 12: y: a real variable must",
    "var set of int: s; solve satisfy;": "line 1, column 17: s has no bounds: a set variable must",
    "var set of 1..99999: s; solve satisfy;": "line 1, column 22: s: the set has 99999 members",
    "var set of 0.5..2.5: s; solve satisfy;": "s: there are no sets of real numbers",
    "var 1..2: x; constraint set_card(x, 1); solve satisfy;": "must be a set variable or a set",
    "var 1..3: x; constraint int_eq(x, y); solve satisfy;": "column 35: y is not declared",
    "var 1..3: x;\n\n constraint float_exp(x); solve satisfy;": "line 3, column 13: unknown pre",
    "constraint int_equal(1, 2); solve satisfy;": "column 12: unknown predicate int_equal",
    "constraint int_eq(1); solve satisfy;": "int_eq has 1 arguments instead of 2",
    "constraint int_lin_eq([1], [true], [1]); solve satisfy;": "argument 3 of int_lin_eq must be",
    "constraint int_lin_eq([1], [2, 3], 1); solve satisfy;": "column 12: int_lin_eq: there are 1 ",
    "var 1..3: x; var 1..3: x; solve satisfy;": "column 24: x is declared twice",
    "array [1..2] of int: a = [1]; solve satisfy;": "a has 2 elements, and 1 are given",
    "array [1..1] of int: a = [1]; var 1..3: x = a[2]; solve satisfy;": "a has no element 2",
    "var 1..3: x; var 1..3: y; constraint int_lin_le([1, 1], [x[1], y], 5); solve satisfy;": (
        "line 1, column 58: x has no element 1"
    ),
    "var bool: a; var bool: b; constraint bool_clause([a[7], b], []); solve satisfy;": (
        "line 1, column 51: a has no element 7"
    ),
    "var 1..3: x; var 1..3: y; constraint fzn_all_different_int([x(3), y(1)]); solve satisfy;": (
        "argument 1 of fzn_all_different_int must be"
    ),
    "var 1..3: x; constraint int_le(x(3), 1); solve satisfy;": "argument 1 of int_le must be",
    "var 1..3: x; var 1..3: y :: is_defined_var;\n"
    "constraint int_lin_eq([1, -1], [x, y[1]], 0) :: defines_var(y); solve satisfy;": (
        "line 2, column 36: y has no element 1"
    ),
    'var 1..3: x;\nconstraint fzn_all_different_int(["x", x]); solve satisfy;': (
        "line 2, column 12: argument 1 of fzn_all_different_int must be"
    ),
    'var 1..3: x;\nconstraint int_le("x", 2); solve satisfy;': "argument 1 of int_le must be",
    'var 1..3: x;\narray [1..1] of var int: a = ["x"]; solve satisfy;': (
        "line 2, column 26: the value of a must be"
    ),
    "int: n; solve satisfy;": "n has no value: a parameter must have one",
    "var 1..3: x = y; var 1..3: y = x; solve satisfy;": "x is defined by itself",
    "var 1..3: x;": "line 1, column 13: there is no solve item",
    "solve satisfy; solve satisfy;": "there is a solve item already",
    "solve optimize;": "expected satisfy, minimize or maximize, and found optimize",
    "var 1..3: x; # solve satisfy;": "column 14: unexpected character '#'",
    "constraint int_eq(1, .5); solve satisfy;": "unexpected character '.'",
    "constraint set_in(1, {true}); solve satisfy;": "a set must have numbers as elements",
    "constraint int_eq(1, ); solve satisfy": "expected ';', and found the end of the text",
    "var 1..3: x;\nconstraint int_eq(x, 4611686018427387904); solve satisfy;": (
        "line 2, column 12: argument 2 of int_eq is 4611686018427387904: it must be below 2**62"
    ),
    "var 1..3: x;\nconstraint int_lin_le([1], [x], -99999999999999999999); solve satisfy;": (
        "line 2, column 12: argument 3 of int_lin_le is -99999999999999999999: it must be below"
    ),
    "int: n = 99999999999999999999;\nconstraint int_lin_eq([2, n], [1, 1], 3); solve satisfy;": (
        "line 2, column 12: an element of argument 1 of int_lin_eq is 99999999999999999999: it must"
    ),
    "var 1..3: x;\nconstraint set_in(x, 1..99999999999999999999); solve satisfy;": (
        "line 2, column 12: set_in: a term is 99999999999999999999: it must be below 2**62"
    ),
    "var 1..3: x;\nvar int: y;\nconstraint int_lin_eq([99999999999999999999, -1], [x, y], 0);\n"
    "solve satisfy;": "line 3, column 12: an element of argument 1 of int_lin_eq is 999999999999",
    "var 1..4: x;\nvar int: y;\nconstraint int_lin_eq([2305843009213693952, -1], [x, y], 0);\n"
    "solve satisfy;": "line 2, column 10: y: 2305843009213693952*x may overflow",
    "var int: y;\nconstraint int_lin_eq([1], [y]) :: defines_var(y); solve satisfy;": (
        "line 2, column 12: int_lin_eq has 2 arguments instead of 3"
    ),
    "var 1..3: x;\nsolve maximize 99999999999999999999;": (
        "line 2, column 1: what to maximize is 99999999999999999999: it must be below 2**62"
    ),
    f"var 1..3: x;\nconstraint int_eq(x, {'9' * 5000}); solve satisfy;": (
        "line 2, column 22: a number has 5000 characters: at most 600 are possible"
    ),
    "var 1..30: x; constraint int_pow(x, x, x); solve satisfy;": "int_pow: ",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        from_flatzinc(text)
    assert message in str(caught.value)


def test_bad_input_of_the_command() -> None:
    result = run("solve optimize;")
    assert result.exit_code == 2
    assert "-: line 1, column 7: expected satisfy" in result.stderr


def test_bounds_may_be_too_large_for_a_number() -> None:
    text = """
        var 1..3: x;
        var -99999999999999999999..99999999999999999999: y;
        constraint int_lin_eq([1, -1], [x, y], 5);
        solve satisfy;
    """
    assert from_flatzinc(text).model.count() == 3


@pytest.mark.parametrize("command", ["fzn", "xcsp3"])
def test_the_methods_that_the_help_names_are_those_of_the_search(command: str) -> None:
    text = " ".join(CliRunner().invoke(main, [command, "--help"]).stdout.split())
    assert f"--method TEXT {', '.join(METHODS[:-1])} or {METHODS[-1]}." in text


@pytest.mark.parametrize("goal", ["satisfy", "minimize x"])
def test_an_unknown_method_is_refused(goal: str) -> None:
    for options in ([], ["-i"]):
        result = run(f"var 1..3: x; solve {goal};", "--method", "magic", *options)
        assert result.exit_code == 2
        assert f"unknown method 'magic'; the methods are {', '.join(METHODS)}" in result.stderr


@pytest.mark.kernel
def test_set_variables_are_read_and_written() -> None:
    instance = from_flatzinc("""
    array [1..2] of set of int: given = [{1, 3}, 2..3];
    var set of 1..3: s :: output_var;
    var set of {1, 3, 5}: t :: output_var = s;
    var 0..3: n :: output_var;
    array [1..3] of var set of int: all :: output_array([1..3]) = [s, {}, given[2]];
    constraint set_card(s, n);
    constraint set_ne(s, given[1]);
    constraint int_ne(n, 0);
    constraint set_in(3, s);
    solve maximize n;
    """)
    best = instance.model.maximize(instance.objective)
    assert best.complete
    assert best.solution is not None
    assert instance.text(best.solution).splitlines() == [
        "s = {3};",
        "t = {3};",
        "n = 1;",
        "all = array1d(1..3, [{3}, {}, {2, 3}]);",
    ]
