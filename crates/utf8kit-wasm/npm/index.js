// Validation, conversion, decoders and encoders. index.d.ts says what each function does.

import { isUtf8 } from "#platform";
import { CHUNK, Owned, bytesOf, checkedOptions, hasVectors, load, text as toString } from "./module.js";

/** The length of what a chunk becomes: at most three bytes for a byte or a code unit, four with escapes. */
const TARGET = 4 * CHUNK;

const wasm = await load(new URL("./utf8kit.wasm", import.meta.url), new URL("./utf8kit-portable.wasm", import.meta.url), TARGET);
const { call } = wasm;

const DONE = 0;
const FULL = 1;

export const tier = hasVectors ? "simd128" : "portable";
call.version();
export const version = wasm.output;

const POLICIES = { fail: 0, replace: 1, drop: 2, escape: 3 };
const SIGNATURES = { keep: 1, remove: 2, "byte-order": 3, detect: 4 };

export class EncodingError extends TypeError {
  constructor(error, encoding) {
    super(`${encoding}: offset ${error.offset}: ${error.message}`);
    this.name = "EncodingError";
    this.offset = error.offset;
    this.length = error.length;
    this.kind = error.kind;
    this.clause = error.clause;
    this.bytes = error.bytes;
  }
}

/** Returns a number for one of the names. */
function choice(choices, name, option) {
  if (Object.hasOwn(choices, name)) return choices[name];
  throw new TypeError(`${option}: expected ${Object.keys(choices).join(", ")}, found ${typeof name === "string" ? JSON.stringify(name) : typeof name}`);
}

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

/** From this length on, the platform's validation is faster than a copy and the module's. */
const LONG = 256;

/** Returns the offset of the first ill-formed sequence, or the length of `bytes`. */
function validUpTo(bytes) {
  const { length } = bytes;
  if (length < LONG) {
    wasm.memory.set(bytes, wasm.source);
    return call.validate(wasm.source, length);
  }
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

/** The first of the pieces that are copied to find an error. An error is often near, and callers come again after it. */
const FIRST = 1024;

/** Returns the length of the piece after one of `length`. */
const nextLength = (length) => Math.min(4 * length, CHUNK);

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
  return isUtf8 && bytes.length >= LONG ? isUtf8(bytes) : validUpTo(bytes) === bytes.length;
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

export function encodings() {
  call.encodings();
  return wasm.json;
}

export function encodingName(label) {
  return wasm.withString(String(label), call.encoding_name) === 0 ? null : wasm.output;
}

function unknownEncoding(label, verb) {
  return new RangeError(`encoding: ${JSON.stringify(String(label))} is unknown or cannot be ${verb}; encodings() lists the names`);
}

/** A decoder to UTF-8, which `write` is given in pieces. They are views of the memory. */
class BytesDecoder extends Owned {
  #label;
  /** The function that is called for errors, if there is one. */
  replace = null;

  constructor(options = {}) {
    const { encoding = "utf-8", onError = "fail", signature } = checkedOptions(options);
    const replace = typeof onError === "function" ? onError : null;
    const policy = replace ? POLICIES.fail : choice(POLICIES, onError, "onError");
    const signatureNumber = signature === undefined ? 0 : choice(SIGNATURES, signature, "signature");
    const at = wasm.withString(String(encoding), (label, length) => call.decoder(label, length, policy, signatureNumber));
    if (at === 0 && encodingName(encoding) === null) throw unknownEncoding(encoding, "read");
    super(wasm, at, call.decoder_free);
    this.#label = encoding;
    this.replace = replace;
  }

  reset() {
    call.decoder_reset(this.at);
  }

  state() {
    const replaced = call.decoder_state(this.at);
    return { encoding: wasm.output, position: wasm.longNumber, replaced };
  }

  /** Decodes the next piece. If anything fails, the decoder is at the start of a new text. */
  push(bytes, write) {
    this.#run(write, (write) => this.#push(bytes, write));
  }

  /** Ends the text. The decoder is at the start of a new one then. */
  finish(write) {
    this.#run(write, (write) => this.#step(wasm.source, 0, true, write));
    this.reset();
  }

  /** Calls `run` with a function that writes. */
  #run(write, run) {
    const batch = this.replace ? new Batch(write) : null;
    try {
      run(batch ? (piece) => batch.push(piece) : write);
    } catch (error) {
      if (!this.isLost) this.reset();
      throw error;
    } finally {
      batch?.flush();
    }
  }

  #push(bytes, write) {
    let size = CHUNK;
    for (let start = 0; start < bytes.length; ) {
      const end = Math.min(start + size, bytes.length);
      wasm.memory.set(bytes.subarray(start, end), wasm.source);
      const read = this.#step(wasm.source, end - start, false, write);
      // A function that was called for an error may have used the memory, so the rest is copied again: a little where errors are
      // frequent.
      size = read < end - start ? 256 : nextLength(size);
      start += read;
    }
  }

  /** Returns what the function returns for an error. */
  #replacement(error) {
    const replacement = this.replace(error);
    if (typeof replacement === "string") return replacement;
    throw new TypeError(`onError: the function returned ${typeof replacement}, expected a string`);
  }

  /** Decodes the chunk up to its end or the first error, and returns the number of bytes read. */
  #step(source, length, finish, write) {
    let read = 0;
    for (;;) {
      const stop = call.decoder_step(this.at, source + read, length - read, wasm.target, TARGET, finish);
      const [stepRead, written] = wasm.numbers;
      read += stepRead;
      const error = stop === DONE || stop === FULL ? null : wasm.json;
      if (written > 0) write(wasm.memory.subarray(wasm.target, wasm.target + written));
      if (stop === DONE) return read;
      if (error) {
        error.bytes = Uint8Array.from(error.bytes);
        if (!this.replace) throw new EncodingError(error, String(this.#label));
        const replacement = this.#replacement(error);
        if (replacement !== "") write(textEncoder.encode(replacement));
        // What is left is copied again. If nothing is, the decoder may still hold bytes from before the error.
        if (read < length) return read;
      }
    }
  }
}

const textEncoder = new TextEncoder();

/** Joins small pieces, so that there are not as many as there are errors. */
class Batch {
  #bytes = new Uint8Array(256);
  #length = 0;
  #write;

  constructor(write) {
    this.#write = write;
  }

  push(piece) {
    if (piece.length > CHUNK - this.#length) this.flush();
    if (piece.length > CHUNK) return this.#write(piece);
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const longer = new Uint8Array(Math.min(2 * length, CHUNK));
      longer.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = longer;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  flush() {
    const length = this.#length;
    this.#length = 0;
    if (length > 0) this.#write(this.#bytes.subarray(0, length));
  }
}

/** Decoders and encoders of whole texts that are not in use, by their options. */
const idle = new Map();

/** Calls `use` with a coder made of `options`, which is kept for the next text. */
function withCoder(Kind, { encoding = "utf-8", onError = "fail", signature }, use) {
  const isCall = typeof onError === "function";
  // Spellings of a label share a coder, so that their number is bounded.
  const label = String(encoding).trim().toLowerCase();
  const key = `${Kind === BytesDecoder} ${label} ${isCall ? "()" : String(onError)} ${String(signature)}`;
  // A function that replaces errors can come here while its decoder is in use.
  const found = idle.get(key);
  idle.delete(key);
  const coder = found && !found.isLost ? found : new Kind({ encoding, onError, signature });
  if (isCall) coder.replace = onError;
  try {
    return use(coder);
  } finally {
    if (isCall) coder.replace = null;
    if (!coder.isLost) {
      coder.reset();
      idle.set(key, coder);
    }
  }
}

/** The decoders of the platform, which make a string without a copy in the memory of the module. */
const NATIVE = new Map(
  ["utf-8", "utf-16le", "utf-16be"].flatMap((encoding) =>
    [true, false].map((fatal) => [`${encoding} ${fatal ? "fail" : "replace"}`, new TextDecoder(encoding, { fatal, ignoreBOM: true })]),
  ),
);

export function decode(source, options = {}) {
  const bytes = bytesOf(source);
  const { encoding = "utf-8", onError = "fail", signature } = checkedOptions(options);
  if (signature === undefined) {
    const name = String(encoding).toLowerCase();
    // A function and `drop` have nothing to do in text without errors.
    const native = NATIVE.get(`${name} ${onError === "replace" ? "replace" : "fail"}`);
    if (native && onError !== "escape") {
      if (typeof onError !== "function") choice(POLICIES, onError, "onError");
      try {
        return native.decode(bytes);
      } catch {
        // Say where the error is, or replace it.
      }
    }
  }
  return withCoder(BytesDecoder, options, (decoder) => {
    let decoded = "";
    const write = (piece) => (decoded += toString(piece));
    decoder.push(bytes, write);
    decoder.finish(write);
    return decoded;
  });
}

export function repair(source, onError = "replace") {
  const bytes = bytesOf(source);
  if (onError === "fail") throw new TypeError('onError: "fail" repairs nothing; expected replace, drop, escape or a function');
  if (typeof onError !== "function") choice(POLICIES, onError, "onError");
  // Not `slice`, which returns a view for a `Buffer`.
  if (onError !== "escape" && isValid(bytes)) return new Uint8Array(bytes);
  return withCoder(BytesDecoder, { onError }, (decoder) => {
    const pieces = [];
    const write = (piece) => pieces.push(piece.slice());
    decoder.push(bytes, write);
    decoder.finish(write);
    return join(pieces);
  });
}

function join(pieces) {
  if (pieces.length === 1) return pieces[0];
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Converts pieces of `source` to `destination`; `run` is given the memory and returns why it stopped. */
function convert(source, destination, pieceEndOf, unit, options, run) {
  const { onError = "fail" } = checkedOptions(options);
  if (onError !== "fail" && onError !== "replace") throw new TypeError(`onError: expected fail or replace, found ${JSON.stringify(onError)}`);
  let read = 0;
  let written = 0;
  let size = FIRST;
  while (read < source.length) {
    const end = pieceEndOf(source, read, size);
    size = nextLength(size);
    const piece = bytesOf(source.subarray(read, end));
    wasm.memory.set(piece, wasm.source);
    const room = Math.min(destination.length - written, TARGET / unit);
    const stop = run(wasm.source, end - read, wasm.target, room, onError === "replace");
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
  if (!(destination instanceof Uint16Array)) throw new TypeError("destination: expected a Uint16Array");
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
  return (units[end - 1] & 0xfc00) === 0xd800 ? end - 1 : end;
}

export function fromUtf16(units, destination, options = {}) {
  if (!(units instanceof Uint16Array)) throw new TypeError("units: expected a Uint16Array");
  if (!(destination instanceof Uint8Array)) throw new TypeError("destination: expected a Uint8Array");
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

/** What the module returns for the name of an encoding that is written, too. */
const WRITTEN = 2;

/** An encoder from strings. */
class StringEncoder extends Owned {
  #policy;
  #label;
  /** The number of code units that are encoded at once: what each of them becomes fits in a chunk. */
  #units;
  /** A high surrogate that the next piece may complete. */
  #held = "";
  /** Code units that were encoded. */
  #position = 0;

  constructor(options = {}) {
    const { encoding = "utf-8", onError = "fail" } = checkedOptions(options);
    const policy = choice(POLICIES, onError, "onError");
    const at = wasm.withString(String(encoding), (label, length) => call.encoder(label, length, policy));
    if (at === 0 && wasm.withString(String(encoding), call.encoding_name) < WRITTEN) throw unknownEncoding(encoding, "written");
    super(wasm, at, call.encoder_free);
    this.#policy = onError;
    this.#label = encoding;
    const most = onError === "escape" ? "\\u{D800}".length : 3;
    this.#units = Math.floor(CHUNK / most);
  }

  /** Encodes the next piece. If anything fails, the encoder is at the start of a new text. */
  push(piece, write) {
    this.#run(() => this.#push(piece, write));
  }

  /** Ends the text. The encoder is at the start of a new one then. */
  finish(write) {
    this.#run(() => {
      const held = this.#held;
      this.#held = "";
      this.#encode(held, write);
      this.#step(wasm.source, 0, true, write);
    });
    this.reset();
  }

  #run(run) {
    try {
      run();
    } catch (error) {
      if (!this.isLost) this.reset();
      throw error;
    }
  }

  #push(piece, write) {
    let string = this.#held + piece;
    this.#held = "";
    const last = string.charCodeAt(string.length - 1);
    if ((last & 0xfc00) === 0xd800) {
      this.#held = string.at(-1);
      string = string.slice(0, -1);
    }
    this.#encode(string, write);
  }

  reset() {
    this.#held = "";
    this.#position = 0;
    call.encoder_reset(this.at);
  }

  #encode(string, write) {
    for (let start = 0; start < string.length; ) {
      let end = Math.min(start + this.#units, string.length);
      if (end < string.length && (string.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
      if (this.#policy === "fail") {
        // What is before an unpaired surrogate may have an earlier error.
        const lone = string.slice(start, end).search(FIRST_LONE);
        if (lone > 0) end = start + lone;
      }
      const piece = this.#wellFormed(string.slice(start, end));
      const { written } = textEncoder.encodeInto(piece, wasm.memory.subarray(wasm.source, wasm.source + CHUNK));
      this.#step(wasm.source, written, false, write);
      this.#position += end - start;
      start = end;
    }
  }

  /** Returns `piece` with what the policy writes instead of unpaired surrogates. */
  #wellFormed(piece) {
    if (piece.isWellFormed()) return piece;
    return piece.replace(LONE, (unit, at) => {
      const number = unit.charCodeAt(0).toString(16).toUpperCase();
      switch (this.#policy) {
        case "fail": {
          throw new EncodingError({
            offset: this.#position + at,
            length: 1,
            kind: "surrogate",
            message: `the string has the unpaired surrogate U+${number}`,
            clause: "ECMA-262 section 6.1.4",
            bytes: new Uint8Array(),
          }, String(this.#label));
        }
        case "drop":
          return "";
        case "escape":
          return `\\u{${number}}`;
        default:
          return "\uFFFD";
      }
    });
  }

  #step(source, length, finish, write) {
    let read = 0;
    for (;;) {
      const stop = call.encoder_step(this.at, source + read, length - read, wasm.target, TARGET, finish);
      const [stepRead, written] = wasm.numbers;
      read += stepRead;
      const error = stop === DONE || stop === FULL ? null : wasm.json;
      if (written > 0) write(wasm.memory.subarray(wasm.target, wasm.target + written));
      if (stop === DONE) return;
      if (error) {
        // The module counts bytes of UTF-8; the text is a string.
        const before = toString(wasm.memory.subarray(source, source + read - error.length));
        error.offset = this.#position + before.length;
        error.bytes = wasm.memory.slice(source + read - error.length, source + read);
        throw new EncodingError(error, String(this.#label));
      }
    }
  }
}

/** The first unpaired surrogate; without the flag `g`, a search keeps no position. */
const FIRST_LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const LONE = new RegExp(FIRST_LONE, "g");

export function encode(string, options = {}) {
  const text = String(string);
  const { encoding = "utf-8", onError = "fail" } = checkedOptions(options);
  if (String(encoding).toLowerCase() === "utf-8" && Object.hasOwn(POLICIES, onError) && onError !== "escape" && text.isWellFormed()) {
    return textEncoder.encode(text);
  }
  return withCoder(StringEncoder, options, (encoder) => {
    const pieces = [];
    const write = (piece) => pieces.push(piece.slice());
    encoder.push(text, write);
    encoder.finish(write);
    return join(pieces);
  });
}

export class Decoder {
  #decoder;

  constructor(options = {}) {
    this.#decoder = new BytesDecoder(options);
  }

  get encoding() {
    return this.#decoder.state().encoding;
  }

  get position() {
    return this.#decoder.state().position;
  }

  get replaced() {
    return this.#decoder.state().replaced;
  }

  decode(piece) {
    let decoded = "";
    this.#decoder.push(bytesOf(piece), (part) => (decoded += toString(part)));
    return decoded;
  }

  finish() {
    let decoded = "";
    this.#decoder.finish((part) => (decoded += toString(part)));
    return decoded;
  }

  free() {
    this.#decoder.free();
  }
}

export class Encoder {
  #encoder;

  constructor(options = {}) {
    this.#encoder = new StringEncoder(options);
  }

  encode(piece) {
    const pieces = [];
    this.#encoder.push(String(piece), (part) => pieces.push(part.slice()));
    return join(pieces);
  }

  finish() {
    const pieces = [];
    this.#encoder.finish((part) => pieces.push(part.slice()));
    return join(pieces);
  }

  free() {
    this.#encoder.free();
  }
}

/** A stream whose chunks `coder` transforms. It is freed at the end, or when it is collected. */
function transform(coder, part) {
  const run = (controller, step) => {
    try {
      step((piece) => controller.enqueue(part(piece)));
    } catch (error) {
      coder.free();
      throw error;
    }
  };
  return new TransformStream({
    transform: (chunk, controller) => run(controller, (write) => coder.push(chunk, write)),
    flush(controller) {
      run(controller, (write) => coder.finish(write));
      coder.free();
    },
  });
}

class Stream {
  #stream;

  constructor(stream) {
    this.#stream = stream;
  }

  get readable() {
    return this.#stream.readable;
  }

  get writable() {
    return this.#stream.writable;
  }
}

/** Makes `push` of a decoder take any bytes. */
function bytesCoder(options) {
  const decoder = new BytesDecoder(options);
  return {
    push: (chunk, write) => decoder.push(bytesOf(chunk), write),
    finish: (write) => decoder.finish(write),
    free: () => decoder.free(),
  };
}

export class DecoderStream extends Stream {
  constructor(options = {}) {
    super(transform(bytesCoder(options), toString));
  }
}

export class RepairStream extends Stream {
  constructor(options = {}) {
    super(transform(bytesCoder({ onError: "replace", ...options }), (piece) => piece.slice()));
  }
}

export class EncoderStream extends Stream {
  constructor(options = {}) {
    const encoder = new StringEncoder(options);
    super(transform({
      push: (chunk, write) => encoder.push(String(chunk), write),
      finish: (write) => encoder.finish(write),
      free: () => encoder.free(),
    }, (piece) => piece.slice()));
  }
}
