// The package, packed and installed in a fresh project, from JavaScript and from strict TypeScript.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { PACKAGE } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "utf8kit-npm-"));
after(() => rmSync(folder, { recursive: true }));

const run = (program, args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder, fileURLToPath(PACKAGE)]));
writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "fresh", private: true, type: "module" }));
run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)]);

test("the package has what it needs and nothing else", () => {
  const names = packed.files.map((file) => file.path);
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.js", "index.d.ts", "utf8kit.wasm", "utf8kit-portable.wasm", "legacy.wasm", "text.wasm", "names.wasm"]) {
    assert.ok(names.includes(name), name);
  }
  const known = /^(README\.md|LICENSE-\w+|(cjs\/)?package\.json|[\w-]+\.wasm|(cjs\/)?[\w-]+\.(js|d\.ts)|((cjs\/)?node|inline|workerd)\/[\w-]+\.js)$/;
  assert.ok(names.every((name) => known.test(name)), names.filter((name) => !known.test(name)).join(" "));
  const { version } = JSON.parse(readFileSync(new URL("package.json", PACKAGE)));
  const manifest = readFileSync(new URL("../../../Cargo.toml", import.meta.url), "utf8");
  assert.ok(manifest.includes(`\nversion = "${version}"\n`));
});

test("the programs of the README print what it says", () => {
  const readme = readFileSync(new URL("README.md", PACKAGE), "utf8");
  const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]);
  assert.ok(programs.length >= 3);
  for (const program of programs) {
    writeFileSync(join(folder, "program.mjs"), program);
    const expected = [...program.matchAll(/console\.log\(.*\/\/ (.*)/g)].map((match) => match[1]);
    assert.deepEqual(run(process.execPath, ["program.mjs"]).trimEnd().split("\n"), expected, program);
  }
});

const EXAMPLES = new URL("../examples/", import.meta.url);

/** Runs an example as `examples/NAME` says, with the package that is installed in the folder. */
const example = (name, files) => {
  writeFileSync(join(folder, name), readFileSync(new URL(name, EXAMPLES)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [name, ...files], { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
};

test("the example says why files are not UTF-8", () => {
  writeFileSync(join(folder, "good.txt"), "naïve\n");
  writeFileSync(join(folder, "bad.txt"), Buffer.from("one\ncafé \xe9t\n\xff", "latin1"));
  writeFileSync(join(folder, "first.txt"), Buffer.of(0xff, 0x0a));
  assert.deepEqual(example("why.mjs", ["good.txt"]), { status: 0, stdout: "", stderr: "" });
  assert.deepEqual(example("why.mjs", ["good.txt", "bad.txt", "first.txt"]), {
    status: 1,
    stdout: "bad.txt:2:4: `E9` starts a sequence of 3 bytes, but `20` does not continue it (RFC 3629 section 3)\n"
      + "first.txt:1:1: `FF` never occurs in UTF-8 (RFC 3629 section 1)\n",
    stderr: "",
  });
});

test("the example repairs an upload", () => {
  const text = "Les élèves étaient à l'école, où ils ont appris à compter jusqu'à vingt.\n";
  const twice = Buffer.from(Buffer.from(text).toString("latin1"));
  for (const [bytes, encoding] of [[Buffer.from(text), "UTF-8"], [Buffer.from(text, "latin1"), "windows-1252"], [twice, "UTF-8"]]) {
    writeFileSync(join(folder, "upload.txt"), bytes);
    assert.deepEqual(example("repair-upload.mjs", ["upload.txt"]), { status: 0, stdout: text, stderr: `read as ${encoding}\n` });
  }
});

test("every example is run", () => {
  assert.deepEqual(readdirSync(EXAMPLES).sort(), ["repair-upload.mjs", "why.mjs"]);
});

test("strict TypeScript accepts what is right and rejects what is wrong", () => {
  const tsc = fileURLToPath(new URL("../../../web/node_modules/typescript/bin/tsc", import.meta.url));
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", ""];
  writeFileSync(join(folder, "right.ts"), `
    import { Decoder, DecoderStream, EncodingError, RepairStream, decode, encode, fromUtf16, isValid, toUtf16, validate } from "utf8kit";
    import type { Converted, IllFormed, Policy } from "utf8kit";
    import { inspect } from "utf8kit/inspect";
    import * as legacy from "utf8kit/legacy";
    import { properties, withNames } from "utf8kit/names";
    import * as text from "utf8kit/text";
    import { TextDecoder as StandardDecoder, TextEncoder as StandardEncoder, encodingName, repairEscapes, toWellFormed, unpairedEscapes, validateText } from "utf8kit";
    import type { Reading } from "utf8kit";
    const bytes = new Uint8Array([0x61, 0xff]);
    const platform: TextDecoder = new StandardDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const reading: Reading = "web";
    const { read, written } = new StandardEncoder().encodeInto(platform.decode(bytes, { stream: true }), new Uint8Array(9));
    console.log(read + written, encodingName("latin1", { reading }), legacy.decode(bytes, { encoding: "latin1", reading }), new legacy.TextDecoder("shift_jis").encoding);
    console.log(validateText("a")?.offset, toWellFormed("a", { onError: "drop" }), unpairedEscapes("{}")[0]?.clause, repairEscapes("{}", { onError: ({ message }) => message }));
    console.log(withNames(text.inspect(bytes)).map((item) => item.characters[0]?.name), properties(0x41).block, text.inspect(bytes)[0]!.characters[0]!.codePoint);
    console.log(text.check(bytes, { path: "a.js" }), text.fix(bytes, { path: "a.json" }).count, text.detect(bytes, { encodings: ["koi8-r"] }), new text.Detector({ encodings: ["utf-8"] }), new text.Decoder({ encoding: "koi8-r" }).decode(bytes));
    const valid: boolean = isValid(bytes.buffer);
    const error: IllFormed | null = validate(bytes);
    const policy: Policy = (error) => error.kind === "overlong" ? error.message : \`\${error.offset}\`;
    const decoded: string = decode(bytes, { encoding: "cesu-8", onError: policy, signature: "detect" });
    const converted: Converted = toUtf16(bytes, new Uint16Array(8), { onError: "replace" });
    if (converted.stop !== null && converted.stop !== "target-full") console.log(converted.stop.clause);
    fromUtf16(new Uint16Array(1), encode(decoded));
    const decoder = new Decoder();
    const position: number = decoder.position;
    try { decode(bytes); } catch (error) { if (error instanceof EncodingError) console.log(error.offset + position); }
    const readable: ReadableStream<string> = new Blob([bytes]).stream().pipeThrough(new RepairStream()).pipeThrough(new DecoderStream());
    const legacyDecoder: Decoder = new legacy.Decoder({ encoding: "shift_jis" });
    const encoded: Uint8Array = legacy.encode(legacyDecoder.finish(), { encoding: "cp437", onError: "replace" } satisfies legacy.EncodeOptions);
    console.log(new legacy.DecoderStream().readable, encoded);
    for (const item of inspect(bytes)) console.log(item.problem?.clause, item.bytes[0]!.prefix);
    const finding: text.Finding | undefined = text.check(bytes, { rules: ["ill-formed"] })[0];
    if (finding?.fix?.kind === "replace") console.log(finding.fix.text);
    console.log(valid, error, readable, text.detect(bytes)?.certainty, text.fixDoubleEncoding(decoded), new text.FileMap(8).finish().scripts);
  `);
  run(process.execPath, [tsc, ...options, "right.ts"]);
  const wrong = [
    'import { isValid } from "utf8kit"; isValid("text");',
    'import { decode } from "utf8kit"; decode(new Uint8Array(1), { onError: "ignore" });',
    'import { validate } from "utf8kit"; validate(new Uint8Array(1)).offset;',
    'import { toUtf16 } from "utf8kit"; toUtf16(new Uint8Array(1), new Uint8Array(1));',
    'import { check } from "utf8kit"; check(new Uint8Array(1));',
    'import { decode } from "utf8kit"; decode(new Uint8Array(1), { reading: "browser" });',
    'import { inspect } from "utf8kit/text"; inspect(new Uint8Array(1))[0]!.characters[0]!.name;',
    'import { detect } from "utf8kit/text"; const name: string = detect(new Uint8Array(1)).encoding;',
  ];
  writeFileSync(join(folder, "wrong.ts"), wrong.join("\n"));
  const errors = assert.throws(() => run(process.execPath, [tsc, ...options, "wrong.ts"]), (error) => {
    for (let line = 1; line <= wrong.length; line++) assert.match(error.stdout, new RegExp(`wrong\\.ts\\(${line},`), wrong[line - 1]);
    return true;
  });
  assert.equal(errors, undefined);
});

test("CommonJS has the same, and one module of each", () => {
  writeFileSync(join(folder, "program.cjs"), `
    const utf8kit = require("utf8kit");
    const { check, rules } = require("utf8kit/text");
    const legacy = require("utf8kit/legacy");
    const { inspect } = require("utf8kit/inspect");
    if (require("utf8kit/names").properties("a").name !== "LATIN SMALL LETTER A") throw new Error("names");
    console.log(utf8kit.decode(Uint8Array.of(0x61)), rules.length > 20, check(Uint8Array.of(0xff)).length, inspect(Uint8Array.of(0x61)).length);
    console.log(legacy.decode(Uint8Array.of(0x81), { encoding: "cp437" }), legacy.EncodingError === utf8kit.EncodingError);
    utf8kit.init().then(() => console.log(utf8kit.version));
  `);
  const { version } = JSON.parse(readFileSync(new URL("package.json", PACKAGE)));
  assert.deepEqual(run(process.execPath, ["program.cjs"]).trimEnd().split("\n"), ["a true 1 1", "ü true", version]);
  const tsc = fileURLToPath(new URL("../../../web/node_modules/typescript/bin/tsc", import.meta.url));
  writeFileSync(join(folder, "common.cts"), `
    import utf8kit = require("utf8kit");
    import { check } from "utf8kit/text";
    const bytes: Uint8Array<ArrayBuffer> = utf8kit.encode("a");
    console.log(new Blob([bytes]), check(bytes));
  `);
  run(process.execPath, [tsc, "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", "", "common.cts"]);
});

/** Bundles a script, runs it in a realm without the modules of Node.js, and returns what it prints and its global object. */
function bundled(script, options) {
  const { buildSync } = createRequire(new URL("../../../web/package.json", import.meta.url))("esbuild");
  writeFileSync(join(folder, "entry.mjs"), script);
  const { outputFiles } = buildSync({ entryPoints: [join(folder, "entry.mjs")], bundle: true, write: false, logLevel: "silent", ...options });
  const printed = [];
  const log = (...args) => printed.push(args.join(" "));
  const realm = createContext({ WebAssembly, TextDecoder, TextEncoder, Uint8Array, ArrayBuffer, URL, Response, atob, fetch, console: { log } });
  runInContext(outputFiles[0].text, realm);
  return { printed, realm };
}

test("a bundle of one file, of any format, has the module inside", () => {
  const script = 'import { decode } from "utf8kit/inline"; console.log(decode(Uint8Array.of(0xf0, 0x9f, 0xa6, 0x80)), decode(Uint8Array.of(0xff), { onError: "drop" }) === "");';
  for (const format of ["iife", "cjs"]) assert.deepEqual(bundled(script, { format }).printed, ["🦀 true"], format);
});

test("before the module is loaded, functions say how to load it, and then they work", async () => {
  const bytes = readFileSync(new URL("utf8kit.wasm", PACKAGE));
  const script = `
    import { Decoder, decode, init, initSync, isValid } from "utf8kit";
    import { check } from "utf8kit/text";
    const bytes = Uint8Array.of(0x61, 0xff);
    for (const call of [() => isValid(bytes), () => decode(bytes), () => new Decoder(), () => check(bytes), () => check(bytes, { rules: ["nul"] })]) {
      try { call(); } catch (error) { console.log(error.message); }
    }
    globalThis.loaded = { init, initSync, use: () => decode(bytes, { onError: "escape" }) };
  `;
  const address = (path) => ({ format: "iife", define: { "import.meta.url": JSON.stringify(new URL(path, served).href) } });
  const server = createServer((request, response) => {
    const isThere = request.url === "/right/utf8kit.wasm";
    response.writeHead(isThere ? 200 : 404, { "content-type": "application/wasm" }).end(isThere ? bytes : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const served = `http://127.0.0.1:${server.address().port}/`;
  try {
    const sources = [
      [() => bytes, "/none/"],
      [() => new WebAssembly.Module(bytes), "/none/"],
      [() => Promise.resolve(new Response(bytes)), "/none/"],
      [() => new Response(bytes, { headers: { "content-type": "application/wasm" } }), "/none/"],
      [() => new URL("/right/utf8kit.wasm", served), "/none/"],
      [() => `${served}right/utf8kit.wasm`, "/none/"],
      [() => undefined, "/right/"],
    ];
    for (const [source, path] of sources) {
      const { printed, realm: { loaded } } = bundled(script, address(path));
      assert.deepEqual(printed, Array(5).fill("utf8kit: the WebAssembly module is not loaded; `await init()` first"));
      await Promise.all([loaded.init(source()), loaded.init(source())]);
      assert.equal(loaded.use(), "a\\xFF");
      await loaded.init("http://nowhere.invalid/");
    }
    const { realm: { loaded } } = bundled(script, address("/none/"));
    const message = `utf8kit: ${served}none/utf8kit.wasm: the server answered 404; serve the package's .wasm files beside its .js files, or say where they are: init(url)`;
    await assert.rejects(loaded.init(), { message });
    assert.throws(() => loaded.initSync("text"), { message: /expected bytes/ });
    loaded.initSync(bytes);
    assert.equal(loaded.use(), "a\\xFF");
  } finally {
    server.close();
  }
});
