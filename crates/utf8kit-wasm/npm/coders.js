// Decoders and encoders, which index.js and legacy.js have in common. index.d.ts says what each of them does.

import { bytesOf, choice, optionsOf, stringOf } from "./arguments.js";
import { CHUNK, Owned, text as toString } from "./module.js";
import { FIRST_LONE, LONE, isHigh } from "./surrogates.js";

/** The length of what a chunk becomes: at most three bytes for a byte or a code unit, four with escapes. */
export const TARGET = 4 * CHUNK;

/** What the functions of a module return, for all that they read and for a target that is full. Anything else is an error. */
export const DONE = 0;
export const FULL = 1;

export const POLICIES = { fail: 0, replace: 1, drop: 2, escape: 3 };

/** Those for strings, which may have unpaired surrogates. */
export const STRING_POLICIES = { ...POLICIES, surrogatepass: POLICIES.fail };
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

/** Returns the number of a policy. That of a function is that of `fail`: it is called for what stops. */
export const policyOf = (onError, policies = POLICIES) => (typeof onError === "function" ? policies.fail : choice(policies, onError, "onError"));

/** Returns what the function of a policy returns for an error. */
export function replacementOf(replace, error) {
  const replacement = replace(error);
  if (typeof replacement === "string") return replacement;
  throw new TypeError(`onError: the function returned ${typeof replacement}, expected a string`);
}

/** The first of the pieces that are copied to find an error. An error is often near, and callers come again after it. */
export const FIRST = 1024;

/** Returns the length of the piece after one of `length`. */
export const nextLength = (length) => Math.min(4 * length, CHUNK);

/** The length of the piece after an error that a function replaced. */
const AFTER_ERROR = 256;

/** What a module returns for a label that it does not know, and for that of an encoding that is written, too. */
const UNKNOWN = 0;
const WRITTEN = 2;

/** How labels are read. */
const READINGS = { iconv: 0, web: 1, iana: 2 };
export const readingOf = (reading = "iconv") => choice(READINGS, reading, "reading");

/** Calls a function of a module with a label and the number of its reading. */
const withLabel = (wasm, label, reading, run) => wasm.withString(label, (at, length) => run(at, length, readingOf(reading)));

/** Asks a module for the name of the encoding with this label. */
const nameNumber = (wasm, label, reading) => withLabel(wasm, label, reading, wasm.call.encoding_name);

/** Returns the name of the encoding with this label, or `null`. */
export const nameOf = (wasm, label, reading) => (nameNumber(wasm, label, reading) === UNKNOWN ? null : wasm.output);

/** Returns `true` if the encoding has unpaired surrogates, as strings have. */
const hasSurrogates = (wasm, label, reading) => withLabel(wasm, label, reading, wasm.call.has_surrogates) !== 0;

function unknownEncoding(label, verb) {
  const found = JSON.stringify(label);
  return new RangeError(`encoding: ${found} is unknown or cannot be ${verb}; encodings() lists the names, utf8kit/legacy has those of before Unicode`);
}

export const textEncoder = new TextEncoder();

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

/** Returns the pieces as one. */
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

/** The policies for what is ill-formed in an encoding with surrogates, which strings have, too. */
const ILL_FORMED_POLICIES = { ...STRING_POLICIES, replace: 4, drop: 5 };

/** An error of two bytes in UTF-16 is an unpaired surrogate. */
const isLoneInUtf16 = ({ length }, encoding) => length === 2 && encoding.startsWith("UTF-16");

/** Returns the unpaired surrogate that an error is, of WTF-8 or UTF-16, or `null`. */
function surrogate(error, encoding) {
  const { kind, bytes } = error;
  // The other numbers that UTF-8 lacks are over U+10FFFF, and have no bytes.
  if (kind === "not-representable" && bytes.length > 0) {
    const [, high, low] = bytes;
    return String.fromCharCode(0xd000 | ((high & 0x3f) << 6) | (low & 0x3f));
  }
  if (!isLoneInUtf16(error, encoding)) return null;
  const [high, low] = encoding.endsWith("LE") ? bytes.toReversed() : bytes;
  return String.fromCharCode((high << 8) | low);
}

/** Writes a surrogate over U+FFFD, which `bytes` end with in WTF-8 or UTF-16. */
function overwrite(bytes, unit) {
  const inWtf8 = [0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
  const inUtf16 = [unit >> 8, unit & 0xff];
  const isUtf16 = (bytes.at(-1) & 0xfd) === 0xfd;
  const encoded = isUtf16 ? (bytes.at(-1) === 0xff ? inUtf16.toReversed() : inUtf16) : inWtf8;
  bytes.set(encoded, bytes.length - encoded.length);
}

/** What a message about an unpaired surrogate advises. */
const PASS = '`onError: "surrogatepass"` keeps it';

/** A decoder. `write` is given what bytes decode to: strings, or UTF-8 as views of the memory. */
export class BytesDecoder extends Owned {
  #wasm;
  #label;
  #toText;
  /** Whether the text may have unpaired surrogates, which are written as strings. */
  #hasSurrogates;
  /** The function that is called for errors, if there is one. */
  replace = null;

  constructor(wasm, options, toText) {
    const { encoding = "utf-8", reading, onError = "fail", signature } = optionsOf(options);
    stringOf(encoding, "encoding");
    const readingNumber = readingOf(reading);
    const hasLone = toText && hasSurrogates(wasm, encoding, reading);
    const policy = policyOf(onError, hasLone ? ILL_FORMED_POLICIES : toText ? STRING_POLICIES : POLICIES);
    const signatureNumber = signature === undefined ? 0 : choice(SIGNATURES, signature, "signature");
    const at = wasm.withString(encoding, (label, length) => wasm.call.decoder(label, length, policy, signatureNumber, readingNumber));
    if (at === 0 && nameOf(wasm, encoding, reading) === null) throw unknownEncoding(encoding, "read");
    super(wasm, at, wasm.call.decoder_free);
    this.#wasm = wasm;
    this.#label = encoding;
    this.#toText = toText;
    this.#hasSurrogates = hasLone || onError === "surrogatepass";
    this.replace = typeof onError === "function" ? onError : null;
  }

  reset() {
    this.#wasm.call.decoder_reset(this.at);
  }

  state() {
    const wasm = this.#wasm;
    const replaced = wasm.call.decoder_state(this.at);
    return { encoding: wasm.output, position: wasm.longNumber, replaced };
  }

  /** Decodes the next piece. If anything fails, the decoder is at the start of a new text. */
  push(bytes, write) {
    this.#run(write, (write) => this.#push(bytes, write));
  }

  /** Ends the text. The decoder is at the start of a new one then. */
  finish(write) {
    this.#run(write, (write) => this.#step(this.#wasm.source, 0, true, write));
    this.reset();
  }

  /** Calls `run` with a function that writes. */
  #run(write, run) {
    let writePiece = write;
    if (this.#toText) writePiece = (piece) => write(typeof piece === "string" ? piece : toString(piece));
    const batch = this.replace && !this.#hasSurrogates ? new Batch(writePiece) : null;
    try {
      run(batch ? (piece) => batch.push(piece) : writePiece);
    } catch (error) {
      if (!this.isLost) this.reset();
      throw error;
    } finally {
      batch?.flush();
    }
  }

  #push(bytes, write) {
    const wasm = this.#wasm;
    let size = CHUNK;
    for (let start = 0; start < bytes.length; ) {
      const end = Math.min(start + size, bytes.length);
      wasm.memory.set(bytes.subarray(start, end), wasm.source);
      const read = this.#step(wasm.source, end - start, false, write);
      // A function that was called for an error may have used the memory, so the rest is copied again: a little where errors are
      // frequent.
      size = read < end - start ? AFTER_ERROR : nextLength(size);
      start += read;
    }
  }

  /** Decodes the chunk up to its end or the first error, and returns the number of bytes read. */
  #step(source, length, finish, write) {
    const wasm = this.#wasm;
    let read = 0;
    for (;;) {
      const stop = wasm.call.decoder_step(this.at, source + read, length - read, wasm.target, TARGET, finish);
      const [stepRead, written] = wasm.numbers;
      read += stepRead;
      const error = stop === DONE || stop === FULL ? null : wasm.json;
      if (written > 0) write(wasm.memory.subarray(wasm.target, wasm.target + written));
      if (stop === DONE) return read;
      if (!error) continue;
      const lone = this.#hasSurrogates ? surrogate(error, this.state().encoding) : null;
      if (lone !== null) {
        write(lone);
        continue;
      }
      error.bytes = Uint8Array.from(error.bytes);
      if (!this.replace) {
        if (this.#toText && isLoneInUtf16(error, this.state().encoding)) error.message += `; ${PASS}`;
        throw new EncodingError(error, this.#label);
      }
      const replacement = replacementOf(this.replace, error);
      if (replacement !== "") write(textEncoder.encode(replacement));
      // What is left is copied again. If nothing is, the decoder may still hold bytes from before the error.
      if (read < length) return read;
    }
  }
}

/** An encoder from strings. */
class StringEncoder extends Owned {
  #wasm;
  #policy;
  #label;
  #isUtf16;
  /** The number of code units that are encoded at once: what each of them becomes fits in a chunk. */
  #units;
  /** Whether the encoding has unpaired surrogates. */
  #hasSurrogates;
  /** A high surrogate that the next piece may complete. */
  #held = "";
  /** Code units that were encoded. */
  #position = 0;
  /** The function that is called for errors, if there is one. */
  replace = null;

  constructor(wasm, options) {
    const { encoding = "utf-8", reading, onError = "fail" } = optionsOf(options);
    const policy = policyOf(onError, STRING_POLICIES);
    stringOf(encoding, "encoding");
    const readingNumber = readingOf(reading);
    const at = wasm.withString(encoding, (label, length) => wasm.call.encoder(label, length, policy, readingNumber));
    if (at === 0 && nameNumber(wasm, encoding, reading) < WRITTEN) throw unknownEncoding(encoding, "written");
    super(wasm, at, wasm.call.encoder_free);
    this.#wasm = wasm;
    this.#policy = onError;
    this.#label = encoding;
    this.#isUtf16 = nameOf(wasm, encoding, reading).startsWith("UTF-16");
    this.#hasSurrogates = (this.#isUtf16 && onError === "surrogatepass") || hasSurrogates(wasm, encoding, reading);
    const most = onError === "escape" ? "\\u{D800}".length : 3;
    this.#units = Math.floor(CHUNK / most);
    this.replace = typeof onError === "function" ? onError : null;
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
      this.#step(this.#wasm.source, 0, true, write);
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
    if (isHigh(string.charCodeAt(string.length - 1))) {
      this.#held = string.at(-1);
      string = string.slice(0, -1);
    }
    this.#encode(string, write);
  }

  reset() {
    this.#held = "";
    this.#position = 0;
    this.#wasm.call.encoder_reset(this.at);
  }

  #encode(string, write) {
    const stopsAtLone = this.#hasSurrogates || STRING_POLICIES[this.#policy] === POLICIES.fail || this.replace !== null;
    let size = this.#units;
    for (let start = 0; start < string.length; ) {
      let end = Math.min(start + size, string.length);
      if (end < string.length && isHigh(string.charCodeAt(end - 1))) end--;
      if (stopsAtLone) {
        // What is before an unpaired surrogate may have an earlier error.
        const lone = string.slice(start, end).search(FIRST_LONE);
        if (lone === 0) {
          const unit = string.charCodeAt(start);
          if (this.#hasSurrogates) this.#writeLone(unit, write);
          else this.#replaceLone(unit, write);
          start++;
          this.#position++;
          continue;
        }
        if (lone > 0) end = start + lone;
      }
      const read = this.#encodePiece(this.#wellFormed(string.slice(start, end)), write) ?? end - start;
      size = read < end - start ? AFTER_ERROR : Math.min(nextLength(size), this.#units);
      this.#position += read;
      start += read;
    }
  }

  /** Encodes a piece that has no unpaired surrogate. Returns how much of it was read, if not all was. */
  #encodePiece(piece, write) {
    const wasm = this.#wasm;
    const { written } = textEncoder.encodeInto(piece, wasm.memory.subarray(wasm.source, wasm.source + CHUNK));
    return this.#step(wasm.source, written, false, write);
  }

  /** Writes an unpaired surrogate, with the signature if it is the first. */
  #writeLone(unit, write) {
    this.#encodePiece("\uFFFD", (bytes) => {
      overwrite(bytes, unit);
      write(bytes);
    });
  }

  /** Writes what the policy says in place of an unpaired surrogate, or throws an error. */
  #replaceLone(unit, write) {
    const error = {
      offset: this.#position,
      length: 1,
      kind: "surrogate",
      message: `the string has the unpaired surrogate U+${unit.toString(16).toUpperCase()}`,
      clause: "ECMA-262 section 6.1.4",
      bytes: new Uint8Array(),
    };
    if (!this.replace) {
      if (this.#isUtf16) error.message += `; ${PASS}`;
      throw new EncodingError(error, this.#label);
    }
    this.#writeReplacement(error, write);
  }

  /** Returns `piece` with what the policy writes instead of unpaired surrogates. */
  #wellFormed(piece) {
    if (piece.isWellFormed()) return piece;
    return piece.replace(LONE, (unit) => {
      switch (this.#policy) {
        case "drop":
          return "";
        case "escape":
          return `\\u{${unit.charCodeAt(0).toString(16).toUpperCase()}}`;
        default:
          return "\uFFFD";
      }
    });
  }

  /** Calls the function for an error, and encodes what it returns. */
  #writeReplacement(error, write) {
    const { replace } = this;
    const replacement = replacementOf(replace, error);
    this.replace = null;
    try {
      for (let start = 0; start < replacement.length; start += this.#units) {
        this.#encodePiece(replacement.slice(start, start + this.#units).toWellFormed(), write);
      }
    } catch (cause) {
      if (!(cause instanceof EncodingError)) throw cause;
      throw new TypeError(`onError: the function returned ${JSON.stringify(replacement)}, which ${this.#label} lacks, too`, { cause });
    } finally {
      this.replace = replace;
    }
  }

  /** Encodes UTF-8 in the memory. Returns how many code units were read, if not all were: after an error that was replaced. */
  #step(source, length, finish, write) {
    const wasm = this.#wasm;
    let read = 0;
    for (;;) {
      const stop = wasm.call.encoder_step(this.at, source + read, length - read, wasm.target, TARGET, finish);
      const [stepRead, written] = wasm.numbers;
      read += stepRead;
      const error = stop === DONE || stop === FULL ? null : wasm.json;
      if (written > 0) write(wasm.memory.subarray(wasm.target, wasm.target + written));
      if (stop === DONE) return undefined;
      if (error) {
        // The module counts bytes of UTF-8; the text is a string.
        const units = toString(wasm.memory.subarray(source, source + read)).length;
        error.bytes = wasm.memory.slice(source + read - error.length, source + read);
        error.length = toString(error.bytes).length;
        error.offset = this.#position + units - error.length;
        if (!this.replace) throw new EncodingError(error, this.#label);
        // The function may use the memory, so the rest is copied again.
        this.#writeReplacement(error, write);
        return units;
      }
    }
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

/** Returns the functions and the types of a module with the feature `codecs`. */
export function coders(wasm) {
  function encodings() {
    wasm.call.encodings();
    return wasm.json;
  }

  function encodingName(label, options = {}) {
    return nameOf(wasm, stringOf(label, "label"), optionsOf(options).reading);
  }

  /** Returns a function that calls `use` with the coder that `make` makes of options, which is kept for the next text. */
  function kept(make) {
    /** The coders that are not in use, by their options. */
    const idle = new Map();
    return ({ encoding = "utf-8", reading, onError = "fail", signature }, use) => {
      const isCall = typeof onError === "function";
      // Spellings of a label share a coder, so that their number is bounded.
      const label = stringOf(encoding, "encoding").trim().toLowerCase();
      const key = `${label} ${isCall ? "()" : String(onError)} ${String(signature)} ${String(reading)}`;
      // A function that replaces errors can come here while its coder is in use.
      const found = idle.get(key);
      idle.delete(key);
      const coder = found && !found.isLost ? found : make({ encoding, reading, onError, signature });
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
    };
  }

  const textDecoder = (options) => new BytesDecoder(wasm, options, true);
  const bytesDecoder = (options) => new BytesDecoder(wasm, options, false);
  const stringEncoder = (options) => new StringEncoder(wasm, options);
  const withTextDecoder = kept(textDecoder);
  const withBytesDecoder = kept(bytesDecoder);
  const withStringEncoder = kept(stringEncoder);

  function decode(source, options = {}) {
    const bytes = bytesOf(source);
    let decoded = "";
    withTextDecoder(optionsOf(options), (decoder) => {
      const use = (piece) => (decoded += piece);
      decoder.push(bytes, use);
      decoder.finish(use);
    });
    return decoded;
  }

  /** Decodes to UTF-8. */
  function toUtf8(bytes, options) {
    const pieces = [];
    withBytesDecoder(options, (decoder) => {
      const use = (piece) => pieces.push(piece.slice());
      decoder.push(bytes, use);
      decoder.finish(use);
    });
    return join(pieces);
  }

  function encode(string, options = {}) {
    const text = stringOf(string, "text");
    return withStringEncoder(optionsOf(options), (encoder) => {
      const pieces = [];
      const write = (piece) => pieces.push(piece.slice());
      encoder.push(text, write);
      encoder.finish(write);
      return join(pieces);
    });
  }

  class Decoder {
    #decoder;

    constructor(options = {}) {
      this.#decoder = textDecoder(options);
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
      this.#decoder.push(bytesOf(piece, "piece"), (part) => (decoded += part));
      return decoded;
    }

    finish() {
      let decoded = "";
      this.#decoder.finish((part) => (decoded += part));
      return decoded;
    }

    free() {
      this.#decoder.free();
    }
  }

  class Encoder {
    #encoder;

    constructor(options = {}) {
      this.#encoder = stringEncoder(options);
    }

    encode(piece) {
      const pieces = [];
      this.#encoder.push(stringOf(piece, "piece"), (part) => pieces.push(part.slice()));
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

  /** Makes `push` of a decoder take any bytes. */
  function takingBytes(decoder) {
    return {
      push: (chunk, write) => decoder.push(bytesOf(chunk, "chunk"), write),
      finish: (write) => decoder.finish(write),
      free: () => decoder.free(),
    };
  }

  class DecoderStream extends Stream {
    constructor(options = {}) {
      super(transform(takingBytes(textDecoder(options)), (piece) => piece));
    }
  }

  class RepairStream extends Stream {
    constructor(options = {}) {
      super(transform(takingBytes(bytesDecoder({ onError: "replace", ...options })), (piece) => piece.slice()));
    }
  }

  class EncoderStream extends Stream {
    constructor(options = {}) {
      const encoder = stringEncoder(options);
      super(transform({
        push: (chunk, write) => encoder.push(stringOf(chunk, "chunk"), write),
        finish: (write) => encoder.finish(write),
        free: () => encoder.free(),
      }, (piece) => piece.slice()));
    }
  }

  return { Decoder, DecoderStream, Encoder, EncoderStream, RepairStream, decode, encode, encodingName, encodings, toUtf8 };
}
