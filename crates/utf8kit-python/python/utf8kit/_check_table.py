"""Files of rows: which values of which rows are not UTF-8, and the rows apart from each other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from utf8kit._show import html_table
from utf8kit._tables import PARQUET, Parquet, expanded, first_error, open_table, reader_of, suffixes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BadValue", "TableReport", "check_table"]


# Bytes of a group of rows of Parquet.
_GROUP = 16 << 20


class BadValue(NamedTuple):
    """A value of a table that is not UTF-8."""

    path: str
    """The file."""
    row: int
    """Its row, counted from 1. The record that names the fields of CSV is row 0."""
    field: str | None
    """The name of its column or field, or the path to it: ``user.names[2]``. ``None`` if it is in no field."""
    offset: int
    """The offset of the first ill-formed sequence in the value, in bytes."""
    length: int
    """The length of that sequence in bytes."""
    kind: str
    """The kind of the error: ``overlong``, ``surrogate``, ``unexpected-end``, …"""
    message: str
    """What was found and what was expected."""
    value: bytes
    """The bytes of the value."""


class TableReport:
    """What `check_table` found. It is a sequence of `BadValue`."""

    def __init__(self, bad: list[BadValue], count: int, bad_rows: int, rows: int) -> None:
        self.bad = bad
        """The values that are not UTF-8, in order: the first ones, if there are more than ``max``."""
        self.count = count
        """The number of all values that are not UTF-8."""
        self.bad_rows = bad_rows
        """The number of rows that have one."""
        self.rows = rows
        """The number of rows."""

    def __iter__(self) -> Iterator[BadValue]:
        return iter(self.bad)

    def __len__(self) -> int:
        return len(self.bad)

    def __getitem__(self, index: Any) -> Any:
        return self.bad[index]

    def __repr__(self) -> str:
        return f"<utf8kit.TableReport: {self.count} bad values in {self.bad_rows} of {self.rows} rows>"

    def _repr_html_(self) -> str:
        return html_table(BadValue._fields, self.bad, self.count)

    def to_pandas(self) -> pd.DataFrame:
        """Returns the values as a data frame."""
        import pandas as pd

        return pd.DataFrame(self.bad, columns=list(BadValue._fields))


def check_table(
    path: str | os.PathLike[str],
    *,
    quarantine: str | os.PathLike[str] | None = None,
    clean: str | os.PathLike[str] | None = None,
    max: int | None = 1000,
) -> TableReport:
    """Returns the values of a file of rows that are not UTF-8, each with its row and its field.

    ``path`` is a CSV, TSV or JSON lines file (``.csv``, ``.tsv``, ``.jsonl``, ``.ndjson``; also ``.gz``, ``.bz2``, ``.xz``,
    ``.zst``), a Parquet file, or a directory of Parquet files. Parquet requires pyarrow. Files are read in pieces, so memory does
    not grow with them.

    - ``quarantine``: a file to write the rows to that have a value that is not UTF-8, as they are.
    - ``clean``: a file to write all other rows to. Both are tables of the same format as ``path``, and CSV has its header in both;
      a header that is not UTF-8 is repaired in ``clean``. They replace what is there only once all is written.
    - ``max``: the number of values that the report has at most. All are counted. ``None``: no limit.

    >>> import pathlib, tempfile, utf8kit
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "people.csv").write_bytes(b"id,name\\n1,Jos\\xc3\\xa9\\n2,Ren\\xe9\\n")
    >>> report = utf8kit.check_table(folder / "people.csv", quarantine=folder / "bad.csv", clean=folder / "good.csv")
    >>> report
    <utf8kit.TableReport: 1 bad values in 1 of 2 rows>
    >>> [(bad.row, bad.field, bad.offset, bad.value) for bad in report]
    [(2, 'name', 3, b'Ren\\xe9')]
    >>> (folder / "bad.csv").read_bytes()
    b'id,name\\n2,Ren\\xe9\\n'
    >>> (folder / "good.csv").read_bytes()
    b'id,name\\n1,Jos\\xc3\\xa9\\n'

    Raises ``ValueError`` if a file is no such table, and ``OSError`` if it cannot be read or written.
    """
    path = os.fspath(path)
    if not isinstance(path, str):
        raise TypeError(f"path: expected a str or a path of str, found {type(path).__name__}")
    paths = list(expanded([path]))
    if not paths:
        raise ValueError(f"{path}: the directory has no Parquet files")
    readers = [reader_of(name) for name in paths]
    outputs = [_output(name, readers, paths) for name in (clean, quarantine)]
    bad: list[BadValue] = []
    count = bad_rows = 0
    with _Sink(*outputs) as sink:
        for name, reader in zip(paths, readers):
            last = -1
            for row, field, value in reader.bad(sink if sink.is_wanted else None):
                count += 1
                bad_rows += row != last and row > 0
                last = row
                if max is None or len(bad) < max:
                    data = value()
                    finding, message = first_error(data)
                    bad.append(BadValue(name, row, field, finding.offset, finding.length, finding.kind, message, data))
        sink.commit()
    return TableReport(bad, count, bad_rows, sum(reader.rows for reader in readers))


def _output(path: str | os.PathLike[str] | None, readers: list[Any], paths: list[str]) -> str | None:
    """Returns the path of a file to write, which has the format of those that are read and is none of them."""
    if path is None:
        return None
    path = os.fspath(path)
    kind = suffixes(path)[0]
    is_parquet = isinstance(readers[0], Parquet)
    if (kind in PARQUET) != is_parquet:
        expected = (
            "a Parquet file, as what is read" if is_parquet else f"a {suffixes(paths[0])[0]} file, as what is read"
        )
        raise ValueError(f"{path}: expected {expected}")
    if os.path.exists(path) and any(os.path.samefile(path, other) for other in paths):
        raise ValueError(f"{path}: it is read, and cannot be written")
    return path


class _Sink:
    """Writes rows to two files, each of which replaces what is there once it is complete."""

    def __init__(self, clean: str | None, quarantine: str | None) -> None:
        if clean is not None and clean == quarantine:
            raise ValueError(f"{clean}: it cannot be both the clean file and the quarantine")
        self._files = (_File(clean), _File(quarantine))
        self.is_wanted = clean is not None or quarantine is not None

    def text(self, good: bytes, bad: bytes) -> None:
        for file, rows in zip(self._files, (good, bad)):
            file.write(rows)

    def schema(self, schema: Any) -> None:
        for file in self._files:
            file.open_parquet(schema)

    def batch(self, good: Any, bad: Any) -> None:
        for file, rows in zip(self._files, (good, bad)):
            file.write_batch(rows)

    def commit(self) -> None:
        """Puts the files in their places."""
        for file in self._files:
            file.commit()

    def __enter__(self) -> _Sink:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.discard()


class _File:
    """A file that is written beside its place, or nothing if there is no path."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        self._writer: Any = None
        self._pending: list[Any] = []

    @property
    def _partial(self) -> str:
        return f"{self._path}.{os.getpid()}.partial"

    def write(self, data: bytes) -> None:
        if self._path is None:
            return
        if self._file is None:
            self._file = open_table(self._partial, suffixes(self._path)[1], "wb")
        self._file.write(data)

    def open_parquet(self, schema: Any) -> None:
        if self._path is None or self._writer is not None:
            return
        import pyarrow.parquet

        self._writer = pyarrow.parquet.ParquetWriter(self._partial, schema)

    def write_batch(self, batch: Any) -> None:
        if self._path is None or batch.num_rows == 0:
            return
        self._pending.append(batch)
        # Each write makes a group of rows, which had better not be small.
        if sum(batch.nbytes for batch in self._pending) >= _GROUP:
            self._write_pending()

    def _write_pending(self) -> None:
        if self._pending:
            import pyarrow as pa

            self._writer.write_table(pa.Table.from_batches(self._pending))
            self._pending = []

    def commit(self) -> None:
        self._write_pending()
        self._close()
        if self._path is not None and os.path.exists(self._partial):
            os.replace(self._partial, self._path)

    def discard(self) -> None:
        """Removes what is not complete."""
        with contextlib.suppress(Exception):
            self._close()
        if self._path is not None:
            with contextlib.suppress(FileNotFoundError):
                os.remove(self._partial)

    def _close(self) -> None:
        for file in (self._file, self._writer):
            if file is not None:
                file.close()
        self._file = self._writer = None
