"""`utf8kit.open`."""

import random

import pytest
import utf8kit


@pytest.fixture
def file(tmp_path):
    """Returns a function that writes a file."""

    def write(data):
        path = tmp_path / "file"
        path.write_bytes(data)
        return path

    return write


def test_reports_places(file):
    data = b"a\xff\n" * 3 + b"\xe2\x82"
    with utf8kit.open(file(data)) as opened:
        assert opened.read() == data.decode("utf-8", "replace")
        assert opened.report.count == 4
        assert [place.offset for place in opened.report.places] == [1, 4, 7, 9]
        assert opened.report.places[3] == (9, b"\xe2\x82", "unexpected-end")
        assert repr(opened.report) == "<utf8kit.Report: 4 replaced>"


def test_reads_like_python(file):
    choose = random.Random(1)
    for size in [0, 1, 1000, 65535, 65536, 65537, 300_000]:
        data = bytearray("".join(choose.choices("aé漢😀\n\r", k=size)).encode())
        for _ in range(size // 100):
            data[choose.randrange(len(data))] = choose.randrange(256)
        path = file(bytes(data))
        for newline in [None, "", "\n", "\r\n"]:
            with (
                utf8kit.open(path, newline=newline) as ours,
                open(path, encoding="utf-8", errors="replace", newline=newline) as theirs,
            ):
                assert list(ours) == list(theirs)
        for errors, python in [("drop", "ignore"), ("backslashreplace", "backslashreplace")]:
            with utf8kit.open(path, errors=errors) as ours, open(path, encoding="utf-8", errors=python) as theirs:
                assert ours.read() == theirs.read()
        with utf8kit.open(path, errors="escape", newline="") as ours:
            assert ours.read() == utf8kit.decode(bytes(data), errors="escape")
        with utf8kit.open(path, errors="as:windows-1252", newline="") as ours:
            assert ours.read() == utf8kit.decode(bytes(data), errors="as:windows-1252")


def test_strict_says_where(file):
    path = file(b"a" * 70_000 + b"\xc0\xaf")
    with utf8kit.open(path, errors="strict") as opened:
        with pytest.raises(UnicodeDecodeError, match="overlong encoding of U\\+002F, at offset 70000 of the file"):
            opened.read()


def test_other_encodings(file):
    text = "aé漢😀\n" * 100
    for encoding in ["utf-16", "utf-16-le", "utf-32-be", "cesu-8", "utf-8-sig", "utf-7"]:
        with utf8kit.open(file(utf8kit.encode(text, encoding)), encoding=encoding) as opened:
            assert opened.read() == text
            assert opened.report.count == 0


def test_encodings_of_before_unicode(file):
    for encoding, text in [("cp1252", "5 € für Jürgen\n"), ("latin", "é"), ("s_jis", "日本語\n"), ("koi8_r", "жизнь")]:
        with utf8kit.open(file(text.encode(encoding) * 5000), encoding=encoding, newline="") as opened:
            assert opened.read() == text * 5000
    with utf8kit.open(file("日本".encode("shift_jis") + b"\xff"), encoding="cp932") as opened:
        assert opened.read() == "日本\ufffd" and opened.report.places[0][:2] == (4, b"\xff")


def test_many_places_are_counted_and_some_kept(file):
    with utf8kit.open(file(b"\xff" * 100_000)) as opened:
        assert opened.read() == "\ufffd" * 100_000
        assert opened.report.count == 100_000
        assert len(opened.report.places) == 1000


def test_wrong_arguments(file, tmp_path):
    path = file(b"a")
    with pytest.raises(ValueError, match="mode"):
        utf8kit.open(path, "w")
    assert path.read_bytes() == b"a"
    with pytest.raises(LookupError, match="cannot read shift_jisx0213: use open"):
        utf8kit.open(path, encoding="shift_jisx0213")
    with pytest.raises(ValueError, match="unknown value"):
        utf8kit.open(path, errors="nonsense")
    with pytest.raises(FileNotFoundError):
        utf8kit.open(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        utf8kit.open(tmp_path)


def test_seeks(file):
    choose = random.Random(2)
    data = bytearray("".join(choose.choices("aé漢😀\\", k=1_200_000)).encode())
    for _ in range(3000):
        data[choose.randrange(len(data))] = choose.randrange(256)
    for encoding, errors in [("utf-8", "replace"), ("utf-8", "escape"), ("utf-16", "drop")]:
        path = file(bytes(data))
        with utf8kit.open(path, encoding=encoding, errors=errors, newline="") as opened:
            assert opened.seekable()
            text = opened.read()
            report = opened.report.count, opened.report.places
            assert report[0] > 10
            opened.seek(0)
            places = [(0, opened.tell())]
            while part := opened.read(50_001):
                places.append((places[-1][0] + len(part), opened.tell()))
            assert places[-1][0] == len(text)
            for at, cookie in choose.sample(places, 20):
                opened.seek(cookie)
                assert opened.tell() == cookie
                assert opened.read(1000) == text[at : at + 1000]
            assert opened.seek(0, 2) > 0 and opened.read() == ""
            # What is read again is not counted again.
            assert (opened.report.count, opened.report.places) == report


def test_a_seek_back_is_no_reading_from_the_start(file):
    with utf8kit.open(file(b"x" * 10_000_000)) as opened:
        opened.seek(0, 2)
        raw = opened.buffer.raw
        asked = []
        original = raw._file

        class Counted:
            def read(self, size):
                asked.append(size)
                return original.read(size)

            def __getattr__(self, name):
                return getattr(original, name)

        raw._file = Counted()
        opened.seek(9_000_000)
        assert opened.read(3) == "xxx"
        assert len(asked) < 25


def test_a_pipe_cannot_be_sought_in():
    import os

    ours, theirs = os.pipe()
    os.write(theirs, b"a\xff")
    os.close(theirs)
    with utf8kit.open(ours) as opened:
        assert not opened.seekable()
        assert opened.read() == "a\ufffd"
        with pytest.raises(OSError):
            opened.seek(0)


def test_a_file_that_was_opened_begins_where_it_is(file):
    import os

    path = file(b"\xff\xffabc")
    descriptor = os.open(path, os.O_RDONLY)
    os.read(descriptor, 2)
    with utf8kit.open(descriptor) as opened:
        assert opened.read() == "abc"
        opened.seek(0)
        assert opened.read() == "abc" and opened.report.count == 0
