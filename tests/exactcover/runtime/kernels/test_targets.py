"""Shared libraries for all systems: their formats, their names, and what they need."""

import struct
from pathlib import Path

import pytest

from exactcover.runtime.kernels.objects import ForeignFunctionError, objects_for, runtime_object
from exactcover.runtime.kernels.targets import TARGETS, Target, by_name

llvm = pytest.importorskip("llvmlite.binding")

TEXT = """
define i64 @twice_0(i64 %number, i64 %table) {
  %result = shl i64 %number, 1
  ret i64 %result
}
"""
RAISES = """
declare void @NRT_Allocate(i64)
define i64 @twice_0(i64 %number, i64 %table) {
  call void @NRT_Allocate(i64 %number)
  ret i64 %number
}
"""
WRITES = """
@count = internal global i64 0
define i64 @twice_0(i64 %number, i64 %table) {
  %before = load i64, ptr @count
  store i64 %number, ptr @count
  ret i64 %before
}
"""
POWER = """
declare double @llvm.pow.f64(double, double)
define i64 @twice_0(i64 %number, i64 %table) {
  %base = sitofp i64 %number to double
  %power = call double @llvm.pow.f64(double %base, double %base)
  %result = fptosi double %power to i64
  ret i64 %result
}
"""
POPCOUNTS = """
declare <4 x i64> @llvm.ctpop.v4i64(<4 x i64>)
define i64 @twice_0(i64 %number, i64 %table) {
  %vector = insertelement <4 x i64> zeroinitializer, i64 %number, i64 %table
  %bits = call <4 x i64> @llvm.ctpop.v4i64(<4 x i64> %vector)
  %result = extractelement <4 x i64> %bits, i64 %number
  ret i64 %result
}
"""
BEGINNINGS = {"linux": b"\x7fELF\x02", "win32": b"MZ", "darwin": b"\xcf\xfa\xed\xfe"}


def bitcode(text: str) -> bytes:
    return bytes(llvm.parse_assembly(text).as_bitcode())


@pytest.fixture(params=TARGETS, ids=lambda target: target.name)
def library(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Target, bytes]:
    """Return the shared library of a function for a target."""
    pytest.importorskip("ziglang")
    from exactcover.runtime.kernels.linking import link

    target = request.param
    (data,) = objects_for([target], bitcode(TEXT), ["twice_0"])
    files = [tmp_path / "twice.o", tmp_path / "runtime.o"]
    files[0].write_bytes(data)
    files[1].write_bytes(runtime_object(target))
    return target, link(target, files)


def test_the_format_is_that_of_the_system(library: tuple[Target, bytes]) -> None:
    target, data = library
    assert data.startswith(BEGINNINGS[target.system])
    assert b"twice_0" in data
    assert b"libc" not in data


def test_libraries_for_macos_are_signed(library: tuple[Target, bytes]) -> None:
    """A processor of Apple's own runs only signed code; the linker signs it for any machine."""
    target, data = library
    if target.name != "macos-arm64":
        pytest.skip("this is another system")
    commands = dict(load_commands(data))
    assert 0x0D in commands  # LC_ID_DYLIB: it is a dynamic library
    offset, size = struct.unpack_from("<II", commands[0x1D], 8)  # LC_CODE_SIGNATURE
    assert offset + size <= len(data)
    assert data[offset : offset + 4] == b"\xfa\xde\x0c\xc0"  # an embedded signature


def load_commands(data: bytes) -> list[tuple[int, bytes]]:
    """Return the load commands of a Mach-O file of 64 bits: their numbers and contents."""
    count, place, found = struct.unpack_from("<I", data, 16)[0], 32, []
    for _ in range(count):
        number, size = struct.unpack_from("<II", data, place)
        found.append((number & 0x7FFFFFFF, data[place : place + size]))
        place += size
    return found


@pytest.mark.parametrize("text", [RAISES, WRITES, POWER], ids=["raises", "writes", "power"])
def test_what_no_library_has_is_refused(text: str) -> None:
    with pytest.raises(ForeignFunctionError, match=r"NRT_Allocate|count|llvm\.pow"):
        objects_for(TARGETS[:1], bitcode(text), ["twice_0"])


def test_targets_of_one_processor_share_the_work() -> None:
    both = [target for target in TARGETS if target.cpu == "x86-64-v3"]
    assert len({target.system for target in both}) == 3
    together = objects_for(both, bitcode(TEXT), ["twice_0"])
    alone = [objects_for([target], bitcode(TEXT), ["twice_0"])[0] for target in both]
    assert together == alone


def test_only_modules_that_count_bits_of_vectors() -> None:
    target = by_name("linux-x86_64-v4-popcount")
    for text, is_there in ((TEXT, False), (POPCOUNTS, True)):
        (data,) = objects_for([target], bitcode(text), ["twice_0"], must_have_popcounts=True)
        assert bool(data) == is_there
