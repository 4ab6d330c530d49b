// Loads a WebAssembly module, and passes bytes and results.

import { bytesOf } from "./arguments.js";

/** The bytes that a module is given at once. They and what they become stay in the second cache. */
export const CHUNK = 1 << 16;

/** The smallest module that needs vectors: a function that returns none of `v128`. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export const hasVectors = WebAssembly.validate(VECTORS);

/**
 * What some platforms have of their own: validation with the instructions of the processor, of which some are wider than those of
 * WebAssembly. It finds no place. Browsers have none without a copy.
 */
export const platform = { isUtf8: null };

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The most bytes that a module can be given at once: nothing that Rust allocates is longer. */
const MOST = 0x7fffffff;

const notLoaded = () => new Error("utf8kit: the WebAssembly module is not loaded; `await init()` first");

/** What a module has in place of functions before it is loaded. */
const UNLOADED = new Proxy({}, {
  get() {
    throw notLoaded();
  },
});

export const outOfMemory = (what, options) => new RangeError(`out of memory: ${what}`, options);

/**
 * A module: its functions and its memory.
 *
 * A function that finds no memory stops the instance, as does everything that nobody expected. Its stack, and what it was changing,
 * stay as they are, so the instance is not used again: the next call makes a new one. Objects of the old one are lost.
 */
export class Module {
  #compiled = null;
  #targetLength;
  #exports = null;
  #view = new Uint8Array();
  /** The number of the instance. */
  #generation = 0;
  #isStopped = true;
  /** The function that is given the pages of an array. */
  #take = null;
  #registry;
  /** The functions. */
  call = Object.create(UNLOADED);
  /** What the module imports: a function that is given the address and the length of a page. */
  imports = { utf8kit: { emit: (at, length) => this.#take(JSON.parse(utf8.decode(this.#bytes(at >>> 0, length >>> 0)))) } };

  /** `targetLength` is the length of its `target`. */
  constructor(targetLength = 0) {
    this.#targetLength = targetLength;
    this.#registry = new FinalizationRegistry(([free, object, generation]) => {
      if (generation === this.generation) free(object);
    });
  }

  get isLoaded() {
    return this.#compiled !== null;
  }

  mustBeLoaded() {
    if (!this.isLoaded) throw notLoaded();
  }

  /** Begins to use a module that was compiled, and an instance of it if there is one. */
  load(compiled, instance) {
    this.#compiled = compiled;
    for (const { name, kind } of WebAssembly.Module.exports(compiled)) {
      if (kind === "function") this.call[name] = this.#function(name);
    }
    this.start(instance);
  }

  /** Returns a function of the module. It has nine arguments at most. */
  #function(name) {
    return (a, b, c, d, e, f, g, h, i) => {
      if (this.#isStopped) this.start();
      try {
        // All results are unsigned, and those of WebAssembly have a sign: an address over 2^31 would be negative.
        return this.#exports[name](a, b, c, d, e, f, g, h, i) >>> 0;
      } catch (error) {
        this.#isStopped = true;
        throw this.#stopped(error);
      }
    };
  }

  /** Returns what is thrown when the instance has stopped with `error`, and forgets the instance. */
  #stopped(error) {
    const isOutOfMemory = error instanceof WebAssembly.RuntimeError && this.#exports.is_out_of_memory() !== 0;
    // Until it is text, the stack refers to the instance, and keeps its memory.
    void error.stack;
    this.#exports = null;
    this.#view = new Uint8Array();
    return isOutOfMemory ? outOfMemory("the text or the result is too long", { cause: error }) : error;
  }

  /** Begins to use an instance. */
  start(instance) {
    this.mustBeLoaded();
    this.#exports = (instance ?? new WebAssembly.Instance(this.#compiled, this.imports)).exports;
    this.#view = new Uint8Array();
    this.#generation++;
    this.#isStopped = false;
    try {
      this.call.start();
      /** Memory for a chunk of the source. */
      this.source = this.allocate(CHUNK);
      /** Memory for what a chunk becomes. */
      this.target = this.allocate(this.#targetLength);
    } catch (error) {
      this.#isStopped = true;
      throw error;
    }
  }

  /** The number of the instance in use. An object belongs to one instance. */
  get generation() {
    return this.#isStopped ? this.#generation + 1 : this.#generation;
  }

  /** The memory as bytes. It moves when it grows. */
  get memory() {
    if (this.#isStopped) this.start();
    if (this.#view.length === 0) this.#view = new Uint8Array(this.#exports.memory.buffer);
    return this.#view;
  }

  #bytes(at, length) {
    return this.memory.subarray(at, at + length);
  }

  allocate(length) {
    const at = length > MOST ? 0 : this.call.allocate(length);
    if (at === 0) throw outOfMemory(`${length} bytes are needed`);
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
    const { generation } = this;
    try {
      this.memory.set(bytes, at);
      return run(at, bytes.length);
    } finally {
      if (generation === this.generation) this.call.release(at, bytes.length);
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
    return new Uint32Array(this.#exports.memory.buffer, at, 2);
  }

  /** The number that the last call returned as two halves. */
  get longNumber() {
    const [low, high] = this.numbers;
    return low + high * 2 ** 32;
  }

  /** The bytes that the last call returned, as a view of the memory. */
  get outputBytes() {
    return this.#bytes(this.call.output(), this.call.output_len());
  }

  get output() {
    return utf8.decode(this.outputBytes);
  }

  get json() {
    return JSON.parse(this.output);
  }

  /** Calls `take` with the elements of the array that `run` outputs, one page after the other, and returns what `run` returns. `take` must not call the module. */
  pages(run, take) {
    this.#take = take;
    try {
      const result = run();
      // Most are empty.
      if (this.call.output_len() > "[]".length) take(this.json);
      return result;
    } finally {
      this.#take = null;
    }
  }

  /** Appends the elements of the array that `run` outputs to `array`, and returns what `run` returns. */
  append(array, run) {
    return this.pages(run, (page) => {
      for (const element of page) array.push(element);
    });
  }

  /** Calls `free` with `object` when `owner` is collected. */
  own(owner, object, free) {
    this.#registry.register(owner, [free, object, this.generation], owner);
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
  #generation;

  constructor(wasm, at, free) {
    if (at === 0) throw outOfMemory("there is none for another object");
    this.#wasm = wasm;
    this.#at = at;
    this.#free = free;
    this.#generation = wasm.generation;
    wasm.own(this, at, free);
  }

  /** Whether the object is gone with its instance. */
  get isLost() {
    return this.#generation !== this.#wasm.generation;
  }

  get at() {
    if (this.#at === 0) throw new TypeError("the text has ended, or the object was freed");
    if (this.isLost) throw new RangeError("out of memory: the object was lost when another call needed more than there is; make a new one");
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
    if (this.#at !== 0 && !this.isLost) this.#free(this.take());
    this.#at = 0;
  }
}

/** Returns the module that `source`, or what it is a promise of, names or has. */
async function compile(source) {
  const found = await source;
  if (found instanceof WebAssembly.Module) return found;
  const isAddress = typeof found === "string" || found instanceof URL || (typeof Request !== "undefined" && found instanceof Request);
  const response = isAddress ? await fetch(found) : found;
  if (typeof Response === "undefined" || !(response instanceof Response)) return WebAssembly.compile(bytesOf(response));
  if (!response.ok) {
    throw new Error(`utf8kit: ${response.url}: the server answered ${response.status}; serve the package's .wasm files beside its .js files, or say where they are: init(url)`);
  }
  // A server may not know the media type of WebAssembly, which streaming requires.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns the functions that load `wasm`: from `address()` if no other source is given. `onLoad` is called once, then. */
export function loading(wasm, address, onLoad = () => {}) {
  let pending = null;

  function use(compiled, instance) {
    if (wasm.isLoaded) return;
    wasm.load(compiled, instance);
    onLoad();
  }

  async function load(source) {
    const compiled = await compile(source);
    use(compiled, await WebAssembly.instantiate(compiled, wasm.imports));
  }

  return {
    async init(source) {
      if (wasm.isLoaded) return;
      // After a failure, the next call tries again.
      pending ??= load(source ?? address()).finally(() => (pending = null));
      await pending;
    },
    initSync(source) {
      if (!wasm.isLoaded) use(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(bytesOf(source)));
    },
  };
}

/** Returns the text of well-formed bytes. */
export const text = (bytes) => utf8.decode(bytes);
