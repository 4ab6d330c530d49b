"""Single strings, compared with CPython and with the vectors of the library."""

import array
import codecs
import gc
import itertools
import random
import sys
import threading
from pathlib import Path

import pytest
import utf8kit
from sampling import sample

HANDLERS = [
    "strict",
    "replace",
    "ignore",
    "backslashreplace",
    "surrogateescape",
    "surrogatepass",
]

VECTORS = Path(__file__).parents[2] / "utf8kit-test/data/vectors.tsv"


def rows():
    """Returns the rows of the library's vectors by the names of their columns."""
    lines = VECTORS.read_text("utf-8").splitlines()
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines[1:]]


def numbers_of(cell):
    """Returns the code points of a cell, or None if it says that the bytes are ill-formed."""
    if cell == "!":
        return None
    # A question mark says that the standard leaves open whether it is a character; the library takes it.
    return [int(point[2:].rstrip("?"), 16) for point in cell.split()]


def text_of(cell, surrogates=False):
    """Returns the text of a cell, or None if it says that the bytes are ill-formed, or no text."""
    numbers = numbers_of(cell)
    if numbers is None or any(
        number > 0x10FFFF or (0xD800 <= number < 0xE000 and not surrogates) for number in numbers
    ):
        return None
    return "".join(map(chr, numbers))


def outcome(function, *arguments):
    """Returns what a call returns, or the type and the fields of what it raises."""
    try:
        return function(*arguments)
    except UnicodeError as error:
        # Ours is one that says more.
        kind = UnicodeDecodeError if type(error) is utf8kit.DecodeError else type(error)
        return kind, error.encoding, error.object, error.start, error.end, error.reason
    except (LookupError, TypeError, ValueError) as error:
        return type(error)


def random_bytes(choose):
    """Returns text that is damaged in some places, of a kind that the length decides."""
    if choose.random() < 0.1:
        return choose.randbytes(choose.randrange(40))
    letters = choose.choice(["abc ", "aé ÿ", "жя д", "漢字 €", "a😀 é漢"])
    size = choose.choice([3, 20, 70, 300])
    data = bytearray("".join(choose.choices(letters, k=choose.randrange(size))).encode())
    for _ in range(choose.randrange(4)):
        if data:
            at = choose.randrange(len(data))
            action = choose.randrange(3)
            if action == 0:
                data[at] = choose.randrange(256)
            elif action == 1:
                del data[at]
            else:
                data[at:at] = choose.choice([b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xff", b"\xe2\x82"])
    return bytes(data)


def random_text(choose):
    """Returns text, in which there may be surrogates."""
    letters = choose.choice(["ab", "aé", "aя", "a漢", "a😀", "a\ud800", "\ud83d\ude00a", "é\udcff", "😀\udfff"])
    return "".join(choose.choices(letters, k=choose.choice([0, 1, 2, 5, 40, 300, 1100])))


@pytest.mark.slow
def test_decodes_damaged_texts_like_cpython():
    choose = random.Random(1)
    for number in range(sample(1_000_000)):
        data = random_bytes(choose)
        errors = HANDLERS[number % len(HANDLERS)]
        assert outcome(utf8kit.decode, data, "utf-8", errors) == outcome(data.decode, "utf-8", errors), (
            data,
            errors,
        )


@pytest.mark.parametrize(
    "encoding",
    [
        "utf-8",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "utf-7",
        "latin-1",
        "ascii",
        "utf-8-sig",
        "cp1252",
        "shift_jis",
    ],
)
def test_decodes_and_encodes_what_cpython_knows_like_cpython(encoding):
    choose = random.Random(encoding)
    for number in range(sample(20_000)):
        errors = ([*HANDLERS, "xmlcharrefreplace", "namereplace", "no-such-handler"])[number % 9]
        data = random_bytes(choose)
        if number % 2:
            data = outcome(random_text(choose).encode, encoding, "ignore")
        assert outcome(utf8kit.decode, data, encoding, errors) == outcome(data.decode, encoding, errors), (data, errors)
        text = random_text(choose)
        assert outcome(utf8kit.encode, text, encoding, errors) == outcome(text.encode, encoding, errors), (text, errors)


def test_strings_are_of_the_kind_that_cpython_makes():
    for letter in ["a", "é", "\x80", "ÿ", "Ā", "я", "漢", "\uffff", "\U00010000", "😀"]:
        for before in [0, 1, 31, 300, 5000]:
            text = "a" * before + letter
            for encoding in ["utf-8", "utf-16-le", "utf-16-be"]:
                made = utf8kit.decode(text.encode(encoding), encoding)
                assert made == text
                # CPython shares strings of one character, and keeps their UTF-8.
                if before > 0:
                    assert sys.getsizeof(made) == sys.getsizeof(text.encode(encoding).decode(encoding))
                assert hash(made) == hash(text)


def test_every_length_and_place_of_an_error():
    for letter in ["a", "é", "я", "漢", "😀"]:
        for length in range(0, 300):
            text = letter * length
            data = text.encode()
            assert utf8kit.decode(data) == text
            assert utf8kit.encode(text) == data
            assert utf8kit.is_valid(data)
            assert utf8kit.count(data) == length
            for broken in (data[:-1] if letter != "a" else data + b"\xff", data + b"\xe2", b"\x80" + data):
                if broken:
                    assert not utf8kit.is_valid(broken)
                    assert outcome(utf8kit.decode, broken) == outcome(broken.decode)
                    assert utf8kit.repair(broken) == broken.decode("utf-8", "replace").encode()


# The bytes at the ends of the ranges of RFC 3629, and letters.
ENDS = bytes.fromhex("00 41 7F 80 8F 90 9F A0 BF C0 C1 C2 DF E0 E1 EC ED EE EF F0 F1 F3 F4 F5 FF")


def test_replaces_in_short_text_as_cpython_does():
    sequences = [bytes(parts) for length in [1, 2, 3] for parts in itertools.product(ENDS, repeat=length)]
    choose = random.Random("short")
    # Sequences of four bytes, errors around them, and every length, on both sides of each limit.
    for number in range(sample(200_000)):
        sequences.append(bytes(choose.choices(ENDS, k=4 + number % 300)))
    for number in range(sample(100_000)):
        text = choose.choice(["a", "é", "aé", "я", "aя", "漢", "a漢", "ก한", "😀", "a漢😀"]) * 300
        broken = bytearray(text.encode()[: 1 + number % 300])
        broken[choose.randrange(len(broken))] = choose.choice(ENDS)
        sequences.append(bytes(broken))
    # Mostly ASCII, with a character and an error anywhere: also at the last bytes, and around the limits of 1024 and 4096.
    for number in range(sample(100_000)):
        length = choose.choice([*range(1, 300), *range(1000, 1050), *range(4090, 4100)])
        broken = bytearray(choose.choices(b"abcdefgh ", k=length))
        for part in ["é", "я", "漢", "😀"][: number % 5] + ["ÿ"] * (number % 3):
            at = choose.choice([choose.randrange(length), max(length - 1 - number % 20, 0)])
            broken[at : at + len(part.encode())] = part.encode()
        for _ in range(choose.randrange(3)):
            broken[choose.randrange(len(broken))] = choose.choice(ENDS)
        sequences.append(bytes(broken))
    for data in sequences:
        made, expected = utf8kit.decode(data, "utf-8", "replace"), data.decode("utf-8", "replace")
        assert made == expected, data
        # CPython shares strings of one character, and keeps their UTF-8.
        if len(made) > 1:
            assert sys.getsizeof(made) == sys.getsizeof(expected), data


def test_subclasses_of_str():
    class Text(str):
        pass

    for letter in ["", "a", "é", "я", "😀", "\ud800"]:
        for length in [0, 1, 7, 8, 64, 300]:
            plain = "a" * length + letter
            for text in [Text(plain), Text(plain + "\0"), plain]:
                for encoding in ["utf-8", "utf-16-le", "latin-1", "ascii", "windows-1252"]:
                    for errors in ["strict", "replace", "surrogatepass"]:
                        expected = outcome(str(text).encode, encoding, errors)
                        made = outcome(utf8kit.encode, text, encoding, errors)
                        assert made == expected, (plain, encoding, errors)


def test_arguments_by_position_and_by_name():
    class Name(str):
        pass

    for data in [b"caf\xe9", "café".encode(), b"cafe", b""]:
        expected = data.decode("utf-8", "replace")
        for encoding in ["utf-8", "utf8", "UTF-8", "Utf_8", "u8", Name("utf-8"), None]:
            for errors in ["replace", Name("replace")]:
                assert utf8kit.decode(data, encoding, errors) == expected
                assert utf8kit.decode(data, encoding, errors=errors) == expected
                assert utf8kit.decode(data, errors=errors, encoding=encoding) == expected
                assert utf8kit.decode(bytearray(data), encoding, errors) == expected
                assert utf8kit.decode(memoryview(data), encoding, errors) == expected
            for arguments in [(encoding,), (encoding, "strict"), (encoding, None)]:
                outcomes = outcome(utf8kit.decode, data, *arguments), outcome(data.decode, "utf-8")
                assert outcomes[0] == outcomes[1]
            assert utf8kit.encode(expected, encoding) == expected.encode()
            assert utf8kit.encode(expected, encoding, "replace") == expected.encode()
    # Names that only begin so, or that are longer by a NUL.
    for encoding in ["utf-", "utf-88", "utf-8\0", "utf\0", "utf-8é", ""]:
        for arguments in [(encoding,), (encoding, "replace"), (encoding, "strict")]:
            expected = outcome(b"caf\xe9".decode, *arguments)
            assert outcome(utf8kit.decode, b"caf\xe9", *arguments) == expected, arguments
            expected = outcome("café".encode, *arguments)
            assert outcome(utf8kit.encode, "café", *arguments) == expected, arguments
    for errors in ["replac", "replace2", "replace\0", "strict\0"]:
        with pytest.raises((LookupError, ValueError)):
            utf8kit.decode(b"caf\xe9", "utf-8", errors)
    for arguments in [(1,), ("utf-8", 1), (b"utf-8",), ("utf-8", "replace", 1)]:
        with pytest.raises(TypeError):
            utf8kit.decode(b"cafe", *arguments)
    for data in ["cafe", 1, None]:
        with pytest.raises(TypeError):
            utf8kit.decode(data, "utf-8", "replace")
    with pytest.raises(TypeError):
        utf8kit.encode(b"cafe", "utf-8")


def test_the_vectors_of_the_library():
    checked = 0
    for row in rows():
        data = bytes.fromhex(row["bytes"].replace(" ", ""))
        text = text_of(row["std63"])
        assert utf8kit.is_valid(data) == (text is not None), row["id"]
        if text is None:
            with pytest.raises(UnicodeDecodeError):
                utf8kit.decode(data)
        else:
            assert utf8kit.decode(data) == text
        lossy = text_of(row["std63_lossy"])
        assert utf8kit.decode(data, errors="replace") == lossy, row["id"]
        assert utf8kit.repair(data) == lossy.encode(), row["id"]
        for column, encoding in [
            ("cesu8", "cesu-8"),
            ("mutf8", "mutf-8"),
            ("rfc2279", "rfc2279"),
            ("annex_r", "annex-r"),
            ("wtf8", "wtf-8"),
        ]:
            if row[column] == "?":
                continue
            expected = text_of(row[column], surrogates=column == "wtf8")
            found = outcome(utf8kit.decode, data, encoding)
            if expected is None:
                assert isinstance(found, tuple) and found[0] is UnicodeDecodeError, (row["id"], encoding, found)
            else:
                assert found == expected, (row["id"], encoding)
                assert utf8kit.encode(expected, encoding) == data, (row["id"], encoding)
            checked += 1
    assert checked > 500


def test_exceptions_have_cpythons_fields_and_ours():
    cases = {
        b"\x80": "unexpected-continuation",
        b"\xc0\xaf": "overlong",
        b"a\xed\xa0\x80": "surrogate",
        b"\xf4\x90\x80\x80": "too-large",
        b"\xff": "never-valid",
        b"\xe2\x82a": "missing-continuation",
        b"\xe2\x82": "unexpected-end",
    }
    for data, kind in cases.items():
        for function in [utf8kit.validate, utf8kit.decode]:
            with pytest.raises(UnicodeDecodeError) as info:
                function(data)
            error = info.value
            assert outcome(data.decode) == (
                UnicodeDecodeError,
                error.encoding,
                error.object,
                error.start,
                error.end,
                error.reason,
            )
            assert error.kind == kind
            assert error.clause.startswith("RFC 3629")
            assert error.message
    assert utf8kit.validate(b"ok") is None


def test_our_own_handlers():
    assert utf8kit.decode(b"a\\\xe9", errors="escape") == "a\\\\\\xE9"
    assert utf8kit.decode(b"a\xe9", errors="drop") == "a"
    assert utf8kit.decode(b"a\x80\xe9", errors="as:windows-1252") == "a€é"
    assert utf8kit.decode(b"a\x80\xe9", errors="as:latin-1") == "a\x80é"
    assert utf8kit.repair(b"a\\\xe9", "escape") == b"a\\\\\\xE9"
    assert utf8kit.repair(b"a\xe9", errors="backslashreplace") == b"a\\xe9"
    assert utf8kit.decode(b"a\\\xc0\xaf", "cesu-8", "escape") == "a\\\\\\xC0\\xAF"
    assert utf8kit.decode(b"a\xe9b", "cesu-8", "as:windows-1252") == "aéb"
    for errors in ["as:utf-8", "as:nothing", "nonsense"]:
        with pytest.raises(ValueError, match=r"encoding|unknown value"):
            utf8kit.repair(b"a", errors)
    with pytest.raises(UnicodeDecodeError):
        utf8kit.repair(b"\xff", "strict")
    # As with CPython's decoders, a handler that nobody registered matters only where there is an error.
    assert utf8kit.decode(b"a", errors="nonsense") == "a"
    with pytest.raises(LookupError):
        utf8kit.decode(b"\xff", errors="nonsense")


def test_registered_handlers():
    def handler(error):
        if isinstance(error, UnicodeDecodeError):
            return f"<{error.object[error.start : error.end].hex()}>", error.end
        return f"<{ord(error.object[error.start]):x}>", error.end

    codecs.register_error("utf8kit-test", handler)
    codecs.register_error("utf8kit-test-bytes", lambda error: (b"!", error.end))
    codecs.register_error("utf8kit-test-ahead", lambda error: ("", min(error.end + 1, len(error.object))))
    codecs.register_error("utf8kit-test-far", lambda error: ("", len(error.object) + 1))
    codecs.register_error("utf8kit-test-negative", lambda error: ("x", -1))
    codecs.register_error("utf8kit-test-surrogate", lambda error: ("\udcff", error.end))
    codecs.register_error("utf8kit-test-wrong", lambda error: 7)
    for name in ["utf-8", "utf-16-le"]:
        data = b"ab\xff\xdb\xe9c"
        assert utf8kit.decode(data, name, "utf8kit-test") == data.decode(name, "utf8kit-test")
    assert utf8kit.decode(b"a\xffb", "cesu-8", "utf8kit-test") == "a<ff>b"
    assert utf8kit.decode(b"a\xffbc", "cesu-8", "utf8kit-test-ahead") == "ac"
    assert utf8kit.decode(b"a\xffbc", "cesu-8", "utf8kit-test-negative") == "axc"
    assert utf8kit.decode(b"a\xffb\xffc", "cesu-8", "utf8kit-test-surrogate") == "a\udcffb\udcffc"
    assert utf8kit.encode("a\ud800b", "cesu-8", "utf8kit-test") == b"a<d800>b"
    assert utf8kit.encode("a\ud800b", "cesu-8", "utf8kit-test-bytes") == b"a!b"
    assert utf8kit.encode("a\U0001f600b", "ucs-2be", "utf8kit-test") == "a<1f600>b".encode("utf-16-be")
    with pytest.raises(UnicodeEncodeError):
        utf8kit.encode("a\ud800b", "cesu-8", "utf8kit-test-surrogate")
    for encode in [False, True]:
        for name, error in [("far", IndexError), ("wrong", TypeError)]:
            with pytest.raises(error):
                if encode:
                    utf8kit.encode("\ud800", "cesu-8", f"utf8kit-test-{name}")
                else:
                    utf8kit.decode(b"\xff", "cesu-8", f"utf8kit-test-{name}")


def test_buffers():
    text = "naïve 漢字"
    data = text.encode()
    for buffer in [data, bytearray(data), memoryview(data), memoryview(bytearray(data)), array.array("B", data)]:
        assert utf8kit.decode(buffer) == text
        assert utf8kit.is_valid(buffer)
        assert utf8kit.count(buffer) == len(text)
        assert utf8kit.repair(buffer) == data
        assert "".join(chunk.text for chunk in utf8kit.chunks(buffer)) == text
    assert utf8kit.repair(data) is data
    assert utf8kit.decode(memoryview(data)[::-1][::-1]) == text
    assert utf8kit.decode(array.array("H", [0x6161, 0x6161])) == "aaaa"

    class Bytes(bytes):
        pass

    assert utf8kit.decode(Bytes(data)) == text
    assert utf8kit.encode(type("Str", (str,), {})(text)) == data


def test_wrong_arguments():
    for function in [utf8kit.decode, utf8kit.is_valid, utf8kit.validate, utf8kit.count, utf8kit.repair, utf8kit.chunks]:
        for wrong in ["text", 7, None, object()]:
            with pytest.raises(TypeError, match="bytes"):
                function(wrong)
        with pytest.raises(TypeError):
            function()
        with pytest.raises(TypeError):
            function(b"", 1, 2, 3)
        with pytest.raises(TypeError):
            function(b"", nothing=1)
    for wrong in [b"bytes", 7, None]:
        with pytest.raises(TypeError, match="str"):
            utf8kit.encode(wrong)
    with pytest.raises(TypeError):
        utf8kit.decode(data=b"")
    with pytest.raises(TypeError, match="encoding must be a str"):
        utf8kit.decode(b"", 7)
    with pytest.raises(TypeError, match="two values"):
        utf8kit.decode(b"", "utf-8", encoding="utf-8")
    with pytest.raises(LookupError):
        utf8kit.decode(b"a", "no-such-encoding")
    with pytest.raises(LookupError):
        utf8kit.encode("a", "unicode-1-1-utf-8")
    with pytest.raises(ValueError):
        utf8kit.decode(b"a", "latin-1\0")
    with pytest.raises(UnicodeEncodeError):
        utf8kit.decode(b"a", "\ud800")


def test_chunks_are_the_whole():
    choose = random.Random(3)
    for _ in range(20_000):
        data = random_bytes(choose)
        chunks = utf8kit.chunks(data)
        assert b"".join(chunk.text.encode() + chunk.ill_formed for chunk in chunks) == data
        assert all((chunk.kind is None) == (chunk.ill_formed == b"") for chunk in chunks)
        joined = "".join(chunk.text + ("\ufffd" if chunk.ill_formed else "") for chunk in chunks)
        assert joined == data.decode("utf-8", "replace")


@pytest.mark.slow
def test_long_text_is_decoded_without_the_interpreter():
    texts = [letter * 3_000_000 for letter in ["a", "é", "я", "😀"]]
    results = {}

    def work(number):
        text = texts[number % 4]
        for encoding in ["utf-8", "utf-16-le"]:
            data = utf8kit.encode(text, encoding)
            results[number, encoding] = data == text.encode(encoding) and utf8kit.decode(data, encoding) == text
        results[number] = utf8kit.is_valid(text.encode()) and not utf8kit.is_valid(text.encode() + b"\xff")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 24 and all(results.values())


def test_nothing_leaks():
    def work():
        for data in [b"abc" * 30, "é".encode() * 30, b"\xff" * 30]:
            for errors in ["replace", "surrogateescape", "as:windows-1252"]:
                utf8kit.decode(data, "utf-8", errors)
                utf8kit.decode(data, "cesu-8", errors)
            outcome(utf8kit.decode, data)
            utf8kit.repair(data)
            utf8kit.chunks(data)
            utf8kit.encode("é" * 300, "utf-16")

    def grown():
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(300):
            work()
        gc.collect()
        return sys.getallocatedblocks() - before

    # Less than one block for each round, when what is kept for later calls is there.
    assert min(grown() for _ in range(4)) < 300
