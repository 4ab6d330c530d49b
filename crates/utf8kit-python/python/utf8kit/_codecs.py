"""Python's codecs for the encodings that CPython lacks."""

from __future__ import annotations

import codecs
from typing import Any

from utf8kit._utf8kit import decode, decode_partial, encode, encoding_name


def register() -> None:
    """Registers the encodings that CPython lacks, for ``bytes.decode``, ``str.encode``, ``open`` and everything else.

    They are ``cesu-8``, ``mutf-8`` (Java's Modified UTF-8), ``wtf-8``, ``rfc2279`` (UTF-8 of up to six bytes),
    ``annex-r``, ``utf-1``, ``utf-7-imap``, ``unicode-1-1-utf-8`` (Hangul at its positions of Unicode 1.1), ``ucs-2`` and
    ``ucs-4``. To call it twice does nothing.

    >>> import utf8kit
    >>> utf8kit.register()
    >>> b"a\\xc0\\x80b".decode("mutf-8")
    'a\\x00b'
    >>> "\\U0001f600".encode("cesu-8")
    b'\\xed\\xa0\\xbd\\xed\\xb8\\x80'
    """
    global _registered
    if not _registered:
        codecs.register(_search)
        _registered = True


_registered = False


def _search(name: str) -> codecs.CodecInfo | None:
    known = encoding_name(name)
    return None if known is None else _info(name, known)


def _info(name: str, known: str) -> codecs.CodecInfo:
    # Without a byte order of its own, an encoding takes that of the signature, and is big-endian without one. Pieces after
    # the first are in the order of the first.
    unordered = known in ("ISO-10646-UCS-2", "ISO-10646-UCS-4")
    width = 2 if known.endswith("2") else 4

    def encode_all(text: str, errors: str = "strict") -> tuple[bytes, int]:
        return encode(text, name, errors), len(text)

    def decode_all(data: Any, errors: str = "strict") -> tuple[str, int]:
        return decode(data, name, errors), memoryview(data).nbytes

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def encode(self, text: str, final: bool = False) -> bytes:
            return encode(text, name, self.errors)

    class ImapEncoder(codecs.BufferedIncrementalEncoder):
        def _buffer_encode(self, text: str, errors: str, final: bool) -> tuple[bytes, int]:
            # A run of characters that are not ASCII is encoded as a whole.
            end = len(text)
            while not final and end > 0 and not text[end - 1].isascii():
                end -= 1
            return encode(text[:end], name, errors), end

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, data: Any, errors: str, final: bool) -> tuple[str, int]:
            return decode_partial(data, name, errors, final)

    class OrderedDecoder(codecs.BufferedIncrementalDecoder):
        """A decoder of an encoding whose first bytes say the order of all."""

        def __init__(self, errors: str = "strict") -> None:
            super().__init__(errors)
            self.order = ""

        def _buffer_decode(self, data: Any, errors: str, final: bool) -> tuple[str, int]:
            if self.order:
                return decode_partial(data, self.order, errors, final)
            if len(data) < width and not final:
                return "", 0
            signature = "\ufeff".encode("utf-16-le" if width == 2 else "utf-32-le")
            if data[:width] == signature:
                self.order = f"ucs-{width}le"
            else:
                self.order = f"ucs-{width}be"
            start = width if data[:width] in (signature, signature[::-1]) else 0
            text, consumed = decode_partial(data[start:], self.order, errors, final)
            return text, start + consumed

        def reset(self) -> None:
            super().reset()
            self.order = ""

        def getstate(self) -> tuple[bytes, int]:
            return self.buffer, ("", "le", "be").index(self.order[5:])

        def setstate(self, state: tuple[bytes, int]) -> None:
            super().setstate(state)
            order = ("", "le", "be")[state[1]]
            self.order = order and f"ucs-{width}{order}"

    class StreamWriter(codecs.StreamWriter):
        def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]:
            return encode_all(text, errors)

    class StreamReader(codecs.StreamReader):
        """Reads what is complete, as `read` and `readline` of the base class require."""

        def __init__(self, stream: Any, errors: str = "strict") -> None:
            super().__init__(stream, errors)
            self.decoder = OrderedDecoder(errors) if unordered else IncrementalDecoder(errors)

        def decode(self, data: bytes, errors: str = "strict") -> tuple[str, int]:
            if not unordered:
                # A run of UTF-7-IMAP is complete with its hyphen, and this class is not told of the end of a text.
                return decode_partial(data, name, errors, known == "UTF-7-IMAP" and data.endswith(b"-"))
            self.decoder.errors = errors
            text = self.decoder.decode(data)
            held = len(self.decoder.buffer)
            self.decoder.buffer = b""
            return text, len(data) - held

        def reset(self) -> None:
            super().reset()
            self.decoder.reset()

    return codecs.CodecInfo(
        encode_all,
        decode_all,
        StreamReader,
        StreamWriter,
        ImapEncoder if known == "UTF-7-IMAP" else IncrementalEncoder,
        OrderedDecoder if unordered else IncrementalDecoder,
        name=known.lower(),
    )
