"""UTF-8 and related encodings: decode, validate, repair and inspect text.

>>> import utf8kit
>>> utf8kit.is_valid(b"caf\\xe9")
False
>>> utf8kit.decode(b"caf\\xe9", errors="as:windows-1252")
'café'
"""

from __future__ import annotations

from typing import Any, NamedTuple

from utf8kit import _utf8kit
from utf8kit._codecs import register as register
from utf8kit._open import Place as Place
from utf8kit._open import Report as Report
from utf8kit._open import TextReader as TextReader
from utf8kit._open import open as open
from utf8kit._utf8kit import Context as Context
from utf8kit._utf8kit import DecodeError as DecodeError
from utf8kit._utf8kit import Finding as Finding
from utf8kit._utf8kit import __version__ as __version__
from utf8kit._utf8kit import count as count
from utf8kit._utf8kit import decode as decode
from utf8kit._utf8kit import encode as encode
from utf8kit._utf8kit import is_valid as is_valid
from utf8kit._utf8kit import repair as repair
from utf8kit._utf8kit import validate as validate
from utf8kit.lint import RULES as RULES
from utf8kit.lint import Detection as Detection
from utf8kit.lint import check as check
from utf8kit.lint import detect as detect
from utf8kit.lint import fix as fix
from utf8kit.lint import inspect as inspect
from utf8kit.normalize import compare as compare
from utf8kit.normalize import search as search

# Without `open`: `from utf8kit import *` leaves the builtin one what it is.
__all__ = [
    "RULES",
    "Chunk",
    "Context",
    "DecodeError",
    "Detection",
    "Finding",
    "Place",
    "Report",
    "TextReader",
    "check",
    "chunks",
    "compare",
    "count",
    "decode",
    "detect",
    "encode",
    "fix",
    "inspect",
    "is_valid",
    "register",
    "repair",
    "search",
    "validate",
]


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
