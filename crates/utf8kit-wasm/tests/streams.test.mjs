// One text, whole and in any pieces, through everything that takes pieces: the result is the same, for every encoding and policy.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE, THOROUGH, damage, random, utf8kit } from "./support.mjs";

const { decode, encode, encodings, repair } = utf8kit;
const text = await import(new URL("node/text.js", PACKAGE));

const SAMPLE = "\uFEFFa+é-~\\&\r\n€한🦀\u0000漢ÿz";

/** What every error is, as text, without its message, which describes the bytes that are there already. */
const shown = ({ offset, length, kind, clause, bytes }) => `<${offset} ${length} ${kind} ${clause} ${Buffer.from(bytes).toString("hex")}>`;
const DECODER_POLICIES = ["fail", "replace", "drop", "escape", shown];
const ENCODER_POLICIES = ["fail", "replace", "drop", "escape"];
const SIGNATURES = [undefined, "keep", "remove", "byte-order", "detect"];

/** Returns what `run` returns, or the error that it throws, as text. */
function result(run) {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof utf8kit.EncodingError, error.stack);
    return shown(error);
  }
}

/** Returns all pairs of pieces, single units, and pieces at random, with empty ones among them. */
function divisions(whole, slice, below) {
  const all = [];
  for (let at = 0; at <= whole.length; at++) all.push([slice(0, at), slice(at)]);
  const units = Array.from({ length: whole.length }, (_, i) => slice(i, i + 1));
  all.push(units.flatMap((unit) => [slice(0, 0), unit, slice(0, 0)]));
  for (let i = 0; i < 2; i++) {
    const parts = [];
    for (let at = 0; at < whole.length; ) {
      const length = below(4);
      parts.push(slice(at, at + length));
      at += length;
    }
    all.push(parts);
  }
  return all;
}

/** Returns what a stream makes of the pieces: the chunks before the end, and the error, if there is one. */
async function through(parts, stream) {
  const chunks = [];
  let error = "";
  try {
    for await (const chunk of ReadableStream.from(parts).pipeThrough(stream)) chunks.push(chunk);
  } catch (found) {
    assert.ok(found instanceof utf8kit.EncodingError, found.stack);
    error = shown(found);
  }
  assert.ok(chunks.every((chunk) => chunk.length > 0));
  return { chunks, error };
}

const asText = ({ chunks, error }) => [chunks.join(""), error];
const asHex = ({ chunks, error }) => [Buffer.concat(chunks).toString("hex"), error];

/** Returns `SAMPLE` without what an encoding lacks. */
const sampleOf = (encoding) => [...SAMPLE].filter((c) => {
  try {
    return decode(encode(c, { encoding }), { encoding, signature: "keep" }).endsWith(c);
  } catch {
    return false;
  }
}).join("");

/** Returns `true` if an encoding is written, too. */
function isWritten(encoding) {
  try {
    return encode("", { encoding }) !== null;
  } catch (error) {
    assert.ok(error instanceof RangeError);
    return false;
  }
}

test("decoders give what the whole text gives, cut anywhere", async () => {
  const below = random(17);
  let compared = 0;
  for (const encoding of encodings()) {
    const sample = isWritten(encoding) ? Buffer.from(encode(sampleOf(encoding), { encoding })) : Buffer.from(SAMPLE);
    const texts = [sample, damage(sample, 3, below), damage(sample, 6, below), Buffer.concat([Buffer.from(SAMPLE, "utf16le").subarray(0, 9), Buffer.from("ffc0afeda080f0902b41", "hex")])];
    for (const [turn, bytes] of texts.entries()) {
      const divided = divisions(bytes, (from, to) => bytes.subarray(from, to), below);
      for (const [row, signature] of SIGNATURES.entries()) {
        for (const [column, onError] of DECODER_POLICIES.entries()) {
          // Each text has another third of the combinations.
          if ((turn + row + column) % 3 > 0 && !THOROUGH) continue;
          const options = { encoding, onError, signature };
          const about = (parts) => `${encoding} ${signature} ${onError} ${parts.map((part) => Buffer.from(part).toString("hex")).join(" ")}`;
          const whole = result(() => decode(bytes, options));
          const decoder = new utf8kit.Decoder(options);
          let state = null;
          for (const parts of divided) {
            let found = "";
            const inPieces = result(() => {
              for (const part of parts) found += decoder.decode(part);
              const { encoding, position, replaced } = decoder;
              state ??= { encoding, position, replaced };
              assert.deepEqual({ encoding, position, replaced }, state, about(parts));
              return found + decoder.finish();
            });
            if (inPieces !== whole) assert.equal(inPieces, whole, about(parts));
            assert.equal(decoder.position, 0);
            compared++;
          }
          decoder.free();
          const expected = asText(await through([bytes], new utf8kit.DecoderStream(options)));
          assert.equal(expected.join(""), expected[1] ? expected[0] + whole : whole, about([bytes]));
          // Strings have the surrogates of WTF-8, which UTF-8 has not.
          const repaired = expected[0].isWellFormed()
            ? [Buffer.from(expected[0]).toString("hex"), expected[1]]
            : asHex(await through([bytes], new utf8kit.RepairStream(options)));
          for (const parts of [divided.at(-1), divided.at(-3)]) {
            assert.deepEqual(asText(await through(parts, new utf8kit.DecoderStream(options))), expected, about(parts));
            assert.deepEqual(asHex(await through(parts, new utf8kit.RepairStream(options))), repaired, about(parts));
          }
          if (encoding === "UTF-8" && onError !== "fail" && signature === undefined) {
            assert.equal(Buffer.from(repair(bytes, { onError })).toString("hex"), repaired[0]);
          }
        }
      }
    }
  }
  assert.ok(compared > (THOROUGH ? 50_000 : 15_000), `${compared}`);
});

test("encoders give what the whole text gives, cut anywhere, and decoders read it", async () => {
  const below = random(19);
  let compared = 0;
  for (const encoding of encodings().filter(isWritten)) {
    const plain = sampleOf(encoding);
    assert.ok(plain.length > 3, encoding);
    for (const string of [plain, SAMPLE, `${SAMPLE}\uD800x\uDC00\uDBFF`, "\uDC00\uD800", ""]) {
      const divided = divisions(string, (from, to) => string.slice(from, to), below);
      for (const onError of ENCODER_POLICIES) {
        const options = { encoding, onError };
        const about = (parts) => `${encoding} ${onError} ${JSON.stringify(parts)}`;
        const whole = result(() => Buffer.from(encode(string, options)).toString("hex"));
        const encoder = new utf8kit.Encoder(options);
        for (const parts of divided) {
          const inPieces = result(() => Buffer.concat([...parts.map((part) => encoder.encode(part)), encoder.finish()]).toString("hex"));
          assert.equal(inPieces, whole, about(parts));
          compared++;
        }
        encoder.free();
        const expected = asHex(await through([string], new utf8kit.EncoderStream(options)));
        assert.equal(expected[1] || expected[0], whole);
        for (const parts of [divided.at(-1), divided.at(-3)]) {
          assert.deepEqual(asHex(await through(parts, new utf8kit.EncoderStream(options))), expected, about(parts));
        }
        if (string === plain) {
          // A signature is text only where nothing else is said of it.
          const read = decode(Buffer.from(whole, "hex"), { encoding });
          assert.equal(read.replace(/^\uFEFF/, ""), plain.replace(/^\uFEFF/, ""), encoding);
          const both = ReadableStream.from(divided.at(-1)).pipeThrough(new utf8kit.EncoderStream(options)).pipeThrough(new utf8kit.DecoderStream({ encoding }));
          let back = "";
          for await (const part of both) back += part;
          assert.equal(back, read);
        }
      }
    }
  }
  assert.ok(compared > 5_000, `${compared}`);
});

test("what policies write is not cut at the border of a chunk", () => {
  const CHUNK = 1 << 16;
  const one = { fail: "?", replace: "\uFFFD", drop: "", escape: "\\u{D800}" };
  for (const onError of ["replace", "drop", "escape"]) {
    for (const count of [1, 8191, 8192, 8193, Math.floor(CHUNK / 3), CHUNK + 1]) {
      const string = `${"\uD800".repeat(count)}é`;
      assert.equal(Buffer.from(encode(string, { onError })).toString(), `${one[onError].repeat(count)}é`);
    }
  }
  const bytes = Buffer.alloc(3 * CHUNK, "\xFF", "latin1");
  for (const replacement of ["", "?", "é".repeat(3), "🦀".repeat(20_000)]) {
    const part = bytes.subarray(0, replacement.length > 9 ? 5 : bytes.length);
    const options = { onError: () => replacement };
    assert.equal(decode(part, options), replacement.repeat(part.length));
    assert.equal(Buffer.from(repair(part, { onError: options.onError })).toString(), replacement.repeat(part.length));
  }
});

test("what a function wrote before it failed is in the stream", async () => {
  let left = 3;
  const stream = new utf8kit.DecoderStream({ onError: () => { if (left-- === 0) throw new Error("mine"); return "?"; } });
  let found = "";
  await assert.rejects(async () => {
    for await (const part of ReadableStream.from([Buffer.from("61ff62ff63ff64ff65", "hex")]).pipeThrough(stream)) found += part;
  }, { message: "mine" });
  assert.equal(found, "a?b?c?d");
});

test("a coder whose result is too long is at the start of a new text", () => {
  const decoder = new utf8kit.Decoder({ onError: () => "x".repeat(1 << 20) });
  assert.throws(() => decoder.decode(Buffer.alloc(600, "\xFF", "latin1")), RangeError);
  assert.equal(decoder.position, 0);
  assert.equal(decoder.decode(Buffer.from("ok")) + decoder.finish(), "ok");
});

test("rules, recognition and maps give what the whole text gives, cut anywhere", () => {
  const below = random(23);
  const texts = ["cafÃ© \u202Ez\n", "caf\xE9 \xFF\xFE\n", "\uFEFFa\0\r\nb", SAMPLE].flatMap((string) => [Buffer.from(string), Buffer.from(string, "latin1"), Buffer.from(string, "utf16le")]);
  const rules = text.rules.map((rule) => rule.name);
  for (const bytes of texts) {
    for (const parts of divisions(bytes, (from, to) => bytes.subarray(from, to), below)) {
      for (const binary of [undefined, true, false]) {
        for (const separatePlaces of [true, false]) {
          const options = { rules, binary, separatePlaces };
          const checker = new text.Checker(options);
          const found = parts.flatMap((part) => checker.push(part));
          assert.deepEqual(found.concat(checker.finish()), text.check(bytes, options));
        }
      }
      const detector = new text.Detector();
      for (const part of parts) detector.push(part);
      assert.deepEqual(detector.finish(), text.detect(bytes));
      const [map, whole] = [new text.FileMap(4), new text.FileMap(4)];
      for (const part of parts) map.push(part);
      whole.push(bytes);
      assert.deepEqual(map.finish(), whole.finish());
    }
  }
  // Longer than a block of 256 KiB, whose parts are found one after the other.
  const long = "un cafÃ© noir, c’est bon pour la santÃ© de tous\n".repeat(20_000);
  const parts = text.doubleEncoded(long);
  assert.equal(parts.length, 40_000);
  assert.equal(text.fixDoubleEncoding(long), long.replaceAll("Ã©", "é"));
});
