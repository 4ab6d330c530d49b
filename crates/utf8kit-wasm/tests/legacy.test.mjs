// `utf8kit/legacy`: every encoding of the library, the same bytes and the same errors as in Rust.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { crc32, gzipSync } from "node:zlib";
import { PACKAGE, THOROUGH, damage, pieces, random, rows, utf8kit } from "./support.mjs";

const legacy = await import(new URL("node/legacy.js", PACKAGE));
const { decode, encode, encodings, encodingName, EncodingError } = legacy;

const checksum = (bytes) => crc32(bytes).toString(16).padStart(8, "0");

/** All sequences of one and of two bytes, each before ASCII. */
const SEQUENCES = Buffer.from(Array.from({ length: 0x100 }, (_, a) => [a, 0x41, 0x0a]).concat(
  Array.from({ length: 0x10000 }, (_, pair) => [pair >> 8, pair & 0xff, 0x41, 0x0a]),
).flat());

/** All characters of the planes in which encodings other than Unicode's have any, and the last one. */
function characters() {
  const numbers = Array.from({ length: 0x10000 }, (_, number) => number).filter((number) => (number & 0xf800) !== 0xd800);
  for (let number = 0x20000; number < 0x30000; number++) numbers.push(number);
  numbers.push(0x10ffff);
  return numbers.map((number) => String.fromCodePoint(number)).join("");
}

const TABLE = rows("encodings.tsv");

test("every encoding reads and writes what the Rust library does", () => {
  assert.deepEqual(encodings(), TABLE.map((row) => row.encoding));
  const all = characters();
  for (const { encoding, sequences, characters, back } of TABLE) {
    assert.equal(encodingName(encoding), encoding);
    const decoded = (bytes) => checksum(Buffer.from(decode(bytes, { encoding, onError: "escape" })));
    assert.equal(decoded(SEQUENCES), sequences, encoding);
    if (characters === "-") {
      assert.throws(() => encode("", { encoding }), RangeError, encoding);
      continue;
    }
    const bytes = encode(all, { encoding, onError: "replace" });
    assert.equal(checksum(bytes), characters, encoding);
    assert.equal(decoded(bytes), back, encoding);
  }
});

test("every encoding has the errors that the Rust library has", () => {
  const seen = new Set();
  for (const { encoding, errors } of TABLE) {
    // Most have the errors of another one. A thorough run tries all, others a third of those that differ. A run of continuation bytes is
    // one error of Annex R (R.7), for which Rust calls a function once for each byte.
    const isNew = !seen.has(errors);
    seen.add(errors);
    if (encoding.startsWith("Annex-R") || !(THOROUGH || (isNew && seen.size % 3 === 1))) continue;
    const lines = [];
    const onError = ({ kind, bytes, offset }) => {
      // A number over U+10FFFF, which is four bytes of UCS-4, has no bytes of its own.
      const [name, sequence] = kind === "not-representable" ? ["undefined", SEQUENCES.subarray(offset, offset + 4)] : [kind, Buffer.from(bytes)];
      lines.push(`${name} ${sequence.toString("hex")}\n`);
      return "?";
    };
    decode(SEQUENCES, { encoding, onError });
    assert.equal(checksum(Buffer.from(lines.join(""))), errors, encoding);
  }
  assert.ok(seen.size > 100);
});

test("the encodings of Unicode are those of the small module", () => {
  const small = utf8kit.encodings();
  assert.deepEqual(encodings().filter((name) => small.includes(name)), small);
  assert.ok(encodings().length > 200);
  assert.throws(() => utf8kit.decode(Buffer.of(), { encoding: "shift_jis" }), { name: "RangeError", message: /utf8kit\/legacy/ });
});

test("labels mean what they mean to iconv", () => {
  for (const [label, name] of [["latin1", "ISO-8859-1"], ["gbk", "GBK"], ["gb2312", "GB2312"], ["cp437", "IBM437"], ["sjis", "Shift_JIS"], ["1252", "windows-1252"], ["csUTF8", "UTF-8"], ["ibm1047,nl", "IBM1047"], ["1252,nl", null], ["klingon", null]]) {
    assert.equal(encodingName(label), name, label);
  }
});

test("a label of EBCDIC may name the line end", () => {
  for (const [encoding, text] of [["ibm1047", "A\x85B\n"], ["ibm1047,nl", "A\nB\x85"], ["ibm1047,any", "A\nB\n"]]) {
    assert.equal(decode(Buffer.from("c115c225", "hex"), { encoding }), text, encoding);
  }
  assert.equal(Buffer.from(encode("A\n", { encoding: "ibm1047,nl" })).toString("hex"), "c115");
});

test("errors have an offset, a length, bytes and a kind", () => {
  assert.throws(() => decode(Buffer.from("93fa967b812041", "hex"), { encoding: "shift_jis" }), (error) => {
    assert.ok(error instanceof EncodingError && error instanceof utf8kit.EncodingError);
    assert.deepEqual([error.offset, error.length, error.kind, [...error.bytes]], [4, 1, "undefined", [0x81]]);
    assert.equal(error.message, "shift_jis: offset 4: `81` stands for no character in Shift_JIS");
    return true;
  });
  assert.throws(() => decode(Buffer.from("93fa96", "hex"), { encoding: "shift_jis" }), { offset: 2, kind: "unexpected-end" });
  assert.throws(() => encode("日本🦀", { encoding: "shift_jis" }), { offset: 2, kind: "not-representable", message: /U\+1F980/ });
  assert.equal(decode(Buffer.from("93fa812041", "hex"), { encoding: "shift_jis", onError: ({ bytes }) => `<${bytes.length}>` }), "日<1> A");
  assert.equal(decode(Buffer.from("93fa812041", "hex"), { encoding: "shift_jis", onError: "escape" }), "日\\x81 A");
  assert.equal(Buffer.from(encode("é🦀ü", { encoding: "cp437", onError: "replace" })).toString("hex"), "823f81");
  assert.equal(Buffer.from(encode("é🦀ü", { encoding: "cp437", onError: "drop" })).toString("hex"), "8281");
});

test("of all encodings, only WTF-8 and UTF-16 have unpaired surrogates, UTF-16 if it is told to", () => {
  const below = random(37);
  const high = () => String.fromCharCode(0xd800 + below(0x400));
  const low = () => String.fromCharCode(0xdc00 + below(0x400));
  // No low one is after a high one.
  const parts = [() => "1", () => `${high()}2`, () => `${low()}3`, () => `${low()}${low()}${high()}${high()} `];
  for (const { encoding, characters } of TABLE) {
    if (characters === "-") continue;
    for (let round = 0; round < 20; round++) {
      const text = Array.from({ length: 1 + below(20) }, () => parts[below(4)]()).join("");
      const well = text.toWellFormed();
      const passing = { encoding, onError: "surrogatepass" };
      const keeps = encoding === "WTF-8" || encoding.startsWith("UTF-16");
      if (keeps || text.isWellFormed()) assert.equal(decode(encode(text, passing), passing), text, encoding);
      else assert.throws(() => encode(text, passing), { kind: "surrogate" }, encoding);
      if (encoding === "WTF-8") continue;
      if (!text.isWellFormed()) assert.throws(() => encode(text, { encoding }), { kind: "surrogate", offset: text.search(/\p{Cs}/u) }, encoding);
      // What is written instead can be read: the replacement of the encoding.
      const replaced = encode(text, { encoding, onError: "replace" });
      assert.deepEqual(replaced, encode(well, { encoding, onError: "replace" }), encoding);
      const dropped = decode(encode(text, { encoding, onError: "drop" }), { encoding });
      assert.equal(dropped, text.replaceAll(/\p{Cs}/gu, ""), encoding);
    }
  }
});

const SAMPLES = { Shift_JIS: "日本語カナﾊﾝ~", "EUC-JP": "日本語丂", "ISO-2022-JP": "漢字ab漢", Big5: "中文Ê\u0304Êê", GB18030: "中文🦀€", "HZ-GB-2312": "中文~文", "EUC-KR": "한글", "windows-1252": "naïve €", "KOI8-R": "жук", cp037: "Hello\n", "ISO-2022-KR": "한글ab한\n한", "ISO-2022-CN": "中國ab乂\n中", ISO_6937: "é ž", ANSEL: "re\u0301sume\u0301", "MARC-8": "re\u0301 жук\n\u03B1\u0301₂ 中国", "DICOM-PN-IR-13": "ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎", "DICOM-IR-100": "é α\té", "GSM-03.38": "{€}", "GSM-03.38-Turkish": "Iğdır", "GSM-03.38-Hindi-packed": "हिन्दी", "GSM-03.38-packed": "{€}" };

test("a text is read and written in pieces, by decoders, encoders and streams, as at once", async () => {
  const below = random(29);
  const collect = async (readable) => {
    const chunks = [];
    for await (const chunk of readable) chunks.push(chunk);
    return chunks;
  };
  for (const [encoding, sample] of Object.entries(SAMPLES)) {
    const text = `a ${sample} `.repeat(40) + sample;
    const bytes = Buffer.from(encode(text, { encoding }));
    assert.equal(decode(bytes, { encoding }), text, encoding);
    for (const [source, onError] of [[bytes, "fail"], [damage(bytes, 9, below), "escape"], [damage(bytes, 40, below), ({ offset, length }) => `<${offset} ${length}>`]]) {
      const expected = decode(source, { encoding, onError });
      for (const parts of [pieces(source, below), [...source].map((byte) => Uint8Array.of(byte))]) {
        const decoder = new legacy.Decoder({ encoding, onError });
        const decoded = parts.map((part) => decoder.decode(part)).join("") + decoder.finish();
        decoder.free();
        assert.equal(decoded, expected, encoding);
        const streamed = await collect(ReadableStream.from(parts).pipeThrough(new legacy.DecoderStream({ encoding, onError })));
        assert.equal(streamed.join(""), expected, encoding);
        const repaired = await collect(ReadableStream.from(parts).pipeThrough(new legacy.RepairStream({ encoding, onError })));
        assert.equal(Buffer.concat(repaired).toString(), expected, encoding);
      }
    }
    const units = [...text].flatMap((c) => c.split(""));
    const encoder = new legacy.Encoder({ encoding });
    assert.deepEqual(Buffer.concat([...units.map((unit) => encoder.encode(unit)), encoder.finish()]), bytes, encoding);
    encoder.free();
    const encoded = await collect(ReadableStream.from([text.slice(0, 7), "", text.slice(7)]).pipeThrough(new legacy.EncoderStream({ encoding })));
    assert.deepEqual(Buffer.concat(encoded), bytes, encoding);
  }
});

test("what the platform decodes by the Encoding Standard is decoded to the same", () => {
  // What Node.js reads otherwise than the standard is left out.
  const below = random(31);
  for (const encoding of ["windows-1250", "windows-1251", "windows-1256", "iso-8859-2", "koi8-r", "macintosh"]) {
    const bytes = Uint8Array.from({ length: 5000 }, () => below(256));
    assert.equal(decode(bytes, { encoding, onError: "replace" }), new TextDecoder(encoding).decode(bytes), encoding);
  }
});

test("the small module has no tables", () => {
  const size = (name) => gzipSync(readFileSync(new URL(name, PACKAGE))).length;
  assert.ok(size("utf8kit.wasm") < 150_000, `${size("utf8kit.wasm")}`);
  assert.ok(size("utf8kit-portable.wasm") < 125_000, `${size("utf8kit-portable.wasm")}`);
  assert.ok(size("legacy.wasm") < 411_000, `${size("legacy.wasm")}`);
});

test("the modules are as large as the README says", () => {
  const readme = readFileSync(new URL("README.md", PACKAGE), "utf8");
  const rows = [...readme.matchAll(/^\| `utf8kit(?:\/(\w+))?` \| ([\d,]+) KB \|/gm)];
  assert.equal(rows.length, 5);
  for (const [row, part = "utf8kit", said] of rows) {
    const size = gzipSync(readFileSync(new URL(`${part}.wasm`, PACKAGE)), { level: 9 }).length / 1000;
    // Compilers differ a little.
    assert.ok(Math.abs(size / Number(said.replace(",", "")) - 1) < 0.03, `${row}: ${size}`);
  }
});
