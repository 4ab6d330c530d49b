// All of `utf8kit-test/data` through JavaScript.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, rows, string, utf8kit } from "./support.mjs";

const { decode, encode, isValid, repair, validate, count, utf16Length } = utf8kit;

const COLUMNS = {
  std63: "utf-8",
  rfc2279: "RFC2279",
  annex_r: "Annex-R",
  cesu8: "CESU-8",
  mutf8: "Modified-UTF-8",
  wtf8: "WTF-8",
};

/** Returns `true` if a cell is text that a string of scalar values can hold. */
const isText = (text) => text !== null && text.isWellFormed();

test("validation, decoding and repair match the vectors", () => {
  const vectors = rows("vectors.tsv");
  assert.ok(vectors.length > 100);
  for (const row of vectors) {
    const source = bytes(row.bytes);
    const expected = string(row.std63);
    const lossy = string(row.std63_lossy);
    assert.equal(isValid(source), expected !== null, row.id);
    assert.equal(validate(source) === null, expected !== null, row.id);
    assert.equal(decode(source, { onError: "replace" }), lossy, row.id);
    assert.deepEqual(repair(source), new TextEncoder().encode(lossy), row.id);
    assert.equal(count(source), [...lossy].length, row.id);
    assert.equal(utf16Length(source), lossy.length, row.id);
    if (expected !== null) assert.deepEqual(encode(expected), source, row.id);
  }
});

test("each relative of UTF-8 reads what the vectors say", () => {
  let read = 0;
  for (const row of rows("vectors.tsv")) {
    const source = bytes(row.bytes);
    for (const [column, encoding] of Object.entries(COLUMNS)) {
      if (row[column] === "?") continue;
      const expected = string(row[column]);
      const name = `${row.id} in ${encoding}`;
      if (isText(expected) || (encoding === "WTF-8" && expected !== null)) {
        assert.equal(decode(source, { encoding }), expected, name);
        read++;
      } else {
        // An error, or numbers that no string of characters holds.
        assert.throws(() => decode(source, { encoding }), utf8kit.EncodingError, name);
      }
    }
  }
  assert.ok(read > 200, `${read}`);
});

test("the forms of the family are read and written", () => {
  const encodings = {
    utf8: "UTF-8",
    utf16be: "UTF-16BE",
    utf32be: "UTF-32BE",
    cesu8: "CESU-8",
    mutf8: "Modified-UTF-8",
    utf7: "UTF-7",
    utf1: "ISO-10646-UTF-1",
  };
  let written = 0;
  for (const row of rows("forms.tsv")) {
    const text = string(row.scalars);
    for (const [column, encoding] of Object.entries(encodings)) {
      if (row[column] === "-" || row[column] === "") continue;
      const source = bytes(row[column]);
      assert.equal(decode(source, { encoding }), text, `${row.scalars} from ${encoding}`);
      // UTF-7 can be written in several ways.
      if (column === "utf7") {
        assert.equal(decode(encode(text, { encoding }), { encoding }), text);
      } else {
        assert.deepEqual(encode(text, { encoding }), source, `${row.scalars} to ${encoding}`);
      }
      written++;
    }
  }
  assert.ok(written > 50, `${written}`);
});

test("Hangul of Unicode 1.1 is read", () => {
  const table = rows("hangul-unicode-1.1.tsv");
  assert.ok(table.length > 6000);
  for (const row of table) {
    const [old, now] = Object.values(row).slice(0, 2).map((number) => String.fromCodePoint(Number.parseInt(number.replace("U+", ""), 16)));
    assert.equal(decode(new TextEncoder().encode(old), { encoding: "UNICODE-1-1-UTF-8" }), now);
    assert.deepEqual(encode(now, { encoding: "UNICODE-1-1-UTF-8-OLD-HANGUL" }), new TextEncoder().encode(old));
  }
});
