// The package, packed and installed in a fresh project, from JavaScript and from strict TypeScript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.js", "index.d.ts", "utf8kit.wasm", "utf8kit-portable.wasm", "legacy.wasm", "text.wasm"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(names.every((name) => /^(README\.md|LICENSE-\w+|package\.json|[\w-]+\.(js|d\.ts|wasm))$/.test(name)), names.join(" "));
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

test("strict TypeScript accepts what is right and rejects what is wrong", () => {
  const tsc = fileURLToPath(new URL("../../../web/node_modules/typescript/bin/tsc", import.meta.url));
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", ""];
  writeFileSync(join(folder, "right.ts"), `
    import { Decoder, DecoderStream, EncodingError, RepairStream, decode, encode, fromUtf16, isValid, toUtf16, validate } from "utf8kit";
    import type { Converted, IllFormed, Policy } from "utf8kit";
    import { inspect } from "utf8kit/inspect";
    import * as legacy from "utf8kit/legacy";
    import * as text from "utf8kit/text";
    const bytes = new Uint8Array([0x61, 0xff]);
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
    'import { detect } from "utf8kit/text"; const name: string = detect(new Uint8Array(1)).encoding;',
  ];
  writeFileSync(join(folder, "wrong.ts"), wrong.join("\n"));
  const errors = assert.throws(() => run(process.execPath, [tsc, ...options, "wrong.ts"]), (error) => {
    for (let line = 1; line <= wrong.length; line++) assert.match(error.stdout, new RegExp(`wrong\\.ts\\(${line},`), wrong[line - 1]);
    return true;
  });
  assert.equal(errors, undefined);
});
