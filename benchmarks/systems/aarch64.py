"""Python for AArch64, run by qemu: Debian's packages, and wheels, in a folder of their own."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QEMU = "qemu-aarch64"
PACKAGES = (
    *("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "zlib1g"),
    *("libexpat1", "libffi8", "libssl3", "libbz2-1.0", "liblzma5", "libsqlite3-0", "libuuid1"),
    *("libtinfo6", "libncursesw6", "libreadline8", "libcrypt1", "libgcc-s1", "libstdc++6"),
    *("libgssapi-krb5-2", "libnsl2", "libtirpc3", "libdb5.3"),
)
"""The packages of Debian 12 that Python 3.11 needs."""
TOOLS = ("pytest", "hypothesis")
"""The packages that the tests of engines need beside the library. Numba is not among them."""


def is_there() -> bool:
    """Return whether this machine can fetch the packages and run them."""
    return all(map(shutil.which, (QEMU, "apt-get", "dpkg")))


def prepare(wheel: Path, folder: Path) -> list[str]:
    """Install Python, NumPy and the wheel below a folder; return the words that start Python."""
    root, site = folder / "root", folder / "site"
    for name in ("lists/partial", "archives/partial", "packages"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    options = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "Dir::State": folder,
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": folder,
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    _run([*apt, "update"], folder)
    _run([*apt, "download", *PACKAGES], folder / "packages")
    for package in sorted((folder / "packages").glob("*.deb")):
        _run(["dpkg", "-x", str(package), str(root)], folder)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [one for one in project["dependencies"] if not one.startswith("numba")]
    platforms = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(site)]
    pip += ["--only-binary=:all:", "--python-version", "3.11"]
    pip += [word for platform in platforms for word in ("--platform", platform)]
    _run([*pip, *needed, *TOOLS], folder)
    _run([*pip, "--no-deps", "--upgrade", str(wheel)], folder)
    shutil.copytree(ROOT / "tests", folder / "tests")  # away from the sources of the library
    return [QEMU, "-L", str(root), str(root / "usr" / "bin" / "python3.11"), "-P"]


def run(python: Sequence[str], words: Sequence[str], folder: Path) -> tuple[bool, str]:
    """Run Python in a new user account without Numba; return whether it succeeded, and the output.

    Parameters
    ----------
    python
        The words that start it.
    words
        Its arguments.
    folder
        The folder that `prepare` has filled.
    """
    variables = {
        "HOME": str(folder / "home"),
        "PYTHONHOME": str(folder / "root" / "usr"),
        "PYTHONPATH": os.pathsep.join([str(folder / "site"), str(folder)]),
        "EXACTCOVER_KERNELS": "precompiled",
        "NUMBA_CACHE_DIR": "",
    }
    ran = subprocess.run(
        [*python, *words],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode == 0, ran.stdout


def _run(words: Sequence[str], folder: Path) -> None:
    subprocess.run(list(words), cwd=folder, check=True)
