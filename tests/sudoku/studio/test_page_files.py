"""The files of the page: they are small, ask nobody else, and never read texts as markup."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest

import sudoku.studio
from sudoku.studio.files import HEADERS, page_file
from sudoku.studio.joining import joined

PAGE = Path(str(sudoku.studio.__file__)).parent / "page"
FILES = sorted(PAGE.iterdir())
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|DOMParser|srcdoc"
    r"|setTimeout\(\s*[\"']|javascript:|importScripts|createContextualFragment"
)
MOST_BYTES, MOST_LINES = 400_000, 300


def test_all_files_are_served_and_no_others() -> None:
    for path in FILES:
        content, kind = page_file(path.name) or (b"", "")
        assert content.replace(b'"studio.js"', b'"main.js"') == path.read_bytes()
        assert kind.partition("/")[0] in ("text", "image")
    for name in ("", "..", "../files.py", "__init__.py", "page", "main.js/", "Main.js"):
        assert page_file(name) is None


def test_the_page_asks_for_one_script_of_all_modules() -> None:
    index, script = (page_file(name) or (b"", "") for name in ("index.html", "studio.js"))
    assert re.findall(rb'src="(.*?)"', index[0]) == [b"studio.js"]
    modules = [path.stem for path in FILES if path.suffix == ".js"]
    order = re.findall(r"^const \$(\w+) = ", script[0].decode(), re.MULTILINE)
    assert sorted(order) == modules
    assert order[-1] == "main"
    assert not re.search(rb"^(?:im|ex)port\b", script[0], re.MULTILINE)
    for name in modules:
        used = re.findall(r'from "\./(\w+)\.js"', (PAGE / f"{name}.js").read_text("utf-8"))
        assert all(order.index(each) < order.index(name) for each in used)


def test_what_cannot_be_joined_is_refused() -> None:
    lines = ['import { n } from "./b.js";', "", "export const m = n;", ""]
    other = {"b": "export const n = 1;\n"}
    script = joined({"a": "\n".join(lines), **other}, "a")
    assert joined({"a": "\r\n".join(lines), **other}, "a") == script
    for wrong in (
        'import { n }\n  from "./b.js";',
        "import * as b from './b.js';",
        'import "./b.js";',
        "export default n;",
        "export { n };",
        'const b = await import("./b.js");',
    ):
        with pytest.raises(ValueError, match=r"a\.js, line 2: cannot join"):
            joined({"a": "\n".join([lines[0], wrong, ""]), **other}, "a")
    with pytest.raises(ValueError, match=r"b\.js imports a\.js, which imports it"):
        joined({"a": lines[0] + "\n", "b": 'import { m } from "./a.js";\n'}, "a")


def test_requests_for_other_names_are_not_remembered() -> None:
    page_file("index.html")
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(5000):
        assert page_file(f"none-{number}.js") is None
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 5000


def test_the_page_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_texts_never_become_markup_and_nobody_else_is_asked(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert FORBIDDEN.search(source) is None
    hosts = set(re.findall(r"(?:https?|wss?):/*([\w.]+)", source))
    assert hosts <= {"www.w3.org"}  # the name of the elements of SVG
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", source), "inline code"


def texts() -> set[str]:
    """Return all texts of the page that are translated."""
    found = set(re.findall(r"data-t>([^<]*)<", (PAGE / "index.html").read_text("utf-8")))
    found |= set(re.findall(r'aria-label="([^"]*)"', (PAGE / "index.html").read_text("utf-8")))
    for path in PAGE.glob("*.js"):
        source = path.read_text("utf-8")
        found |= set(re.findall(r'\bt\(\s*"([^"]*)"', source))
        found |= set(re.findall(r'(?:tabs\.add|read)\("([^"]*)"', source))
    return {text.strip() for text in found}


def test_all_texts_have_words_in_german() -> None:
    source = (PAGE / "german.js").read_text("utf-8")
    table = dict(re.findall(r'^  "([^"]+)": "([^"]+)",$', source, re.MULTILINE))
    assert len(table) == source.count('": "')
    assert set(table) == texts()
    for text, words in table.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", words)), text


def test_no_text_of_the_page_is_left_untranslated() -> None:
    bare = re.compile(r'(?:textContent|complain)(?:: |\()"[A-Za-z]|(?:button|labelled)\("[A-Za-z]')
    for path in PAGE.glob("*.js"):
        assert bare.search(path.read_text("utf-8")) is None, path.name


def test_modules_import_what_others_export() -> None:
    for path in PAGE.glob("*.js"):
        source = path.read_text("utf-8")
        names: list[str] = []
        for listed, module in re.findall(r'import \{ ([^}]*) \} from "\./([\w.]+)";', source):
            exported = set(
                re.findall(
                    r"^export (?:const|function|class) (\w+)",
                    (PAGE / module).read_text("utf-8"),
                    re.MULTILINE,
                )
            )
            wanted = listed.split(", ")
            assert set(wanted) <= exported, (path.name, module)
            names += wanted
        body = re.sub(r"^import .*$", "", source, flags=re.MULTILINE)
        unused = [name for name in names if not re.search(rf"\b{name}\b", body)]
        assert unused == [], path.name


def test_the_policy_lets_only_files_of_the_page_run() -> None:
    policy = HEADERS["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"):
        assert part in policy
    assert "unsafe" not in policy
