"""The documents are true: their code runs, and the files and commands that they name exist."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

from csp.portfolio.schedules import FOR_BEST

pytestmark = pytest.mark.usefixtures("only_precompiled")
ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "sudoku/papers/README.md"]
)
WORD = re.compile(r"[A-Za-z_]\w+")
FOREIGN = {"breakpoint", "jitclass"}
"""Names in the documents that are not ours."""
GENERATED = ("benchmarks", "gallery", "project", "reference")
"""The folders of the pages that the site generates."""


def name_of(path: Path) -> str:
    """Return the path of a document in the repository."""
    return path.relative_to(ROOT).as_posix()


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield each command in a console block: its document, itself, and its output."""
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^ *```console\n(.*?)```", text, re.DOTALL | re.MULTILINE):
            lines = dedent(block)
            for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", lines, re.MULTILINE):
                yield name_of(path), found[1], found[2]


COMMANDS = list(commands())
OPTIONAL = {"docs/guides/fastapi.md": ("fastapi", "httpx")}
"""Documents whose code needs packages of the extra `test`, and is skipped without them."""
WITH_PYTHON = [path for path in DOCUMENTS if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_PYTHON, ids=name_of)
def test_python_blocks(path: Path) -> None:
    """Each document has a process of its own, because some add entries to registries."""
    for package in OPTIONAL.get(name_of(path), ()):
        pytest.importorskip(package)
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "doctest", str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "")


@pytest.mark.parametrize(
    ("command", "output"),
    [(command, output) for _, command, output in COMMANDS],
    ids=[f"{document}: {command}" for document, command, _ in COMMANDS],
)
def test_console_blocks(command: str, output: str) -> None:
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=os.environ | {"PATH": scripts},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.stdout == output


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_exist(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = re.findall(r"\bmake ([a-z-]+)", code_of((ROOT / document).read_text(encoding="utf-8")))
    assert named
    assert set(named) <= targets


def code_of(text: str) -> str:
    """Return the code of a document: its indented or fenced blocks, and text in backticks."""
    code = r"^    [^\n]*$|^```.*?^```|`[^`\n]+`"
    return "\n".join(re.findall(code, text, re.MULTILINE | re.DOTALL))


def leads_somewhere(path: Path, link: str) -> bool:
    """Return whether a link leads to a file, or to a page that the site generates.

    The build of the site checks the latter.
    """
    target = (path.parent / link).resolve()
    return target.exists() or target.parent in {ROOT / "docs" / name for name in GENERATED}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_and_paths_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not leads_somewhere(path, link)] == []
    named = re.findall(
        r"`((?:exactcover|csp|sudoku|tests|examples|benchmarks|docs)/[\w/.-]+)`", text
    )
    assert [name for name in named if "NAME" not in name and not (ROOT / name).exists()] == []


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md"])
def test_names_in_backticks_occur_in_the_sources(document: str) -> None:
    sources = [ROOT / "Makefile", ROOT / "pyproject.toml"]
    for folder in ("exactcover", "csp", "sudoku", "tests"):
        for pattern in ("*.py", "*.pyi"):
            sources += (path for path in (ROOT / folder).rglob(pattern) if path != Path(__file__))
    known = {word for path in sources for word in WORD.findall(path.read_text(encoding="utf-8"))}
    known |= {path.stem for path in sources} | {path.suffix[1:] for path in sources}
    spans = re.findall(r"`([\w.]+)(?:\(\))?`", (ROOT / document).read_text(encoding="utf-8"))
    named = {word for span in spans for word in WORD.findall(span)}
    assert len(named) >= 10
    assert named - known - FOREIGN == set()


def rows_of(table: str) -> list[list[str]]:
    """Return the cells of a table in Markdown, without its rule."""
    head, _, *body = table.strip().splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in (head, *body)]


def folders_of(package: str) -> set[str]:
    """Return the folders of a package that hold modules."""
    return {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}


def test_architecture_shows_the_schedule_of_models() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert indent(str(FOR_BEST), "    ") in text


def test_the_plan_of_architecture_names_every_folder() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    plan, runtime = map(rows_of, tables[:2])
    for k, title in enumerate(plan[0][1:], 1):
        package = title.partition("`")[2].partition("`")[0]
        named = {name for row in plan[1:] for name in re.findall(r"`(\w+)`", row[k])}
        assert named == folders_of(package)
    folders = {name for row in runtime[1:] for name in re.findall(r"`(\w+)`", row[0])}
    assert folders == folders_of("exactcover/runtime")
    for first, _, files in runtime[1:]:
        places = [ROOT / "exactcover/runtime" / name for name in re.findall(r"`(\w+)`", first)]
        for name in re.findall(r"`([\w.]+)`", files):
            assert any((place / name).exists() for place in places or [ROOT / "exactcover/runtime"])
