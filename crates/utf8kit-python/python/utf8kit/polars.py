"""The namespace ``utf8kit`` of polars series and expressions: ``import utf8kit.polars``.

>>> import polars as pl
>>> import utf8kit.polars
>>> series = pl.Series("word", [b"fine", b"caf\\xe9", None])
>>> series.utf8kit.is_valid().to_list()
[True, False, None]
>>> series.utf8kit.find_bad()["row"].to_list()
[1]
>>> series.utf8kit.repair("as:windows-1252").to_list()
['fine', 'café', None]
>>> frame = pl.LazyFrame({"word": series})
>>> frame.filter(~pl.col("word").utf8kit.is_valid()).select(pl.col("word").utf8kit.repair("as:windows-1252")).collect()["word"].to_list()
['café']
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from utf8kit import arrow

__all__ = ["Utf8kitExpression", "Utf8kitNamespace"]


@pl.api.register_series_namespace("utf8kit")
class Utf8kitNamespace:
    """The functions of `utf8kit.arrow` as methods of a series."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def find_bad(self, *, all: bool = False) -> pl.DataFrame:
        """Returns a data frame of the ill-formed values: see `utf8kit.arrow.find_bad`."""
        return arrow.find_bad(self._series, all=all)

    def is_valid(self) -> pl.Series:
        """Returns whether each value is well-formed UTF-8."""
        return arrow.is_valid(self._series)

    def repair(self, errors: str = "replace") -> pl.Series:
        """Returns the series as strings, with ill-formed values repaired: see `utf8kit.arrow.to_utf8`."""
        return arrow.to_utf8(self._series, errors)

    def to_utf8(self, errors: str = "raise") -> pl.Series:
        """Returns the series as strings: see `utf8kit.arrow.to_utf8`."""
        return arrow.to_utf8(self._series, errors)

    def transcode(self, to: str, *, source: str = "utf-8", errors: str = "raise") -> pl.Series:
        """Returns the series in another encoding: see `utf8kit.arrow.transcode`."""
        return arrow.transcode(self._series, to, source=source, errors=errors)

    def fix(self) -> pl.Series:
        """Returns the series without double encoding: see `utf8kit.arrow.fix`."""
        return arrow.fix(self._series)

    def detect(self) -> arrow.Detected:
        """Returns the encoding that the values are in: see `utf8kit.arrow.detect`."""
        return arrow.detect(self._series)


@pl.api.register_expr_namespace("utf8kit")
class Utf8kitExpression:
    """Functions of `utf8kit.arrow` as methods of an expression, for lazy frames, too. Each row is worked on by itself, so filters
    can be moved before them, and text is streamed."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def _map(self, work: Callable[[pl.Series], pl.Series], dtype: pl.DataType | type[pl.DataType] | None) -> pl.Expr:
        def cast(series: pl.Series) -> pl.Series:
            done = work(series)
            return done if dtype is None or done.dtype == dtype else done.cast(dtype)

        return self._expression.map_batches(cast, return_dtype=dtype, is_elementwise=True)

    def is_valid(self) -> pl.Expr:
        """Returns whether each value is well-formed UTF-8."""
        return self._map(arrow.is_valid, pl.Boolean)

    def repair(self, errors: str = "replace") -> pl.Expr:
        """Returns strings, with ill-formed values repaired: see `utf8kit.arrow.to_utf8`."""
        return self.to_utf8(errors)

    def to_utf8(self, errors: str = "raise") -> pl.Expr:
        """Returns strings: see `utf8kit.arrow.to_utf8`. An error fails the query."""
        return self._map(lambda series: arrow.to_utf8(series, errors), pl.String)

    def transcode(self, to: str, *, source: str = "utf-8", errors: str = "raise") -> pl.Expr:
        """Returns the values in another encoding: see `utf8kit.arrow.transcode`."""
        # The type is that of any column, such as one without rows.
        dtype = arrow.transcode(pl.Series([], dtype=pl.Binary), to, source=source, errors=errors).dtype
        return self._map(lambda series: arrow.transcode(series, to, source=source, errors=errors), dtype)

    def fix(self) -> pl.Expr:
        """Returns the values without double encoding: see `utf8kit.arrow.fix`."""
        return self._map(arrow.fix, None)
