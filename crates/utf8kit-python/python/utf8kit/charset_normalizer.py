"""The functions of the ``charset-normalizer`` package, for programs that were written for it.

>>> from utf8kit import charset_normalizer
>>> best = charset_normalizer.from_bytes("Les élèves étaient à l’école, déjà prêts pour Noël.".encode("cp1252")).best()
>>> best.encoding, best.language
('cp1252', 'French')
>>> str(best)
'Les élèves étaient à l’école, déjà prêts pour Noël.'

New programs call [utf8kit.detect][], which also says why, and where a text is ill-formed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Any

from utf8kit import _utf8kit, chardet
from utf8kit.lint import detect as _detect

__all__ = ["CharsetMatch", "CharsetMatches", "detect", "from_bytes", "from_fp", "from_path", "is_binary"]


class CharsetMatch:
    """An encoding that a text may be in."""

    def __init__(self, data: bytes, codec: str, confidence: float, language: str, errors: str, has_mark: bool) -> None:
        self.raw = data
        """The bytes."""
        self._codec = codec
        self._errors = errors
        self.chaos = round(1 - confidence, 3)
        """How unlikely the encoding is: 0 is certain."""
        self.coherence = confidence if language else 0.0
        """How sure the language is."""
        self.language = language or "Unknown"
        """The English name of the language, or ``Unknown``."""
        self.bom = has_mark
        """Whether the text starts with a signature."""

    @property
    def encoding(self) -> str:
        """The name of Python's codec, with underscores: ``utf_8``."""
        return self._codec.replace("-", "_")

    @property
    def byte_order_mark(self) -> bool:
        """Whether the text starts with a signature."""
        return self.bom

    @property
    def languages(self) -> list[str]:
        """The language, if it is known."""
        return [] if self.language == "Unknown" else [self.language]

    @property
    def percent_chaos(self) -> float:
        """`chaos` in per cent."""
        return round(self.chaos * 100, 3)

    @property
    def percent_coherence(self) -> float:
        """`coherence` in per cent."""
        return round(self.coherence * 100, 3)

    def __str__(self) -> str:
        """Returns the text. Where it is ill-formed, it has U+FFFD."""
        return _utf8kit.decode(self.raw, self._codec, self._errors)

    def output(self, encoding: str = "utf_8") -> bytes:
        """Returns the text in another encoding."""
        return str(self).encode(encoding, "replace")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return other.replace("-", "_").lower() == self.encoding
        return isinstance(other, CharsetMatch) and (self.raw, self.encoding) == (other.raw, other.encoding)

    def __hash__(self) -> int:
        return hash((self.raw, self.encoding))

    def __repr__(self) -> str:
        return f"<CharsetMatch '{self.encoding}' language '{self.language}'>"


class CharsetMatches:
    """The encodings that a text may be in, the most likely first."""

    def __init__(self, matches: list[CharsetMatch]) -> None:
        self._matches = matches

    def best(self) -> CharsetMatch | None:
        """Returns the most likely one, or ``None`` if the data is binary."""
        return self._matches[0] if self._matches else None

    first = best

    def __iter__(self) -> Iterator[CharsetMatch]:
        return iter(self._matches)

    def __len__(self) -> int:
        return len(self._matches)

    def __getitem__(self, key: int | str) -> CharsetMatch:
        if isinstance(key, int):
            return self._matches[key]
        for match in self._matches:
            if match == key:
                return match
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"<CharsetMatches {[match.encoding for match in self._matches]}>"


def from_bytes(sequences: bytes | bytearray, *args: Any, **kwargs: Any) -> CharsetMatches:
    """Returns the encodings that a text may be in. Further arguments of ``charset_normalizer.from_bytes`` have no effect."""
    data = bytes(sequences)
    if not data:
        return CharsetMatches([CharsetMatch(data, "utf-8", 1.0, "", "strict", False)])
    found = _detect(data)
    if found.encoding is None:
        return CharsetMatches([])
    is_damaged = found.ill_formed_at is not None or found.other_from is not None
    matches = []
    for number, candidate in enumerate(chardet.detect_all(data)):
        errors = "strict"
        if number == 0:
            errors = "replace" if is_damaged else "strict"
        else:
            try:
                _utf8kit.decode(data, candidate["encoding"])
            except (UnicodeError, LookupError):
                continue
        has_mark = number == 0 and found.signature
        matches.append(
            CharsetMatch(data, candidate["encoding"], candidate["confidence"], candidate["language"], errors, has_mark)
        )
    return CharsetMatches(matches)


def from_fp(fp: IO[bytes], *args: Any, **kwargs: Any) -> CharsetMatches:
    """Reads a binary file to its end and returns the encodings that it may be in."""
    return from_bytes(fp.read())


def from_path(path: str | bytes | os.PathLike[Any], *args: Any, **kwargs: Any) -> CharsetMatches:
    """Reads a file and returns the encodings that it may be in."""
    with open(path, "rb") as file:
        return from_fp(file)


def is_binary(fp_or_path_or_payload: Any, *args: Any, **kwargs: Any) -> bool:
    """Returns whether data is not text: bytes, a path, or a binary file."""
    if isinstance(fp_or_path_or_payload, (str, os.PathLike)):
        return not len(from_path(fp_or_path_or_payload))
    if isinstance(fp_or_path_or_payload, (bytes, bytearray)):
        return not len(from_bytes(fp_or_path_or_payload))
    return not len(from_fp(fp_or_path_or_payload))


def detect(byte_str: bytes | bytearray, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """Returns what ``chardet.detect`` returns."""
    return chardet.detect(byte_str)
