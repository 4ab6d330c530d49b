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

from utf8kit import _sql

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
        ("utf8kit_is_valid", _sql.is_valid, ["BLOB"], "BOOLEAN"),
        ("utf8kit_kind", _sql.kind, ["BLOB"], "VARCHAR"),
        ("utf8kit_repair", _sql.repair, ["BLOB", "VARCHAR"], "VARCHAR"),
        ("utf8kit_decode", _sql.decode, ["BLOB", "VARCHAR", "VARCHAR"], "VARCHAR"),
        ("utf8kit_fix", _sql.fix, ["VARCHAR"], "VARCHAR"),
    ]
    for name, function, parameters, result in functions:
        # Without "special", a result that is null would be an error.
        create(name, function, parameters, result, type="arrow", null_handling="special")
