"""Search and comparison under canonical equivalence."""

import random
import unicodedata

import pytest
from utf8kit import compare, search


def test_compare():
    assert compare("", "") == "identical"
    assert compare("\u00e9", "\u00e9") == "identical"
    assert compare("\u00e9", "e\u0301") == "canonical"
    assert compare("\ufb01", "fi") == "different"


def test_compare_agrees_with_unicodedata():
    rng = random.Random(1)
    characters = "e\u0301\u00e9\u0323\u1ea1a\uac00\u1100\u1161\U0001f600x"
    for _ in range(3000):
        a, b = ("".join(rng.choices(characters, k=rng.randrange(4))) for _ in range(2))
        is_equivalent = unicodedata.normalize("NFD", a) == unicodedata.normalize("NFD", b)
        expected = "identical" if a == b else "canonical" if is_equivalent else "different"
        assert compare(a, b) == expected


def test_offsets_of_matches_are_code_points():
    text = "\U0001f600 漢 cafe\u0301, café"
    assert search(text, "é") == [(7, 9), (14, 15)]
    assert [text[start:end] for start, end in search(text, "e\u0301")] == ["e\u0301", "é"]
    assert search(text, "\U0001f600") == [(0, 1)]
    assert search("aaa", "aa") == [(0, 2)]
    assert search("ab" * 1000, "b") == [(i, i + 1) for i in range(1, 2000, 2)]


def test_a_match_is_of_whole_characters():
    assert search("e\u0301", "e") == []
    assert search("e\u0301", "\u0301") == []
    assert search("abc", "") == [] and search("", "a") == [] and search("", "") == []


def test_what_cannot_be_searched():
    for a, b in (("\ud800", "a"), ("a", "\udfff")):
        with pytest.raises(UnicodeEncodeError):
            search(a, b)
        with pytest.raises(UnicodeEncodeError):
            compare(a, b)
    for a, b in ((b"a", "a"), ("a", None)):
        with pytest.raises(TypeError):
            search(a, b)
        with pytest.raises(TypeError):
            compare(a, b)
