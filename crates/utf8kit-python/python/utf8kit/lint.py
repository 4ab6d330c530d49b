"""Rules, detection, inspection and repair: the library of the command ``utf8``."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeVar, overload

import utf8kit._utf8kit as _utf8kit
from utf8kit._utf8kit import Finding

__all__ = ["RULES", "Detection", "check", "detect", "fix", "inspect"]

#: The name of each rule, with what it finds.
RULES: dict[str, str] = {name: description for name, _, description in _utf8kit.RULES}

_DEFAULT = [name for name, is_default, _ in _utf8kit.RULES if is_default]

# Rules about the bytes of a text, which a str does not have.
_OF_BYTES = ("other-encoding", "wrong-declaration")

_Text = TypeVar("_Text", str, bytes)
_Rules = str | Iterable[str] | None
_Bidi = Literal["unpaired", "all"]
_Signature = Literal["unknown", "either", "forbidden", "required"]

# Codecs of Python whose names are not aliases of the names that `detect` returns.
_CODECS = {
    "US-ASCII": "ascii",
    "UHC": "cp949",
    "EUC-KR": "cp949",
    "GBK": "gb18030",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
    "ISO-8859-8-I": "iso8859-8",
    "HZ-GB-2312": "hz",
    "Shift_JIS": "cp932",
    "Big5": "big5hkscs",
    "IBM866": "cp866",
}

# The signature is part of these codecs, and not of the text.
_SIGNED = {
    "UTF-8": "utf-8-sig",
    "UTF-16LE": "utf-16",
    "UTF-16BE": "utf-16",
    "UTF-32LE": "utf-32",
    "UTF-32BE": "utf-32",
}

# Characters of a line that `Detection.line` has at most.
_LONGEST_LINE = 70


def _names(rules: _Rules) -> list[str]:
    """Returns the names of the rules, in which `all` and `default` are groups."""
    if rules is None:
        return _DEFAULT
    names: list[str] = []
    for name in [rules] if isinstance(rules, str) else rules:
        if not isinstance(name, str):
            raise TypeError(f"rules: expected names of rules, found {type(name).__name__}")
        if name == "all":
            names += RULES
        elif name == "default":
            names += _DEFAULT
        elif name in RULES:
            names.append(name)
        else:
            import difflib

            near = difflib.get_close_matches(name, RULES, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the rules are {', '.join(RULES)}"
            raise ValueError(f"no such rule: {name!r}; {hint}")
    return names


def _settings(
    rules: _Rules,
    ignore: _Rules,
    bidi: str,
    signature: str,
    binary: bool | None,
    name: str | os.PathLike[str] | None,
) -> dict[str, Any]:
    for option, value in (("bidi", bidi), ("signature", signature)):
        if not isinstance(value, str):
            raise TypeError(f"{option}: expected a str, found {type(value).__name__}")
    if binary is not None and not isinstance(binary, bool):
        raise TypeError(f"binary: expected a bool or None, found {type(binary).__name__}")
    ignored = _names(ignore) if ignore is not None else []
    return {
        "rules": [name for name in _names(rules) if name not in ignored],
        "bidi": bidi,
        "signature": signature,
        "binary": binary,
        "name": None if name is None else os.fsdecode(name).encode("utf-8", "replace").decode("utf-8"),
    }


def _encoding_names(encoding: str) -> list[str]:
    """Returns the names of an encoding, so that Python's name of it is understood too."""
    if encoding == "utf-8":
        return [encoding]
    names = [encoding, encoding.replace("_", "-")]
    try:
        found = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        return names
    return [*names, found, re.sub(r"^iso8859-", "iso-8859-", found), re.sub(r"-([lb]e)$", r"\1", found)]


def check(
    data: Any,
    rules: _Rules = None,
    *,
    ignore: _Rules = None,
    bidi: _Bidi = "unpaired",
    signature: _Signature = "unknown",
    binary: bool | None = None,
    name: str | os.PathLike[str] | None = None,
    separate_places: bool = False,
    encoding: str = "utf-8",
    max: int | None = None,
) -> list[Finding]:
    """Returns what the rules find in a text, in order.

    ``data`` is ``bytes``, another buffer of bytes, or a ``str``. The bytes of a ``str`` are those that it is in UTF-8:
    offsets and lengths count them; lines and columns count characters.

    >>> from utf8kit import check
    >>> for finding in check(b"\\xe2\\x82 a\\n/\\xc0\\xaf\\n"):
    ...     print(finding)
    1:1: ill-formed: `E2 82` starts a sequence of 3 bytes, but `20` does not continue it
    2:2: ill-formed: `C0 AF` is an overlong encoding of U+002F
    >>> [finding] = check("caf\\u00c3\\u00a9")
    >>> finding.rule, finding.offset, finding.length, finding.fix
    ('double-encoded', 3, 4, 'é')

    - ``rules`` and ``ignore``: a name, or several. ``RULES`` has them; ``"all"`` and ``"default"`` are groups.
    - ``bidi``: what ``bidi-control`` reports.
    - ``signature``: what the rule ``signature`` expects of this text. A text that is ``"required"`` to have one and does not
      is reported, and so is one that is ``"forbidden"`` to have one.
    - ``binary``: whether the data is a binary file, of which nothing but that is reported. ``None``: its first bytes show it.
    - ``name``: the name of the file, or its path. By its extension, the rules about source know where strings and comments are, and
      ``escapes`` which escapes the text has.
    - ``separate_places``: whether each place is a finding of its own, or a run of places is one.
    - ``encoding``: an encoding of Unicode text, such as CESU-8 or UTF-16LE.
    - ``max``: the number of findings after which the check ends. Memory grows with them, by one or two kilobytes each.

    Raises ``ValueError`` if a rule is unknown, ``LookupError`` if the encoding is, and ``UnicodeEncodeError`` if a ``str``
    has a surrogate.
    """
    settings = _settings(rules, ignore, bidi, signature, binary, name)
    if isinstance(data, str):
        data = data.encode("utf-8")
        encoding = "utf-8"
    return _utf8kit.check(data, settings, separate_places, _encoding_names(encoding), max)


# How sure an encoding is, as a number.
_CONFIDENCES = {"certain": 1.0, "very likely": 0.99, "likely": 0.9, "possible": 0.5, None: 0.0}


class Detection(NamedTuple):
    """What is known of the encoding of a text.

    The attributes are items, too, so ``detect(data)["encoding"]`` reads as with ``chardet``, and ``dict`` makes a dictionary of
    them.
    """

    encoding: str | None
    """The name of the encoding, as `utf8 detect` prints it; ``None`` if the data is binary or empty."""
    python_name: str | None
    """The codec of Python that decodes the text, without a signature; ``None`` if Python has none. A text with
    ``ill_formed_at`` or ``other_from`` needs a value of ``errors``."""
    certainty: str | None
    """``possible``, ``likely``, ``very likely`` or ``certain``; ``None`` without an encoding."""
    reason: str | None
    """What it follows from: ``signature``, ``zero-bytes``, ``well-formed``, ``arrangement``, ``escapes``, ``declared``,
    ``statistics`` or ``default``; ``None`` without an encoding."""
    second: str | None
    """The encoding that comes second, if there is one that is plausible."""
    signature: bool
    """Whether the text starts with a signature."""
    binary: bool
    """Whether the data is not text."""
    ill_formed_at: int | None
    """The offset of the first sequence that is not UTF-8, of a text in UTF-8."""
    line: str | None
    """The first line with a character that is not ASCII, of a text in another encoding: decoded, short, and safe to print."""
    bits_behind: int | None = None
    """How much less likely the letters of the text are in the second encoding, as a power of two: with 10, a thousand times."""
    other_from: int | None = None
    """The offset from which on a text in UTF-16 or UTF-32 is no longer in it."""
    ends_early: bool = False
    """Whether the sequence at ``ill_formed_at`` is a character that the end of the text cuts, and the only one."""
    shifts: int = 0
    """The number of shifts of UTF-7 that decode, in a text of ASCII that may be UTF-7: then that is ``second``."""
    language: str | None = None
    """The language that the text reads best in, if it was recognized by its letters: a tag of BCP 47, ``hu``, ``zh-Hans``."""
    language_name: str | None = None
    """Its English name: ``Hungarian``, ``Simplified Chinese``."""

    @property
    def confidence(self) -> float:
        """The certainty as a number from 0 to 1, as ``chardet`` has it."""
        return _CONFIDENCES[self.certainty]

    def keys(self) -> list[str]:
        """Returns the names of the attributes, ``confidence`` among them."""
        return [*self._fields, "confidence"]

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return tuple.__getitem__(self, key)
        if key not in self.keys():
            raise KeyError(key)
        return getattr(self, key)


def detect(data: Any) -> Detection:
    """Returns the encoding of a text, with the reason and how sure it is.

    ``data`` is ``bytes`` or another buffer of bytes. The more of the text it has, the better, up to 64 KiB that are not
    ASCII.

    >>> from utf8kit import detect
    >>> found = detect("Les élèves français étaient à l’école.".encode("cp1252"))
    >>> found.encoding, found.python_name, found.reason
    ('windows-1252', 'cp1252', 'statistics')
    >>> found.line
    'Les élèves français étaient à l’école.'
    >>> detect(b"\\xef\\xbb\\xbfa").python_name
    'utf-8-sig'
    """
    found = _utf8kit.detect(data)
    if found is None or (found["is_ascii"] and not memoryview(data).nbytes):
        is_binary = found is None
        return Detection(None, None, None, None, None, False, is_binary, None, None)
    sample, is_ascii, name, reason = found.pop("sample"), found.pop("is_ascii"), found["encoding"], found["reason"]
    is_utf8 = name == "UTF-8"
    is_signed = reason == "signature"
    if is_utf8 and is_ascii:
        name = found["encoding"] = "US-ASCII"
    python_name = _codec(_SIGNED.get(name) if is_signed else name)
    text = None
    if python_name is not None and not is_utf8:
        text = _decoded(sample, python_name)
        if text is None and reason in ("statistics", "declared", "default", "escapes"):
            python_name = None
    if not is_utf8:
        found["ill_formed_at"] = None
    line = None if is_utf8 or python_name is None else _line(sample, python_name, text)
    return Detection(**found, python_name=python_name, signature=is_signed, binary=False, line=line)


def _codec(name: str | None) -> str | None:
    """Returns the name of Python's codec of an encoding."""
    try:
        return codecs.lookup(_CODECS.get(name or "", name or "")).name
    except (LookupError, ValueError):
        return None


# Bytes of a sample that show what its lines are.
_DECODED = 1 << 12

_NOT_ASCII = re.compile("[^\\x00-\\x7f]")


def _decoded(sample: bytes, codec: str) -> str | None:
    """Returns the start of a sample, if the codec decodes it: some of Python's have fewer characters than the encoding has."""
    try:
        # A sample that is shorter than what decides is all of the text, or all that is not ASCII.
        if len(sample) <= _DECODED:
            return sample.decode(codec)
        return codecs.getincrementaldecoder(codec)().decode(sample[:_DECODED])
    except UnicodeError:
        return None


def _line(sample: bytes, codec: str, text: str | None) -> str | None:
    """Returns the first line of ``sample`` that is not ASCII, from a little before the first such character on.

    ``text`` is its start, if the codec decodes that.
    """
    if text is None:
        text = sample[:_DECODED].decode(codec, "replace")
    if text.isascii():
        text = sample.decode(codec, "replace")
    first = _NOT_ASCII.search(text)
    if first is None:
        return None
    start = text.rfind("\n", 0, first.start()) + 1
    end = text.find("\n", first.start())
    line = text[start : end if end >= 0 else None].strip()
    first = _NOT_ASCII.search(line)
    if first is None:  # it was a space
        return None
    start = max(first.start() - _LONGEST_LINE // 2, 0)
    shown = _utf8kit.escape(line[start : start + _LONGEST_LINE].encode("utf-8", "replace"))
    is_cut = len(line) > start + _LONGEST_LINE
    return ("…" if start else "") + shown + ("…" if is_cut else "")


def inspect(data: Any, encoding: str = "utf-8") -> list[dict[str, Any]]:
    """Returns the characters and the ill-formed sequences of a text, byte by byte.

    Each item is the object that ``utf8 inspect --format json`` prints. ``data`` is ``bytes``, another buffer of bytes, or a
    ``str``, which is encoded in ``encoding`` first by Python's codec. An item takes some kilobytes: pass a slice of a long text.

    >>> from utf8kit import inspect
    >>> euro, overlong = inspect(b"\\xe2\\x82\\xac\\xc0\\xaf")
    >>> euro["characters"][0]["code_point"], euro["characters"][0]["name"], euro["bits"][0]["payload"]
    ('U+20AC', 'EURO SIGN', '0010')
    >>> overlong["offset"], overlong["kind"], overlong["problem"]["kind"], overlong["problem"]["meant"]
    (3, 'ill-formed', 'overlong', 'U+002F')

    Raises ``LookupError`` if the encoding is unknown.
    """
    names = _encoding_names(encoding)
    if isinstance(data, str):
        data = data.encode(encoding)
    return _utf8kit.inspect(data, names)


@overload
def fix(
    data: _Text,
    rules: _Rules = ...,
    *,
    ignore: _Rules = ...,
    bidi: _Bidi = ...,
    signature: _Signature = ...,
    binary: bool | None = ...,
    name: str | os.PathLike[str] | None = ...,
    on_error: str | None = ...,
    restore: bool = ...,
    report: Literal[False] = ...,
) -> _Text: ...


@overload
def fix(
    data: _Text,
    rules: _Rules = ...,
    *,
    ignore: _Rules = ...,
    bidi: _Bidi = ...,
    signature: _Signature = ...,
    binary: bool | None = ...,
    name: str | os.PathLike[str] | None = ...,
    on_error: str | None = ...,
    restore: bool = ...,
    report: Literal[True],
) -> tuple[_Text, list[Finding]]: ...


def fix(
    data: Any,
    rules: _Rules = None,
    *,
    ignore: _Rules = None,
    bidi: _Bidi = "unpaired",
    signature: _Signature = "unknown",
    binary: bool | None = None,
    name: str | os.PathLike[str] | None = None,
    on_error: str | None = None,
    restore: bool = False,
    report: bool = False,
) -> Any:
    """Returns a text repaired, as far as nothing is lost: as ``utf8 fix`` repairs a file.

    Double encoding is undone, a signature is removed or added as ``signature`` says, and with the rule ``not-nfc`` the
    text gets Normalization Form C. ``data`` is a ``str``, ``bytes`` or
    another buffer of bytes. A ``str`` gives a ``str``, anything else ``bytes``.

    >>> from utf8kit import fix
    >>> fix("caf\\u00c3\\u00a9, na\\u00c3\\u00afve")
    'café, naïve'
    >>> text, findings = fix("caf\\u00c3\\u00a9", report=True)
    >>> [str(finding) for finding in findings]
    ['1:4: double-encoded: `Ã©` is probably `é`: UTF-8 that was decoded as windows-1252 and encoded again']

    - ``rules``, ``ignore``, ``bidi``, ``signature``, ``binary`` and ``name`` are those of ``check``.
    - ``on_error``: what becomes of ill-formed sequences, which stay as they are without it: ``"meant"`` (the character that an
      overlong form, a surrogate pair or bytes that Python kept as surrogates stood for), ``"replace"``, ``"drop"``, ``"escape"``,
      ``"backslashreplace"``, or ``"as:ENCODING"`` (decode them in a single-byte encoding).
    - ``restore``: undoes also double-encoded text that lost bytes, where only one character fits each place.
    - ``report``: returns also the findings that were repaired. What was encoded twice is repaired twice; the place of the
      second repair is that in the text after the first.

    A text that is in another encoding, or binary, stays as it is. ``bytes.decode`` with ``detect(data).python_name`` converts
    it.

    Raises ``ValueError`` if a rule is unknown, or if the text has U+0000 and so many ill-formed sequences that it is probably
    binary, and ``UnicodeEncodeError`` if a ``str`` has a surrogate.
    """
    settings = _settings(rules, ignore, bidi, signature, binary, name)
    is_str = isinstance(data, str)
    text = data
    if is_str:
        settings["rules"] = [name for name in settings["rules"] if name not in _OF_BYTES]
        settings["binary"] = bool(binary)
        text = data.encode("utf-8")
    fixed = _utf8kit.fix(text, settings, on_error, restore, sys.maxsize if report else 0)
    if fixed is None:
        findings: list[Finding] = []
        text = data if is_str else bytes(data)
    else:
        text, findings = fixed
        if is_str:
            text = text.decode("utf-8")
    return (text, findings) if report else text
