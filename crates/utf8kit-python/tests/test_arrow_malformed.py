"""Structs of the C data interface that break the specification: an error, never a crash."""

from __future__ import annotations

import ctypes
import gc
import random
import struct
from collections.abc import Callable
from typing import Any

import pytest
from utf8kit import arrow

RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class CSchema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class CArray(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class CStream(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")
    ]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

released: list[str] = []

# What results share must live as long as they do.
alive: list[object] = []


@RELEASE
def release_schema(address: int) -> None:
    CSchema.from_address(address).release = None
    released.append("schema")


@RELEASE
def release_array(address: int) -> None:
    CArray.from_address(address).release = None
    released.append("array")


@RELEASE
def release_stream(address: int) -> None:
    CStream.from_address(address).release = None
    released.append("stream")


def pointer_to(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def pointers(addresses: list[int | None]) -> Any:
    return (ctypes.c_void_p * len(addresses))(*addresses)


class Malformed:
    """A column whose structs hold exactly what a test says."""

    def __init__(
        self, fmt: bytes | None = b"z", buffers: list[bytes | None] | None = None, length: int = 0, **fields: Any
    ) -> None:
        # Every buffer is in memory of its own, so that reading past its end can be found.
        alive.append(self)
        del alive[:-100]
        self.kept: list[Any] = []
        self.schema_names: tuple[bytes | None, bytes] = (b"arrow_schema", b"arrow_array")
        self.schema = CSchema(format=fmt, release=pointer_to(release_schema))
        self.array = CArray(length=length, release=pointer_to(release_array))
        self.set_buffers(buffers or [])
        for name, value in fields.items():
            target = self.schema if name.startswith("schema_") else self.array
            setattr(target, name.removeprefix("schema_").removeprefix("array_"), value)

    def set_buffers(self, buffers: list[bytes | None]) -> None:
        memory = [
            None if buffer is None else ctypes.create_string_buffer(buffer, len(buffer) + 8) for buffer in buffers
        ]
        self.kept.append(memory)
        table = pointers([None if buffer is None else ctypes.addressof(buffer) for buffer in memory])
        self.kept.append(table)
        self.array.n_buffers = len(buffers)
        self.array.buffers = ctypes.addressof(table) if buffers else None

    def add_child(self, child: Malformed | None) -> Malformed:
        self.kept.append(child)
        for target, part in ((self.schema, child and child.schema), (self.array, child and child.array)):
            table = pointers([ctypes.addressof(part) if part else None])
            self.kept.append(table)
            target.n_children = 1
            target.children = ctypes.addressof(table)
        return self

    def set_dictionary(self, dictionary: Malformed, array: bool = True, schema: bool = True) -> Malformed:
        self.kept.append(dictionary)
        if schema:
            self.schema.dictionary = ctypes.addressof(dictionary.schema)
        if array:
            self.array.dictionary = ctypes.addressof(dictionary.array)
        return self

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            new_capsule(ctypes.addressof(self.schema), self.schema_names[0], None),
            new_capsule(ctypes.addressof(self.array), self.schema_names[1], None),
        )


def offsets(*numbers: int) -> bytes:
    return struct.pack(f"={len(numbers)}i", *numbers)


def long_offsets(*numbers: int) -> bytes:
    return struct.pack(f"={len(numbers)}q", *numbers)


def view(length: int, rest: bytes = b"", buffer: int = 0, offset: int = 0, padding: bytes = b"") -> bytes:
    if 0 <= length <= 12:
        return struct.pack("=i12s", length, rest[:length] + padding)
    return struct.pack("=i4sii", length, rest[:4], buffer, offset)


EVERYTHING: list[Callable[[Any], object]] = [
    arrow.find_bad,
    lambda column: arrow.find_bad(column, all=True),
    arrow.is_valid,
    arrow.to_utf8,
    lambda column: arrow.to_utf8(column, "replace", report=True, views=True),
    lambda column: arrow.to_utf8(column, "null", views=False),
    lambda column: arrow.to_utf8(column, "escape"),
    lambda column: arrow.transcode(column, "utf-16le", errors="replace"),
    arrow.fix,
    lambda column: arrow.fix(column, views=True),
    arrow.detect,
]


def test_what_is_well_formed_is_accepted_and_released_once() -> None:
    for function in EVERYTHING:
        released.clear()
        column = Malformed(b"z", [None, offsets(0, 3, 3, 5), b"abcde"], 3)
        result = function(column)
        del result
        gc.collect()
        assert sorted(released) == ["array", "schema"]
    text = arrow.to_utf8(Malformed(b"z", [None, offsets(0, 3, 3, 5), b"abcde"], 3))
    assert text.to_pyarrow().to_pylist() == ["abc", "", "de"]


def test_what_has_no_rows_needs_no_buffers() -> None:
    for fmt, buffers in [(b"z", [None, None, None]), (b"Z", [None, None, None]), (b"vz", [None, None, None])]:
        for length, offset in [(0, 0), (0, 5), (0, 2**40)]:
            for function in EVERYTHING:
                function(Malformed(fmt, buffers, length, offset=offset))
            text = arrow.to_utf8(Malformed(fmt, buffers, length, offset=offset)).to_pyarrow()
            text.validate(full=True)
            assert len(text) == 0


GOOD = [None, offsets(0, 3, 5), b"abcde"]


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: Malformed(b"z", GOOD, -1), "length of an array is -1: it is negative"),
        (lambda: Malformed(b"z", GOOD, 2, offset=-1), "offset of an array is -1: it is negative"),
        (lambda: Malformed(b"z", GOOD, 2**63 - 1), "too large"),
        (lambda: Malformed(b"z", GOOD, 2, offset=2**63 - 1), "too large"),
        (lambda: Malformed(b"z", GOOD, 2**62, offset=2**62), "too large"),
        (lambda: Malformed(b"z", GOOD, 2**60), "too large"),
        (lambda: Malformed(b"z", GOOD, 2, null_count=-2), "-2 are null"),
        (lambda: Malformed(b"z", GOOD, 2, null_count=3), "3 are null"),
        (lambda: Malformed(b"z", GOOD, 2, null_count=1), "no buffer of validity"),
        (lambda: Malformed(b"z", GOOD[:2], 2), "2 buffers, expected 3"),
        (lambda: Malformed(b"z", [*GOOD, b""], 2), "4 buffers, expected 3"),
        (lambda: Malformed(b"z", [], 2), "0 buffers, expected 3"),
        (lambda: Malformed(b"z", GOOD, 2, n_buffers=-3), "-3 buffers"),
        (lambda: Malformed(b"z", GOOD, 2, n_buffers=2**62), "buffers"),
        (lambda: Malformed(b"z", GOOD, 2, array_buffers=None), "no list of buffers"),
        (lambda: Malformed(b"z", [None, None, b"abcde"], 2), "buffer of offsets is missing"),
        (lambda: Malformed(b"z", [None, GOOD[1], None], 2), "buffer of data is missing"),
        (lambda: Malformed(b"z", [None, offsets(0, -1, 5), b"abcde"], 2), "offsets of row 0 .* run backwards"),
        (lambda: Malformed(b"z", [None, offsets(0, 4, 3, 5), b"abcde"], 3), "offsets of row 1 .* run backwards"),
        (lambda: Malformed(b"z", [None, offsets(0, 9, 5), b"abcde"], 2), "offsets of row [01] .* run backwards"),
        (lambda: Malformed(b"z", [None, offsets(0, 2**31 - 1, 5), b"abcde"], 2), "offsets of row [01] .* run backwards"),
        (lambda: Malformed(b"z", [None, offsets(0, 2**31 - 1, -2, 5), b"abcde"], 3), "offsets of row [01] .* run backwards"),
        (lambda: Malformed(b"z", [None, offsets(-2, 3, 5), b"abcde"], 2), "offset of an array is negative"),
        (lambda: Malformed(b"z", [None, offsets(0, 3, -5), b"abcde"], 2), "offset of an array is negative"),
        (lambda: Malformed(b"z", [None, offsets(5, 3, 0), b"abcde"], 2), "offsets of row 0 .* run backwards"),
        (lambda: Malformed(b"Z", [None, long_offsets(0, 2**62, 5), b"abcde"], 2), "offsets of row [01] .* run backwards"),
        (lambda: Malformed(b"Z", [None, long_offsets(0, 3, 2**63 - 1), b"abcde"], 2), "past the end of the memory"),
        (lambda: Malformed(b"Z", [None, long_offsets(0, -(2**63), 5), b"abcde"], 2), "offsets of row 0 .* run backwards"),
        (lambda: Malformed(b"z", GOOD, 2).add_child(Malformed(b"z", GOOD, 2)), "1 children, expected none"),
        (lambda: Malformed(None, GOOD, 2), "no format"),
        (lambda: Malformed(b"\xff", GOOD, 2), "format of a schema is not UTF-8"),
        (lambda: Malformed(b"z", GOOD, 2, release=None), "released already"),
        (lambda: Malformed(b"z", GOOD, 2, schema_release=None), "released already"),
        (lambda: Malformed(b"z", GOOD, 2).set_dictionary(Malformed(b"z", GOOD, 2), schema=False), "its schema has none"),
        (lambda: Malformed(b"vz", [None, view(1, b"a")], 1), "2 buffers, expected at least 3"),
        (lambda: Malformed(b"vz", [None, None, None], 1), "buffer of views is missing"),
        (lambda: Malformed(b"vz", [None, view(20, b"abcd"), b"x" * 20, None], 1), "sizes of the data buffers is missing"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx"), b"x" * 20, long_offsets(-1)], 1), "size of a data buffer is -1"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx"), None, long_offsets(20)], 1), "buffer of data is missing"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx"), b"x" * 19, long_offsets(19)], 1), "row 0 .* past the end of its buffer"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx", 0, 1), b"x" * 20, long_offsets(20)], 1), "past the end of its buffer"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx", 0, -1), b"x" * 20, long_offsets(20)], 1), "its offset is negative"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx", 1), b"x" * 20, long_offsets(20)], 1), "its buffer does not exist"),
        (lambda: Malformed(b"vz", [None, view(20, b"xxxx", -1), b"x" * 20, long_offsets(20)], 1), "its buffer does not exist"),
        (lambda: Malformed(b"vz", [None, view(20, b"xyxx"), b"x" * 20, long_offsets(20)], 1), "first four bytes differ"),
        (lambda: Malformed(b"vz", [None, view(1, b"a") + view(-1, b"xxxx"), None], 2), "row 1 .* length is negative"),
        (lambda: Malformed(b"vz", [None, view(-(2**31), b"xxxx"), None], 1), "length is negative"),
        (lambda: Malformed(b"c", [None, b"\0\1\2"], 3).set_dictionary(Malformed(b"z", GOOD, 2)), "row 2 .* the key 2, but the dictionary has 2"),
        (lambda: Malformed(b"c", [None, b"\0\xff"], 2).set_dictionary(Malformed(b"z", GOOD, 2)), "row 1 .* the key -1"),
        (lambda: Malformed(b"L", [None, b"\xff" * 8], 1).set_dictionary(Malformed(b"z", GOOD, 2)), "the key 18446744073709551615"),
        (lambda: Malformed(b"c", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD, 2), array=False), "array has no dictionary"),
        (lambda: Malformed(b"c", [None, None], 1).set_dictionary(Malformed(b"z", GOOD, 2)), "buffer of keys is missing"),
        (lambda: Malformed(b"c", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD, -2)), "it is negative"),
        (lambda: Malformed(b"c", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD[:2], 2)), "2 buffers, expected 3"),
        (lambda: Malformed(b"c", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD, 2, release=None)), "dictionary was released already"),
        (lambda: Malformed(b"c", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD, 2, schema_release=None)), "dictionary was released already"),
        (lambda: Malformed(b"g", [None, b"\0"], 1).set_dictionary(Malformed(b"z", GOOD, 2)), "keys of type"),
        (lambda: Malformed(b"+s", [None], 2).add_child(None), "child is missing"),
        (lambda: Malformed(b"+s", [None], 2).add_child(Malformed(b"z", GOOD, 2, release=None)), "child was released already"),
        (lambda: Malformed(b"+s", [None], 2).add_child(Malformed(b"z", GOOD, 2, schema_release=None)), "child was released already"),
        (lambda: Malformed(b"+s", [None], 3).add_child(Malformed(b"z", GOOD, 2)), "a table has 3 rows, but its column 2"),
        (lambda: Malformed(b"+s", [None], 1, offset=2).add_child(Malformed(b"z", GOOD, 2)), "a table has 1 rows, but its column 2"),
        (lambda: Malformed(b"+s", [], 2).add_child(Malformed(b"z", GOOD, 2)), "0 buffers, expected 1"),
        (lambda: Malformed(b"+s", [None], 2, n_children=0, schema_n_children=-1), "number of children is negative"),
        (lambda: Malformed(b"+s", [None], 2, schema_n_children=1), "no list of them"),
        (lambda: Malformed(b"+s", [None], 2, schema_n_children=2**62), "children"),
    ],
)  # fmt: skip
def test_malformed_structs_are_refused(make: Callable[[], Malformed], match: str) -> None:
    # Detection need not look at keys of dictionaries.
    functions = EVERYTHING[:-1] if "key" in match else EVERYTHING
    for function in functions:
        released.clear()
        column = make()
        with pytest.raises(ValueError, match=match):
            function(column)
        assert released.count("array") <= 1 and released.count("schema") <= 1
        # What was taken is released, so that nothing leaks.
        assert column.array.release is None or column.schema.release is None


def test_offsets_that_run_backwards_far_inside_are_found() -> None:
    rows = 30_000
    for wrong in [1, 5000, 14_321, 29_999]:
        for value in [0, -1, 2**31 - 1]:
            numbers = [3 * row for row in range(rows + 1)]
            numbers[wrong] = value
            make = lambda: Malformed(b"z", [None, offsets(*numbers), "€".encode() * rows], rows)  # noqa: E731
            for function in (arrow.find_bad, arrow.is_valid, arrow.to_utf8, arrow.fix):
                if value == 0 and wrong == 1:
                    continue  # An empty row and one of two characters.
                with pytest.raises(ValueError, match=f"offsets of row ({wrong - 1}|{wrong}) "):
                    function(make())


def test_garbage_in_null_rows_is_no_error() -> None:
    # Rows 1 and 2 are null, and their views point nowhere.
    views = view(1, b"a") + view(-5, b"\xff") + view(2**31 - 1, b"\xff\xff", 99, -7) + view(20, b"xxxx")
    make = lambda: Malformed(b"vz", [bytes([0b1001]), views, b"x" * 20, long_offsets(20)], 4)  # noqa: E731
    for function in EVERYTHING:
        function(make())
    text = arrow.to_utf8(make()).to_pyarrow()
    text.validate(full=True)
    assert text.to_pylist() == ["a", None, None, "x" * 20]
    # Keys of null rows have no meaning either.
    make = lambda: Malformed(b"c", [bytes([0b01]), b"\1\x7f"], 2).set_dictionary(Malformed(b"z", GOOD, 2))  # noqa: E731
    for function in EVERYTHING:
        function(make())
    assert arrow.to_utf8(make()).to_pyarrow().to_pylist() == ["de", None]


def test_padding_of_views_has_no_meaning() -> None:
    # The bytes after a value should be zeros. They must not complete its last character.
    cut = view(1, b"\xc3", padding=b"\xa9")
    others = view(2, b"ab", padding=b"\xff") + view(3, "€".encode(), padding=b"\x80")
    for views, rows in ((cut, 1), (cut + view(2, b"ab"), 2), (cut + others, 3)):
        column = Malformed(b"vz", [None, views, None], rows)
        assert [row["row"] for row in arrow.find_bad(column).to_pylist()] == [0]
    # Many are validated together.
    column = Malformed(b"vz", [None, cut * 300, None], 300)
    assert [row["row"] for row in arrow.find_bad(column).to_pylist()] == list(range(300))


def test_a_null_count_that_is_wrong_or_unknown_does_not_matter() -> None:
    for count in (-1, 0, 1, 2):
        column = Malformed(b"z", [bytes([0b10]), offsets(0, 1, 2), b"\xffb"], 2, null_count=count)
        text = arrow.to_utf8(column)
        assert (text.null_count, text.to_pyarrow().to_pylist()) == (1, [None, "b"])


def test_memory_that_is_not_aligned_is_copied() -> None:
    column = Malformed(b"z", GOOD, 2)
    memory = ctypes.create_string_buffer(b"\xee" + offsets(0, 3, 5), 32)
    data = ctypes.create_string_buffer(b"abcde", 8)
    table = pointers([None, ctypes.addressof(memory) + 1, ctypes.addressof(data)])
    column.kept.append((memory, data, table))
    column.array.buffers = ctypes.addressof(table)
    assert arrow.to_utf8(column).to_pyarrow().to_pylist() == ["abc", "de"]


def test_capsules_that_are_not_what_they_should_be() -> None:
    for names in ((b"arrow_schema", b"something else"), (b"arrow_array", b"arrow_array"), (None, b"arrow_array")):
        for function in EVERYTHING:
            column = Malformed(b"z", GOOD, 2)
            column.schema_names = names
            with pytest.raises(ValueError, match="expected a capsule with the name arrow_"):
                function(column)

    class Other:
        def __init__(self, result: object) -> None:
            self.result = result

        def __arrow_c_array__(self) -> object:
            return self.result

    class OtherStream(Other):
        __arrow_c_array__ = None  # type: ignore[assignment]

        def __arrow_c_stream__(self) -> object:
            return self.result

    for result in (None, (), (1, 2), b"", [1, 2], column.__arrow_c_array__()[:1]):
        with pytest.raises(TypeError):
            arrow.find_bad(Other(result))
        with pytest.raises(TypeError):
            arrow.find_bad(OtherStream(result))
    schema, _ = Malformed(b"z", GOOD, 2).__arrow_c_array__()
    with pytest.raises(ValueError, match="arrow_array"):
        arrow.find_bad(Other((schema, schema)))
    with pytest.raises(ValueError, match="arrow_array_stream"):
        arrow.find_bad(OtherStream(schema))


def test_a_capsule_can_be_used_once() -> None:
    column = Malformed(b"z", GOOD, 2)
    capsules = column.__arrow_c_array__()

    class Again:
        def __arrow_c_array__(self) -> object:
            return capsules

    arrow.find_bad(Again())
    with pytest.raises(ValueError, match="released already"):
        arrow.find_bad(Again())


@pytest.mark.parametrize("missing", ["get_schema", "get_next", "release"])
def test_streams_without_callbacks(missing: str) -> None:
    next_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    column = Malformed(b"z", GOOD, 2)

    @next_type
    def get_schema(_: int, out: int) -> int:
        ctypes.memmove(out, ctypes.addressof(column.schema), ctypes.sizeof(CSchema))
        return 0

    @next_type
    def get_next(_: int, out: int) -> int:
        return 5

    stream = CStream(
        get_schema=pointer_to(get_schema), get_next=pointer_to(get_next), release=pointer_to(release_stream)
    )
    setattr(stream, missing, None)

    class Stream:
        def __arrow_c_stream__(self) -> object:
            return new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)

    released.clear()
    with pytest.raises(ValueError, match="released already" if missing == "release" else missing):
        arrow.find_bad(Stream())
    assert ("stream" in released) == (missing != "release")
    stream.get_schema = pointer_to(get_schema)
    stream.get_next = pointer_to(get_next)
    stream.release = pointer_to(release_stream)
    with pytest.raises(OSError, match="failed with code 5"):
        arrow.find_bad(Stream())


def test_random_structs() -> None:
    """What is in the structs is random, but for the sizes of buffers, which nobody could check."""
    pick = random.Random(19)
    numbers = [0, 1, 2, 3, 5, 8, 12, 13, 20, 31, 32, -1, -2, 2**31 - 1, -(2**31)]
    counts = [*range(9), -1, 2**62, -(2**63)]
    outcomes = set()
    for _ in range(6000):
        rows = pick.randrange(6)
        fmt = pick.choice([b"z", b"Z", b"u", b"U", b"vz", b"vu", b"c", b"S", b"+s", b"i"])
        data = bytes(pick.choice(b"abc\xc3\xa9\xff\xe2\x82\xac") for _ in range(32))
        validity = pick.choice([None, None, bytes([pick.randrange(256)])])

        def leaf(fmt: bytes, rows: int = rows) -> Malformed:
            offset = pick.choice([0, 0, 0, 1, 2])
            count = rows + offset + 1
            steps = sorted(pick.randrange(33) for _ in range(count))
            if pick.random() < 0.4:
                steps[pick.randrange(count)] = pick.choice(numbers)
            # Nothing can tell that the data ends before the last offset.
            steps[-1] = min(steps[-1], 32)
            if fmt in (b"z", b"u"):
                buffers = [validity, offsets(*steps), data]
            elif fmt in (b"Z", b"U"):
                buffers = [validity, long_offsets(*steps), data]
            else:
                views = b"".join(
                    view(
                        pick.choice(numbers) if pick.random() < 0.3 else pick.randrange(20),
                        data[place : place + 12],
                        pick.choice([0, 0, 0, 1, -1]),
                        place if pick.random() < 0.7 else pick.choice(numbers),
                    )
                    for place in (pick.randrange(13) for _ in range(count))
                )
                buffers = [validity, views, data, long_offsets(pick.choice([32, 32, 32, 0, 5, -1]))]
            column = Malformed(fmt, buffers, rows, offset=offset)
            damage(column)
            return column

        def damage(column: Malformed) -> None:
            if pick.random() < 0.15:
                column.array.null_count = pick.choice(counts)
            if pick.random() < 0.1:
                column.array.length = pick.choice([-1, 0, 2**62, 2**63 - 1])
            if pick.random() < 0.1:
                column.array.n_buffers = pick.choice([0, 1, 2, -1, 2**62])
            if pick.random() < 0.05:
                column.array.release = None
            if pick.random() < 0.05:
                column.array.buffers = None

        if fmt in (b"c", b"S", b"i"):
            width = {b"c": 1, b"S": 2, b"i": 4}[fmt]
            keys = bytes(
                pick.choice([0, 0, 0, 1, 2, 255]) if place % width == 0 else 0 for place in range(width * (rows + 1))
            )
            column = Malformed(fmt, [validity, keys], rows)
            if pick.random() < 0.9:
                column.set_dictionary(leaf(pick.choice([b"z", b"U", b"vu", b"z"])))
            damage(column)
        elif fmt == b"+s":
            column = Malformed(fmt, [None], rows).add_child(leaf(pick.choice([b"z", b"U", b"vz"])))
            damage(column)
        else:
            column = leaf(fmt)
        function = pick.choice(EVERYTHING)
        is_fix = function in EVERYTHING[8:10]
        try:
            result = function(column)
        except (ValueError, TypeError) as error:
            outcomes.add(type(error))
            continue
        outcomes.add(None)
        for part in result if isinstance(result, tuple) and not isinstance(result, arrow.Detected) else [result]:
            if isinstance(part, (arrow.Column, arrow.Table)):
                # What is not UTF-8 in a column of text, `fix` keeps.
                part.to_pyarrow().validate(full=not is_fix)
    assert outcomes == {None, ValueError, TypeError, arrow.IllFormedError}
