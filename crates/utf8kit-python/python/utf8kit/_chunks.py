"""Well-formed stretches of UTF-8, and what is between them."""

from __future__ import annotations

from typing import Any, NamedTuple

import utf8kit._utf8kit as _utf8kit


class Chunk(NamedTuple):
    """A stretch of well-formed text and the ill-formed sequence after it."""

    text: str
    ill_formed: bytes
    """The bytes of the ill-formed sequence. They are empty at the end of the data."""
    kind: str | None
    """What is wrong with them: ``overlong``, ``surrogate``, ``unexpected-end``, …"""


def chunks(data: Any) -> list[Chunk]:
    """Returns the well-formed stretches of UTF-8, each with the ill-formed sequence after it.

    >>> import utf8kit
    >>> for chunk in utf8kit.chunks(b"a\\xc0\\xafb"):
    ...     print(chunk)
    Chunk(text='a', ill_formed=b'\\xc0', kind='overlong')
    Chunk(text='', ill_formed=b'\\xaf', kind='unexpected-continuation')
    Chunk(text='b', ill_formed=b'', kind=None)
    """
    return [Chunk(*chunk) for chunk in _utf8kit.chunks(data)]
