"""Findings, detection, inspection and repair."""

import array
import codecs
import json
import pathlib
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import utf8kit
from utf8kit import RULES, check, detect, fix, inspect, lint


def command(*arguments, stdin=b""):
    """Runs the command and returns its exit code and the JSON objects that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "utf8kit", *map(str, arguments)], input=stdin, stdout=subprocess.PIPE, check=False
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


TEXTS = {
    "clean": "Größe 漢字\n".encode() * 100,
    "empty": b"",
    "ill-formed": b"caf\xe9 au lait\n/\xc0\xaf\n\xed\xa0\x80 \xf4\x90\x80\x80\xff\xff\xff",
    "double": "caf\u00c3\u00a9, na\u00c3\u00afve\n".encode(),
    "bidi": 'let a = "\u202e";\n'.encode(),
    "feff": "one\n\ufefftwo\ufeffthree".encode(),
    "signed": "\ufeff#!/bin/sh\n".encode(),
    "legacy": "Les élèves français étaient à l’école où naît l’été.\n".encode("cp1252") * 5,
    "utf-16": "Größe\n".encode("utf-16"),
    "nul": b"a\0b\n",
    "binary": b"\x7fELF\x02\0\0\xff" * 20,
    "long": "x Größe\n".encode() * 50_000 + b"\xff\n" + "x Größe\n".encode() * 50_000 + b"\xe2\x82",
    "rules": "e\u0301 \u200b \ufffd \ufffe p\u0430ypal \U000e0041 \x07\n".encode(),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("rules", [None, "all"])
def test_check_finds_what_the_command_finds(tmp_path, name, rules):
    path = tmp_path / "text"  # without an extension, its bytes show whether it is binary
    path.write_bytes(TEXTS[name])
    # Of the rules of a group, the command shows one at a place; of those that are named, all.
    select = ["--select", ",".join(RULES)] if rules else []
    _, lines = command("check", "--no-config", "--format", "json", "--max-per-file", 0, *select, path)
    expected = [line for line in lines if "rule" in line]
    found = check(TEXTS[name], rules)
    assert len(found) == len(expected)
    for finding, line in zip(found, expected, strict=True):
        same = "rule kind offset line column end_column length count message clause".split()
        assert {key: getattr(finding, key) for key in same} == {key: line[key] for key in same}
        assert finding.bytes.hex(" ").upper() == line["bytes"]
        assert (finding.fix is not None) == line["fixable"]
        if finding.count == 1:
            assert (finding.fix or finding.meant) == line.get("replacement") or finding.fix == ""


def test_a_finding_is_a_value():
    [finding] = check(b"one\ntwo caf\xe9 x\n")
    assert str(finding) == (
        "2:8: ill-formed: `E9` starts a sequence of 3 bytes, but `20` does not continue it; in windows-1252 it is `é`: "
        "`utf8 fix --on-error as:windows-1252` writes that"
    )
    assert repr(finding) == (
        "<Finding rule='ill-formed' kind='missing-continuation' offset=11 line=2 column=8 length=1 count=1 "
        f"bytes=b'\\xe9' message={finding.message!r}>"
    )
    assert (finding.rule, finding.kind, finding.clause) == ("ill-formed", "missing-continuation", "RFC 3629 section 3")
    assert (finding.offset, finding.line, finding.column, finding.end_column) == (11, 2, 8, 9)
    assert (finding.length, finding.count, finding.bytes) == (1, 1, b"\xe9")
    assert (finding.fix, finding.meant, finding.transcode) == (None, None, None)
    context = finding.context
    assert (context.before, context.found, context.after) == (b"two caf", None, b" x")
    assert (context.from_line_start, context.to_line_end) == (True, True)
    with pytest.raises(AttributeError):
        finding.rule = "x"
    [same] = check(b"one\ntwo caf\xe9 x\n")
    assert same == finding and hash(same) == hash(finding) and len({same, finding}) == 1
    assert check(b"one\ntwo caf\xe8 x\n") != [finding] and finding != 1


@pytest.mark.parametrize("name", TEXTS)
def test_findings_can_be_pickled(name):
    found = check(TEXTS[name], "all")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(found, protocol)) == found


def test_findings_of_another_encoding():
    [finding] = check("caf\u00e9\udc00".encode("utf-16-le", "surrogatepass"), encoding="utf-16-le")
    assert (finding.kind, finding.offset, finding.context.found is not None) == ("surrogate", 8, True)
    assert check(b"\xed\xa0\x81\xed\xb0\x80", encoding="cesu-8") == []
    assert len(check(b"\xed\xa0\x81\xed\xb0\x80")) == 1
    for name in ("nope", "windows-1252", "utf-8\0"):
        with pytest.raises(LookupError):
            check(b"", encoding=name)


def test_repairs_of_findings():
    [overlong] = check(b"/\xc0\xaf")
    assert (overlong.fix, overlong.meant) == (None, "/")
    [double] = check("caf\u00c3\u00a9")
    assert (double.fix, double.meant) == ("é", None)
    [other] = check(TEXTS["legacy"])
    assert (other.rule, other.kind, other.transcode) == ("other-encoding", "windows-1252", "very likely")


def test_rules_are_chosen_by_name():
    text = b"a\0\xff"
    rules = lambda *arguments, **options: [finding.rule for finding in check(text, *arguments, **options)]  # noqa: E731
    assert rules(binary=False) == ["nul", "ill-formed"]
    assert rules("nul", binary=False) == rules(["nul"], binary=False) == rules(iter(("nul",)), binary=False) == ["nul"]
    assert rules(ignore="nul", binary=False) == rules("all", ignore=["nul", "default"][:1], binary=False)[-1:]
    assert rules([], binary=False) == rules(ignore="all", binary=False) == []
    assert "not-nfc" in RULES and RULES["nul"] == "U+0000"
    assert check("e\u0301") == [] and len(check("e\u0301", ["default", "not-nfc"])) == 1
    with pytest.raises(ValueError, match=r"no such rule: 'ill-formd'; did you mean 'ill-formed'\?"):
        check(b"", "ill-formd")
    with pytest.raises(ValueError, match="no such rule: 'xyz'; the rules are ill-formed, double-encoded, "):
        check(b"", ignore=["xyz"])
    with pytest.raises(TypeError):
        check(b"", [1])


def test_options_do_what_those_of_the_command_do():
    isolated = "\u2066a\u2069\n"
    assert check(isolated) == [] and len(check(isolated, bidi="all")) == 2
    assert check("\ufeffa") == [] and len(check("\ufeffa", signature="forbidden")) == 1
    assert check("a") == [] and len(check("a", signature="required")) == 1
    assert len(check("\ufeff#!")) == 1 and check("\ufeff#!", signature="either") == []
    assert [finding.count for finding in check(b"\xff\xff")] == [2]
    assert [finding.count for finding in check(b"\xff\xff", separate_places=True)] == [1, 1]
    assert check(TEXTS["binary"])[0].kind == "binary" and len(check(TEXTS["binary"], binary=False)) > 1
    assert [finding.kind for finding in check(b"a\0\xff", binary=True)] == ["binary"]
    assert check(b"\xff \xff \xff", max=2) == check(b"\xff \xff \xff")[:2]
    assert check(b"\xff", max=0) == [] and len(check(b"\xff", max=2**64 - 1)) == 1
    for options in ({"bidi": "x"}, {"signature": "x"}):
        with pytest.raises(ValueError, match="expected"):
            check(b"", **options)
    for options in ({"bidi": 1}, {"signature": None}, {"binary": 1}, {"max": "1"}):
        with pytest.raises(TypeError):
            check(b"", **options)
    for max in (-1, 2**64):
        with pytest.raises(OverflowError):
            check(b"", max=max)


def test_the_name_of_a_file_says_what_its_text_is():
    escaped = b'{"a": "caf\\u00c3\\u00a9"}\n'
    assert check(escaped) == []
    [finding] = check(escaped, name="dir/a.json")
    assert (finding.rule, finding.fix) == ("escapes", "\\u00e9")
    assert fix(escaped, name=pathlib.PurePath("a.json")) == b'{"a": "caf\\u00e9"}\n'
    assert fix(escaped, name="a.c") == fix(escaped) == escaped
    source = "rm\u00a0-r x # no\u00a0code\n"
    assert check(source) == []
    [finding] = check(source, name="a.sh")
    assert (finding.rule, finding.column) == ("space-in-code", 3)
    with pytest.raises(TypeError):
        check(source, name=1)


def test_every_buffer_of_bytes_is_read():
    text = b"a\xffb\xff"
    expected = check(text)
    for data in (bytearray(text), memoryview(text), array.array("B", text), memoryview(text).cast("B", (2, 2))):
        assert check(data) == expected
        assert detect(data) == detect(text)
        assert inspect(data) == inspect(text)
        assert fix(data) == text
    stepped = memoryview(b"a-\xff-b-\xff-")[::2]
    assert check(stepped) == expected and fix(stepped) == text
    assert check(memoryview(text)[::-1]) == check(text[::-1])


@pytest.mark.parametrize("data", [None, 1, [1], ("a",), object()])
def test_what_is_no_text_is_a_type_error(data):
    for function in (check, detect, inspect, fix):
        with pytest.raises(TypeError, match="expected bytes or another buffer, found <class"):
            function(data)


def test_a_str_is_checked_as_utf8():
    assert check("Größe \u202e\n") == check("Größe \u202e\n".encode())
    for function in (check, fix):
        with pytest.raises(UnicodeEncodeError) as caught:
            function("a\ud800")
        assert (caught.value.start, caught.value.end) == (1, 2)


def test_threads_share_texts():
    text = TEXTS["long"]
    mutable = bytearray(text)
    expected = check(text)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            mutable[0:1] = b"\xff"
            mutable[0:1] = b"x"

    changer = threading.Thread(target=change)
    changer.start()
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(check, [text] * 8))
        # Whatever the other thread does meanwhile, a copy is checked.
        assert all(found[-len(expected) :] == expected for found in pool.map(check, [mutable] * 8))
    stop.set()
    changer.join()


@pytest.mark.parametrize("name", TEXTS)
def test_detect_finds_what_the_command_finds(tmp_path, name):
    path = tmp_path / "text"
    path.write_bytes(TEXTS[name])
    _, [expected] = command("detect", "--format", "json", path)
    found = detect(TEXTS[name])
    assert expected.pop("path") == str(path)
    # Bytes are beside no files.
    assert expected.pop("neighbors") == 0
    assert {key: getattr(found, key) for key in expected} == expected


SAMPLES = {
    "windows-1252": ("cp1252", "Les élèves français étaient à l’école où naît l’été. "),
    "windows-1251": ("cp1251", "Съешь же ещё этих мягких французских булок, да выпей чаю. "),
    "KOI8-R": ("koi8-r", "Съешь же ещё этих мягких французских булок, да выпей чаю. "),
    "Shift_JIS": ("cp932", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
    "EUC-JP": ("euc_jp", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
    "EUC-KR": ("cp949", "동해물과 백두산이 마르고 닳도록 하느님이 보우하사 우리나라 만세. "),
    "Big5": ("big5hkscs", "道可道，非常道。名可名，非常名。無名天地之始；有名萬物之母。"),
    "ISO-2022-JP": ("iso2022_jp", "吾輩は猫である。名前はまだ無い。"),
    "UTF-16LE": ("utf-16-le", "Größe und Maß\n"),
    "UTF-32BE": ("utf-32-be", "Größe und Maß\n"),
    "UTF-8": ("utf-8", "Größe und Maß\n"),
    "US-ASCII": ("ascii", "plain\n"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_detect_names_the_codec_of_python(name):
    codec, text = SAMPLES[name]
    text *= 10
    found = detect(text.encode(codec))
    assert found.encoding == name
    assert found.python_name == codecs.lookup(codec).name
    assert text.encode(codec).decode(found.python_name) == text
    assert (found.line is None) == (name in ("UTF-8", "US-ASCII"))
    assert found.line is None or found.line.rstrip("…") in text.replace("\n", "") or "\n" in text


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
def test_the_codec_of_a_signed_text_removes_the_signature(codec):
    found = detect("Größe".encode(codec))
    assert found.signature and found.certainty == "certain" and found.python_name == codec
    assert "Größe".encode(codec).decode(found.python_name) == "Größe"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_detection_has_all_that_its_class_says(name):
    codec, text = SAMPLES[name]
    found = detect(text.encode(codec))
    assert list(found._asdict()) == list(lint.Detection._fields)
    assert found == found._replace() == pickle.loads(pickle.dumps(found))
    with pytest.raises(AttributeError):
        found.encoding = None


def test_a_detection_is_read_as_that_of_chardet():
    found = detect("Árvíztűrő tükörfúrógép: az első őszi esőben elveszett az új ernyő.".encode("cp1250"))
    assert found["encoding"] == found.encoding == found[0] == "windows-1250"
    assert found["confidence"] == found.confidence == 0.9
    assert found["language"] == "hu" and found["python_name"] == "cp1250"
    assert dict(found) == {**found._asdict(), "confidence": 0.9}
    assert detect(b"\x7fELF\x02\0\0\0")["confidence"] == 0.0
    for key in ["keys", "nothing", "_fields"]:
        with pytest.raises(KeyError):
            found[key]


def test_the_start_of_a_long_text_shows_what_its_lines_are():
    for length in (4095, 4096, 4097, 20_000):
        text = ("дом " * 8 + "\n") * 1000
        found = detect(text.encode("cp1251")[:length])
        assert (found.python_name, found.line) == ("cp1251", ("дом " * 8).strip())
    found = detect("晚上雨停了，我们去了院子里。".encode("gbk") * 400 + b"\xff")
    assert found.encoding == "GBK" and found.python_name == "gb18030"


def test_what_has_no_encoding():
    assert detect(b"").encoding is None and not detect(b"").binary
    found = detect(TEXTS["binary"])
    assert found.binary and (found.encoding, found.python_name, found.certainty, found.reason) == (None,) * 4
    assert detect(b"Gr\xc3\xb6\xc3\x9fe \xff").ill_formed_at == 8
    with pytest.raises(TypeError):
        detect("a str has no encoding")


@pytest.mark.parametrize(
    "data, encoding",
    [
        (TEXTS["ill-formed"], "UTF-8"),
        (TEXTS["rules"], "UTF-8"),
        ("a\U0001f600".encode("utf-16-be") + b"\xd8\x00", "UTF-16BE"),
        (b"\xff\xfea\0", "UTF-16"),
        (b"1+Jjo-2", "UTF-7"),
        ("日本語!".encode("shift_jis") + b"\x81", "Shift_JIS"),
        (b"\xed\xa1\x8c\xed\xbe\xb4", "CESU-8"),
        (b"\xfd\xbf\xbf\xbf\xbf\xbf", "RFC2279"),
        (b"\xe9\x81", "windows-1252"),
        (b"\xe9\x81", "ISO-8859-1"),
    ],
)
def test_inspect_returns_what_the_command_prints(data, encoding):
    _, lines = command("inspect", "--format", "json", "--as", encoding, "--hex", data.hex(" "))
    assert inspect(data, encoding) == [line for line in lines if "kind" in line]
    for item, line in zip(inspect(data, encoding), lines, strict=False):
        assert list(item) == list(line)


def test_inspect_understands_names_of_python():
    assert inspect(b"\x81", "cp437")[0]["characters"][0]["character"] == "ü"
    assert inspect(b"\xe9", "latin-1")[0]["characters"][0]["character"] == "é"
    assert inspect(b"\xfe", "iso8859-9")[0]["characters"][0]["character"] == "ş"
    assert inspect(b"\x81", "iso8859-9")[0]["characters"][0]["number"] == 0x81
    assert inspect(b"\x81", "cp1252")[0]["characters"][0]["number"] == 0x81
    assert inspect(b"\xc3\xff", "gbk")[0]["problem"]["message"] == "`C3 FF` stands for no character in GBK"
    assert inspect("é", "utf_16_le")[0]["bytes"] == "E9 00"
    assert inspect("é", "cp437")[0]["bytes"] == "82"
    for name in ("nope", "idna", "hz-nope", "base64", "a\0b", ""):
        with pytest.raises(LookupError):
            inspect(b"a", name)
    with pytest.raises(UnicodeEncodeError):
        inspect("é", "ascii")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("on_error", [None, "meant", "replace", "drop", "escape", "as:windows-1252"])
def test_fix_repairs_what_the_command_repairs(tmp_path, name, on_error):
    path = tmp_path / "text"
    path.write_bytes(TEXTS[name])
    policy = ["--on-error", on_error] if on_error else []
    subprocess.run(
        [sys.executable, "-m", "utf8kit", "fix", "--no-config", "--quiet", *policy, path], check=False, timeout=60
    )
    assert fix(TEXTS[name], on_error=on_error) == path.read_bytes()


def test_fix_returns_the_type_it_is_given():
    assert fix("caf\u00c3\u00a9") == "café"
    assert fix("caf\u00c3\u00a9".encode()) == "café".encode()
    assert type(fix(bytearray("caf\u00c3\u00a9".encode()))) is bytes
    assert type(fix(bytearray(b"clean"))) is bytes
    clean = "clean"
    assert fix(clean) is clean


def test_fix_restores_what_lost_bytes_on_request():
    text = "Le caf\u00c3\u00a9 est pr\u00c3\u00aat \u00c3 partir de midi"
    assert fix(text) == text
    assert fix(text, restore=True) == "Le café est prêt à partir de midi"
    _, findings = fix(text, restore=True, report=True)
    assert "restored" in [finding.kind for finding in findings]
    with pytest.raises(TypeError):
        fix(text, restore="yes")


def test_fix_repeats_until_nothing_is_left():
    thrice = "é"
    for _ in range(3):
        thrice = thrice.encode().decode("cp1252")
    assert fix(f"caf{thrice} noir") == "café noir"
    text, findings = fix("un cafe\u00cc\u0081 noir", ["default", "not-nfc"], report=True)
    assert text == "un café noir"
    assert [finding.rule for finding in findings] == ["double-encoded", "not-nfc"]


def test_fix_leaves_what_overlaps_to_the_next_pass(tmp_path):
    text = "tr\u00c3\u00a8\u0301s"
    both = [(finding.offset, finding.length) for finding in check(text, ["double-encoded", "not-nfc"])]
    assert both == [(2, 4), (4, 4)]
    assert fix(text, ["double-encoded", "not-nfc"]) == "trè\u0301s"
    path = tmp_path / "text"
    path.write_text(text, "utf-8")
    command("fix", "--no-config", "-q", "--select", "double-encoded,not-nfc", path)
    assert path.read_text("utf-8") == "trè\u0301s"


def test_fix_reports_what_it_repaired():
    assert fix("clean", report=True) == ("clean", [])
    text, findings = fix(b"\xff caf\xc3\x83\xc2\xa9 \xc0\xaf", report=True)
    assert text == b"\xff caf\xc3\xa9 \xc0\xaf"
    assert [(finding.rule, finding.offset) for finding in findings] == [("double-encoded", 5)]
    text, findings = fix(b"\xff \xc0\xaf", on_error="meant", report=True)
    assert text == b"\xff /" and [finding.offset for finding in findings] == [2]
    text, findings = fix(b"\xff \xc0\xaf", on_error="replace", report=True)
    assert text.decode() == "\ufffd \ufffd\ufffd" and len(findings) == 2


def test_fix_chooses_rules():
    # U+FEFF inside a text is a character, and stays.
    text = "one\n\ufefftwo caf\u00c3\u00a9 e\u0301"
    assert fix(text) == "one\n\ufefftwo café e\u0301"
    assert fix(text, "not-nfc") == "one\n\ufefftwo caf\u00c3\u00a9 é"
    assert fix(text, ignore="double-encoded") == text
    assert fix("\ufeffa", signature="forbidden") == "a"
    assert fix("a", signature="required") == "\ufeffa"
    with pytest.raises(ValueError, match="expected meant, replace"):
        fix("", on_error="strict")
    with pytest.raises(ValueError, match="no such rule"):
        fix("", "x")


def test_fix_leaves_other_encodings_and_binary_data():
    for name in ("legacy", "utf-16", "binary"):
        assert fix(TEXTS[name]) == TEXTS[name]
        assert fix(TEXTS[name], on_error="replace") == TEXTS[name]
    surrogate = "Größe \ud800\n".encode("utf-16", "surrogatepass")
    assert [finding.rule for finding in check(surrogate)] == ["other-encoding", "ill-formed"]
    assert fix(surrogate, on_error="replace") == surrogate
    # A str is in no encoding.
    assert fix("a\0b\0c\0d\0 caf\u00c3\u00a9") == "a\0b\0c\0d\0 café"
    assert fix("\x7fELF\x02\0\0 caf\u00c3\u00a9") == "\x7fELF\x02\0\0 café"
    archive = "#!/bin/sh\ncaf\u00c3\u00a9\n".encode() * 600 + b"\0\xff\n" * 200
    with pytest.raises(ValueError, match="probably binary"):
        fix(archive)


def test_the_version_is_there():
    assert utf8kit.__version__


def test_a_text_that_is_cut_or_may_be_utf_7_is_said_to_be() -> None:
    cut = detect(b"ab\xf0\x9f\x98")
    assert (cut.encoding, cut.ends_early, cut.ill_formed_at) == ("UTF-8", True, 2)
    found = detect(b"caf+AOk- and +AOk-t+AOk-")
    assert (found.encoding, found.second, found.shifts) == ("US-ASCII", "UTF-7", 3)
    assert detect(b"a+b").second is None
    assert detect(b"\xfe").encoding != "UTF-8"
    assert detect(b"\0\0\xfe\xff\0\x11\0\0").encoding == "UCS-4BE"


def test_annex_r_objects_to_what_it_reads() -> None:
    (item,) = inspect(b"\xef\xbf\xbe", "annex-r")
    assert (item["remark"]["kind"], item["remark"]["clause"]) == ("undefined", "ISO/IEC 10646-1 R.4")
    (item,) = inspect(b"\xc1\x81", "annex-r.5")
    assert item["remark"]["kind"] == "overlong"
    assert "remark" not in inspect(b"a", "annex-r")[0]
