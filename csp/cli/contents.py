"""The files of models that the commands read: text, or compressed XML."""

from __future__ import annotations

from exactcover.runtime.cli.console import bytes_of
from exactcover.runtime.cli.exit_codes import BadInput

XML_ENDINGS = (".xml", ".lzma", ".xz")
MARK = b"\xef\xbb\xbf"
"""The byte-order mark of UTF-8."""


def contents(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``, without a byte-order mark."""
    return bytes_of(file).removeprefix(MARK)


def is_xcsp3(file: str, data: bytes) -> bool:
    """Return whether a file is XCSP3, as its name or its beginning says.

    Examples
    --------
    >>> is_xcsp3("a.xml.lzma", b""), is_xcsp3("-", b" <instance/>"), is_xcsp3("a.fzn", b"var")
    (True, True, False)
    """
    from csp.formats.xcsp3.document import LZMA, XZ

    return file.endswith(XML_ENDINGS) or data.lstrip()[:6].startswith((b"<", LZMA, XZ))


def text_of(file: str, data: bytes) -> str:
    """Return bytes as text, which must be UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not text in UTF-8: {error}") from None
