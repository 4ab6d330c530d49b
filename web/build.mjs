#!/usr/bin/env node
/**
 * Builds the page: bundles `src/`, minifies it, and copies the WebAssembly modules of the npm package.
 *
 *     node build.mjs [output directory] [directory of the npm package]
 *
 * Defaults: `../target/web` and `../target/npm`, where `cargo xtask web` builds the package. Prints the sizes. Fails if the first load is over its limit.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../target/web"));
const npm = resolve(process.argv[3] ?? join(here, "../target/npm"));
const src = join(here, "src");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const common = {
  bundle: true,
  minify: true,
  charset: "utf8",
  target: ["chrome123", "firefox120", "safari17.5"],
  // The package reads its modules from files in Node.js only.
  external: ["node:*"],
  legalComments: "none",
  logLevel: "warning",
};
const { metafile } = await build({
  ...common,
  entryPoints: [join(src, "main.ts"), join(src, "worker.ts")],
  outdir: out,
  format: "esm",
  splitting: true,
  metafile: true,
  chunkNames: "[name]-[hash]",
  alias: { utf8kit: join(npm, "index.js"), "utf8kit/inspect": join(npm, "inspect.js"), "utf8kit/names": join(npm, "names.js"), "utf8kit/text": join(npm, "text.js") },
});
for (const name of await readdir(npm)) {
  // `text.wasm` has the decoders that the page needs.
  if (name.endsWith(".wasm") && !name.startsWith("legacy")) await copyFile(join(npm, name), join(out, name));
}
for (const name of ["style.css", "more.css"]) {
  const css = await transform(await readFile(join(src, name), "utf8"), { loader: "css", minify: true, target: common.target });
  await writeFile(join(out, name), css.code);
}
/** Returns the scripts that `entry` loads: statically, and those of the given dynamic imports. */
function closure(entry, follow) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind } of metafile.outputs[name].imports) {
      if (metafile.outputs[path] && (kind === "import-statement" || follow.test(metafile.outputs[path].entryPoint ?? ""))) visit(path);
    }
  };
  visit(entry);
  return [...seen].map((name) => relative(out, resolve(name)));
}
const main = Object.keys(metafile.outputs).find((name) => name.endsWith("/main.js") || name === "main.js");
// The first load is one round: the browser fetches all of it as soon as it has the page.
const first = closure(main, /\/inspect\.js$/);
const preload = first.slice(1).map((name) => `<link rel="modulepreload" href="${name}">\n`).join("");
const html = await readFile(join(src, "index.html"), "utf8");
await writeFile(join(out, "index.html"), html.replace(/\n\s*/g, "\n").replace('<script', preload + '<script'));
for (const name of ["icon.svg", "app.webmanifest"]) await copyFile(join(src, name), join(out, name));

// The service worker knows all files and one version for them together.
const files = (await readdir(out)).sort();
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(await readFile(join(out, name)));
await build({
  ...common,
  entryPoints: [join(src, "sw.ts")],
  outfile: join(out, "sw.js"),
  format: "iife",
  define: {
    FILES: JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)),
  },
});

const page = ["index.html", "style.css", ...first];
const wasm = files.filter((name) => /inspect.*\.wasm$/.test(name));
const gzip = async (names) => {
  let sum = 0;
  for (const name of names) sum += gzipSync(await readFile(join(out, name)), { level: 9 }).length;
  return sum;
};
const sizes = { page: await gzip(page), wasm: await gzip(wasm), all: await gzip(await readdir(out)) };
console.log(`gzip: first load ${sizes.page + sizes.wasm} bytes (page ${sizes.page}: ${page.join(", ")}; WebAssembly ${sizes.wasm}: ${wasm.join(", ") || "none"}); everything ${sizes.all}`);
if (sizes.page + sizes.wasm > 50_000) {
  console.error("The first load is over 50,000 bytes. Move what it does not need to src/more.ts.");
  process.exitCode = 1;
}
