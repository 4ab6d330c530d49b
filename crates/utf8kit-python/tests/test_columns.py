"""Columns that pipelines meet: null, empty, used up, of the types of pandas and polars."""

import sys

import pyarrow as pa
import pytest
from utf8kit import arrow

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

FUNCTIONS = {
    "find_bad": arrow.find_bad,
    "is_valid": arrow.is_valid,
    "to_utf8": arrow.to_utf8,
    "transcode": lambda column: arrow.transcode(column, "utf-16le"),
    "fix": arrow.fix,
    "detect": arrow.detect,
}

NULLS = {
    "array": pa.nulls(3),
    "chunked": pa.chunked_array([pa.nulls(1), pa.nulls(0), pa.nulls(2)]),
    "slice": pa.nulls(9).slice(4, 3),
    "table": pa.table({"a": pa.nulls(3)}),
    "dictionary": pa.DictionaryArray.from_arrays(pa.array([0, None, 0], pa.int8()), pa.nulls(1)),
    "polars": pl.Series([None] * 3),
    "pandas": pd.Series([None] * 3),
    "NA": pd.Series([pd.NA] * 3, dtype=object),
}
EMPTY = {
    "array": pa.nulls(0),
    "chunks": pa.chunked_array([], pa.null()),
    "binary": pa.array([], pa.binary()),
    "pandas": pd.Series([], dtype=object),
    "polars": pl.Series([], dtype=pl.Null),
}


def pylist(column):
    values = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    return [None if value is pd.NA or value != value else value for value in values]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("name", [*NULLS, *("empty " + name for name in EMPTY)])
def test_columns_of_nulls_are_text_that_is_null(function, name):
    column = EMPTY[name[6:]] if name.startswith("empty ") else NULLS[name]
    found = FUNCTIONS[function](column)
    if function == "detect":
        # A null of a dictionary is an entry, which no value is.
        assert found == (None, None, None, None, 0, 0)
    elif function == "find_bad":
        assert len(found) == 0
    else:
        assert pylist(found) == [None] * len(column)


def test_rows_of_null_entries_are_null():
    dictionary = pa.array([b"a", None, b"\xff", b"d"])
    column = pa.DictionaryArray.from_arrays(pa.array([3, 1, 2, None, 0, 1]), dictionary)
    expected = [True, None, False, None, True, None]
    assert arrow.is_valid(column).to_pylist() == expected
    assert arrow.is_valid(column).null_count == 3
    assert arrow.is_valid(column.slice(1, 4)).to_pylist() == expected[1:5]
    assert arrow.is_valid(column.filter(pa.array([True, False, True, False, True, False]))).null_count == 0
    assert arrow.find_bad(column)["row"].to_pylist() == [2]
    assert arrow.to_utf8(column, "null").to_pylist() == ["d", None, None, None, "a", None]
    assert arrow.transcode(column, "utf-16le", errors="null").to_pylist()[:3] == [b"d\0", None, None]


def test_a_reader_that_is_used_up_is_not_clean():
    def reader(*batches):
        return pa.RecordBatchReader.from_batches(pa.schema([("a", pa.binary())]), batches)

    batch = pa.record_batch({"a": [b"\xff"]})
    once = reader(batch, batch)
    assert arrow.find_bad(once)["row"].to_pylist() == [0, 1]
    for function in FUNCTIONS.values():
        with pytest.raises(ValueError, match="read to its end"):
            function(once)
    read = reader(batch)
    read.read_all()
    with pytest.warns(RuntimeWarning, match="read already"):
        assert len(arrow.find_bad(read)) == 0


def test_views_with_padding_are_handed_on_without():
    good = pa.array([b"abc", None, b"a value that is long \xff", b"", b"123456789012"], pa.binary_view())
    validity, views, *data = good.buffers()
    padded = bytearray(views.to_pybytes())
    padded[7:16] = b"\x80garbage!"
    padded[16 + 4 : 32] = b"\xff" * 12
    padded[48 + 4 : 64] = b"\xff" * 12
    column = pa.Array.from_buffers(pa.binary_view(), 5, [validity, pa.py_buffer(bytes(padded)), *data])
    with pytest.raises(pa.ArrowInvalid):
        column.validate(full=True)
    for function in [lambda column: arrow.to_utf8(column, "replace"), arrow.fix]:
        result = function(column)
        result.validate(full=True)
        assert result.to_pylist()[0] in ("abc", b"abc") and result.null_count == 1


def test_chunks_that_share_a_dictionary_share_the_result():
    dictionary = pa.array(["né", "😀", None, "unused \ud7a3"])
    chunk = pa.DictionaryArray.from_arrays(pa.array([0, 2, 0], pa.int8()), dictionary)
    other = pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()), pa.array(["x"]))
    column = pa.chunked_array([chunk, other, chunk, other] * 5)
    result = arrow.transcode(column, "iso-8859-1")
    addresses = {chunk.dictionary.buffers()[2].address for chunk in result.chunks}
    assert len(addresses) == 2
    assert result.to_pylist()[:4] == [b"n\xe9", None, b"n\xe9", b"x"]
    with pytest.raises(arrow.IllFormedError) as info:
        last = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), dictionary)
        arrow.transcode(pa.chunked_array([chunk, chunk, last]), "iso-8859-1")
    assert (info.value.row, info.value.kind) == (7, "not-representable")
    wrong = pa.Array.from_buffers(pa.int8(), 1, [None, pa.py_buffer(b"\x09")])
    broken = pa.DictionaryArray.from_arrays(wrong, dictionary, safe=False)
    with pytest.raises(ValueError, match="has the key 9"):
        arrow.transcode(pa.chunked_array([broken]), "utf-16le", errors="null")


def test_transcode_of_utf_16_is_that_of_python():
    values = [text.encode("utf-16" + order) for text in ["", "né", "a😀"] for order in ["", "-le"]]
    if sys.byteorder == "big":
        values = [value.decode("utf-16-le").encode("utf-16-be") for value in values]
    values.append("né".encode("utf-16-be").join([b"\xfe\xff", b""]))
    text = arrow.transcode(pa.array(values), "utf-8", source="utf-16").to_pylist()
    assert text == [value.decode("utf-16") for value in values]
    wide = [value.decode("utf-16").encode("utf-32") for value in values]
    assert arrow.transcode(pa.array(wide), "utf-8", source="utf-32").to_pylist() == text


SERIES = {
    "str": pd.Series(["cafÃ©", None, "b"], index=["x", "y", "z"], name="n"),
    "string": pd.Series(["cafÃ©", pd.NA, "b"], dtype="string", index=["x", "y", "z"], name="n"),
    "string python": pd.Series(["cafÃ©", pd.NA, "b"], dtype=pd.StringDtype("python")),
    "arrow": pd.Series(["cafÃ©", None, "b"], dtype=pd.ArrowDtype(pa.string())),
    "objects": pd.Series(["cafÃ©", None, "b"], dtype=object),
    "category": pd.Series(["cafÃ©", None, "b"], dtype="category"),
    "ordered": pd.Series(pd.Categorical(["cafÃ©", None, "b"], ["b", "cafÃ©", "unused"], ordered=True)),
    "index": pd.Index(["cafÃ©", None, "b"], name="n"),
    "category index": pd.CategoricalIndex(["cafÃ©", None, "b"]),
}


@pytest.mark.parametrize("name", SERIES)
@pytest.mark.parametrize("function", [arrow.to_utf8, arrow.fix], ids=["to_utf8", "fix"])
def test_types_of_pandas_stay_what_they_are(name, function):
    series = SERIES[name]
    result = function(series)
    assert type(result) is type(series) and result.name == series.name
    first = "café" if function is arrow.fix else "cafÃ©"
    assert pylist(result) == [first, None, "b"]
    if "category" not in name and name != "ordered":
        assert result.dtype == series.dtype
    else:
        assert isinstance(result.dtype, pd.CategoricalDtype)
        assert result.dtype.ordered == series.dtype.ordered
        if name == "ordered":
            assert list(result.dtype.categories) == ["b", first, "unused"]
    if isinstance(series, pd.Series):
        assert list(result.index) == list(series.index)
    if "string" in name:
        assert result.iloc[1] is pd.NA


def test_categories_that_become_one_or_null():
    series = pd.Series([b"\xff", b"\xfe", b"a", None], dtype="category")
    assert sorted(arrow.to_utf8(series, "replace").cat.categories) == ["a", "\ufffd"]
    assert pylist(arrow.to_utf8(series, "null")) == [None, None, "a", None]


def test_frames_with_an_index_give_their_column():
    frame = pd.DataFrame({"text": [b"a", b"\xff"]}, index=["x", "y"])
    result = arrow.to_utf8(frame, "replace")
    assert (result.name, list(result.index), list(result)) == ("text", ["x", "y"], ["a", "\ufffd"])
    assert arrow.find_bad(frame)["row"].tolist() == [1]
    with pytest.raises(TypeError, match="expected one column, found 2"):
        arrow.find_bad(pd.DataFrame({"a": ["a"], "b": ["b"]}))


def test_objects_stay_objects():
    series = pd.Series([b"a", None], dtype=object)
    assert arrow.fix(series).tolist() == [b"a", None] and arrow.fix(series).dtype == object
    assert pylist(arrow.is_valid(series)) == [True, None]


def test_enums_of_polars_stay_enums():
    series = pl.Series("k", ["cafÃ©", "b", None], dtype=pl.Enum(["b", "cafÃ©", "unused"]))
    same = arrow.to_utf8(series)
    assert (same.name, same.dtype, same.to_list()) == ("k", series.dtype, series.to_list())
    fixed = arrow.fix(series)
    assert isinstance(fixed.dtype, pl.Enum) and fixed.to_list() == ["café", "b", None]
