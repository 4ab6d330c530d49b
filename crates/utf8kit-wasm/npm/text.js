// Rules, recognition of encodings, properties of characters. text.d.ts says what each function does.

import { booleanOf, bytesOf, choice, namesOf, optionsOf, stringOf, whole } from "./arguments.js";
import { CHUNK, Module, Owned, hasVectors, loading, outOfMemory } from "./module.js";
import { inspection } from "./inspection.js";

const wasm = new Module();
const { call } = wasm;

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

/** Bytes at the start of a text that show whether it is a binary file. */
const DETECT_LENGTH = 8192;

export class Checker {
  #options;
  #owner = null;
  /** The start of the text, before it is known whether it is binary. */
  #head = [];
  #headLength = 0;

  constructor(options = {}) {
    const { rules: names, separatePlaces = false, binary, limit = LIMIT } = optionsOf(options);
    booleanOf(separatePlaces, "separatePlaces");
    this.#options = { names: ruleNames(names), separatePlaces, limit: whole(limit, "limit") };
    if (binary !== undefined) this.#begin(booleanOf(binary, "binary"));
  }

  #begin(binary) {
    const { names, separatePlaces, limit } = this.#options;
    const at = wasm.withString(names, (text, length) => call.checker(text, length, separatePlaces, binary, limit));
    this.#owner = new Owned(wasm, at, call.checker_free);
  }

  push(piece) {
    const bytes = bytesOf(piece);
    if (this.#owner) return this.#check(bytes);
    if (bytes.length > 0) this.#head.push(new Uint8Array(bytes));
    this.#headLength += bytes.length;
    return this.#headLength < DETECT_LENGTH ? [] : this.#checkHead(false);
  }

  /** Checks the start of the text. */
  #checkHead(whole) {
    const head = join(this.#head, this.#headLength);
    this.#head = [];
    this.#begin(wasm.with(head.subarray(0, DETECT_LENGTH), (at, length) => call.is_binary(at, length, whole && length === head.length)) !== 0);
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
    if (!this.#owner) this.#begin(false);
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

  push(piece) {
    let isOver = false;
    inChunks(bytesOf(piece), (at, length) => (isOver = call.detector_push(this.#owner.at, at, length) !== 0));
    return isOver;
  }

  finish() {
    call.detector_finish(this.#owner.take());
    return wasm.json;
  }

  free() {
    this.#owner.free();
  }
}

export function detect(source, options = {}) {
  const { whole: isWhole = true } = optionsOf(options);
  const bytes = bytesOf(source);
  if (booleanOf(isWhole, "whole")) {
    const detector = new Detector();
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

export function fixDoubleEncoding(source) {
  const text = stringOf(source, "text");
  // An unpaired surrogate becomes U+FFFD in the bytes, of the same length in code units. It stays in the result.
  const bytes = encoder.encode(text);
  let fixed = "";
  let [at, unit] = [0, 0];
  const undo = (parts) => {
    const pieces = [];
    for (const { offset, length, meant } of parts) {
      const before = unit + decoder.decode(bytes.subarray(at, offset)).length;
      pieces.push(text.slice(unit, before), meant);
      at = offset + length;
      unit = before + decoder.decode(bytes.subarray(offset, at)).length;
    }
    // Joined here, it takes the memory of its characters alone.
    fixed += pieces.join("");
  };
  wasm.pages(() => wasm.with(bytes, call.double_encoded), undo);
  return fixed + text.slice(unit);
}

const AS = "as:";
const ON_ERROR = { keep: 0, replace: 1, drop: 2, escape: 3, meant: 4, [`${AS}ENCODING`]: 5 };

export function fix(source, options = {}) {
  const bytes = bytesOf(source);
  const { rules: names, onError = "keep", restore = false, binary, limit = LIMIT } = optionsOf(options);
  const most = whole(limit, "limit");
  const label = typeof onError === "string" && onError.startsWith(AS) ? onError.slice(AS.length) : "";
  const policy = label === "" ? choice(ON_ERROR, onError, "onError") : ON_ERROR[`${AS}ENCODING`];
  if (binary !== undefined) booleanOf(binary, "binary");
  const isBinary = binary === undefined ? 2 : Number(binary);
  const restores = Number(booleanOf(restore, "restore"));
  const status = wasm.withLabel(ruleNames(names), (rules, rulesLength) =>
    wasm.withLabel(label, (encoding, encodingLength) =>
      wasm.with(bytes, (at, length) => call.fix(at, length, rules, rulesLength, policy, restores, isBinary, most, encoding, encodingLength)),
    ),
  );
  if (status === 4) throw new RangeError(`onError: ${JSON.stringify(label)} is not the name of a single-byte encoding, such as windows-1252`);
  if (status === 0) return { bytes, count: 0, repaired: [] };
  if (status === 2) throw new Error(`it is not repaired: ${wasm.output}`);
  if (status === 3) throw outOfMemory(wasm.output);
  const fixed = wasm.outputBytes.slice();
  const repaired = [];
  wasm.append(repaired, call.repaired);
  return { bytes: fixed, count: wasm.longNumber, repaired };
}
