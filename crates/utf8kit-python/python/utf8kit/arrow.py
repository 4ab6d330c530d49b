"""Columns of text, of pyarrow, polars, pandas, DuckDB and whatever else has the Arrow PyCapsule interface.

>>> import pyarrow as pa
>>> import utf8kit.arrow
>>> column = pa.array([b"caf\\xc3\\xa9", b"caf\\xe9", None])
>>> utf8kit.arrow.find_bad(column).to_pylist()
[{'row': 1, 'offset': 3, 'length': 1, 'kind': 'unexpected-end'}]
>>> utf8kit.arrow.to_utf8(column, errors="as:windows-1252").to_pylist()
['café', 'café', None]

Columns are taken without a copy, as binary, large_binary, binary_view, string, large_string or string_view, in dictionaries, in
slices and in chunks. Results are of the library that the column is of: pyarrow's for pyarrow's, polars' for polars'. All others
get a :class:`Data`, which every library takes that has the interface.

A column of another library is trusted as far as the interface goes: it does not tell how long the bytes are, so that offsets are
checked against the last one, and views against the lengths that the column gives.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from utf8kit import _utf8kit
from utf8kit._utf8kit import Data as _Column

__all__ = ["BadRow", "Data", "Repaired", "detect", "find_bad", "fix", "is_valid", "to_utf8", "transcode"]


class BadRow(ValueError):
    """A row that is not UTF-8. Its attributes are `row`, `offset` and `length` in bytes, and `kind`."""

    def __init__(self, row: int, offset: int, length: int, kind: str) -> None:
        super().__init__(row, offset, length, kind)
        self.row = row
        self.offset = offset
        self.length = length
        self.kind = kind

    def __str__(self) -> str:
        return (
            f"row {self.row} is not UTF-8: {self.kind}, {self.length} bytes at offset {self.offset}; "
            "errors='replace' repairs it"
        )


class Data:
    """A column, or a table, that every library takes that has the Arrow PyCapsule interface."""

    def __init__(self, column: _Column) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    def __arrow_c_schema__(self) -> Any:
        return self._column.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._column.__arrow_c_stream__(requested_schema)

    def to_pyarrow(self) -> Any:
        """Returns a pyarrow ChunkedArray, or a pyarrow Table."""
        import pyarrow

        column = pyarrow.chunked_array(self._column)
        if not pyarrow.types.is_struct(column.type):
            return column
        return pyarrow.table(self._column)

    def to_polars(self) -> Any:
        """Returns a polars Series, or a polars DataFrame."""
        import polars

        series = polars.Series(self._column)
        return series.struct.unnest() if series.dtype == polars.Struct else series

    def __repr__(self) -> str:
        return f"<utf8kit.arrow.Data: {len(self)} rows>"


class Repaired(NamedTuple):
    """A repaired column, and what was repaired."""

    column: Any
    report: Any
    """The table that `find_bad` returns, for `to_utf8`; the numbers of the changed rows, for `fix`."""


def _column(column: Any) -> Any:
    """Returns what hands over the column."""
    if _library(column) == "pandas" and column.dtype == object:
        # Objects of Python are no column of Arrow's yet.
        import pyarrow

        return pyarrow.array(column, from_pandas=True)
    return column


def _library(column: Any) -> str:
    return type(column).__module__.partition(".")[0]


def _result(column: Any, data: _Column) -> Any:
    """Returns a column of the library that `column` is of."""
    library = _library(column)
    if library == "polars":
        import polars

        return polars.Series(getattr(column, "name", None), data)
    if library == "pyarrow":
        import pyarrow

        result = pyarrow.chunked_array(data)
        if isinstance(column, pyarrow.Array):
            return result.chunk(0) if result.num_chunks == 1 else result.combine_chunks()
        return result
    return Data(data)


def _table(column: Any, data: _Column) -> Any:
    """Returns a table of the library that `column` is of."""
    library = _library(column)
    if library == "polars":
        return Data(data).to_polars()
    if library == "pyarrow":
        return Data(data).to_pyarrow()
    return Data(data)


def find_bad(column: Any, all: bool = False) -> Any:
    """Returns a table of the rows that are not UTF-8: `row`, `offset` and `length` in bytes, and `kind`.

    It has the first ill-formed sequence of each row, or all of them if `all`. Null is not a bad row.

    >>> import pyarrow as pa
    >>> find_bad(pa.array([b"ok", b"\\xc0\\xaf"]), all=True).to_pydict()
    {'row': [1, 1], 'offset': [0, 1], 'length': [1, 1], 'kind': ['overlong', 'unexpected-continuation']}
    """
    return _table(column, _utf8kit.column_find_bad(_column(column), all))


def is_valid(column: Any) -> Any:
    """Returns a column of booleans: which rows are UTF-8. Null stays null.

    >>> import pyarrow as pa
    >>> is_valid(pa.array([b"ok", b"\\xff", None])).to_pylist()
    [True, False, None]
    """
    return _result(column, _utf8kit.column_is_valid(_column(column)))


def to_utf8(column: Any, errors: str = "raise", *, report: bool = False, all: bool = False, view: bool = True) -> Any:
    """Returns the column as text. Where all rows are UTF-8, nothing is copied.

    `errors` says what becomes of rows that are not: ``raise`` (a :class:`BadRow`), ``null``, or with a repair ``replace``
    (U+FFFD), ``drop``, ``escape``, ``backslashreplace``, ``as:ENCODING``. With `report`, a :class:`Repaired` has the column and the
    table of `find_bad`; `all` is as there.

    Where few rows are repaired and rows are long, the result is a column of string_view, whose other rows are not copied. With
    ``view=False`` it always has the layout of the column.

    >>> import pyarrow as pa
    >>> to_utf8(pa.array([b"ok", b"\\xff"]), "null").to_pylist()
    ['ok', None]
    """
    text, found, first = _utf8kit.column_to_utf8(_column(column), errors, view, all)
    if text is None and first is not None:
        raise BadRow(*first)
    assert text is not None
    result = _result(column, text)
    return Repaired(result, _table(column, found)) if report else result


def transcode(column: Any, to: str, source: str = "utf-8", errors: str = "raise") -> Any:
    """Returns the column in another encoding: as text if that is UTF-8, else as bytes.

    The encodings are UTF-8 and its relatives. `errors` is as for `to_utf8`.

    >>> import pyarrow as pa
    >>> transcode(pa.array(["é"]), "utf-16le").to_pylist()
    [b'\\xe9\\x00']
    """
    return _result(column, _utf8kit.column_transcode(_column(column), to, source, errors))


def fix(column: Any, *, report: bool = False, view: bool = True) -> Any:
    """Returns the column with double encoding undone. With `report`, a :class:`Repaired` has the changed rows as well.

    >>> import pyarrow as pa
    >>> fix(pa.array(["café", "cafÃ©"])).to_pylist()
    ['café', 'café']
    """
    fixed, rows = _utf8kit.column_fix(_column(column), view)
    result = _result(column, fixed)
    return Repaired(result, _result(column, rows)) if report else result


def detect(column: Any) -> Any:
    """Returns what `utf8kit.detect` says of the rows that are not UTF-8, of which it reads the first 64 KiB.

    >>> import pyarrow as pa
    >>> names = ["Jiří Šťastný", "Šárka Žižková", "Příliš žluťoučký kůň"]
    >>> detect(pa.array([name.encode("iso-8859-2") for name in names])).encoding
    'ISO-8859-2'
    """
    import utf8kit

    return utf8kit.detect(_utf8kit.column_bad_bytes(_column(column), 1 << 16))
