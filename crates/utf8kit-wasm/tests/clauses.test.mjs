// The table of clauses through JavaScript: whole, and in single bytes. utf8kit-test/src/clauses.rs describes the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, rows, utf8kit } from "./support.mjs";

const { decode, encode, encodingName, Decoder } = utf8kit;

/** Returns the cases of all lines of a kind. */
function cases(kind) {
  const found = [];
  for (const row of rows("clauses.tsv")) {
    if (row.kind !== kind) continue;
    for (const cell of [row.accept, row.refuse].filter((cell) => cell !== "-")) {
      for (const text of cell.split(" | ")) {
        const [input, expected] = text.split(" => ");
        const [, what, offset, length, clause] = /^! (\S+) (\d+)(?:\+(\d+))? ?(.*)$/.exec(expected) ?? [];
        const error = what === undefined ? null : { what, offset: Number(offset), length: Number(length), clause };
        found.push({ on: row.on, input, expected, error, name: `${row.clause}: ${row.statement} ${kind} ${row.on}: ${text}` });
      }
    }
  }
  assert.ok(found.length > 0, kind);
  return found;
}

const numbers = (cell) => cell.split(" ").filter(Boolean).map((name) => Number.parseInt(name.slice(2), 16));

/** Returns the string of numbers, or `null` if a string cannot hold one of them. */
const string = (cell) => (numbers(cell).some((number) => number > 0x10ffff) ? null : String.fromCodePoint(...numbers(cell)));

function inSingleBytes(source, options) {
  const decoder = new Decoder(options);
  return [...source].map((byte) => decoder.decode(Uint8Array.of(byte))).join("") + decoder.finish();
}

/** Checks that `call` throws the error of a case. */
function throws(call, { error, name }) {
  assert.throws(call, (thrown) => {
    assert.ok(thrown instanceof utf8kit.EncodingError, name);
    assert.deepEqual([thrown.kind, thrown.offset], [error.what, error.offset], name);
    // A run of continuation bytes (R.7) is reported at its first one.
    if (error.what !== "unexpected-continuation") assert.equal(thrown.length, error.length, name);
    if (error.clause) assert.equal(thrown.clause, error.clause, name);
    return true;
  });
}

test("decoders accept and refuse what the clauses say", () => {
  for (const each of cases("decode")) {
    const [encoding, signature] = each.on.split(" ");
    const options = signature ? { encoding, signature } : { encoding };
    const source = bytes(each.input);
    const text = each.error ? null : string(each.expected);
    for (const call of [() => decode(source, options), () => inSingleBytes(source, options)]) {
      if (each.error) throws(call, each);
      else if (text === null || !text.isWellFormed()) assert.throws(call, utf8kit.EncodingError, each.name);
      else assert.equal(call(), text, each.name);
    }
  }
});

test("one replacement stands for each ill-formed sequence", () => {
  for (const { on, input, expected, name } of cases("replace")) {
    const options = { encoding: on, onError: "replace" };
    assert.equal(decode(bytes(input), options), string(expected), name);
    assert.equal(inSingleBytes(bytes(input), options), string(expected), name);
  }
});

test("encoders write and refuse what the clauses say", () => {
  for (const { on, input, expected, error, name } of cases("encode")) {
    const text = string(input);
    if (text === null) continue;
    if (error) assert.throws(() => encode(text, { encoding: on }), utf8kit.EncodingError, name);
    // A string with a surrogate is no text that an encoder takes, whatever the encoding.
    else if (text.isWellFormed()) assert.deepEqual(encode(text, { encoding: on }), bytes(expected), name);
  }
});

test("labels name what the clauses say", () => {
  for (const { on, input, expected, name } of cases("label")) {
    if (on === "iconv") assert.equal(encodingName(input) ?? "none", expected, name);
  }
});
