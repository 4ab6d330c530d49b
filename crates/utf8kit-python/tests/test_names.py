"""Every name that `detect` answers is one that other functions know, or say that they do not know."""

import codecs
import zlib
from pathlib import Path

import pyarrow as pa
import pytest
import utf8kit
from sampling import THOROUGH
from utf8kit import arrow, lint

# What `detect` answers, of encodings that are not Unicode's.
SINGLE = """
    windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258
    windows-874 ISO-8859-1 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-9
    ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 KOI8-R KOI8-U macintosh x-mac-cyrillic
    IBM437 IBM850 IBM852 IBM855 IBM866
""".split()
MULTI = """
    Shift_JIS EUC-JP ISO-2022-JP EUC-KR UHC ISO-2022-KR Big5 GBK gb18030 GB2312 HZ-GB-2312
""".split()
ABSENT = ["shift_jisx0213"]


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
    text = "한글" if name in ("EUC-KR", "UHC", "ISO-2022-KR") else "日本" if "JP" in name or "JIS" in name else "中文"
    data = text.encode(codec)
    assert arrow.transcode(pa.array([data]), "utf-8", source=name).to_pylist() == [text]
    with pytest.raises(ValueError, match="single-byte"):
        utf8kit.repair(b"a", "as:" + name)


def test_python_s_names_are_known():
    import codecs
    import encodings.aliases

    absent = {"euc_jis_2004", "euc_jisx0213", "shift_jis_2004", "shift_jisx0213"}
    count = 0
    for name in sorted({*encodings.aliases.aliases, *encodings.aliases.aliases.values()}):
        try:
            codec = codecs.lookup(name)
        except LookupError:
            continue
        is_known = codec._is_text_encoding and codec.name not in absent and not codec.name.startswith("iso2022_jp_")
        if is_known and codec.name not in ("idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"):
            assert arrow.transcode(pa.array([b""]), "utf-8", source=name).to_pylist() == [""], name
            count += 1
    assert count > 300
    for name in ["latin", "8859", "iso_ir_144", "cp1251"]:
        assert utf8kit.decode(b"\xe9", errors="as:" + name) == b"\xe9".decode(name)


@pytest.mark.parametrize("name", ABSENT)
def test_what_columns_cannot_be_in_is_said(name):
    with pytest.raises(ValueError, match=r"decode each value with Python's codec"):
        arrow.transcode(pa.array([b"a"]), "utf-8", source=name)


def test_tables_replace_what_they_lack():
    assert arrow.transcode(pa.array(["é😀"]), "IBM850", errors="replace").to_pylist() == [b"\x82?"]
    with pytest.raises(arrow.IllFormedError, match="cannot be represented in IBM850"):
        arrow.transcode(pa.array(["😀"]), "IBM850")
    assert arrow.transcode(pa.array([b"\\\x82"]), "utf-8", source="cp850", errors="escape").to_pylist() == ["\\\\é"]
    with pytest.raises(arrow.IllFormedError, match="`D5` stands for no character in IBM857"):
        arrow.transcode(pa.array([b"a\xd5"]), "utf-8", source="cp857")


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("Mazovia", b"Za\xa7\xa2\x92\x8d", "Zażółć"),
        ("kamenicky", b"k\x96\xa4", "kůň"),
        ("EUC-TW", b"\xc4\xe3\x8e\xa2\xa1\xa1", "中乂"),
        ("IBM285", b"\x5b", "£"),
        ("ISO-2022-CN", b"\x1b$)A\x0eVP\x0f", "中"),
        ("GSM-03.38", b"\x1be\x09", "€Ç"),
        ("GSM-03.38-Turkish", b"\x0c\x1b\x28", "ğ{"),
        ("gsm-03.38-hindi-packed", b"\xcd\x28", "हि"),
        ("ISO_6937", b"\xc2e", "é"),
        ("ANSEL", b"\xe2e", "e\u0301"),
        ("MARC-8", b"\xe2e\x1b(NVUK\x1b(B", "e\u0301жук"),
        ("MARC-8", b"\x1b$1\x21\x30\x34\x1b(B!", "中!"),
        ("DICOM-IR-87", b"\x1b$B;3ED\x1b(B^", "山田^"),
        ("DICOM-PN-IR-126", b"\xe1^\x1b)I\xb1\x1b-F", "α^ｱ"),
    ],
)
def test_encodings_that_python_lacks_are_known_everywhere(name, data, text):
    assert utf8kit.decode(data, name) == text
    assert utf8kit.encode(text, name) == data
    assert arrow.transcode(pa.array([data]), "utf-8", source=name).to_pylist() == [text]
    assert arrow.transcode(pa.array([text]), name).to_pylist() == [data]
    utf8kit.register()
    assert data.decode(name) == text
    assert text.encode(name) == data
    points = [f"U+{ord(c):04X}" for c in text]
    assert [c["code_point"] for item in lint.inspect(data, name) for c in item["characters"]] == points
    with pytest.raises(UnicodeEncodeError, match="character is not in the encoding"):
        utf8kit.encode("\u0f00", name)
    assert utf8kit.encode("\u0f00", name, "replace") == "?".encode(name)


def test_errors_of_encodings_that_python_lacks_are_replaced():
    assert utf8kit.decode(b"a\xd5\\", "euc-tw", "replace") == "a\ufffd\\"
    assert utf8kit.decode(b"a\xff\\", "euc-tw", "escape") == "a\\xFF\\\\"
    with pytest.raises(UnicodeDecodeError, match="stands for no character in EUC-TW") as caught:
        utf8kit.decode(b"a\xff", "euc-tw")
    assert (caught.value.start, caught.value.end) == (1, 2)
    # Python has these, and decodes them itself.
    assert utf8kit.decode(b"\x81", "cp437") == "ü"
    with pytest.raises(UnicodeDecodeError):
        utf8kit.decode(b"\x81", "cp1252")


def test_columns_write_gbk_that_its_readers_know():
    assert arrow.transcode(pa.array(["€丂"]), "gbk").to_pylist() == [b"\x80\x81\x40"]
    with pytest.raises(arrow.IllFormedError, match="cannot be represented in GBK"):
        arrow.transcode(pa.array(["😀"]), "gbk")
    assert arrow.transcode(pa.array([b"\x94\x39\xfc\x36"]), "utf-8", source="gbk").to_pylist() == ["😀"]


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


def table():
    """Returns what each encoding reads and writes, as checksums that the tests of every package are compared with."""
    lines = (Path(__file__).parents[2] / "utf8kit-test/data/encodings.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines[1:]]


# Columns read these names as browsers do, which other names of the encodings do not mean.
OTHER_NAMES = {
    "KOI8-U": "csKOI8U",
    "ISO-8859-9": "IBM920",
    "ISO-8859-11": "ISO_8859-11",
    "TIS-620": "ISO-IR-166",
    "GB2312": "EUC-CN",
    "EUC-KR": "OSF0004000A",
    "BIG5-HKSCS": "BIG5-HKSCS:2008",
}

SEQUENCES = b"".join(
    pair + b"A\n"
    for pair in [*(bytes([a]) for a in range(256)), *(bytes([a, b]) for a in range(256) for b in range(256))]
)


def of_columns(name):
    """Returns the name by which columns know an encoding. The byte order of a text without a signature is the machine's."""
    return OTHER_NAMES.get(name, f"{name}BE" if name in ("UTF-16", "UTF-32") else name)


def checksum(data):
    return f"{zlib.crc32(data):08x}"


# Here Python has more errors, numbers that are no character, or one for a run of surplus continuation bytes.
OTHER_ERRORS = {"ISO-10646-UCS-4", "UCS-4BE", "UCS-4LE", "Annex-R", "Annex-R.5"}


def test_errors_of_every_encoding_are_those_of_the_rust_library():
    lines = []

    def collect(error):
        # Some are decoded by codecs of CPython, which name no kinds.
        kind = getattr(error, "kind", None)
        lines.append(f"{kind} {error.object[error.start : error.end].hex()}\n")
        return "?", error.end if kind else len(error.object)

    codecs.register_error("utf8kit-collect", collect)
    seen, compared = set(), set()
    for encoding, _, errors, _, _ in table():
        # Most have the errors of another one. A thorough run tries all, others a third of those that differ.
        is_new = errors not in seen
        seen.add(errors)
        if not THOROUGH and not (is_new and len(seen) % 3 == 1):
            continue
        name = of_columns(encoding)
        lines.clear()
        utf8kit.decode(SEQUENCES, name, "utf8kit-collect")
        is_of_cpython = any(line.startswith("None ") for line in lines)
        if not is_of_cpython and name not in OTHER_ERRORS:
            assert checksum("".join(lines).encode()) == errors, name
            compared.add(errors)
    assert len(compared) >= (90 if THOROUGH else 25)


def test_columns_of_every_encoding_are_what_the_rust_library_reads_and_writes():
    characters = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x10000), *range(0x20000, 0x30000), 0x10FFFF]))

    def decoded(data, name):
        [text] = arrow.transcode(pa.array([data]), "utf-8", source=name, errors="escape").to_pylist()
        return checksum(text.encode())

    for encoding, read, _, written, back in table():
        name = of_columns(encoding)
        assert decoded(SEQUENCES, name) == read, name
        if written != "-" and encoding not in ("UTF-16", "UTF-32"):
            [data] = arrow.transcode(pa.array([characters]), name, errors="replace").to_pylist()
            data = data.encode() if isinstance(data, str) else data
            assert checksum(data) == written, name
            assert decoded(data, name) == back, name
