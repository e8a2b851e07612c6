"""Where machine code is kept: it is never stale, never another user's, and never in the way."""

import errno
import hashlib
import importlib
import os
import pickle
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import pytest

from exactcover.runtime.errors import KernelCacheWarning
from exactcover.runtime.kernels import kernel_cache
from exactcover.runtime.kernels.cache_folders import roots
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.kernels.kernel_cache import folder_name
from tests.users import USERS, as_user, needs_other_users, shared_folder

ROOT = Path(__file__).parents[4]
Package = Path
needs_jit = pytest.mark.skipif(not is_compiled(), reason="nothing is compiled")
needs_owners = pytest.mark.skipif(sys.platform == "win32", reason="files have no owners here")


def make_package(parent: Path) -> Package:
    """Make a package named `parcel` with a kernel."""
    folder = parent / "parcel"
    (folder / "inner").mkdir(parents=True)
    for path in ("__init__.py", "inner/__init__.py"):
        (folder / path).touch()
    (folder / "inner" / "constants.py").write_text("STEP = 1\n")
    (folder / "kernels.py").write_text(
        "from exactcover.runtime.kernels.jit import kernel\n"
        "from parcel.inner.constants import STEP\n"
        "@kernel\n"
        "def look_up(array, k):\n"
        "    return array[k] + STEP\n"
    )
    return folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Make a package that can be imported, and a folder for its kernels."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(kernel_cache, "_has_warned", False)
    yield make_package(tmp_path)
    forget()


def forget() -> None:
    """Let `parcel` be imported as in a new process."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "parcel"]:
        del sys.modules[name]
    folder_name.cache_clear()


def n_hits() -> int:
    """Use the kernel as a new process would; return how often it came from the disk."""
    forget()
    look_up: Any = importlib.import_module("parcel.kernels").look_up
    assert look_up(np.zeros(2, dtype=np.int64), 1) == 1
    return sum(look_up.compiled.stats.cache_hits.values())


def kept(cache: Path) -> Path:
    """Return the one file in the cache."""
    (path,) = cache.rglob("*.nbc")
    return path


# Stale code.


def folder_now() -> str:
    """Return where the kernels of `parcel` are kept if the process starts now."""
    folder_name.cache_clear()
    name = folder_name("parcel")
    assert name
    return name


def test_every_source_counts(package: Package) -> None:
    constants = package / "inner" / "constants.py"
    first = folder_now()
    assert folder_now() == first
    constants.write_text("STEP = 2\n")
    assert folder_now() != first
    constants.write_text("STEP = 1\n")
    assert folder_now() == first
    constants.rename(package / "inner" / "renamed.py")
    assert folder_now() != first
    assert folder_now().startswith("parcel-")


def test_nothing_is_kept_of_a_package_without_sources(package: Package) -> None:
    (package / "__init__.py").rename(package / "__init__.txt")
    for path in package.rglob("*.py"):
        path.unlink()
    folder_name.cache_clear()
    importlib.invalidate_caches()
    assert folder_name("parcel") is None


def run(package: Package, place: int, **environment: str) -> str:
    """Return the value of the kernel for a place in an array of two zeros, in a new process."""
    code = (
        "import numpy as np\n"
        "from parcel.kernels import look_up\n"
        "try:\n"
        f"    print(look_up(np.zeros(2, dtype=np.int64), {place}))\n"
        "except IndexError as error:\n"
        "    print(type(error).__name__)\n"
        "print(sum(look_up.compiled.stats.cache_hits.values()))\n"
    )
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    paths = [str(package.parent), str(ROOT)]
    return subprocess.run(
        [sys.executable, "-c", code],
        env=inherited
        | {
            "NUMBA_CACHE_DIR": str(package.parent / "cache"),
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_stale_code_never_runs(package: Package) -> None:
    assert run(package, 1) == "1\n0\n"
    assert run(package, 1) == "1\n1\n"  # from the cache
    (package / "inner" / "constants.py").write_text("STEP = 2\n")
    assert run(package, 1) == "2\n0\n"


def test_bounds_checks_are_not_taken_from_code_without_them(package: Package) -> None:
    assert run(package, 1) == "1\n0\n"
    assert run(package, 7, NUMBA_BOUNDSCHECK="1") == "IndexError\n0\n"
    assert run(package, 1) == "1\n1\n"


# Folders that cannot be used.


def test_which_folders_are_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "here"))
    assert [root.path for root in roots()] == [tmp_path / "here"]
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: home)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    users, temporary = (root.path for root in roots())
    assert users.is_relative_to(home)
    assert temporary.parent == tmp_path
    # A user without a home has a folder called ~ in the current one.
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: Path("~/.cache"))
    assert [root.path for root in roots()] == [temporary]
    monkeypatch.setattr(tempfile, "gettempdir", no_folder)
    assert roots() == []


def no_folder() -> str:
    """Fail as Python does where no temporary folder can be written."""
    raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")


@needs_jit
@pytest.mark.parametrize("given", [True, False])
def test_without_any_folder_there_is_one_warning(
    package: Package, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    file = package.parent / "file"
    file.touch()
    if given:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(file / "cache"))
    else:
        monkeypatch.delenv("NUMBA_CACHE_DIR")
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: file / "cache")
        monkeypatch.setattr(tempfile, "gettempdir", no_folder)
    with pytest.warns(
        KernelCacheWarning, match=r"cannot be kept on disk.*file/cache.*: Not a directory"
    ):
        assert n_hits() == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert n_hits() == 0


@needs_jit
def test_where_the_users_folder_cannot_be_written_the_temporary_one_is(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = package.parent / "file"
    file.touch()
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: file / "cache")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(package.parent))
    assert (n_hits(), n_hits()) == (0, 1)
    folder = kept(package.parent).parents[1]
    assert folder.parent == package.parent
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o777 == 0o700


@needs_jit
def test_a_full_disk(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.warns(KernelCacheWarning, match="No space left on device"):
            assert n_hits() == 0
    assert [path for path in (package.parent / "cache").rglob("*") if path.is_file()] == []
    assert (n_hits(), n_hits()) == (0, 1)


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_no_import_asks_for_a_folder(package: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = (
        "import importlib, pkgutil, warnings\n"
        "from exactcover.runtime.errors import MissingExtraError\n"
        "warnings.simplefilter('error')\n"
        "def import_if_possible(name):\n"
        "    try:\n"
        "        importlib.import_module(name)\n"
        "    except MissingExtraError:\n"
        "        pass\n"
        f"for found in pkgutil.walk_packages(importlib.import_module('{package}').__path__,"
        f" '{package}.', import_if_possible):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        import_if_possible(found.name)\n"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache")},
        check=True,
    )


# Files that cannot be used.


def truncated(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def flipped(whole: bytes) -> bytes:
    place = len(whole) // 2
    return whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


def of_others(_: bytes) -> bytes:
    return packed(pickle.dumps(("types", "result")))


def packed(data: bytes) -> bytes:
    """Return a pickle as it stands in a file of the cache."""
    return hashlib.sha256(data).digest() + data


@needs_jit
@pytest.mark.parametrize("damage", [truncated, flipped, of_others, lambda _: b""])
def test_a_damaged_file_is_written_anew(package: Package, damage: Callable[[bytes], bytes]) -> None:
    assert (n_hits(), n_hits()) == (0, 1)
    path = kept(package.parent / "cache")
    path.write_bytes(damage(path.read_bytes()))
    assert (n_hits(), n_hits()) == (0, 1)


class Bomb:
    """An object that makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.folder),)


@needs_jit
@needs_owners
@pytest.mark.parametrize(
    ("what", "mode"), [("file", 0o666), ("file", 0o664), ("folder", 0o777), ("parent", 0o777)]
)
def test_what_others_can_write_is_not_read(package: Package, what: str, mode: int) -> None:
    assert n_hits() == 0
    path, bomb = kept(package.parent / "cache"), package.parent / "boom"
    path.write_bytes(packed(pickle.dumps(Bomb(bomb))))
    place = {"file": path, "folder": path.parent, "parent": path.parents[1]}[what]
    group = 65534 if os.geteuid() == 0 else -1
    os.chown(place, -1, group)
    if mode & 0o002 == 0 and group < 0:
        pytest.skip("only the superuser can give a file to a group of others")
    place.chmod(mode)
    if what == "file":  # it is replaced by one that only the user can write
        assert (n_hits(), n_hits()) == (0, 1)
    else:
        with pytest.warns(KernelCacheWarning, match="other users"):
            assert n_hits() == 0
    assert not bomb.exists()


@needs_jit
@needs_owners
def test_what_belongs_to_others_is_not_read(package: Package) -> None:
    if os.geteuid() != 0:
        pytest.skip("only the superuser can give files away")
    assert n_hits() == 0
    path, bomb = kept(package.parent / "cache"), package.parent / "boom"
    path.write_bytes(packed(pickle.dumps(Bomb(bomb))))
    os.chown(path, 65534, 65534)
    assert (n_hits(), n_hits()) == (0, 1)
    os.chown(path.parent, 65534, 65534)
    with pytest.warns(KernelCacheWarning, match="belongs to another user"):
        assert n_hits() == 0
    assert not bomb.exists()


@needs_jit
@needs_owners
def test_links_are_not_followed_below_the_given_folder(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert n_hits() == 0
    link = package.parent / "link"
    link.symlink_to(package.parent / "cache")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(link))
    assert n_hits() == 1
    path = kept(package.parent / "cache")
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("moved"))
    assert n_hits() == 0
    folder = path.parent
    folder.rename(folder.with_name("moved"))
    folder.symlink_to(folder.with_name("moved"))
    with pytest.warns(KernelCacheWarning, match="is not a folder"):
        assert n_hits() == 0


def test_a_bomb_would_go_off(tmp_path: Path) -> None:
    pickle.loads(pickle.dumps(Bomb(tmp_path / "boom")))
    assert (tmp_path / "boom").exists()


# Other users of the machine.

USE = (
    "import numpy as np, warnings\n"
    "from parcel.kernels import look_up\n"
    "with warnings.catch_warnings(record=True) as caught:\n"
    "    warnings.simplefilter('always')\n"
    "    assert look_up(np.zeros(2, dtype=np.int64), 1) == 1\n"
    "print(sum(look_up.compiled.stats.cache_hits.values()), len(caught))\n"
)


@needs_jit
@needs_other_users
def test_a_prebuilt_cache_that_cannot_be_written_is_used() -> None:
    with shared_folder() as folder:
        make_package(folder)
        given = {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": f"{folder}:{ROOT}"}
        assert as_user(0, USE, given) == "0 0"
        assert as_user(USERS[0], USE, given) == "1 0"


@needs_jit
@needs_other_users
def test_users_without_a_home_have_folders_of_their_own() -> None:
    with shared_folder() as folder:
        make_package(folder)
        given = {"TMPDIR": str(folder), "PYTHONPATH": f"{folder}:{ROOT}"}
        folder.chmod(0o1777)
        assert as_user(USERS[0], USE, given) == "0 0"
        assert as_user(USERS[0], USE, given) == "1 0"
        assert as_user(USERS[1], USE, given) == "0 0"
        # Whoever comes first is not believed: the third user finds a folder of another.
        (folder / "exactcover-kernels-0").mkdir(mode=0o777)
        os.chown(folder / "exactcover-kernels-0", USERS[0], USERS[0])
        assert as_user(0, USE, given | {"XDG_CACHE_HOME": "/dev/null"}) == "0 1"
