"""Columns are converted in blocks where they can be. The results are those of each value by itself."""

import random

import pyarrow as pa
import pytest
import utf8kit
from utf8kit import arrow

TEXTS = {
    "ascii": "plain text 0123\n\t\\~\x1b$B\x0e\x0f",
    "latin": "éàüß±×Ÿ€Žœ",
    "cyrillic": "жизньЁё№",
    "japanese": "日本語カタカナｱｲ、。",
    "korean": "한국어",
    "chinese": "中文简体",
    "astral": "😀𝒳漢é",
}

SOURCES = {
    "windows-1252": "latin",
    "ISO-8859-1": "latin",
    "windows-1251": "cyrillic",
    "KOI8-R": "cyrillic",
    "IBM866": "cyrillic",
    "Shift_JIS": "japanese",
    "EUC-JP": "japanese",
    "ISO-2022-JP": "japanese",
    "EUC-KR": "korean",
    "gb18030": "chinese",
    "HZ-GB-2312": "chinese",
    "Big5": "chinese",
    "utf-8": "astral",
    "cesu-8": "astral",
    "mutf-8": "astral",
    "utf-7": "astral",
}


def rows(choose, letters, encoding):
    """Returns values of which few are damaged, some are empty, and some are null."""
    values = []
    for _ in range(choose.choice([1, 50, 3000])):
        kind = choose.random()
        if kind < 0.05:
            values.append(None)
        elif kind < 0.1:
            values.append(b"")
        else:
            text = "".join(choose.choices(TEXTS["ascii"][:15] + letters, k=choose.randrange(40)))
            values.append(text.encode(utf8kit.lint._codec(encoding) or encoding, "ignore"))
    for _ in range(choose.choice([0, 0, 1, 20])):
        at = choose.randrange(len(values))
        if values[at]:
            damaged = bytearray(values[at])
            damaged[choose.randrange(len(damaged))] = choose.randrange(256)
            values[at] = bytes(damaged)
    return values


def one_by_one(values, to, source):
    # Views are not converted in blocks.
    result = []
    for value in values:
        result.append(arrow.transcode(pa.array([value], pa.binary_view()), to, source=source, errors="null")[0].as_py())
    return result


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("to", ["utf-8", "utf-16le", "windows-1252", "Shift_JIS"])
def test_blocks_are_like_single_values(source, to):
    utf8kit.register()
    choose = random.Random(source + to)
    letters = TEXTS[SOURCES[source]]
    for _ in range(4):
        values = rows(choose, letters, source)
        array = pa.array([b"xx", *values], pa.binary()).slice(1)
        expected = one_by_one(values, to, source)
        for column in [array, array.cast(pa.large_binary())]:
            done = arrow.transcode(column, to, source=source, errors="null")
            done.validate(full=True)
            assert done.to_pylist() == expected
            replaced = arrow.transcode(column, to, source=source, errors="replace").to_pylist()
            assert [value for value, good in zip(replaced, expected) if good is not None] == [
                good for good in expected if good is not None
            ]
            assert [value is None for value in replaced] == [value is None for value in values]


@pytest.mark.parametrize("source", ["ARMSCII-8", "x-mac-arabic", "x-mac-farsi"])
def test_bytes_that_become_ascii_make_up_for_none_that_become_three(source):
    choose = random.Random(source)
    single = [bytes([byte]) for byte in range(0x80, 0x100)]
    good = [value for value in single if one_by_one([value], "utf-8", source) != [None]]
    lengths = {len(value) for value in one_by_one(good, "utf-8", source)}
    assert 1 in lengths, lengths
    for _ in range(50):
        values = [b"".join(choose.choices(good, k=choose.randrange(4))) for _ in range(choose.randrange(1, 9))]
        done = arrow.transcode(pa.array(values, pa.binary()), "utf-8", source=source)
        done.validate(full=True)
        assert done.to_pylist() == one_by_one(values, "utf-8", source)


@pytest.mark.parametrize("to", ["utf-16le", "utf-16be"])
def test_a_character_that_two_values_share_is_none(to):
    column = pa.array([b"a\xc3", b"\xa9b", b"c"])
    assert arrow.transcode(column, to, errors="null").to_pylist() == [None, None, "c".encode(to)]
    with pytest.raises(arrow.IllFormedError, match="row 0"):
        arrow.transcode(column, to)


@pytest.mark.parametrize("source", ["Shift_JIS", "EUC-KR", "Big5", "gb18030", "utf-8"])
def test_values_are_told_apart_by_a_mark_that_none_of_them_has(source):
    to = "utf-8" if source != "utf-8" else "Shift_JIS"
    word = "中" if source != "EUC-KR" else "한"
    whole = word.encode(utf8kit.lint._codec(source) or source)
    plain = [whole, b"", None, b"a" + whole]
    for values in [
        plain,
        *([*plain, whole + mark + whole, mark, mark + mark] for mark in [b"\n", b"\0", b"\x1e", b"\x1f"]),
        [*plain, b"\n", b"\0", b"\x1e", b"\x1f", whole],
        [b"\n\0\x1e\x1f"],
        # A character that two values share is none.
        [*plain, whole[:1], whole[1:], whole],
        [*plain, whole[:-1]],
        [*plain, whole[:-1], b"\n"],
    ]:
        column = pa.array(values, pa.binary())
        expected = one_by_one(values, to, source)
        assert arrow.transcode(column, to, source=source, errors="null").to_pylist() == expected
        assert expected[0] is not None


def test_bytes_of_null_rows_mean_nothing():
    data = pa.py_buffer("aéXXbé".encode("cp1252"))
    offsets = pa.array([0, 2, 4, 6], pa.int32()).buffers()[1]
    column = pa.Array.from_buffers(pa.binary(), 3, [pa.py_buffer(b"\x05"), offsets, data])
    assert arrow.transcode(column, "utf-8", source="cp1252").to_pylist() == ["aé", None, "bé"]
    column = pa.Array.from_buffers(pa.binary(), 3, [pa.py_buffer(b"\x05"), offsets, pa.py_buffer(b"abXXcd")])
    for to, width in [("utf-8", 1), ("utf-16le", 2)]:
        done = arrow.transcode(column, to, source="utf-8" if width == 2 else "cp1252")
        assert [value if value is None else len(value) for value in done.to_pylist()] == [2 * width, None, 2 * width]


def test_backslashes_are_doubled_in_ascii_too():
    column = pa.array([b"a\\b", b"c\x81"])
    done = arrow.transcode(column, "utf-8", source="windows-1252", errors="escape")
    assert done.to_pylist()[0] == "a\\\\b"
    assert arrow.transcode(column.slice(0, 1), "utf-16le", errors="escape").to_pylist() == ["a\\\\b".encode("utf-16le")]


def test_identity_shares_the_memory():
    column = pa.array(["né" * 100] * 1000)
    done = arrow.transcode(column, "utf-8")
    assert done.buffers()[2].address == column.buffers()[2].address
    assert done.equals(column)
    for of_type in [pa.binary(), pa.large_binary(), pa.binary_view()]:
        done = arrow.transcode(column.cast(pa.binary()).cast(of_type), "UTF-8", source="utf8")
        assert done.to_pylist() == column.to_pylist()
    damaged = pa.array([b"fine", b"\xff"])
    assert arrow.transcode(damaged, "utf-8", errors="replace").to_pylist() == ["fine", "\ufffd"]
    with pytest.raises(arrow.IllFormedError, match="row 1"):
        arrow.transcode(damaged, "utf-8")


@pytest.mark.parametrize("name", [*SOURCES, "GBK", "UHC", "GB2312", "IBM850", "macintosh", "wtf-8"])
@pytest.mark.parametrize("to", ["utf-8", "utf-16le", "Shift_JIS", "windows-1252"])
def test_each_byte_of_ascii_is_what_it_is_by_itself(name, to):
    values = [bytes([byte]) for byte in range(128)] + [
        bytes(range(128)),
        b"~{VP~}+AGE-",
        b"\x1b$B;3\x1b(B",
        b"\x0e!!\x0f",
    ]
    in_blocks = arrow.transcode(pa.array(values, pa.binary()), to, source=name, errors="null").to_pylist()
    assert in_blocks == arrow.transcode(pa.array(values, pa.binary_view()), to, source=name, errors="null").to_pylist()
