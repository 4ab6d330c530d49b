// `utf8kit/text` gives what the command gives.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { PACKAGE, damage, pieces, random } from "./support.mjs";

const text = await import(new URL("node/text.js", PACKAGE));
const inspect = await import(new URL("node/inspect.js", PACKAGE));
const legacy = await import(new URL("node/legacy.js", PACKAGE));
const names = await import(new URL("node/names.js", PACKAGE));

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "utf8kit-npm-"));
after(() => rmSync(folder, { recursive: true }));

/** The command `utf8`: `UTF8KIT_COMMAND` names a program that is built already. */
const COMMAND = process.env.UTF8KIT_COMMAND ? [process.env.UTF8KIT_COMMAND] : ["cargo", "run", "--quiet", "--package", "utf8kit-cli", "--"];

/** Runs the command and returns what it prints, whatever its exit status. */
function utf8(...args) {
  try {
    const [program, ...before] = COMMAND;
    return execFileSync(program, [...before, ...args], { cwd: ROOT, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).toString();
  } catch (error) {
    // 1: there are findings.
    assert.equal(error.status, 1, error.stderr?.toString());
    return error.stdout.toString();
  }
}

const lines = (output) => output.split("\n").filter(Boolean).map((line) => JSON.parse(line));

const LINES = [
  "plain text\n",
  "naïve café, où ça\n",
  "cafÃ© noir, lâ€™Ã©tÃ©\n",
  "Привет, мир\n",
  "\u202Eevil\u202C \u200Bzero\n",
  "漢字かな交じり文\n",
  "e\u0301\n",
  "\uFEFFinner\n",
  "🦀 emoji\r\n",
  "раypal\n",
];

/** Texts of all kinds, with and without errors. */
function texts() {
  const below = random(3);
  const made = Array.from({ length: 60 }, (_, i) => {
    const parts = Array.from({ length: 1 + below(i < 50 ? 20 : 4000) }, () => LINES[below(LINES.length)]);
    return damage(Buffer.from(parts.join("")), i % 3 === 0 ? 0 : below(6), below);
  });
  const whole = [
    Buffer.from(""),
    Buffer.from("ED A0 BD ED B8 80 61".replaceAll(" ", ""), "hex"),
    Buffer.from("Les élèves français étaient à l'école, déjà prêts pour Noël. ".repeat(8), "latin1"),
    Buffer.from("\uFEFFsigned", "utf16le"),
    Buffer.from("7f454c46020101000000000000000000", "hex"),
    Buffer.concat([Buffer.alloc(9000, "a"), Buffer.from("00ff00", "hex")]),
  ];
  return [...made, ...whole];
}

const TEXTS = texts();
const files = TEXTS.map((content, i) => {
  // In a directory of its own: the command asks the files beside one that leaves a doubt.
  const own = join(folder, String(i).padStart(3, "0"));
  mkdirSync(own);
  const path = join(own, "text.txt");
  writeFileSync(path, content);
  return path;
});

test("what is recognized is decoded by the same module", () => {
  const written = "これは日本語の文章です。漢字とひらがなとカタカナが混ざっています。";
  const bytes = legacy.encode(written, { encoding: "Shift_JIS" });
  const decoder = new text.Decoder({ encoding: text.detect(bytes).encoding });
  assert.equal(pieces(bytes, random(7)).map((piece) => decoder.decode(piece)).join("") + decoder.finish(), written);
  assert.throws(() => new text.Decoder({ encoding: "koi7-x" }), RangeError);
  const ascii = new text.Decoder({ encoding: "us-ascii" });
  assert.throws(() => ascii.decode(Uint8Array.of(0x61, 0xff)), (error) => error instanceof text.EncodingError && error.offset === 1);
});

test("fix restores what lost bytes on request", () => {
  const broken = "Le caf\u00C3\u00A9 est pr\u00C3\u00AAt \u00C3 partir de midi";
  const fixed = (options) => Buffer.from(text.fix(Buffer.from(broken), options).bytes).toString();
  assert.equal(fixed(), broken);
  assert.equal(fixed({ restore: false }), broken);
  assert.equal(fixed({ restore: true }), "Le café est prêt à partir de midi");
  assert.throws(() => fixed({ restore: 1 }), { name: "TypeError", message: /restore/ });
});

test("check finds what the command finds, in any pieces", () => {
  // What a signature should be depends on the name of a file.
  const rules = text.rules.map((rule) => rule.name).filter((name) => name !== "signature");
  const found = lines(utf8("check", "--no-config", "--format", "json", "--select", rules.join(","), "--max-per-file", "100000", "--max", "1000000", ...files));
  const below = random(5);
  let compared = 0;
  for (const [i, content] of TEXTS.entries()) {
    const expected = found.filter((finding) => finding.path === files[i] && finding.rule);
    const ours = text.check(content, { rules, binary: false, limit: 1e6 });
    const plain = ({ rule, kind, offset, length, line, column, end_column, endColumn, count, bytes, message, clause }) =>
      ({ rule, kind, offset, length, line, column, end: end_column ?? endColumn, count, bytes, message, clause });
    assert.deepEqual(ours.map(plain), expected.map(plain), files[i]);
    compared += ours.length;
    const checker = new text.Checker({ rules, binary: false, limit: 1e6 });
    const inPieces = pieces(content, below).flatMap((piece) => checker.push(piece));
    assert.deepEqual(inPieces.concat(checker.finish()), ours);
  }
  assert.ok(compared > 1000, `${compared}`);
});

test("detect recognizes what the command recognizes, in any pieces", () => {
  const below = random(9);
  const found = lines(utf8("detect", "--format", "json", ...files)).filter((line) => line.path);
  assert.equal(found.length, files.length);
  for (const [i, content] of TEXTS.entries()) {
    // The command says nothing of an empty file.
    if (content.length === 0) continue;
    const expected = found.find((line) => line.path === files[i]);
    const ours = text.detect(content);
    assert.equal(ours?.isAscii ? "US-ASCII" : (ours?.encoding ?? null), expected.encoding, `${files[i]} ${JSON.stringify(expected)}`);
    if (ours) assert.equal(ours.certainty, expected.certainty);
    const detector = new text.Detector();
    for (const piece of pieces(content, below)) if (detector.push(piece)) break;
    assert.deepEqual(detector.finish(), ours);
  }
});

test("detectAll ranks the encodings that a text may be in, and detect names the first", () => {
  const bytes = (...parts) => Uint8Array.from(parts.flat());
  // "Árvíztűrő tükörfúrógép" in windows-1250.
  const hungarian = bytes(0xc1, 0x72, 0x76, 0xed, 0x7a, 0x74, 0xfb, 0x72, 0xf5, 0x20, 0x74, 0xfc, 0x6b, 0xf6, 0x72, 0x66, 0xfa, 0x72, 0xf3, 0x67, 0xe9, 0x70);
  const [first, ...others] = text.detectAll(hungarian);
  const detected = text.detect(hungarian);
  assert.equal(detected.languageName, "Hungarian");
  assert.deepEqual(first, { encoding: "windows-1250", certainty: detected.certainty, language: "hu", languageName: "Hungarian", bitsBehind: 0 });
  assert.ok(others.length > 0);
  assert.equal(others[0].encoding, detected.second);
  for (const [i, other] of others.entries()) {
    assert.equal(other.certainty, "possible");
    assert.ok(other.encoding !== first.encoding && other.languageName);
    assert.ok(other.bitsBehind >= (i === 0 ? 0 : others[i - 1].bitsBehind));
  }
  const names = (content) => text.detectAll(content).map((one) => one.encoding);
  assert.deepEqual(names(new TextEncoder().encode("Größe")), ["UTF-8"]);
  assert.deepEqual(names(bytes(0xff, 0xfe, 0x61, 0)), ["UTF-16LE"]);
  assert.deepEqual(names(bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 2, 3)), []);
  for (const content of TEXTS) assert.equal(names(content)[0], text.detect(content)?.encoding);
  assert.throws(() => text.detectAll("a"), TypeError);
});

test("fix repairs what the command repairs", () => {
  const copies = files.map((_, i) => {
    const path = join(folder, `copy-${i}.txt`);
    writeFileSync(path, TEXTS[i]);
    return path;
  });
  const rules = text.rules.filter((rule) => rule.isDefault && rule.name !== "signature").map((rule) => rule.name);
  for (const onError of ["keep", "replace", "meant"]) {
    const flags = onError === "keep" ? [] : ["--on-error", onError];
    for (const [i, path] of copies.entries()) {
      writeFileSync(path, TEXTS[i]);
    }
    // Some rules repair only if they are named.
    utf8("fix", "--no-config", `--select=${rules}`, "--format", "json", ...flags, ...copies);
    for (const [i, path] of copies.entries()) {
      let ours;
      try {
        ours = text.fix(TEXTS[i], { rules, onError, binary: false }).bytes;
      } catch (error) {
        assert.match(error.message, /probably binary/);
        ours = TEXTS[i];
      }
      assert.ok(Buffer.from(ours).equals(execFileSync("cat", [path])), `${onError} ${path}`);
    }
  }
});

test("inspect shows what the command shows", () => {
  for (const [encoding, hex] of [
    ["UTF-8", "41c3a9e282acf09fa680c080eda080ff80f4908080e2"],
    ["CESU-8", "41eda0bdedb880f09f"],
    ["UTF-16LE", "4100ac203dd800de00d8"],
    ["UTF-7", "612b494b772d2bff"],
    ["cp437", "41e9819b"],
    ["jisx0201", "5cb1"],
    ["windows-1252", "41e98199"],
  ]) {
    const bytes = Buffer.from(hex, "hex");
    const path = join(folder, "inspect.bin");
    writeFileSync(path, bytes);
    const expected = lines(utf8("inspect", "--format", "json", "--as", encoding, path)).filter((line) => line.bits);
    const ours = names.withNames(text.inspect(bytes, { encoding }));
    assert.equal(ours.length, expected.length, encoding);
    for (const [i, item] of ours.entries()) {
      const line = expected[i];
      assert.deepEqual([item.offset, item.kind], [line.offset, line.kind]);
      assert.deepEqual(item.bytes.map(({ role, prefix, payload }) => ({ role, prefix, payload })), line.bits.map(({ role, prefix, payload }) => ({ role, prefix, payload })));
      assert.deepEqual(
        item.characters,
        line.characters.map(({ number, code_point, character, name, block, category, category_name, age, encodings, escapes }) =>
          ({ number, codePoint: code_point, character, name, block, category, categoryName: category_name, age, encodings, escapes })),
      );
      if (!line.problem) {
        assert.equal(item.problem, null);
        continue;
      }
      const { accepted_by, windows_1252, ...rest } = line.problem;
      const acceptedBy = accepted_by.map(({ encoding, code_points }) => ({ encoding, codePoints: code_points }));
      assert.deepEqual(item.problem, { ...rest, acceptedBy, windows1252: windows_1252 });
    }
  }
});

test("the small module shows the same of UTF-8 and its dialects", () => {
  const below = random(4);
  assert.deepEqual(inspect.encodings().toSorted(), ["Annex-R", "Annex-R.5", "CESU-8", "Modified-UTF-8", "RFC2279", "UTF-8", "WTF-8"]);
  for (let i = 0; i < 200; i++) {
    const bytes = damage(Buffer.from("aé€🦀"), below(4), below);
    for (const encoding of inspect.encodings()) {
      const options = { encoding, offset: below(9), isEnd: below(2) === 0, limit: 1 + below(6) };
      assert.deepEqual(inspect.inspect(bytes, options), text.inspect(bytes, options));
    }
  }
  assert.throws(() => inspect.inspect(new Uint8Array(1), { encoding: "utf-16" }), { name: "RangeError" });
});

test("characters have names and other properties", () => {
  const { name, block, category, categoryName, age, encodings, escapes } = names.properties("€");
  assert.deepEqual([name, block, category, categoryName, age], ["EURO SIGN", "Currency Symbols", "Sc", "currency symbol", "2.1"]);
  assert.deepEqual([encodings["UTF-8"], escapes.Rust], ["E2 82 AC", "\\u{20AC}"]);
  assert.deepEqual(names.properties(0x20ac), names.properties("€"));
  assert.equal(names.properties(0xd800).name, "<surrogate-D800>");
  assert.equal(names.properties(0x7fffffff).name, null);
  for (const wrong of ["", "ab", "e\u0301", -1, NaN]) assert.throws(() => names.properties(wrong), { name: "RangeError" }, wrong);
  for (const wrong of [null, undefined, {}]) assert.throws(() => names.properties(wrong), { name: "TypeError" });
  assert.throws(() => names.withNames("a"), { name: "TypeError" });
  // More than a page of the module's output.
  const items = text.inspect(Buffer.from(Array.from({ length: 5000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("")), { limit: 5000 });
  const named = names.withNames(items);
  assert.equal(named.length, 5000);
  assert.ok(named.every((item, i) => item.characters[0].name === `CJK UNIFIED IDEOGRAPH-${(0x4e00 + i).toString(16).toUpperCase()}`));
  assert.deepEqual(names.withNames([]), []);
});

/** Files whose names decide what the rules find. */
const NAMED = {
  "a.json": String.raw`{"a": "caf\u00c3\u00a9 \ud83d"}`,
  "b.js": "let a\u200B = 1; // \u200B\nlet b\u00A0= 2;\n",
  "c.py": "x\u3164 = 'a\u200Bb'\n",
  "d.html": "<p>caf&Atilde;&copy; &#55357;&#56832;",
  "e.pot": 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CHARSET\\n"\n',
  "f.txt": String.raw`"\ud83d" caf%C3%83%C2%A9`,
};

test("the name of a file decides as in the command: check and fix", () => {
  const folderOf = (name) => join(folder, `named-${name.replace(".", "-")}`);
  let differ = 0;
  for (const [name, content] of Object.entries(NAMED)) {
    mkdirSync(folderOf(name), { recursive: true });
    const path = join(folderOf(name), name);
    writeFileSync(path, content);
    const rules = text.rules.map((rule) => rule.name).filter((rule) => !["signature", "names", "unused-allow"].includes(rule));
    const expected = lines(utf8("check", "--no-config", "--format", "json", "--select", rules.join(","), path)).filter((finding) => finding.rule);
    const place = ({ rule, kind, offset, length }) => ({ rule, kind, offset, length });
    const bytes = Buffer.from(content);
    const found = text.check(bytes, { rules, path });
    assert.deepEqual(found.map(place), expected.map(place), name);
    assert.deepEqual(text.check(bytes, { rules, path, binary: false }), found);
    const checker = new text.Checker({ rules, path: name });
    assert.deepEqual([...bytes].flatMap((byte) => checker.push(Uint8Array.of(byte))).concat(checker.finish()), found);
    differ += Number(JSON.stringify(text.check(bytes, { rules })) !== JSON.stringify(found));
    const repairing = ["escapes", "space-in-code", "double-encoded"];
    utf8("fix", "--no-config", `--select=${repairing}`, "--format", "json", path);
    assert.equal(Buffer.from(text.fix(bytes, { rules: repairing, path }).bytes).toString(), readFileSync(path, "utf8"), name);
  }
  assert.ok(differ >= 4, `${differ}`);
  assert.throws(() => text.check(new Uint8Array(), { path: 1 }), { name: "TypeError", message: "path: expected a string, found 1" });
  assert.throws(() => text.fix(new Uint8Array(), { path: "a\0b" }), { name: "RangeError" });
});

test("detect chooses among the encodings that a text may be in", () => {
  const russian = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0);
  const among = (bytes, ...encodings) => text.detect(bytes, { encodings })?.encoding ?? null;
  assert.equal(among(russian, "koi8-r", "cp1251"), "windows-1251");
  assert.equal(among(russian, "utf-8", "windows-1252"), "windows-1252");
  assert.equal(among(Buffer.from("plain"), "koi8-r"), "KOI8-R");
  assert.equal(among(russian, "utf-8"), null);
  const detector = new text.Detector({ encodings: ["koi8-r"] });
  for (const byte of russian) detector.push(Uint8Array.of(byte));
  assert.deepEqual(detector.finish(), text.detect(russian, { encodings: ["koi8-r"] }));
  assert.throws(() => among(russian, "klingon"), { name: "RangeError", message: /"klingon" is unknown/ });
  assert.throws(() => text.detect(russian, { encodings: [] }), { name: "RangeError" });
  assert.throws(() => text.detect(russian, { encodings: "utf-8" }), { name: "TypeError", message: /encodings: expected an array of names/ });
});

test("maps count every byte once, in any pieces", () => {
  const below = random(6);
  for (const content of TEXTS) {
    const cells = 2 + below(40);
    const map = new text.FileMap(cells);
    for (const piece of pieces(content, below)) map.push(piece);
    const inPieces = map.finish();
    const whole = new text.FileMap(cells);
    whole.push(content);
    assert.deepEqual(whole.finish(), inPieces);
    const { total } = inPieces;
    assert.equal(total.nul + total.ascii + total.two + total.three + total.four + total.illFormed, content.length);
    assert.equal(inPieces.length, content.length);
    assert.ok(inPieces.cells.length <= cells);
    const lossy = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
    assert.equal(total.errors, lossy.split("\uFFFD").length - 1);
    assert.equal(inPieces.scripts.reduce((sum, { characters }) => sum + characters, 0), [...lossy].length - total.errors);
  }
});

test("double encoding is undone where it is certain", () => {
  assert.equal(text.fixDoubleEncoding("cafÃ© noir, lâ€™Ã©tÃ©"), "café noir, l’été");
  assert.equal(text.fixDoubleEncoding("café"), "café");
  assert.deepEqual(text.doubleEncoded("un cafÃ©"), [{ offset: 6, length: 4, meant: "é", times: 1 }]);
  // A text of many pieces, of which some have halves of pairs, and characters of one to four bytes where they are cut.
  for (const [broken, meant] of [["🦀 cafÃ© ", "🦀 café "], ["\uD83D naÃ¯ve\uDC00 ", "\uD83D naïve\uDC00 "], ["naÃ¯ve🦀 ", "naïve🦀 "]]) {
    for (const count of [1, 21_845, 50_001]) assert.ok(text.fixDoubleEncoding(broken.repeat(count)) === meant.repeat(count), `${meant} ${count}`);
  }
});

test("wrong arguments are refused with what is expected", () => {
  const bytes = new Uint8Array(1);
  assert.throws(() => text.check(bytes, { rules: ["nonsense"] }), { name: "RangeError", message: /"nonsense" is unknown; expected .*ill-formed/ });
  assert.throws(() => text.check(bytes, { rules: [] }), { name: "RangeError" });
  assert.throws(() => text.fix(bytes, { onError: "fail" }), { name: "TypeError", message: /expected keep, replace/ });
  assert.throws(() => text.inspect(bytes, { encoding: "none" }), { name: "RangeError" });
  const checker = new text.Checker();
  checker.finish();
  assert.throws(() => checker.finish(), { name: "TypeError", message: /has ended/ });
  assert.equal(text.check(Buffer.from("ff".repeat(9) + "61ff61ff61ff", "hex"), { rules: ["ill-formed"], limit: 2, separatePlaces: true }).length, 2);
});

test("limits are numbers, and many findings are returned", () => {
  const bytes = Buffer.from("41ff".repeat(130_000), "hex");
  const rules = ["ill-formed"]; // without the rule that the text is in another encoding
  assert.equal(text.check(bytes, { rules, limit: Infinity, binary: false }).length, 130_000);
  assert.equal(text.inspect(bytes.subarray(0, 9), { limit: Infinity }).length, 9);
  assert.equal(text.inspect(bytes, { limit: 0 }).length, 0);
  const fixed = text.fix(bytes, { rules, onError: "replace", limit: 3 });
  assert.deepEqual([fixed.count, fixed.repaired.length, fixed.bytes.length], [130_000, 3, 4 * 130_000]);
  assert.throws(() => text.check(bytes, { limit: "many" }), { name: "TypeError", message: 'limit: expected a number, found "many"' });
  for (const limit of [NaN, -1]) {
    assert.throws(() => text.check(bytes, { limit }), { name: "RangeError", message: /limit: expected a number from 0/ });
    assert.throws(() => text.inspect(bytes, { limit }), { name: "RangeError" });
  }
  assert.throws(() => text.check(bytes, { rules: "ill-formed" }), { name: "TypeError", message: 'rules: expected an array of names, found "ill-formed"' });
  assert.throws(() => text.check(bytes, { separatePlaces: 1 }), { name: "TypeError", message: "separatePlaces: expected true or false, found 1" });
  assert.throws(() => text.fixDoubleEncoding(null), { name: "TypeError", message: "text: expected a string, found null" });
  assert.throws(() => text.inspect(bytes, { encoding: 8 }), { name: "TypeError", message: "encoding: expected a string, found 8" });
  assert.throws(() => new text.FileMap(1), { name: "RangeError", message: /cells: expected a number from 2/ });
  assert.throws(() => text.inspect(bytes, { offset: -5 }), { name: "RangeError" });
  assert.throws(() => text.check(bytes, "ill-formed"), { name: "TypeError", message: /options: expected an object/ });
});

test("a freed checker is not used, rules cannot be changed, and other characters stay as they are", () => {
  const checker = new text.Checker();
  checker.push(Buffer.from("ff", "hex"));
  checker.free();
  assert.throws(() => checker.finish(), { name: "TypeError" });
  assert.throws(() => { text.rules[0].name = "x"; }, { name: "TypeError" });
  assert.equal(text.fixDoubleEncoding("\uD800 cafÃ© 🦀 naÃ¯ve \uDC00"), "\uD800 café 🦀 naïve \uDC00");
});

test("the text around a finding is cut between characters", () => {
  // 96 bytes to either side are shown.
  const around = (before, after) => {
    const [finding] = text.check(Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]), { rules: ["ill-formed"] });
    return [finding.before, finding.found, finding.after];
  };
  for (const [character, length] of [["é", 2], ["€", 3], ["🦀", 4]]) {
    const long = character.repeat(100);
    for (let i = 0; i <= length; i++) {
      const ascii = "a".repeat(i);
      const shown = character.repeat(Math.floor((96 - i) / length));
      assert.deepEqual(around(long + ascii, ascii + long), [shown + ascii, "\\xFF", ascii + shown], `${character} ${i}`);
    }
  }
  // No character starts where it could be cut.
  const [first] = text.check(new Uint8Array(400).fill(0x80), { rules: ["ill-formed"], separatePlaces: true });
  assert.deepEqual([first.before, first.found, first.after], ["", "\\x80", ""]);
});

test("a line in another encoding is found with its text", () => {
  const row = (i) => `${i};Jürgen Groß;Köln\n`;
  const table = Buffer.concat(Array.from({ length: 100 }, (_, i) => Buffer.from(row(i), i % 10 === 3 ? "latin1" : "utf8")));
  const findings = text.check(table);
  assert.equal(findings.length, 10);
  for (const [n, { rule, kind, line, offset, length, fix }] of findings.entries()) {
    assert.deepEqual([rule, kind, line], ["other-encoding", "windows-1252", 10 * n + 4]);
    assert.deepEqual(fix, { kind: "line", text: row(10 * n + 3), certainty: "likely" });
    assert.equal(table.subarray(offset, offset + length).toString("latin1"), fix.text);
  }
  // Whether a reader agrees is not known.
  assert.equal(text.fix(table, { onError: "replace" }).bytes, table);
});
