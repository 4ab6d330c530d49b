// Arguments that nobody should pass: any value in any place, views at any offset of a buffer, buffers that shrink. A function throws a
// TypeError or a RangeError, or returns what it returns for a copy of the bytes, writes nothing outside of a destination, and the next call
// works.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKAGE, THOROUGH, damage, random, utf8kit as u } from "./support.mjs";

const text = await import(new URL("node/text.js", PACKAGE));
const inspect = await import(new URL("node/inspect.js", PACKAGE));
const names = await import(new URL("node/names.js", PACKAGE));

const ROUNDS = THOROUGH ? 100_000 : 4000;
const encoder = new TextEncoder();

function detached() {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** A view of a buffer that has shrunk: of no length, or with an end that is gone. */
function shrunk(tracks) {
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const view = tracks ? new Uint8Array(buffer, 8) : new Uint8Array(buffer, 8, 8);
  buffer.resize(4);
  return view;
}

const hasResizable = "resize" in ArrayBuffer.prototype;

const throwing = new Proxy({}, {
  get() {
    throw new RangeError("a getter throws");
  },
});

/** Values of every kind. */
const VALUES = [
  undefined, null, true, 0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 5n, "", "a", "utf-8", "replace",
  "windows-1252", "\uD800", "x".repeat(70_000), "\0", "__proto__", "constructor", Symbol("s"), [], [1], ["ill-formed"], ["\0"], {}, () => "x",
  () => { throw new RangeError("a callback throws"); }, () => 5, throwing, new Date(0), new Uint8Array(), new Uint8Array([0xff, 0x61]),
  new Uint16Array([0xd800, 97]), new Float64Array(3), new DataView(new ArrayBuffer(5), 1, 3), new ArrayBuffer(3), new SharedArrayBuffer(3),
  detached(), ...(hasResizable ? [shrunk(true), shrunk(false)] : []),
];

/** What the options of all functions are called. */
const OPTIONS = [
  "encoding", "reading", "onError", "signature", "rules", "limit", "offset", "isEnd", "binary", "separatePlaces", "path", "restore", "whole",
  "among", "stream", "fatal", "ignoreBOM",
];

/** Every function and class, as a function. */
function functions() {
  const all = [];
  for (const module of [u, text, inspect, names]) {
    for (const [name, value] of Object.entries(module)) {
      // `init` loads what it is given.
      if (typeof value !== "function" || name.startsWith("init") || name.endsWith("Stream") || name.endsWith("Error")) continue;
      all.push([name, /^[A-Z]/.test(name) ? (...args) => used(new value(...args.slice(1)), args) : value]);
    }
  }
  return all;
}

/** Calls all methods of an object. */
function used(object, args) {
  const returned = [];
  try {
    for (const method of ["push", "decode", "encode", "finish"]) {
      if (typeof object[method] === "function") returned.push(object[method](...args.slice(0, method === "finish" ? 0 : 2)));
    }
  } finally {
    object.free?.();
  }
  return returned;
}

function works() {
  assert.equal(u.decode(Uint8Array.of(0x63, 0xff), { onError: "replace" }), "c\uFFFD");
  assert.equal(text.fixDoubleEncoding("un cafÃ© noir"), "un café noir");
  assert.equal(inspect.inspect(Uint8Array.of(0x63, 0xff)).length, 2);
}

test("any values are refused, or taken, and the next call works", () => {
  const below = random(1);
  const pick = () => VALUES[below(VALUES.length)];
  const all = functions();
  const outcomes = new Map(all.map(([name]) => [name, new Set()]));
  for (let round = 0; round < ROUNDS; round++) {
    const [name, call] = all[below(all.length)];
    const options = Object.fromEntries(Array.from({ length: below(4) }, () => [OPTIONS[below(OPTIONS.length)], pick()]));
    const first = below(3) > 0 ? encoder.encode("café ÃƒÂ© \u202E") : pick();
    const args = [first, below(3) > 0 ? options : pick(), below(3) > 0 ? options : pick()].slice(0, below(4));
    try {
      call(...args);
      outcomes.get(name).add("returned");
    } catch (error) {
      const isExpected = error instanceof TypeError || error instanceof RangeError;
      assert.ok(isExpected && !(error instanceof WebAssembly.RuntimeError), `${name}: ${error.stack}`);
      outcomes.get(name).add(error.name);
    }
    if (round % 16 === 0) works();
  }
  for (const [name, found] of outcomes) assert.ok(found.size > 0, name);
  works();
});

test("what every object has is no choice, and what is no number is no limit", () => {
  const bytes = Uint8Array.of(0x61, 0xff);
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    for (const call of [
      () => u.decode(bytes, { onError: name }),
      () => u.decode(bytes, { onError: "drop", reading: name }),
      () => u.decode(bytes, { onError: "drop", signature: name }),
      () => u.encode("a", { onError: name }),
      () => u.toUtf16(bytes, new Uint16Array(4), { onError: name }),
      () => text.fix(bytes, { onError: name }),
    ]) assert.throws(call, TypeError, `${name}: ${call}`);
  }
  for (const number of [NaN, -1, -Infinity]) {
    for (const call of [
      () => inspect.inspect(bytes, { limit: number }),
      () => inspect.inspect(bytes, { offset: number }),
      () => text.check(bytes, { limit: number }),
      () => text.fix(bytes, { limit: number }),
      () => new text.FileMap(number),
    ]) assert.throws(call, RangeError, `${number}: ${call}`);
  }
});

/** Calls with bytes alone, whose results can be compared. */
const CALLS = [
  (bytes) => u.isValid(bytes),
  (bytes) => u.validate(bytes),
  (bytes) => [u.count(bytes), u.utf16Length(bytes)],
  (bytes) => u.decode(bytes, { onError: "replace" }),
  (bytes) => u.decode(bytes, { encoding: "utf-16be", onError: "escape" }),
  (bytes) => u.repair(bytes, { onError: "replace" }),
  (bytes) => text.check(bytes),
  (bytes) => text.fix(bytes, { onError: "replace" }),
  (bytes) => text.detect(bytes),
  (bytes) => inspect.inspect(bytes, { offset: 2 ** 40, limit: 5 }),
];

test("a view at any offset is read as a copy of its bytes is", () => {
  const below = random(2);
  for (let round = 0; round < ROUNDS / 20; round++) {
    const source = damage(encoder.encode("déjà vu, ÃƒÂ©tÃ© 😀\n".repeat(1 + below(20))), below(4), below);
    const at = below(9);
    const len = below(source.length + 1);
    for (const Buffer of [ArrayBuffer, SharedArrayBuffer]) {
      const buffer = new Buffer(at + source.length + 3);
      new Uint8Array(buffer).fill(0xf0).set(source, at);
      const copy = Uint8Array.from(source.slice(0, len));
      for (const view of [new Uint8Array(buffer, at, len), new DataView(buffer, at, len)]) {
        for (const call of CALLS) assert.deepEqual(call(view), call(copy), `${at} ${len} ${call}`);
      }
    }
  }
});

test("nothing is written outside of a destination at any offset", () => {
  const below = random(3);
  for (let round = 0; round < ROUNDS / 20; round++) {
    const source = Uint8Array.from(damage(encoder.encode("aé一😀".repeat(1 + below([40, 2000][round % 2]))), below(3), below));
    const [at, len] = [below(9), below([80, 9000][round % 2])];
    const onError = ["fail", "replace"][below(2)];
    const units = new Uint16Array(at + len + 40).fill(0xa5a5);
    const { read, written } = u.toUtf16(source, units.subarray(at, at + len), { onError });
    assert.ok(read <= source.length && written <= len);
    assert.ok(units.subarray(0, at).every((unit) => unit === 0xa5a5) && units.subarray(at + len).every((unit) => unit === 0xa5a5));
    const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source.subarray(0, read));
    assert.equal(String.fromCharCode(...units.subarray(at, at + written)), whole);
    const bytes = new Uint8Array(at + len + 40).fill(0xa5);
    const back = u.fromUtf16(units.subarray(at, at + written), bytes.subarray(at, at + len), { onError });
    assert.ok(back.read <= written && back.written <= len);
    assert.ok(bytes.subarray(0, at).every((byte) => byte === 0xa5) && bytes.subarray(at + len).every((byte) => byte === 0xa5));
  }
});

test("a text may be anywhere in a longer one", () => {
  for (const [offset, expected] of [[0, 0], [1.5, 1], [2 ** 40, 2 ** 40], [2 ** 53, 2 ** 53], [1e300, 2 ** 53], [Infinity, 2 ** 53]]) {
    const [first] = inspect.inspect(Uint8Array.of(0x61, 0x62), { offset });
    assert.equal(first.offset, expected);
  }
});
