"""Columns: every type of values against what Python says about each value by itself."""

from __future__ import annotations

import gc
import pickle
import random
import struct
import threading

import pyarrow as pa
import pytest
from utf8kit import arrow

BINARY = [pa.binary(), pa.large_binary(), pa.binary_view()]
TEXT = {
    pa.binary(): pa.string(),
    pa.large_binary(): pa.large_string(),
    pa.binary_view(): pa.string_view(),
}

PIECES = [
    b"", b"a", b"plain ASCII", "é".encode(), "мир".encode(), "漢字かな".encode(), "😀".encode(),
    "ein längerer Text, der in keine View passt: Größe".encode(), b"x" * 40,
    b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82", b"\xf0\x9f\x98", b"\x80", b"\xf4\x90\x80\x80", b"\xe9",
]  # fmt: skip


def first_error(value: bytes) -> tuple[int, int] | None:
    """Returns the offset and the length of the first ill-formed sequence, as Python says."""
    try:
        value.decode()
    except UnicodeDecodeError as error:
        return error.start, error.end - error.start
    return None


def all_errors(value: bytes) -> list[tuple[int, int]]:
    errors = []
    at = 0
    while (error := first_error(value[at:])) is not None:
        errors.append((at + error[0], error[1]))
        at += error[0] + error[1]
    return errors


def values_of(seed: int, rows: int, errors: bool = True, nulls: bool = True) -> list[bytes | None]:
    pick = random.Random(seed)
    pieces = PIECES if errors else PIECES[:9]
    weights = [20] * 9 + ([1] * (len(PIECES) - 9) if errors else [])
    values: list[bytes | None] = []
    for _ in range(rows):
        if nulls and pick.random() < 0.05:
            values.append(None)
        else:
            values.append(b"".join(pick.choices(pieces, weights, k=pick.randrange(4))))
    return values


def check(column: object, values: list[bytes | None]) -> None:
    """Checks all that is known of a column against its values."""
    expected = [
        (row, *error) for row, value in enumerate(values) if value is not None and (error := first_error(value))
    ]
    bad = arrow.find_bad(column)
    bad.validate(full=True)
    assert list(zip(*(bad[name].to_pylist() for name in ("row", "offset", "length")))) == expected
    every = arrow.find_bad(column, all=True)
    assert list(zip(*(every[name].to_pylist() for name in ("row", "offset", "length")))) == [
        (row, *error) for row, value in enumerate(values) if value is not None for error in all_errors(value)
    ]
    mask = arrow.is_valid(column)
    mask.validate(full=True)
    assert mask.to_pylist() == [None if value is None else first_error(value) is None for value in values]
    for errors, handler in [("replace", "replace"), ("drop", "ignore"), ("backslashreplace", "backslashreplace")]:
        for views in (None, True, False):
            text, report = arrow.to_utf8(column, errors, report=True, views=views)
            text.validate(full=True)
            assert text.to_pylist() == [None if value is None else value.decode("utf-8", handler) for value in values]
            assert report.equals(bad)
    text = arrow.to_utf8(column, "null")
    text.validate(full=True)
    assert text.to_pylist() == [None if value is None or first_error(value) else value.decode() for value in values]
    if expected:
        with pytest.raises(arrow.IllFormedError) as caught:
            arrow.to_utf8(column)
        error = caught.value
        assert (error.row, error.offset, error.length) == expected[0]
        assert error.kind == bad["kind"][0].as_py()
        assert f"row {error.row}: " in str(error)
    else:
        text = arrow.to_utf8(column)
        text.validate(full=True)
        assert text.to_pylist() == [None if value is None else value.decode() for value in values]


@pytest.mark.parametrize("kind", BINARY, ids=str)
@pytest.mark.parametrize("errors", [True, False], ids=["errors", "clean"])
@pytest.mark.parametrize("nulls", [True, False], ids=["nulls", "no nulls"])
def test_every_type_agrees_with_python(kind: pa.DataType, errors: bool, nulls: bool) -> None:
    for seed, rows in enumerate([0, 1, 2, 63, 64, 65, 700, 5000]):
        values = values_of(seed, rows, errors, nulls)
        check(pa.array(values, kind), values)


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_text_that_is_not_utf8_is_found(kind: pa.DataType) -> None:
    values = values_of(5, 300)
    column = pa.array(values, kind)
    text = pa.Array.from_buffers(TEXT[kind], len(column), column.buffers())
    check(text, values)


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_slices(kind: pa.DataType) -> None:
    values = values_of(7, 3000)
    column = pa.array(values, kind)
    for start, length in [(0, 10), (1, 100), (7, 64), (8, 64), (9, 2000), (2999, 1), (3000, 0), (1234, 0)]:
        check(column.slice(start, length), values[start : start + length])


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_chunks_count_rows_over_all(kind: pa.DataType) -> None:
    parts = [values_of(seed, rows) for seed, rows in enumerate([100, 0, 1, 5000, 3])]
    column = pa.chunked_array([pa.array(part, kind) for part in parts], kind)
    check(column, [value for part in parts for value in part])
    check(pa.chunked_array([], kind), [])


@pytest.mark.parametrize(
    "key", [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()], ids=str
)
@pytest.mark.parametrize("kind", BINARY[:2], ids=str)
def test_dictionaries(kind: pa.DataType, key: pa.DataType) -> None:
    entries: list[bytes | None] = [value + b"!" if value else value for value in PIECES]
    entries[3] = None
    pick = random.Random(3)
    keys = [None if pick.random() < 0.1 else pick.randrange(len(entries)) for _ in range(500)]
    column = pa.DictionaryArray.from_arrays(pa.array(keys, key), pa.array(entries, kind))
    values = [None if key is None else entries[key] for key in keys]
    bad = arrow.find_bad(column)
    assert bad["row"].to_pylist() == [
        row for row, value in enumerate(values) if value is not None and first_error(value)
    ]
    for part, rows in [(column, values), (column.slice(13, 99), values[13:112])]:
        text = arrow.to_utf8(part, "replace")
        text.validate(full=True)
        assert text.type.index_type == key
        assert text.to_pylist() == [None if value is None else value.decode("utf-8", "replace") for value in rows]
        null = arrow.to_utf8(part, "null")
        assert null.to_pylist() == [None if value is None or first_error(value) else value.decode() for value in rows]
        # The entry for null is null in the dictionary, not in the keys.
        mask = arrow.is_valid(part).to_pylist()
        assert all(known == (first_error(value) is None) for known, value in zip(mask, rows) if value is not None)
        with pytest.raises(arrow.IllFormedError) as caught:
            arrow.to_utf8(part)
        assert caught.value.row == next(
            row for row, value in enumerate(rows) if value is not None and first_error(value)
        )


def test_entries_that_no_row_has_are_no_error() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0, 2, 0], pa.int8()), pa.array([b"a", b"\xff", b"c"]))
    assert arrow.find_bad(column).num_rows == 0
    text = arrow.to_utf8(column)
    text.validate(full=True)
    assert text.to_pylist() == ["a", "c", "a"]


def test_chunks_that_share_a_dictionary() -> None:
    dictionary = pa.array([b"a", b"\xe9"])
    chunks = [pa.DictionaryArray.from_arrays(pa.array(keys, pa.int8()), dictionary) for keys in ([0, 1], [], [1, 0])]
    other = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array([b"\xff", b"b"]))
    column = pa.chunked_array([*chunks, other])
    assert arrow.find_bad(column)["row"].to_pylist() == [1, 2, 4]
    assert arrow.is_valid(column).to_pylist() == [True, False, False, True, False, True]
    assert arrow.to_utf8(column, "as:latin1").to_pylist() == ["a", "é", "é", "a", "ÿ", "b"]


def cut_rows(text: bytes, seed: int, longest: int) -> list[bytes]:
    pick = random.Random(seed)
    rows = []
    at = 0
    while at < len(text):
        length = pick.randrange(longest + 1)
        rows.append(text[at : at + length])
        at += length
    return rows


@pytest.mark.parametrize("kind", BINARY, ids=str)
@pytest.mark.parametrize("longest", [1, 2, 5, 30, 300])
def test_rows_cut_inside_characters(kind: pa.DataType, longest: int) -> None:
    # All of the data is well-formed, so that only the boundaries of rows show the errors.
    text = "".join(random.Random(longest).choices("aé漢😀 ", k=3000)).encode()
    rows = cut_rows(text, longest, longest)
    check(pa.array(rows, kind), rows)


def test_one_cut_in_blocks_of_well_formed_rows() -> None:
    row = "déjà vu ".encode()
    for at in [0, 1, 5, 500, 4095, 19_999]:
        rows = [row] * 20_000
        column = pa.array(rows)
        offsets = bytearray(column.buffers()[1])
        # The end of a row moves into its first character of two bytes.
        place = 4 * (at + 1)
        offset = int.from_bytes(offsets[place : place + 4], "little") - len(row) + 2
        offsets[place : place + 4] = offset.to_bytes(4, "little")
        moved = pa.Array.from_buffers(pa.binary(), len(rows), [None, pa.py_buffer(bytes(offsets)), column.buffers()[2]])
        expected = [at, at + 1] if at + 1 < len(rows) else [at]
        assert arrow.find_bad(moved)["row"].to_pylist() == expected


def test_one_cut_in_views_that_follow_each_other() -> None:
    row = "a value, à cut in its middle".encode()
    middle = row.index("à".encode()) + 1
    for at in [0, 1, 511, 512, 1300]:
        places = [(i * len(row), (i + 1) * len(row)) for i in range(1500)]
        places[at] = (places[at][0], places[at][1] + middle)
        places[at + 1] = (places[at + 1][0] + middle, places[at + 1][1])
        data = row * len(places)
        views = b"".join(struct.pack("=i4sii", end - start, data[start : start + 4], 0, start) for start, end in places)
        column = pa.Array.from_buffers(pa.binary_view(), len(places), [None, pa.py_buffer(views), pa.py_buffer(data)])
        assert arrow.find_bad(column)["row"].to_pylist() == [at, at + 1]


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_random_damage(kind: pa.DataType) -> None:
    pick = random.Random(11)
    for seed in range(12):
        text = bytearray("".join(pick.choices("abc def é ß ж 漢 😀", k=8000)).encode())
        for _ in range(pick.choice([1, 10, 1000])):
            text[pick.randrange(len(text))] = pick.randrange(256)
        rows: list[bytes | None] = list(cut_rows(bytes(text), seed, pick.choice([3, 20, 200])))
        for _ in range(pick.randrange(20)):
            rows[pick.randrange(len(rows))] = None
        check(pa.array(rows, kind), rows)


def test_long_rows() -> None:
    long = "Größe, und noch mehr; ".encode() * 10_000
    rows = [long, long + b"\xff", b"", long[:-3] + b"\xe2\x82", b"a"]
    for kind in BINARY:
        check(pa.array(rows, kind), rows)


@pytest.mark.parametrize("kind", BINARY[:2], ids=str)
def test_garbage_under_nulls_is_not_reported_and_not_kept(kind: pa.DataType) -> None:
    values = [b"one", b"\xff\xfe", "é".encode(), b"\xc3", b"\xa9", b"a value that is longer than a view"]
    full = pa.array(values, kind)
    validity = pa.py_buffer(bytes([0b110101]))  # rows 1 and 3 are null
    column = pa.Array.from_buffers(kind, len(full), [validity, *full.buffers()[1:]])
    assert column.to_pylist() == [b"one", None, "é".encode(), None, b"\xa9", values[5]]
    assert arrow.find_bad(column).to_pylist() == [
        {"row": 4, "offset": 0, "length": 1, "kind": "unexpected-continuation"}
    ]
    assert arrow.is_valid(column).to_pylist() == [True, None, True, None, False, True]
    for views in (None, True, False):
        text = arrow.to_utf8(column, "replace", views=views)
        text.validate(full=True)
        assert text.to_pylist() == ["one", None, "é", None, "\ufffd", values[5].decode()]
        # Readers that do not look at nulls see well-formed text too.
        without = pa.Array.from_buffers(text.type, len(text), [None, *text.buffers()[1:]])
        without.validate(full=True)


def addresses(array: pa.Array) -> list[int | None]:
    return [buffer and buffer.address for buffer in array.buffers()]


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_nothing_is_copied_where_all_is_well(kind: pa.DataType) -> None:
    values = values_of(1, 2000, errors=False)
    column = pa.array(values, kind)
    for part in (column, column.slice(100, 500), column.slice(3)):
        for errors in ("raise", "replace", "null", "as:windows-1252"):
            text = arrow.to_utf8(part, errors)
            assert text.type == TEXT[kind]
            assert addresses(text) == addresses(part)
    assert addresses(arrow.fix(arrow.to_utf8(column))) == addresses(column)
    encoded = column.dictionary_encode() if kind != pa.binary_view() else None
    if encoded is not None:
        text = arrow.to_utf8(encoded)
        assert addresses(text.dictionary) == addresses(encoded.dictionary)
        assert addresses(text)[1] == addresses(encoded)[1]


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_repair_keeps_the_old_data(kind: pa.DataType) -> None:
    values = [f"row {row}: a value that is too long to be in its view, é".encode() for row in range(1000)]
    values[77] = b"caf\xe9 and some more text after it"
    column = pa.array(values, kind)
    text = arrow.to_utf8(column, "replace")
    assert text.type == pa.string_view()
    data = column.buffers()[2]
    assert text.buffers()[2].address == data.address
    assert (
        sum(buffer.size for buffer in text.buffers()[len(column.buffers()) if kind == pa.binary_view() else 3 :]) < 100
    )
    text.validate(full=True)
    assert text.to_pylist() == [value.decode("utf-8", "replace") for value in values]
    if kind != pa.binary_view():
        assert arrow.to_utf8(column, "replace", views=False).type == TEXT[kind]
    # Short values are copied: views would take longer.
    short = pa.array([b"short", b"\xff"], kind)
    assert arrow.to_utf8(short, "replace").type == TEXT[kind]


@pytest.mark.parametrize("kind", BINARY, ids=str)
@pytest.mark.parametrize("errors", ["raise", "replace"])
def test_memory_lives_as_long_as_the_result(kind: pa.DataType, errors: str) -> None:
    values = [f"a value of some length, {row}".encode() * 5 for row in range(5000)]
    if errors == "replace":
        values[3] = b"\xff"
    gc.collect()
    before = pa.total_allocated_bytes()
    column = pa.array(values, kind)
    text = arrow.to_utf8(column, errors)
    del column
    gc.collect()
    pa.array([b"other" * 100] * 5000)
    assert text.to_pylist() == [value.decode("utf-8", "replace") for value in values]
    del text
    gc.collect()
    assert pa.total_allocated_bytes() <= before


def test_escape_can_be_undone() -> None:
    values = [rb"C:\temp", b"caf\xe9", rb"\xE9", b"", None, b"plain"]
    for kind in BINARY:
        text = arrow.to_utf8(pa.array(values, kind), "escape")
        text.validate(full=True)
        assert text.to_pylist() == [r"C:\\temp", r"caf\xE9", r"\\xE9", "", None, "plain"]


def test_transcode_there_and_back() -> None:
    texts = ["", "né", None, "漢字", "😀 and more", "x" * 100]
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        column = pa.array(texts, kind)
        for name in ["utf-16le", "utf-16be", "utf-32le", "utf-16", "utf-7", "cesu-8", "gb18030", "utf-8"]:
            wide = arrow.transcode(column, name)
            wide.validate(full=True)
            if name in ("utf-16le", "utf-16be", "utf-32le", "gb18030", "utf-8"):
                expected = [None if text is None else text.encode(name) for text in texts]
                assert wide.cast(pa.large_binary()).to_pylist() == expected
            back = arrow.transcode(wide, "utf-8", source=name)
            back.validate(full=True)
            assert back.to_pylist() == texts


def test_transcode_errors() -> None:
    column = pa.array(["a", "5 €", "漢", None])
    with pytest.raises(arrow.IllFormedError) as caught:
        arrow.transcode(column, "latin1")
    assert (caught.value.row, caught.value.offset, caught.value.length) == (1, 2, 3)
    assert caught.value.kind == "not-representable"
    assert arrow.transcode(column, "latin1", errors="null").to_pylist() == [b"a", None, None, None]
    assert arrow.transcode(column, "latin1", errors="replace").to_pylist() == [b"a", b"5 ?", b"?", None]
    assert arrow.transcode(column, "windows-1252", errors="replace").to_pylist() == [b"a", b"5 \x80", b"?", None]
    assert arrow.transcode(column, "windows-1252", errors="drop").to_pylist() == [b"a", b"5 \x80", b"", None]
    # What was written of a value before the error is not kept.
    part = arrow.transcode(pa.array(["abc 漢", "x"]), "windows-1252", errors="null")
    assert (part.to_pylist(), part.buffers()[2].to_pybytes()) == ([None, b"x"], b"x")
    wide = pa.array([b"a\0", b"\x00\xd8", b"b"])
    with pytest.raises(arrow.IllFormedError) as caught:
        arrow.transcode(wide, "utf-8", source="utf-16le")
    assert (caught.value.row, caught.value.offset, caught.value.length) == (1, 0, 2)
    assert arrow.transcode(wide, "utf-8", source="utf-16le", errors="replace").to_pylist() == ["a", "\ufffd", "\ufffd"]
    legacy = pa.array([b"\x81\x40", b"\x81"])
    with pytest.raises(arrow.IllFormedError) as caught:
        arrow.transcode(legacy, "utf-8", source="shift_jis")
    assert caught.value.row == 1
    assert arrow.transcode(legacy, "utf-8", source="shift_jis", errors="replace").to_pylist() == ["\u3000", "\ufffd"]
    with pytest.raises(ValueError, match="unknown encoding"):
        arrow.transcode(column, "no such encoding")
    with pytest.raises(ValueError, match="can be read, but not written"):
        arrow.transcode(column, "unicode-1-1-utf-8")


def test_transcode_dictionaries() -> None:
    column = pa.array(["é", "a", None, "é"]).dictionary_encode()
    wide = arrow.transcode(column, "utf-16be")
    assert wide.to_pylist() == [b"\0\xe9", b"\0a", None, b"\0\xe9"]
    column = pa.DictionaryArray.from_arrays(pa.array([0, 2, 1], pa.int8()), pa.array(["a", "€", "漢", "字"]))
    with pytest.raises(arrow.IllFormedError) as caught:
        arrow.transcode(column, "latin1")
    assert caught.value.row == 1
    assert arrow.transcode(column, "latin1", errors="null").to_pylist() == [b"a", None, None]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary()], ids=str)
def test_fix_undoes_what_is_certain(kind: pa.DataType) -> None:
    right = ["café au lait", "déjà vu", "don’t", None, "Ã", "x", "", "«Ça va?» É À Â ", "naïve – œuvre"]
    right = [text and f"{text} {row}" if row % 3 else text for row, text in enumerate(right * 300)]
    values = [
        text and (text.encode().decode("windows-1252", "replace") if text.startswith("café") else text)
        for text in right
    ]
    assert values != right
    column = pa.array(values).cast(kind)
    fixed, rows = arrow.fix(column, report=True)
    fixed.validate(full=True)
    assert fixed.to_pylist() == pa.array(right).cast(kind).to_pylist()
    assert rows.to_pylist() == [row for row, (old, new) in enumerate(zip(values, right)) if old != new]
    assert fixed.type in (kind, pa.string_view(), pa.binary_view())
    if kind == pa.string():
        encoded, rows = arrow.fix(column.dictionary_encode(), report=True)
        assert encoded.to_pylist() == right
        assert rows.to_pylist() == [row for row, (old, new) in enumerate(zip(values, right)) if old != new]


def test_rows_are_judged_by_themselves() -> None:
    # Together, the ends of these rows would be double-encoded text.
    values = ["caf\u00c3", "\u00a9 au lait"] * 2000
    assert arrow.fix(pa.array(values)).to_pylist() == values


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_a_row_is_fixed_wherever_it_stands(kind: pa.DataType) -> None:
    choose = random.Random("fix")
    words = [
        "caf\u00e9",
        "d\u00e9j\u00e0 vu",
        "\u043f\u0440\u0438\u0432\u0435\u0442",
        "\u6f22\u5b57",
        "don\u2019t",
        "plain",
        "\u20ac 5",
        "",
    ]
    values: list[bytes | None] = []
    for _ in range(4000):
        text = " ".join(choose.choices(words, k=choose.randrange(5)))
        encoding = choose.choice(["utf-8", "utf-8", "windows-1252", "windows-1251", "cp437", "gbk"])
        value = text.encode().decode(encoding, "replace").encode()
        if choose.randrange(50) == 0:
            value += b"\xff"
        values.append(None if choose.randrange(50) == 0 else value)
    # Parts in which every row is well-formed, and parts in which one is not.
    values += [value for value in values if value is None or is_text(value)] * 3
    column = pa.array(values, kind)
    alone = [arrow.fix(pa.array([value], kind)).to_pylist()[0] for value in values]
    fixed, rows = arrow.fix(column, report=True)
    assert fixed.to_pylist() == alone
    assert rows.to_pylist() == [row for row, (old, new) in enumerate(zip(values, alone)) if old != new]
    assert len(rows) > 1000
    part = column.slice(137, 6000)
    assert arrow.fix(part).to_pylist() == alone[137:6137]


def is_text(value: bytes) -> bool:
    return first_error(value) is None


def test_detect() -> None:
    german = ["Größe", "Straße", "schön", "Käse", "Übung", "Öl", "für", "müßig", "Äpfel", "weiß"] * 20
    russian = ["Москва", "привет", "мир", "хорошо", "спасибо", "улица", "город", "страна"] * 20
    assert arrow.detect(pa.array([word.encode("windows-1252") for word in german])).encoding == "windows-1252"
    assert arrow.detect(pa.array([word.encode("windows-1251") for word in russian])).encoding == "windows-1251"
    assert arrow.detect(pa.array([word.encode("koi8-r") for word in russian])).encoding in ("KOI8-R", "KOI8-U")
    assert arrow.detect(pa.array([word.encode("utf-16-le") for word in german])).encoding == "UTF-16LE"
    assert arrow.detect(pa.array([word.encode("utf-16-be") for word in german])).encoding == "UTF-16BE"
    found = arrow.detect(pa.array([*german, None]))
    assert found == ("UTF-8", "certain", "well-formed", None, len(german), 0)
    # A few values that are cut do not make a column another encoding.
    values = [word.encode() for word in german * 5]
    values[500] = b"Gr\xc3"
    assert arrow.detect(pa.array(values)).encoding == "UTF-8"
    assert arrow.detect(pa.array([], pa.binary())) == (None, None, None, None, 0, 0)
    mixed = [word.encode() for word in german] + [word.encode("windows-1252") for word in german]
    found = arrow.detect(pa.array(mixed).dictionary_encode())
    assert found.encoding == "windows-1252"
    assert 0 < found.ill_formed < found.values


def test_tables_of_one_column() -> None:
    values = values_of(2, 100)
    table = pa.table(
        {"text": pa.chunked_array([pa.array(values[:40], pa.binary()), pa.array(values[40:], pa.binary())])}
    )
    check(table, values)
    check(table.slice(7, 50), values[7:57])
    check(table.to_batches()[0], values[:40])
    struct = pa.StructArray.from_arrays([pa.array(values, pa.binary())], ["text"])
    check(struct.slice(10, 20), values[10:30])
    with pytest.raises(TypeError, match=r'expected one column, found 2: choose one of \["a", "b"\]'):
        arrow.find_bad(pa.table({"a": [b""], "b": [b""]}))
    with pytest.raises(TypeError, match="has nulls"):
        arrow.find_bad(pa.array([{"a": b"x"}, None], pa.struct([("a", pa.binary())])))


def test_what_is_no_column_of_text_is_a_type_error() -> None:
    for column in (
        pa.array([1]),
        pa.array([[1]]),
        pa.array([[b""]], pa.list_view(pa.binary())),
        pa.array([1]).dictionary_encode(),
    ):
        with pytest.raises(TypeError, match="expected a column of binary values or text"):
            arrow.find_bad(column)
    for thing in ([b""], b"", None, "text"):
        with pytest.raises(TypeError, match="__arrow_c_stream__"):
            arrow.find_bad(thing)
    with pytest.raises(ValueError, match=r"unknown value .* of errors"):
        arrow.to_utf8(pa.array([b""]), "surprise")
    with pytest.raises(ValueError, match="not the name of a single-byte encoding"):
        arrow.to_utf8(pa.array([b""]), "as:utf-16")


def test_results_for_any_library() -> None:
    class Opaque:
        def __init__(self, column: object) -> None:
            self.column = column

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.column.__arrow_c_stream__(requested_schema)

    column = Opaque(pa.chunked_array([[b"one", b"caf\xe9", None]]))
    text, bad = arrow.to_utf8(column, "replace", report=True)
    assert isinstance(text, arrow.Column) and isinstance(bad, arrow.Table)
    assert (len(text), text.null_count, len(bad)) == (3, 1, 1)
    assert text.to_pyarrow().to_pylist() == ["one", "caf\ufffd", None]
    assert text.to_polars().to_list() == ["one", "caf\ufffd", None]
    assert bad.to_polars()["row"].to_list() == [1]
    assert bad.to_pandas()["kind"].tolist() == ["unexpected-end"]
    assert pa.field(text.to_pyarrow().type).name == ""
    # A result can be read more than once, and is a column itself.
    assert arrow.find_bad(text).to_pylist() == []
    assert text.to_pyarrow().to_pylist() == ["one", "caf\ufffd", None]
    assert pa.DataType._import_from_c_capsule(text.__arrow_c_schema__()) == pa.string()


def test_errors_of_a_stream_are_reported() -> None:
    def batches():
        yield pa.record_batch({"a": [b"x"]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("a", pa.binary())]), batches())
    with pytest.raises(OSError, match="the disk is gone"):
        arrow.find_bad(reader)


def test_duckdb_relations() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql(
        "select case when i % 100 = 7 then '\\xC3'::blob else 'caf\\xC3\\xA9'::blob end as b from range(10000) t(i)"
    )
    bad = arrow.find_bad(relation)
    assert len(bad) == 100
    assert duckdb.sql("select count(*), min(row), max(row) from bad").fetchall() == [(100, 7, 9907)]
    text = arrow.to_utf8(relation, "replace").to_table("text")  # noqa: F841 (DuckDB finds it by its name)
    assert duckdb.sql("select count(*) from text where text = 'café'").fetchall() == [(9900,)]


def test_exceptions_can_be_pickled() -> None:
    with pytest.raises(arrow.IllFormedError) as caught:
        arrow.to_utf8(pa.array([b"\xff"]))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.row, copy.kind) == (str(caught.value), 0, "never-valid")


def test_threads() -> None:
    values = values_of(9, 20_000)
    column = pa.array(values)
    expected = arrow.find_bad(column)
    failures = []

    def work() -> None:
        for _ in range(5):
            if not arrow.find_bad(column).equals(expected):
                failures.append("find_bad")
            if arrow.to_utf8(column, "null").null_count != column.null_count + expected.num_rows:
                failures.append("to_utf8")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
