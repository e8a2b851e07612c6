"""A linker for object files that need nothing else: it joins them to one image.

An image has machine code and constants, and can be mapped to any address, because all references
in it are relative. So a process maps the file and calls it: nothing is copied or changed, pages
that no call needs are never read, and all processes share them.

LLVM writes object files as ELF on every system if the target's name ends in "elf".

References
----------
Tool Interface Standard, Executable and Linking Format specification, version 1.2; System V
Application Binary Interface, AMD64 and AArch64 supplements, for the relocations.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")

_PROGBITS, _SYMBOLS, _RELOCATIONS, _NOBITS = 1, 2, 4, 8
_WRITE, _ALLOC = 0x1, 0x2
_GLOBAL = 1
_KIND = 0xFFFFFFFF
"""The part of a relocation's `info` that is its kind; the number of the symbol is above."""
_FRAMES = ".eh_frame"
"""Tables for unwinding the stack, which kernels do not need."""

_X86_64, _AARCH64 = 62, 183
_RELATIVE_32 = {_X86_64: (2, 4), _AARCH64: (261,)}
"""Machine -> the relocations "symbol + addend - place" in 32 bits."""
_RELATIVE_64 = {_X86_64: (24,), _AARCH64: (260,)}
_CALLS_26 = (282, 283)
"""AArch64: jumps and calls, by words, in the lowest 26 bits."""
_PAGE_21 = 275
_LOW_12 = {277: 0, 278: 1, 284: 1, 285: 2, 286: 3, 299: 4}
"""AArch64: relocation -> the shift of the address in bits 10 to 21."""


class LinkError(Exception):
    """An object file has something that an image cannot have."""


class _Section(NamedTuple):
    name: str
    kind: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int


class _Symbol(NamedTuple):
    name: str
    binding: int
    section: int
    value: int


class Linker:
    """Joins object files.

    Attributes
    ----------
    image
        The bytes so far.
    symbols
        Name of a global symbol -> its offset in the image.
    """

    def __init__(self) -> None:
        self.image = bytearray()
        self.symbols: dict[str, int] = {}

    def add(self, data: bytes) -> None:
        """Add an object file, which may use symbols of earlier ones.

        Raises
        ------
        LinkError
            If it uses symbols that there are not, or has data that can be written.
        """
        ObjectFile(data).place(self)


class ObjectFile:
    """An object file in the format ELF, for 64 bits."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        header = _HEADER.unpack_from(data)
        if header[0][:5] != b"\x7fELF\x02":
            raise LinkError("this is no object file in the format ELF for 64 bits")
        self._machine = header[2]
        offset, size, count, names = header[6], header[11], header[12], header[13]
        rows = [_SECTION.unpack_from(data, offset + size * k) for k in range(count)]
        texts = rows[names][4]
        self._sections = [
            _Section(self._text(texts + r[0]), r[1], r[2], r[4], r[5], r[6], r[7], r[8])
            for r in rows
        ]

    def place(self, linker: Linker) -> None:
        """Append the sections to an image, and resolve what refers to them."""
        offsets: dict[int, int] = {}
        for k, section in enumerate(self._sections):
            if section.flags & _ALLOC and section.size and section.name != _FRAMES:
                offsets[k] = self._append(section, linker.image)
        symbols = list(self._symbols())
        for symbol in symbols:
            if symbol.binding == _GLOBAL and symbol.section in offsets:
                linker.symbols[symbol.name] = offsets[symbol.section] + symbol.value
        for section in self._sections:
            if section.kind == _RELOCATIONS and section.info in offsets:
                for place, info, addend in self._rows(section, _RELOCATION):
                    symbol = symbols[info >> 32]
                    target = linker.symbols.get(symbol.name)
                    if symbol.section in offsets:
                        target = offsets[symbol.section] + symbol.value
                    if target is None:
                        raise LinkError(f"the symbol {symbol.name!r} is in no section of an object")
                    self._relocate(
                        linker.image, offsets[section.info] + place, target + addend, info & _KIND
                    )

    def _append(self, section: _Section, image: bytearray) -> int:
        if section.flags & _WRITE or section.kind == _NOBITS:
            raise LinkError(
                f"the section {section.name} can be written: a kernel may have no such data, and "
                "raise no exception"
            )
        image.extend(bytes(-len(image) % max(section.alignment, 16)))
        offset = len(image)
        image.extend(self._data[section.offset : section.offset + section.size])
        return offset

    def _symbols(self) -> Iterator[_Symbol]:
        for section in self._sections:
            if section.kind == _SYMBOLS:
                texts = self._sections[section.link].offset
                for name, info, _, index, value, _ in self._rows(section, _SYMBOL):
                    yield _Symbol(self._text(texts + name), info >> 4, index, value)

    def _rows(self, section: _Section, form: struct.Struct) -> Iterable[tuple[int, ...]]:
        return form.iter_unpack(self._data[section.offset : section.offset + section.size])

    def _text(self, start: int) -> str:
        return self._data[start : self._data.index(b"\0", start)].decode()

    def _relocate(self, image: bytearray, place: int, target: int, kind: int) -> None:
        """Put the distance from a place to its target there."""
        if kind in _RELATIVE_32.get(self._machine, ()):
            struct.pack_into("<i", image, place, target - place)
        elif kind in _RELATIVE_64.get(self._machine, ()):
            struct.pack_into("<q", image, place, target - place)
        elif self._machine == _AARCH64:
            _relocate_aarch64(image, place, target, kind)
        else:
            raise LinkError(f"relocation {kind} is not relative")


def _relocate_aarch64(image: bytearray, place: int, target: int, kind: int) -> None:
    """Change an instruction of AArch64; the image must begin at a page of 4096 bytes."""
    (word,) = struct.unpack_from("<I", image, place)
    if kind in _CALLS_26:
        word |= (target - place) >> 2 & 0x3FFFFFF
    elif kind == _PAGE_21:
        pages = (target >> 12) - (place >> 12)
        word |= (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
    elif kind in _LOW_12:
        word |= (target & 0xFFF) >> _LOW_12[kind] << 10
    else:
        raise LinkError(f"relocation {kind} of AArch64 is unknown")
    struct.pack_into("<I", image, place, word)
