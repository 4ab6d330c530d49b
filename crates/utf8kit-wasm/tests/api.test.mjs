// What the functions of `utf8kit` take, return and throw, at every border of the chunks in which they pass text.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { PACKAGE, THOROUGH, damage, pieces, random, utf8kit } from "./support.mjs";

const { Decoder, Encoder, decode, encode, repair, validate, isValid, toUtf16, fromUtf16, EncodingError } = utf8kit;

/** The length of the chunks that the package passes to its module. */
const CHUNK = 1 << 16;

/** The library's own text of each policy for the bytes of an ill-formed sequence. */
const POLICIES = {
  replace: () => "\uFFFD",
  drop: () => "",
  escape: (error) => [...error.bytes].map((byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
};

/** Returns the ill-formed sequences of UTF-8, found with the browser's decoder alone: each one is a U+FFFD that is not in the text. */
function errorsOf(bytes) {
  const errors = [];
  const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const isCharacter = (at, length) => {
    try {
      return [...fatal.decode(bytes.subarray(at, at + length))].length === 1;
    } catch {
      return false;
    }
  };
  const lossy = (part) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(part);
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((length) => at + length <= bytes.length && isCharacter(at, length));
    if (length) {
      at += length;
      continue;
    }
    // A maximal subpart is the longest prefix that becomes one U+FFFD and is no shorter one with something after it.
    let subpart = 1;
    while (subpart < 3 && at + subpart < bytes.length && lossy(bytes.subarray(at, at + subpart + 1)) === "\uFFFD") subpart++;
    errors.push({ offset: at, length: subpart });
    at += subpart;
  }
  return errors;
}

const around = ["a", "é", "€", "🦀"].map((text) => Buffer.from(text));
const faults = ["80", "c3", "e282", "eda080", "f09f98", "ff", "c0af", "f4908080"].map((hex) => Buffer.from(hex, "hex"));

test("errors at every offset around the border of a chunk are found", () => {
  for (const fill of around) {
    for (const fault of faults) {
      for (let shift = -6; shift <= 6; shift++) {
        const before = Math.floor((CHUNK + shift) / fill.length) * fill.length;
        const text = Buffer.concat([Buffer.alloc(before, fill), Buffer.alloc((CHUNK + shift) % fill.length, "x"), fault, Buffer.from("ok")]);
        const [first] = errorsOf(text.subarray(CHUNK - 16)).map((error) => ({ ...error, offset: error.offset + CHUNK - 16 }))
          .filter((error) => error.offset >= CHUNK + shift);
        const error = validate(text);
        assert.deepEqual([error.offset, error.length], [first.offset, first.length], `${fill} ${fault.toString("hex")} ${shift}`);
        // The kind and the message do not depend on where the chunk ends.
        const alone = validate(text.subarray(CHUNK + shift));
        assert.deepEqual([error.kind, error.message, error.clause], [alone.kind, alone.message, alone.clause]);
        assert.deepEqual(Buffer.from(error.bytes), text.subarray(error.offset, error.offset + error.length));
      }
    }
  }
});

test("random text is validated, counted, decoded and repaired as errors demand", () => {
  const below = random(7);
  for (let i = 0; i < 4000; i++) {
    const parts = Array.from({ length: below(12) }, () => (below(3) === 0 ? faults[below(faults.length)] : around[below(4)]));
    const text = damage(Buffer.concat(parts), below(3), below);
    const errors = errorsOf(text);
    const hex = Buffer.from(text).toString("hex");
    assert.equal(isValid(text), errors.length === 0, hex);
    const first = validate(text);
    if (errors.length > 0) assert.deepEqual([first.offset, first.length], [errors[0].offset, errors[0].length], hex);
    for (const [onError, replacement] of Object.entries(POLICIES)) {
      let expected = "";
      let at = 0;
      for (const { offset, length } of [...errors, { offset: text.length, length: 0 }]) {
        const part = Buffer.from(text.subarray(at, offset)).toString();
        expected += onError === "escape" ? part.replaceAll("\\", "\\\\") : part;
        if (length > 0) expected += replacement({ bytes: text.subarray(offset, offset + length) });
        at = offset + length;
      }
      assert.equal(decode(text, { onError }), expected, `${onError} ${hex}`);
      assert.equal(Buffer.from(repair(text, { onError })).toString(), expected, `${onError} ${hex}`);
    }
    const seen = [];
    decode(text, { onError: (error) => (seen.push([error.offset, error.length]), "?") });
    assert.deepEqual(seen, errors.map(({ offset, length }) => [offset, length]), hex);
    assert.equal(utf8kit.count(text), [...decode(text, { onError: "replace" })].length, hex);
    assert.equal(utf8kit.utf16Length(text), decode(text, { onError: "replace" }).length, hex);
  }
});

test("streams and coders give what the whole text gives, in any pieces", async () => {
  const below = random(11);
  for (let i = 0; i < (THOROUGH ? 150 : 50); i++) {
    const long = below(20) === 0;
    const text = damage(Buffer.concat(Array.from({ length: long ? 40_000 : below(30) }, () => around[below(4)])), below(5), below);
    const cut = pieces(text, below);
    const expected = decode(text, { onError: "replace" });
    const source = () => new Blob(cut).stream();
    const collect = async (readable) => {
      const chunks = [];
      for await (const chunk of readable) chunks.push(chunk);
      return chunks;
    };
    assert.equal((await collect(source().pipeThrough(new utf8kit.DecoderStream({ onError: "replace" })))).join(""), expected);
    assert.equal(Buffer.concat(await collect(source().pipeThrough(new utf8kit.RepairStream()))).toString(), expected);
    for (const encoding of ["utf-8", "utf-16", "utf-32be", "utf-7", "cesu-8"]) {
      const whole = encode(expected, { encoding });
      // Cut between any two code units.
      const at = below(expected.length + 1);
      const encoder = new utf8kit.Encoder({ encoding });
      const parts = [expected.slice(0, at), "", expected.slice(at)].map((piece) => encoder.encode(piece));
      assert.deepEqual(Buffer.concat([...parts, encoder.finish()]), Buffer.from(whole));
      encoder.free();
      assert.equal(decode(whole, { encoding }), expected);
    }
    const encoded = await collect(ReadableStream.from([expected]).pipeThrough(new utf8kit.EncoderStream({ encoding: "utf-16le" })));
    assert.equal(Buffer.concat(encoded).toString("utf16le"), expected);
  }
});

test("conversion between arrays fills exactly what fits", () => {
  const text = "aé€🦀".repeat(3);
  const bytes = Buffer.from(text);
  const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  for (let room = 0; room <= units.length + 1; room++) {
    const target = new Uint16Array(room + 1).fill(0xabcd);
    const { read, written, stop } = toUtf16(bytes, target.subarray(0, room));
    assert.equal(bytes.subarray(0, read).toString(), text.slice(0, written));
    assert.equal(stop, read < bytes.length ? "target-full" : null);
    // The next character does not fit.
    if (stop) assert.ok(room - written < (text.codePointAt(written) > 0xffff ? 2 : 1));
    assert.equal(target[room], 0xabcd);
  }
  for (let room = 0; room <= bytes.length + 1; room++) {
    const target = new Uint8Array(room + 1).fill(0xee);
    const { read, written, stop } = fromUtf16(units, target.subarray(0, room));
    assert.equal(Buffer.from(target.subarray(0, written)).toString(), text.slice(0, read));
    assert.equal(stop, read < units.length ? "target-full" : null);
    if (stop) assert.ok(room - written < Buffer.byteLength(String.fromCodePoint(text.codePointAt(read))));
    assert.equal(target[room], 0xee);
  }
});

test("no character is cut at any offset from the border of a chunk", () => {
  for (const fill of around) {
    for (let shift = 0; shift < 4; shift++) {
      const text = Buffer.concat([Buffer.alloc(shift, "x"), Buffer.alloc(fill.length * (CHUNK / 2), fill)]);
      const string = text.toString();
      assert.equal(validate(text), null);
      assert.equal(utf8kit.count(text), CHUNK / 2 + shift);
      assert.equal(utf8kit.utf16Length(text), string.length);
      const units = new Uint16Array(string.length);
      assert.deepEqual(toUtf16(text, units), { read: text.length, written: units.length, stop: null });
      assert.ok(Buffer.from(units.buffer).equals(Buffer.from(string, "utf16le")));
    }
  }
});

test("conversion of long and of ill-formed arrays", () => {
  for (const fill of ["a", "é", "€", "🦀", "a🦀"]) {
    const text = fill.repeat(70_001);
    const bytes = Buffer.from(text);
    const units = new Uint16Array(text.length);
    assert.deepEqual(toUtf16(bytes, units), { read: bytes.length, written: text.length, stop: null });
    assert.equal(Buffer.from(units.buffer).toString("utf16le"), text);
    const back = new Uint8Array(bytes.length);
    assert.deepEqual(fromUtf16(units, back), { read: units.length, written: bytes.length, stop: null });
    assert.ok(Buffer.from(back).equals(bytes));
    // An error in the second chunk.
    const offset = bytes.length - fill.length;
    const broken = Buffer.concat([bytes, Buffer.from("80", "hex"), bytes]);
    const stopped = toUtf16(broken, new Uint16Array(2 * text.length + 1));
    assert.deepEqual([stopped.read, stopped.written, stopped.stop.offset, stopped.stop.kind], [bytes.length, text.length, bytes.length, "unexpected-continuation"]);
    assert.ok(offset > 0);
    const lossy = new Uint16Array(2 * text.length + 1);
    assert.deepEqual(toUtf16(broken, lossy, { onError: "replace" }), { read: broken.length, written: lossy.length, stop: null });
    assert.equal(lossy[text.length], 0xfffd);
    const lone = Uint16Array.from([...units, 0xdc00, 0x61]);
    const failed = fromUtf16(lone, new Uint8Array(bytes.length + 8));
    assert.deepEqual([failed.read, failed.written, failed.stop.kind, failed.stop.offset], [units.length, bytes.length, "surrogate", units.length]);
    const replaced = new Uint8Array(bytes.length + 4);
    assert.deepEqual(fromUtf16(lone, replaced, { onError: "replace" }), { read: lone.length, written: replaced.length, stop: null });
    assert.equal(Buffer.from(replaced).toString(), `${text}\uFFFDa`);
  }
});

test("an error says where, what and why", () => {
  const source = Buffer.from("caf\xE9 au lait", "latin1");
  assert.throws(() => decode(source), (error) => {
    assert.ok(error instanceof EncodingError && error instanceof TypeError);
    assert.equal(error.message, "utf-8: offset 3: `E9` starts a sequence of 3 bytes, but `20` does not continue it");
    assert.deepEqual([error.offset, error.length, error.kind, error.clause], [3, 1, "missing-continuation", "RFC 3629 section 3"]);
    assert.deepEqual(error.bytes, Uint8Array.of(0xe9));
    return true;
  });
  assert.throws(() => encode("ab€", { encoding: "latin1" }), { name: "EncodingError", kind: "not-representable", offset: 2, message: /U\+20AC/ });
  assert.throws(() => encode("🦀🦀€", { encoding: "us-ascii" }), { offset: 0 });
  assert.throws(() => encode("x".repeat(100_000) + "€", { encoding: "us-ascii" }), { offset: 100_000 });
  assert.throws(() => encode("x".repeat(100_000) + "\uD800"), { offset: 100_000, kind: "surrogate" });
  assert.throws(() => decode(source, { encoding: "klingon" }), { name: "RangeError", message: /"klingon" is unknown/ });
  assert.throws(() => encode("", { encoding: "UNICODE-1-1-UTF-8" }), { name: "RangeError" });
  assert.throws(() => decode(source, { onError: "ignore" }), { name: "TypeError", message: /expected fail, replace, drop, escape, surrogatepass, found "ignore"/ });
  assert.throws(() => decode(source, { signature: "what" }), { name: "TypeError", message: /signature: expected keep/ });
  assert.throws(() => repair(source, { onError: "fail" }), { name: "TypeError" });
  assert.throws(() => toUtf16(source, new Uint8Array(9)), { name: "TypeError" });
  assert.throws(() => toUtf16(source, new Uint16Array(9), { onError: "drop" }), { name: "TypeError", message: 'onError: expected fail, replace, found "drop"' });
  for (const wrong of ["text", 1, null, undefined, [65], {}]) {
    assert.throws(() => isValid(wrong), { name: "TypeError", message: /bytes: expected bytes/ }, String(wrong));
  }
});

test("an argument that is wrong is named, with what was expected and what was found", () => {
  const source = Uint8Array.of(0x61);
  const detached = new Uint8Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const calls = [
    [() => encode(Uint8Array.of(1, 2)), "TypeError", "text: expected a string, found a value of type Uint8Array"],
    [() => encode(), "TypeError", "text: expected a string, found undefined"],
    [() => encode("a", null), "TypeError", "options: expected an object, found null"],
    [() => encode("a", { encoding: 5 }), "TypeError", "encoding: expected a string, found 5"],
    [() => decode(source, "latin1"), "TypeError", 'options: expected an object, found "latin1"'],
    [() => decode(source, { encoding: null }), "TypeError", "encoding: expected a string, found null"],
    [() => decode(source, { encoding: "wtf-8", onError: "Drop" }), "TypeError", 'onError: expected fail, replace, drop, escape, surrogatepass, found "Drop"'],
    [() => decode(source, { onError: () => 1, encoding: "ascii" }) && decode(Uint8Array.of(0xff), { onError: () => 1 }), "TypeError", "onError: the function returned number, expected a string"],
    [() => validate([1]), "TypeError", "bytes: expected bytes (a Uint8Array, another view, or an ArrayBuffer), found an array"],
    [() => isValid(detached), "TypeError", "bytes: expected bytes, found those of a buffer that was transferred and is detached"],
    [() => repair(detached.buffer), "TypeError", "bytes: expected bytes, found those of a buffer that was transferred and is detached"],
    [() => fromUtf16([1], new Uint8Array(9)), "TypeError", "units: expected a Uint16Array, found an array"],
    [() => toUtf16(source, detached), "TypeError", "destination: expected a Uint16Array, found a value of type Uint8Array"],
    [() => utf8kit.encodingName(Symbol("a")), "TypeError", "label: expected a string, found a symbol"],
    [() => new Encoder().encode(1), "TypeError", "piece: expected a string, found 1"],
    [() => new Decoder().decode("a"), "TypeError", 'piece: expected bytes (a Uint8Array, another view, or an ArrayBuffer), found "a"'],
  ];
  for (const [call, name, message] of calls) assert.throws(call, { name, message }, message);
  // Nothing is not detached.
  assert.equal(decode(new ArrayBuffer(0)), "");
  assert.equal(decode(new Uint8Array(8).subarray(3, 3)), "");
});

test("strings have the surrogates of WTF-8", () => {
  const wtf8 = { encoding: "wtf-8" };
  const string = "a\uD800b\uDFFF\u{1F600}\uDC00\uD800";
  const source = Uint8Array.from(Buffer.from("61eda08062edbfbff09f9880edb080eda080", "hex"));
  assert.deepEqual(encode(string, wtf8), source);
  for (const onError of ["fail", "replace", "drop", () => "!"]) {
    assert.equal(decode(source, { ...wtf8, onError }), string);
    const decoder = new Decoder({ ...wtf8, onError });
    let decoded = "";
    for (const byte of source) decoded += decoder.decode(Uint8Array.of(byte));
    assert.equal(decoded + decoder.finish(), string);
    const encoder = new Encoder({ ...wtf8, onError });
    const pieces = [...string.split("").map((unit) => encoder.encode(unit)), encoder.finish()];
    assert.deepEqual(Buffer.concat(pieces), Buffer.from(source));
  }
  const broken = Buffer.concat([Buffer.of(0xff), source, Buffer.of(0xe2, 0x82)]);
  assert.equal(decode(broken, { ...wtf8, onError: "replace" }), `\uFFFD${string}\uFFFD`);
  assert.equal(decode(broken, { ...wtf8, onError: "drop" }), string);
  assert.equal(decode(broken, { ...wtf8, onError: ({ bytes }) => `<${bytes.length}>` }), `<1>${string}<2>`);
  assert.throws(() => decode(broken, wtf8), { kind: "never-valid", offset: 0 });
  // A pair is one character, which WTF-8 does not have as two.
  assert.throws(() => decode(Buffer.from("eda0bdedb880", "hex"), wtf8), { kind: "surrogate" });
  const long = "\uDC00x".repeat(100_000);
  assert.equal(decode(encode(long, wtf8), wtf8), long);
  // UTF-8 has none.
  assert.deepEqual(Buffer.from(repair(source)), Buffer.from(string.toWellFormed().replaceAll("\uFFFD", "\uFFFD\uFFFD\uFFFD")));
});

test("UTF-16 has surrogates if it is told to, and advises that", () => {
  const string = "\uDC00a\uD800b\uDFFF\u{1F600}\uD83D";
  for (const [encoding, hex] of [
    ["utf-16le", "00dc610000d86200ffdf3dd800de3dd8"],
    ["utf-16be", "dc000061d8000062dfffd83dde00d83d"],
    ["utf-16", "fffe00dc610000d86200ffdf3dd800de3dd8"],
  ]) {
    const source = Buffer.from(hex, "hex");
    const options = { encoding, onError: "surrogatepass" };
    assert.equal(Buffer.from(encode(string, options)).toString("hex"), hex);
    assert.equal(decode(source, options), string);
    const decoder = new Decoder(options);
    const decoded = [...source].map((byte) => decoder.decode(Uint8Array.of(byte))).join("") + decoder.finish();
    assert.equal(decoded, string);
    const encoder = new Encoder(options);
    assert.deepEqual(Buffer.concat([...string.split("").map((unit) => encoder.encode(unit)), encoder.finish()]), source);
    const long = "\uDC00x".repeat(100_000);
    assert.equal(decode(encode(long, options), options), long);
    // Other errors are thrown.
    assert.throws(() => decode(source.subarray(0, -1), options), { kind: "unexpected-end" });
    const message = /`onError: "surrogatepass"` keeps it$/;
    assert.throws(() => encode(string, { encoding }), { kind: "surrogate", message });
    assert.throws(() => decode(source, { encoding }), { kind: "surrogate", message });
    assert.throws(() => decode(source.subarray(-2), { encoding: encoding === "utf-16" ? "utf-16le" : encoding }), { kind: "unexpected-end", message });
    assert.equal(decode(source, { encoding, onError: "replace" }), string.toWellFormed());
    assert.equal(Buffer.from(encode(string, { encoding, onError: "replace" })).toString("hex"), Buffer.from(encode(string.toWellFormed(), { encoding })).toString("hex"));
  }
  // UTF-8 has none.
  assert.throws(() => encode("\uD800", { onError: "surrogatepass" }), { kind: "surrogate", message: "utf-8: offset 0: the string has the unpaired surrogate U+D800" });
  assert.throws(() => decode(Buffer.from("eda080", "hex"), { onError: "surrogatepass" }), { kind: "surrogate" });
  assert.equal(decode(encode("é", { onError: "surrogatepass" }), { onError: "surrogatepass" }), "é");
  assert.throws(() => repair(Buffer.of(0xff), { onError: "surrogatepass" }), { name: "TypeError", message: 'onError: expected fail, replace, drop, escape, found "surrogatepass"' });
  assert.throws(() => new utf8kit.RepairStream({ encoding: "utf-16le", onError: "surrogatepass" }), TypeError);
  assert.throws(() => decode(Buffer.from("7fffffff", "hex"), { encoding: "ucs-4be", onError: "surrogatepass" }), { kind: "not-representable" });
});

test("a function replaces what an encoder lacks", () => {
  const errors = [];
  const onError = (error) => (errors.push(error), error.kind === "surrogate" ? "?" : `&#${toNumber(error.bytes)};`);
  const toNumber = (bytes) => new TextDecoder().decode(bytes).codePointAt(0);
  assert.equal(Buffer.from(encode("a€b\uD800é🦀", { encoding: "latin1", onError })).toString("latin1"), "a&#8364;b?é&#129408;");
  assert.deepEqual(errors.map(({ offset, length, kind }) => [offset, length, kind]), [[1, 1, "not-representable"], [3, 1, "surrogate"], [5, 2, "not-representable"]]);
  // The function may use the module.
  const nested = (error) => decode(encode("x".repeat(3), { encoding: "ascii" })) + error.length;
  const long = "€".repeat(1000) + "a".repeat(100_000) + "€".repeat(1000);
  assert.equal(encode(long, { encoding: "ascii", onError: nested }).length, 108_000);
  assert.throws(() => encode("€", { encoding: "ascii", onError: () => "é" }), { name: "TypeError", message: 'onError: the function returned "é", which ascii lacks, too' });
  assert.throws(() => encode("€", { encoding: "ascii", onError: () => null }), { message: /returned object, expected a string/ });
  const encoder = new Encoder({ encoding: "ascii", onError: () => "-" });
  assert.equal(Buffer.concat([encoder.encode("a\uD83E"), encoder.encode("\uDD80b"), encoder.encode("\uD800"), encoder.finish()]).toString(), "a-b-");
});

test("all kinds of buffers are bytes", () => {
  const whole = Uint8Array.from([0, 0, 0x41, 0xc3, 0xa9, 0]);
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set([0x41, 0xc3, 0xa9]);
  const views = [
    whole.subarray(2, 5),
    whole.slice(2, 5).buffer,
    new DataView(whole.buffer, 2, 3),
    Buffer.from(whole.subarray(2, 5)),
    shared,
    shared.buffer,
    new Uint8ClampedArray(whole.buffer, 2, 3),
  ];
  for (const view of views) {
    assert.ok(isValid(view));
    assert.equal(decode(view), "Aé");
    assert.equal(decode(view, { encoding: "latin1" }), "AÃ©");
    assert.deepEqual(Buffer.from(repair(view)), Buffer.from("Aé"));
  }
  // A result is the caller's, even if nothing had to be repaired.
  const source = Buffer.from("Aé");
  repair(source)[0] = 0;
  validate(Buffer.from([0x41, 0xff])).bytes[0] = 0;
  assert.equal(source[0], 0x41);
});

test("signatures and labels", () => {
  const signed = Buffer.from("\uFEFFa");
  assert.equal(decode(signed), "\uFEFFa");
  assert.equal(decode(signed, { signature: "remove" }), "a");
  assert.equal(decode(signed, { encoding: "latin1", signature: "detect" }), "a");
  assert.equal(decode(Buffer.from("\uFEFFa", "utf16le"), { encoding: "utf-16" }), "a");
  assert.equal(decode(Buffer.from("\uFEFFa", "utf16le"), { encoding: "utf-16be", signature: "byte-order" }), "a");
  assert.deepEqual(Buffer.from(encode("a", { encoding: "utf-8-sig" })), signed);
  assert.equal(utf8kit.encodingName("csUTF8"), "UTF-8");
  assert.equal(utf8kit.encodingName("windows-1252"), null);
  assert.equal(utf8kit.encodings().length, 29);
  for (const name of utf8kit.encodings()) assert.equal(utf8kit.encodingName(name), name);
});

test("a decoder has a state, and is used again after its end and after an error", () => {
  const decoder = new utf8kit.Decoder({ encoding: "utf-16", onError: "replace" });
  assert.equal(decoder.encoding, "UTF-16");
  assert.equal(decoder.decode(Buffer.from("fffe6100", "hex")), "a");
  assert.deepEqual([decoder.encoding, decoder.position, decoder.replaced], ["UTF-16LE", 4, 0]);
  assert.equal(decoder.decode(Buffer.from("00d86200", "hex")), "\uFFFDb");
  assert.deepEqual([decoder.position, decoder.replaced], [8, 1]);
  assert.equal(decoder.finish(), "");
  assert.deepEqual([decoder.encoding, decoder.position], ["UTF-16", 0]);
  decoder.free();
  decoder.free();
  assert.throws(() => decoder.decode(Buffer.from("a")), { name: "TypeError", message: /freed/ });
  const strict = new utf8kit.Decoder();
  assert.equal(strict.decode(Buffer.from("e282", "hex")), "");
  assert.throws(() => strict.finish(), { kind: "unexpected-end", offset: 0 });
  assert.equal(strict.decode(Buffer.from("ok")) + strict.finish(), "ok");
});

test("policies of encoders", () => {
  const text = "a\uD800é€";
  assert.deepEqual(Buffer.from(encode(text, { encoding: "us-ascii", onError: "replace" })).toString(), "a???");
  assert.deepEqual(Buffer.from(encode(text, { encoding: "us-ascii", onError: "drop" })).toString(), "a");
  assert.equal(Buffer.from(encode(text, { onError: "replace" })).toString(), "a\uFFFDé€");
  assert.equal(Buffer.from(encode(text, { onError: "drop" })).toString(), "aé€");
  // A pair that is cut between two pieces is a character.
  const encoder = new utf8kit.Encoder();
  assert.equal(Buffer.concat([encoder.encode("\uD83E"), encoder.encode("\uDD80"), encoder.finish()]).toString(), "🦀");
  encoder.encode("\uD83E");
  assert.throws(() => encoder.finish(), { kind: "surrogate", offset: 0 });
});

test("a function that replaces errors can call the package, and its failure leaves a decoder that works", () => {
  const source = Buffer.from("a\xFFb\xFFc", "latin1");
  assert.equal(decode(source, { onError: ({ bytes }) => decode(bytes, { encoding: "latin1" }) + encode("x").length }), "aÿ1bÿ1c");
  // A decoder with the same options is in use.
  const inner = ({ bytes }) => decode(bytes, { encoding: "cesu-8", onError: () => "[]" });
  for (let i = 0; i < 2; i++) assert.equal(decode(source, { encoding: "cesu-8", onError: inner }), "a[]b[]c");
  assert.throws(() => decode(source, { onError: () => { throw new Error("mine"); } }), { message: "mine" });
  assert.throws(() => decode(source, { onError: () => 1 }), { message: /returned number/ });
  assert.equal(decode(Buffer.from("ok")), "ok");
});

test("after a function that fails, a decoder is at the start of a new text", () => {
  for (const fail of [() => { throw new Error("mine"); }, async () => "x", () => undefined]) {
    const decoder = new utf8kit.Decoder({ onError: fail });
    assert.throws(() => decoder.decode(Buffer.from("41ff424344", "hex")));
    assert.equal(decoder.position, 0);
    assert.throws(() => decoder.decode(Buffer.from("45ff", "hex")), (error) => error.message === "mine" || /returned/.test(error.message));
    assert.equal(decoder.decode(Buffer.from("ok")) + decoder.finish(), "ok");
  }
});

test("frequent errors are passed to a function one after the other", () => {
  const source = Buffer.from("ff61".repeat(50_000), "hex");
  let calls = 0;
  const expected = "?a".repeat(50_000);
  assert.equal(decode(source, { onError: ({ offset }) => (assert.equal(offset, 2 * calls++), "?") }), expected);
  assert.equal(calls, 50_000);
});

test("an encoder reports the first error, in one piece and in many", () => {
  const below = random(13);
  const parts = ["a", "é", "€", "🦀", "\uD800", "\uDC00"];
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: below(6) }, () => parts[below(parts.length)]).join("");
    for (const encoding of ["utf-8", "us-ascii", "latin1", "utf-16"]) {
      const result = (run) => {
        try {
          return Buffer.from(run()).toString("hex");
        } catch (error) {
          return [error.offset, error.kind];
        }
      };
      const whole = result(() => encode(text, { encoding }));
      const inPieces = result(() => {
        const encoder = new utf8kit.Encoder({ encoding });
        const bytes = text.split("").map((unit) => encoder.encode(unit));
        return Buffer.concat([...bytes, encoder.finish()]);
      });
      assert.deepEqual(inPieces, whole, `${encoding} ${JSON.stringify(text)}`);
    }
  }
  assert.throws(() => encode("é\uDC00", { encoding: "us-ascii" }), { offset: 0, kind: "not-representable" });
});

test("options are checked each time", () => {
  const bytes = Buffer.from("ff", "hex");
  for (let i = 0; i < 2; i++) {
    assert.equal(decode(bytes, { encoding: "cesu-8", onError: () => "x" }), "x");
    assert.throws(() => decode(bytes, { encoding: "cesu-8", onError: "" }), { name: "TypeError", message: /onError: expected/ });
    assert.throws(() => decode(bytes, { encoding: "cesu-8", signature: "" }), { name: "TypeError", message: /signature: expected/ });
  }
  for (const call of [() => decode(bytes, "utf-16le"), () => encode("", null), () => new utf8kit.Decoder(1), () => toUtf16(bytes, new Uint16Array(1), "replace")]) {
    assert.throws(call, { name: "TypeError", message: /options: expected an object/ });
  }
});

test("an empty replacement makes no chunk", async () => {
  const chunks = [];
  for await (const chunk of new Blob([Buffer.from("ff", "hex")]).stream().pipeThrough(new utf8kit.RepairStream({ onError: () => "" }))) chunks.push(chunk);
  assert.deepEqual(chunks, []);
});

test("memory does not grow with the number of calls, and follows large text", () => {
  const small = Buffer.from("caf\xE9", "latin1");
  const large = Buffer.alloc(40 << 20, "é");
  assert.ok(isValid(large));
  assert.equal(utf8kit.count(large), 20 << 20);
  for (let i = 0; i < 20_000; i++) decode(small, { onError: "replace" });
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 100_000; i++) decode(small, { onError: "replace" });
  assert.ok(process.memoryUsage().arrayBuffers - before < 8 << 20);
});

test("without vectors there is the portable module", async () => {
  const script = `
    const u = await import(${JSON.stringify(new URL("node/index.js", PACKAGE).href)});
    const t = await import(${JSON.stringify(new URL("node/text.js", PACKAGE).href)});
    console.log(u.tier, u.decode(Buffer.from("636166e9", "hex"), { onError: "replace" }), t.check(Buffer.from("ff", "hex")).length);
  `;
  const flags = ["--no-enable-sse3", "--no-enable-ssse3", "--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
  const run = promisify(execFile);
  if (process.arch === "x64") {
    const { stdout } = await run(process.execPath, [...flags, "--input-type=module", "-e", script]);
    assert.equal(stdout.trim(), "portable caf\uFFFD 1");
  }
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
  assert.equal(stdout.trim(), "simd128 caf\uFFFD 1");
  assert.equal(utf8kit.tier, "simd128");
});
