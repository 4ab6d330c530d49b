"""The namespace of polars series."""

from __future__ import annotations

import pytest

pl = pytest.importorskip("polars")

import utf8kit.polars  # noqa: E402, F401
from utf8kit import arrow  # noqa: E402

VALUES = [b"one", None, b"caf\xe9", "Größe, die nicht in eine View passt".encode(), b""]


def series() -> pl.Series:
    return pl.Series("text", VALUES, pl.Binary)


def test_results_are_polars_objects_with_the_name_of_the_series() -> None:
    bad = series().utf8kit.find_bad()
    assert isinstance(bad, pl.DataFrame)
    assert bad.rows() == [(2, 3, 1, "unexpected-end")]
    assert bad.schema == {"row": pl.UInt64, "offset": pl.UInt64, "length": pl.UInt64, "kind": pl.String}
    mask = series().utf8kit.is_valid()
    assert (mask.name, mask.dtype, mask.to_list()) == ("text", pl.Boolean, [True, None, False, True, True])
    text = series().utf8kit.repair()
    assert (text.name, text.dtype) == ("text", pl.String)
    assert text.to_list() == ["one", None, "caf\ufffd", VALUES[3].decode(), ""]
    assert series().utf8kit.to_utf8("null").to_list() == ["one", None, None, VALUES[3].decode(), ""]
    with pytest.raises(arrow.IllFormedError) as caught:
        series().utf8kit.to_utf8()
    assert caught.value.row == 2


def test_columns_of_data_frames() -> None:
    frame = pl.DataFrame({"text": series(), "number": range(5)})
    repaired = frame.with_columns(frame["text"].utf8kit.repair("as:windows-1252"))
    assert repaired["text"].to_list() == ["one", None, "café", VALUES[3].decode(), ""]
    assert frame.filter(frame["text"].utf8kit.is_valid().not_())["number"].to_list() == [2]
    assert arrow.find_bad(frame.select("text"))["row"].to_list() == [2]
    assert arrow.to_utf8(frame.select("text"), "null").name == "text"


def test_slices_chunks_and_strings() -> None:
    joined = pl.concat([series(), series().slice(2, 2), series().slice(5)], rechunk=False)
    assert joined.n_chunks() > 1
    assert joined.utf8kit.find_bad()["row"].to_list() == [2, 5]
    text = pl.Series(["a", None, "é" * 20])
    assert text.utf8kit.find_bad().height == 0
    assert text.utf8kit.to_utf8().equals(text)
    assert pl.Series([], dtype=pl.Binary).utf8kit.repair().dtype == pl.String


def test_categories_are_dictionaries() -> None:
    text = pl.Series("kind", ["cafÃ©", "b", "cafÃ©", None], pl.Categorical)
    assert text.utf8kit.find_bad().height == 0
    assert text.utf8kit.fix().cast(pl.String).to_list() == ["café", "b", "café", None]


def test_transcode_fix_and_detect() -> None:
    wide = pl.Series("t", ["né", None]).utf8kit.transcode("utf-16le")
    assert (wide.dtype, wide.to_list()) == (pl.Binary, [b"n\0\xe9\0", None])
    assert wide.utf8kit.transcode("utf-8", source="utf-16le").to_list() == ["né", None]
    assert pl.Series(["cafÃ©", "naïve"]).utf8kit.fix().to_list() == ["café", "naïve"]
    assert pl.Series(["naïve"]).utf8kit.detect().encoding == "UTF-8"


def test_expressions_of_lazy_frames() -> None:
    frame = pl.LazyFrame({"text": series(), "number": range(5)})
    text = pl.col("text")
    valid = frame.select(text.utf8kit.is_valid())
    assert valid.collect_schema() == {"text": pl.Boolean}
    assert valid.collect()["text"].to_list() == [True, None, False, True, True]
    repaired = frame.with_columns(text.utf8kit.repair("as:windows-1252")).filter(pl.col("number") == 2)
    assert repaired.collect_schema() == {"text": pl.String, "number": pl.Int64}
    assert repaired.collect()["text"].to_list() == ["café"]
    assert repaired.collect(engine="streaming")["text"].to_list() == ["café"]
    assert frame.select(text.utf8kit.to_utf8("null").alias("t")).collect()["t"].null_count() == 2
    with pytest.raises(Exception, match="row 2: ill-formed UTF-8"):
        frame.select(text.utf8kit.to_utf8()).collect()


def test_expressions_keep_types_that_can_hold_the_result() -> None:
    frame = pl.LazyFrame({"t": ["n\u00c3\u00a9", None], "c": pl.Series(["n\u00c3\u00a9", "b"], dtype=pl.Categorical)})
    wide = frame.select(pl.col("t").utf8kit.transcode("utf-16le"))
    assert wide.collect_schema() == {"t": pl.Binary}
    back = wide.select(pl.col("t").utf8kit.transcode("utf-8", source="utf-16le"))
    assert back.collect_schema() == {"t": pl.String} and back.collect()["t"][1] is None
    fixed = frame.select(pl.col("t", "c").utf8kit.fix())
    assert fixed.collect_schema() == frame.collect_schema()
    assert fixed.collect().cast(pl.String).rows() == [("né", "né"), (None, "b")]
    assert frame.select(pl.col("c").utf8kit.repair()).collect().schema == {"c": pl.String}
    with pytest.raises(ValueError, match="unknown encoding"):
        pl.col("t").utf8kit.transcode("nonsense")
