"""Registries: names of this package, of a program, and of installed packages."""

from pathlib import Path

import pytest

from exactcover.runtime.registry import Registry


def registry(group: str = "exactcover.no_such_group") -> Registry[object]:
    return Registry("thing", group, {"path": "pathlib:PurePath"}, LookupError)


def test_entries_are_imported_and_registered() -> None:
    things = registry()
    things.register("here", 3)
    things.register("there", "fractions:Fraction")
    assert list(things) == ["path", "here", "there"]
    assert (things["here"], things["there"].__name__) == (3, "Fraction")  # type: ignore[attr-defined]
    assert "nowhere" not in things


def test_a_name_is_given_once() -> None:
    with pytest.raises(LookupError, match="there is a thing 'path' already"):
        registry().register("path", 1)


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(LookupError, match="unknown thing 'x'; the things are auto, path"):
        registry().find("x", others=["auto"])


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install a package with entry points, one of a name that is taken and one that is broken."""
    info = tmp_path / "example_things-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: example-things\nVersion: 1.0\n"
    )
    info.joinpath("entry_points.txt").write_text(
        "[example.things]\nhalf = fractions:Fraction\npath = os:path\nbroken = no_module:Thing\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return "example.things"


def test_entry_points_are_found(installed: str) -> None:
    things = registry(installed)
    with pytest.warns(UserWarning, match="the thing 'path' of os:path is not used"):
        assert list(things) == ["path", "half", "broken"]
    assert things.load("half").__name__ == "Fraction"  # type: ignore[attr-defined]
    with pytest.raises(LookupError, match="there is a thing 'half' already"):
        things.register("half", 1)


@pytest.mark.filterwarnings("ignore:the thing 'path'")
def test_an_entry_point_that_cannot_be_imported_is_named(installed: str) -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        registry(installed).load("broken")
    assert "entry point no_module:Thing" in caught.value.__notes__[0]
