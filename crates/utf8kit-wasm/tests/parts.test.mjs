// `text.wasm` in two parts: they do what the whole module does, and the rest is fetched only by what needs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { PACKAGE, damage, random } from "./support.mjs";

const file = (name) => readFileSync(new URL(name, PACKAGE));
const whole = await import(new URL("node/text.js", PACKAGE));
const legacy = await import(new URL("node/legacy.js", PACKAGE));

let instances = 0;
/** Returns the functions of the first part in an instance of their own, and how often the rest was asked for. */
async function parts(rest = () => file("text-rest.wasm")) {
  const text = await import(new URL(`text.js?${instances++}`, PACKAGE));
  const asked = { times: 0 };
  const counted = () => {
    asked.times++;
    return rest();
  };
  text.initSync(file("text-first.wasm"), ...(rest ? [counted] : []));
  return { text, asked };
}

const RUSSIAN = Buffer.from("Съешь же ещё этих мягких французских булок, да выпей чаю.\n");
const KOI8 = legacy.encode(RUSSIAN.toString(), { encoding: "koi8-r" });

test("usual text in UTF-8 does not ask for the rest", async () => {
  const { text, asked } = await parts();
  assert.deepEqual(text.rules, whole.rules);
  for (const bytes of [RUSSIAN, Buffer.from("plain\n"), Buffer.from("Der Größte sagte: „Nein“ – für 5 €.\n".repeat(20_000)), Buffer.from("日本語の文章です。「はい」\n"), Buffer.from("a\u200Bb\u202Ec\0")]) {
    assert.deepEqual(text.check(bytes), whole.check(bytes));
    assert.deepEqual(text.detect(bytes), whole.detect(bytes));
    assert.deepEqual(text.fix(bytes), whole.fix(bytes));
    assert.deepEqual(text.inspect(bytes), whole.inspect(bytes));
  }
  assert.equal(text.fixDoubleEncoding("un café noir"), "un café noir");
  assert.equal(asked.times, 0);
  // What may be in any encoding does.
  assert.equal(text.fixDoubleEncoding("un caf\u00C3\u00A9 noir"), "un café noir");
  assert.equal(asked.times, 1);
});

test("what needs the rest asks for it once, and gets what the whole module says", async () => {
  const { text, asked } = await parts();
  assert.deepEqual(text.detect(KOI8), whole.detect(KOI8));
  assert.equal(text.detect(KOI8).encoding, "KOI8-R");
  assert.equal(asked.times, 1);
  const samples = { "windows-1252": "Les élèves étaient à l'école, où l'on mange des pâtés.", "windows-1251": "Привет, как дела?", shift_jis: "これは日本語の文章です。漢字とひらがな。", "euc-kr": "다람쥐 헌 쳇바퀴에 타고파", big5: "敏捷的棕色狐狸跳過懶狗", "utf-16le": "Größe und Länge", ibm037: "HELLO WORLD, THIS IS TEXT", marc8: "Café" };
  for (const [encoding, sample] of Object.entries(samples)) {
    const bytes = legacy.encode(sample.repeat(3), { encoding });
    for (const run of [(t) => t.detect(bytes), (t) => t.detectAll(bytes), (t) => t.check(bytes), (t) => t.fix(bytes, { onError: "as:windows-1252" }), (t) => t.inspect(bytes, { encoding })]) {
      assert.deepEqual(run(text), run(whole), `${encoding}: ${run}`);
    }
  }
  assert.equal(asked.times, 1);
});

test("both parts together are the whole module, for random texts", async () => {
  const below = random(7);
  const names = whole.rules.map(({ name }) => name);
  for (let round = 0; round < 60; round++) {
    // Some from the start, so that the rest comes at any point.
    const { text } = await parts();
    for (let i = 0; i < 4; i++) {
      const base = [RUSSIAN, KOI8, Buffer.from("caf\u00C3\u00A9 {\"a\": \"\\u00e9\"} <meta charset=latin1>\r\n"), Buffer.from("=?iso-8859-1?q?=E9?= \x1B$B$3\x1B(B ~{<:Ky~}")][below(4)];
      const bytes = damage(base, below(6), below);
      const rules = below(2) ? undefined : [names[below(names.length)], names[below(names.length)]];
      const path = [undefined, "a.js", "a.eml", "a.html"][below(4)];
      const onError = ["keep", "replace", "meant"][below(3)];
      for (const run of [(t) => t.check(bytes, { rules, path }), (t) => t.detect(bytes), (t) => t.fix(bytes, { rules, path, onError }), (t) => t.doubleEncoded(bytes)]) {
        assert.deepEqual(run(text), run(whole), `${round} ${Buffer.from(bytes).toString("hex")} ${rules} ${path}`);
      }
    }
  }
});

test("a rest that does not come is an error of that call, and the next one works", async () => {
  let fails = true;
  const { text, asked } = await parts(() => {
    if (fails) throw new Error("no network");
    return new WebAssembly.Module(file("text-rest.wasm"));
  });
  const detector = new text.Detector();
  assert.throws(() => text.detect(KOI8), { message: "no network" });
  assert.throws(() => detector.push(KOI8), RangeError);
  assert.equal(text.detect(RUSSIAN).encoding, "UTF-8");
  fails = false;
  assert.equal(text.detect(KOI8).encoding, "KOI8-R");
  assert.equal(asked.times, 2);

  const { text: alone } = await parts(null);
  assert.throws(() => alone.detect(KOI8), { message: /needs the rest of the module/ });
  const unread = await import(new URL("text.js?unread", PACKAGE));
  assert.throws(() => unread.initSync(file("text-first.wasm"), file("text-rest.wasm")), { name: "TypeError", message: /^rest: expected a function/ });
  await assert.rejects(unread.init(file("text-first.wasm"), "text-rest.wasm"), { name: "TypeError", message: /^rest: expected a function/ });
  await unread.init(file("text-first.wasm"), () => file("text-rest.wasm"));
  assert.equal(unread.detect(KOI8).encoding, "KOI8-R");
});

/** The size of a file of the package as a server sends it. */
const compressed = (name) => gzipSync(file(name), { level: 9 }).length;

test("the first part is under 400 KB, and modules are as large as the README says", () => {
  assert.ok(compressed("text-first.wasm") < 400_000, String(compressed("text-first.wasm")));
  const rows = [...file("README.md").toString().matchAll(/^\| `[\w/]+`.* \| ([\d,]+) KB \|.*$/gm)];
  const modules = ["utf8kit.wasm", "legacy.wasm", "inspect.wasm", "text.wasm", "names.wasm"];
  assert.equal(rows.length, modules.length);
  for (const [n, name] of modules.entries()) {
    const said = Number(rows[n][1].replace(",", "")) * 1000;
    assert.ok(Math.abs(compressed(name) / said - 1) < 0.05, `${name}: ${compressed(name)}, and the README says ${said}`);
  }
  const [, first, rest] = /parts of ([\d,]+) and ([\d,]+) KB/.exec(file("README.md").toString());
  assert.ok(Math.abs(compressed("text-first.wasm") / (first * 1000) - 1) < 0.05, String(compressed("text-first.wasm")));
  assert.ok(Math.abs(compressed("text-rest.wasm") / (rest * 1000) - 1) < 0.05, String(compressed("text-rest.wasm")));
});

test("modules have no symbols, relocations or debug information", () => {
  for (const name of ["utf8kit.wasm", "legacy.wasm", "inspect.wasm", "names.wasm", "text.wasm", "text-portable.wasm", "text-first.wasm", "text-rest.wasm"]) {
    const module = new WebAssembly.Module(file(name));
    for (const section of ["name", "linking", "reloc.CODE", "reloc.DATA", ".debug_info", "producers"]) assert.equal(WebAssembly.Module.customSections(module, section).length, 0, `${name}: ${section}`);
  }
});
