"""The table of clauses through Python. ``utf8kit-test/src/clauses.rs`` describes the table."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
import utf8kit
from utf8kit._utf8kit import encoding_name

TABLE = Path(__file__).parents[2] / "utf8kit-test/data/clauses.tsv"


class Error(NamedTuple):
    what: str
    offset: int
    length: int
    clause: str


def cases(kind, keep):
    """Returns what the lines of a kind are about, the inputs, and what is expected of each, of all that are to be kept."""
    found = []
    for line in TABLE.read_text("utf-8").splitlines()[1:]:
        clause, statement, of_kind, on, *cells = line.split("\t")
        for cell in cells:
            for case in cell.split(" | ") if of_kind == kind and cell != "-" else []:
                source, expected = case.split(" => ")
                error = re.fullmatch(r"! (\S+) (\d+)(?:\+(\d+))? ?(.*)", expected)
                if error:
                    what, offset, length, cited = error.groups()
                    expected = Error(what, int(offset), int(length or 0), cited)
                if keep(on, source, expected):
                    found.append(pytest.param(on, source, expected, id=f"{clause}: {statement} {on}: {case}"))
    assert found
    return pytest.mark.parametrize("on, source, expected", found)


def text_of(cell):
    """Returns the text of code points, or None if a string cannot hold them."""
    numbers = [int(point[2:], 16) for point in cell.split()]
    return None if max(numbers, default=0) > 0x10FFFF else "".join(map(chr, numbers))


def is_ours(on):
    """Returns whether the library decodes it: UTF-16, UTF-32 and UTF-7 are CPython's, and other tests compare them.

    What is done with a signature is said in no argument here.
    """
    return on == "UTF-8" or encoding_name(on) is not None


@cases("decode", lambda on, source, expected: is_ours(on))
def test_decode(on, source, expected):
    data = bytes.fromhex(source)
    if isinstance(expected, Error):
        with pytest.raises(utf8kit.DecodeError) as info:
            utf8kit.decode(data, on)
        error = info.value
        assert (error.kind, error.start) == (expected.what, expected.offset)
        # A run of continuation bytes (R.7) is reported at its first one.
        assert expected.what == "unexpected-continuation" or error.end - error.start == expected.length
        assert expected.clause in ("", error.clause)
    elif text_of(expected) is None:
        with pytest.raises(UnicodeDecodeError):
            utf8kit.decode(data, on)
    else:
        assert utf8kit.decode(data, on) == text_of(expected)


@cases("replace", lambda on, source, expected: is_ours(on))
def test_replace(on, source, expected):
    assert utf8kit.decode(bytes.fromhex(source), on, "replace") == text_of(expected)


@cases("encode", lambda on, source, expected: is_ours(on) and text_of(source) is not None)
def test_encode(on, source, expected):
    if isinstance(expected, Error):
        with pytest.raises(UnicodeEncodeError) as info:
            utf8kit.encode(text_of(source), on)
        assert info.value.start == expected.offset
    else:
        assert utf8kit.encode(text_of(source), on) == bytes.fromhex(expected)


@cases("call", lambda on, source, expected: on == "compare")
def test_compare(on, source, expected):
    a, b = (bytes.fromhex(text).decode() for text in source.split("; "))
    assert utf8kit.compare(a, b) == expected.lower()


@cases("label", lambda on, source, expected: on == "iconv" and (encoding_name(source) or expected == "none"))
def test_label(on, source, expected):
    assert (encoding_name(source) or "none") == expected
