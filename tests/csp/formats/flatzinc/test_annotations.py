"""Search annotations: the order of solutions, beside brute force, a plain search and Gecode."""

import shutil
import subprocess
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from csp import Model, Neighbourhood, Phase, Priority, from_flatzinc
from csp.cli.main import main
from csp.engines.registry import ENGINES
from csp.formats.flatzinc.annotations import ORDERS, VALUES
from csp.formats.instance import Instance
from csp.request import ModelRequest
from exactcover.runtime.search.protocol import Out
from tests.csp.engines.propagation.reference import Search
from tests.csp.plans import shorten

NAMES = "wxyz"
ASCENDING = ("indomain", "indomain_min", "indomain_split")
DESCENDING = ("indomain_max", "indomain_reverse_split", "outdomain_min")
OF_GECODE = ("indomain_min", "indomain_split", "indomain_max", "indomain_reverse_split")
"""The value choices of Gecode that find solutions in an order that propagation cannot change."""


def run(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["fzn", "-", *options], input=text)


def solutions(instance: Instance) -> list[tuple[int, ...]]:
    """Return all solutions in the order in which they are found."""
    found = instance.model.solutions(**instance.search)
    return [tuple(each.values()) for each in found]


def annotated(search: str, constraint: str = "int_lin_le([1, 1, 1], [x, y, z], 4)") -> Instance:
    text = f"var -1..3: x; var -1..3: y; var {{-1, 1, 2}}: z; constraint {constraint};"
    return from_flatzinc(f"{text} solve :: {search} satisfy;")


@pytest.mark.kernel
@pytest.mark.parametrize("choice", [*ASCENDING, *DESCENDING])
def test_all_solutions_in_the_order_of_the_annotation(choice: str) -> None:
    sign = 1 if choice in ASCENDING else -1
    domains = [range(-1, 4), range(-1, 4), [-1, 1, 2]]
    rows = [row for row in product(*domains) if sum(row) <= 4]
    assert solutions(
        annotated(f"int_search([z, x, y], input_order, {choice}, complete)")
    ) == sorted(rows, key=lambda row: (sign * row[2], sign * row[0], sign * row[1]))
    parts = (
        f"[int_search([y], input_order, {choice}), int_search([x, z], input_order, indomain_min)]"
    )
    assert solutions(annotated(f"seq_search([seq_search({parts})])")) == sorted(
        rows, key=lambda row: (sign * row[1], row[0], row[2])
    )


@pytest.mark.kernel
@pytest.mark.parametrize("choice", VALUES)
@pytest.mark.parametrize("order", ORDERS)
def test_choices_agree_with_a_plain_search(order: str, choice: str) -> None:
    if "random" in choice:
        pytest.skip("what is random is in no order")
    random = Random(f"{order} {choice}")
    rows = sorted({tuple(random.sample(range(-2, 5), 3)) for _ in range(25)})
    numbers = ", ".join(str(value) for row in rows for value in row)
    text = "".join(f"var -2..4: {name};" for name in "xyz")
    text += f"constraint fzn_table_int([x, y, z], [{numbers}]);"
    instance = from_flatzinc(f"{text} solve :: int_search([y, z, x], {order}, {choice}) satisfy;")
    x, y, z = instance.model.unknowns
    phase = Phase([y, z, x], ORDERS[order], VALUES[choice])
    assert solutions(instance) == list(Search([phase], [1, 1, 1]).rows(rows))
    assert instance.notes == ()


def test_annotations_become_phases() -> None:
    search = """seq_search([
        priority_search([x, y], [int_search([z, 3], first_fail, indomain_max),
            seq_search([bool_search([true], input_order, indomain_min),
                        int_search([x], max_regret, indomain_median)])], smallest, complete),
        int_search([y], dom_w_deg, outdomain_max, complete)])"""
    instance = annotated(search)
    x, y, z = instance.model.unknowns
    expected = [
        Priority(
            [x, y],
            [Phase([z], "smallest", "greatest"), Phase([x], "regret", "median")],
            "lowest",
        ),
        Phase([y], "dom/wdeg", "not greatest"),
    ]
    assert [repr(each) for each in instance.search["decide"]] == [repr(each) for each in expected]


@pytest.mark.kernel
def test_warm_starts_are_tried_first() -> None:
    instance = annotated(
        "int_search([x, y, z], input_order, indomain_min) :: warm_start([y, x, z], [2, 9, 1])"
    )
    assert solutions(instance)[:2] == [(-1, 2, 1), (0, 2, 1)]
    assert instance.notes == ()
    wish, phase = instance.search["decide"]
    assert (wish.values, phase.order) == ((2, 9, 1), "input")
    in_a_sequence = annotated(
        "seq_search([int_search([x], input_order, indomain_max),"
        " warm_start_array([warm_start([y], [0]), warm_start([z], [1])])])"
    )
    assert solutions(in_a_sequence)[0] == (3, 0, 1)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("restart", "controls"),
    [
        ("restart_none", {"restart": 0}),
        ("restart_constant(7)", {"restart": 7, "sequence": "constant"}),
        ("restart_linear(7)", {"restart": 7, "sequence": "linear"}),
        ("restart_luby(7)", {"restart": 7, "sequence": "luby"}),
        ("restart_geometric(1.25, 7)", {"restart": 7, "sequence": ("geometric", 1.25)}),
    ],
)
def test_restarts(restart: str, controls: dict[str, object]) -> None:
    instance = annotated(restart)
    assert instance.search == controls
    assert instance.notes == ()
    assert instance.model.solve(**instance.search).solution is not None
    both = annotated(f"int_search([x], input_order, indomain_max) :: {restart}")
    assert both.model.solve(**both.search).get()["x"] == 3
    best = both.model.minimize(both.variables["y"], **both.search)
    assert (best.value, best.complete) == (-1, True)


@pytest.mark.kernel
def test_sets_are_searched_by_members() -> None:
    text = "var set of {2, 4, 5}: s :: output_var; constraint set_card(s, 2);"
    firsts = []
    for choice in ("indomain_min", "indomain_max", "outdomain_min", "outdomain_max"):
        search = f"set_search([s], first_fail, {choice}, complete)"
        firsts.append(run(f"{text} solve :: {search} satisfy;").stdout.split("\n")[0])
    assert firsts == ["s = {2, 4};", "s = {4, 5};", "s = {4, 5};", "s = {2, 4};"]


@pytest.mark.kernel
def test_what_is_left_out_is_noted() -> None:
    search = """seq_search([int_search([x], impact, indomain_wild), lottery(3), magic])
        :: relax_and_reconstruct([x], 180) :: restart_luby(0) :: int_search([y], input_order)"""
    instance = annotated(search)
    assert solutions(instance)
    notes = "\n".join(instance.notes)
    for part in (
        "impact is not known: input_order is taken",
        "indomain_wild is not known: indomain_min is taken",
        "lottery is no search that is known",
        "magic is no search that is known",
        "relax_and_reconstruct is left out: a neighbourhood keeps 180 percent",
        "restart_luby is left out: its scale",
        "int_search has 2 arguments instead of 3",
    ):
        assert part in notes
    text = f"var 1..2: x; var 1..2: y; solve :: {search} satisfy;"
    result = run(text, "-s", "-v")
    assert '%%%mzn-stat: searchNotes="' in result.stdout
    assert "% impact is not known" in result.stderr


@pytest.mark.kernel
@pytest.mark.parametrize("options", [[], ["-p", "2"]])
@pytest.mark.parametrize("goal", ["satisfy", "maximize x"])
def test_a_free_search_agrees(goal: str, options: list[str]) -> None:
    search = "int_search([x, y], largest, indomain_split) :: restart_luby(100)"
    text = "var 0..40: x :: output_var; var 0..40: y; constraint int_lin_le([3, 2], [x, y], 60);"
    text += "constraint int_lin_eq([2, -3], [x, y], 4);"
    result = run(f"{text} solve :: {search} {goal};", "-f", *options)
    assert result.exit_code == 0 and "----------" in result.stdout
    if goal == "maximize x":
        assert result.stdout == "x = 14;\n----------\n==========\n"


@pytest.mark.kernel
def test_neighbourhoods_of_the_model_are_searched_by_one_of_several_engines() -> None:
    search = (
        "relax_and_reconstruct([x, 3, y], 80, [1, 3, 40]) :: int_search([y], largest, indomain)"
    )
    text = "var 0..40: x :: output_var; var 0..40: y; constraint int_lin_eq([2, -3], [x, y], 4);"
    text = f"{text} solve :: {search} maximize x;"
    assert run(text).stdout == "x = 38;\n----------\n==========\n"
    instance = from_flatzinc(text)
    x, y = instance.model.unknowns
    kept, phase = instance.search["decide"]
    assert kept == Neighbourhood([x, y], 80) and isinstance(phase, Phase)
    assert instance.search["values"] == {x: 1, y: 40}
    best = instance.model.maximize(x, **instance.search)
    assert (best.value, best.complete) == (38, True)
    assert len(solutions(instance)) == 13


def test_neighbourhoods_within_priorities_and_of_distant_values() -> None:
    instance = from_flatzinc(
        "var 0..4: x; var 0..4: y; var {0, 5000000000}: z; solve :: priority_search([x, y], "
        "[seq_search([relax_and_reconstruct([x, z], 50), int_search([x], largest, indomain)]), "
        "int_search([y], largest, indomain)], smallest, complete) minimize x;"
    )
    _, x, y = instance.model.unknowns
    priority, kept = instance.search["decide"]
    assert priority.keys[0] is x
    assert priority.keys[1] is y
    assert [type(step) for search in priority.searches for step in search] == [Phase, Phase]
    assert kept.variables[0] is x
    assert len(kept.variables) == 1
    assert any("has z, which is no variable for it" in note for note in instance.notes)


@pytest.mark.compiled
@pytest.mark.kernel
@pytest.mark.parametrize("goal", ["satisfy", "minimize"])
def test_the_search_as_given_is_one_of_the_portfolio(
    goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch, 1 << 8)
    model, random = Model(), Random(5)
    x = model.variables(20, range(2), name="x")
    for _ in range(3):
        weights = [random.randint(1, 99) for _ in x]
        model.post(sum(w * each for w, each in zip(weights, x, strict=True)) == sum(weights) // 2)
    decide = [Phase(x, "largest")]
    goals: dict[str, Any] = {"satisfy": model.solve, "minimize": partial(model.minimize, sum(x))}
    free = goals[goal](decide=decide, method="free", max_nodes=3000)
    assert any(each.startswith("as given") for each in free.statistics.choice)
    plain = goals[goal](max_nodes=3000)
    assert not any(each.startswith("as given") for each in plain.statistics.choice)
    model.advised_phases = tuple(decide)
    advised = goals[goal](max_nodes=3000)
    assert any(each.startswith("as given") for each in advised.statistics.choice)
    told = goals[goal](decide=decide, max_nodes=3000)
    assert not any(each.startswith("as given") for each in told.statistics.choice)


@pytest.mark.kernel
def test_clause_learning_begins_as_the_phases_say() -> None:
    model = Model()
    x, y, z = model.variables(3, range(5), name="x")
    model.post(x + y + z == 8)
    engine = ENGINES["learning"](model, ModelRequest())
    engine.follow([Phase([z], values="greatest"), Phase([x, z, y])])
    rows, lengths = np.zeros((1, 3), dtype=np.uint32), np.zeros(1, dtype=np.uint32)
    engine.advance(100, Out(rows, lengths, 1))
    assert rows.tolist() == [[0, 4, 4]]


@pytest.mark.kernel
def test_a_constraint_may_ask_for_domain_consistency() -> None:
    text = "var 1..2: x; var 1..2: y; var 1..9: z; constraint fzn_all_different_int([x, y, z])"
    left = []
    for annotation in ("", ":: defines_var(x) :: domain"):
        instance = from_flatzinc(f"{text} {annotation}; solve satisfy;")
        domains = instance.model.propagate()
        assert domains is not None
        left.append(list(domains[instance.variables["z"]]))
    assert left == [[*range(1, 10)], [*range(3, 10)]]


def small_model(random: Random) -> str:
    """Return a small model, all of whose variables are decided in input order."""
    n = random.randint(2, 4)
    names = list(NAMES[:n])
    lines = [
        f"var {low}..{low + random.randint(1, 4)}: {name} :: output_var;"
        for name in names
        for low in [random.randint(-2, 2)]
    ]
    for _ in range(random.randint(1, 3)):
        own = random.sample(names, random.randint(2, n))
        weights = [random.choice([-2, -1, 1, 2]) for _ in own]
        kind, bound = random.choice(["int_lin_le", "int_lin_ne"]), random.randint(-1, 4)
        lines.append(f"constraint {kind}({weights}, [{', '.join(own)}], {bound});")
    random.shuffle(names)
    cut = random.randint(1, n)
    parts = [
        f"int_search([{', '.join(own)}], input_order, {random.choice(OF_GECODE)}, complete)"
        for own in (names[:cut], names[cut:])
        if own
    ]
    return "\n".join([*lines, f"solve :: seq_search([{', '.join(parts)}]) satisfy;\n"])


@pytest.mark.kernel
def test_solutions_come_in_the_order_of_gecode(tmp_path: Path) -> None:
    gecode = shutil.which("fzn-gecode")
    if gecode is None:
        pytest.skip("fzn-gecode is not installed")
    path = tmp_path / "model.fzn"
    for seed in range(50):
        text = small_model(Random(seed))
        path.write_text(text, encoding="utf-8")
        theirs = subprocess.run(
            [gecode, "-a", str(path)], capture_output=True, text=True, check=True
        ).stdout
        if "UNSATISFIABLE" in theirs:
            assert "UNSATISFIABLE" in run(text).stdout
        else:
            assert run(text, "-a").stdout == theirs, text
