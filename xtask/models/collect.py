"""Collects texts from Debian packages, of which ``cargo xtask models`` makes models of languages: ``collect.py DIR``.

Downloads the packages in packages.txt to DIR/debs, unpacks them to DIR/packages, and writes the texts to
DIR/texts/LANGUAGE/KIND.txt. Packages that are there already are not downloaded again.

The texts for training are ``mo``, translated messages of programs, and ``words``, lists of words for languages with few
messages. ``man``, ``fortune``, ``html`` and ``help`` are for tests of the models. A line is in one of them only.
``cargo xtask models DIR/texts`` makes the models, and ``sample.py DIR/texts OUT`` cuts samples for tests.

The texts belong to their authors and stay in DIR. Only how often letters and pairs of letters occur goes into the tree.
"""

from __future__ import annotations

import argparse
import functools
import gettext
import glob
import gzip
import html
import random
import re
import subprocess
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGES = Path(__file__).with_name("packages.txt")
TRAINER = Path(__file__).parent.parent / "src" / "models.rs"

# The directories of the languages, from the list in the trainer.
LANGUAGES = set(re.findall(r'^    \("(\S+)", ', TRAINER.read_text(encoding="utf-8"), re.MULTILINE))

# Languages that are not written in Latin letters, and the scripts of their letters.
SCRIPTS = {
    language: scripts.split()
    for scripts, languages in {
        "ARABIC": "ar fa ur",
        "ARMENIAN": "hy",
        "CJK": "zh_CN zh_TW",
        "CJK HIRAGANA KATAKANA": "ja",
        "CYRILLIC": "be bg kk ky mk mn ru sr tg tt uk",
        "GEORGIAN": "ka",
        "GREEK": "el",
        "HANGUL CJK": "ko",
        "HEBREW": "he yi",
        "LAO": "lo",
        "THAI": "th",
    }.items()
    for language in languages.split()
}
WITHOUT_SPACES = {"ja", "ko", "lo", "th", "zh_CN", "zh_TW"}

# The most bytes of a language and a kind, and of one catalogue of messages.
MOST = {"mo": 400_000, "man": 400_000, "fortune": 250_000, "html": 250_000, "help": 250_000, "words": 200_000}
MOST_OF_CATALOGUE = 60_000

# Languages with translations of nearly all programs.
TRANSLATED = {"de", "fr", "sv", "uk"}

# Frequent words of English. "in" is not among them, because it is a word of other languages too.
ENGLISH_WORDS = set(
    "all an and are as be been by can for from has have if into is it must not of on only or should that the there this "
    "to use used was were when which will with you your".split()
)
# Declarations of an encoding, controls, and characters without a meaning.
EXCLUDED = re.compile(
    r"(?i)charset|coding\s*[:=]|encoding|<\?xml|utf-?8|iso-?8859|koi8|[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff]"
)
# UTF-8 that was read as windows-1252.
MISREAD = re.compile("[ÂÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘“”•–—˜™š›œžŸ]")


class English:
    """Messages and help before they are translated, by which lines that were not are recognized."""

    def __init__(self) -> None:
        self.lines = set[str]()
        self.words = Counter[str]()

    def add(self, line: str) -> None:
        line = one_space(line)
        if line not in self.lines:
            self.lines.add(line)
            self.words.update(latin_words(line))

    def has(self, line: str) -> bool:
        """Returns whether the line is one of the messages, or most of its words are in them."""
        if not line.isascii():
            return False
        words = latin_words(line)
        return line in self.lines or sum(self.words[word] >= 4 for word in words) >= 0.6 * len(words)


class Texts:
    """The lines of each language and kind."""

    def __init__(self, english: English) -> None:
        self.english = english
        self.lines = defaultdict[tuple[str, str], list[str]](list)
        self.seen = defaultdict[str, set[str]](set)
        self.sizes = Counter[tuple[str, str]]()

    def is_full(self, language: str, kind: str) -> bool:
        return self.sizes[language, kind] > MOST[kind]

    def add(self, language: str, kind: str, line: str) -> int:
        """Adds a line if it is new and is text in the language. Returns the number of bytes added."""
        line = one_space(unicodedata.normalize("NFC", line))
        if language not in LANGUAGES or self.is_full(language, kind) or line in self.seen[language]:
            return 0
        if not is_in_script(line, language):
            return 0
        if kind != "words" and not is_sentence(line, language):
            return 0
        if kind != "words" and language != "en" and self.english.has(line):
            return 0
        self.seen[language].add(line)
        self.lines[language, kind].append(line)
        size = len(line.encode())
        self.sizes[language, kind] += size
        return size

    def write(self, directory: Path) -> None:
        for (language, kind), lines in self.lines.items():
            path = directory / language / f"{kind}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def one_space(line: str) -> str:
    return re.sub(r"[ \t]+", " ", line).strip()


def latin_words(line: str) -> list[str]:
    return re.findall(r"[a-z]{2,}", line.lower())


@functools.cache
def script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]


def is_in_script(line: str, language: str) -> bool:
    """Returns whether the letters are those of the language."""
    if EXCLUDED.search(line) or (language != "vi" and MISREAD.search(line)):
        return False
    letters = [c for c in line if c.isalpha()]
    scripts = SCRIPTS.get(language, ["LATIN"])
    least = 0.97 if scripts == ["LATIN"] else 0.6
    return bool(letters) and sum(script(c) in scripts for c in letters) >= least * len(letters)


def is_sentence(line: str, language: str) -> bool:
    """Returns whether the line is long enough, and not in English unless that is the language."""
    if language in WITHOUT_SPACES:
        return len(line) >= 8
    if language in SCRIPTS:
        return len(line) >= 20 and line.count(" ") >= 2
    words = re.findall(r"[a-z']+", line.lower())
    is_english = sum(word in ENGLISH_WORDS for word in words) >= max(1.5, 0.15 * len(words))
    return len(line) >= 25 and line.count(" ") >= 3 and (language == "en" or not is_english)


def language_of(locale: str) -> str:
    """Returns the language of a locale as the trainer names it: ``sr@latin``, ``pt_BR``, ``de`` for ``de_AT``."""
    locale = locale.replace("Latn", "latin")
    locale = {"zh_Hans": "zh_CN", "zh_Hant": "zh_TW"}.get(locale, locale)
    if locale in LANGUAGES or "@" in locale or locale.startswith("zh_"):
        return locale
    language = locale.split("_")[0]
    return {"no": "nb", "kmr": "ku", "mo": "ro"}.get(language, language)


def find(root: Path, pattern: str, seed: int | None = None) -> list[Path]:
    """Returns the files that match, in order or shuffled."""
    paths = sorted(glob.glob(pattern, root_dir=root, recursive=True))
    if seed is not None:
        random.Random(seed).shuffle(paths)
    return [root / path for path in paths if (root / path).is_file()]


def catalogues(root: Path) -> Iterator[tuple[Path, str, list[tuple[str, str]]]]:
    """Yields each catalogue, its language, and its messages with their translations."""
    for path in find(root, "**/*.mo", seed=1):
        # WordPress has languages/admin-de_DE.mo, all others have de/LC_MESSAGES/NAME.mo.
        in_name = path.parent.name == "languages"
        language = language_of(path.stem.split("-")[-1] if in_name else path.parent.parent.name)
        if language not in LANGUAGES:
            continue
        try:
            with path.open("rb") as file:
                # Nothing public lists the messages.
                messages = gettext.GNUTranslations(file)._catalog
        except (IndexError, ValueError):  # ill-formed plural forms, or not in UTF-8
            continue
        # A plural form has a number beside its message, and the context of a message ends with U+0004.
        texts = (key[0] if isinstance(key, tuple) else key for key in messages)
        texts = (text.split("\4")[-1] for text in texts)
        yield path, language, [(text, message) for text, message in zip(texts, messages.values()) if text]


def without_markup(message: str) -> str:
    return re.sub(r"</?\w+[^<>]{0,60}>", "", without_mnemonics(message))


def without_mnemonics(message: str) -> str:
    """Returns the message without the signs before letters that menus underline."""
    return re.sub(r"(?<!\w)[_&](?=\w)", "", message)


def read_english(root: Path) -> English:
    english = English()
    for _, language, messages in catalogues(root):
        if language in TRANSLATED:
            for text, _ in messages:
                for line in without_mnemonics(text).split("\n"):
                    english.add(line)
    for path in find(root, "gnome-user-docs/usr/share/help/C/gnome-help/*.page"):
        for line in help_lines(path):
            english.add(line)
    return english


def add_messages(root: Path, texts: Texts) -> None:
    for path, language, messages in catalogues(root):
        # Lists of names.
        if "continents" in path.name or path.is_relative_to(root / "iso-codes"):
            continue
        translated = [message for text, message in messages if message.strip() != text.strip()]
        add_catalogue(texts, language, translated)
        if language == "fr":
            add_catalogue(texts, "en", [text for text, _ in messages])


def add_catalogue(texts: Texts, language: str, messages: list[str]) -> None:
    size = 0
    for message in messages:
        for line in without_markup(message).split("\n"):
            if size < MOST_OF_CATALOGUE:
                size += texts.add(language, "mo", line)


def add_manual_pages(root: Path, texts: Texts) -> None:
    for path in find(root, "*/usr/share/man/*/man*/*.gz", seed=2):
        language = language_of(path.parent.parent.name.split(".")[0])
        if language not in LANGUAGES or texts.is_full(language, "man"):
            continue
        try:
            page = gzip.decompress(path.read_bytes()).decode()
        except UnicodeDecodeError:
            continue
        for line in roff_paragraphs(page)[:120]:
            texts.add(language, "man", line)


def roff_paragraphs(page: str) -> list[str]:
    """Returns the paragraphs and headings of a manual page, without those that have more markup than fonts."""
    paragraphs = [""]
    for line in page.split("\n"):
        if line.startswith(('.\\"', "'\\\"")):
            continue
        request = re.match(r"\.\s*(SH|SS|B|I|BR|IR|RB|RI|BI|IB)\s+(.*)", line)
        if request and request[1] in ("SH", "SS"):
            paragraphs += [request[2].replace('"', ""), ""]
        elif request:
            paragraphs[-1] += " " + request[2].replace('"', "")
        elif line.startswith((".", "'")) or not line.strip():
            paragraphs.append("")
        else:
            paragraphs[-1] += " " + line
    paragraphs = [without_escapes(paragraph) for paragraph in paragraphs]
    return [paragraph for paragraph in paragraphs if not re.search(r"\\[(\[*n]", paragraph)]


def without_escapes(line: str) -> str:
    line = re.sub(r"\\f(\[\w*\]|\(..|.)|\\s[-+]?\d+|\\[&%:,|^/]|\\c", "", line)
    line = re.sub(r"\\\[u([0-9A-F]{4})\]", lambda match: chr(int(match[1], 16)), line)
    named = {"aq": "'", "dq": '"', "lq": '"', "rq": '"', "co": "(c)", "em": "-", "en": "-", "bu": "*"}
    line = re.sub(r"\\\((\w\w)", lambda match: named.get(match[1], match[0]), line)
    return re.sub(r"\\([-~ e'`])", lambda match: {"~": " ", "e": "\\"}.get(match[1], match[1]), line)


def add_fortunes(root: Path, texts: Texts) -> None:
    for path in find(root, "fortunes-*/usr/share/games/fortunes*/**"):
        language = path.relative_to(root).parts[0].removeprefix("fortunes-")
        language = {"br": "pt_BR", "zh": "zh_CN"}.get(language, language)
        if path.name.endswith("-sk"):
            language = "sk"
        if path.suffix == ".dat" or path.is_symlink():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for line in re.sub(r"\x1b\[[\d;]*m", "", text).split("\n"):
            texts.add(language, "fortune", line)


def add_web_pages(root: Path, texts: Texts) -> None:
    for path in find(root, "*/usr/share/doc/**/*.html"):
        name = re.search(r"\.([a-z]{2})(?:[-_]([a-zA-Z]{2}))?\.html$", path.name)
        if not name:
            continue
        language = language_of(f"{name[1]}_{name[2].upper()}" if name[2] else name[1])
        page = path.read_text(encoding="utf-8")
        page = re.sub(r"(?s)<(script|style|pre|head)\b.*?</\1>", "", page)
        for line in re.split(r"(?i)</?(?:p|li|h\d|dd|dt|td|div)\b[^>]*>", page):
            texts.add(language, "html", without_tags(line))


def add_help(root: Path, texts: Texts) -> None:
    for path in find(root, "gnome-user-docs/usr/share/help/*/gnome-help/*.page"):
        locale = path.parent.parent.name
        language = "en" if locale == "C" else language_of(locale)
        if language in LANGUAGES:
            for line in help_lines(path):
                texts.add(language, "help", line)


def help_lines(path: Path) -> list[str]:
    page = re.sub(r"(?s)<info>.*?</info>", "", path.read_text(encoding="utf-8"))
    return [without_tags(line) for line in re.findall(r"(?s)<(?:p|title)\b[^>]*>(.*?)</(?:p|title)>", page)]


def without_tags(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text)).replace("\n", " ")


def add_words(root: Path, texts: Texts) -> None:
    for path in find(root, "*/usr/share/hunspell/*.dic"):
        language = language_of(path.stem)
        declared = re.search(rb"(?m)^\s*SET\s+(\S+)", path.with_suffix(".aff").read_bytes())
        encoding = declared[1].decode() if declared else "iso8859-1"
        entries = path.read_text(encoding=encoding, errors="ignore").split("\n")[1:]
        words = [word for word in (re.split(r"[/\t ]", entry)[0] for entry in entries) if is_word(word)]
        random.Random(3).shuffle(words)
        for start in range(0, len(words), 9):
            texts.add(language, "words", " ".join(words[start : start + 9]))


def is_word(word: str) -> bool:
    return len(word) > 1 and all(c.isalpha() or c in "-'’" or unicodedata.category(c) in ("Mn", "Mc") for c in word)


def install(directory: Path) -> Path:
    """Downloads and unpacks the packages that are not in the directory yet. Returns where they are."""
    debs, unpacked = directory / "debs", directory / "packages"
    debs.mkdir(parents=True, exist_ok=True)
    lines = PACKAGES.read_text(encoding="utf-8").splitlines()
    names = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    missing = [name for name in names if not (unpacked / name).exists()]
    wanted = [name for name in missing if not list(debs.glob(f"{name}_*.deb"))]
    if wanted:
        subprocess.run(["apt-get", "download", *wanted], cwd=debs, check=True)
    for name in missing:
        part = unpacked / f"{name}.part"
        subprocess.run(["dpkg", "-x", next(debs.glob(f"{name}_*.deb")), part], check=True)
        part.rename(unpacked / name)
    return unpacked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path, metavar="DIR")
    directory = parser.parse_args().directory
    root = install(directory)
    texts = Texts(read_english(root))
    # Those for training are first: a line that is in both is theirs.
    for add in (add_messages, add_manual_pages, add_fortunes, add_web_pages, add_help, add_words):
        add(root, texts)
    texts.write(directory / "texts")


if __name__ == "__main__":
    main()
