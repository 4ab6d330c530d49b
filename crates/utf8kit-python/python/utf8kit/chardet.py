"""The functions of the ``chardet`` package, for programs that were written for it.

>>> from utf8kit import chardet
>>> chardet.detect("Les élèves étaient à l’école, déjà prêts pour Noël.".encode("cp1252"))
{'encoding': 'cp1252', 'confidence': 0.9, 'language': 'French'}

New programs call [utf8kit.detect][], which also says why, and where a text is ill-formed.
"""

from __future__ import annotations

from typing import Any

import utf8kit._utf8kit as _utf8kit
from utf8kit.lint import _codec
from utf8kit.lint import detect as _detect


def detect(byte_str: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """Returns the encoding of a text under a name that Python decodes, if it has one, how sure that is, and the language.

    All is ``None`` for binary data. Further arguments of ``chardet.detect`` have no effect.
    """
    return _results(byte_str, every=False)[0]


def detect_all(byte_str: Any, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
    """Returns the encodings that a text may be in, the most likely first."""
    return _results(byte_str, every=True)


def _results(data: Any, *, every: bool) -> list[dict[str, Any]]:
    found = _detect(data)
    if found.encoding is None:
        return [{"encoding": None, "confidence": 0.0, "language": None}]
    first = {
        "encoding": found.python_name or found.encoding,
        "confidence": found.confidence,
        "language": found.language_name or "",
    }
    if not every or found.reason != "statistics":
        return [first]
    # One that is a bit behind is half as likely.
    rest = [
        {
            "encoding": _codec(encoding) or encoding,
            "confidence": first["confidence"] / 2 ** max(bits, 1),
            "language": language,
        }
        for encoding, language, bits in _utf8kit.candidates(data)
        if encoding != found.encoding
    ]
    return [first, *rest]
