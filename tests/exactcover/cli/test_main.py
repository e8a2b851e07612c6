"""The command `exactcover`, as people and programs call it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exactcover import Diagram, GaveUpError, Problem
from exactcover.cli.main import main
from exactcover.engines.frontier.engine import Frontier
from exactcover.formats.json import to_json
from exactcover.runtime.cli.exit_codes import Exit

PROBLEM = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"  # Knuth's toy for Algorithm C
NONE = "p q\np\n"


def run(*arguments: str, stdin: str = PROBLEM) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_solve_prints_an_option_a_line() -> None:
    result = run("solve", "-")
    assert (result.exit_code, result.stdout) == (0, "p r x:A y\nq x:A\n\n")


def test_solve_json_is_an_object_a_line() -> None:
    result = run("solve", "-", "--all", "--json", stdin="p q\np\np\nq\n")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert objects == [{"options": [["p"], ["q"]]}] * 2


def test_solve_limit() -> None:
    result = run("solve", "-", "-n", "2", "--json", stdin="p\np\np\np\n")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_count() -> None:
    result = run("count", "-")
    assert (result.exit_code, result.stdout) == (0, "1\n")


def test_count_json() -> None:
    result = run("count", "-", "--json")
    report = json.loads(result.stdout)
    assert report["count"] == 1
    assert report["complete"] is True
    assert report["stopped"] is None
    assert report["engine"]
    assert report["nodes"] > 0
    assert report["seconds"] >= 0


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_no_solution(verb: str) -> None:
    result = run(verb, "-", stdin=NONE)
    assert result.exit_code == 1
    assert result.stderr == "no solution\n"


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_stopped_is_not_none(verb: str) -> None:
    result = run(verb, "-", "--max-nodes", "0", stdin=NONE)
    assert result.exit_code == 3
    assert "stopped by the node limit" in result.stderr


def test_count_limit_is_no_failure() -> None:
    result = run("count", "-", "--limit", "1", stdin="p\np\n")
    assert (result.exit_code, result.stdout) == (0, "1\n")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["count", "-"], "p q\np z\n", "line 2: unknown item 'z'"),
        (["count", "-"], "", "line 1: no line names the items"),
        (["count", "-", "--limit", "-1"], PROBLEM, "-1 is not in the range x>=0"),
        (["count", "-", "--time-limit", "-1"], PROBLEM, "time_limit is -1.0: it must not be"),
        (["solve", "-", "--method", "guess"], PROBLEM, "unknown method 'guess'"),
        (["diagram", "-", "--method", "guess"], PROBLEM, "unknown method 'guess'"),
        (["diagram", "-", "--max-bytes", "-1"], PROBLEM, "max_bytes is -1"),
        (["cheapest", "-", "-n", "0"], PROBLEM, "0 is not in the range x>=1"),
        (["cheapest", "-", "--method", "masks"], PROBLEM, "does not look for the cheapest"),
        (["sample", "-", "-n", "0"], PROBLEM, "0 is not in the range x>=1"),
        (["estimate", "-", "--probes", "0"], PROBLEM, "n_probes is 0"),
        (["explain", "-", "--max-nodes", "-1"], NONE, "max_nodes is -1"),
        (["count", "missing.dlx"], "", "missing.dlx: No such file or directory"),
        (["convert", "-", "--to", "matrix"], PROBLEM, "secondary items"),
        (["convert", "-", "--from", "matrix"], "0 1\n0 2\n", "line 2"),
        (["convert", "-", "--from", "matrix"], "0 1\n0\n", "line 2: 1 entries, expected 2"),
        (["convert", "-", "--from", "json"], "{", "line 1"),
        (["convert", "-", "--from", "json"], "{}", "the problem has no key 'options'"),
    ],
)
def test_bad_input(arguments: list[str], stdin: str, message: str) -> None:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    result = run("count", str(tmp_path / "noise"))
    assert result.exit_code == 2
    assert "UTF-8" in result.stderr


def test_info() -> None:
    facts = json.loads(run("info", "-", "--json").stdout)
    assert facts["primary items"] == 3
    assert facts["secondary items"] == 2
    assert facts["options"] == 5
    assert facts["colours"] == 2
    assert facts["digest"] == Problem.from_text(PROBLEM).digest
    assert "fewest options of a primary item  2" in run("info", "-").stdout


def test_convert_round_trip() -> None:
    text = run("convert", "-", "--to", "json").stdout
    assert run("convert", "-", "--from", "json", stdin=text).stdout == PROBLEM


def test_convert_matrix() -> None:
    assert run("convert", "-", "--to", "matrix", stdin="p q\np q\nq\n").stdout == "11\n01\n"


def test_convert_puzzles(tmp_path: Path) -> None:
    puzzle = tmp_path / "bricks.xmpuzzle"
    puzzle.write_text(
        '<puzzle><gridType type="0"/><shapes><voxel x="2" y="1" z="1" type="0">##</voxel>'
        '<voxel x="2" y="2" z="1" type="0">####</voxel></shapes><problems><problem><shapes>'
        '<shape id="0" count="2"/></shapes><result id="1"/></problem></problems></puzzle>',
        "utf-8",
    )
    expected = run("convert", str(puzzle), "--from", "burrtools").stdout
    assert expected.splitlines()[:2] == ["2|S1 0,0,0 0,1,0 1,0,0 1,1,0", "S1 0,0,0 0,1,0"]
    text = puzzle.read_text("utf-8")
    assert run("convert", "-", "--from", "burrtools", stdin=text).stdout == expected
    result = run("convert", str(tmp_path / "absent"), "--from", "burrtools")
    assert result.exit_code == Exit.BAD_INPUT and "absent" in result.output


@pytest.mark.parametrize("ending", ["json", "lp", "opb"])
def test_the_ending_of_a_file_tells_its_format(tmp_path: Path, ending: str) -> None:
    coins = Problem([["c"], ["c"]], bounds={"c": (3, 3)}, multiplicities={(0, "c"): 3})
    path = tmp_path / f"coins.{ending.upper()}"
    path.write_text(
        run("convert", "-", "--from", "json", "--to", ending, stdin=to_json(coins)).stdout
    )
    assert run("count", str(path)).stdout == "1\n"
    assert run("convert", str(path), "--to", "json").stdout.count('"multiplicities"') == 1
    assert run("convert", str(path), "--from", "dlx").exit_code == Exit.BAD_INPUT


def test_soft_items_are_read_from_json(tmp_path: Path) -> None:
    path = tmp_path / "halves.json"
    options = [{"items": {"p": None, "q": None}}, {"items": {"q": None, "r": None}}]
    data = {"primary": ["p", "q", "r"], "soft": {"p": 2, "r": "1/2"}, "options": options}
    path.write_text(json.dumps(data), "utf-8")
    assert run("cheapest", str(path)).stdout.splitlines()[0] == "| cost 1/2"
    assert run("cheapest", "-", stdin=run("convert", str(path)).stdout).stdout.startswith("| cost")
    path.write_text(json.dumps(data | {"soft": ["p"]}), "utf-8")
    assert "soft is" in run("count", str(path)).output


PRICED = "p q r\np q |3\nr |2\np |1\nq r |1.5\np q r |9\n"


def test_cheapest() -> None:
    result = run("cheapest", "-", "-n", "2", stdin=PRICED)
    assert result.exit_code == 0
    assert result.stdout == "| cost 2.5\np\nq r\n\n| cost 5.0\np q\nr\n\n"


@pytest.mark.parametrize("method", ["auto", "cheapest_cells", "cheapest_masks"])
def test_cheapest_json_says_that_it_is_proved(method: str) -> None:
    text = "p q\np |3\nq |2\np q |7\n"
    result = run("cheapest", "-", "--limit", "9", "--json", "--method", method, stdin=text)
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert objects == [
        {"cost": 5, "proved": True, "options": [["p"], ["q"]]},
        {"cost": 7, "proved": True, "options": [["p", "q"]]},
    ]


def test_costs_of_at_most(tmp_path: Path) -> None:
    assert run("count", "-", "--max-cost", "5", stdin=PRICED).stdout == "2\n"
    assert run("solve", "-", "--all", "--max-cost", "4.5", stdin=PRICED).stdout == "p\nq r\n\n"
    assert run("cheapest", "-", "--max-cost", "2", stdin=PRICED).exit_code == 1
    mistake = run("cheapest", "-", "--max-cost", "x", stdin=PRICED)
    assert (mistake.exit_code, "'x' is not a number" in mistake.stderr) == (2, True)
    kept = tmp_path / "kept.jsonl"
    run("solve", "-", "--all", "--max-cost", "4.5", "--output", str(kept), stdin=PRICED)
    assert kept.read_text() == '{"options": [["p"], ["q", "r"]]}\n'


def test_improving_solutions() -> None:
    result = run("cheapest", "-", "--improving", stdin=PRICED)
    assert result.exit_code == 0
    assert result.stdout.endswith("| cost 2.5\np\nq r\n\n")
    mistake = run("cheapest", "-", "--improving", "-n", "2", stdin=PRICED)
    assert (mistake.exit_code, "leave --limit out" in mistake.stderr) == (2, True)


def test_cheapest_that_is_not_proved() -> None:
    result = run("cheapest", "-", "--max-nodes", "0", stdin=PRICED)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "stopped by the node limit" in result.stderr


def test_bounds_in_the_text() -> None:
    text = "1:2|p q | x\np x\np q x:A\np q\np\n"
    assert run("count", "-", stdin=text).stdout == "5\n"
    assert run("solve", "-", "--method", "multicover", stdin=text).exit_code == 0
    assert run("count", "-", "--method", "masks", stdin=text).stdout == "5\n"
    for verb in ("solve", "cheapest", "sample", "estimate", "reduce", "diagram"):
        assert run(verb, "-", stdin=text).exit_code == 0
    assert "2 times" in run("explain", "-", stdin="2|p\np\n").stdout


@pytest.mark.parametrize("verb", ["solve", "count"])
@pytest.mark.parametrize(
    "method", ["auto", "dancing_cells", "masks", "dancing_cells_memo", "multicover"]
)
def test_methods(verb: str, method: str) -> None:
    if (verb, method) != ("solve", "dancing_cells_memo"):  # which counts, and does not list
        assert run(verb, "-", "--method", method).exit_code == 0


def test_sample() -> None:
    result = run("sample", "-", "-n", "3", "--seed", "1", "--json", stdin="p q\np\np\nq\n")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.exit_code, result.stderr) == (0, "")
    assert objects == [{"uniform": True, "options": [["p"], ["q"]]}] * 3
    again = run("sample", "-", "-n", "3", "--seed", "1", stdin="p q\np\np\nq\n")
    assert again.stdout == "p\nq\n\n" * 3


def test_sample_says_when_it_is_not_uniform() -> None:
    result = run("sample", "-", "--max-bytes", "0")
    assert (result.exit_code, result.stdout) == (0, "p r x:A y\nq x:A\n\n")
    assert result.stderr.startswith("not uniform: found by ")


def test_diagram(tmp_path: Path) -> None:
    path = tmp_path / "all.npz"
    result = run("diagram", "-", "--save", str(path))
    assert result.exit_code == 0
    assert result.stdout == "solutions  1\nnodes      2\nbytes      48\n"
    problem = Problem.from_text(PROBLEM)
    assert list(Diagram.load(path, problem)) == list(problem.diagram())
    assert run("diagram", "-", "--count").stdout == "1\n"
    assert run("diagram", "-", "--dot", "-").stdout == problem.diagram().to_dot()


@pytest.mark.parametrize("verb", ["cheapest", "sample", "diagram", "reduce"])
def test_no_solution_for_other_verbs(verb: str) -> None:
    result = run(verb, "-", stdin=NONE)
    assert result.exit_code == 1
    assert "no solution" in result.stderr or "no option has item 'q'" in result.stderr


@pytest.mark.parametrize("verb", ["sample", "diagram", "explain"])
def test_other_verbs_stopped(verb: str) -> None:
    result = run(verb, "-", "--max-nodes", "0", stdin=PROBLEM)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "stopped (nodes)" in result.stderr
    late = run(verb, "-", "--time-limit", "0", stdin=PROBLEM)
    assert (late.exit_code, late.stdout) == (3, "")
    assert "stopped by the time limit while reading" in late.stderr


def test_estimate() -> None:
    result = run("estimate", "-", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("exactly ")
    figures = json.loads(run("estimate", "-", "--json").stdout)
    assert figures["solutions"] == {"mean": 1, "low": 1, "high": 1}
    assert figures["exact"] is True
    assert run("estimate", "-", stdin=NONE).exit_code == 1


def test_reduce() -> None:
    text = "p q r s\np q\nq r\nr s\nr s\np r\n"
    result = run("reduce", "-", stdin=text)
    assert result.exit_code == 0
    assert result.stdout == "| forced: p q\nr\n| label: 2\nr\n| label: 3\nr\n"
    assert "5 options, 4 items -> 2 options, 1 item" in result.stderr
    assert run("count", "-", stdin=result.stdout).stdout == run("count", "-", stdin=text).stdout
    report = json.loads(run("reduce", "-", "--json", stdin=text).stdout)
    assert report["forced"] == [["p", "q"]]
    assert report["log"]["forced"] == 1
    assert report["infeasible"] is None
    assert run("count", "-", stdin=report["problem"]).stdout == "2\n"


def test_reduce_to_nothing() -> None:
    result = run("reduce", "-", stdin="p q\np q\n")
    assert (result.exit_code, result.stdout) == (0, "| forced: p q\n")
    assert "nothing" in result.stderr


def test_reduce_refutes() -> None:
    result = run("reduce", "-", stdin=NONE)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no option has item 'q'" in result.stderr
    report = json.loads(run("reduce", "-", "--json", stdin=NONE).stdout)
    assert report["infeasible"] == "no option has item 'q'"
    assert report["problem"] == ""


def test_explain() -> None:
    text = "p q r s\np q\nq r\ns\nq s\n"
    result = run("explain", "-", stdin=text)
    assert result.exit_code == 1
    assert result.stdout.startswith("these 2 items cannot be covered together:\n  'p', in 1 option")
    report = json.loads(run("explain", "-", "--json", stdin=text).stdout)
    assert report == {"items": ["p", "r"], "unproved": [], "stopped": None, "weights": []}


def test_explain_what_has_a_solution() -> None:
    result = run("explain", "-")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "the problem has a solution: it has no infeasible subset\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_ctrl_c_prints_what_was_counted() -> None:
    # Far too many solutions to count: a hundred items with two options each.
    names = " ".join(f"i{k}" for k in range(100))
    text = names + "\n" + "".join(f"i{k}\ni{k}\n" for k in range(100))
    # The command tells on standard error, by its bar, that it is counting.
    code = (
        "import sys, threading, signal\n"
        "from exactcover.runtime.search import driver\n"
        "slice_ = driver.Search._slice\n"
        "def spy(self, out):\n"
        "    slice_(self, out)\n"
        "    if self._engine.nodes > 10000: signal.raise_signal(signal.SIGINT)\n"
        "driver.Search._slice = spy\n"
        "from exactcover.cli.main import main\n"
        "main(['count', '-', '--json', '--method', 'dancing_cells'])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert run.returncode == 4
    report = json.loads(run.stdout)
    assert report["count"] > 1000
    assert report["complete"] is False
    assert "interrupted" in run.stderr


def test_explain_says_which_engines_searched() -> None:
    assert run("count", "-", "--explain").stderr == "dancing_cells: the search may be short\n"
    result = run("solve", "-", "--explain", "--method", "masks")
    assert result.stderr == "masks: asked for\n"
    report = json.loads(run("count", "-", "--json", "--method", "masks").stdout)
    assert report["choice"] == ["masks: asked for"]


def test_an_engine_that_gives_up_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise GaveUpError("more states than fit")

    monkeypatch.setattr("exactcover.engines.frontier.engine.Frontier.advance", give_up)
    monkeypatch.setattr("exactcover.verbs.cover_search.load", lambda *_: Frontier)
    result = run("count", "-")
    assert (result.exit_code, result.stderr) == (3, "more states than fit\n")


@pytest.mark.kernel
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_output_that_cannot_be_written_is_one_message() -> None:
    # With its usual buffer Python writes at its very end, when nobody catches errors any more.
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    code = "from exactcover.cli.main import main; main()"
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-c", code, "count", "-"],
            input="p q\np\nq\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
            check=False,
        )
    assert (run.returncode, run.stderr) == (2, "Error: No space left on device\n")
