"""Columns with text in lists, structs, maps, runs, fixed sizes and extension types."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute
import pytest
from utf8kit import arrow

WORDS = [b"a", b"\xe9", b"c", None, b"caf\xc3\xa9", b"\xff"]


def text(values):
    return pa.array(values, pa.binary()).view(pa.string())


def columns():
    words = text(WORDS)
    lists = pa.ListArray.from_arrays([0, 2, 2, 3, 6], words)
    return {
        "list": lists,
        "large_list": pa.LargeListArray.from_arrays([0, 2, 2, 3, 6], words),
        "fixed_size_list": pa.FixedSizeListArray.from_arrays(words, 2),
        "struct": pa.StructArray.from_arrays([words, pa.array(range(6))], ["w", "n"]),
        "map": pa.MapArray.from_arrays([0, 2, 6], text([b"k"] * 6), words),
        "run_end_encoded": pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 5], pa.int32()), pa.array(WORDS[:3])),
        "list of structs": pa.ListArray.from_arrays([0, 1, 6], pa.StructArray.from_arrays([words], ["w"])),
        "list of dictionaries": pa.ListArray.from_arrays(
            [0, 2, 4], pa.DictionaryArray.from_arrays(pa.array([0, 1, 0, 2]), text([b"a", b"\xff", b"\xfe"]))
        ),
    }


def expected(column):
    """Returns what the column is with U+FFFD, as pyarrow reads each value."""

    def clean(value):
        if isinstance(value, dict):
            return {key: clean(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(clean(inner) for inner in value)
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else value

    def of_bytes(of_type):
        return as_bytes(of_type)

    return clean(column.cast(of_bytes(column.type)).to_pylist())


def as_bytes(of_type):
    if pa.types.is_string(of_type):
        return pa.binary()
    if pa.types.is_dictionary(of_type):
        return pa.binary()
    if pa.types.is_list(of_type):
        return pa.list_(as_bytes(of_type.value_type))
    if pa.types.is_large_list(of_type):
        return pa.large_list(as_bytes(of_type.value_type))
    if pa.types.is_fixed_size_list(of_type):
        return pa.list_(as_bytes(of_type.value_type), of_type.list_size)
    if pa.types.is_struct(of_type):
        return pa.struct([field.with_type(as_bytes(field.type)) for field in of_type])
    if pa.types.is_map(of_type):
        return pa.map_(as_bytes(of_type.key_type), as_bytes(of_type.item_type))
    return of_type


BAD = {
    "list": [(0, "[]"), (3, "[]")],
    "large_list": [(0, "[]"), (3, "[]")],
    "fixed_size_list": [(0, "[]"), (2, "[]")],
    "struct": [(1, "w"), (5, "w")],
    "map": [(0, "[].value"), (1, "[].value")],
    "run_end_encoded": [(2, "")],
    "list of structs": [(1, "[].w"), (1, "[].w")],
    "list of dictionaries": [(0, "[]"), (1, "[]")],
}


@pytest.mark.parametrize("name", list(columns()))
def test_each_type(name):
    column = columns()[name]
    bad = arrow.find_bad(column)
    assert [(row["row"], row["path"]) for row in bad.to_pylist()] == BAD[name]
    rows = {row for row, _ in BAD[name]}
    assert arrow.is_valid(column).to_pylist() == [row not in rows for row in range(len(column))]
    repaired, report = arrow.to_utf8(column, "replace", report=True)
    assert report.equals(bad)
    repaired.validate(full=True)
    assert arrow.find_bad(repaired).num_rows == 0
    if name == "run_end_encoded":
        assert repaired.type == pa.run_end_encoded(pa.int32(), pa.string())
        assert pa.compute.run_end_decode(repaired).to_pylist() == ["a", "a", "\ufffd", "c", "c"]
    else:
        assert repaired.to_pylist() == expected(column)
    with pytest.raises(arrow.IllFormedError, match=f"^row {BAD[name][0][0]}, ") as caught:
        arrow.to_utf8(column)
    assert caught.value.row == BAD[name][0][0]
    # Slices begin in the middle of buffers.
    part = column.slice(1)
    assert [row["row"] + 1 for row in arrow.find_bad(part).to_pylist()] == [row for row, _ in BAD[name] if row > 0]
    assert arrow.to_utf8(part, "replace").to_pylist() == repaired.slice(1).to_pylist()
    whole = pa.chunked_array([column, part])
    assert len(arrow.to_utf8(whole, "replace")) == 2 * len(column) - 1


def test_what_no_row_has_is_no_error():
    lists = pa.ListArray.from_arrays([0, 1, 3], text([b"a", b"\xff", b"b"]), mask=pa.array([False, True]))
    assert arrow.find_bad(lists).num_rows == 0
    assert arrow.is_valid(lists).to_pylist() == [True, None]
    done = arrow.to_utf8(lists)
    done.validate(full=True)
    assert done.to_pylist() == [["a"], None]


def test_null_structs_stay_null():
    words, numbers = pa.array([b"a", b"\xff", b"\xff"]), pa.array([1, 2, 3])
    column = pa.StructArray.from_arrays([words, numbers], ["w", "n"], mask=pa.array([False, True, False]))
    assert [row["row"] for row in arrow.find_bad(column).to_pylist()] == [2]
    assert arrow.is_valid(column).to_pylist() == [True, None, False]
    assert arrow.to_utf8(column, "replace").to_pylist() == [{"w": "a", "n": 1}, None, {"w": "\ufffd", "n": 3}]


def test_fixed_sizes_are_bytes():
    column = pa.array([b"ab", None, b"\xffc", b"d\xc3"], pa.binary(2))
    assert arrow.is_valid(column).to_pylist() == [True, None, False, False]
    assert [row["row"] for row in arrow.find_bad(column.slice(1)).to_pylist()] == [1, 2]
    assert arrow.to_utf8(column, "replace").to_pylist() == ["ab", None, "\ufffdc", "d\ufffd"]
    assert arrow.to_utf8(column.slice(2), "drop").to_pylist() == ["c", "d"]
    assert arrow.transcode(column, "utf-8", source="cp1252").to_pylist() == ["ab", None, "ÿc", "dÃ"]
    assert arrow.is_valid(pa.array([b"", b""], pa.binary(0))).to_pylist() == [True, True]
    assert arrow.is_valid(pa.array([], pa.binary(3))).to_pylist() == []


def test_other_functions_go_into_values():
    lists = pa.array([["n\u00c3\u00a9"], None, ["b", "n\u00c3\u00a9"]])
    fixed, rows = arrow.fix(lists, report=True)
    assert fixed.to_pylist() == [["né"], None, ["b", "né"]] and rows.to_pylist() == [0, 2]
    wide = arrow.transcode(pa.array([{"a": "é", "n": 1}]), "utf-16le")
    assert wide.to_pylist() == [{"a": b"\xe9\0", "n": 1}]
    assert arrow.transcode(wide, "utf-8", source="utf-16le").to_pylist() == [{"a": "é", "n": 1}]
    with pytest.raises(arrow.IllFormedError, match=r"row 2, \[\]: U\+00C3 at offset 1 cannot"):
        arrow.transcode(pa.array([["a"], [], ["b", "n\u00c3\u00a9"]]), "ascii")
    assert arrow.detect(pa.array([["naïve"]])).encoding == "UTF-8"


def test_other_libraries_get_their_own_types():
    column = pl.Series("t", [[b"a", b"\xff"], None], pl.List(pl.Binary))
    done = arrow.to_utf8(column, "replace")
    assert isinstance(done, pl.Series) and done.name == "t" and done.to_list() == [["a", "\ufffd"], None]
    assert arrow.is_valid(column).to_list() == [False, None]
    series = pd.Series([[b"\xff"]], dtype=pd.ArrowDtype(pa.list_(pa.binary())), index=[7])
    done = arrow.to_utf8(series, "replace")
    assert done.index.tolist() == [7] and done.iloc[0] == ["\ufffd"]


@pytest.mark.parametrize(
    ("column", "name"),
    [
        (pa.array([1]), "int64"),
        (pa.array([1.5]), "double"),
        (pa.array([True]), "bool"),
        (pa.array([[1]]), "list"),
        (pa.array([{"a": 1}]), "struct"),
        (pa.array([0], pa.timestamp("ms", "UTC")), r"timestamp\[ms\]"),
        (pa.array([0], pa.time64("us")), r"time64\[us\]"),
        (pa.array([0], pa.duration("s")), r"duration\[s\]"),
        (pa.array([0], pa.date32()), "date32"),
        (pa.array([1], pa.decimal128(5, 2)), r"decimal\(5,2\)"),
    ],
)
def test_other_types_are_named(column, name):
    # A struct without parent is taken for a table.
    of = "int64" if name == "struct" else name
    for work in [arrow.find_bad, arrow.is_valid, arrow.to_utf8, arrow.fix, arrow.detect]:
        with pytest.raises(TypeError, match=f"found one of type {of}$"):
            work(column)
