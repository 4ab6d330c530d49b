#!/usr/bin/env node
/**
 * Adds to a package what is made of its files: CommonJS modules in `cjs`, and modules with their WebAssembly inside in `inline`.
 *
 *     node finish.mjs PACKAGE
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The page has the one list of programs from npm.
const { transformSync } = createRequire(new URL("../../web/package.json", import.meta.url))("esbuild");

const folder = process.argv[2];
const file = (name) => readFileSync(join(folder, name));
function write(name, text) {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const names = (part, end) => readdirSync(join(folder, part)).filter((name) => name.endsWith(end)).map((name) => join(part, name));

// The WebAssembly modules are beside the modules that these are made of.
const URL_OF_MODULE = 'const moduleUrl = require("node:url").pathToFileURL(__filename).href.replace("/cjs/", "/");\n';
for (const name of [...names("", ".js"), ...names("node", ".js")]) {
  const { code } = transformSync(file(name), { format: "cjs", target: "node20", define: { "import.meta.url": "moduleUrl" } });
  write(join("cjs", name), (code.includes("moduleUrl") ? URL_OF_MODULE : "") + code);
}
for (const name of names("", ".d.ts")) write(join("cjs", name), file(name));
write("cjs/package.json", '{ "type": "commonjs" }\n');

for (const name of names("node", ".js")) {
  const read = /read\("([^"]+)"/.exec(file(name));
  if (!read) continue;
  const script = name.slice("node/".length);
  write(join("inline", script), `import { initSync } from "../${script}";

initSync(Uint8Array.from(atob("${file(read[1]).toString("base64")}"), (byte) => byte.charCodeAt(0)));

export * from "../${script}";
`);
}
