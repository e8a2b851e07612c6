"""Names and texts of others: nothing controls a terminal; pictures and pages are well-formed."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from csp.cli.main import main as csp_command
from csp.formats.flatzinc.reader import from_flatzinc
from exactcover import Problem
from exactcover.cli.main import main
from exactcover.formats.json import WRITERS
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.texts import markup, printable, well_formed
from sudoku.cli.main import main as sudoku_command

BAD = ["a\x1b[31m", "b\x9b2J", "c\u202e", "d\u200b", "e\x07", "f\x1b]8;;//x\x1b\\", "[red]"]
UNSEEN = [chr(code) for code in (*range(32), *range(127, 160), 0x202E, 0x2066, 0x200B, 0xD800)]


def test_every_character_that_controls_is_escaped() -> None:
    for each in UNSEEN:
        assert printable(f"x{each}").isprintable()
        assert eval(f'"{printable(each)}"') == each
    assert printable("Zwölf Boxkämpfer 数独 [red]") == "Zwölf Boxkämpfer 数独 [red]"
    for each in [*UNSEEN, "\ufdd0", "\ufffe", "\0"]:
        ElementTree.fromstring(well_formed(f"<a>{each}</a>"))
        assert markup(f"<{each}").startswith("&lt;")


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "solve --trace",
        "count",
        "info",
        "cheapest",
        "sample",
        "reduce",
        "explain",
        "diagram",
    ],
)
def test_no_name_reaches_a_terminal(command: str, bad: str, tmp_path: Path) -> None:
    path = tmp_path / "problem.dlx"
    path.write_text(f"{bad} q\n\n{bad} q\n{bad}\n", encoding="utf-8")
    result = CliRunner().invoke(main, [*command.split(), str(path)])
    assert all(line.isprintable() for line in result.output.split("\n"))
    assert result.exit_code in (0, 1)
    if command == "solve":
        assert printable(bad) in result.output


@pytest.mark.parametrize("command", [main, csp_command, sudoku_command])
def test_no_argument_reaches_a_terminal(command: object) -> None:
    for arguments in (
        ["x\x1b[31m"],
        ["count", "no\x1bfile"],
        ["--no\x1b"],
        ["solve", "no\x1bfile"],
    ):
        result = CliRunner().invoke(command, arguments)  # type: ignore[arg-type]
        assert result.exit_code == 2
        assert all(line.isprintable() for line in result.output.split("\n"))


def test_no_token_is_quoted_as_it_is() -> None:
    for text in ("var int: x\x1b[31m;", "\x9b2J", "constraint y\u202e(x);"):
        with pytest.raises(ProblemError) as raised:
            from_flatzinc(text)
        assert str(raised.value).isprintable()


def test_pictures_pages_and_texts_of_any_names() -> None:
    names = [f"{k}{each}" for k, each in enumerate(UNSEEN)]
    problem = Problem({f"label {each}": [name] for name, each in zip(names, UNSEEN, strict=True)})
    ElementTree.fromstring(problem._repr_svg_())
    solution = problem.solve()
    ElementTree.fromstring(solution._repr_html_())
    diagram = problem.diagram()
    assert all(line.isprintable() for line in diagram.to_dot().split("\n"))
    for form in ("json", "lp", "mps", "opb", "dimacs", "matrix"):
        text = WRITERS[form](problem)
        assert all(line.isprintable() for line in text.split("\n")), form
    assert json.loads(WRITERS["json"](problem))["primary"] == list(problem.primary)
