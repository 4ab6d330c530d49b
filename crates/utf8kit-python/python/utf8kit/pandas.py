"""The accessor ``utf8kit`` of pandas series: ``import utf8kit.pandas``.

>>> import pandas as pd
>>> import utf8kit.pandas
>>> series = pd.Series([b"fine", b"caf\\xe9", None], name="word")
>>> series.utf8kit.is_valid().tolist()
[True, False, <NA>]
>>> series.utf8kit.find_bad()["row"].tolist()
[1]
>>> series.utf8kit.repair("as:windows-1252").tolist()
['fine', 'café', nan]
"""

from __future__ import annotations

import pandas as pd

from utf8kit import arrow

__all__ = ["Utf8kitAccessor"]


@pd.api.extensions.register_series_accessor("utf8kit")
class Utf8kitAccessor:
    """The functions of `utf8kit.arrow` as methods of a series."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def find_bad(self, *, all: bool = False) -> pd.DataFrame:
        """Returns a data frame of the ill-formed values: see `utf8kit.arrow.find_bad`."""
        return arrow.find_bad(self._series, all=all)

    def is_valid(self) -> pd.Series:
        """Returns whether each value is well-formed UTF-8."""
        return arrow.is_valid(self._series)

    def repair(self, errors: str = "replace") -> pd.Series:
        """Returns the series as strings, with ill-formed values repaired: see `utf8kit.arrow.to_utf8`."""
        return arrow.to_utf8(self._series, errors)

    def to_utf8(self, errors: str = "raise") -> pd.Series:
        """Returns the series as strings: see `utf8kit.arrow.to_utf8`."""
        return arrow.to_utf8(self._series, errors)

    def transcode(self, to: str, *, source: str = "utf-8", errors: str = "raise") -> pd.Series:
        """Returns the series in another encoding: see `utf8kit.arrow.transcode`."""
        return arrow.transcode(self._series, to, source=source, errors=errors)

    def fix(self) -> pd.Series:
        """Returns the series without double encoding: see `utf8kit.arrow.fix`."""
        return arrow.fix(self._series)

    def detect(self) -> arrow.Detected:
        """Returns the encoding that the values are in: see `utf8kit.arrow.detect`."""
        return arrow.detect(self._series)
