"""Columns of text: find and repair what is not UTF-8, in whatever speaks the Arrow PyCapsule interface.

A column is an object of pyarrow, polars, pandas, DuckDB or any other library that has ``__arrow_c_stream__`` or
``__arrow_c_array__``: an array, a chunked array, a series, a table or a relation with one column. It holds binary values
or text: ``binary``, ``large_binary``, ``binary_view``, ``fixed_size_binary``, ``string``, ``large_string``, ``string_view``, or a
dictionary of one of them. With pyarrow, these can be in lists, structs, maps, runs (``run_end_encoded``) and extension types:
a row is all that is in it. Structs of one field are rows of a table with one column. Nulls stay null. Columns of text are checked too: some libraries let text pass that is not UTF-8.

Results are what was given: a ``pyarrow.Array`` or ``pyarrow.ChunkedArray``, a ``polars.Series``, a ``pandas.Series`` or
``pandas.Index``, whose type stays what it is if it can hold the result. Frames and tables with one column give a column.
A column of Arrow's type null is one of text that is null. A ``pyarrow.RecordBatchReader`` can be read once.
For everything else they are a `Column` or a `Table`, which every Arrow library takes; neither pyarrow nor any other
library need be installed for that.

>>> import pyarrow as pa
>>> column = pa.array([b"caf\\xc3\\xa9", b"caf\\xe9", None])
>>> find_bad(column).to_pylist()
[{'row': 1, 'offset': 3, 'length': 1, 'kind': 'unexpected-end'}]
>>> is_valid(column).to_pylist()
[True, False, None]
>>> to_utf8(column, errors="as:windows-1252").to_pylist()
['café', 'café', None]

The structs of the C data interface are checked before they are used, and what breaks the specification is an error.
Two things cannot be checked, because the interface does not carry the sizes of all buffers: that there are as many
offsets (views, keys, bits of validity) as the array says that it has rows, and that there is as much data as the last
offset says. The data of views comes with its sizes, and is checked.

The memory of a column must not be changed while it, or a result that shares it, is in use. That is a rule of Arrow.
"""

from __future__ import annotations

import itertools
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, overload

from utf8kit._nested import all_leaves, are_valid, found, mapped, nested, numbered_leaves, rows_of
from utf8kit._show import html_table, short
from utf8kit._utf8kit import (
    arrow_detect,
    arrow_find_bad,
    arrow_fix,
    arrow_is_valid,
    arrow_to_utf8,
    arrow_transcode,
)

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from utf8kit._utf8kit import ArrowData

    # Columns whose results are of the same type. For a type checker without stubs of a library, its types are `Any`, and the
    # overloads after them are never chosen.
    _Polars = pl.Series | pl.DataFrame
    _Like = TypeVar("_Like", pa.Array, pa.ChunkedArray, pd.Series, pd.Index)

__all__ = [
    "Column",
    "Detected",
    "IllFormedError",
    "Table",
    "detect",
    "find_bad",
    "fix",
    "is_valid",
    "to_utf8",
    "transcode",
]


class IllFormedError(ValueError):
    """A value is ill-formed, or has a character that an encoding lacks.

    >>> import pyarrow as pa
    >>> try:
    ...     to_utf8(pa.array([b"fine", b"caf\\xe9!"]))
    ... except IllFormedError as error:
    ...     print(error)
    ...     print(error.row, error.offset, error.length, error.kind)
    row 1: ill-formed UTF-8 at offset 3: `E9` starts a sequence of 3 bytes, but `21` does not continue it
    1 3 1 missing-continuation
    """

    row: int
    """The row, counted from 0 over all chunks; -1 if a library has made the error again of its message, as polars does."""
    offset: int
    """The offset of the sequence in the value, in bytes."""
    length: int
    """The number of bytes of the sequence."""
    kind: str
    """The name of the kind of error, such as ``overlong``."""

    def __init__(self, message: str, row: int = -1, offset: int = -1, length: int = 0, kind: str = "") -> None:
        super().__init__(message)
        self.row = row
        self.offset = offset
        self.length = length
        self.kind = kind

    def __reduce__(self) -> tuple[type[IllFormedError], tuple[str, int, int, int, str]]:
        return IllFormedError, (self.args[0], self.row, self.offset, self.length, self.kind)


# Rows that are shown.
_SHOWN = 20


def _start(rows: Column | Table) -> str:
    """Returns the first rows as Python writes them, if pyarrow is there to read them."""
    try:
        first = rows.to_pyarrow()[:5].to_pylist()
    except ImportError:
        return "pyarrow shows them"
    return short(first) + ("…" if len(rows) > 5 else "")


class Column:
    """A column of results, for any library that speaks the Arrow PyCapsule interface.

    >>> import pyarrow as pa, polars as pl
    >>> column = Column(pa.array([b"a", None]))
    >>> len(column), column.null_count
    (2, 1)
    >>> column.to_pyarrow().to_pylist()
    [b'a', None]
    >>> pl.Series(column).to_list()
    [b'a', None]
    """

    __slots__ = ("_data",)

    def __init__(self, data: Any) -> None:
        self._data = data

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns a capsule with a stream of the chunks. A requested schema is ignored."""
        if hasattr(self._data, "__arrow_c_stream__"):
            return self._data.__arrow_c_stream__()
        import pyarrow as pa

        return pa.chunked_array([self._data]).__arrow_c_stream__()

    def __arrow_c_schema__(self) -> object:
        """Returns a capsule with the type of the column."""
        data = self._data
        return data.__arrow_c_schema__() if hasattr(data, "__arrow_c_schema__") else data.type.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._data)

    @property
    def null_count(self) -> int:
        """The number of nulls."""
        return self._data.null_count

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_pylist())

    def __repr__(self) -> str:
        return f"<utf8kit.arrow.Column: {len(self)} rows, {self.null_count} null: {_start(self)}>"

    def _repr_html_(self) -> str:
        return html_table(["value"], ([value] for value in self.to_pyarrow()[:_SHOWN].to_pylist()), len(self))

    def to_pylist(self) -> list[Any]:
        """Returns the values."""
        return self.to_pyarrow().to_pylist()

    def to_pandas(self) -> pd.Series:
        """Returns the column as a series."""
        return self.to_pyarrow().to_pandas()

    def to_pyarrow(self) -> pa.ChunkedArray:
        """Returns the column as a chunked array, without a copy."""
        import pyarrow as pa

        return pa.chunked_array(self)

    def to_polars(self) -> pl.Series:
        """Returns the column as a series, without a copy of the text."""
        import polars as pl

        return pl.Series(self)

    def to_table(self, name: str) -> Table:
        """Returns a table with this column under a name. DuckDB reads tables only.

        >>> import duckdb, pyarrow as pa
        >>> column = Column(to_utf8(pa.chunked_array([[b"one", b"two"]])))
        >>> words = column.to_table("word")
        >>> duckdb.sql("select upper(word) from words").fetchall()
        [('ONE',), ('TWO',)]
        """
        data = self._data
        if hasattr(data, "to_table"):
            return Table(data.to_table(name))
        import pyarrow as pa

        return Table(pa.table({name: data}))


class Table:
    """A table of results, for any library that speaks the Arrow PyCapsule interface.

    >>> import pyarrow as pa
    >>> table = Table(pa.table({"row": [1]}))
    >>> len(table)
    1
    >>> table.to_polars().to_dicts()
    [{'row': 1}]
    """

    __slots__ = ("_data",)

    def __init__(self, data: Any) -> None:
        self._data = data

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns a capsule with a stream of the chunks. A requested schema is ignored."""
        return self._data.__arrow_c_stream__()

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.to_pylist())

    def __repr__(self) -> str:
        return f"<utf8kit.arrow.Table: {len(self)} rows: {_start(self)}>"

    def _repr_html_(self) -> str:
        table = self.to_pyarrow()
        return html_table(table.column_names, (list(row.values()) for row in table[:_SHOWN].to_pylist()), len(self))

    def to_pyarrow(self) -> pa.Table:
        """Returns the table, without a copy."""
        import pyarrow as pa

        return pa.table(self)

    def to_polars(self) -> pl.DataFrame:
        """Returns the table as a data frame."""
        import polars as pl

        return pl.DataFrame(self)

    def to_pandas(self) -> pd.DataFrame:
        """Returns the table as a data frame."""
        return self.to_pyarrow().to_pandas()

    def to_pylist(self) -> list[dict[str, Any]]:
        """Returns the rows as dictionaries."""
        return self.to_pyarrow().to_pylist()


class Detected(NamedTuple):
    """The encoding of a column, as `detect` returns it."""

    encoding: str | None
    """The name of the encoding, or None if the values are binary, or if all are null or empty."""
    certainty: str | None
    """``possible``, ``likely``, ``very likely`` or ``certain``."""
    reason: str | None
    """``well-formed``, ``signature``, ``zero-bytes``, ``statistics``, ``arrangement``, ``escapes``, ``declared`` or
    ``default``."""
    second: str | None
    """The encoding that comes second, if there is one that is plausible."""
    values: int
    """The number of values that are not null; in dictionaries, of entries."""
    ill_formed: int
    """The number of those that are not UTF-8."""


def _module_of(column: object) -> str:
    """Returns the name of the library that the object is from, if it is one whose objects are returned."""
    for kind in type(column).__mro__:
        name = kind.__module__.partition(".")[0]
        if name in ("pyarrow", "polars", "pandas", "pyspark"):
            return name
    return ""


# The readers that were read to their end here.
_used: weakref.WeakSet[Any] = weakref.WeakSet()


def _taken(column: Any) -> Any:
    """Returns what of an object has the interface."""
    module = _module_of(column)
    if module == "pandas":
        series = _series(column)
        if hasattr(series, "__arrow_c_stream__"):
            return series
        # An index, or a series before pandas 3.
        import pyarrow as pa

        array = pa.array(series, from_pandas=True)
        return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])
    if module == "pyarrow" and type(column).__name__ == "RecordBatchReader":
        return _unread(column)
    return column


def _unread(reader: Any) -> Any:
    """Returns a reader of batches, which can be read once. One that has none looks like a column without errors."""
    if reader in _used:
        raise ValueError("the reader was read to its end by an earlier call: make a new one, or a table of it")
    _used.add(reader)
    try:
        first = reader.read_next_batch()
    except StopIteration:
        warnings.warn("the reader has no batches: it is empty, or it was read already", RuntimeWarning, stacklevel=5)
        return reader
    import pyarrow as pa

    return pa.RecordBatchReader.from_batches(reader.schema, itertools.chain([first], reader))


def _series(column: Any) -> Any:
    """Returns the only column of a frame of pandas, without its index, and everything else itself."""
    if not hasattr(column, "columns"):
        return column
    if len(column.columns) != 1:
        raise TypeError(f"expected one column, found {len(column.columns)}: choose one of {list(column.columns)}")
    return column.iloc[:, 0]


def _column_like(column: Any, data: ArrowData) -> Any:
    """Returns the result as an object of the library that the column is from."""
    module = _module_of(column)
    if module == "pyarrow":
        import pyarrow as pa

        chunked = pa.chunked_array(data)
        if isinstance(column, pa.Array):
            return chunked.chunk(0) if chunked.num_chunks == 1 else chunked.combine_chunks()
        return chunked
    if module == "polars":
        return _polars_like(column, data)
    if module == "pandas":
        return _pandas_like(_series(column), data)
    return Column(data)


def _polars_like(column: Any, data: ArrowData) -> pl.Series:
    import polars as pl

    series = pl.Series(data)
    name = getattr(column, "name", None)
    if name is None and getattr(column, "columns", None):
        column = column[column.columns[0]]
        name = column.name
    if isinstance(getattr(column, "dtype", None), pl.Enum) and series.dtype == pl.Categorical:
        text = series.cast(pl.String)
        old = column.dtype
        # A value that was repaired need not be one of the old categories.
        is_same = text.drop_nulls().is_in(old.categories.to_list()).all()
        series = text.cast(old if is_same else pl.Enum(text.drop_nulls().unique(maintain_order=True)))
    return series.alias(name or "")


def _pandas_like(column: Any, data: ArrowData) -> Any:
    """Returns the result as a series, or as an index if the column is one, of the type that the column has if that can hold
    it."""
    import pandas as pd
    import pyarrow as pa

    chunked = pa.chunked_array(data)
    old = column.dtype
    if isinstance(old, pd.CategoricalDtype) and pa.types.is_dictionary(chunked.type):
        values: Any = _categories(chunked, old.ordered)
    elif isinstance(old, pd.ArrowDtype):
        values = pd.arrays.ArrowExtensionArray(chunked)
    else:
        values = _pandas_array(chunked, old)
    kind: Any = None
    if pd.api.types.is_object_dtype(old) and _is_same_kind(column, chunked.type):
        kind = object
        values = [None if value is pd.NA or value != value else value for value in values]
    if isinstance(column, pd.Index):
        return pd.Index(values, dtype=kind, name=column.name)
    return pd.Series(values, index=column.index, dtype=kind, name=column.name)


def _is_same_kind(column: Any, of_type: Any) -> bool:
    """Returns whether a column of objects has `str` where the result has text, or `bytes` where it has bytes."""
    import pyarrow as pa

    if pa.types.is_boolean(of_type):
        return False
    is_text = pa.types.is_string(of_type) or pa.types.is_large_string(of_type) or pa.types.is_string_view(of_type)
    first = next((value for value in column if isinstance(value, (str, bytes))), None)
    return isinstance(first, str if is_text else bytes)


def _pandas_array(chunked: Any, old: Any) -> Any:
    """Returns an array of pandas with text as text, and objects where objects were."""
    import pandas as pd
    import pyarrow as pa

    if pa.types.is_dictionary(chunked.type):
        chunked = chunked.cast(chunked.type.value_type)
    if pa.types.is_string_view(chunked.type):
        # Not every pandas has views.
        chunked = chunked.cast(pa.large_string())
    elif pa.types.is_binary_view(chunked.type):
        chunked = chunked.cast(pa.large_binary())
    if pa.types.is_string(chunked.type) or pa.types.is_large_string(chunked.type):
        if isinstance(old, pd.StringDtype):
            return pd.array(chunked.to_pandas().array, dtype=old)
        return chunked.to_pandas().array
    return pd.arrays.ArrowExtensionArray(chunked)


def _categories(chunked: Any, is_ordered: bool) -> Any:
    """Returns a dictionary as categories, of which each is there once, and none is null."""
    import pandas as pd
    import pyarrow as pa

    unified = chunked.unify_dictionaries()
    if unified.num_chunks == 0:
        return pd.Categorical([], ordered=is_ordered)
    texts = unified.chunk(0).dictionary.to_pylist()
    categories = list(dict.fromkeys(text for text in texts if text is not None))
    number = {category: index for index, category in enumerate(categories)}
    code = pa.array([number.get(text, -1) for text in texts], pa.int64())
    codes = pa.chunked_array([code.take(chunk.indices) for chunk in unified.chunks])
    return pd.Categorical.from_codes(codes.fill_null(-1).to_numpy(), categories=categories, ordered=is_ordered)


def _table_like(column: Any, data: ArrowData) -> Any:
    """Returns the result as a table of the library that the column is from."""
    table = Table(data)
    module = _module_of(column)
    if module == "pyarrow":
        return table.to_pyarrow()
    if module == "polars":
        return table.to_polars()
    if module == "pandas":
        return table.to_pandas()
    return table


def _called(column: Any, function: Callable[..., Any], *arguments: Any) -> tuple[Any, pa.ChunkedArray | None]:
    """Returns what a function returns for a column, or the column if its values have text in them, which it does not take."""
    taken = _taken(column)
    try:
        return function(taken, *arguments), None
    except TypeError:
        if (inner := nested(taken)) is None:
            raise
        return None, inner


def _in_nested(column: pa.ChunkedArray, errors: str, work: Callable[[Any, str], Any]) -> pa.ChunkedArray:
    """Returns a column whose arrays of text are what `work` returns for them and `errors`."""
    if errors in ("raise", "strict"):
        for path, first, leaf, rows in numbered_leaves(column):
            try:
                work(leaf, errors)
            except IllFormedError as error:
                row = first + (error.row if rows is None else rows[error.row].as_py())
                message = str(error).partition(": ")[2]
                raise IllFormedError(
                    f"row {row}, {path}: {message}", row, error.offset, error.length, error.kind
                ) from None
        # There can be more values, which no row has.
        errors = "replace"
    return mapped(column, lambda leaf: work(leaf, errors))


@overload
def find_bad(column: _Polars, *, all: bool = ...) -> pl.DataFrame: ...


@overload
def find_bad(column: Any, *, all: bool = ...) -> Any: ...


def find_bad(column: Any, *, all: bool = False) -> Any:
    """Returns a table of the ill-formed values: ``row``, ``offset``, ``length``, ``kind``.

    ``row`` counts from 0 over all chunks. ``offset`` is where the first ill-formed sequence is in the value, and ``length``
    its length, both in bytes. ``kind`` is one of ``unexpected-continuation``, ``overlong``, ``surrogate``, ``too-large``,
    ``never-valid``, ``missing-continuation`` and ``unexpected-end``.

    With ``all``, the table has every ill-formed sequence (each maximal subpart) and not only the first of each value.

    >>> import polars as pl
    >>> bad = find_bad(pl.Series([b"fine", b"\\xc0\\xaf", b"\\xe2\\x82"]))
    >>> bad.rows()
    [(1, 0, 1, 'overlong'), (2, 0, 2, 'unexpected-end')]
    >>> len(find_bad(pl.Series([b"fine", b"\\xc0\\xaf", b"\\xe2\\x82"]), all=True))
    3
    """
    bad, inner = _called(column, arrow_find_bad, all)
    if inner is not None:
        bad = found(inner, lambda leaf: find_bad(leaf, all=all))
    return _table_like(column, bad)


@overload
def is_valid(column: _Polars) -> pl.Series: ...


@overload
def is_valid(column: _Like) -> _Like: ...


@overload
def is_valid(column: Any) -> Any: ...  # type: ignore[overload-cannot-match, unused-ignore]


def is_valid(column: Any) -> Any:
    """Returns a boolean column: whether each value is well-formed UTF-8. Nulls stay null.

    >>> import polars as pl
    >>> is_valid(pl.Series([b"fine", b"\\xff", None])).to_list()
    [True, False, None]
    """
    valid, inner = _called(column, arrow_is_valid)
    return _column_like(column, valid if inner is None else are_valid(inner, find_bad))


@overload
def to_utf8(
    column: _Polars, errors: str = ..., *, report: Literal[False] = ..., views: bool | None = ...
) -> pl.Series: ...


@overload
def to_utf8(
    column: _Polars, errors: str = ..., *, report: Literal[True], views: bool | None = ...
) -> tuple[pl.Series, pl.DataFrame]: ...


@overload
def to_utf8(column: _Like, errors: str = ..., *, report: Literal[False] = ..., views: bool | None = ...) -> _Like: ...


@overload
def to_utf8(column: Any, errors: str = ..., *, report: Literal[True], views: bool | None = ...) -> tuple[Any, Any]: ...


@overload
def to_utf8(column: Any, errors: str = ..., *, report: bool = ..., views: bool | None = ...) -> Any: ...


def to_utf8(column: Any, errors: str = "raise", *, report: bool = False, views: bool | None = None) -> Any:
    """Returns the column as text.

    Where all values are well-formed, the memory is shared and not copied, and the type is the text type of the same
    layout. Otherwise ``errors`` says what becomes of the values that are not:

    - ``raise``: `IllFormedError`, which names the row;
    - ``null``: the value becomes null;
    - ``replace``: U+FFFD for each ill-formed sequence;
    - ``drop``: the sequences are left out;
    - ``escape``: ``\\\\xHH`` for each byte, and two backslashes for each one of the text, so that it can be undone;
    - ``backslashreplace``: as Python's error handler;
    - ``as:ENCODING``: the bytes are decoded in a single-byte encoding, such as ``as:windows-1252``.

    Where values are repaired, the result is an array of views (``string_view``) over the old memory if the values are
    long, and a copy if they are short. ``views=True`` makes views in any case, ``views=False`` never, so that the type of
    the result does not depend on the data.

    With ``report``, returns also the table that `find_bad` returns.

    >>> import pyarrow as pa
    >>> text, bad = to_utf8(pa.array([b"fine", b"caf\\xe9"]), errors="replace", report=True)
    >>> text.to_pylist(), bad.num_rows
    (['fine', 'caf\\ufffd'], 1)
    >>> to_utf8(pa.array([b"fine", b"caf\\xe9"]), errors="null").to_pylist()
    ['fine', None]
    """
    result, inner = _called(column, arrow_to_utf8, errors, report, views)
    if inner is None:
        text, bad = result
    else:
        text = _in_nested(inner, errors, lambda leaf, errors: to_utf8(leaf, errors, views=views))
        bad = found(inner, find_bad) if report else None
    text = _column_like(column, text)
    return text if bad is None else (text, _table_like(column, bad))


@overload
def transcode(column: _Polars, to: str, *, source: str = ..., errors: str = ...) -> pl.Series: ...


@overload
def transcode(column: _Like, to: str, *, source: str = ..., errors: str = ...) -> _Like: ...


@overload
def transcode(  # type: ignore[overload-cannot-match, unused-ignore]
    column: Any, to: str, *, source: str = ..., errors: str = ...
) -> Any: ...


def transcode(column: Any, to: str, *, source: str = "utf-8", errors: str = "raise") -> Any:
    """Returns the column in another encoding: as text if that is UTF-8, as binary values otherwise.

    Encodings are all that ``utf8 convert -l`` lists, so all that `detect` names. As in Python, UTF-16 and UTF-32 without a
    signature have the byte order of the machine.
    ``errors`` is what `to_utf8` takes. It also decides about characters that the encoding lacks, for which ``replace``
    writes ``?``.

    >>> import pyarrow as pa
    >>> wide = transcode(pa.array(["né", None]), "utf-16le")
    >>> wide.to_pylist()
    [b'n\\x00\\xe9\\x00', None]
    >>> transcode(wide, "utf-8", source="utf-16le").to_pylist()
    ['né', None]
    >>> transcode(pa.array(["5 €"]), "iso-8859-1")
    Traceback (most recent call last):
    utf8kit.arrow.IllFormedError: row 0: U+20AC at offset 2 cannot be represented in ISO-8859-1
    """
    result, inner = _called(column, arrow_transcode, source, to, errors)
    if inner is None:
        return _column_like(column, result)
    work = lambda leaf, errors: transcode(leaf, to, source=source, errors=errors)  # noqa: E731
    return _column_like(column, _in_nested(inner, errors, work))


@overload
def fix(column: _Polars, *, report: Literal[False] = ..., views: bool | None = ...) -> pl.Series: ...


@overload
def fix(column: _Polars, *, report: Literal[True], views: bool | None = ...) -> tuple[pl.Series, pl.Series]: ...


@overload
def fix(column: _Like, *, report: Literal[False] = ..., views: bool | None = ...) -> _Like: ...


@overload
def fix(column: Any, *, report: Literal[True], views: bool | None = ...) -> tuple[Any, Any]: ...


@overload
def fix(column: Any, *, report: bool = ..., views: bool | None = ...) -> Any: ...


def fix(column: Any, *, report: bool = False, views: bool | None = None) -> Any:
    """Returns the column without double encoding: UTF-8 that was decoded as Windows-1252 and encoded again.

    Only what is certain is undone. Where nothing is, the memory is shared and not copied. ``views`` is what it is in
    `to_utf8`. With ``report``, returns also a column of the rows that changed.

    >>> import pyarrow as pa
    >>> fixed, rows = fix(pa.array(["cafÃ© au lait", "déjà vu"]), report=True)
    >>> fixed.to_pylist(), rows.to_pylist()
    (['café au lait', 'déjà vu'], [0])
    """
    result, inner = _called(column, arrow_fix, views)
    if inner is None:
        fixed, rows = result
    else:
        import pyarrow as pa

        fixed = mapped(inner, lambda leaf: fix(leaf, views=views))
        changed = rows_of(inner, lambda leaf: fix(leaf, report=True)[1].to_pylist()) if report else []
        rows = pa.chunked_array([pa.array(changed, pa.uint64())])
    fixed = _column_like(column, fixed)
    if not report:
        return fixed
    if _module_of(column) == "pandas":
        return fixed, Column(rows).to_pyarrow().to_pandas()
    return fixed, _column_like(column, rows)


def detect(column: Any) -> Detected:
    """Returns the encoding that the values of a column are in.

    Values that are not UTF-8 decide, all together: single ones are too short for that.

    >>> import pyarrow as pa
    >>> words = ["élève", "déjà vu", "Noël", "où", "français", "forêt", "théâtre", "hôtel", "garçon", "là-bas"]
    >>> found = detect(pa.array([word.encode("windows-1252") for word in words * 5]))
    >>> found.encoding, found.ill_formed
    ('windows-1252', 50)
    >>> detect(pa.array(words)).encoding
    'UTF-8'
    """
    result, inner = _called(column, arrow_detect)
    return Detected(*(result if inner is None else arrow_detect(all_leaves(inner))))
