"""What the functions of SQL do, which `utf8kit.duckdb` and `utf8kit.spark` register: each takes columns of pyarrow and returns one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# DuckDB evaluates the annotations of these.


def is_valid(column: Any) -> Any:
    from utf8kit import arrow

    return arrow.is_valid(column)


def kind(column: Any) -> Any:
    import pyarrow as pa

    from utf8kit import arrow

    kinds: list[str | None] = [None] * len(column)
    bad = arrow.find_bad(column)
    for row, found in zip(bad["row"].to_pylist(), bad["kind"].to_pylist()):
        kinds[row] = found
    return pa.array(kinds, pa.string())


def repair(column: Any, errors: Any) -> Any:
    from utf8kit import arrow

    return _by_options(column, [errors], lambda part, errors: arrow.to_utf8(part, errors, views=False))


def decode(column: Any, encoding: Any, errors: Any) -> Any:
    from utf8kit import arrow

    return _by_options(
        column,
        [encoding, errors],
        lambda part, encoding, errors: arrow.transcode(part, "utf-8", source=encoding, errors=errors),
    )


def fix(column: Any) -> Any:
    from utf8kit import arrow

    return _as_strings(arrow.fix(column, views=False))


def _by_options(column: Any, options: list[Any], work: Callable[..., Any]) -> Any:
    """Calls `work` for the rows of each combination of options. Mostly there is one. Where an option is null, the result is."""
    import pyarrow as pa

    # Mostly the options are constants.
    single = [option.unique().to_pylist() for option in options]
    if all(len(values) == 1 and values[0] is not None for values in single):
        return _as_strings(work(column, *(values[0] for values in single)))
    texts: list[str | None] = [None] * len(column)
    rows: dict[tuple[str, ...], list[int]] = {}
    for row, combination in enumerate(zip(*(option.to_pylist() for option in options))):
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
