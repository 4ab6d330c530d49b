// Validation and conversion of UTF-8, and the decoders and encoders of its family. index.d.ts says what each function does.

import { arrayOf, bytesOf, choice, optionsOf, stringOf } from "./arguments.js";
import { DONE, FIRST, FULL, STRING_POLICIES, TARGET, coders, nextLength, policyOf, readingOf, textEncoder } from "./coders.js";
import { CHUNK, Module, hasVectors, loading, platform } from "./module.js";
import { textDecoderOf, textEncoderOf } from "./standard.js";
import { isHigh } from "./surrogates.js";

const wasm = new Module(TARGET);
const { call } = wasm;
const coded = coders(wasm);

export { EncodingError } from "./coders.js";
export { isWellFormed, repairEscapes, toWellFormed, unpairedEscapes, validateText } from "./strings.js";
export const { Decoder, DecoderStream, Encoder, EncoderStream, RepairStream, encodingName, encodings } = coded;

// This script calls those of the platform.
const StandardDecoder = /* @__PURE__ */ textDecoderOf(wasm);
const StandardEncoder = /* @__PURE__ */ textEncoderOf(wasm, encode);
export { StandardDecoder as TextDecoder, StandardEncoder as TextEncoder };

export const tier = hasVectors ? "simd128" : "portable";
export let version;

/** Returns the address of the module. Bundlers look for these words. */
const address = () => (hasVectors ? new URL("./utf8kit.wasm", import.meta.url) : new URL("./utf8kit-portable.wasm", import.meta.url));

export const { init, initSync } = loading(wasm, address, () => {
  call.version();
  version = wasm.output;
});

const isContinuation = (byte) => (byte & 0xc0) === 0x80;

/** Returns where a piece of `length` bytes that begins at `start` ends, so that no character and no maximal subpart is cut. */
function pieceEnd(bytes, start, length = CHUNK) {
  const end = start + length;
  if (end >= bytes.length) return bytes.length;
  for (let at = end; at > end - 4; at--) {
    if (!isContinuation(bytes[at])) return at;
  }
  // No sequence has more than three continuation bytes, so this one continues none.
  return end;
}

/** More bytes than this stop the functions of some versions of Node.js, and with them the process. */
const MOST_AT_ONCE = 0x7fffffff;

/** From this length on, the platform's validation is faster than a copy and the module's. */
const LONG = 256;

/** Returns the offset of the first ill-formed sequence, or the length of `bytes`. */
function validUpTo(bytes) {
  const { length } = bytes;
  if (length < LONG) {
    wasm.memory.set(bytes, wasm.source);
    return call.validate(wasm.source, length);
  }
  const { isUtf8 } = platform;
  if (!isUtf8) return validUpToByModule(bytes);
  // The platform looks for errors to the end of what it is given.
  let piece = CHUNK / 4;
  if (length <= piece) return isUtf8(bytes) ? length : validUpToByModule(bytes);
  for (let start = 0; start < length; piece = Math.min(4 * piece, 4 * CHUNK)) {
    const end = pieceEnd(bytes, start, piece);
    const part = bytes.subarray(start, end);
    if (!isUtf8(part)) return start + validUpToByModule(part);
    start = end;
  }
  return length;
}

function validUpToByModule(bytes) {
  let size = FIRST;
  for (let start = 0; start < bytes.length; size = nextLength(size)) {
    const end = pieceEnd(bytes, start, size);
    wasm.memory.set(bytes.subarray(start, end), wasm.source);
    const valid = call.validate(wasm.source, end - start);
    if (valid < end - start) return start + valid;
    start = end;
  }
  return bytes.length;
}

export function isValid(source) {
  const bytes = bytesOf(source);
  return platform.isUtf8 && bytes.length >= LONG && bytes.length <= MOST_AT_ONCE ? platform.isUtf8(bytes) : validUpTo(bytes) === bytes.length;
}

/** Bytes after the start of an error that its description may need. */
const AROUND = 16;

export function validate(source) {
  const bytes = bytesOf(source);
  const offset = validUpTo(bytes);
  if (offset === bytes.length) return null;
  const around = bytes.subarray(offset, offset + AROUND);
  wasm.with(around, call.describe);
  const error = wasm.json;
  error.offset += offset;
  error.bytes = new Uint8Array(around.subarray(0, error.length));
  return error;
}

/** Returns the sum of what `measure` returns for pieces. */
function sum(bytes, measure) {
  let total = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = pieceEnd(bytes, start);
    wasm.memory.set(bytes.subarray(start, end), wasm.source);
    total += measure(wasm.source, end - start);
    start = end;
  }
  return total;
}

export const count = (bytes) => sum(bytesOf(bytes), call.count);
export const utf16Length = (bytes) => sum(bytesOf(bytes), call.utf16_length);

/** The decoders of the platform, which make a string without a copy in the memory of the module. */
const NATIVE = new Map(
  ["utf-8", "utf-16le", "utf-16be"].flatMap((encoding) =>
    [true, false].map((fatal) => [`${encoding} ${fatal ? "fail" : "replace"}`, new TextDecoder(encoding, { fatal, ignoreBOM: true })]),
  ),
);

export function decode(source, options = {}) {
  const bytes = bytesOf(source);
  const { encoding = "utf-8", reading, onError = "fail", signature } = optionsOf(options);
  if (signature === undefined && bytes.length <= MOST_AT_ONCE) {
    // A function and `drop` have nothing to do in text without errors.
    const native = NATIVE.get(`${stringOf(encoding, "encoding").toLowerCase()} ${onError === "replace" ? "replace" : "fail"}`);
    if (native && onError !== "escape") {
      policyOf(onError, STRING_POLICIES);
      readingOf(reading);
      try {
        return native.decode(bytes);
      } catch {
        // Say where the error is, or replace it.
      }
    }
  }
  return coded.decode(bytes, options);
}

export function repair(source, options = {}) {
  const bytes = bytesOf(source);
  const { onError = "replace" } = optionsOf(options);
  if (onError === "fail") throw new TypeError('onError: "fail" repairs nothing; expected replace, drop, escape or a function');
  policyOf(onError);
  // Not `slice`, which returns a view for a `Buffer`.
  if (onError !== "escape" && isValid(bytes)) return new Uint8Array(bytes);
  return coded.toUtf8(bytes, { onError });
}

const ARRAY_POLICIES = { fail: false, replace: true };

/** Converts pieces of `source` to `destination`; `run` is given the memory and returns why it stopped. */
function convert(source, destination, pieceEndOf, unit, options, run) {
  const { onError = "fail" } = optionsOf(options);
  const isLossy = choice(ARRAY_POLICIES, onError, "onError");
  let read = 0;
  let written = 0;
  let size = FIRST;
  while (read < source.length) {
    const end = pieceEndOf(source, read, size);
    size = nextLength(size);
    const piece = bytesOf(source.subarray(read, end));
    wasm.memory.set(piece, wasm.source);
    const room = Math.min(destination.length - written, TARGET / unit);
    const stop = run(wasm.source, end - read, wasm.target, room, isLossy);
    const [pieceRead, pieceWritten] = wasm.numbers;
    bytesOf(destination).set(wasm.memory.subarray(wasm.target, wasm.target + pieceWritten * unit), written * unit);
    read += pieceRead;
    written += pieceWritten;
    if (stop === FULL) return { read, written, stop: "target-full" };
    if (stop !== DONE) return { read, written, stop: "error" };
  }
  return { read, written, stop: null };
}

export function toUtf16(source, destination, options = {}) {
  const bytes = bytesOf(source);
  arrayOf(destination, "destination", Uint16Array);
  const converted = convert(bytes, destination, pieceEnd, 2, options, call.to_utf16);
  if (converted.stop === "error") {
    converted.stop = validate(bytes.subarray(converted.read));
    converted.stop.offset += converted.read;
  }
  return converted;
}

/** Returns where a piece of `size` bytes that begins at the code unit `start` ends. */
function unitsEnd(units, start, size) {
  const end = start + size / 2;
  if (end >= units.length) return units.length;
  // A pair is not cut.
  return isHigh(units[end - 1]) ? end - 1 : end;
}

export function fromUtf16(units, destination, options = {}) {
  arrayOf(units, "units", Uint16Array);
  arrayOf(destination, "destination", Uint8Array);
  const converted = convert(units, destination, unitsEnd, 1, options, call.from_utf16);
  if (converted.stop === "error") {
    const around = units.slice(converted.read, converted.read + 2);
    wasm.with(bytesOf(around), (at, length) => call.describe_utf16(at, length / 2));
    const error = wasm.json;
    error.offset = converted.read;
    error.bytes = bytesOf(around.slice(0, 1)).slice();
    converted.stop = error;
  }
  return converted;
}

export function encode(string, options = {}) {
  const text = stringOf(string, "text");
  const { encoding = "utf-8", reading, onError = "fail" } = optionsOf(options);
  // A function has nothing to do in well-formed text.
  if (stringOf(encoding, "encoding").toLowerCase() === "utf-8" && onError !== "escape" && text.isWellFormed()) {
    policyOf(onError, STRING_POLICIES);
    readingOf(reading);
    return textEncoder.encode(text);
  }
  return coded.encode(text, options);
}
