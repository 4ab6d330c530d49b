"""Checks and repairs the text of Spark DataFrames and of the files that Spark reads.

Each function returns a DataFrame and computes nothing itself. The work runs where the data is: Spark passes columns to Python in
batches of Arrow (``mapInArrow``, ``arrow_udf``), and no value becomes a Python object. Each executor needs this package. The functions work in
PySpark 3.5 and newer, with Spark Connect too.

>>> from utf8kit import spark
>>> bad = spark.find_bad(df, "name", keep=["id"])        # doctest: +SKIP
>>> clean = spark.repair(df, "name", "replace")          # doctest: +SKIP
>>> findings = spark.check_files(session, "logs/**")     # doctest: +SKIP

A batch holds at most ``spark.sql.execution.arrow.maxRecordsPerBatch`` rows and, from Spark 4.1 on,
``spark.sql.execution.arrow.maxBytesPerBatch`` bytes. They bound the memory that an executor needs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import Column, DataFrame, SparkSession

    _ColumnOrName = Column | str
    _Names = str | Iterable[str] | None

__all__ = ["check_files", "detect", "detect_files", "find_bad", "register", "repair", "transcode"]

# Bytes before and after an error that `find_bad` returns.
_AROUND = 16

# Rows of findings that a batch has at most.
_FINDINGS = 4096


def find_bad(
    df: DataFrame,
    column: _ColumnOrName,
    *,
    all: bool = False,
    keep: Sequence[_ColumnOrName] = (),
    around: int = _AROUND,
) -> DataFrame:
    """Returns a row for each value of ``column`` that is not well-formed UTF-8, with the first error in it.

    A row of Spark has no number. So name what identifies it in ``keep``: the columns of a key, or the hidden columns of a file,
    as ``keep=["_metadata.file_path", "_metadata.row_index"]``. They come first in the result. Then follow

    - ``offset``: the number of bytes before the error,
    - ``length``: the number of its bytes,
    - ``kind``: the kind of the error, such as ``overlong``,
    - ``context``: the bytes of the error, with at most ``around`` bytes of the value before and after.

    ``column`` has the type binary or string: a string of Spark may hold any bytes. Nulls are skipped. With ``all``, each error
    of a value is a row.
    """
    _pyspark()
    from pyspark.sql import functions
    from pyspark.sql.types import BinaryType, IntegerType, LongType, StringType, StructField, StructType

    if around < 0:
        raise ValueError(f"around={around}: expected a number of bytes that is not negative")
    value = functions.col(column) if isinstance(column, str) else column
    chosen = df.select(*([keep] if isinstance(keep, str) else keep), value)
    *kept, field = chosen.schema.fields
    _require_text(field.name, field.dataType)
    names = [each.name for each in kept]
    lower = [name.lower() for name in names]
    for twice in [name for name in names if lower.count(name.lower()) > 1]:
        raise ValueError(f"keep: two columns have the name {twice!r}; rename one of them")
    if field.name.lower() in lower:
        # It is kept, too. Arrow finds columns by their names.
        free = "value"
        while free in lower:
            free += "_"
        chosen = chosen.toDF(*names, free)
    found = [
        StructField("offset", LongType(), False),
        StructField("length", IntegerType(), False),
        StructField("kind", StringType(), False),
        StructField("context", BinaryType(), False),
    ]
    for name in {each.name.lower() for each in kept} & {each.name for each in found}:
        raise ValueError(f"keep: the result has a column {name!r} of its own; rename the one to keep")
    return chosen.mapInArrow(functools.partial(_find_bad, all, around), StructType(kept + found))


def repair(df: DataFrame, column: str, errors: str = "replace") -> DataFrame:
    """Returns the DataFrame with the text of ``column`` well-formed, as a string. The other columns stay as they are.

    ``column`` has the type binary or string. Nulls stay null. ``errors`` is the policy of ``utf8kit.arrow.to_utf8``:
    ``"replace"``, ``"drop"``, ``"escape"``, ``"null"``, ``"as:windows-1252"``, or ``"raise"``, with which the first error ends
    the query.
    """
    return _replace(df, column, functools.partial(_to_utf8, errors), errors == "null")


def transcode(df: DataFrame, column: str, source: str, errors: str = "raise") -> DataFrame:
    """Returns the DataFrame with ``column``, whose bytes are text in the encoding ``source``, as a string.

    ``source`` and ``errors`` are those of ``utf8kit.arrow.transcode``. The other columns stay as they are.

    >>> df = spark.transcode(df, "name", "utf-16le")    # doctest: +SKIP
    """
    return _replace(df, column, functools.partial(_transcode, source, errors), errors == "null")


def detect(df: DataFrame, column: _ColumnOrName) -> DataFrame:
    """Returns the encodings that the values of ``column`` are in: ``encoding``, ``rows`` and ``ill_formed``.

    A single value is too short for that. So the values of a batch are judged together, and the batches are counted by the
    result: ``rows`` is how many values there are in them, and ``ill_formed`` how many of these are not UTF-8. Nulls are skipped.
    ``encoding`` is null where the values are binary.
    """
    _pyspark()
    from pyspark.sql import functions
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    chosen = df.select(functions.col(column) if isinstance(column, str) else column)
    _require_text(chosen.schema.fields[0].name, chosen.schema.fields[0].dataType)
    number = LongType()
    fields = [
        StructField("encoding", StringType()),
        StructField("rows", number, False),
        StructField("ill_formed", number, False),
    ]
    sums = [functions.sum(name).alias(name) for name in ("rows", "ill_formed")]
    return chosen.mapInArrow(_detect, StructType(fields)).groupBy("encoding").agg(*sums)


def check_files(
    session: SparkSession, path: str | list[str], rules: _Names = None, *, ignore: _Names = None, max: int | None = None
) -> DataFrame:
    """Returns what the rules of ``utf8kit.check`` find in files: a row for each finding.

    The columns are ``path``, ``rule``, ``kind``, ``line``, ``column``, ``offset``, ``length`` and ``message``. ``path`` is what
    Spark reads, a pattern too, or a list of them. At its end, ``/**`` stands for all files below a directory. ``rules`` and
    ``ignore`` are names of rules. ``max`` is the number of findings after which the check of a file ends.

    Each file is in memory as a whole while it is checked. Spark reads no file of more than 2 GiB so: have those split, or read
    them as lines and use ``find_bad``.
    """
    _pyspark()
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    from utf8kit import check

    rules, ignore = _list(rules), _list(ignore)
    # An unknown rule is an error here, and not in an executor.
    check(b"", rules, ignore=ignore)
    text, number = StringType(), LongType()
    types = [("path", text), ("rule", text), ("kind", text), ("line", number), ("column", number)]
    types += [("offset", number), ("length", number), ("message", text)]
    schema = StructType([StructField(name, kind, False) for name, kind in types])
    return _files(session, path).mapInArrow(functools.partial(_check_files, rules, ignore, max), schema)


def detect_files(session: SparkSession, path: str | list[str]) -> DataFrame:
    """Returns the encoding of each file: ``path``, ``bytes``, ``encoding``, ``certainty``, ``reason`` and ``ill_formed_at``.

    ``encoding`` is null if the file is binary. Spark skips empty files. ``path`` is that of ``check_files``.

    >>> found = spark.detect_files(session, "exports/**")                               # doctest: +SKIP
    >>> found.groupBy("encoding").agg({"path": "count", "bytes": "sum"}).show()         # doctest: +SKIP
    """
    _pyspark()
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    text, number = StringType(), LongType()
    schema = StructType(
        [
            StructField("path", text, False),
            StructField("bytes", number, False),
            StructField("encoding", text),
            StructField("certainty", text),
            StructField("reason", text),
            StructField("ill_formed_at", number),
        ]
    )
    return _files(session, path).mapInArrow(_detect_files, schema)


def register(session: SparkSession) -> None:
    """Registers functions of SQL in a session, for its queries in SQL, Python and, in the same session, Scala.

    - ``utf8kit_is_valid(value)``: whether the value is well-formed UTF-8.
    - ``utf8kit_kind(value)``: the kind of its first error, such as ``overlong``, or ``NULL``.
    - ``utf8kit_repair(value, errors)``: the value as text. ``errors`` is what ``utf8kit.arrow.to_utf8`` takes.
    - ``utf8kit_decode(value, encoding, errors)``: the value, which is in an encoding, as text.
    - ``utf8kit_fix(text)``: the text without double encoding.

    ``value`` has the type binary or string: a string of Spark may hold any bytes. ``NULL`` stays ``NULL``. Before PySpark 4.1,
    the functions need pandas.

    >>> spark.register(session)                                                         # doctest: +SKIP
    >>> session.sql("select * from people where not utf8kit_is_valid(name)").show()     # doctest: +SKIP
    """
    _pyspark()
    from pyspark.sql import functions
    from pyspark.sql.types import BooleanType, StringType

    from utf8kit import _sql

    text = StringType()
    known: Any = functions
    table: list[tuple[Callable[..., Any], int, Any]] = [
        (_sql.is_valid, 1, BooleanType()),
        (_sql.kind, 1, text),
        (_sql.repair, 2, text),
        (_sql.decode, 3, text),
        (_sql.fix, 1, text),
    ]
    for function, count, result in table:
        if hasattr(known, "arrow_udf"):
            made = known.arrow_udf(_of_arrays(function, count), result)
        else:
            made = known.pandas_udf(_of_series(function, count), result)
        session.udf.register(f"utf8kit_{function.__name__}", made)


# What runs in an executor. Functions of this module are passed by name, so that nothing but their arguments is sent.


def _find_bad(all: bool, around: int, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Yields the rows of ``find_bad``. The column to check is the last one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from utf8kit import arrow

    for batch in batches:
        values = batch.column(batch.num_columns - 1)
        bad = arrow.find_bad(values, all=all)
        if bad.num_rows == 0:
            continue
        rows = bad.column("row").combine_chunks().cast(pa.int64())
        offset = bad.column("offset").combine_chunks().cast(pa.int64())
        length = bad.column("length").combine_chunks().cast(pa.int32())
        # In most batches few rows are bad: those alone are looked at. A row is there once for each of its errors.
        context = _context(values.take(rows), offset, length, around)
        kept = [pc.take(batch.column(index), rows) for index in range(batch.num_columns - 1)]
        kind = bad.column("kind").combine_chunks().cast(pa.string())
        names = [*batch.schema.names[:-1], "offset", "length", "kind", "context"]
        yield pa.RecordBatch.from_arrays([*kept, offset, length, kind, context], names)


def _context(values: pyarrow.Array, offset: pyarrow.Array, length: pyarrow.Array, around: int) -> pyarrow.Array:
    """Returns the bytes of each value from ``around`` before its error to ``around`` after it."""
    import numpy as np
    import pyarrow as pa

    large = pa.types.is_large_binary(values.type) or pa.types.is_large_string(values.type)
    # `take` made this array, so it begins with its buffers.
    _, ends, data = values.buffers()
    ends = np.frombuffer(ends, np.int64 if large else np.int32)[: len(values) + 1].astype(np.int64)
    at = ends[:-1] + offset.to_numpy()
    start = np.maximum(at - around, ends[:-1])
    stop = np.minimum(at + length.to_numpy() + around, ends[1:])
    result = np.zeros(len(values) + 1, np.int64)
    np.cumsum(stop - start, out=result[1:])
    # The index in `data` of each byte of the result.
    index = np.arange(result[-1]) + np.repeat(start - result[:-1], stop - start)
    taken = np.frombuffer(data, np.uint8)[index]
    return pa.Array.from_buffers(
        pa.large_binary(), len(values), [None, pa.py_buffer(result), pa.py_buffer(taken)]
    ).cast(pa.binary())


def _to_utf8(errors: str, values: pyarrow.Array) -> pyarrow.Array:
    import pyarrow as pa

    from utf8kit import arrow

    # Spark reads no views.
    return arrow.to_utf8(values, errors, views=False).cast(pa.string())


def _transcode(source: str, errors: str, values: pyarrow.Array) -> pyarrow.Array:
    import pyarrow as pa

    from utf8kit import arrow

    return arrow.transcode(values, "utf-8", source=source, errors=errors).cast(pa.string())


def _map_column(
    index: int, function: Callable[[pyarrow.Array], pyarrow.Array], batches: Iterator[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    """Yields the batches with the result of ``function`` in place of a column."""
    import pyarrow as pa

    for batch in batches:
        columns = batch.columns
        columns[index] = function(columns[index])
        yield pa.RecordBatch.from_arrays(columns, batch.schema.names)


def _detect(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Yields the encoding of each batch."""
    import pyarrow as pa

    from utf8kit import arrow

    for batch in batches:
        found = arrow.detect(batch.column(0))
        if found.values:
            arrays = [pa.array([found.encoding], pa.string()), pa.array([found.values]), pa.array([found.ill_formed])]
            yield pa.RecordBatch.from_arrays(arrays, ["encoding", "rows", "ill_formed"])


def _texts(batch: pyarrow.RecordBatch) -> Iterator[tuple[str, memoryview]]:
    """Yields the path and the bytes of each file. The bytes stay in the batch."""
    for path, content in zip(batch.column("path"), batch.column("content"), strict=True):
        yield path.as_py(), memoryview(content.as_buffer())


def _check_files(
    rules: list[str] | None, ignore: list[str] | None, max: int | None, batches: Iterator[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    from utf8kit import check

    names = ["rule", "kind", "line", "column", "offset", "length", "message"]
    text, number = pa.string(), pa.int64()
    types = [text, text, text, number, number, number, number, text]
    for batch in batches:
        for path, data in _texts(batch):
            findings = check(data, rules, ignore=ignore, max=max)
            for start in range(0, len(findings), _FINDINGS):
                some = findings[start : start + _FINDINGS]
                columns = [[path] * len(some), *([getattr(each, name) for each in some] for name in names)]
                arrays = [pa.array(column, type) for column, type in zip(columns, types, strict=True)]
                yield pa.RecordBatch.from_arrays(arrays, ["path", *names])


def _detect_files(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    from utf8kit import detect

    text, number = pa.string(), pa.int64()
    names = ["encoding", "certainty", "reason", "ill_formed_at"]
    for batch in batches:
        found = [(path, len(data), detect(data)) for path, data in _texts(batch)]
        arrays = [
            pa.array([path for path, _, _ in found], text),
            pa.array([size for _, size, _ in found], number),
            *(
                pa.array([getattr(each, name) for _, _, each in found], number if name == "ill_formed_at" else text)
                for name in names
            ),
        ]
        yield pa.RecordBatch.from_arrays(arrays, ["path", "bytes", *names])


def _pyspark() -> None:
    """Raises an error that says what to install, if something is missing."""
    for name in ("pyspark", "pyarrow", "numpy"):
        try:
            __import__(name)
        except ImportError as error:
            raise ImportError(f"utf8kit.spark needs {name}: pip install 'utf8kit[spark]'", name=name) from error


def _require_text(name: str, type: Any) -> None:
    """Raises an error if a column of this type holds no text."""
    from pyspark.sql.types import BinaryType, StringType

    if not isinstance(type, (BinaryType, StringType)):
        raise TypeError(f"column {name!r} has the type {type.simpleString()}: expected binary or string")


def _replace(
    df: DataFrame, column: str, function: Callable[[pyarrow.Array], pyarrow.Array], may_add_nulls: bool
) -> DataFrame:
    """Returns the DataFrame with the result of ``function``, a string, in place of a column."""
    _pyspark()
    import pyarrow as pa
    from pyspark.sql import functions
    from pyspark.sql.types import StringType, StructField, StructType

    fields = list(df.schema.fields)
    # As Spark does, unless it is set otherwise.
    same = [i for i, field in enumerate(fields) if field.name == column]
    same = same or [i for i, field in enumerate(fields) if field.name.lower() == column.lower()]
    if len(same) != 1:
        found = f"{len(same)} columns {column!r}" if same else f"no column {column!r}"
        raise ValueError(f"{found}: the DataFrame has {', '.join(repr(field.name) for field in fields)}")
    # An unknown policy or encoding is an error here, and not in an executor.
    function(pa.array([], pa.binary()))
    index = same[0]
    old = fields[index]
    _require_text(old.name, old.dataType)
    type = old.dataType if isinstance(old.dataType, StringType) else StringType()
    nullable = old.nullable or may_add_nulls
    if not hasattr(functions, "arrow_udf"):
        fields[index] = StructField(old.name, type, nullable, old.metadata)
        return df.mapInArrow(functools.partial(_map_column, index, function), StructType(fields))
    # From PySpark 4.1 on, only the column need be passed to Python. Other columns can have types that Arrow has not, and
    # Spark still reads only those that the query needs.
    text = functions.arrow_udf(_with_types(function), type)(df[old.name])
    if not nullable:
        # Of a function, Spark does not know that.
        text = functions.coalesce(text, functions.lit(""))
    return df.withColumn(old.name, text.alias(old.name, metadata=old.metadata or {}))


def _with_types(function: Callable[[pyarrow.Array], pyarrow.Array]) -> Callable[[pyarrow.Array], pyarrow.Array]:
    """Returns the function with annotations that can be evaluated, from which Spark infers that it maps arrays to arrays."""
    import pyarrow as pa

    def utf8kit(values: Any) -> Any:
        return function(values)

    utf8kit.__annotations__ = {"values": pa.Array, "return": pa.Array}
    return utf8kit


def _of_arrays(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Returns the function of arrays, with annotations that Spark evaluates and an array as its result."""
    import pyarrow as pa

    def one(a: Any) -> Any:
        return _array(function(a))

    def two(a: Any, b: Any) -> Any:
        return _array(function(a, b))

    def three(a: Any, b: Any, c: Any) -> Any:
        return _array(function(a, b, c))

    made = (one, two, three)[count - 1]
    made.__annotations__ = dict.fromkeys([*"abc"[:count], "return"], pa.Array)
    return made


def _of_series(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Returns the function of series of pandas, as :func:`_of_arrays`."""
    import pandas as pd
    import pyarrow as pa

    def arrays(*columns: Any) -> Any:
        return _array(function(*(pa.array(column, from_pandas=True) for column in columns))).to_pandas()

    def one(a: Any) -> Any:
        return arrays(a)

    def two(a: Any, b: Any) -> Any:
        return arrays(a, b)

    def three(a: Any, b: Any, c: Any) -> Any:
        return arrays(a, b, c)

    made = (one, two, three)[count - 1]
    made.__annotations__ = dict.fromkeys([*"abc"[:count], "return"], pd.Series)
    return made


def _array(column: Any) -> Any:
    """Returns a column as one array."""
    import pyarrow as pa

    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _list(names: _Names) -> list[str] | None:
    """Returns names as a list, which can be sent."""
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(names)


def _files(session: SparkSession, path: str | list[str]) -> DataFrame:
    """Returns the path and the content of files."""
    paths = [path] if isinstance(path, str) else list(path)
    recursive = [each.endswith("/**") for each in paths]
    if any(recursive) and not all(recursive):
        raise ValueError("path: either all paths end in /**, or none does")
    reader = session.read.format("binaryFile")
    if any(recursive):
        reader = reader.option("recursiveFileLookup", "true")
        paths = [each.removesuffix("/**") or "/" for each in paths]
    return reader.load(paths).select("path", "content")
