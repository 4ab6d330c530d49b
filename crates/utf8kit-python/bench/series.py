"""Measures that time grows with the text: ``python bench/series.py`` doubles the worst text of each function three times.

A row of the table is a function, its text, the first size and its time, and the mean of the three factors, which is 2 where time
grows with the text. The program fails if one is over 2.2. A name chooses the rows that have it: ``python bench/series.py search``.
"""

from __future__ import annotations

import codecs
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import utf8kit
import utf8kit.chardet
import utf8kit.charset_normalizer
import utf8kit.ftfy
from utf8kit import arrow

utf8kit.register()

# The most that a doubling may cost, and the least time of the first size.
MOST = 2.2
LEAST = 0.02

# Memory that was freed is used again, so that the times are not those of the system, which gives new pages.
ALLOCATOR = {
    "MALLOC_MMAP_THRESHOLD_": str(1 << 40),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 40),
    "PYTHONMALLOC": "malloc",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}

# What is called, with what the size makes of it.
Case = tuple[Callable[[int], Any], Callable[[Any], Any]]

RELATED = [
    "cesu-8",
    "mutf-8",
    "wtf-8",
    "rfc2279",
    "annex-r",
    "utf-1",
    "utf-7-imap",
    "ucs-2",
    "ucs-4",
    "unicode-1-1-utf-8",
    "iso-2022",
]
WRITTEN = [name for name in RELATED if name not in ("unicode-1-1-utf-8", "iso-2022")]


def incremental(name: str, errors: str) -> Callable[[bytes], None]:
    def work(data: bytes) -> None:
        decoder = codecs.getincrementaldecoder(name)(errors)
        for at in range(0, len(data), 4):
            decoder.decode(data[at : at + 4])

    return work


def opened(data: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        with utf8kit.open(file.name, encoding="cesu-8") as text:
            text.read()


def table(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(data)
        file.flush()
        for _ in utf8kit.check_table(file.name):
            pass


def invalid(data: bytes) -> None:
    try:
        utf8kit.validate(data)
    except utf8kit.DecodeError:
        pass


def shared(rows: int) -> pa.ChunkedArray:
    """Returns a column whose chunks have one dictionary, which is as long as they are many."""
    dictionary = pa.array([f"entry {number}".encode() + b"\xff" for number in range(rows // 64)])
    chunk = pa.DictionaryArray.from_arrays(pa.array([0] * 64, pa.int32()), dictionary)
    return pa.chunked_array([chunk] * (rows // 64))


def long_entry(size: int) -> pa.Array:
    """Returns a column whose rows all have one long entry."""
    dictionary = pa.array([b"a" * size + b"\xff"])
    return pa.DictionaryArray.from_arrays(pa.array([0] * (size // 64), pa.int32()), dictionary)


def views(size: int) -> pa.Array:
    return pa.array([b"a value that is not short \xff"] * (size // 27), pa.binary_view())


CASES: dict[str, Case] = {
    "decode, FF": (lambda n: b"\xff" * n, lambda data: utf8kit.decode(data, errors="replace")),
    "decode, FF, escape": (lambda n: b"\\\xff" * (n // 2), lambda data: utf8kit.decode(data, errors="escape")),
    "decode, FF, a handler": (lambda n: b"\xff" * n, lambda data: utf8kit.decode(data, errors="surrogateescape")),
    "decode, FF between ASCII": (
        lambda n: b"abcdefgh\xff" * (n // 9),
        lambda data: utf8kit.decode(data, errors="replace"),
    ),
    "decode, surrogates, utf-16-le": (
        lambda n: b"\x00\xdc" * (n // 2),
        lambda data: utf8kit.decode(data, "utf-16-le", "replace"),
    ),
    "encode, surrogates": (lambda n: "\udc80" * (n // 4), lambda text: utf8kit.encode(text, errors="replace")),
    "encode, surrogates, utf-16-le": (
        lambda n: "\udc80" * (n // 4),
        lambda text: utf8kit.encode(text, "utf-16-le", "replace"),
    ),
    "validate, FF at the end": (lambda n: "é".encode() * n * 4 + b"\xff", invalid),
    "validate, bytearray": (lambda n: bytearray("é".encode() * n * 4), invalid),
    "is_valid": (lambda n: "é".encode() * n * 16, utf8kit.is_valid),
    "count": (lambda n: b"\x80" * n * 16, utf8kit.count),
    "repair, FF": (lambda n: b"\xff" * n, utf8kit.repair),
    "repair, a handler": (lambda n: b"\xff" * n, lambda data: utf8kit.repair(data, "backslashreplace")),
    "is_valid, bytearray": (lambda n: bytearray("é".encode() * n * 4), utf8kit.is_valid),
    "count, bytearray": (lambda n: bytearray(b"\x80" * n * 16), utf8kit.count),
    "chunks, FF": (lambda n: b"\xff" * n, utf8kit.chunks),
    "open, FF": (lambda n: b"\xff" * n, opened),
    "check, FF": (lambda n: b"\xc3\xa9\xff a\n" * (n // 6), lambda data: utf8kit.check(data, separate_places=True)),
    "check, all, confusable": (lambda n: ("р" + "aypal ").encode() * (n // 8), lambda data: utf8kit.check(data, "all")),
    "check, all, marks": (lambda n: "\u0301".encode() * (n // 2), lambda data: utf8kit.check(data, "all")),
    "check, bidi": (lambda n: "\u202e".encode() * (n // 3), lambda data: utf8kit.check(data, "all")),
    "check, one line": (lambda n: b"\xc3\xa9\xff" * (n // 3), lambda data: utf8kit.check(data, "all")),
    "check, UTF-16": (lambda n: b"\0\xd8a\0" * (n // 4), lambda data: utf8kit.check(data, encoding="utf-16le")),
    "fix, FF": (lambda n: b"\xc3\xa9\xff" * (n // 3), utf8kit.fix),
    "fix, double": (lambda n: "cafÃ© ".encode() * (n // 8), utf8kit.fix),
    "fix, report": (lambda n: "cafÃ© ".encode() * (n // 8), lambda data: utf8kit.fix(data, report=True)),
    "fix, escape": (lambda n: b"\xc3\xa9\xff" * (n // 3), lambda data: utf8kit.fix(data, on_error="escape")),
    "fix, not-nfc": (lambda n: "e\u0301".encode() * (n // 3), lambda data: utf8kit.fix(data, "not-nfc")),
    "fix, marks": (lambda n: ("a" + "\u0301\u0323" * (n // 4)).encode(), lambda data: utf8kit.fix(data, "not-nfc")),
    "detect, FF": (lambda n: b"\xff" * n, utf8kit.detect),
    "detect, ASCII": (lambda n: b"a\n" * n * 8, utf8kit.detect),
    "inspect": (lambda n: b"\xe2\x82" * (n // 64), utf8kit.inspect),
    "compare, marks": (
        lambda n: ("\u0301" * n + "\u0323", "\u0323" + "\u0301" * n),
        lambda texts: utf8kit.compare(*texts),
    ),
    "compare, Hangul": (
        lambda n: ("\uac00" + "\u11a8" * n, "\u1100\u1161" + "\u11a8" * n),
        lambda texts: utf8kit.compare(*texts),
    ),
    "search, marks": (
        lambda n: ("\u0301" * n, "\u0301" * (n // 2)),
        lambda texts: utf8kit.search(*texts),
    ),
    "search, Hangul": (
        lambda n: ("\uac00" + "\u11a8" * n, "\u11a8" * (n // 2)),
        lambda texts: utf8kit.search(*texts),
    ),
    "search, period": (
        lambda n: ("a\u0301" * n, "a\u0301" * (n // 2) + "a"),
        lambda texts: utf8kit.search(*texts),
    ),
    "search, many": (lambda n: ("ab" * n, "a"), lambda texts: utf8kit.search(*texts)),
    "check_table, bad rows": (lambda n: b"id,name\n" + b"1,\xff\n" * (n // 32), table),
    "check_table, one row": (lambda n: b"id,name\n1," + b"\xff" * n, table),
    "chardet": (lambda n: b"\xc4\xe3\xff" * (n // 3), utf8kit.chardet.detect),
    "charset_normalizer": (
        lambda n: b"\xc4\xe3\xff" * (n // 3),
        lambda data: str(utf8kit.charset_normalizer.from_bytes(data).best()),
    ),
    "ftfy": (lambda n: "cafÃ© " * (n // 8), utf8kit.ftfy.fix_text),
    "ftfy, explain": (lambda n: "cafÃ© " * (n // 8), utf8kit.ftfy.fix_and_explain),
    "find_bad, rows": (lambda n: pa.array([b"\xff"] * n), arrow.find_bad),
    "find_bad, all": (lambda n: pa.array([b"\xff" * n]), lambda column: arrow.find_bad(column, all=True)),
    "find_bad, chunks": (lambda n: pa.chunked_array([[b"\xff"]] * (n // 16)), arrow.find_bad),
    "find_bad, a long entry": (long_entry, arrow.find_bad),
    "is_valid, rows": (lambda n: pa.array([b"\xff"] * n), arrow.is_valid),
    "is_valid, shared": (shared, arrow.is_valid),
    "to_utf8, rows": (lambda n: pa.array([b"\xff"] * n), lambda column: arrow.to_utf8(column, "replace")),
    "to_utf8, one row": (lambda n: pa.array([b"\xff" * n]), lambda column: arrow.to_utf8(column, "escape")),
    "to_utf8, shared": (shared, lambda column: arrow.to_utf8(column, "replace", report=True)),
    "to_utf8, views": (views, lambda column: arrow.to_utf8(column, "replace")),
    "fix, rows": (lambda n: pa.array(["cafÃ©"] * (n // 64)), arrow.fix),
    "fix, one row": (lambda n: pa.array(["cafÃ© " * (n // 8)]), arrow.fix),
    "fix, shared": (shared, lambda column: arrow.fix(column, report=True)),
    "detect, shared": (shared, arrow.detect),
    "detect, rows": (lambda n: pa.array([b"\xff"] * n), arrow.detect),
    "transcode, shared": (shared, lambda column: arrow.transcode(column, "utf-16le", errors="replace")),
}
for _name in RELATED:
    # `FF FF` is a number in UCS-2; two low surrogates are none.
    _worst = b"\xdc" if _name == "ucs-2" else b"\xff"
    CASES[f"decode, FF, {_name}"] = (
        lambda n, worst=_worst: worst * n,
        lambda data, name=_name: utf8kit.decode(data, name, "replace"),
    )
    CASES[f"decode, FF, {_name}, a handler"] = (
        lambda n, worst=_worst: worst * (n // 4),
        lambda data, name=_name: utf8kit.decode(data, name, "each byte"),
    )
for _name in WRITTEN:
    CASES[f"encode, surrogates, {_name}"] = (
        lambda n: "\udc80" * (n // 4),
        lambda text, name=_name: utf8kit.encode(text, name, "replace"),
    )
for _name, _bytes in [("utf-7-imap", b"AOkA"), ("annex-r", b"\x80"), ("wtf-8", b"\xed\xa0\x80"), ("cesu-8", b"\xff")]:
    CASES[f"incremental, {_name}"] = (
        lambda n, some=_bytes: b"&" + some * (n // len(some)),
        incremental(_name, "replace"),
    )
for _name in ["big5", "gb18030", "shift_jis", "iso-2022-jp", "windows-1252", "IBM850", "utf-7", "utf-16le"]:
    CASES[f"transcode, rows, {_name}"] = (
        lambda n: pa.array([b"a"] * (n // 8)),
        lambda column, name=_name: arrow.transcode(column, name),
    )
    CASES[f"transcode, errors to {_name}"] = (
        lambda n: pa.array(["\U0001f600\ud7a4" * (n // 8)]),
        lambda column, name=_name: arrow.transcode(column, name, errors="replace"),
    )
    if _name == "utf-16le":
        # It has all characters.
        del CASES[f"transcode, errors to {_name}"]
    CASES[f"transcode, errors from {_name}"] = (
        lambda n, worst=b"\xdc\xdc" if _name == "utf-16le" else b"\xff\x81": pa.array([worst * (n // 4)]),
        lambda column, name=_name: arrow.transcode(column, "utf-8", source=name, errors="replace"),
    )

codecs.register_error("each byte", lambda error: ("?" * (error.end - error.start), error.end))


def seconds(work: Callable[[Any], Any], data: Any) -> float:
    """Returns the least time of the processor that the work took."""
    times = []
    # Its work grows with all objects that there are.
    gc.disable()
    for _ in range(5):
        start = time.process_time()
        work(data)
        times.append(time.process_time() - start)
    return min(times)


def series(case: Case, least: float) -> tuple[int, float, float]:
    """Returns the first size, its time, which is at least ``least``, and the mean of three factors."""
    make, work = case
    size = 1 << 12
    while (first := seconds(work, make(size))) < least and size < 1 << 24:
        size *= 2
    last = seconds(work, make(8 * size))
    return size, first, (last / first) ** (1 / 3)


def main(names: list[str]) -> int:
    chosen = {name: case for name, case in CASES.items() if not names or any(part in name for part in names)}
    width = max(map(len, chosen))
    print(f"| {'function, text'.ljust(width)} |     size | seconds | factor |")
    print(f"| {'-' * width} | -------: | ------: | -----: |")
    failed = 0
    for name, case in chosen.items():
        size, first, factor = series(case, LEAST)
        if factor > MOST:
            # The doubling after which the data no longer fits the cache costs more than those before and after it.
            size, first, factor = min(series(case, 8 * LEAST), (size, first, factor), key=lambda found: found[2])
        failed += factor > MOST
        print(
            f"| {name.ljust(width)} | {size:8} | {first:7.3f} | {factor:6.2f} |{' !' if factor > MOST else ''}",
            flush=True,
        )
    if failed:
        print(f"{failed} of {len(chosen)} are over {MOST}")
    return int(failed > 0)


if __name__ == "__main__":
    if not ALLOCATOR.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | ALLOCATOR)
    sys.exit(main(sys.argv[1:]))
