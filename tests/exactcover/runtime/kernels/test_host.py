"""The description of the host follows the processor that kernels are compiled for."""

from pathlib import Path

import pytest

from exactcover.runtime.kernels import host

CPU_INFO = """processor\t: 0
flags\t\t: fpu {flags}

processor\t: 1
flags\t\t: fpu
"""
V3 = "pni cx16 popcnt lahf_lm sse4_1 sse4_2 ssse3 avx avx2 bmi1 bmi2 f16c fma abm movbe"


def test_features_of_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "haswell")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2,-avx512bw")
    assert host.has_feature("avx2")
    assert not host.can_shuffle_words()
    monkeypatch.delenv("NUMBA_CPU_FEATURES")
    assert not host.has_feature("avx2")  # unknown, and so not relied on


@pytest.mark.parametrize(("machine", "expected"), [("arm64", True), ("ppc64le", False)])
def test_vectors(machine: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "architecture", lambda: host.ARCHITECTURES.get(machine, machine))
    assert host.has_vectors() is expected


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (V3, "linux-x86_64-v3"),
        (f"{V3} avx512f avx512bw avx512cd avx512dq avx512vl", "linux-x86_64-v4"),
        (V3.replace("avx2", ""), "linux-x86_64-v2"),
        ("sse2", None),
    ],
)
def test_the_best_target_is_chosen(
    flags: str, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(CPU_INFO.format(flags=flags), "utf-8")
    monkeypatch.setattr(host, "_CPU_INFO", path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(host, "architecture", lambda: "x86_64")
    host.features.cache_clear()
    try:
        best = host.fitting_targets()
    finally:
        host.features.cache_clear()
    assert (best[0].name if best else None) == expected


@pytest.mark.parametrize(
    ("system", "machine", "has_avx2", "expected"),
    [
        ("win32", "x86_64", True, ["windows-x86_64-v3", "windows-x86_64-v2"]),
        ("win32", "x86_64", False, ["windows-x86_64-v2"]),
        ("darwin", "x86_64", True, ["macos-x86_64-v3", "macos-x86_64-v2"]),
        ("darwin", "aarch64", False, ["macos-arm64"]),
        ("linux", "aarch64", False, ["linux-aarch64"]),
        ("win32", "aarch64", False, []),
    ],
)
def test_targets_of_other_systems(
    system: str,
    machine: str,
    has_avx2: bool,
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(host, "architecture", lambda: machine)
    monkeypatch.setattr(host, "_has_avx2", lambda: has_avx2)
    host.features.cache_clear()
    try:
        assert [target.name for target in host.fitting_targets()] == expected
    finally:
        host.features.cache_clear()
