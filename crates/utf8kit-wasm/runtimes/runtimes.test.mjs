// The package, packed and installed, in each runtime and through each bundler: `cargo xtask test-runtimes`.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../../target/npm/", import.meta.url));
const tool = (name) => join(here, "node_modules/.bin", name);
const folder = mkdtempSync(join(tmpdir(), "utf8kit-runtimes-"));
after(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);
/** Runs a program in the project, and returns what it prints. */
async function printed(program, ...args) {
  const { stdout } = await run(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" } });
  return stdout.trim();
}
const write = (name, text) => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder, PACKAGE], { encoding: "utf8" }));
const tarball = join(folder, packed.filename);
write("package.json", JSON.stringify({ name: "project", private: true, type: "module" }));
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, stdio: "pipe" });

/** What each program does after it has loaded the package. Each part has a module of its own. */
const USE = `
  const bytes = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
  const result = [
    utf8kit.decode(bytes, { onError: "escape" }),
    utf8kit.isValid(new Uint8Array(1000)),
    legacy.decode(bytes, { encoding: "windows-1252" }),
    text.detect(bytes).encoding,
    inspect.inspect(bytes).length,
    names.properties("é").category,
  ].join(" ");
`;
const EXPECTED = "caf\\xE9 true café windows-1252 4 Ll";
const parts = (end) => ["", "/legacy", "/text", "/inspect", "/names"].map((part) => [part === "" ? "utf8kit" : part.slice(1), `utf8kit${part}${end}`]);
const IMPORT = parts("").map(([name, from]) => `import * as ${name} from "${from}";`).join("\n");
const INLINE = parts("/inline").map(([name, from]) => `import * as ${name} from "${from}";`).join("\n");
const REQUIRE = parts("").map(([name, from]) => `const ${name} = require("${from}");`).join("\n");
const INIT = "await Promise.all([utf8kit, legacy, text, inspect, names].map((part) => part.init()));";

write("esm.mjs", `${IMPORT}\n${USE}\nconsole.log(result);`);
write("common.cjs", `${REQUIRE}\n${USE}\nconsole.log(result);`);

const NODES = { "Node.js, which runs this test": process.execPath, "Node.js 22": join(here, "node_modules/node22/bin/node"), "Node.js 24": join(here, "node_modules/node24/bin/node") };
for (const [name, node] of Object.entries(NODES)) {
  test(`${name}: import and require`, async () => {
    assert.equal(await printed(node, "esm.mjs"), EXPECTED);
    assert.equal(await printed(node, "common.cjs"), EXPECTED);
  });
}

test("Deno: import and require", async () => {
  for (const file of ["esm.mjs", "common.cjs"]) {
    assert.equal(await printed(tool("deno"), "run", "--allow-read", "--node-modules-dir=manual", file), EXPECTED, file);
  }
});

test("Bun: import, require, and a bundle", async () => {
  for (const file of ["esm.mjs", "common.cjs"]) assert.equal(await printed(tool("bun"), file), EXPECTED, file);
  write("bun.mjs", `${INLINE}\n${USE}\nconsole.log(result);`);
  await printed(tool("bun"), "build", "bun.mjs", "--target=bun", "--outfile=bun-bundle.mjs");
  assert.equal(await printed(tool("bun"), "bun-bundle.mjs"), EXPECTED);
});

test("Cloudflare Workers", async () => {
  const { Miniflare } = await import("miniflare");
  write("worker.mjs", `${IMPORT}\nexport default { fetch() { ${USE} return new Response(result); } };`);
  // As Wrangler does: a bundle in which modules of WebAssembly stay imports.
  const { build } = createRequire(new URL("../../../web/package.json", import.meta.url))("esbuild");
  mkdirSync(join(folder, "workers"), { recursive: true });
  const wasm = new Map();
  await build({
    entryPoints: [join(folder, "worker.mjs")], bundle: true, format: "esm", outfile: join(folder, "workers/worker.mjs"), conditions: ["workerd", "worker", "browser"], logLevel: "silent",
    plugins: [{
      name: "wasm",
      setup(build) {
        build.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
          const name = path.split("/").at(-1);
          wasm.set(name, readFileSync(join(resolveDir, path)));
          return { path: `./${name}`, external: true };
        });
      },
    }],
  });
  const modules = [...wasm].map(([path, contents]) => ({ type: "CompiledWasm", path, contents }));
  const miniflare = new Miniflare({
    compatibilityDate: "2026-01-01",
    modules: [{ type: "ESModule", path: "worker.mjs", contents: readFileSync(join(folder, "workers/worker.mjs"), "utf8") }, ...modules],
  });
  try {
    assert.equal(await (await miniflare.dispatchFetch("http://localhost/")).text(), EXPECTED);
  } finally {
    await miniflare.dispose();
  }
});

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
/** Serves the project, opens a page of it in Chromium, and returns what the page says. */
async function shown(path) {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url, "http://localhost").pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { chromium } = createRequire(new URL("../../../web/package.json", import.meta.url))("playwright-core");
  const executablePath = execFileSync("sh", ["-c", "command -v chromium || command -v google-chrome"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
    await page.waitForFunction(() => document.title !== "", null, { timeout: 20_000 }).catch(() => assert.fail(`${path}: ${errors.join("; ") || "nothing was shown"}`));
    return await page.title();
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
const SHOW = "document.title = result;";
const html = (script, type = "module") => `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><title></title><script type="${type}" src="${script}"></script>`;

test("a page without a bundler", async () => {
  const from = (name) => `/node_modules/utf8kit/${name === "utf8kit" ? "index" : name}.js`;
  write("plain/main.js", `${parts("").map(([name]) => `import * as ${name} from "${from(name)}";`).join("\n")}\n${INIT}\n${USE}\n${SHOW}`);
  write("plain/index.html", html("main.js"));
  assert.equal(await shown("plain/index.html"), EXPECTED);
});

test("a module worker hears its first message", async () => {
  write("worker/worker.js", `
    import * as utf8kit from "/node_modules/utf8kit/index.js";
    const ready = utf8kit.init();
    onmessage = async ({ data }) => { await ready; postMessage(utf8kit.decode(data, { onError: "escape" })); };
  `);
  write("worker/main.js", `
    let heard = 0;
    for (let i = 0; i < 20; i++) {
      const worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = ({ data }) => { if (data === "caf\\\\xE9" && ++heard === 20) document.title = "20 of 20"; };
      worker.postMessage(Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
    }
  `);
  write("worker/index.html", html("main.js"));
  assert.equal(await shown("worker/index.html"), "20 of 20");
});

test("a service worker starts", async () => {
  write("service/sw.js", `
    import * as utf8kit from "/node_modules/utf8kit/index.js";
    const ready = utf8kit.init();
    addEventListener("install", (event) => event.waitUntil(ready.then(() => skipWaiting())));
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("message", (event) => event.source.postMessage(utf8kit.decode(event.data, { onError: "escape" })));
  `);
  write("service/main.js", `
    navigator.serviceWorker.onmessage = ({ data }) => (document.title = data);
    await navigator.serviceWorker.register("sw.js", { type: "module" });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
  `);
  write("service/index.html", html("main.js"));
  assert.equal(await shown("service/index.html"), "caf\\xE9");
});

const PAGE = `${IMPORT}\nasync function main() { ${INIT}\n${USE}\n${SHOW} }\nmain();`;

test("Vite", async () => {
  write("vite/main.js", PAGE);
  write("vite/index.html", html("main.js"));
  await printed(tool("vite"), "build", "vite", "--outDir", "../vite-dist", "--emptyOutDir", "--base", "./", "--logLevel", "error");
  assert.equal(await shown("vite-dist/index.html"), EXPECTED);
});

test("webpack, from import and from require", async () => {
  for (const [name, script] of [["import", PAGE], ["require", PAGE.replace(IMPORT, REQUIRE)]]) {
    const extension = name === "import" ? "mjs" : "cjs";
    write(`webpack/${name}.${extension}`, script);
    await printed(tool("webpack"), "build", `./webpack/${name}.${extension}`, "--mode", "production", "--output-path", join(folder, `webpack-${name}`), "--output-public-path", "auto");
    write(`webpack-${name}/index.html`, html("main.js", "text/javascript"));
    assert.equal(await shown(`webpack-${name}/index.html`), EXPECTED, name);
  }
});

test("Rollup and esbuild: one file of any format from utf8kit/inline", async () => {
  const script = `${INLINE}\n${USE}\n${SHOW}`;
  write("inline/main.mjs", script);
  const { rollup } = await import("rollup");
  const { default: resolve } = await import("@rollup/plugin-node-resolve");
  const bundle = await rollup({ input: join(folder, "inline/main.mjs"), plugins: [resolve({ browser: true })] });
  await bundle.write({ file: join(folder, "inline/rollup.js"), format: "iife" });
  const { build } = createRequire(new URL("../../../web/package.json", import.meta.url))("esbuild");
  await build({ entryPoints: [join(folder, "inline/main.mjs")], bundle: true, minify: true, format: "iife", outfile: join(folder, "inline/esbuild.js"), logLevel: "silent" });
  for (const name of ["rollup", "esbuild"]) {
    write(`inline/${name}.html`, html(`${name}.js`, "text/javascript"));
    assert.equal(await shown(`inline/${name}.html`), EXPECTED, name);
  }
});

test("esbuild with the modules of WebAssembly beside its bundle", async () => {
  const { build } = createRequire(new URL("../../../web/package.json", import.meta.url))("esbuild");
  write("beside/main.mjs", PAGE);
  await build({ entryPoints: [join(folder, "beside/main.mjs")], bundle: true, format: "esm", outfile: join(folder, "beside/main.js"), logLevel: "silent" });
  for (const name of ["utf8kit", "legacy", "text", "inspect", "names"]) cpSync(join(folder, `node_modules/utf8kit/${name}.wasm`), join(folder, `beside/${name}.wasm`));
  write("beside/index.html", html("main.js"));
  assert.equal(await shown("beside/index.html"), EXPECTED);
});

test("the README names the versions that these are", () => {
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const list = (folder) => JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), "utf8")).devDependencies;
  const { esbuild } = list("../../../web/");
  const named = { node22: "", node24: "", deno: "Deno ", bun: "Bun ", vite: "Vite ", webpack: "webpack ", rollup: "Rollup ", publint: "publint ", "@arethetypeswrong/cli": "attw ", esbuild: "esbuild " };
  const all = { ...list("./"), esbuild };
  for (const [name, called] of Object.entries(named)) {
    const [, version] = /(\d+\.\d+)\.\d+$/.exec(all[name]);
    assert.ok(readme.includes(called + version), `${called}${version}`);
  }
  assert.ok(readme.includes(`Miniflare ${all.miniflare.split(".").slice(0, 2).join(".")}`), "miniflare");
});

test("publint and attw have no objection", async () => {
  const { publint } = await import("publint");
  const { messages } = await publint({ pkgDir: join(folder, "node_modules/utf8kit"), pack: false, strict: true });
  assert.deepEqual(messages, []);
  // Files with a module inside are for bundlers, which import.
  const inline = parts("/inline").map(([, from]) => from.slice("utf8kit/".length));
  await printed(tool("attw"), tarball, "--profile", "node16", "--format", "ascii", "--exclude-entrypoints", ...inline);
});
