"""The accessor of pandas series."""

from __future__ import annotations

import pytest

pd = pytest.importorskip("pandas")
import pyarrow as pa  # noqa: E402
import utf8kit.pandas  # noqa: E402, F401
from utf8kit import arrow  # noqa: E402

VALUES = [b"one", None, b"caf\xe9", "Größe, die nicht in eine View passt".encode()]
INDEX = [10, 20, 30, 40]

SERIES = {
    "objects": lambda: pd.Series(VALUES, index=INDEX, name="text", dtype=object),
    "binary": lambda: pd.Series(VALUES, index=INDEX, name="text", dtype=pd.ArrowDtype(pa.binary())),
    "large binary": lambda: pd.Series(VALUES, index=INDEX, name="text", dtype=pd.ArrowDtype(pa.large_binary())),
}


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_results_are_pandas_objects_with_the_index_of_the_series(series) -> None:
    series = series()
    bad = series.utf8kit.find_bad()
    assert isinstance(bad, pd.DataFrame)
    assert bad.to_dict("list") == {"row": [2], "offset": [3], "length": [1], "kind": ["unexpected-end"]}
    mask = series.utf8kit.is_valid()
    assert mask.index.tolist() == INDEX
    assert mask.fillna(False).tolist() == [True, False, False, True]
    assert series[~mask.fillna(True).astype(bool)].index.tolist() == [30]
    for errors, expected in [("replace", "caf\ufffd"), ("as:windows-1252", "café"), ("null", None)]:
        text = series.utf8kit.repair(errors)
        assert isinstance(text, pd.Series)
        assert (text.name, text.index.tolist()) == ("text", INDEX)
        assert text.astype(object).where(text.notna(), None).tolist() == ["one", None, expected, VALUES[3].decode()]
        assert text.str.len().fillna(0).tolist()[0] == 3
    with pytest.raises(arrow.IllFormedError) as caught:
        series.utf8kit.to_utf8()
    assert caught.value.row == 2


def test_text_categories_and_frames() -> None:
    text = pd.Series(["cafÃ©", None, "b"], index=["x", "y", "z"])
    fixed = text.utf8kit.fix()
    assert fixed.loc["x"] == "café" and fixed.isna().tolist() == [False, True, False]
    fixed, rows = arrow.fix(text, report=True)
    assert rows.tolist() == [0]
    category = pd.Series(["a", "b", "a"], dtype="category")
    assert category.utf8kit.find_bad().empty
    assert category.utf8kit.to_utf8().tolist() == ["a", "b", "a"]
    frame = pd.DataFrame({"text": [b"a", b"\xff"]})
    assert arrow.find_bad(frame)["row"].tolist() == [1]
    assert arrow.to_utf8(frame, "replace").tolist() == ["a", "\ufffd"]
    assert pd.Series(["né"]).utf8kit.transcode("utf-16le").tolist() == [b"n\0\xe9\0"]
    assert pd.Series(["né"]).utf8kit.detect().encoding == "UTF-8"


def test_objects_that_are_not_bytes_are_refused() -> None:
    with pytest.raises((TypeError, pa.ArrowException)):
        pd.Series([b"a", 5], dtype=object).utf8kit.find_bad()
    with pytest.raises(TypeError):
        pd.Series([1, 2]).utf8kit.find_bad()
