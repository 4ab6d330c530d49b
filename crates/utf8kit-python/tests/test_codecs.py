"""The codecs that `register` adds to Python."""

import codecs
import io
import itertools
import random
import sys
import threading

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
    "annex-r.5": "aé漢\0😀 z",
    "utf-1": "aé漢\0😀 z",
    "utf-7-imap": "a&é漢-😀 z\té",
    "ucs-2": "aé漢 z",
    "ucs-2le": "aé漢 z",
    "ucs-2be": "aé漢 z",
    "ucs-4": "aé漢😀 z",
    "ucs-4le": "aé漢😀 z",
    "ucs-4be": "aé漢😀 z",
    "unicode-1-1-utf-8-old-hangul": "aé漢각\0😀 z",
    "iso-2022": "aé漢\0😀 z",
}

# Bytes of what is decoded, but not encoded.
DECODED = {
    "unicode-1-1-utf-8": ("a\u3401é z".encode(), "a\uac01é z"),
}

# Text and bytes of all.
ALL = {name: (text, text.encode(name)) for name, text in TEXTS.items()} | {
    name: (text, data) for name, (data, text) in DECODED.items()
}


codecs.register_error("each byte", lambda error: ("?" * (error.end - error.start), error.end))


def pieces_of(data, choose):
    cuts = sorted(choose.randrange(len(data) + 1) for _ in range(choose.randrange(6)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def decoded(name, pieces, errors="strict"):
    decoder = codecs.getincrementaldecoder(name)(errors)
    return "".join(map(decoder.decode, pieces)) + decoder.decode(b"", True)


def encoded(name, pieces):
    encoder = codecs.getincrementalencoder(name)()
    return b"".join(map(encoder.encode, pieces)) + encoder.encode("", True)


def test_every_encoding_is_tested():
    from utf8kit._utf8kit import encoding_name

    names = {encoding_name(name) for name in ALL}
    assert all(names) and len(names) == len(ALL)


@pytest.mark.parametrize("name", TEXTS)
def test_round_trip(name):
    text = TEXTS[name]
    data = text.encode(name)
    assert data.decode(name) == text
    assert data.decode(name.upper().replace("-", "_")) == text
    assert codecs.lookup(name).name == codecs.lookup(name.upper()).name
    assert bytearray(data).decode(name) == text
    assert "".encode(name) == b"" and b"".decode(name) == ""


@pytest.mark.parametrize("name", ALL)
def test_every_cut(name):
    text, data = ALL[name]
    assert data.decode(name) == text
    for first in range(len(data) + 1):
        for second in range(first, len(data) + 1):
            assert decoded(name, [data[:first], data[first:second], data[second:]]) == text, (first, second)
    for first in range(len(text) + 1 if name in TEXTS else 0):
        found = encoded(name, [text[:first], text[first:]])
        assert found.decode(name) == text
        if name != "utf-7-imap":
            assert found == data


@pytest.mark.parametrize("name", ALL)
def test_state_can_be_restored(name):
    text, data = (part * 3 for part in ALL[name])
    for cut in range(len(data)):
        decoder = codecs.getincrementaldecoder(name)()
        start = decoder.decode(data[:cut])
        held, number = decoder.getstate()
        # `tell` of a file stores the number in 32 bits.
        assert data[:cut].endswith(held) and 0 <= number < 1 << 31
        decoder.decode(data[cut:], True)
        decoder.setstate((held, number))
        assert start + decoder.decode(data[cut:], True) == text
        decoder.reset()
        assert decoder.decode(data, True) == text


@pytest.mark.parametrize("name", ALL)
def test_streams_are_like_the_whole(name):
    choose = random.Random(name)
    one, one_data = ALL[name]
    text, data = one * 40, one_data * 40
    for size in [-1, 1, 2, 3, 7, 72]:
        reader = codecs.getreader(name)(io.BytesIO(data))
        assert "".join(iter(lambda: reader.read(size), "")) == text, size
    for chunk in [1, 2, 5, 8192]:
        file = io.TextIOWrapper(io.BytesIO(data), encoding=name, newline="")
        file._CHUNK_SIZE = chunk
        found = []
        for _ in range(20):
            count = choose.randrange(12)
            place = file.tell()
            first = file.read(count)
            file.seek(place)
            assert file.read(count) == first, (chunk, place)
            found.append(first)
        assert "".join(found) + file.read() == text


@pytest.mark.parametrize("name", TEXTS)
def test_files_that_are_written_in_pieces_can_be_read(name, tmp_path):
    choose = random.Random(name)
    text = "".join(f"{number}\n{TEXTS[name]}\n" for number in range(40))
    for _ in range(20):
        path = tmp_path / "text"
        with open(path, "w", encoding=name, newline="") as file:
            for piece in pieces_of(text, choose):
                file.write(piece)
        with open(path, encoding=name, newline="") as file:
            assert file.read() == text
        assert path.read_bytes().decode(name) == text
        stream = io.BytesIO()
        writer = codecs.getwriter(name)(stream)
        writer.writelines(pieces_of(text, choose))
        writer.reset()
        assert stream.getvalue().decode(name) == text


def test_what_a_file_ends_with_is_written(tmp_path):
    path = tmp_path / "text"
    for name, text in [("utf-7-imap", "é"), ("utf-7-imap", "é\n"), ("annex-r", "x日"), ("utf-1", "é")]:
        with open(path, "w", encoding=name, newline="") as file:
            for c in text:
                file.write(c)
        with open(path, encoding=name, newline="") as file:
            assert file.read() == text
        assert codecs.getreader(name)(io.BytesIO(text.encode(name))).read() == text


def test_readers_report_what_is_cut():
    for name, data in [("cesu-8", b"a\xe6\xbc"), ("utf-7-imap", b"a&AO"), ("ucs-2be", b"\0a\0"), ("annex-r", b"a\xe6")]:
        with pytest.raises(UnicodeDecodeError):
            codecs.getreader(name)(io.BytesIO(data)).read()
        with pytest.raises(UnicodeDecodeError):
            list(codecs.getreader(name)(io.BytesIO(data)))
        assert codecs.getreader(name)(io.BytesIO(data), "ignore").read() == "a"


def test_surrogates_of_wtf8_are_joined():
    assert "\ud83d\ude00".encode("wtf-8") == "😀".encode()
    assert encoded("wtf-8", ["a\ud83d", "\ude00b"]) == "a😀b".encode()
    assert encoded("wtf-8", ["\ud83d", "", "\ud83d", "\ude00"]) == b"\xed\xa0\xbd\xf0\x9f\x98\x80"
    encoder = codecs.getincrementalencoder("wtf-8")()
    encoder.encode("\ud83d")
    state = encoder.getstate()
    encoder.reset()
    assert encoder.encode("\ude00") == b"\xed\xb8\x80"
    encoder.setstate(state)
    assert encoder.encode("\ude00") == "😀".encode()
    # Each on its own, they are ill-formed, however the pieces fall.
    pair = b"\xed\xa0\xbd\xed\xb8\x80"
    for cut in range(len(pair) + 1):
        with pytest.raises(UnicodeDecodeError):
            decoded("wtf-8", [pair[:cut], pair[cut:]])


@pytest.mark.parametrize("errors", ["strict", "replace", "surrogateescape", "drop"])
@pytest.mark.parametrize("name", ["wtf-8", "cesu-8", "mutf-8"])
def test_surrogates_side_by_side_in_pieces_are_like_the_whole(name, errors):
    parts = [b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xed", b"\xed\xaf", b"a", b"\xf0\x9f\x98\x80"]
    for data in (b"".join(some) for some in itertools.product(parts, repeat=4)):
        try:
            whole = codecs.decode(data, name, errors)
        except UnicodeDecodeError:
            whole = None
        for step in (1, 2, 3, 4, 5):
            decoder = codecs.getincrementaldecoder(name)(errors)
            try:
                pieces = "".join(decoder.decode(data[at : at + step]) for at in range(0, len(data), step))
                pieces += decoder.decode(b"", True)
            except UnicodeDecodeError:
                pieces = None
            assert pieces == whole, (data, step)


def test_runs_of_utf_7_imap_may_follow_each_other_in_pieces_alone():
    assert b"&AOk-&AOk-".decode("utf-7-imap") == "éé"
    assert "éé".encode("utf-7-imap") == b"&AOkA6Q-"
    for errors in ["replace", "escape", "surrogateescape"]:
        assert b"&AOk-&AOk-".decode("utf-7-imap", errors) == "éé"
    assert b"\\&AOk-&AOk-\xff".decode("utf-7-imap", "escape") == "\\\\éé\\xFF"


def test_runs_of_annex_r_are_one_sequence_in_pieces_too():
    data = b"x\xe6\x97\xa5\x80\x80\x80\x80y\x80"
    for errors, expected in [("replace", "x日\ufffdy\ufffd"), ("escape", "x日\\x80\\x80\\x80\\x80y\\x80")]:
        for cut in range(len(data) + 1):
            assert decoded("annex-r", [data[:cut], data[cut:]], errors) == expected, cut
    assert data.decode("annex-r", "surrogateescape").encode("utf-8", "surrogateescape") == data
    with pytest.raises(UnicodeDecodeError) as info:
        data.decode("annex-r")
    assert (info.value.start, info.value.end) == (4, 8)


def test_what_is_announced_holds_for_the_pieces_that_follow(tmp_path):
    assert encoded("iso-2022", ["", "é", "", "\x1b", "[m", "é"]) == "é\x1b[mé".encode("iso-2022")
    encoder = codecs.getincrementalencoder("iso-2022")()
    assert encoder.encode("é") == b"\x1b%G\xc3\xa9"
    state = encoder.getstate()
    assert encoder.encode("é", True) == b"\xc3\xa9\x1b%@"
    assert encoder.encode("é") == b"\x1b%G\xc3\xa9"
    encoder.reset()
    assert encoder.encode("", True) == b""
    encoder.setstate(state)
    assert encoder.encode("\x1b") == b"\x1b"
    # After ESC, this would be an escape sequence.
    with pytest.raises(UnicodeEncodeError):
        encoder.encode("%")
    encoder.errors = "replace"
    assert encoder.encode("%é") == b"?\xc3\xa9"
    path = tmp_path / "text"
    for text in ["é", "日"]:
        with open(path, "a", encoding="iso-2022", newline="") as file:
            for c in text * 3:
                file.write(c)
    assert path.read_bytes() == "\x1b%Gééé\x1b%G日日日".encode()
    assert path.read_text("iso-2022") == "ééé日日日"


@pytest.mark.parametrize("announcement", [b"\x1b%G", b"\x1b%/I", b"\x1b%/F\0\0\0a\0\0\0\x1b\0\0\0%\0\0\0G"])
def test_runs_of_announced_utf_8_are_one_sequence_in_pieces_too(announcement):
    first = announcement.decode("iso-2022")
    data = announcement + b"\x80\x80\x80x\xe6\x97\xa5\x80\x80y\x80\x1b(B\x80\x80\x1b%@\x1b%/C\x80\x80\0a"
    for errors, expected in [
        ("replace", "\ufffdx日\ufffdy\ufffd\ufffd肀a"),
        ("each byte", "???x日??y???肀a"),
        ("escape", "\\x80\\x80\\x80x日\\x80\\x80y\\x80\\x80\\x80肀a"),
    ]:
        assert data.decode("iso-2022", errors) == first + expected
        for cut in range(len(data) + 1):
            assert decoded("iso-2022", [data[:cut], data[cut:]], errors) == first + expected, (errors, cut)
    # What an error handler goes past leaves the announcement as it is.
    codecs.register_error("two bytes", lambda error: ("?", min(error.start + 2, len(error.object))))
    assert b"\x1b%G\xffx\xc3\xa9\x1b%@a".decode("iso-2022", "two bytes") == "?éa"


@pytest.mark.parametrize("name", DECODED)
def test_what_is_not_encoded_says_so(name, tmp_path):
    with pytest.raises(LookupError, match="can be decoded, but not encoded: use utf-8"):
        "a".encode(name)
    with open(tmp_path / "text", "w", encoding=name) as file:
        with pytest.raises(LookupError, match="not encoded"):
            file.write("a")


@pytest.mark.parametrize("name", ALL)
def test_errors_that_are_no_names_are_found_at_once(name):
    with pytest.raises(LookupError, match="single-byte"):
        utf8kit.decode(b"aa", name, "as:nosuch")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("errors", ["replace", "ignore", "escape", "as:windows-1252", "each byte"])
def test_damaged_text_in_pieces_is_like_the_whole(name, errors):
    choose = random.Random(name)
    for _ in range(100):
        data = bytearray(ALL[name][1] * 4)
        for _ in range(3):
            data[choose.randrange(len(data))] = choose.randrange(256)
        data = bytes(data)
        whole = data.decode(name, errors)
        assert decoded(name, pieces_of(data, choose), errors) == whole
        reader = codecs.getreader(name)(io.BytesIO(data), errors)
        assert reader.read() == whole
        with io.TextIOWrapper(io.BytesIO(data), name, errors, newline="") as file:
            assert file.read() == whole


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


def test_numbers_over_unicode_are_written_as_annex_r_does() -> None:
    with pytest.raises(UnicodeDecodeError, match="7FFF FFFF is no Unicode scalar value"):
        b"\x7f\xff\xff\xff".decode("ucs-4")


@pytest.mark.parametrize("name", ["cesu-8", "mutf-8", "wtf-8", "utf-1"])
@pytest.mark.parametrize("direction", ["decode", "encode"])
def test_other_threads_run_during_long_work(name, direction):
    text = "aé漢" * 100_000
    data = text.encode(name)
    work = (lambda: data.decode(name)) if direction == "decode" else (lambda: text.encode(name))
    begins, has_run = threading.Event(), []
    thread = threading.Thread(target=lambda: (begins.wait(), has_run.append(True)))
    thread.start()
    interval = sys.getswitchinterval()
    # Python itself does not switch meanwhile.
    sys.setswitchinterval(1000)
    try:
        begins.set()
        rounds = 0
        while not has_run and rounds < 200:
            work()
            rounds += 1
        assert has_run
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def test_errors_have_the_words_of_columns_too():
    for name in ["cesu-8", "ucs-2", "utf-8", "latin-1"]:
        assert utf8kit.encode("é", "cesu-8", "raise") == b"\xc3\xa9"
        with pytest.raises(UnicodeError):
            utf8kit.encode("\ud800", name, "raise")
        assert utf8kit.encode("a\ud800", name, "drop") == utf8kit.encode("a", name)
    for name in ["cesu-8", "utf-8", "ascii"]:
        with pytest.raises(UnicodeDecodeError):
            utf8kit.decode(b"\xff", name, "raise")
        assert utf8kit.decode(b"a\xff", name, "drop") == utf8kit.decode(b"a\xff", name, "ignore") == "a"


@pytest.mark.parametrize("name", ["cesu-8", "mutf-8", "wtf-8", "rfc2279"])
def test_text_at_once_is_like_text_with_an_error_after_it(name):
    choose = random.Random(name)
    for _ in range(50):
        text = "".join(choose.choices("aé漢😀\x00", k=choose.randrange(3000)))
        data = text.encode(name)
        assert data.decode(name) == text
        assert (data + b"\xff").decode(name, "replace") == text + "\ufffd"
        assert (text + "\ud800").encode(name, "xmlcharrefreplace" if name != "wtf-8" else "strict").startswith(data)
