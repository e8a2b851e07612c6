"""The log of a search."""

import re

import pytest

from csp import Model, ModelError, all_different
from csp.verbs.log import HEADER, Log
from exactcover import Progress

LINE = r" +[0-9.]+ +[0-9,]+ "


def some_model() -> Model:
    """Return a model that is searched for some time."""
    model = Model()
    x = model.variables(7, range(7), name="x")
    model.post(all_different(x), all_different(x + range(7)), all_different(x - range(7)))
    return model


@pytest.mark.kernel
def test_the_best_value_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    model = some_model()
    seen: list[Progress] = []
    total = model.unknowns[0] + model.unknowns[1]
    best = model.maximize(total, log=True, progress=seen.append)
    assert (seen[-1].cost, seen[-1].bound) == (best.value, best.bound)
    title, header, *lines = capsys.readouterr().err.splitlines()
    assert title == "<Model: 7 variables, 3 constraints>: the greatest value, method auto"
    assert header == HEADER
    assert all(re.match(LINE, line) for line in lines)
    assert lines[-1].split()[-4:] == [str(best.value), str(best.bound), "0.0%", "propagation"]


@pytest.mark.kernel
@pytest.mark.parametrize("how", [{}, {"workers": 1}, {"up_to": "all"}])
def test_other_searches_are_logged(
    how: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Progress] = []
    some_model().count(log=True, progress=seen.append, **how)  # type: ignore[arg-type]
    title, header, *lines = capsys.readouterr().err.splitlines()
    assert title.startswith("<Model: 7 variables, 3 constraints>: solutions, method")
    assert header == HEADER
    assert len(lines) >= 1
    assert len(seen) >= len(lines)


@pytest.mark.kernel
def test_the_best_value_of_neighbourhoods_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    model = some_model()
    total = model.unknowns[0] + model.unknowns[1]
    best = model.minimize(total, log=True, method="neighbourhoods", max_nodes=2000)
    *_, last = capsys.readouterr().err.splitlines()
    assert last.split()[4:] in (
        [str(best.value), "neighbourhoods"],
        [str(best.value), str(best.bound), "0.0%", "neighbourhoods"],
    )


@pytest.mark.kernel
def test_nothing_is_logged_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    some_model().count()
    assert capsys.readouterr().err == ""


def test_lines_are_rare_without_news(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log("queens", lambda: ("learning", None))
    for k in range(100):
        log(Progress(0.0, k, 1, k / 10, cost=5 + (k < 30), bound=3))
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["0.0", "0.5", "1.5", "3.0", "5.0", "9.0"]
    assert (
        lines[-1]
        == "    9.0           90                     1          5          3  40.0%  learning"
    )


def test_log_is_true_or_false() -> None:
    with pytest.raises(ModelError, match="log is 'yes'"):
        some_model().solve(log="yes")  # type: ignore[arg-type]
