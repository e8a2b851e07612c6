"""Which wheel of a folder is the one of this system."""

from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from benchmarks import release
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.targets import WHEEL_TAGS
from exactcover.runtime.version import __version__

OWN = sorted({each.platform for each in fitting_targets()})
OTHER = next(tag for platform, tag in WHEEL_TAGS.items() if platform not in OWN)


def name_of(tag: str) -> str:
    """Return the name of a wheel."""
    return f"{release.NAME}-{__version__}-py3-none-{tag}.whl"


@pytest.mark.parametrize("tag", [*(WHEEL_TAGS[each] for each in OWN), "another_system"])
def test_a_wheel_of_this_system_or_of_an_unknown_one_is_taken(tag: str, tmp_path: Path) -> None:
    for each in (OTHER, tag):
        (tmp_path / name_of(each)).touch()
    assert release.wheel(tmp_path, tmp_path).name == name_of(tag)


@pytest.mark.parametrize("built", ["another_system", OTHER])
def test_a_missing_wheel_is_built_once(
    built: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_runs = 0

    def build(_: Sequence[object], folder: Path) -> None:
        nonlocal n_runs
        n_runs += 1
        (folder / name_of(built)).touch()

    monkeypatch.setattr(release, "run", build)
    if built == OTHER:
        with pytest.raises(click.ClickException, match="no tag of this system"):
            release.wheel(tmp_path, tmp_path)
    else:
        assert release.wheel(tmp_path, tmp_path).name == name_of(built)
    assert n_runs == 1
