"""Cuts samples of texts in older encodings, to test by: ``sample.py TEXTS OUT``. Needs glibc's ``iconv``.

TEXTS is what collect.py writes. Each sample is a file OUT/ENCODING/LANGUAGE/LENGTH-NUMBER.txt of at most LENGTH bytes.
OUT/samples.jsonl has a line for each: its path, encoding, language, length, kind of text, and text. The samples are the
same each time. They are of the kinds for tests. Languages without those have samples of what the models are made from.
"""

from __future__ import annotations

import argparse
import codecs
import functools
import itertools
import json
import random
import subprocess
import unicodedata
from bisect import bisect_right
from pathlib import Path

LENGTHS = (20, 50, 200, 2000)
SAMPLES = 10
FOR_TESTS = ("fortune", "help", "html", "man")

WESTERN = "af ast br ca co da de es fi fo fr fur ga gd gl is it nb nl nn oc pt pt_BR sq sv wa"
CENTRAL = "bs cs de hr hu pl ro sk sl sq sr@latin"
CYRILLIC = "be bg mk ru sr uk"

# Which encodings were used for which languages: by Python's names, or else iconv's.
USES = [
    ("iso8859-1 iso8859-15 cp1252 cp850 mac_roman", WESTERN),
    ("cp437", "ca da de es fi fr is it nb nl pt sv"),
    ("cp858 hp_roman8 DEC-MCS", "de es fr it pt sv"),
    ("cp860", "pt pt_BR"),
    ("cp861 mac_iceland", "fo is"),
    ("cp863", "fr"),
    ("cp865", "da nb nn sv"),
    ("iso8859-10", "da et fi fo is lt nb sv"),
    ("iso8859-14", "br cy ga gd"),
    ("cp037 cp500 cp1140 IBM1047", "de es fr"),
    ("cp273", "de"),
    ("iso8859-2 cp1250 cp852", CENTRAL),
    ("mac_latin2", "bs cs de hr hu pl sk sl sr@latin"),
    ("iso8859-16", "fr hr hu it pl ro sl sq"),
    ("mac_croatian", "bs hr sl sr@latin"),
    ("mac_romanian", "ro"),
    ("CWI", "hu"),
    ("iso8859-4 iso8859-13 cp1257 cp775", "et lt lv"),
    ("IBM922", "et"),
    ("CP774", "lt"),
    ("iso8859-3", "eo tr"),
    ("iso8859-9 cp1254 cp857 mac_turkish", "crh ku tr"),
    ("cp1026", "tr"),
    ("ISO-8859-9E", "az"),
    ("iso8859-5 cp1251 cp855 mac_cyrillic", CYRILLIC),
    ("koi8-r cp866 MIK", "bg ru"),
    ("koi8-u cp1125", "be ru uk"),
    ("KOI8-RU", "be uk"),
    ("ISO-IR-111", "bg ru uk"),
    ("koi8_t", "tg"),
    ("ptcp154", "kk ky mn tt"),
    ("kz1048", "kk"),
    ("iso8859-7 cp1253 cp737 cp869 mac_greek cp875", "el"),
    ("iso8859-6 cp1256 cp720 mac_arabic", "ar"),
    ("cp1256", "fa ur"),
    ("mac_farsi ISIRI-3342", "fa"),
    ("iso8859-8 cp1255 cp856 cp862 cp424", "he"),
    ("cp1255", "yi"),
    ("tis-620 cp874", "th"),
    ("IBM1133", "lo"),
    ("cp1258 VISCII TCVN", "vi"),
    ("GEORGIAN-PS GEORGIAN-ACADEMY", "ka"),
    ("ARMSCII-8", "hy"),
    ("gb2312 gbk gb18030 hz", "zh_CN"),
    ("big5 EUC-TW", "zh_TW"),
    ("euc_jp shift_jis iso2022_jp", "ja"),
    ("euc_kr cp949 johab iso2022_kr", "ko"),
]
WITHOUT_SPACES = {"ja", "lo", "th", "zh_CN", "zh_TW"}

# What people wrote where an encoding does not have a character.
SUBSTITUTES = {
    "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "…": "...", "–": "-", "—": "-", "\xa0": " ",
    "\u202f": " ", "\u200b": "", "\u200c": " ", "\u200e": "", "\u200f": "", "•": "*", "→": "->", "©": "(c)", "€": "EUR",
    "ș": "ş", "ț": "ţ", "Ș": "Ş", "Ț": "Ţ", "ґ": "г", "Ґ": "Г", "ی": "ي", "ک": "ك",
}  # fmt: skip
TONES = "\u0300\u0301\u0303\u0309\u0323"


def letters_and_tones() -> dict[str, str]:
    """Returns the letters with a tone of Vietnamese, which windows-1258 has as a letter and a tone."""
    found = {}
    for letter in map(chr, [*range(0xC0, 0x1B1), *range(0x1EA0, 0x1EFA)]):
        marks = unicodedata.normalize("NFD", letter)
        tone = "".join(mark for mark in marks if mark in TONES)
        if tone:
            base = "".join(mark for mark in marks if mark not in TONES)
            found[letter] = unicodedata.normalize("NFC", base) + tone
    return found


SUBSTITUTES |= letters_and_tones()


@functools.cache
def is_in_python(encoding: str) -> bool:
    try:
        return bool(codecs.lookup(encoding))
    except LookupError:
        return False


def encode(text: str, encoding: str) -> bytes:
    """Returns the text without the characters that the encoding does not have."""
    if is_in_python(encoding):
        return text.encode(encoding, "ignore")
    return iconv(text.encode(), "UTF-8", encoding)


def decode(data: bytes, encoding: str) -> str:
    if is_in_python(encoding):
        return data.decode(encoding, "ignore")
    return iconv(data, encoding, "UTF-8").decode()


def iconv(data: bytes, source: str, target: str) -> bytes:
    # It exits with 1 if it leaves a character out.
    return subprocess.run(["iconv", "-c", "-f", source, "-t", target], input=data, stdout=subprocess.PIPE).stdout


def lines_in(lines: list[str], encoding: str) -> list[str]:
    """Returns the lines that the encoding has all characters of."""
    decoded = decode(encode("\n".join(lines), encoding), encoding).split("\n")
    return [line for line, back in zip(lines, decoded) if line == back]


def text_in(path: Path, encoding: str) -> str:
    """Returns the lines of a text that can be written in an encoding."""
    present = lines_in(list(SUBSTITUTES), encoding)
    substitutes = str.maketrans({c: text for c, text in SUBSTITUTES.items() if c not in present})
    lines = path.read_text(encoding="utf-8").translate(substitutes).split("\n")
    return "\n".join(lines_in(lines, encoding))


def cut(text: str, start: int, length: int, encoding: str) -> str:
    """Returns as much text as fits into this many bytes."""

    def size(count: int) -> int:
        return len(encode(text[start : start + count], encoding))

    return text[start : start + bisect_right(range(length + 1), length, key=size) - 1]


def samples(texts: dict[str, str], length: int, encoding: str, language: str) -> list[tuple[str, str]]:
    """Returns samples, each different and with letters beyond ASCII, and their kinds."""
    choose, found = random.Random(f"{encoding} {language} {length}"), {}
    for _ in range(20 * SAMPLES):
        kind = choose.choice(sorted(texts))
        text = texts[kind]
        start = choose.randrange(len(text))
        if language not in WITHOUT_SPACES:
            start = text.find(" ", start) + 1
        sample = cut(text, start, length, encoding).strip()
        data = encode(sample, encoding)
        if not sample.isascii() and len(data) > 0.8 * length and decode(data, encoding) == sample:
            found[sample] = kind
        if len(found) == SAMPLES:
            break
    return list(found.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts", type=Path, metavar="TEXTS")
    parser.add_argument("out", type=Path, metavar="OUT")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    pairs = itertools.chain.from_iterable(itertools.product(*map(str.split, use)) for use in USES)
    with (args.out / "samples.jsonl").open("w", encoding="utf-8") as manifest:
        for encoding, language in pairs:
            paths = sorted((args.texts / language).glob("*.txt"))
            paths = [path for path in paths if path.stem in FOR_TESTS] or paths
            texts = {path.stem: text_in(path, encoding) for path in paths}
            texts = {kind: text for kind, text in texts.items() if len(text) > 5000}
            for length in LENGTHS if texts else ():
                for number, (sample, kind) in enumerate(samples(texts, length, encoding, language)):
                    path = Path(encoding, language, f"{length}-{number}.txt")
                    (args.out / path).parent.mkdir(parents=True, exist_ok=True)
                    (args.out / path).write_bytes(encode(sample, encoding))
                    about = {"path": str(path), "encoding": encoding, "language": language, "length": length}
                    manifest.write(json.dumps({**about, "kind": kind, "text": sample}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
