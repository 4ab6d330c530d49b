"""Every name that `detect` answers is one that other functions know, or say that they do not know."""

import pyarrow as pa
import pytest
import utf8kit
from utf8kit import arrow, lint

# What `detect` answers, of encodings that are not Unicode's.
SINGLE = """
    windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258
    windows-874 ISO-8859-1 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-9
    ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 KOI8-R KOI8-U macintosh x-mac-cyrillic
    IBM437 IBM850 IBM852 IBM855 IBM866
""".split()
MULTI = ["Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR", "UHC", "Big5", "GBK", "gb18030", "GB2312"]
ABSENT = ["HZ-GB-2312", "ISO-2022-KR"]


@pytest.mark.parametrize("name", SINGLE)
def test_single_byte_encodings_are_known_everywhere(name):
    codec = lint._codec(name)
    assert codec is not None
    byte = next(bytes([byte]) for byte in range(0xC0, 0x100) if bytes([byte]).decode(codec, "ignore"))
    c = byte.decode(codec)
    assert utf8kit.decode(b"a\xff", errors="as:" + name)[0] == "a"
    assert utf8kit.repair(b"\x80a", "as:" + name).endswith(b"a")
    column = pa.array([b"a" + byte])
    assert arrow.transcode(column, "utf-8", source=name).to_pylist() == ["a" + c]
    assert arrow.transcode(pa.array(["a" + c]), name).to_pylist() == [b"a" + byte]


@pytest.mark.parametrize("name", MULTI)
def test_encodings_of_several_bytes_are_known_to_columns(name):
    codec = lint._codec(name) or name
    text = "한글" if name in ("EUC-KR", "UHC") else "日本" if "JP" in name or "JIS" in name else "中文"
    data = text.encode(codec)
    assert arrow.transcode(pa.array([data]), "utf-8", source=name).to_pylist() == [text]
    with pytest.raises(ValueError, match="single-byte"):
        utf8kit.repair(b"a", "as:" + name)


@pytest.mark.parametrize("name", ABSENT)
def test_what_columns_cannot_be_in_is_said(name):
    with pytest.raises(ValueError, match=r"decode each value with Python's codec"):
        arrow.transcode(pa.array([b"a"]), "utf-8", source=name)


def test_tables_replace_what_they_lack():
    assert arrow.transcode(pa.array(["é😀"]), "IBM850", errors="replace").to_pylist() == [b"\x82?"]
    with pytest.raises(arrow.IllFormedError, match="cannot be represented in cp850"):
        arrow.transcode(pa.array(["😀"]), "IBM850")
    assert arrow.transcode(pa.array([b"\\\x82"]), "utf-8", source="cp850", errors="escape").to_pylist() == ["\\\\é"]
    with pytest.raises(arrow.IllFormedError, match="cp857 has no character for"):
        arrow.transcode(pa.array([b"a\xd5"]), "utf-8", source="cp857")


def test_the_codec_decodes_what_was_detected():
    import random

    choose = random.Random(7)
    samples = [b"\x89PNG\r\n\x1a\n", "5 € où".encode("iso-8859-15"), b"\xa4", b"caf\xe9"]
    samples += [bytes(choose.choices([*range(256)], k=choose.randrange(1, 30))) for _ in range(2000)]
    samples += [bytes(choose.choices([*b"abc ", *range(0x80, 0x100)], k=20)) for _ in range(1000)]
    for data in samples:
        found = utf8kit.detect(data)
        if found.python_name is not None and found.ill_formed_at is None:
            data.decode(found.python_name, "strict" if found.other_from is None else "replace")
