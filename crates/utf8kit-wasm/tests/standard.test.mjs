// `TextDecoder` and `TextEncoder` have the contract of the Encoding Standard, and labels its reading; strings and JSON without halves of pairs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE, bytes, damage, pieces, random, utf8kit } from "./support.mjs";

const legacy = await import(new URL("node/legacy.js", PACKAGE));
const text = await import(new URL("node/text.js", PACKAGE));
const Native = { TextDecoder, TextEncoder };

/** A label of each encoding of the standard, and labels that other readers take for something else. */
const LABELS = `utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 ibm866 cp866 iso-8859-2 l2 iso-8859-3 iso-8859-4 iso-8859-5 cyrillic iso-8859-6 arabic
  iso-8859-7 greek iso-8859-8 hebrew iso-8859-8-i logical iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi koi8-u koi8-ru
  macintosh mac windows-874 tis-620 iso-8859-11 windows-1250 windows-1251 windows-1252 ascii us-ascii latin1 l1 iso-8859-1 windows-1253
  windows-1254 iso-8859-9 latin5 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb2312 chinese gb18030 big5 big5-hkscs
  euc-jp iso-2022-jp shift_jis sjis windows-31j euc-kr korean ks_c_5601-1987 windows-949 utf-16be utf-16 utf-16le ucs-2 unicode`.split(/\s+/);

/** Returns the name of an encoding. Some versions of Node.js lack one that is its own name. */
function nativeName(label) {
  try {
    return new Native.TextDecoder(label).encoding;
  } catch {
    assert.equal(label, "iso-8859-16");
    return label;
  }
}

test("labels are read as the Encoding Standard reads them", () => {
  for (const label of LABELS) {
    for (const spelling of [label, label.toUpperCase(), `\t\n\f\r ${label} `]) {
      assert.equal(new legacy.TextDecoder(spelling).encoding, nativeName(label), spelling);
    }
  }
  for (const label of ["", "utf 8", "\u000Butf-8", "\u00A0utf-8", "utf-8\0", "u\u{1F980}", "klingon", "replacement", "iso-2022-kr", "hz-gb-2312", "iso-2022-cn", "csiso2022kr"]) {
    for (const Class of [legacy.TextDecoder, legacy.TextEncoder, utf8kit.TextDecoder]) assert.throws(() => new Class(label), RangeError, label);
  }
  // The small module has no code pages.
  assert.throws(() => new utf8kit.TextDecoder("shift_jis"), { name: "RangeError", message: /"shift_jis".*utf8kit\/legacy/ });
  // Other encodings of the package are called by their names.
  assert.equal(new utf8kit.TextDecoder("CESU-8").decode(bytes("ED A0 BD ED B8 80")), "😀");
  assert.equal(new legacy.TextDecoder("ibm437").decode(bytes("82")), "é");
});

test("what a label means can depend on the reader", () => {
  const euro = bytes("80");
  assert.equal(legacy.decode(euro, { encoding: "latin1", reading: "web" }), "€");
  assert.equal(legacy.decode(euro, { encoding: "latin1" }), "\u0080");
  assert.equal(legacy.encodingName("latin1", { reading: "web" }), "windows-1252");
  assert.equal(legacy.encodingName("latin1"), "ISO-8859-1");
  assert.deepEqual(legacy.encode("€", { encoding: "ascii", reading: "web" }), euro);
  const decoder = new legacy.Decoder({ encoding: "latin1", reading: "web" });
  assert.equal(decoder.decode(euro) + decoder.finish(), "€");
  assert.equal(utf8kit.encodingName("UTF-2", { reading: "iana" }), "RFC2279");
  assert.equal(utf8kit.encodingName("unicode-1-1-utf-8", { reading: "web" }), "UTF-8");
  const message = /reading: expected iconv, web, iana, found "browser"/;
  assert.throws(() => legacy.decode(euro, { reading: "browser" }), { name: "TypeError", message });
  assert.throws(() => utf8kit.decode(euro, { reading: "browser", onError: "replace" }), { name: "TypeError", message });
  assert.throws(() => utf8kit.encode("", { reading: "browser" }), { name: "TypeError", message });
});

test("what a decoder is", () => {
  const decoder = new utf8kit.TextDecoder();
  assert.deepEqual([decoder.encoding, decoder.fatal, decoder.ignoreBOM, String(decoder)], ["utf-8", false, false, "[object TextDecoder]"]);
  const other = new utf8kit.TextDecoder("utf-16", { fatal: 1, ignoreBOM: "yes" });
  assert.deepEqual([other.encoding, other.fatal, other.ignoreBOM], ["utf-16le", true, true]);
  assert.throws(() => { decoder.fatal = true; }, TypeError);
  assert.throws(() => utf8kit.TextDecoder("utf-8"), TypeError);
  assert.throws(() => new utf8kit.TextDecoder("utf-8", 1), TypeError);
  assert.throws(() => decoder.decode("text"), TypeError);
  assert.throws(() => decoder.decode(new Uint8Array(), "stream"), TypeError);
  for (const nothing of [[], [undefined], [undefined, undefined], [new ArrayBuffer(0)], [new Uint8Array(), null]]) assert.equal(decoder.decode(...nothing), "");
  const units = new Uint16Array([0x6141, 0x6141]);
  for (const input of [units, units.buffer, new DataView(units.buffer), new Uint8Array(new SharedArrayBuffer(4)).fill(0x41)]) assert.equal(decoder.decode(input).length, 4);
  const buffer = new ArrayBuffer(3);
  const view = new Uint8Array(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  assert.equal(decoder.decode(view), "");
});

test("a signature is removed once, at the start of each text, and kept on request", () => {
  const signed = { "utf-8": "EF BB BF", "utf-16le": "FF FE", "utf-16be": "FE FF" };
  for (const [encoding, hex] of Object.entries(signed)) {
    const feff = bytes(hex);
    const decoder = new utf8kit.TextDecoder(encoding);
    for (let round = 0; round < 2; round++) {
      assert.equal(decoder.decode(feff), "");
      assert.equal(decoder.decode(bytes(`${hex} ${hex}`)), "\uFEFF");
      // In pieces, of which the text is one.
      for (const byte of feff) assert.equal(decoder.decode(Uint8Array.of(byte), { stream: true }), "");
      assert.equal(decoder.decode(feff), "\uFEFF");
    }
    assert.equal(new utf8kit.TextDecoder(encoding, { ignoreBOM: true }).decode(feff), "\uFEFF");
  }
  assert.equal(new legacy.TextDecoder("gb18030").decode(bytes("84 31 95 33")), "\uFEFF");
});

test("text in pieces goes on, and ends with a call without stream", () => {
  const decoder = new utf8kit.TextDecoder();
  assert.equal(decoder.decode(bytes("F0 9F"), { stream: true }), "");
  assert.equal(decoder.decode(bytes("A6 80 E2"), { stream: true }), "🦀");
  assert.equal(decoder.decode(), "\uFFFD");
  assert.equal(decoder.decode(bytes("82")), "\uFFFD");
  const fatal = new utf8kit.TextDecoder("utf-16le", { fatal: true });
  const [odd, even] = [new Uint8Array(1), new Uint8Array(2)];
  for (let round = 0; round < 2; round++) {
    assert.equal(fatal.decode(odd, { stream: true }), "");
    assert.equal(fatal.decode(odd), "\0");
    assert.throws(() => { fatal.decode(even, { stream: true }); fatal.decode(odd); }, TypeError);
    assert.throws(() => { fatal.decode(odd, { stream: true }); fatal.decode(even); }, (error) => error instanceof utf8kit.EncodingError && error instanceof TypeError);
  }
  for (const [encoding, hex] of [["utf-8", "C0"], ["utf-8", "E2 82"], ["utf-16le", "00 D8"], ["utf-16be", "DC 00"], ["shift_jis", "81"], ["windows-1253", "D2"]]) {
    assert.throws(() => new legacy.TextDecoder(encoding, { fatal: true }).decode(bytes(hex)), TypeError, `${encoding} ${hex}`);
  }
});

test("decoders decode what those of the platform decode, damaged and in any pieces", () => {
  const below = random(11);
  const samples = { shift_jis: "日本語 ｶﾅ", "euc-jp": "日本語", gbk: "汉字 €", gb18030: "汉字 🦀", big5: "漢字", "euc-kr": "한글", "windows-1251": "Привет", "koi8-u": "Привіт", "utf-8": "é€🦀", "utf-16le": "aé🦀" };
  const written = (label, sample) => (label === "utf-16le" ? Buffer.from(sample, "utf16le") : new legacy.TextEncoder(label).encode(sample));
  let replaced = 0;
  for (const [label, sample] of Object.entries(samples)) {
    const [ours, native] = [new legacy.TextDecoder(label), new Native.TextDecoder(label)];
    assert.equal(ours.decode(written(label, sample)), sample, label);
    assert.equal(native.decode(written(label, sample)), sample, label);
    for (let i = 0; i < 300; i++) {
      const damaged = damage(written(label, sample), below(4), below);
      // The tables of ICU and of the standard differ in encodings of two bytes.
      const isExact = label.startsWith("utf") || label.startsWith("windows") || label.startsWith("koi8");
      const expected = (isExact ? native : ours).decode(damaged);
      let found = "";
      for (const piece of pieces(damaged, below)) found += ours.decode(piece, { stream: true });
      found += ours.decode();
      assert.equal(found, expected, `${label} ${Buffer.from(damaged).toString("hex")}`);
      replaced += Number(found.includes("\uFFFD"));
    }
  }
  assert.ok(replaced > 100, `${replaced}`);
});

test("an encoder writes what that of the platform writes, and other encodings", () => {
  const [ours, native] = [new utf8kit.TextEncoder(), new Native.TextEncoder()];
  assert.deepEqual([ours.encoding, String(ours)], ["utf-8", "[object TextEncoder]"]);
  for (const [i, string] of ["", "a", "é€🦀", "\uD800", "a\uDC00b", "\uD83D\uD83D\uDE00"].entries()) {
    assert.deepEqual(ours.encode(string), native.encode(string));
    for (let length = 0; length < 9; length++) {
      const [to, from] = [new Uint8Array(length), new Uint8Array(length)];
      assert.deepEqual([ours.encodeInto(string, to), to], [native.encodeInto(string, from), from], `${i} ${length}`);
    }
  }
  assert.deepEqual(ours.encode(), new Uint8Array());
  assert.deepEqual(ours.encode(undefined), new Uint8Array());
  assert.equal(ours.encode(12).length, 2);
  assert.throws(() => ours.encodeInto("a", [1]), TypeError);
  const western = new legacy.TextEncoder("latin1");
  assert.equal(western.encoding, "windows-1252");
  assert.deepEqual(western.encode("€Ω\uD800"), bytes("80 3F 3F"));
  assert.throws(() => new legacy.TextEncoder("latin1", { fatal: true }).encode("Ω"), { name: "EncodingError", kind: "not-representable" });
  // A text ends with what leaves the state of its encoding.
  const japanese = new legacy.TextEncoder("iso-2022-jp");
  const whole = japanese.encode("a日本");
  for (let length = 0; length <= whole.length; length++) {
    const destination = new Uint8Array(length);
    const { read, written } = japanese.encodeInto("a日本", destination);
    assert.deepEqual(destination.subarray(0, written), japanese.encode("a日本".slice(0, read)));
    assert.ok(read === 3 || japanese.encode("a日本".slice(0, read + 1)).length > length);
  }
  // Half of a pair would be U+FFFD, of two bytes.
  const wide = new utf8kit.TextEncoder("utf-16le");
  assert.deepEqual([wide.encodeInto("🦀", new Uint8Array(2)), wide.encodeInto("a🦀", new Uint8Array(4))], [{ read: 0, written: 0 }, { read: 1, written: 2 }]);
  const crab = new legacy.TextEncoder("gb18030");
  assert.deepEqual([crab.encodeInto("🦀", new Uint8Array(3)), crab.encodeInto("🦀", new Uint8Array(4))], [{ read: 0, written: 0 }, { read: 2, written: 4 }]);
});

test("unpaired surrogates of strings are found and replaced", () => {
  assert.deepEqual([utf8kit.isWellFormed("🦀"), utf8kit.isWellFormed("\uD83E")], [true, false]);
  assert.equal(utf8kit.validateText("a🦀"), null);
  const { offset, length, kind, message } = utf8kit.validateText("🦀\uDC00");
  assert.deepEqual([offset, length, kind, message], [2, 1, "surrogate", "U+DC00 is the second half of a pair without the first"]);
  const broken = "\uD83Ea🦀\uDC00";
  assert.equal(utf8kit.toWellFormed(broken), broken.toWellFormed());
  assert.equal(utf8kit.toWellFormed(broken, { onError: "drop" }), "a🦀");
  assert.equal(utf8kit.toWellFormed(broken, { onError: ({ offset }) => `<${offset}>` }), "<0>a🦀<4>");
  assert.equal(utf8kit.toWellFormed("é"), "é");
  assert.throws(() => utf8kit.toWellFormed("a", { onError: "fail" }), { name: "TypeError", message: /expected replace, drop or a function/ });
  assert.throws(() => utf8kit.toWellFormed(broken, { onError: () => 1 }), TypeError);
  for (const call of [utf8kit.isWellFormed, utf8kit.validateText, utf8kit.toWellFormed, utf8kit.unpairedEscapes]) assert.throws(() => call(1), TypeError);
});

test("halves of pairs in escapes of JSON are found and repaired", () => {
  const places = (json) => utf8kit.unpairedEscapes(json).map(({ offset, length }) => [offset, length]);
  const repaired = [
    [String.raw`"\ud83d"`, [[1, 6]], String.raw`"\ufffd"`],
    [String.raw`"\ud83d\ude00"`, [], String.raw`"\ud83d\ude00"`],
    [String.raw`"\uDE00\uD83D"`, [[1, 6], [7, 6]], String.raw`"\ufffd\ufffd"`],
    [String.raw`"\ud83d\ud83d\ude00"`, [[1, 6]], String.raw`"\ufffd\ud83d\ude00"`],
    // The backslash is escaped.
    [String.raw`"\\ud83d"`, [], String.raw`"\\ud83d"`],
    [String.raw`"\\\ud83d"`, [[3, 6]], String.raw`"\\\ufffd"`],
    [String.raw`"\n\ud83d x"`, [[3, 6]], String.raw`"\n\ufffd x"`],
    ['"\\ud83d\uDE00"', [], '"\\ud83d\uDE00"'],
    ['"\uD83D\\ude00"', [], '"\uD83D\\ude00"'],
    ['{"a": "café"}', [], '{"a": "café"}'],
  ];
  for (const [json, found, expected] of repaired) {
    assert.deepEqual(places(json), found, json);
    const fixed = utf8kit.repairEscapes(json);
    assert.equal(fixed, expected);
    assert.ok(JSON.parse(fixed) !== undefined && (typeof JSON.parse(fixed) !== "string" || JSON.parse(fixed).isWellFormed()));
  }
  const [error] = utf8kit.unpairedEscapes(String.raw`"\ud83d"`);
  assert.deepEqual([error.kind, error.clause, error.message], ["surrogate", "RFC 8259 section 8.2", "`\\ud83d` is the first half of a pair without the second"]);
  assert.equal(utf8kit.repairEscapes(String.raw`"a\ud83d"`, { onError: "drop" }), '"a"');
  assert.equal(utf8kit.repairEscapes(String.raw`"a\ud83d"`, { onError: () => "?" }), '"a?"');
  // The rule `escapes` finds the same, in a file of this name.
  const json = new TextEncoder().encode(String.raw`"\ud83d"`);
  assert.deepEqual(text.check(json, { path: "data/a.json" }).map(({ rule, kind, offset }) => [rule, kind, offset]), [["escapes", "surrogate", 1]]);
  assert.deepEqual(text.check(json, { path: "a.txt" }), []);
});
