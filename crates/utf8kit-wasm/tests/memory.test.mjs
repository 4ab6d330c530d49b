// Addresses over 2^31, and less memory than a text needs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PACKAGE, THOROUGH } from "./support.mjs";

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const url = (name) => JSON.stringify(new URL(name, PACKAGE).href);

const LOAD = `
  import assert from "node:assert/strict";
  const u = await import(${url("node/index.js")});
  const text = await import(${url("node/text.js")});
  const inspect = await import(${url("node/inspect.js")});
`;

/**
 * The compiler of V8 takes 30 MB for a moment, of which malloc of the GNU C library keeps 20, unless it is told to return what is free. Then
 * the memory of the process is what is in use.
 */
const RETURNS = { MALLOC_TRIM_THRESHOLD_: String(1 << 17) };

/** Runs a program in a process of its own. */
async function program(code, ...flags) {
  const { stdout } = await run(process.execPath, [...flags, "--input-type=module", "-e", LOAD + code], { maxBuffer: 1 << 26, env: { ...process.env, ...RETURNS } });
  return stdout.trim();
}

const HIGH = ["--import", new URL("high-memory.mjs", import.meta.url).href];

test("with addresses over 2^31, all tests of the small functions pass", async () => {
  // A process of `node --test` does not start another one otherwise.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  await run(process.execPath, [...HIGH, "--test", here("api.test.mjs"), here("vectors.test.mjs")], { env, maxBuffer: 1 << 26 });
});

/** What the functions of `utf8kit/text` return, for texts shorter and longer than a chunk. */
const CALLS = `
  const latin = Buffer.from("Les élèves étaient à l'école.\\n", "latin1");
  const results = [];
  for (const count of [1, 10_000]) {
    const bytes = Buffer.alloc(count * latin.length, latin);
    const doubled = Buffer.from("un cafÃ© noir, voilÃ  \\u202Etout\\n".repeat(count));
    for (const call of [
      () => text.fix(bytes, { rules: ["ill-formed"], onError: "replace", limit: 3 }),
      () => text.fix(bytes, { rules: ["ill-formed"], onError: "escape", limit: Infinity }),
      () => text.fix(doubled, { limit: 2 }),
      () => text.check(bytes, { rules: ["ill-formed"], separatePlaces: true, limit: Infinity }),
      () => text.check(doubled),
      () => text.detect(bytes),
      () => text.detect(bytes, { whole: false }),
      () => text.doubleEncoded(doubled),
      () => text.fixDoubleEncoding(doubled.toString()),
      () => text.inspect(bytes, { limit: count, encoding: "windows-1252" }),
      () => inspect.inspect(bytes, { limit: count }),
      () => { const map = new text.FileMap(9); map.push(bytes); return map.finish(); },
      () => [text.rules, text.encodings(), inspect.encodings(), u.version],
    ]) results.push(JSON.stringify(call(), (key, value) => value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value));
  }
`;

test("with addresses over 2^31, rules and repairs return the same", async () => {
  const print = `
    const { createHash } = await import("node:crypto");
    for (const result of results) console.log(result.length, createHash("sha256").update(result).digest("hex"));
  `;
  assert.equal(await program(CALLS + print, ...HIGH), await program(CALLS + print));
  const ff = `
    const { bytes, count } = text.fix(new Uint8Array(2 << 20).fill(255), { rules: ["ill-formed"], onError: "replace", limit: 0 });
    console.log(count, bytes.length, bytes.every((byte, i) => byte === [0xef, 0xbf, 0xbd][i % 3]));
  `;
  assert.equal(await program(ff, ...HIGH), "2097152 6291456 true");
});

test("numbers of errors over 2^31 have no sign", async () => {
  // The module returns the longest number that it can, for more.
  const code = `
    const { Module } = await import(${url("module.js")});
    const bytes = Uint8Array.of(
      0, 97, 115, 109, 1, 0, 0, 0, // the header
      1, 9, 2, 96, 0, 0, 96, 1, 127, 1, 127, // types: () -> (), (i32) -> i32
      3, 3, 2, 0, 1, // two functions
      7, 20, 2, 5, 115, 116, 97, 114, 116, 0, 0, 8, 97, 108, 108, 111, 99, 97, 116, 101, 0, 1, // start, allocate
      10, 9, 2, 2, 0, 11, 4, 0, 65, 127, 11, // allocate returns -1
    );
    const wasm = new Module();
    wasm.load(new WebAssembly.Module(bytes));
    console.log(wasm.allocate(1), wasm.call.allocate(1));
  `;
  assert.equal(await program(code), "4294967295 4294967295");
});

/** Calls that need more than 64 MiB, and small ones, which need none. */
const LACK = `
  const large = Buffer.alloc(100 << 20, "x \\xFF", "latin1");
  const doubled = "cafÃ© ".repeat(12_000_000);
  // Escaped, it is twice as long.
  const escaped = Buffer.alloc(32 << 20, "\\\\");
  escaped[0] = 0xff;
  const many = Buffer.from("un cafÃ© au lait\\n".repeat(200_000));
  const small = Buffer.from("caf\\xE9 noir", "latin1");
  const isOutOfMemory = (error) => {
    assert.equal(error.name, "RangeError");
    assert.match(error.message, /^out of memory: /);
    return true;
  };
  const works = () => {
    assert.equal(u.decode(small, { onError: "replace" }), "caf\\uFFFD noir");
    assert.equal(text.fixDoubleEncoding("un cafÃ© noir"), "un café noir");
    assert.equal(Buffer.from(text.fix(small, { rules: ["ill-formed"], onError: "replace" }).bytes).toString(), "caf\\uFFFD noir");
    assert.equal(text.check(small, { rules: ["ill-formed"] }).length, 1);
    assert.equal(inspect.inspect(small).length, 9);
  };
`;

test("without enough memory there is a RangeError, and the next call works", async () => {
  const code = `
    for (let round = 0; round < 2; round++) {
      // The copy of the text does not fit.
      assert.throws(() => text.inspect(large), isOutOfMemory);
      assert.throws(() => inspect.inspect(large), isOutOfMemory);
      assert.throws(() => text.detect(large, { whole: false }), isOutOfMemory);
      assert.throws(() => text.doubleEncoded(doubled), isOutOfMemory);
      works();
      const checker = new text.Checker();
      const detector = new text.Detector();
      const coder = new u.Decoder();
      assert.equal(detector.push(small), false);
      // The findings do not fit, and the instance stops.
      assert.throws(() => text.fix(many, { limit: 1e9 }), (error) => {
        assert.ok(error.cause instanceof WebAssembly.RuntimeError);
        return isOutOfMemory(error);
      });
      // Objects of that module are lost, and others are not.
      for (const call of [() => detector.push(small), () => detector.finish()]) assert.throws(call, isOutOfMemory);
      detector.free();
      checker.free();
      assert.equal(coder.decode(Buffer.from("ok")) + coder.finish(), "ok");
      works();
      // What goes through in pieces needs no more than a short text.
      assert.equal(text.fix(escaped, { rules: ["ill-formed"], onError: "escape" }).bytes.length, 2 * escaped.length + 2);
      assert.equal(u.count(large), large.length);
      assert.equal(text.check(large, { rules: ["ill-formed"], limit: 5, separatePlaces: true }).length, 5);
      assert.equal(text.detect(large).encoding.length > 0, true);
    }
    // All of these need memory, and keep it.
    for (const make of [
      () => new u.Decoder(),
      () => new u.Encoder(),
      () => new text.Detector(),
      () => new text.FileMap(60_000),
      () => new text.Checker({ binary: false }),
    ]) {
      const kept = [];
      assert.throws(() => { for (;;) kept.push(make()); }, isOutOfMemory);
      assert.ok(kept.length > 50);
      for (const object of kept) object.free();
      works();
    }
    console.log("done");
  `;
  assert.equal(await program(LACK + code, "--wasm-max-mem-pages=1024"), "done");
});

test("with any amount of memory, a call returns what it should or throws a RangeError", async () => {
  const code = `
    import { createHash } from "node:crypto";
    const source = Buffer.alloc(1 << 20, "caf\\xC3\\x83\\xC2\\xA9 \\xFF\\u202E e\\u0301\\n", "latin1");
    const calls = [
      () => text.fix(source, { onError: "replace" }),
      () => text.fix(source, { onError: "escape", rules: ["ill-formed"], limit: Infinity }),
      () => text.check(source, { limit: Infinity, binary: false }),
      () => text.doubleEncoded(source),
      () => text.fixDoubleEncoding(source.toString()),
      () => text.detect(source),
      () => text.inspect(source, { limit: 20_000 }),
      () => inspect.inspect(source, { limit: 20_000 }),
    ];
    for (const call of calls) {
      let result;
      try {
        const found = JSON.stringify(call(), (key, value) => value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value);
        result = createHash("sha256").update(found).digest("hex");
      } catch (error) {
        assert.ok(error instanceof RangeError, error.stack);
        result = "RangeError";
      }
      assert.equal(text.fixDoubleEncoding("un cafÃ© noir"), "un café noir");
      console.log(result);
    }
  `;
  const expected = (await program(code)).split("\n");
  assert.ok(!expected.includes("RangeError"));
  const failed = new Set();
  // A page has 64 KiB.
  for (const pages of THOROUGH ? [100, 110, 124, 150, 240] : [100, 124, 240]) {
    const found = (await program(code, `--wasm-max-mem-pages=${pages}`)).split("\n");
    for (const [i, result] of found.entries()) {
      if (result === "RangeError") failed.add(i);
      else assert.equal(result, expected[i], `${pages} pages, call ${i}`);
    }
  }
  assert.ok(failed.size >= 4, [...failed].join());
});

/** Millions of bytes of a text with an error in each 20. All of 100 take two minutes. */
const MEGABYTES = THOROUGH ? 100 : 10;

/** What a call may take beside the text and the result: the memory of the module, 10,000 findings, and what is not collected yet. */
const BESIDE = 90;

test("errors take no memory: a call needs that of the text, of the result, and a little", async () => {
  const ILL_FORMED = 'Buffer.alloc(size, "\\xC3\\xA9 error \\xFF in a row\\n", "latin1")';
  const DOUBLED = '"un caf\\xC3\\xA9 noir merci\\n".repeat(size / 20)';
  const all = "text.rules.map(({ name }) => name)";
  const calls = [
    [ILL_FORMED, "text.check(source).length", 0],
    [ILL_FORMED, `text.check(source, { rules: ${all} }).length`, 0],
    [ILL_FORMED, 'text.fix(source, { onError: "replace" }).bytes.length', 1.1],
    [DOUBLED, "text.fixDoubleEncoding(source).length", 0.95],
    // A minute and a half.
    ...(THOROUGH ? [[ILL_FORMED, `text.fix(source, { rules: ${all}, onError: "replace" }).bytes.length`, 1.1]] : []),
  ];
  for (const [source, call, share] of calls) {
    const code = `
      const size = ${MEGABYTES * 1e6};
      const source = ${source};
      source.at(-1); // a string of parts is joined when it is first read
      const peak = () => process.resourceUsage().maxRSS * 1.024 / 1000;
      const before = peak();
      const length = ${call};
      console.log(JSON.stringify([length, before, peak()]));
    `;
    const [length, before, peak] = JSON.parse(await program(code));
    assert.equal(length, share === 0 ? 10_000 : Math.round(share * MEGABYTES * 1e6), call);
    assert.ok(peak - before < share * MEGABYTES + BESIDE, `${call}: ${before} MB, then ${peak} MB`);
    assert.ok(peak < 300, `${call}: ${peak} MB`);
  }
});

/** A script that is loaded before a program: it keeps the memory of each instance in `memories`. */
const KEEPS_MEMORIES = `
  const { Instance } = WebAssembly;
  globalThis.memories = [];
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args);
      memories.push(this.exports.memory);
    }
  };
`;

test("what is freed or finished leaves its memory to the next", async () => {
  const code = `
    const bytes = Buffer.from("caf\\xE9 noir", "latin1");
    const long = Buffer.alloc(200_000, "un caf\\xC3\\xA9 noir\\n", "latin1");
    const ended = (object, piece) => { object.push(piece); object.finish(); };
    const uses = {
      "a decoder": () => new u.Decoder({ encoding: "utf-16" }).free(),
      "an encoder": () => new u.Encoder({ encoding: "utf-16" }).free(),
      "a checker": () => new text.Checker({ binary: false }).free(),
      "a checker that ends": () => ended(new text.Checker(), bytes),
      "a detector": () => new text.Detector().free(),
      "a detector that ends": () => ended(new text.Detector(), bytes),
      "a detector among some": () => ended(new text.Detector({ encodings: ["UTF-8", "windows-1252"] }), bytes),
      "a ranking": () => text.detectAll(bytes),
      "a map": () => new text.FileMap(9).free(),
      "a map that ends": () => ended(new text.FileMap(9), bytes),
      "a repair": () => text.fix(bytes, { rules: ["ill-formed"], onError: "replace" }),
      "no repair": () => text.fix(Buffer.from("x")),
      "a repair of double encoding": () => text.fixDoubleEncoding("un caf\\xC3\\xA9"),
      "a copy": () => inspect.inspect(long, { limit: 1 }),
      "an encoding of a repair": () => text.fix(bytes, { rules: ["ill-formed"], onError: "as:windows-1252" }),
    };
    assert.equal(memories.length, 3);
    const size = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    for (const [name, use] of Object.entries(uses)) {
      for (let i = 0; i < 20; i++) use();
      const before = size();
      for (let i = 0; i < 2000; i++) use();
      // An allocator may need a page once more.
      assert.ok(size() - before <= 1 << 16, \`\${name}: \${size() - before} bytes more\`);
    }
    console.log("done");
  `;
  assert.equal(await program(code, "--import", `data:text/javascript,${encodeURIComponent(KEEPS_MEMORIES)}`), "done");
});

test("a text longer than the module's addresses is refused, or goes through in pieces", async () => {
  const code = `
    // Pages that nothing writes to take no memory.
    const long = new Uint8Array(2 ** 32);
    for (const length of [2 ** 31, 2 ** 32 - 1, 2 ** 32]) {
      const bytes = long.subarray(0, length);
      for (const call of [text.inspect, inspect.inspect, text.doubleEncoded, (bytes) => text.detect(bytes, { whole: false })]) {
        assert.throws(() => call(bytes), { name: "RangeError", message: \`out of memory: \${length} bytes are needed\` });
      }
    }
    assert.equal(text.detect(long), null);
    assert.ok(u.isValid(long));
    console.log("done");
  `;
  assert.equal(await program(code), "done");
});

test("a function that is called where the stack ends leaves a module that works", async () => {
  const code = `
    let depth = 0;
    const deep = () => {
      depth++;
      try { text.detect(Buffer.from("caf\\xE9", "latin1")); u.decode(Buffer.from("ff", "hex"), { encoding: "cesu-8", onError: "replace" }); } finally { deep(); }
    };
    assert.throws(deep, RangeError);
    assert.ok(depth > 100);
    assert.equal(text.fixDoubleEncoding("un cafÃ© noir"), "un café noir");
    assert.equal(u.decode(Buffer.from("ff", "hex"), { encoding: "cesu-8", onError: "replace" }), "\\uFFFD");
    console.log("done");
  `;
  assert.equal(await program(code), "done");
});
