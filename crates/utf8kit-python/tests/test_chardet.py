"""The functions of chardet."""

from __future__ import annotations

import pytest
from utf8kit import chardet

HUNGARIAN = "Árvíztűrő tükörfúrógép: az első őszi esőben elveszett az új ernyő."


def test_the_result_has_the_shape_of_chardet():
    assert chardet.detect(HUNGARIAN.encode("cp1250")) == {
        "encoding": "cp1250",
        "confidence": 0.9,
        "language": "Hungarian",
    }
    assert chardet.detect(b"plain") == {"encoding": "ascii", "confidence": 1.0, "language": ""}
    assert chardet.detect("\ufeffa".encode("utf-16"), should_rename_legacy=True)["encoding"] == "utf-16"
    assert chardet.detect(b"\x7fELF\x02\0\0\0") == {"encoding": None, "confidence": 0.0, "language": None}
    with pytest.raises(TypeError):
        chardet.detect("text")


def test_all_that_a_text_may_be_in():
    found = chardet.detect_all(bytearray(HUNGARIAN.encode("cp1250")))
    assert found[0] == chardet.detect(HUNGARIAN.encode("cp1250"))
    assert len(found) > 1
    confidences = [one["confidence"] for one in found]
    assert confidences == sorted(confidences, reverse=True)
    assert len({one["encoding"] for one in found}) == len(found)
