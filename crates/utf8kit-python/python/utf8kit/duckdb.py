"""Functions of SQL for DuckDB: ``utf8kit_is_valid``, ``utf8kit_kind``, ``utf8kit_repair``, ``utf8kit_decode`` and ``utf8kit_fix``.

>>> import duckdb, utf8kit.duckdb
>>> connection = duckdb.connect()
>>> utf8kit.duckdb.register(connection)
>>> connection.execute("create table t as select unnest(['caf\\\\xC3\\\\xA9'::blob, 'caf\\\\xE9'::blob]) as c") and None
>>> connection.sql("select utf8kit_is_valid(c), utf8kit_repair(c, 'as:windows-1252') from t").fetchall()
[(True, 'café'), (False, 'café')]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

__all__ = ["register"]


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Registers the functions in a connection.

    - ``utf8kit_is_valid(blob)``: whether the value is well-formed UTF-8.
    - ``utf8kit_kind(blob)``: the kind of its first error, such as ``overlong``, or ``NULL``.
    - ``utf8kit_repair(blob, errors)``: the value as text. ``errors`` is what `utf8kit.arrow.to_utf8` takes.
    - ``utf8kit_decode(blob, encoding, errors)``: the value, which is in an encoding, as text.
    - ``utf8kit_fix(text)``: the text without double encoding.

    ``NULL`` stays ``NULL``. DuckDB takes no strings that are not UTF-8, so such values are blobs.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise ImportError("utf8kit.duckdb needs pyarrow: pip install 'utf8kit[tables]'") from error
    create: Any = connection.create_function
    functions: list[tuple[str, Callable[..., Any], list[str], str]] = [
        ("utf8kit_is_valid", _is_valid, ["BLOB"], "BOOLEAN"),
        ("utf8kit_kind", _kind, ["BLOB"], "VARCHAR"),
        ("utf8kit_repair", _repair, ["BLOB", "VARCHAR"], "VARCHAR"),
        ("utf8kit_decode", _decode, ["BLOB", "VARCHAR", "VARCHAR"], "VARCHAR"),
        ("utf8kit_fix", _fix, ["VARCHAR"], "VARCHAR"),
    ]
    for name, function, parameters, result in functions:
        # Without "special", a result that is null would be an error.
        create(name, function, parameters, result, type="arrow", null_handling="special")


# DuckDB evaluates the annotations of these.


def _is_valid(column: Any) -> Any:
    from utf8kit import arrow

    return arrow.is_valid(column)


def _kind(column: Any) -> Any:
    import pyarrow as pa

    from utf8kit import arrow

    kinds: list[str | None] = [None] * len(column)
    bad = arrow.find_bad(column)
    for row, kind in zip(bad["row"].to_pylist(), bad["kind"].to_pylist()):
        kinds[row] = kind
    return pa.array(kinds, pa.string())


def _repair(column: Any, errors: Any) -> Any:
    from utf8kit import arrow

    return _by_options(column, [errors], lambda part, errors: arrow.to_utf8(part, errors, views=False))


def _decode(column: Any, encoding: Any, errors: Any) -> Any:
    from utf8kit import arrow

    return _by_options(
        column,
        [encoding, errors],
        lambda part, encoding, errors: arrow.transcode(part, "utf-8", source=encoding, errors=errors),
    )


def _fix(column: Any) -> Any:
    from utf8kit import arrow

    return _as_strings(arrow.fix(column, views=False))


def _by_options(column: Any, options: list[Any], work: Callable[..., Any]) -> Any:
    """Calls `work` for the rows of each combination of options. Mostly there is one. Where an option is null, the result is."""
    import pyarrow as pa

    combinations = list(zip(*(option.to_pylist() for option in options)))
    first = combinations[0] if combinations else None
    if first is not None and None not in first and combinations.count(first) == len(combinations):
        return _as_strings(work(column, *first))
    texts: list[str | None] = [None] * len(column)
    rows: dict[tuple[str, ...], list[int]] = {}
    for row, combination in enumerate(combinations):
        if None not in combination:
            rows.setdefault(combination, []).append(row)
    for combination, indices in rows.items():
        done = work(column.take(pa.array(indices)), *combination)
        for row, text in zip(indices, done.to_pylist()):
            texts[row] = text
    return pa.chunked_array([pa.array(texts, pa.string())])


def _as_strings(column: Any) -> Any:
    import pyarrow as pa

    return column.cast(pa.string())
