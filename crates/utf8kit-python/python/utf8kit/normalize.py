"""Search and comparison under canonical equivalence (UAX #15).

The same text can be several sequences of characters: ``é`` is U+00E9, or U+0065 U+0301. Readers cannot see the difference.
"""

from __future__ import annotations

from typing import Literal

import utf8kit._utf8kit as _utf8kit

__all__ = ["compare", "search"]


def compare(a: str, b: str) -> Literal["identical", "canonical", "different"]:
    """Returns whether two texts are identical or equivalent.

    Only canonical equivalence counts: the ligature U+FB01 and ``fi`` are different.

    >>> from utf8kit import compare
    >>> compare("\\u00e9", "\\u00e9"), compare("\\u00e9", "e\\u0301"), compare("e", "\\u00e9")
    ('identical', 'canonical', 'different')

    Raises ``UnicodeEncodeError`` if a text has a surrogate.
    """
    return _utf8kit.compare(a, b)


def search(text: str, pattern: str) -> list[tuple[int, int]]:
    """Returns the start and the end of each part of ``text`` that is canonically equivalent to ``pattern``.

    The matches are in order and do not overlap. A match consists of whole characters, each with all characters that
    combine with it. An empty pattern has no match.

    >>> from utf8kit import search
    >>> text = "cafe\\u0301 or caf\\u00e9"
    >>> [text[start:end] for start, end in search(text, "\\u00e9")] == ["e\\u0301", "\\u00e9"]
    True
    >>> search(text, "e")  # both have an accent
    []

    Raises ``UnicodeEncodeError`` if a text has a surrogate.
    """
    return _utf8kit.search(text, pattern)
