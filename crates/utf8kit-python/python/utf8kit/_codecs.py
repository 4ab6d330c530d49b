"""Python's codecs for the encodings that CPython lacks."""

from __future__ import annotations

import codecs
from typing import Any

from utf8kit._utf8kit import decode, decode_partial, encode, encode_partial, encoding_name


def register() -> None:
    """Registers the encodings that CPython lacks, for ``bytes.decode``, ``str.encode``, ``open`` and everything else.

    They are ``cesu-8``, ``mutf-8`` (Java's Modified UTF-8), ``wtf-8``, ``rfc2279`` (UTF-8 of up to six bytes),
    ``annex-r``, ``annex-r.5``, ``utf-1``, ``utf-7-imap``, ``ucs-2``, ``ucs-4``, ``unicode-1-1-utf-8`` (Hangul at its positions
    of Unicode 1.1), ``unicode-1-1-utf-8-old-hangul`` and ``iso-2022`` (UTF-8 where it is announced), and code pages and East
    Asian encodings such as ``mazovia``, ``ibm285`` and ``euc-tw``. ``unicode-1-1-utf-8`` can be decoded, but not encoded. To call
    it twice does nothing.

    Three encodings say more than a file of Python can: it does not tell a codec where the text ends. So each piece that is
    written in ``utf-7-imap`` ends its run, and one run may follow another when it is read. In ``wtf-8`` two surrogates that
    follow each other are one character, so a high surrogate waits for the next piece; it is lost if it is the last character of
    a file. In ``iso-2022`` a file is announced once, and at its end there is no return to ISO/IEC 2022. A piece that is written
    in ``ansel`` or ``marc-8`` does not begin with a mark, and one in ``gsm-03.38-packed`` ends at a byte.

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
    def encode_all(text: str, errors: str = "strict") -> tuple[bytes, int]:
        return encode(text, name, errors), len(text)

    def decode_all(data: Any, errors: str = "strict") -> tuple[str, int]:
        return decode(data, name, errors), memoryview(data).nbytes

    encoder = _incremental_encoder(name, known == "WTF-8")
    return codecs.CodecInfo(
        encode_all,
        decode_all,
        _stream_reader(name),
        _stream_writer(encoder),
        encoder,
        _incremental_decoder(name),
        name=known.lower(),
    )


def _incremental_encoder(name: str, is_wtf8: bool) -> type[codecs.IncrementalEncoder]:
    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Encodes each piece as a text of its own: a file does not say which piece is the last one. But in WTF-8, a high
        surrogate at the end of a piece waits for the next one, as it would be one character with a low surrogate. In ISO/IEC
        2022, what the first piece announces holds until the last one."""

        def __init__(self, errors: str = "strict") -> None:
            super().__init__(errors)
            self.high = ""
            self.state = 0

        def encode(self, text: str, final: bool = False) -> bytes:
            if is_wtf8:
                text, self.high = self.high + text, ""
                if not final and "\ud800" <= text[-1:] <= "\udbff":
                    text, self.high = text[:-1], text[-1]
            data, self.state = encode_partial(text, name, self.errors, final, self.state)
            return data

        def reset(self) -> None:
            self.setstate(0)

        def getstate(self) -> int:
            return ord(self.high) if self.high else self.state

        def setstate(self, state: int | str) -> None:
            number = int(state)
            self.high = chr(number) if is_wtf8 and number else ""
            self.state = 0 if is_wtf8 else number

    return IncrementalEncoder


def _incremental_decoder(name: str) -> type[codecs.IncrementalDecoder]:
    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        """Holds the bytes of a sequence that is cut, and a small number: the order of bytes, or where in a run it is."""

        def __init__(self, errors: str = "strict") -> None:
            super().__init__(errors)
            self.state = 0

        def _buffer_decode(self, data: Any, errors: str, final: bool) -> tuple[str, int]:
            text, consumed, self.state = decode_partial(data, name, errors, final, self.state)
            return text, consumed

        def reset(self) -> None:
            super().reset()
            self.state = 0

        def getstate(self) -> tuple[bytes, int]:
            return self.buffer, self.state

        def setstate(self, state: tuple[bytes, int]) -> None:
            super().setstate(state)
            self.state = state[1]

    return IncrementalDecoder


def _stream_writer(encoder: type[codecs.IncrementalEncoder]) -> type[codecs.StreamWriter]:
    class StreamWriter(codecs.StreamWriter):
        def __init__(self, stream: Any, errors: str = "strict") -> None:
            super().__init__(stream, errors)
            self.encoder = encoder(errors)

        def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]:
            self.encoder.errors = errors
            return self.encoder.encode(text), len(text)

        def reset(self) -> None:
            if rest := self.encoder.encode("", True):
                self.stream.write(rest)

    return StreamWriter


def _stream_reader(name: str) -> type[codecs.StreamReader]:
    class StreamReader(codecs.StreamReader):
        def __init__(self, stream: Any, errors: str = "strict") -> None:
            self.ended = _Ended(stream)
            super().__init__(self.ended, errors)
            self.state = 0

        def decode(self, data: bytes, errors: str = "strict") -> tuple[str, int]:
            # The base class decodes what is left over once more at the end of the stream. What is cut there is an error.
            text, consumed, self.state = decode_partial(data, name, errors, self.ended.has_ended, self.state)
            return text, consumed

        def reset(self) -> None:
            super().reset()
            self.state = 0

    return StreamReader


class _Ended:
    """A stream of bytes that knows whether the last read was at its end."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.has_ended = False

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self.has_ended = not data
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
