// Rules, recognition of encodings, properties of characters. text.d.ts says what each function does.

import { booleanOf, bytesOf, choice, namesOf, optionsOf, stringOf, whole } from "./arguments.js";
import { TARGET, coders } from "./coders.js";
import { CHUNK, Module, Owned, hasVectors, loading, outOfMemory } from "./module.js";
import { inspection } from "./inspection.js";
import { FIRST_LONE, isHigh } from "./surrogates.js";

const wasm = new Module(TARGET);
const { call } = wasm;

// The module has the tables of all encodings, so who converts what was recognized needs no other.
export { EncodingError } from "./coders.js";
export const { Decoder } = coders(wasm);

export const { inspect, encodings } = inspection(wasm);

export let rules = Object.freeze([]);

const address = () => (hasVectors ? new URL("./text.wasm", import.meta.url) : new URL("./text-portable.wasm", import.meta.url));

export const { init, initSync } = loading(wasm, address, () => {
  call.rules();
  rules = Object.freeze(wasm.json.map(Object.freeze));
});

const LIMIT = 10_000;

/** Calls `push` with the chunks of `bytes` in the memory, until it returns `true`. */
function inChunks(bytes, push) {
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const chunk = bytes.subarray(start, start + CHUNK);
    wasm.memory.set(chunk, wasm.source);
    if (push(wasm.source, chunk.length)) return;
  }
}

/** The names of rules, as the module takes them. */
function ruleNames(names) {
  if (names === undefined) return "";
  namesOf(names, "rules");
  wasm.mustBeLoaded();
  const known = new Set(rules.map((rule) => rule.name));
  for (const name of names) {
    if (!known.has(name)) throw new RangeError(`rules: ${JSON.stringify(name)} is unknown; expected ${[...known].join(", ")}`);
  }
  // No rule is no default.
  if (names.length === 0) throw new RangeError("rules: expected the name of a rule at least");
  return names.join(" ");
}

/** What a check and a repair depend on, as the module takes it. NUL is between the parts. */
function settingsOf(names, path, label = "") {
  if (path !== undefined && stringOf(path, "path").includes("\0")) throw new RangeError("path: expected the name of a file, found one with U+0000");
  return [ruleNames(names), path ?? "", label].join("\0");
}

/** Bytes at the start of a text that show whether it is a binary file. */
const DETECT_LENGTH = 8192;

export class Checker {
  #options;
  #owner = null;
  /** The start of the text, before it is known whether it is binary. */
  #head = [];
  #headLength = 0;

  constructor(options = {}) {
    const { rules: names, path, separatePlaces = false, binary, limit = LIMIT } = optionsOf(options);
    booleanOf(separatePlaces, "separatePlaces");
    if (binary !== undefined) booleanOf(binary, "binary");
    this.#options = { settings: settingsOf(names, path), separatePlaces, binary, limit: whole(limit, "limit") };
    // The name of a file, and what its start shows, decide about its escapes and its language.
    if (binary !== undefined && path === undefined) this.#begin(binary, new Uint8Array());
  }

  #begin(binary, head) {
    const { settings, separatePlaces, limit } = this.#options;
    const at = wasm.withLabel(settings, (text, length) =>
      wasm.with(head, (at, headLength) => call.checker(text, length, separatePlaces, binary, limit, at, headLength)),
    );
    this.#owner = new Owned(wasm, at, call.checker_free);
  }

  push(piece) {
    const bytes = bytesOf(piece);
    if (this.#owner) return this.#check(bytes);
    // Only the start is copied.
    const start = bytes.subarray(0, DETECT_LENGTH - this.#headLength);
    if (start.length > 0) this.#head.push(new Uint8Array(start));
    this.#headLength += start.length;
    if (this.#headLength < DETECT_LENGTH) return [];
    return this.#checkHead(false).concat(this.#check(bytes.subarray(start.length)));
  }

  /** Checks the start of the text. */
  #checkHead(whole) {
    const head = join(this.#head, this.#headLength);
    this.#head = [];
    const isBinary = () => wasm.with(head, (at, length) => call.is_binary(at, length, whole)) !== 0;
    this.#begin(this.#options.binary ?? isBinary(), head);
    return this.#check(head);
  }

  #check(bytes) {
    const findings = [];
    inChunks(bytes, (at, length) => wasm.append(findings, () => call.checker_push(this.#owner.at, at, length)));
    return findings;
  }

  finish() {
    const findings = this.#owner ? [] : this.#checkHead(true);
    wasm.append(findings, () => call.checker_finish(this.#owner.take()));
    return findings;
  }

  free() {
    if (!this.#owner) this.#begin(false, new Uint8Array());
    this.#head = [];
    this.#owner.free();
  }
}

function join(pieces, length) {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function check(source, options = {}) {
  const checker = new Checker(options);
  const findings = checker.push(source);
  return findings.concat(checker.finish());
}

export class Detector {
  #owner = new Owned(wasm, call.detector(), call.detector_free);
  #encodings;

  constructor(options = {}) {
    const { encodings } = optionsOf(options);
    if (encodings === undefined) return;
    if (namesOf(encodings, "encodings").length === 0) throw new RangeError("encodings: expected the name of an encoding at least");
    this.#encodings = [...encodings];
  }

  push(piece) {
    let isOver = false;
    inChunks(bytesOf(piece), (at, length) => (isOver = call.detector_push(this.#owner.at, at, length) !== 0));
    return isOver;
  }

  finish() {
    if (this.#encodings === undefined) {
      call.detector_finish(this.#owner.take());
    } else if (!wasm.withString(this.#encodings.join("\0"), (labels, length) => call.detector_finish_among(this.#owner.take(), labels, length))) {
      throw new RangeError(`encodings: ${JSON.stringify(wasm.output)} is unknown; encodings() of utf8kit/legacy lists the names`);
    }
    return wasm.json;
  }

  free() {
    this.#owner.free();
  }
}

export function detect(source, options = {}) {
  const { whole: isWhole = true, encodings } = optionsOf(options);
  const bytes = bytesOf(source);
  if (booleanOf(isWhole, "whole") || encodings !== undefined) {
    const detector = new Detector({ encodings });
    detector.push(bytes);
    return detector.finish();
  }
  wasm.with(bytes, (at, length) => call.detect(at, length, false));
  return wasm.json;
}

export function detectAll(source) {
  const bytes = bytesOf(source);
  const owner = new Owned(wasm, call.detector(), call.detector_free);
  inChunks(bytes, (at, length) => call.detector_push(owner.at, at, length) !== 0);
  call.detector_finish_all(owner.take());
  return wasm.json;
}

export class FileMap {
  #owner;

  constructor(cells = 1024) {
    this.#owner = new Owned(wasm, call.map(whole(cells, "cells", 2)), call.map_free);
  }

  push(piece) {
    inChunks(bytesOf(piece), (at, length) => {
      call.map_push(this.#owner.at, at, length);
      return false;
    });
  }

  finish() {
    call.map_finish(this.#owner.take());
    return wasm.json;
  }

  free() {
    this.#owner.free();
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function doubleEncoded(source) {
  const parts = [];
  wasm.append(parts, () => wasm.with(typeof source === "string" ? encoder.encode(source) : bytesOf(source, "text"), call.double_encoded));
  return parts;
}

/** The longest part of a string whose bytes fit in a chunk. */
const UNITS = Math.floor(CHUNK / 3);

/** Calls `use` with the parts of a string, of which none ends within a pair of surrogates. */
function inParts(text, use) {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + UNITS, text.length);
    if (end < text.length && isHigh(text.charCodeAt(end - 1))) end--;
    use(text.slice(start, end));
    start = end;
  }
}

/** Bytes that are decoded at once. An engine keeps their string apart from those of short life, which would take 50 MB more. */
const GATHERED = 1 << 20;

/** A string of pieces of UTF-8, of which none ends within a character. */
class Gathered {
  #text = "";
  #bytes;
  #length = 0;

  /** `most` is the number of bytes that it is likely to have at most. */
  constructor(most) {
    this.#bytes = new Uint8Array(Math.min(GATHERED, most));
  }

  add(piece) {
    if (this.#length + piece.length > this.#bytes.length) this.#decode();
    if (piece.length > this.#bytes.length) {
      this.#text += decoder.decode(piece);
      return;
    }
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  addString(piece) {
    this.#decode();
    this.#text += piece;
  }

  #decode() {
    this.#text += decoder.decode(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  finish() {
    this.#decode();
    return this.#text;
  }
}

/** An unpaired surrogate, which `split` keeps. */
const LONE = new RegExp(`(${FIRST_LONE.source})`);

export function fixDoubleEncoding(source) {
  const text = stringOf(source, "text");
  const owner = new Owned(wasm, call.undoer(), call.undoer_free);
  try {
    const withBytes = (part, run) => {
      const { written } = encoder.encodeInto(part, wasm.memory.subarray(wasm.source, wasm.source + CHUNK));
      return run(owner.at, wasm.source, written);
    };
    for (let status = 1; status !== 0; ) {
      inParts(text, (part) => withBytes(part, call.undoer_push));
      status = call.undoer_end(owner.at);
      if (status > 1) throw outOfMemory(wasm.output);
    }
    const rewrite = (part, finish) => {
      withBytes(part, (undoer, at, length) => call.undoer_rewrite(undoer, at, length, finish));
      return wasm.outputBytes;
    };
    const fixed = new Gathered(3 * text.length);
    inParts(text, (part) => {
      if (part.isWellFormed()) {
        fixed.add(rewrite(part, false));
        return;
      }
      // An unpaired surrogate is U+FFFD in the bytes. It stays, unless it is part of something that is undone.
      for (const [i, piece] of part.split(LONE).entries()) {
        const rewritten = decoder.decode(rewrite(piece, false));
        fixed.addString(i % 2 === 1 && rewritten === "\uFFFD" ? piece : rewritten);
      }
    });
    fixed.add(rewrite("", true));
    return fixed.finish();
  } finally {
    owner.free();
  }
}

const AS = "as:";
const ON_ERROR = { keep: 0, replace: 1, drop: 2, escape: 3, meant: 4, [`${AS}ENCODING`]: 5 };

/** What a function of the module returns if it failed. */
const FAILED = 2;

function mustNotFail(status) {
  if (status < FAILED) return status;
  throw status === FAILED ? new Error(`it is not repaired: ${wasm.output}`) : outOfMemory(wasm.output);
}

/** Calls `use` with what the repairer rewrites a text to, in pieces. */
function rewrite(owner, bytes, use) {
  const step = (at, length, finish) => {
    mustNotFail(call.repairer_rewrite(owner.at, at, length, finish));
    use(wasm.outputBytes);
  };
  inChunks(bytes, (at, length) => step(at, length, false));
  step(wasm.source, 0, true);
}

/** Returns what the repairer rewrites a text to, of `length` bytes if that is known. An array that grows would take twice the memory. */
function rewritten(owner, bytes, length) {
  let needed = length;
  if (needed > Number.MAX_SAFE_INTEGER) {
    needed = 0;
    rewrite(owner, bytes, (piece) => (needed += piece.length));
  }
  const repaired = new Uint8Array(needed);
  let at = 0;
  rewrite(owner, bytes, (piece) => {
    repaired.set(piece, at);
    at += piece.length;
  });
  return repaired;
}

export function fix(source, options = {}) {
  const bytes = bytesOf(source);
  const { rules: names, path, onError = "keep", restore = false, binary, limit = LIMIT } = optionsOf(options);
  const most = whole(limit, "limit");
  const label = typeof onError === "string" && onError.startsWith(AS) ? onError.slice(AS.length) : "";
  const policy = label === "" ? choice(ON_ERROR, onError, "onError") : ON_ERROR[`${AS}ENCODING`];
  if (binary !== undefined) booleanOf(binary, "binary");
  const isBinary = binary === undefined ? 2 : Number(binary);
  const restores = booleanOf(restore, "restore");
  const headOf = (text) => text.subarray(0, DETECT_LENGTH);
  const at = wasm.withLabel(settingsOf(names, path, label), (settings, length) =>
    wasm.with(headOf(bytes), (head, headLength) => call.repairer(settings, length, policy, restores, isBinary, most, head, headLength)),
  );
  if (at === 0 && label !== "" && call.output_len() > 0) throw new RangeError(`onError: ${JSON.stringify(label)} is not ${wasm.output}`);
  const owner = new Owned(wasm, at, call.repairer_free);
  try {
    let text = bytes;
    const begin = () => wasm.with(headOf(text), (head, length) => call.repairer_begin(owner.at, head, length, length === text.length)) !== 0;
    while (begin()) {
      inChunks(text, (piece, length) => call.repairer_check(owner.at, piece, length) !== 0);
      if (mustNotFail(call.repairer_end(owner.at)) === 0) break;
      text = rewritten(owner, text, wasm.longNumber);
    }
    if (text === bytes) return { bytes, count: 0, repaired: [] };
    const repaired = [];
    wasm.append(repaired, () => call.repairer_finish(owner.take()));
    return { bytes: text, count: wasm.longNumber, repaired };
  } finally {
    owner.free();
  }
}
