// Loads a WebAssembly module, and passes bytes and results.

import { read } from "#platform";

/** The bytes that a module is given at once. They and what they become stay in the second cache. */
export const CHUNK = 1 << 16;

/** The smallest module that needs vectors: a function that returns none of `v128`. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export const hasVectors = WebAssembly.validate(VECTORS);

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns the bytes of any buffer or view. */
export function bytesOf(source) {
  if (source instanceof Uint8Array) return source;
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer || (typeof SharedArrayBuffer !== "undefined" && source instanceof SharedArrayBuffer)) {
    return new Uint8Array(source);
  }
  const found = source === null ? "null" : Array.isArray(source) ? "an array" : typeof source;
  throw new TypeError(`expected bytes (a Uint8Array, another view, or an ArrayBuffer), found ${found}`);
}

/** Returns `options`, which must be an object. */
export function checkedOptions(options) {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`options: expected an object, found ${options === null ? "null" : typeof options}`);
}

/** Returns a whole number from `least` to 2^32 - 1, which is `value` if it is not over that. */
export function whole(value, name, least = 0) {
  if (typeof value === "number" && value >= least) return Math.min(Math.floor(value), 0xffffffff);
  throw new RangeError(`${name}: expected a number from ${least} on, found ${String(value)}`);
}

/** A module and its memory. */
export class Module {
  #view = new Uint8Array();
  #registry;

  constructor(instance) {
    this.call = instance.exports;
    this.#registry = new FinalizationRegistry(([free, object]) => free(object));
    /** Memory for a chunk of the source. */
    this.source = this.allocate(CHUNK);
  }

  /** The memory as bytes. It moves when it grows. */
  get memory() {
    if (this.#view.length === 0) this.#view = new Uint8Array(this.call.memory.buffer);
    return this.#view;
  }

  allocate(length) {
    const at = this.call.allocate(length);
    if (at === 0) throw new RangeError(`out of memory: ${length} bytes are needed`);
    return at;
  }

  /** Calls `run` with the address and the length of a copy of `bytes` in the memory. */
  with(bytes, run) {
    if (bytes.length <= CHUNK) {
      this.memory.set(bytes, this.source);
      return run(this.source, bytes.length);
    }
    return this.#withCopy(bytes, run);
  }

  #withCopy(bytes, run) {
    const at = this.allocate(bytes.length);
    try {
      this.memory.set(bytes, at);
      return run(at, bytes.length);
    } finally {
      this.call.release(at, bytes.length);
    }
  }

  /** Calls `run` with the address and the length of a string in UTF-8. */
  withString(text, run) {
    return this.with(encoder.encode(text), run);
  }

  /** Calls `run` as `withString` does, in memory of its own, so that `run` can call `with`. */
  withLabel(text, run) {
    return this.#withCopy(encoder.encode(text), run);
  }

  /** The two numbers that the last call returned. */
  get numbers() {
    const at = this.call.numbers();
    return new Uint32Array(this.call.memory.buffer, at, 2);
  }

  /** The bytes that the last call returned, as a view of the memory. */
  get outputBytes() {
    const at = this.call.output();
    return this.memory.subarray(at, at + this.call.output_len());
  }

  get output() {
    return utf8.decode(this.outputBytes);
  }

  get json() {
    return JSON.parse(this.output);
  }

  /** Calls `free` with `object` when `owner` is collected. */
  own(owner, object, free) {
    this.#registry.register(owner, [free, object], owner);
  }

  disown(owner) {
    this.#registry.unregister(owner);
  }
}

/** An object of a module, which is freed with this one. */
export class Owned {
  #wasm;
  #at;
  #free;

  constructor(wasm, at, free) {
    this.#wasm = wasm;
    this.#at = at;
    this.#free = free;
    wasm.own(this, at, free);
  }

  get at() {
    if (this.#at === 0) throw new TypeError("the text has ended, or the object was freed");
    return this.#at;
  }

  /** Returns the object, which the module frees. */
  take() {
    const { at } = this;
    this.#wasm.disown(this);
    this.#at = 0;
    return at;
  }

  free() {
    if (this.#at !== 0) this.#free(this.take());
  }
}

/** Loads the module called `name`, with vectors where there are any. */
export async function load(name, portable) {
  const url = hasVectors ? name : portable;
  const instance = await WebAssembly.instantiate(await read(url), {});
  return new Module(instance);
}

/** Returns the text of well-formed bytes. */
export const text = (bytes) => utf8.decode(bytes);
