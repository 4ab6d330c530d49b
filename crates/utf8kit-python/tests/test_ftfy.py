"""The functions of ftfy."""

import pytest
from utf8kit import fix, ftfy

MISREAD = "caf\u00c3\u00a9, na\u00c3\u00afve"


def test_repairs_and_explains():
    assert ftfy.fix_text(MISREAD) == ftfy.fix_encoding(MISREAD) == ftfy.fix_text_segment(MISREAD) == "café, naïve"
    fixed = ftfy.fix_and_explain(MISREAD)
    assert fixed.text == "café, naïve"
    assert fixed.explanation == [("encode", "windows-1252"), ("decode", "utf-8")]
    assert fixed.explanation[0].action == "encode" and fixed.explanation[1].parameter == "utf-8"
    apart = "caf\u00c3\u00a9" + " and plain words between" * 30 + " na\u00c3\u00afve"
    assert len(fix(apart, report=True)[1]) == 2
    assert ftfy.fix_and_explain(apart).explanation == fixed.explanation
    text, explanation = ftfy.fix_encoding_and_explain("fine, déjà vu")
    assert (text, explanation) == ("fine, déjà vu", [])


def test_lines_of_files_and_bytes():
    assert list(ftfy.fix_file([MISREAD + "\n", MISREAD.encode()])) == ["café, naïve\n", "café, naïve"]
    assert list(ftfy.fix_file(["é".encode("cp1252")], encoding="cp1252")) == ["é"]
    text = "Les élèves français étaient à l’école."
    assert ftfy.guess_bytes(text.encode("cp1252")) == (text, "cp1252")
    for wrong in [ftfy.fix_text, ftfy.fix_and_explain]:
        with pytest.raises(UnicodeError, match="expected a str, found bytes"):
            wrong(b"a")
    with pytest.raises(UnicodeError, match="expected bytes, found a str"):
        ftfy.guess_bytes("a")
