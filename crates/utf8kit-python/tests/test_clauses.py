"""The table of clauses through Python. ``utf8kit-test/src/clauses.rs`` describes the table."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
import utf8kit
from utf8kit._utf8kit import encoding_name

TABLE = Path(__file__).parents[2] / "utf8kit-test/data/clauses.tsv"
# What of the arguments of `utf8 check` the function `check` has.
CHECK = re.compile(r"check(?: --as (\S+))?(?: --select (\S+))?(?: --format json)? -")


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


def is_allowed(on, expected):
    """Returns whether a run of UTF-7-IMAP follows another at once: Python writes files in pieces, each with its own runs."""
    return on == "UTF-7-IMAP" and isinstance(expected, Error) and (expected.what, expected.length) == ("overlong", 1)


@cases("decode", lambda on, source, expected: is_ours(on) and not is_allowed(on, expected))
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


@cases("call", lambda on, source, expected: on == "message")
def test_message(on, source, expected):
    encoding, data = source.split("; ")
    with pytest.raises(utf8kit.DecodeError) as info:
        utf8kit.decode(bytes.fromhex(data), encoding)
    assert info.value.message == expected


@cases("label", lambda on, source, expected: on == "iconv" and (encoding_name(source) or expected == "none"))
def test_label(on, source, expected):
    assert (encoding_name(source) or "none") == expected


def assert_says(said, expected):
    """Asserts that the words which the command says are said, and those which it does not say are not."""
    for part in expected.split("; ")[1:]:
        verb, words = part.split(" ", 1)
        assert (words in said) == (verb == "says"), said


@cases("command", lambda on, source, expected: on == "detect -b -")
def test_detect_name(on, source, expected):
    name = utf8kit.detect(bytes.fromhex(source)).encoding
    assert_says(str(name), expected)
    assert "says" not in expected or expected == f"0; says {name}"


@cases("command", lambda on, source, expected: on == "detect -")
def test_detect(on, source, expected):
    found = utf8kit.detect(bytes.fromhex(source))
    said = f"{found.encoding}, or {found.second}: {found.shifts} shift that decodes"
    if found.ill_formed_at is not None:
        errors = "ends inside a character, at" if found.ends_early else "with errors, the first at"
        said += f", {errors} offset {found.ill_formed_at}"
    assert_says(said, expected)


@cases("command", lambda on, source, expected: CHECK.fullmatch(on))
def test_check(on, source, expected):
    encoding, rule = CHECK.fullmatch(on).groups()
    found = utf8kit.check(bytes.fromhex(source), rule, encoding=encoding or "UTF-8")
    # A finding that is no error is said with the exit code 0.
    assert bool(found) == (expected[0] == "1" or "says" in expected)
    places = (f'offset {each.offset}, "offset":{each.offset},"length":{each.length}' for each in found)
    assert_says("\n".join([*places, *(f"{each} ({each.kind}, {each.clause})" for each in found)]), expected)
