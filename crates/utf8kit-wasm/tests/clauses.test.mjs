// The table of clauses through JavaScript: whole, and in single bytes. utf8kit-test/src/clauses.rs describes the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE, bytes, rows, utf8kit } from "./support.mjs";

const { check, detect } = await import(new URL("node/text.js", PACKAGE));
const { decode, encode, encodingName, Decoder } = utf8kit;

/** What of the arguments of `utf8 check` the function `check` has. */
const CHECK = /^check(?: --select (\S+))? -$/;

/** Returns the cases of all lines of a kind whose `on` fits. */
function cases(kind, on = /^/) {
  const found = [];
  for (const row of rows("clauses.tsv")) {
    if (row.kind !== kind || !on.test(row.on)) continue;
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
      else if (text === null) assert.throws(call, utf8kit.EncodingError, each.name);
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
    else assert.deepEqual(encode(text, { encoding: on }), bytes(expected), name);
  }
});

test("messages say what the clauses say", () => {
  for (const { input, expected, name } of cases("call").filter(({ on }) => on === "message")) {
    const [encoding, source] = input.split("; ");
    const ends = (thrown) => thrown.message.endsWith(`: ${expected}`) || assert.equal(thrown.message, expected, name);
    assert.throws(() => decode(bytes(source), { encoding }), ends);
  }
});

test("labels name what the clauses say", () => {
  for (const { on, input, expected, name } of cases("label")) {
    if (on === "iconv") assert.equal(encodingName(input) ?? "none", expected, name);
  }
});

/** Checks that the words which the command says are said, and those which it does not say are not. */
function says(said, { expected, name }) {
  for (const part of expected.split("; ").slice(1)) {
    const [, verb, words] = /^(\S+) (.*)$/.exec(part);
    assert.equal(said.includes(words), verb === "says", `${name}: ${said}`);
  }
}

test("detect names the encodings that the clauses say", () => {
  for (const each of cases("command", /^detect -b -$/)) {
    const encoding = detect(bytes(each.input))?.encoding ?? "binary";
    says(encoding, each);
    if (each.expected.includes("says")) assert.equal(each.expected, `0; says ${encoding}`, each.name);
  }
});

test("detect finds what the clauses say", () => {
  for (const each of cases("command", /^detect -$/)) {
    const { encoding, isAscii, second, shifts, endsEarly, illFormedAt } = detect(bytes(each.input));
    const errors = endsEarly ? "ends inside a character, at" : "with errors, the first at";
    const place = illFormedAt === null ? "" : `, ${errors} offset ${illFormedAt}`;
    says(`${isAscii ? "US-ASCII" : encoding}, or ${second}: ${shifts} shift that decodes${place}`, each);
  }
});

test("check finds what the clauses say", () => {
  for (const each of cases("command", CHECK)) {
    const [, rule] = CHECK.exec(each.on);
    const found = check(bytes(each.input), rule ? { rules: [rule] } : {});
    // A finding that is no error is said with the exit code 0.
    assert.equal(found.length > 0, each.expected.startsWith("1") || each.expected.includes("says"), each.name);
    says(found.map(({ rule, message, offset }) => `${rule}: ${message} (offset ${offset})`).join("\n"), each);
  }
});
