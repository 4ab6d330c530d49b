"""The namespace ``utf8kit`` of polars series: ``import utf8kit.polars``.

>>> import polars as pl
>>> import utf8kit.polars
>>> series = pl.Series("word", [b"fine", b"caf\\xe9", None])
>>> series.utf8kit.is_valid().to_list()
[True, False, None]
>>> series.utf8kit.find_bad()["row"].to_list()
[1]
>>> series.utf8kit.repair("as:windows-1252").to_list()
['fine', 'café', None]
"""

from __future__ import annotations

import polars as pl

from utf8kit import arrow

__all__ = ["Utf8kitNamespace"]


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
