"""The functions of the ``ftfy`` package, for programs that were written for it.

>>> from utf8kit import ftfy
>>> ftfy.fix_text("caf\\u00c3\\u00a9")
'café'
>>> ftfy.fix_and_explain("caf\\u00c3\\u00a9 na\\u00c3\\u00afve")
ExplainedText(text='café naïve', explanation=[('encode', 'windows-1252'), ('decode', 'utf-8')])

Only text that was decoded in a wrong encoding is repaired. Quotes, ligatures, line ends and character references stay as they
are. New programs call [utf8kit.fix][], which also takes bytes, and says what was repaired where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from utf8kit.lint import detect as _detect
from utf8kit.lint import fix as _fix

__all__ = [
    "ExplainedText",
    "ExplanationStep",
    "fix_and_explain",
    "fix_encoding",
    "fix_encoding_and_explain",
    "fix_file",
    "fix_text",
    "fix_text_segment",
    "guess_bytes",
]


# The encoding in the message of a finding.
_ENCODING = re.compile(r"that was decoded as (.+?) and encoded again")


class ExplanationStep(NamedTuple):
    """A step of a repair."""

    action: str
    """``encode`` or ``decode``."""
    parameter: str
    """The encoding."""

    def __repr__(self) -> str:
        return repr(tuple(self))


class ExplainedText(NamedTuple):
    """A text, and how it was repaired."""

    text: str
    explanation: list[ExplanationStep] | None


def fix_text(text: str, config: Any = None, **kwargs: Any) -> str:
    """Returns the text with each part decoded as it was meant. Further arguments of ``ftfy.fix_text`` have no effect."""
    return _fix(_of_str(text), "double-encoded")


fix_encoding = fix_text
fix_text_segment = fix_text


def fix_and_explain(text: str, config: Any = None, **kwargs: Any) -> ExplainedText:
    """Returns the text repaired, and the steps: each pair of encodings once, in the order of the repairs."""
    fixed, findings = _fix(_of_str(text), "double-encoded", report=True)
    steps: list[ExplanationStep] = []
    for finding in findings:
        encoding = _ENCODING.search(finding.message)
        if encoding is None:
            continue
        pair = [ExplanationStep("encode", encoding[1]), ExplanationStep("decode", "utf-8")]
        if not any(steps[at : at + 2] == pair for at in range(0, len(steps), 2)):
            steps += pair
    return ExplainedText(fixed, steps)


fix_encoding_and_explain = fix_and_explain


def fix_file(input_file: Any, encoding: str | None = None, config: Any = None, **kwargs: Any) -> Iterator[str]:
    """Returns the lines of a file, repaired. Lines of bytes are decoded first."""
    for line in input_file:
        if isinstance(line, bytes):
            line = line.decode(encoding) if encoding else guess_bytes(line)[0]
        yield fix_text(line)


def guess_bytes(bstring: bytes) -> tuple[str, str]:
    """Returns the text of bytes, and the name of the encoding that it was decoded in."""
    if isinstance(bstring, str):
        raise UnicodeError("expected bytes, found a str")
    found = _detect(bstring)
    codec = found.python_name or "utf-8"
    return bytes(bstring).decode(codec, "replace"), codec


def _of_str(text: Any) -> str:
    if not isinstance(text, str):
        raise UnicodeError(f"expected a str, found {type(text).__name__}: decode it first, or call guess_bytes()")
    return text
