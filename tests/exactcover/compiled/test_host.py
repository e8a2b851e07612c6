"""The description of the host follows the processor that kernels are compiled for."""

import pytest

from exactcover.compiled import host


def test_features_of_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host._config, "CPU_NAME", "haswell")
    monkeypatch.setattr(host._config, "CPU_FEATURES", "+avx2,-avx512bw")
    assert host.has_feature("avx2")
    assert not host.can_shuffle_words()
    monkeypatch.setattr(host._config, "CPU_FEATURES", None)
    assert not host.has_feature("avx2")  # unknown, and so not relied on


@pytest.mark.parametrize(
    ("triple", "expected"), [("aarch64-apple-darwin", True), ("powerpc64le-linux-gnu", False)]
)
def test_vectors(triple: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llvmlite.binding.get_process_triple", lambda: triple)
    assert host.has_vectors() is expected
