"""The linker refuses what an image cannot have; relocations are those of the specifications."""

import struct

import llvmlite.binding as llvm
import pytest

from exactcover.runtime.kernels.linker import Linker, LinkError, _relocate_aarch64

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()

WRITABLE = """
@count = internal global i64 5
define i64 @next() {
  %old = load i64, ptr @count
  %new = add i64 %old, 1
  store i64 %new, ptr @count
  ret i64 %new
}
"""
UNDEFINED = """
declare i64 @elsewhere(i64)
define i64 @calls() {
  %result = call i64 @elsewhere(i64 7)
  ret i64 %result
}
"""
DEFINED = "define i64 @elsewhere(i64 %k) { ret i64 %k }"


def compiled(text: str, triple: str = "x86_64-unknown-linux-gnu", reloc: str = "pic") -> bytes:
    module = llvm.parse_assembly(text)
    module.triple = triple
    machine = llvm.Target.from_triple(triple).create_target_machine(
        reloc=reloc, codemodel="small" if reloc == "pic" else "large"
    )
    return bytes(machine.emit_object(module))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"MZ" + bytes(100), "no object file"),
        (compiled(WRITABLE), "can be written"),
        (compiled(UNDEFINED), "'elsewhere' is in no section"),
        (compiled(UNDEFINED + "\n", reloc="static"), "'elsewhere' is in no section"),
    ],
)
def test_what_an_image_cannot_have(data: bytes, message: str) -> None:
    with pytest.raises(LinkError, match=message):
        Linker().add(data)


def test_an_object_may_call_an_earlier_one() -> None:
    linker = Linker()
    linker.add(compiled(DEFINED))
    linker.add(compiled(UNDEFINED))
    assert set(linker.symbols) == {"elsewhere", "calls"}


def test_absolute_addresses_are_refused() -> None:
    linker = Linker()
    linker.add(compiled(DEFINED))
    with pytest.raises(LinkError, match="is not relative"):
        linker.add(compiled(UNDEFINED, reloc="static"))


def word_at(image: bytearray, place: int) -> int:
    return int.from_bytes(image[place : place + 4], "little")


def decoded(word: int, place: int) -> int:
    """Return the page or the address that an instruction of AArch64 names (ADRP, BL)."""
    if word >> 26 == 0b100101:  # BL
        distance = word & 0x3FFFFFF
        return place + 4 * (distance - (1 << 26) if distance >> 25 else distance)
    pages = (word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3  # ADRP
    return (place >> 12 << 12) + 4096 * (pages - (1 << 21) if pages >> 20 else pages)


@pytest.mark.parametrize("target", [0x40, 0x5678, 0x123458, 0x7FFF8])
@pytest.mark.parametrize("place", [0x0, 0x4568, 0x65430])
def test_relocations_of_aarch64(place: int, target: int) -> None:
    image = bytearray(0x80000)
    struct.pack_into("<I", image, place, 0b100101 << 26)
    _relocate_aarch64(image, place, target, 283)
    assert decoded(word_at(image, place), place) == target
    struct.pack_into("<I", image, place, 0x90000000)
    _relocate_aarch64(image, place, target, 275)
    assert decoded(word_at(image, place), place) == target >> 12 << 12
    struct.pack_into("<I", image, place, 0xF9400000)  # LDR of 8 bytes: the offset is in words of 8
    _relocate_aarch64(image, place, target, 286)
    assert (word_at(image, place) >> 10 & 0xFFF) * 8 == target & 0xFFF


def test_kernels_for_aarch64_can_be_linked() -> None:
    triple = "aarch64-unknown-linux-gnu"
    linker = Linker()
    linker.add(compiled(DEFINED, triple))
    linker.add(compiled(UNDEFINED, triple))
    assert linker.symbols["elsewhere"] == 0
    with pytest.raises(LinkError, match="relocation 1 of AArch64"):
        _relocate_aarch64(bytearray(8), 0, 0, 1)
