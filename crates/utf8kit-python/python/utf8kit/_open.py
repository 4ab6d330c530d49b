"""Files that are read as text whatever is wrong with them."""

from __future__ import annotations

import io
import os
from typing import Any, NamedTuple

from utf8kit._utf8kit import Repairer


class Place(NamedTuple):
    """An ill-formed sequence of a file."""

    offset: int
    """The number of bytes before it."""
    bytes: bytes
    """Its bytes. They are empty for a number that is no character, such as 0x7FFFFFFF of RFC 2279."""
    kind: str
    """What is wrong with it: ``overlong``, ``surrogate``, ``unexpected-end``, …"""


class Report:
    """What was replaced in the part of a file that has been read."""

    def __init__(self, repairer: Repairer) -> None:
        self._repairer = repairer

    @property
    def count(self) -> int:
        """The number of ill-formed sequences."""
        return self._repairer.count

    @property
    def places(self) -> list[Place]:
        """The first thousand of them."""
        return [Place(*place) for place in self._repairer.places]

    def __repr__(self) -> str:
        return f"<utf8kit.Report: {self.count} replaced>"


class _Repaired(io.RawIOBase):
    """The bytes of a file as well-formed UTF-8."""

    def __init__(self, file: io.RawIOBase, repairer: Repairer) -> None:
        self._file = file
        self._repairer = repairer
        self._ready = memoryview(b"")
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        while not self._ready and not self._ended:
            data = self._file.read(1 << 16)
            if data is None:
                return None
            self._ended = not data
            self._ready = memoryview(self._repairer.feed(data, self._ended))
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def close(self) -> None:
        try:
            self._file.close()
        finally:
            super().close()


class TextReader(io.TextIOWrapper):
    """A text file whose ill-formed sequences are replaced. It reads from the beginning to the end."""

    report: Report
    """What was replaced in the part that has been read: up to 64 KiB ahead of what was returned."""


def open(
    file: str | bytes | os.PathLike[Any] | int,
    mode: str = "r",
    *,
    encoding: str = "utf-8",
    errors: str = "replace",
    newline: str | None = None,
) -> TextReader:
    """Opens a file to read its text, as Python's `open` does, and keeps a report of what was replaced.

    `encoding` is UTF-8, UTF-16, UTF-32 or one of their relatives; without a signature, UTF-16 and UTF-32 have the byte order of
    the machine, as in Python. `errors` is ``strict``, ``replace``, ``drop``,
    ``escape``, ``backslashreplace`` or ``as:ENCODING``, as for :func:`utf8kit.repair`.

    >>> import pathlib, tempfile, utf8kit
    >>> path = pathlib.Path(tempfile.mkdtemp(), "a.txt")
    >>> path.write_bytes(b"na\\xc3\\xafve\\ncaf\\xe9\\n")
    12
    >>> with utf8kit.open(path, errors="as:windows-1252") as file:
    ...     file.read()
    ...     file.report.places
    'naïve\\ncafé\\n'
    [Place(offset=10, bytes=b'\\xe9', kind='missing-continuation')]
    """
    if mode not in ("r", "rt"):
        raise ValueError(f"utf8kit.open() only reads text, and does not open files in mode {mode!r}: use open()")
    # A wrong name is found before the file is opened.
    repairer = Repairer(encoding, errors)
    raw = _Repaired(io.FileIO(file, "rb"), repairer)
    reader = TextReader(io.BufferedReader(raw), "utf-8", "strict", newline)
    reader.report = Report(repairer)
    return reader
