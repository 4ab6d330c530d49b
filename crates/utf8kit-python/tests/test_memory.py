"""Memory: an error and never an abort, and no more than the text needs."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

# Each line is a function of `text`, which is a megabyte that is bad for it, times `size`.
FUNCTIONS = {
    "decode": "utf8kit.decode(text(b'\\xff'))",
    "decode_replace": "utf8kit.decode(text(b'\\xff'), errors='replace')",
    "decode_escape": "utf8kit.decode(text(b'\\xff'), errors='escape')",
    "decode_cesu8": "utf8kit.decode(text(b'\\xff'), 'cesu-8', 'escape')",
    "decode_wtf8": "utf8kit.decode(text(b'a'), 'wtf-8')",
    "decode_utf16": "utf8kit.decode(text(b'a\\0'), 'utf-16')",
    "encode": "utf8kit.encode(string('\\xe9'))",
    "encode_cesu8": "utf8kit.encode(string('\\xe9'), 'cesu-8')",
    "encode_utf7_imap": "utf8kit.encode(string('\\xe9'), 'utf-7-imap')",
    "repair": "utf8kit.repair(text(b'\\xff'))",
    "repair_escape": "utf8kit.repair(text(b'\\\\'), 'escape')",
    "chunks": "utf8kit.chunks(text(b'\\xff'))",
    "validate": "utf8kit.validate(bytearray(text(b'\\xff')))",
    "check": "utf8kit.check(text(b'\\xff a\\n'), 'all', separate_places=True)",
    "check_utf16": "utf8kit.check(text(b'\\0\\xd8a\\0'), encoding='utf-16le', separate_places=True)",
    "fix": "utf8kit.fix(text('caf\\xc3\\xa9 '.encode()), report=True)",
    "fix_escape": "utf8kit.fix(text(b'a\\xff'), on_error='escape')",
    "inspect": "utf8kit.inspect(text(b'a'))",
    "detect": "utf8kit.detect(text(b'a'))",
    "compare": "utf8kit.compare(string('\\u0301'), string('\\u0301') + '\\u0300')",
    "search": "utf8kit.search(string('a'), 'a')",
    "find_bad": "arrow.find_bad(column(b'\\xff'), all=True)",
    "is_valid": "arrow.is_valid(column(b'\\xff'))",
    "to_utf8": "arrow.to_utf8(column(b'\\xff'), 'escape')",
    "to_utf8_views": "arrow.to_utf8(column(b'\\xff'), 'replace', views=True)",
    "transcode": "arrow.transcode(column(b'a'), 'utf-32le')",
    "transcode_big5": "arrow.transcode(column(b'a'), 'big5', errors='escape')",
    "arrow_fix": "arrow.fix(column('\\xc3\\xa9'.encode()), report=True)",
    "arrow_detect": "arrow.detect(column(b'\\xff'))",
}

PROGRAM = """
import re, resource, sys
import utf8kit
from utf8kit import arrow

utf8kit.register()
size = int(sys.argv[2]) << 20
make = {function!r}

class Column:
    def __init__(self, one):
        import pyarrow as pa
        rows = size // (len(one) + 4)
        offsets = pa.py_buffer(bytearray(b"".join((n * len(one)).to_bytes(4, "little") for n in range(rows + 1))))
        self.array = pa.Array.from_buffers(pa.binary(), rows, [None, offsets, pa.py_buffer(one * rows)])

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__()

text = lambda one: one * (size // len(one))
string = lambda one: one * size
made = dict(text=text, string=string, column=lambda one: Column(one), utf8kit=utf8kit, arrow=arrow)
# What the input takes is there before the limit is set.
kept = {{}}
def keep(name, function):
    def call(one):
        return kept.setdefault((name, one), None) or kept.update({{(name, one): function(one)}}) or kept[name, one]
    return call
names = dict(made, **{{name: keep(name, made[name]) for name in ("text", "string", "column")}})
for call in re.findall(r"(?:text|string|column)\\([^()]*(?:\\.encode\\(\\))?\\)", make):
    eval(call, names)
with open("/proc/self/statm") as file:
    now = int(file.read().split()[0]) * resource.getpagesize()
limit = now + (int(sys.argv[1]) << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    result = eval(make, names)
except MemoryError:
    print("MemoryError")
except ValueError:
    print("done")
else:
    print("done")
"""


def run(function: str, room: int, size: int) -> str:
    program = PROGRAM.format(function=function)
    done = subprocess.run([sys.executable, "-c", program, str(room), str(size)], capture_output=True, text=True)
    assert done.returncode == 0, (room, size, done.returncode, done.stderr[-2000:])
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_without_memory_there_is_an_error_and_no_abort(name):
    # Limits at which this or that allocation is the one that fails.
    found = {run(FUNCTIONS[name], room, 4) for room in (3, 5, 9, 17, 40)}
    assert found <= {"MemoryError", "done"}
    # These need little beside the text.
    small = {"decode", "decode_utf16", "validate", "compare", "repair_escape", "encode", "detect", "arrow_detect"}
    assert "MemoryError" in found or name in small | {"find_bad", "is_valid"}


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_rows_of_the_type_null_take_no_memory():
    # A column of this type has no buffers: a message of some bytes may say that there are billions of rows.
    program = """
import pyarrow as pa
from utf8kit import arrow

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))

def count(rows):
    return arrow.find_bad(pa.nulls(rows)).num_rows

# What is imported by the first call.
assert count(1) == 0
before = peak()
assert count(1 << 26) == 0
print(peak() - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    # 32-bit offsets for the rows would be 256 MiB.
    assert int(done.stdout) < 64 << 10
