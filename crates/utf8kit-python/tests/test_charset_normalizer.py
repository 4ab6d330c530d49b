"""The functions of charset-normalizer."""

import io

import pytest
from utf8kit import charset_normalizer
from utf8kit.charset_normalizer import from_bytes, from_fp, from_path, is_binary

HUNGARIAN = "Árvíztűrő tükörfúrógép: az első őszi esőben elveszett az új ernyő."


def test_the_best_match_has_the_shape_of_charset_normalizer(tmp_path):
    data = HUNGARIAN.encode("cp1250")
    (tmp_path / "a.txt").write_bytes(data)
    for matches in [from_bytes(data), from_fp(io.BytesIO(data)), from_path(tmp_path / "a.txt")]:
        best = matches.best()
        assert (best.encoding, best.language, best.languages) == ("cp1250", "Hungarian", ["Hungarian"])
        assert str(best) == HUNGARIAN and best.raw == data and best.output() == HUNGARIAN.encode()
        assert (best.chaos, best.percent_chaos, best.coherence, best.bom) == (0.1, 10.0, 0.9, False)
        assert best == matches[0] == matches["cp1250"] == "cp1250" and hash(best) == hash(matches[0])
        assert matches.first() == best and len(matches) >= 1 and next(iter(matches)) is best
        assert [match.chaos for match in matches] == sorted(match.chaos for match in matches)
        for match in matches:
            assert str(match).encode(match.encoding) == data
    with pytest.raises(KeyError):
        from_bytes(data)["utf_8"]


def test_signatures_errors_and_binary_data():
    signed = from_bytes("é".encode("utf-16")).best()
    assert signed.bom and signed.byte_order_mark and signed.encoding == "utf_16" and str(signed) == "é"
    damaged = from_bytes("Größe und mehr, ärgerlich über alles".encode() + b"\xff").best()
    assert damaged.encoding == "utf_8" and str(damaged).endswith("\ufffd")
    assert from_bytes(b"").best().encoding == "utf_8"
    assert from_bytes(b"\x7fELF\x02\0\0\0").best() is None
    assert is_binary(b"\x7fELF\x02\0\0\0") and not is_binary(b"text") and not is_binary(io.BytesIO(b"text"))
    assert charset_normalizer.detect(HUNGARIAN.encode("cp1250"))["encoding"] == "cp1250"
    assert repr(from_bytes(b"a").best()) == "<CharsetMatch 'ascii' language 'Unknown'>"
    assert repr(from_bytes(b"a")) == "<CharsetMatches ['ascii']>"
