"""Functions of SQL for DataFusion: ``utf8kit_is_valid`` and ``utf8kit_repair``.

>>> import datafusion                                                       # doctest: +SKIP
>>> context = datafusion.SessionContext()                                   # doctest: +SKIP
>>> utf8kit.datafusion.register(context)                                    # doctest: +SKIP
>>> context.sql("select count(*) from t where not utf8kit_is_valid(c)")     # doctest: +SKIP
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

__all__ = ["register"]


def register(context: Any) -> None:
    """Registers the functions in a ``datafusion.SessionContext``.

    - ``utf8kit_is_valid(column)``: whether each value is well-formed UTF-8.
    - ``utf8kit_repair(column)``: each value as a string, with U+FFFD for each ill-formed sequence.

    ``column`` has the type binary, which strings are cast to: ``arrow_cast(c, 'Binary')``. Nulls stay null.
    """
    try:
        import datafusion
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(f"utf8kit.datafusion needs {error.name}: pip install 'utf8kit[datafusion]'") from error
    functions: list[tuple[Any, Any, str]] = [
        (_is_valid, pa.bool_(), "utf8kit_is_valid"),
        (functools.partial(_repair, "replace"), pa.string(), "utf8kit_repair"),
    ]
    for function, result, name in functions:
        context.register_udf(datafusion.udf(function, [pa.binary()], result, "immutable", name))


def _is_valid(column: pyarrow.Array) -> pyarrow.Array:
    from utf8kit import arrow

    return arrow.is_valid(column)


def _repair(errors: str, column: pyarrow.Array) -> pyarrow.Array:
    import pyarrow as pa

    from utf8kit import arrow

    return arrow.to_utf8(column, errors, views=False).cast(pa.string())
