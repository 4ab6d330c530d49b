"""The codecs that `register` adds to Python."""

import codecs
import io
import random

import pytest
import utf8kit

utf8kit.register()
utf8kit.register()

# Text that each encoding has.
TEXTS = {
    "cesu-8": "aé漢\0😀 z",
    "mutf-8": "aé漢\0😀 z",
    "wtf-8": "aé漢\0😀\ud800 \udfff z",
    "rfc2279": "aé漢\0😀 z",
    "annex-r": "aé漢\0😀 z",
    "utf-1": "aé漢\0😀 z",
    "utf-7-imap": "a&é漢-😀 z",
    "ucs-2": "aé漢 z",
    "ucs-2le": "aé漢 z",
    "ucs-2be": "aé漢 z",
    "ucs-4": "aé漢😀 z",
    "ucs-4le": "aé漢😀 z",
    "ucs-4be": "aé漢😀 z",
}


@pytest.mark.parametrize("name", TEXTS)
def test_round_trip(name):
    text = TEXTS[name]
    data = text.encode(name)
    assert data.decode(name) == text
    assert data.decode(name.upper().replace("-", "_")) == text
    assert codecs.lookup(name).name == codecs.lookup(name.upper()).name
    assert bytearray(data).decode(name) == text
    assert "".encode(name) == b"" and b"".decode(name) == ""


@pytest.mark.parametrize("name", TEXTS)
def test_every_cut(name):
    text = TEXTS[name]
    data = text.encode(name)
    for first in range(len(data) + 1):
        for second in range(first, len(data) + 1):
            decoder = codecs.getincrementaldecoder(name)()
            pieces = [data[:first], data[first:second], data[second:]]
            found = "".join(decoder.decode(piece) for piece in pieces) + decoder.decode(b"", True)
            assert found == text, (first, second)
    for first in range(len(text) + 1):
        encoder = codecs.getincrementalencoder(name)()
        found = encoder.encode(text[:first]) + encoder.encode(text[first:]) + encoder.encode("", True)
        assert found.decode(name) == text
        if name != "utf-7-imap":
            assert found == data


@pytest.mark.parametrize("name", TEXTS)
def test_state_can_be_restored(name):
    text = TEXTS[name] * 3
    data = text.encode(name)
    for cut in range(len(data)):
        decoder = codecs.getincrementaldecoder(name)()
        start = decoder.decode(data[:cut])
        state = decoder.getstate()
        decoder.decode(data[cut:], True)
        decoder.setstate(state)
        assert start + decoder.decode(data[cut:], True) == text
        decoder.reset()
        assert decoder.decode(data, True) == text


@pytest.mark.parametrize("name", TEXTS)
def test_damaged_text_in_pieces_is_like_the_whole(name):
    choose = random.Random(name)
    for _ in range(300):
        data = bytearray((TEXTS[name] * 4).encode(name))
        for _ in range(3):
            data[choose.randrange(len(data))] = choose.randrange(256)
        data = bytes(data)
        whole = data.decode(name, "replace")
        decoder = codecs.getincrementaldecoder(name)("replace")
        cuts = sorted(choose.randrange(len(data)) for _ in range(5))
        pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert "".join(map(decoder.decode, pieces)) + decoder.decode(b"", True) == whole


@pytest.mark.parametrize("name", TEXTS)
def test_files(name, tmp_path):
    text = "".join(f"{number} {TEXTS[name]}\n" for number in range(3000))
    path = tmp_path / "text"
    with open(path, "w", encoding=name, newline="") as file:
        file.write(text)
    with open(path, encoding=name, newline="") as file:
        assert file.read(7) == text[:7]
        place = file.tell()
        rest = file.read()
        file.seek(place)
        assert file.read() == rest
        assert text[:7] + rest == text
        file.seek(0)
        assert sum(1 for _ in file) == 3000
    data = path.read_bytes()
    reader = codecs.getreader(name)(io.BytesIO(data))
    assert reader.read() == text
    reader = codecs.getreader(name)(io.BytesIO(data))
    assert [reader.readline() for _ in range(3)] == text.splitlines(True)[:3]
    stream = io.BytesIO()
    codecs.getwriter(name)(stream).write(text)
    assert stream.getvalue().decode(name) == text


def test_errors_have_fields():
    with pytest.raises(UnicodeDecodeError) as info:
        b"ab\xc0\xafc".decode("cesu-8")
    assert (info.value.start, info.value.end, info.value.kind) == (2, 3, "overlong")
    assert info.value.clause == "UTR #26 section 2"
    with pytest.raises(UnicodeDecodeError) as info:
        b"a\xf7\xbf\xbf\xbfb".decode("rfc2279")
    assert (info.value.start, info.value.end) == (1, 5)
    assert b"a\xf7\xbf\xbf\xbfb".decode("rfc2279", "replace") == "a\ufffdb"
    with pytest.raises(UnicodeEncodeError) as info:
        "a\ud800".encode("cesu-8")
    assert (info.value.start, info.value.end, info.value.reason) == (1, 2, "surrogates not allowed")
    with pytest.raises(UnicodeEncodeError) as info:
        "a😀".encode("ucs-2")
    assert (info.value.start, info.value.end) == (1, 2)
    assert "a😀".encode("ucs-2be", "xmlcharrefreplace").decode("ucs-2be") == "a&#128512;"


def test_signatures_of_ucs():
    for name, encoding in [("ucs-2", "utf-16"), ("ucs-4", "utf-32")]:
        for order in ["le", "be"]:
            data = "\ufeffaé\n".encode(f"{encoding}-{order}")
            assert data.decode(name) == "aé\n"
            decoder = codecs.getincrementaldecoder(name)()
            assert "".join(decoder.decode(data[at : at + 1]) for at in range(len(data))) == "aé\n"
            assert codecs.getreader(name)(io.BytesIO(data)).read() == "aé\n"


def test_old_hangul():
    # HANGUL SYLLABLE GAG was U+3401 in Unicode 1.1.
    assert "\u3401".encode().decode("unicode-1-1-utf-8") == "\uac01"


def test_what_python_knows_is_left_to_python():
    for name in ["utf-8", "utf-7", "utf-16", "utf-32", "latin-1", "ascii", "utf-8-sig"]:
        assert codecs.lookup(name) is codecs.lookup(name)
        assert not codecs.lookup(name).decode.__module__.startswith("utf8kit")
    with pytest.raises(LookupError):
        codecs.lookup("no-such-encoding")
