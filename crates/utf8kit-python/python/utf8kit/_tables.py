"""Tables read row by row: Parquet, CSV, TSV and JSON lines."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, Protocol, cast

import utf8kit._utf8kit as _utf8kit
from utf8kit._nested import binary, has_text, leaves
from utf8kit._utf8kit import Finding
from utf8kit.arrow import find_bad
from utf8kit.lint import check, detect

_NO_PYARROW = "it requires pyarrow: pip install 'utf8kit[tables]'"

PARQUET = (".parquet", ".parq", ".pq")
DELIMITED = {".csv": ",", ".tsv": "\t"}
JSON_LINES = (".jsonl", ".ndjson")
COMPRESSED = (".gz", ".zst", ".bz2", ".xz")

_SIGNATURE = b"\xef\xbb\xbf"

# Bytes read at once, and rows.
_PIECE = 1 << 20
_BATCH = 1 << 14

# A row, the name of its field, and what returns the value that is not UTF-8.
Bad = tuple[int, str | None, Callable[[], bytes]]

# What the message of a text ends with that would be well-formed in another encoding. A value is not checked with `--as`.
_ADVICE = re.compile(r"; the (whole )?text [^;]*is well-formed in .*$")


def first_error(value: bytes) -> tuple[Finding, str]:
    """Returns the first ill-formed sequence of a value, and what is wrong with it."""
    [finding] = check(value, "ill-formed", max=1, separate_places=True, binary=False)
    return finding, _ADVICE.sub("", finding.message)


def suffixes(path: str) -> tuple[str, str]:
    """Returns what the name ends with, in lower case: the kind of file, and of compression."""
    name = os.path.basename(path.rstrip("/")).lower()
    stem, compression = os.path.splitext(name)
    if compression in COMPRESSED:
        return os.path.splitext(stem)[1], compression
    return compression, ""


def expanded(paths: list[str]) -> Iterator[str]:
    """Returns the tables, with those in directories that are named as a table is: a dataset has a file for each part."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for directory, directories, names in os.walk(path):
            directories.sort()
            for name in sorted(names):
                is_parquet = suffixes(name)[0] in PARQUET and not suffixes(name)[1]
                if is_parquet and not name.startswith((".", "_")):
                    yield os.path.join(directory, name)


class Rows(Protocol):
    """Takes the rows of tables: those that are UTF-8 apart from those that are not."""

    def text(self, good: bytes, bad: bytes) -> None:
        """Takes rows of a table of text."""

    def schema(self, schema: Any) -> None:
        """Takes the schema of a Parquet file, before its rows."""

    def batch(self, good: Any, bad: Any) -> None:
        """Takes rows of a Parquet file: two record batches."""


def reader_of(path: str) -> Text | Parquet:
    """Returns the reader of a table.

    Raises ``ValueError`` if the name does not say what the table is.
    """
    kind, compression = suffixes(path)
    if kind in PARQUET and not compression:
        return Parquet(path)
    if kind in DELIMITED or kind in JSON_LINES:
        return Text(path, kind, compression)
    raise ValueError(f"{path}: expected .parquet, .csv, .tsv, .jsonl or .ndjson, also .gz, .zst, .bz2 or .xz of text")


class Text:
    """CSV, TSV or JSON lines."""

    column = "field"

    def __init__(self, path: str, kind: str, compression: str) -> None:
        self.path, self.kind, self.compression = path, kind, compression
        self.rows = 0

    def bad(self, sink: Rows | None = None) -> Iterator[Bad]:
        """Returns the values that are not UTF-8."""
        with open_table(self.path, self.compression) as file:
            piece = file.read(_PIECE)
            encoding = detect(piece[:_PIECE]).encoding or ""
            if encoding.startswith(("UTF-16", "UTF-32")):
                raise ValueError(f"it is in {encoding}: convert it first, with `utf8 convert -f {encoding}`")
            if piece.startswith(_SIGNATURE):
                piece = piece[len(_SIGNATURE) :]
                if sink is not None:
                    sink.text(_SIGNATURE, _SIGNATURE)
            reader = _utf8kit.Rows(self.delimiter(piece), keep=sink is not None)
            while piece:
                yield from self._found(reader, reader.push(piece), sink)
                piece = file.read(_PIECE)
            yield from self._found(reader, reader.finish(), sink)

    def _found(
        self, reader: _utf8kit.Rows, found: list[tuple[int, str | None, bytes]], sink: Rows | None
    ) -> Iterator[Bad]:
        self.rows = reader.rows
        if sink is not None:
            sink.text(*reader.take_rows())
        return map(_of_text, found)

    def delimiter(self, start: bytes) -> int | None:
        """Returns the byte between values. In CSV it is a comma, unless the first line has none, but another delimiter."""
        usual = DELIMITED.get(self.kind)
        if usual is None:
            return None
        header = start.split(b"\n", 1)[0]
        for delimiter in (usual, ";", "\t", "|"):
            if delimiter.encode() in header:
                return ord(delimiter)
        return ord(usual)


def _of_text(found: tuple[int, str | None, bytes]) -> Bad:
    row, name, value = found
    return row, name, lambda: value


def open_table(path: str, compression: str, mode: str = "rb") -> IO[bytes]:
    """Opens a file that may be compressed, to read or to write it."""
    if compression == ".zst":
        return _open_zstd(path, mode)
    opens: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
    return cast(IO[bytes], opens.get(compression, open)(path, mode))


def _open_zstd(path: str, mode: str) -> IO[bytes]:
    try:
        from compression import zstd
    except ImportError:
        pass
    else:
        return cast(IO[bytes], zstd.open(path, mode))
    try:
        import pyarrow as pa
    except ImportError:
        raise ValueError(_NO_PYARROW) from None
    # An error that names the reason, which pyarrow's does not.
    open(path, mode).close()
    file = pa.OSFile(path, mode)
    stream = pa.CompressedOutputStream(file, "zstd") if mode == "wb" else pa.CompressedInputStream(file, "zstd")
    return cast(IO[bytes], stream)


class Parquet:
    """A Parquet file."""

    column = "column"

    def __init__(self, path: str) -> None:
        self.path = path
        self.rows = 0

    def bad(self, sink: Rows | None = None) -> Iterator[Bad]:
        """Returns the values that are not UTF-8, row by row."""
        try:
            import pyarrow.parquet
        except ImportError:
            raise ValueError(_NO_PYARROW) from None
        # An error that names the reason, which pyarrow's does not.
        open(self.path, "rb").close()
        with pyarrow.parquet.ParquetFile(self.path, buffer_size=_PIECE) as file:
            checked = [column.name for column in file.schema_arrow if has_text(column.type)]
            if not checked and sink is None:
                self.rows = file.metadata.num_rows
                return
            if sink is not None:
                sink.schema(file.schema_arrow)
            for batch in file.iter_batches(_BATCH, columns=checked if sink is None else None):
                before, self.rows = self.rows, self.rows + batch.num_rows
                if sink is None:
                    yield from _bad_in_batch(batch, before)
                    continue
                found = list(_bad_in_batch(batch, before))
                _divide(batch, sorted({row - before - 1 for row, _, _ in found}), sink)
                yield from found


def _divide(batch: Any, bad: list[int], sink: Rows) -> None:
    """Gives the rows of a batch to `sink`. `bad`: the indices of those that are not UTF-8."""
    import pyarrow as pa

    is_bad = [False] * batch.num_rows
    for row in bad:
        is_bad[row] = True
    sink.batch(
        batch.filter(pa.array([not found for found in is_bad])) if bad else batch, batch.filter(pa.array(is_bad))
    )


def _bad_in_batch(batch: Any, before: int) -> Iterator[Bad]:
    """Returns the values of a batch that are not UTF-8, row by row. `before`: the rows before it."""
    found_leaves = [
        leaf
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
        if has_text(column.type)
        for leaf in leaves(name, column, None)
    ]
    found: list[tuple[int, int, int]] = []
    for number, (_, leaf, rows) in enumerate(found_leaves):
        for index in find_bad(leaf).column("row").to_pylist():
            found.append((index if rows is None else rows[index].as_py(), number, index))
    for row, number, index in sorted(set(found)):
        path, leaf, _ = found_leaves[number]
        yield before + row + 1, path, partial(_value, leaf, index)


def _value(array: Any, index: int) -> bytes:
    """Returns a value that is not null."""
    if hasattr(array, "indices"):
        return _value(array.dictionary, array.indices[index].as_py())
    return cast(bytes, binary(array)[index].as_py())
