"""Measures how much of misread text `utf8 fix` undoes, beside ftfy: the table of docs/fix.md.

    double_encoding.py UTF8 FOLDER [SEED]

UTF8 is the command, FOLDER holds translations (`.po` files below `locale/LANGUAGE`), such as those in the wheels of Django,
Wagtail and Sphinx, by which nothing in the linter was chosen. With ftfy installed, it is measured on the same text.
"""

import collections
import glob
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LANGUAGES = 48

# Each row, and the codecs of Python that text is misread with.
ROWS = {
    "windows-1252, ISO-8859-1": ["cp1252", "latin_1"],
    "windows-1254": ["cp1254"],
    "windows-1250": ["cp1250"],
    "ISO-8859-2": ["iso8859_2"],
    "windows-1251": ["cp1251"],
    "windows-1253": ["cp1253"],
    "windows-1257": ["cp1257"],
    "Macintosh": ["mac_roman"],
    "IBM437": ["cp437"],
    "IBM850": ["cp850"],
    "IBM852": ["cp852"],
}
OTHERS = (
    "iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13 iso8859_14 "
    "iso8859_15 iso8859_16 cp737 cp775 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874 "
    "cp1255 cp1256 cp1258 koi8_r koi8_u mac_cyrillic mac_greek mac_latin2 mac_turkish mac_iceland cp1125"
).split()
EAST_ASIAN = ["gbk", "big5", "euc_kr", "shift_jis", "euc_jp"]
# Text that loses something was misread as windows-1252 in three pieces of fifteen.
LOSING = ["cp1252"] * 3 + (
    "latin_1 cp1254 cp1250 iso8859_2 cp1251 cp1253 cp1257 mac_roman cp437 cp850 cp852 cp866".split()
)
LOSSES = [
    "bytes without a character, dropped",
    "the same, U+FFFD in their place",
    "the same, `?` in their place",
    "soft hyphens, dropped",
    "U+00A0, a space in its place",
    "the same, and spaces joined",
    "the end, inside a character",
    "capitals, small letters in their place",
    "nothing: half of the letters are references",
    "nothing: a line is broken inside a character",
    "nothing: an emoji is in CESU-8",
]

Piece = collections.namedtuple("Piece", "row wrong right")


def translations(folder):
    """Returns sentences of 40 to 160 characters by language, some of them not ASCII."""
    found = collections.defaultdict(set)
    for path in glob.glob(f"{folder}/**/*.po", recursive=True):
        language = re.search(r"/locales?/([^/_@]+)", path)
        if not language or language.group(1) in ("en", "io", "ia", "tlh"):
            continue
        text = pathlib.Path(path).read_text("utf-8", "replace")
        for message in re.finditer(
            r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', text, re.MULTILINE
        ):
            piece = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', message.group(1)))
            for escape, meant in (
                (r"\n", " "),
                (r"\"", '"'),
                (r"\t", " "),
                (r"\\", "\\"),
            ):
                piece = piece.replace(escape, meant)
            piece = re.sub(r"[ \n]+", " ", piece).strip()
            is_text = not any(sign in piece for sign in ("\ufffd", "%(", "<", "`"))
            if (
                40 <= len(piece) <= 160
                and is_text
                and sum(not c.isascii() for c in piece) >= 2
            ):
                found[language.group(1).lower()].add(piece)
    return {
        language: sorted(pieces)
        for language, pieces in sorted(found.items())
        if len(pieces) >= 30
    }


def character(byte, codec):
    """Returns the character of a byte, or the control with its number."""
    try:
        return bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return chr(byte)


def misread(text, codec):
    """Returns the UTF-8 of `text` as a program reads it that takes it for another encoding, or `None` if that cannot be."""
    data = text.encode()
    if codec in EAST_ASIAN or codec.startswith("utf_16"):
        try:
            return (
                data + b"\n" * (codec.startswith("utf_16") and len(data) % 2)
            ).decode(codec)
        except UnicodeDecodeError:
            return None
    return "".join(character(byte, codec) for byte in data)


def every_other(text, codec):
    words = text.split(" ")
    wrong = [at for at, word in enumerate(words) if not word.isascii()][::2]
    return " ".join(
        misread(word, codec) if at in wrong else word for at, word in enumerate(words)
    )


def twice(text, codec):
    return misread(misread(text, codec), codec)


def losing(text, codec, loss, choose):
    """Returns what `text` becomes if it is misread and loses something, or `None` if there is nothing to lose."""
    whole = misread(text, codec)
    kind = LOSSES.index(loss)
    if kind <= 2:
        sign = ("", "\ufffd", "?")[kind]
        lost = "".join(sign if 0x80 <= ord(c) < 0xA0 else c for c in whole)
    elif kind == 3:
        lost = whole.replace("\xad", "")
    elif kind == 4:
        lost = whole.replace("\xa0", " ")
    elif kind == 5:
        lost = (
            re.sub(" +", " ", whole.replace("\xa0", " ")).strip()
            if "\xa0" in whole
            else whole
        )
    elif kind == 7:
        lost = whole.lower()
    elif kind == 8:
        lost = "".join(
            f"&#{ord(c)};" if not c.isascii() and choose.random() < 0.5 else c
            for c in whole
        )
    else:
        data = text.encode()
        inside = [at for at in range(len(data)) if data[at] & 0xC0 == 0x80]
        at = choose.choice(
            [at for at in inside if kind == 9 or at > len(data) // 2] or [0]
        )
        lost = whole[:at] + ("\n" + whole[at:] if kind == 9 else "") if at else whole
    return None if lost == whole or not lost else lost


def cesu_8(text, codec):
    units = memoryview(text.encode("utf-16")[2:]).cast("H")
    data = b"".join(chr(unit).encode("utf-8", "surrogatepass") for unit in units)
    return "".join(character(byte, codec) for byte in data)


def pieces(texts, choose):
    languages = choose.sample(sorted(texts), LANGUAGES)

    def text(language=None):
        return choose.choice(texts[language or choose.choice(languages)])

    hows = [misread, every_other, twice]
    for row, codecs in ROWS.items():
        for codec in codecs:
            for language in languages:
                for how in hows:
                    right = text(language)
                    yield Piece(row, how(right, codec), right)
    for codec in OTHERS:
        for language in choose.sample(languages, 12):
            right = text(language)
            yield Piece(
                f"{len(OTHERS)} other single-byte encodings",
                choose.choice(hows)(right, codec),
                right,
            )
    for row, codecs, count in (
        ("GBK, Big5, EUC-KR, Shift_JIS, EUC-JP", EAST_ASIAN, 20),
        ("UTF-16", ["utf_16_le", "utf_16_be"], 20),
    ):
        for codec in codecs * count:
            wrong = None
            while not wrong:
                right = text()
                wrong = misread(right, codec)
            yield Piece(row, wrong, right)
    for language in languages:
        for codecs in (
            ["cp1252"] * 3,
            ["latin_1"] * 3,
            choose.sample(["cp1252", "latin_1"], 2),
        ):
            right = wrong = text(language)
            for codec in codecs:
                wrong = misread(wrong, codec)
            yield Piece("windows-1252 or ISO-8859-1 three times, or both", wrong, right)
    for language in languages:
        for _ in range(8):
            right = text(language)
            yield Piece("right text touched", right, right)
    for loss in LOSSES:
        for language in languages * 3:
            right, codec = text(language), choose.choice(LOSING)
            if loss == LOSSES[-1]:
                right += " " + choose.choice("😀😂🎉👍🙏")
                yield Piece(loss, cesu_8(right, codec), right)
            elif wrong := losing(right, codec, loss, choose):
                yield Piece(loss, wrong, right)


def is_right(piece, text):
    if piece.row == LOSSES[6]:
        # What was cut is not restored, or is the character that was cut.
        whole = piece.right[: len(text)]
        return text == whole and len(text) >= len(piece.right) // 3
    if piece.row == LOSSES[7]:
        return text.lower() == piece.right.lower()
    if piece.row == LOSSES[9]:
        return text.replace("\n", "") == piece.right
    return text.rstrip("\n") == piece.right


def fixed(command, flags, all_pieces):
    """Returns what the command makes of each piece, a file in a directory of its own."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{number}/text.txt" for number in range(len(all_pieces))]
        for path, piece in zip(paths, all_pieces):
            os.mkdir(os.path.dirname(path))
            pathlib.Path(path).write_bytes(piece.wrong.encode())
        run = [command, "fix", "--no-config", "-q", *flags, folder]
        subprocess.run(
            run, stdout=subprocess.DEVNULL, check=False
        )  # 1 says that something remains
        return [pathlib.Path(path).read_bytes().decode() for path in paths]


def main():
    command, folder = sys.argv[1:3]
    choose = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    all_pieces = list(pieces(translations(folder), choose))
    columns = {
        name: fixed(command, flags, all_pieces)
        for name, flags in (
            ("fix", []),
            ("--likely", ["--likely"]),
            ("--restore", ["--restore"]),
            ("both", ["--likely", "--restore"]),
        )
    }
    try:
        import ftfy

        columns["ftfy"] = [ftfy.fix_encoding(piece.wrong) for piece in all_pieces]
    except ModuleNotFoundError:
        pass
    counts = collections.defaultdict(
        lambda: collections.defaultdict(collections.Counter)
    )
    for number, piece in enumerate(all_pieces):
        group = "losing" if piece.row in LOSSES else "whole"
        for name, texts in columns.items():
            text = texts[number]
            if piece.row == "right text touched":
                counts[piece.row][name]["left" if text == piece.right else "right"] += 1
                continue
            kind = (
                "right"
                if is_right(piece, text)
                else "left"
                if text == piece.wrong
                else "neither"
            )
            for row in (piece.row, f"all, {group}"):
                counts[row][name][kind] += 1
    for row, by_column in counts.items():
        cells = [
            f"{by_column[name]['right']} ({by_column[name]['neither']})"
            for name in columns
        ]
        print(
            f"| {row} | " + " | ".join(cells) + f" | {sum(by_column['fix'].values())} |"
        )
    print("columns:", ", ".join(columns), "(in parentheses: something that is neither)")


if __name__ == "__main__":
    main()
