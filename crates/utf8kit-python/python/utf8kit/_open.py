"""Files that are read as text whatever is wrong with them."""

from __future__ import annotations

import bisect
import io
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from utf8kit._utf8kit import Repairer

if TYPE_CHECKING:
    from utf8kit._utf8kit import Mark


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


# Bytes of a file between two places to which a reader can go back without reading all before them.
_MARKED = 1 << 20


class _Repaired(io.RawIOBase):
    """The bytes of a file as well-formed UTF-8. Positions are those in the UTF-8."""

    def __init__(self, file: io.FileIO, repairer: Repairer) -> None:
        self._file = file
        self._repairer = repairer
        self._ready = memoryview(b"")
        self._ended = False
        self._position = 0
        # Positions, each with that in the file and the state of the repairer.
        self._marks: list[tuple[int, int, Mark | None]] = []
        if file.seekable():
            self._marks.append((0, file.tell(), None))

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._marks)

    def readinto(self, buffer: Any) -> int | None:
        if not self._fill():
            return None
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._skip(count)
        return count

    def _fill(self) -> bool:
        """Decodes until there is text or the file ends. Returns ``False`` if it has nothing to read yet."""
        while not self._ready and not self._ended:
            if self._marks and self._position > self._marks[-1][0]:
                at = self._file.tell()
                if at - self._marks[-1][1] >= _MARKED:
                    self._marks.append((self._position, at, self._repairer.mark()))
            data = self._file.read(1 << 16)
            if data is None:
                return False
            self._ended = not data
            self._ready = memoryview(self._repairer.feed(data, self._ended))
        return True

    def _skip(self, count: int) -> None:
        self._ready = self._ready[count:]
        self._position += count

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if not self.seekable():
            raise io.UnsupportedOperation("the file cannot be sought in")
        if whence == io.SEEK_CUR:
            offset += self._position
        elif whence == io.SEEK_END:
            while self._fill() and self._ready:
                self._skip(len(self._ready))
            offset += self._position
        if offset < 0:
            raise ValueError(f"negative seek position {offset}")
        after = bisect.bisect_right(self._marks, offset, key=lambda mark: mark[0])
        position, at, mark = self._marks[after - 1]
        if offset < self._position or position > self._position:
            self._file.seek(at)
            self._repairer.restore(mark)
            self._ready, self._ended, self._position = memoryview(b""), False, position
        while self._position < offset and self._fill() and self._ready:
            self._skip(min(len(self._ready), offset - self._position))
        return self._position

    def tell(self) -> int:
        return self._position

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
    """A text file whose ill-formed sequences are replaced. It can ``seek`` to where it ``tell``\\s it is if the file can."""

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

    `encoding` is any that `utf8kit.arrow.transcode` reads, by Python's names, too; without a signature, UTF-16 and UTF-32 have the
    byte order of the machine, as in Python. `errors` is ``strict``, ``replace``, ``drop``,
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
