"""The encodings of catalogues, of medical images and of short messages, compared with what their readers in Python read and write."""

import random
import unicodedata

import gsmcodecs
import pytest
from pydicom.charset import convert_encodings, decode_bytes, encode_string
from pydicom.valuerep import PN_DELIMS, TEXT_VR_DELIMS
from pymarc.marc8 import marc8_to_unicode
from pymarc.marc8_mapping import CODESETS
from utf8kit import decode, encode

EACC = 0x31


def test_each_code_of_eacc_is_read_as_pymarc_reads_it():
    assert len(CODESETS[EACC]) == 15_739
    for code, (number, _) in CODESETS[EACC].items():
        read = decode(b"\x1b$1" + code.to_bytes(3, "big"), "marc-8")
        assert read == chr(number), hex(code)


def test_pymarc_reads_what_is_written_in_marc_8():
    random.seed(7)
    characters = [chr(number) for number, _ in CODESETS[EACC].values()] + list("aZ 09.,ŁøжαאبةéÅ")
    for _ in range(2000):
        text = unicodedata.normalize("NFC", "".join(random.choices(characters, k=12)))
        assert marc8_to_unicode(encode(text, "marc-8")) == text


# pydicom writes GB 2312 without designating it, and does not read it where another text is before it.
LETTERS = {
    "ISO 2022 IR 100": "éÄß",
    "ISO 2022 IR 101": "łŚž",
    "ISO 2022 IR 109": "ħĜŭ",
    "ISO 2022 IR 110": "ģŋŧ",
    "ISO 2022 IR 126": "αΩή",
    "ISO 2022 IR 127": "بةي",
    "ISO 2022 IR 138": "אשת",
    "ISO 2022 IR 144": "жЯё",
    "ISO 2022 IR 148": "ğİş",
    "ISO 2022 IR 166": "กฮ๛",
    "ISO 2022 IR 13": "ｱﾝｶ",
    "ISO 2022 IR 87": "山田やマ",
    "ISO 2022 IR 159": "丂丄",
    "ISO 2022 IR 149": "가힝길",
}


# Without a first value, pydicom begins in Latin-1. The letters of Turkish are written in the set of Latin-3.
@pytest.mark.parametrize("value", [value for value in LETTERS if value not in ("ISO 2022 IR 100", "ISO 2022 IR 148")])
def test_texts_with_one_set_more_are_those_of_pydicom(value):
    sets = convert_encodings(["", value])
    random.seed(3)
    for _ in range(300):
        text = "".join(random.choices("ab 1" + LETTERS[value], k=10))
        written = encode(text, f"\\{value}")
        assert decode(written, f"\\{value}") == text
        assert decode_bytes(written, sets, TEXT_VR_DELIMS) == text
        assert decode(encode_string(text, sets), f"\\{value}") == text


PARTS = [
    "ISO 2022 IR 100",
    "ISO 2022 IR 101",
    "ISO 2022 IR 109",
    "ISO 2022 IR 110",
    "ISO 2022 IR 126",
    "ISO 2022 IR 127",
]
PARTS += ["ISO 2022 IR 138", "ISO 2022 IR 144", "ISO 2022 IR 166"]


@pytest.mark.parametrize("first", PARTS)
@pytest.mark.parametrize("second", [*PARTS, "ISO 2022 IR 149"])
def test_names_with_two_sets_are_those_of_pydicom(first, second):
    sets = convert_encodings([first, second])
    random.seed(5)
    name = f"DICOM-PN-IR-{first.split()[-1]}"
    for _ in range(50):
        parts = ["".join(random.choices("ab" + LETTERS[value], k=4)) for value in (first, second)]
        for text in ("^".join(parts), "^".join(reversed(parts))):
            # It delimits, so that each part is written by itself.
            written = b"^".join(encode_string(part, sets) for part in text.split("^"))
            assert decode(written, name) == text
            assert decode_bytes(encode(text, name), sets, PN_DELIMS) == text


LANGUAGES = ["Turkish", "Spanish", "Portuguese", "Bengali", "Gujarati", "Hindi", "Kannada", "Malayalam", "Oriya"]
LANGUAGES += ["Punjabi", "Tamil", "Telugu", "Urdu"]
TABLES = [("", 0, 0), ("-Turkish-single-shift", 0, 1), ("-Portuguese-single-shift", 0, 3)]
TABLES += [(f"-{name}", 0 if name == "Spanish" else number, number) for number, name in enumerate(LANGUAGES, 1)]


# The standard has a comma in the languages of India and in Urdu. It has a letter of Kannada twice, and no euro sign of Telugu.


@pytest.mark.parametrize("name, locking, single", TABLES)
def test_septets_are_those_of_gsmcodecs(name, locking, single):
    codec = gsmcodecs.makeCodec(locking, single)

    def read(data, decoded):
        try:
            return decoded(data)
        except UnicodeError:
            return None

    for septet in range(0x80):
        for data in (bytes([septet]), bytes([0x1B, septet])):
            ours = read(data, lambda data: decode(data, "GSM-03.38" + name))
            theirs = read(data, lambda data: codec.decode(data)[0])
            expected = {
                (name, b","): "," if locking > 3 else theirs,
                ("-Kannada", b"$"): "ಡ",
                ("-Telugu", b"\x1be"): "€",
                # It is no character.
                (name, b"\x1b\x1b"): None,
            }.get((name, data), theirs)
            assert ours == expected, data
            if ours is not None:
                assert decode(encode(ours, "GSM-03.38" + name), "GSM-03.38" + name) == ours
                assert decode(encode(ours * 9, f"GSM-03.38{name}-packed"), f"GSM-03.38{name}-packed") in (
                    ours * 9,
                    ours * 10,
                )
