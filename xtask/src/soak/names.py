"""Checks that odd names of files are data in each format of `utf8 check`: what reads the format finds them, and nothing else."""

import html.parser
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

COMMAND = sys.argv[1]
NAMES = [
    b"a\nb.txt",
    b"a\r::error file=x::y.txt",
    b"e\x1b[31m\x1b]8;;x\x07c.txt",
    "r\u202etxt.exe".encode(),
    "\u2066i\u2028z\u0085.txt".encode(),
    b"q\"'<script>&amp;.txt",
    b"c,d::e%0Af,line=9.txt",
    b"]]>.txt",
    b"-->.txt",
    b"{}[],.txt",
    b"bad\xff.txt",
    b"x" * 251 + b".txt",
]
# What no output has outside of an escape, beside line ends.
CONTROL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

for name in NAMES:
    with open(name, "wb") as file:
        file.write(b"\xff\n")


def check(output_format, *more):
    args = [COMMAND, "check", "--no-config", "--hidden=yes", "--color=always", "--format", output_format, *more, "."]
    ran = subprocess.run(args, capture_output=True, check=False, env={**os.environ, "GITHUB_STEP_SUMMARY": ""})
    assert ran.returncode == 1, (output_format, ran)
    return ran.stdout.decode("utf-8")


def expect(output_format, found):
    assert len(found) == len(NAMES), (output_format, len(found), found)
    print(f"  {output_format}: {len(found)} names")


# `json` keeps the name as it is, escaped as JSON has it.
text = check("json")
assert not CONTROL.search(text), text
lines = [json.loads(line) for line in text.splitlines()]
found = [bytes.fromhex(line["path_bytes"]) if "path_bytes" in line else line["path"].encode() for line in lines if "path" in line]
assert sorted(found) == sorted(NAMES), found
expect("json", found)

text = check("sarif")
assert not CONTROL.search(text), text
run = json.loads(text)["runs"][0]
uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
# A URI has no other characters (RFC 3986 section 2).
assert all(re.fullmatch(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+", uri) for uri in uris), uris
expect("sarif", set(uris))

for output_format in ("gitlab", "rdjsonl"):
    text = check(output_format)
    assert not CONTROL.search(text), text
    findings = json.loads(text) if output_format == "gitlab" else [json.loads(line) for line in text.splitlines()]
    expect(output_format, {finding["location"]["path"] for finding in findings})

for output_format, path in (("junit", "testsuite"), ("checkstyle", "file")):
    text = check(output_format)
    assert not CONTROL.search(text), text
    found = {element.get("name") for element in ElementTree.fromstring(text).iter(path)}
    # What has no findings is a suite, too.
    expect(output_format, found - {"utf8"})


# A workflow command is a line that begins with `::`. Its values end at `,` and `::`.
text = check("github")
assert not CONTROL.search(re.sub("\x1b\\[[0-9;]*m", "", text)), text
commands = [line for line in text.splitlines() if line.startswith("::")]
values = [re.fullmatch(r"::error (file=[^:,]+(?:,[A-Za-z]+=[^:,]+)*)::.*", line) for line in commands]
assert all(values), commands
keys = [[part.split("=")[0] for part in value[1].split(",")] for value in values]
assert all(names == keys[0] and len(set(names)) == len(names) for names in keys), keys
assert 0 < len(commands) <= len(NAMES), commands
print(f"  github: {len(commands)} commands")


class Page(html.parser.HTMLParser):
    """Counts elements, and collects text."""

    def __init__(self):
        super().__init__()
        self.tags, self.text = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs), attrs

    def handle_data(self, data):
        self.text.append(data)


text = check("html")
assert not CONTROL.search(text), CONTROL.search(text)
page = Page()
page.feed(text)
assert "script" not in page.tags
assert "q\"'<script>&amp;.txt" in "".join(page.text)
print("  html: no element of a name")

# Without colors, a terminal is sent no control at all.
text = subprocess.run([COMMAND, "check", "--no-config", "--color=never", "."], capture_output=True, check=False).stdout.decode()
assert not CONTROL.search(text), text
# With colors, only those: `CSI … m`.
text = check("human")
assert not CONTROL.search(re.sub("\x1b\\[[0-9;]*m", "", text)), text
print("  human: colors alone")
