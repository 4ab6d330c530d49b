"""What all functions have in common: buffers, interrupts, names."""

import ctypes
import mmap
import signal
import subprocess
import sys
import threading
import time

import pytest
import utf8kit

np = pytest.importorskip("numpy")
utf8kit.register()

TEXTS = [b"", b"a", "é漢😀\n".encode() * 300_000, b"a" * 3_000_000 + b"\xff", "é".encode() * 524_288 + b"\xc3"]


def buffers(data):
    """Returns the data in everything that has the buffer protocol."""
    yield bytearray(data)
    yield memoryview(data)
    yield memoryview(bytearray(data))
    yield memoryview(b"x" + data)[1:]
    yield np.frombuffer(data, np.uint8)
    yield (ctypes.c_char * len(data)).from_buffer_copy(data)
    yield memoryview(bytes(np.repeat(np.frombuffer(data, np.uint8), 2)))[::2]
    if data:
        anonymous = mmap.mmap(-1, len(data))
        anonymous[:] = data
        yield anonymous


@pytest.mark.parametrize("data", TEXTS, ids=range(len(TEXTS)))
def test_all_buffers_give_what_bytes_give(data):
    for buffer in buffers(data):
        assert utf8kit.is_valid(buffer) == utf8kit.is_valid(data)
        assert utf8kit.count(buffer) == utf8kit.count(data)
        assert utf8kit.repair(buffer) == utf8kit.repair(data)
        assert utf8kit.decode(buffer, errors="replace") == utf8kit.decode(data, errors="replace")
        if utf8kit.is_valid(data):
            assert utf8kit.validate(buffer) is None
        else:
            with pytest.raises(UnicodeDecodeError) as info:
                utf8kit.validate(buffer)
            assert info.value.object == data


def test_a_view_of_bytes_is_not_copied():
    if sys.platform != "linux":
        pytest.skip("it reads /proc")
    import resource

    data = memoryview(b"a" * (100 << 20))
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    old = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + (50 << 20), old[1]))
    try:
        assert utf8kit.is_valid(data)
        assert utf8kit.check(data, max=1) == []
        # What may change is copied in pieces where that suffices.
        assert utf8kit.count(memoryview(bytearray(10))) == 10
    finally:
        resource.setrlimit(resource.RLIMIT_AS, old)


def test_a_buffer_that_changes_meanwhile_is_read_all_the_same():
    data = bytearray("é".encode() * 3_000_000)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            data[100:102] = b"\xff\xff"
            data[100:102] = "é".encode()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20):
            utf8kit.is_valid(data)
            assert utf8kit.count(data) <= len(data)
            assert isinstance(utf8kit.decode(data, errors="replace"), str)
            try:
                utf8kit.validate(data)
            except UnicodeDecodeError as error:
                assert (error.start, error.object[100]) == (100, 0xFF)
    finally:
        stop.set()
        thread.join()


LONG = [
    "utf8kit.check(('р' + 'aypal ').encode() * (8 << 20), 'all', separate_places=True, max=1 << 40)",
    "utf8kit.fix(b'\\xc3\\xa9\\xff ' * (64 << 20))",
    "utf8kit.decode(b'\\xff' * (512 << 20), 'cesu-8', 'replace')",
    "utf8kit.encode('\\udc80' * (64 << 20), 'cesu-8', 'replace')",
    "utf8kit.chunks(b'\\xff' * (64 << 20))",
    "arrow.transcode([b'a'] * 1, 'big5') if 0 else arrow.transcode(column, 'big5')",
]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it sends a signal")
@pytest.mark.parametrize("call", LONG)
def test_an_interrupt_ends_a_long_call(call):
    program = f"""if True:
        import utf8kit, pyarrow as pa
        from utf8kit import arrow
        utf8kit.register()
        column = pa.array(["\\U0001f600" * 1000]).take(pa.array([0] * 60000)) if "column" in {call!r} else None
        print("ready", flush=True)
        {call}
        print("done")
    """
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.6)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    if "column" in call:  # it can have ended with an error before
        assert "Error" in err or "KeyboardInterrupt" in err
        return
    assert "KeyboardInterrupt" in err and out == "", (out, err[-500:])
    assert time.monotonic() - start < 5


def test_an_interrupt_before_a_call_is_not_lost():
    # A signal that came before is handled in the first code of Python, which is the search for the encoding.
    program = """if True:
        import encodings, utf8kit

        def search(name):
            raise KeyboardInterrupt

        encodings.search_function = search
        for call in [lambda: utf8kit.decode(b"a", "cesu-8"), lambda: utf8kit.encode("a", "cesu-8")]:
            try:
                print(call())
            except KeyboardInterrupt:
                print("interrupted")
    """
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert process.stdout == "interrupted\n" * 2, process.stderr


def test_the_builtin_open_stays_what_it_is():
    names = {}
    exec("from utf8kit import *", names)
    assert "open" not in names and names["decode"] is utf8kit.decode
    assert set(utf8kit.__all__) <= set(dir(utf8kit))
    public = {name for name in dir(utf8kit) if not name.startswith("_")}
    modules = {name for name in public if type(getattr(utf8kit, name)) is type(sys)}
    others = {"annotations", "Any", "NamedTuple", "open"}
    assert public - modules - others == set(utf8kit.__all__)


def test_errors_of_an_unknown_name_are_found_at_once():
    for encoding in ["utf-8", "utf-16", "cesu-8", "latin-1"]:
        with pytest.raises(LookupError, match="nosuch"):
            utf8kit.decode(b"abab", encoding, "as:nosuch")
        with pytest.raises(LookupError, match="nosuch"):
            utf8kit.encode("abab", encoding, "as:nosuch")
    for errors in ["as:nosuch", "nosuch"]:
        with pytest.raises(ValueError, match="nosuch"):
            utf8kit.repair(b"a", errors)
        with pytest.raises(ValueError, match="nosuch"):
            utf8kit.fix(b"a", on_error=errors)


def test_repair_takes_the_handlers_of_python():
    import codecs

    codecs.register_error("question", lambda error: ("?", error.end))
    assert utf8kit.repair(b"a\xff\xfeb", "question") == b"a??b"
    assert utf8kit.repair(b"ab", "question") == b"ab"
    with pytest.raises(UnicodeEncodeError):
        utf8kit.repair(b"a\xff", "surrogateescape")


def test_our_handlers_are_for_all_encodings_of_the_family():
    data = "\\é".encode("utf-16-le") + b"\x00\xd8" + "a".encode("utf-16-le")
    assert utf8kit.decode(data, "utf-16-le", "escape") == "\\\\é\\x00\\xD8a"
    assert utf8kit.decode(data, "utf-16-le", "drop") == "\\éa"
    assert utf8kit.decode(data, "utf-16", "escape") == "\\\\é\\x00\\xD8a"
    assert utf8kit.decode(b"a\x81", "cp1252", "drop") == "a"
    with pytest.raises(LookupError, match="cp1252"):
        utf8kit.decode(b"a\x81", "cp1252", "escape")


def test_utf_16_without_a_signature_is_read_as_python_reads_it(tmp_path):
    path = tmp_path / "text"
    for encoding in ["utf-16", "utf-32"]:
        for order in ["", "-le" if sys.byteorder == "little" else "-be"]:
            data = "aé😀".encode(encoding + order)
            assert utf8kit.decode(data, encoding) == "aé😀"
            path.write_bytes(data)
            with utf8kit.open(path, encoding=encoding) as file:
                assert file.read() == "aé😀"
            assert utf8kit.check(data, encoding=encoding) == []
        assert utf8kit.inspect("a".encode(encoding + order), encoding)[0]["characters"][0]["character"] == "a"
    for data in [b"", b"\xff", b"\xff\xfe", b"a\0b"]:
        path.write_bytes(data)
        with utf8kit.open(path, encoding="utf-16") as file:
            assert file.read() == data.decode("utf-16", "replace")


def test_errors_are_of_a_type_that_has_a_kind():
    with pytest.raises(utf8kit.DecodeError) as info:
        utf8kit.validate(b"\xc0\xaf")
    assert (info.value.kind, info.value.clause) == ("overlong", "RFC 3629 section 3")
    with pytest.raises(utf8kit.DecodeError) as info:
        b"\0\x11\0\0".decode("ucs-4be")
    assert info.value.kind == "not-representable"
