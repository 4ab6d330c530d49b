/** The input, the tools and the choices of the page: what a person does with a text after the first look. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { analysing, fixed, newPage, open, picture, type } from "./page.mjs";

let site;
before(async () => {
  site = await open();
});
after(async () => {
  await site.close();
});

const codePoints = (page) => page.locator("#bits summary .point").allTextContents();
const points = (text) => [...text].map((c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

async function give(page, name, bytes) {
  await analysing(page, () => page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) }));
}

test("bytes in decimal, in binary, in HTML and in quoted-printable are read", async () => {
  const page = await newPage(site);
  const euro = points("€");
  for (const [kind, input, expected] of [
    ["decimal", "226 130 172", euro],
    ["decimal", "[226, 130, 172]", euro],
    ["decimal", "{-30, -126, -84}", euro],
    ["binary", "11100010 10000010 10101100", euro],
    ["binary", "0b11100010, 0b10000010, 0b10101100", euro],
    ["binary", "111000101000001010101100", euro],
    ["html", "caf&#233; &#xE9; &eacute; <b>", points("café é é <b>")],
    ["quoted", "caf=C3=A9=\n!", points("café!")],
    ["escapes", "caf\\xC3\\xA9", points("café")],
    ["hex", "\\xE2\\x82\\xAC", euro],
  ]) {
    await page.selectOption("#kind", kind);
    await type(page, input);
    assert.deepEqual(await codePoints(page), expected, input);
    assert.equal(await page.textContent("#taken"), "", input);
  }
  for (const [kind, input, message] of [
    ["decimal", "226 256", /“256” is no byte: expected numbers from 0 to 255/],
    ["decimal", "1.5", /“1\.5” is no byte/],
    ["binary", "11100010 102", /“102” is not binary/],
    ["binary", "1110001010", /“1110001010” is not binary: expected groups of eight/],
    ["base64", "not base64!", /not base64/],
    ["points", "U+20AX", /“U\+20AX” is not a code point/],
  ]) {
    await page.selectOption("#kind", kind);
    await page.fill("#text", input);
    await page.locator("#taken.bad", { hasText: message }).waitFor();
  }
  await page.check();
});

test("a notation that is certain is read at once, and another only if a person says so", async () => {
  const page = await newPage(site);
  for (const [input, kind, expected] of [
    ["11100010 10000010 10101100", "bytes in binary", "€"],
    ["caf&#233;", "HTML references", "café"],
    ["caf=C3=A9", "quoted-printable", "café"],
    ["w6nDqcOpw6nDqcOpw6k=", "base64", "ééééééé"],
  ]) {
    await type(page, input);
    assert.equal(await page.textContent("#taken"), `Read as ${kind}. Read as text`, input);
    assert.deepEqual(await codePoints(page), points(expected), input);
  }
  for (const [input, kinds] of [
    ["Password1234Test", ["base64"]],
    ["foo=", ["base64"]],
    ["12-11-10", ["bytes in hexadecimal"]],
    ["10:30", ["bytes in hexadecimal"]],
    ["AC-DC", ["bytes in hexadecimal"]],
    ["80", ["bytes in hexadecimal"]],
    ["c0ffee", ["bytes in hexadecimal"]],
    ["12 24 36", ["bytes in hexadecimal", "bytes in decimal"]],
    ["192, 168, 1", ["bytes in decimal"]],
    ["10000001", ["bytes in binary"]],
    ["C:\\temp\\123", ["escapes"]],
    ["Tom &amp; Jerry", ["HTML references"]],
    ["<p>caf&#233;</p>", ["HTML references"]],
    ["caf=E9", ["quoted-printable"]],
  ]) {
    await type(page, input);
    assert.match(await page.textContent("#taken"), /^Read as text\. It may be /, input);
    assert.deepEqual(await page.locator("#taken button").allTextContents(), kinds.map((kind) => `Read it as ${kind}`), input);
    assert.deepEqual(await codePoints(page), points(input), input);
  }
  await type(page, "12 24 36");
  await page.getByRole("button", { name: "Read it as bytes in decimal" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#bits .item").length === 3);
  assert.deepEqual(await codePoints(page), ["U+000C", "U+0018", "U+0024"]);
  for (const word of ["x = 5", "a=b&c=d", "100% sure", "2024-11-26", "Größe: 5", "AT&T", "1,234,567", "no=YES", "3.14"]) {
    await page.selectOption("#kind", "auto");
    await type(page, word);
    assert.equal(await page.textContent("#taken"), "", word);
  }
  await page.check();
});

test("the input can be cleared, and the examples stay", async () => {
  const page = await newPage(site);
  assert.ok(await page.isHidden("#clear"));
  await page.selectOption("#kind", "hex");
  await page.selectOption("#encoding", "CESU-8");
  await type(page, "41 42");
  assert.ok(await page.isVisible("#examples"));
  await page.click("#clear");
  assert.deepEqual(await page.evaluate(() => ["text", "kind", "encoding"].map((id) => document.getElementById(id).value)), ["", "auto", "UTF-8"]);
  assert.ok((await page.isHidden("#views")) && (await page.isHidden("#verdict")) && (await page.isHidden("#counts")) && (await page.isHidden("#clear")));
  await page.waitForFunction(() => location.hash === "" && document.activeElement.id === "text");
  await give(page, "a.txt", "caf\xE9");
  await page.click("#clear");
  assert.ok(await page.isVisible("#text"));
  await analysing(page, () => page.click("#examples >> text=emoji"));
  assert.deepEqual(await codePoints(page), points("👩🏽‍🚀"));
  await page.check();
});

test("characters that do not show have abbreviations, and controls have names", async () => {
  const page = await newPage(site);
  await type(page, "a\u200B\u200D\u202E\u0085\u00A0\u00AD\uFEFF\u2009\uFE0F\u0007\u{E0061}");
  await page.getByText("ZERO WIDTH SPACE", { exact: true }).first().waitFor();
  assert.deepEqual(await page.locator("#bits summary .glyph").allTextContents(), ["a", "ZWSP", "ZWJ", "RLO", "NEL", "NBSP", "SHY", "BOM", "THSP", "VS16", "BEL", "TAGa"]);
  const names = await page.locator("#bits summary .name").allTextContents();
  assert.deepEqual([names[4], names[10]], ["NEXT LINE", "ALERT"]);
  // So do those in a line of text, but not in an emoji.
  await give(page, "a.txt", "pass\u200Bword 👩🏽‍🚀 ❤️\u200D🔥 a\u200Db\n");
  await page.waitForFunction(() => document.body.dataset.cure !== undefined);
  assert.match(await page.textContent("#cure"), /Characters that show nothing: ZWSP, ZWJ\./);
  await page.click("#clear");
  await type(page, "caf\u00C3\u00A9 \u202Ex\u202C 👩🏽‍🚀");
  await page.locator("#cure .line").first().waitFor();
  assert.match(await page.locator("#cure .line").first().textContent(), /RLOxPDF 👩🏽‍🚀/);
  await page.check();
});

test("a text is counted as readers, programs and files count", async () => {
  const page = await newPage(site);
  const counts = async () => (await page.locator("#counts > span").allTextContents()).join("; ");
  for (const [text, expected] of [
    ["👩🏽‍🚀é", "Bytes: 17; UTF-16 code units: 8; Characters (code points): 5; As a reader counts: 2; In NFC"],
    ["e\u0301", "Bytes: 3; UTF-16 code units: 2; Characters (code points): 2; As a reader counts: 1; In NFD"],
    ["ée\u0301", "Bytes: 5; UTF-16 code units: 3; Characters (code points): 3; As a reader counts: 2; Neither in NFC nor in NFD"],
    ["abc", "Bytes: 3; UTF-16 code units: 3; Characters (code points): 3; As a reader counts: 3; In NFC and NFD"],
    ["a\uFFFD \\xE9", "Bytes: 6; UTF-16 code units: 3; Characters (code points): 3; As a reader counts: 3; In NFC and NFD"],
  ]) {
    await type(page, text);
    assert.equal(await counts(), expected, text);
  }
  await page.selectOption("#encoding", "UTF-16LE");
  await page.selectOption("#kind", "hex");
  await type(page, "3D D8 00 DE 3D D8");
  assert.equal(await counts(), "Bytes: 6; UTF-16 code units: 2; Characters (code points): 1; As a reader counts: 1; In NFC and NFD");
  // A long text is not counted as readers count.
  await page.click("#clear");
  await give(page, "koi8.txt", Buffer.from("F3DFC5DBD820D6C520C5DDA320DCD4C9C820CDD1C7CBC9C820C6D2C1CEC3D5DAD3CBC9C820C2D5CCCFCB0A", "hex"));
  assert.ok(await page.isHidden("#counts"));
  await give(page, "long.txt", "é😀\n".repeat(50_000));
  assert.equal(await counts(), "Bytes: 350,000; UTF-16 code units: 200,000; Characters (code points): 150,000");
  // The forms of a character are in its details.
  await page.click("#clear");
  await type(page, "é");
  await page.locator("#bits dl", { hasText: "NFD" }).waitFor();
  assert.match(await page.locator("#bits dl", { hasText: "NFD" }).textContent(), /NFDU\+0065 U\+0301/);
  await page.check();
});

test("next and previous error go from one to the other, and around", async () => {
  const page = await newPage(site);
  const target = () => page.locator("#bits .item.target .offset").textContent();
  await type(page, "plain");
  assert.ok(await page.isHidden("text=Next error"));
  const bytes = Buffer.alloc(9000, "text ");
  for (const at of [0, 4000, 8999]) bytes[at] = 0xff;
  await give(page, "a.txt", bytes);
  for (const [button, offset, said] of [
    ["Next error", "byte 0", "error 1 of 3"],
    ["Next error", "byte 4,000", "error 2 of 3"],
    ["Next error", "byte 8,999", "error 3 of 3"],
    ["Next error", "byte 0", "error 1 of 3"],
    ["Previous error", "byte 8,999", "error 3 of 3"],
    ["Previous error", "byte 4,000", "error 2 of 3"],
  ]) {
    await page.click(`text=${button}`);
    await page.locator("#bits .tools .where", { hasText: said }).waitFor();
    await page.waitForFunction((offset) => document.querySelector("#bits .item.target .offset")?.textContent === offset, offset);
    assert.equal(await target(), offset);
  }
  await page.check();
});

test("the hex dump shows what the bits show, and leads to them", async () => {
  const page = await newPage(site);
  await type(page, "caf\\xC3\\xA9 \\xE9! \u202E\u05D0 0123456789");
  await page.click("text=Hex dump");
  const dump = page.locator(".dump");
  await dump.waitFor();
  assert.equal(await dump.textContent(), [
    "0000  63 61 66 C3 A9 20 E9 21  20 E2 80 AE D7 90 20 30  café ·! ·א 0",
    "0010  31 32 33 34 35 36 37 38  39                       123456789",
    "",
  ].join("\n"));
  assert.equal(await dump.locator(".never").first().textContent(), "E9");
  await dump.getByText("E9", { exact: true }).click();
  assert.equal(await page.locator("#bits .item.target .offset").textContent(), "byte 6");
  // It follows the page of bits, and starts in the middle of a row there.
  await give(page, "a.txt", "x".repeat(1000));
  await page.fill(".place", "517");
  await page.click("#bits form button");
  await page.waitForFunction(() => document.querySelector(".dump").textContent.startsWith("01F0  "));
  assert.match(await dump.textContent(), /^01F0 {2}(?: {3}){8} (?: {3})78 78 78/);
  await page.click("text=Hex dump");
  assert.equal(await dump.count(), 0);
  await page.check();
});

test("each copy is read back as the same bytes", async () => {
  const page = await newPage(site, clipboard);
  const original = "a\\b\"é€😀 %20 &amp; <i>\n\t";
  const copy = async (format) => {
    await page.selectOption(".tools select", format);
    await page.evaluate(() => (document.querySelector(".tools .quiet").textContent = ""));
    await page.locator(".tools").getByRole("button", { name: "Copy", exact: true }).click();
    await page.locator(".tools .quiet", { hasText: "Copied." }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const bytes = Buffer.from(original);
  const expected = {
    text: original,
    hex: bytes.toString("hex").toUpperCase().replace(/..(?!$)/g, "$& "),
    bytes: String.raw`a\\b"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 %20 &amp; <i>\x0A\x09`,
    units: String.raw`a\\b"\u00E9\u20AC\uD83D\uDE00 %20 &amp; <i>\u000A\u0009`,
    html: "a\\b\"&#xE9;&#x20AC;&#x1F600; %20 &#x26;amp; &#x3C;i&#x3E;\n&#x9;",
    percent: "a%5Cb%22%C3%A9%E2%82%AC%F0%9F%98%80%20%2520%20%26amp%3B%20%3Ci%3E%0A%09",
    base64: bytes.toString("base64"),
  };
  const kinds = { text: "text", hex: "hex", bytes: "escapes", units: "escapes", html: "html", percent: "percent", base64: "base64" };
  for (const [format, kind] of Object.entries(kinds)) {
    await page.selectOption("#kind", "text");
    await type(page, original);
    const copied = await copy(format);
    assert.equal(copied, expected[format], format);
    await page.selectOption("#kind", kind);
    await type(page, copied);
    assert.deepEqual(await codePoints(page), points(original), format);
  }
  await page.selectOption("#kind", "text");
  await type(page, "ée\u0301");
  assert.equal(await copy("nfc"), "éé");
  assert.equal(await copy("nfd"), "e\u0301e\u0301");
  // Ill-formed bytes stay what they are.
  await page.selectOption("#kind", "hex");
  await type(page, "63 E9 21");
  assert.equal(await copy("units"), "c\\xE9!");
  assert.equal(await copy("hex"), "63 E9 21");
  // A text in another encoding is copied as the text that it is, and its bytes as they are.
  await page.selectOption("#encoding", "UTF-16LE");
  await type(page, "AC 20 3D D8 00 DE");
  assert.equal(await copy("text"), "€😀");
  assert.equal(await copy("hex"), "AC 20 3D D8 00 DE");
  await give(page, "long.txt", "x".repeat(1_000_001));
  await page.locator(".tools").getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Up to 1,000,000 bytes are copied: this is longer.").waitFor();
  await page.check();
});

/** Opens the view Repair, makes `choose`, and returns what is downloaded. */
async function repaired(page, choose) {
  await page.click("#tab-repair");
  await choose();
  await page.locator("#repair .changes").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#repair").getByRole("button", { name: /^Download/ }).click()]);
  return readFileSync(await download.path());
}

test("each policy and each switch repairs as the command does", async () => {
  const page = await newPage(site, { acceptDownloads: true });
  const broken = Buffer.concat([Buffer.from("Stra\u00DFe caf\u00C3\u00A9 caf"), Buffer.of(0xe9), Buffer.from(" \u20AC "), Buffer.of(0x80, 0xc0, 0xaf, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), Buffer.from(" gro\u00DF\n")]);
  const radio = (name) => page.locator(`input[name=policy][value=${name}]`);
  const ends = async (choice) => page.waitForFunction((left) => {
    const note = document.querySelector("#repair .note")?.textContent ?? "";
    return document.querySelector("#repair .changes") && note.includes(left);
  }, choice);
  for (const [choose, args, left] of [
    [() => radio("replace").check(), ["--on-error", "replace"], ""],
    [() => radio("drop").check(), ["--on-error", "drop"], ""],
    [() => radio("escape").check(), ["--on-error", "escape"], ""],
    [() => radio("meant").check(), ["--on-error", "meant"], "In what you download, 2 ill-formed sequences remain."],
    [() => radio("as").check(), ["--on-error", "as:windows-1252"], ""],
    [() => page.selectOption("#repair select", "ISO-8859-2"), ["--on-error", "as:ISO-8859-2"], ""],
    [() => page.fill("#repair input[maxlength]", "<?>"), ["--on-error", "with:<?>"], ""],
    [() => radio("keep").check(), [], "ill-formed sequences remain."],
  ]) {
    await give(page, "a.txt", broken);
    const bytes = await repaired(page, async () => {
      await choose();
      await ends(left);
    });
    assert.equal(bytes.toString("latin1"), fixed("a.txt", broken, ...args).toString("latin1"), String(args));
  }
  const hidden = Buffer.from("pass\u200Bword caf\u00C3\u00A9 e\u0301 \u00CF\u00F0\u00E8\u00E2\u00E5\u00F2, \u00EC\u00E8\u00F0! \u00CA\u00E0\u00EA \u00E4\u00E5\u00EB\u00E0? \u0152\u00FE\u00F0\u00E8\u00E9\n1\0 2\n");
  for (const extra of ["invisible", "not-nfc", "misread", "nul"]) {
    await give(page, "a.txt", hidden);
    const bytes = await repaired(page, () => page.locator(`input[name=extra][value=${extra}]`).check());
    await page.locator(`input[name=extra][value=${extra}]`).uncheck();
    assert.deepEqual(bytes.toString(), fixed("a.txt", fixed("a.txt", hidden), "--select", extra).toString(), extra);
    assert.notDeepEqual(bytes, fixed("a.txt", hidden), extra);
  }
  await give(page, "a.txt", Buffer.concat([Buffer.from("a\u00A0b\u202Fc\u3000d\u2003e\u205F\u1680f \u2028\u00C2\u00E2"), Buffer.of(0xe2, 0x80)]));
  const bytes = await repaired(page, async () => {
    await radio("keep").check();
    await page.locator("input[name=extra][value=spaces]").check();
  });
  assert.deepEqual(bytes, Buffer.concat([Buffer.from("a b c d e  f \u2028\u00C2\u00E2"), Buffer.of(0xe2, 0x80)]));
  await give(page, "a.txt", Buffer.from("576569df20", "hex"));
  await repaired(page, async () => {
    await page.selectOption("#repair select", "windows-1255");
    await page.getByText("1 byte stands for nothing in windows-1255: � is in its place.").waitFor();
  });
  await radio("keep").check();
  // Text in another encoding is converted and not repaired.
  await give(page, "koi8.txt", Buffer.from("F3DFC5DBD820D6C520C5DDA320DCD4C9C820CDD1C7CBC9C820C6D2C1CEC3D5DAD3CBC9C820C2D5CCCFCB20C2A00A", "hex"));
  await page.fill("#repair input[maxlength]", "!");
  await page.locator("#repair .note", { hasText: /^Nothing is changed: \d+ ill-formed sequences remain\.$/ }).waitFor();
  await radio("keep").check();
  await give(page, "a.txt", "a\u00A0b");
  await page.locator("#repair .changes").waitFor();
  // A link has the choices.
  const { hash } = new URL(page.url());
  assert.match(hash, /p=keep&x=spaces/);
  await page.check();
  const again = await newPage(site, { hash: "#v=repair&p=with%3A%3C%3F%3E&x=spaces,unknown&d=YcKgYg" });
  await again.locator("#repair .changes").waitFor();
  assert.equal(await again.inputValue("#repair input[maxlength]"), "<?>");
  assert.ok(await again.locator("input[name=policy][value=with]").isChecked());
  assert.ok(await again.locator("input[name=extra][value=spaces]").isChecked());
  await again.check();
});

test("rules that are off by default are switches", async () => {
  const page = await newPage(site);
  await type(page, "p\u0430ypal pass\u200Bword e\u0301 \uFFFD \u0007");
  await page.click("#tab-map");
  await page.locator("#map >> text=None.").waitFor();
  const rules = () => page.locator(".findings .badge").allTextContents();
  let expected = [];
  for (const rule of ["confusable", "invisible", "not-nfc", "replacement-char", "control"]) {
    await page.locator(`#find-${rule}`).check();
    expected = [...expected, rule];
    await page.waitForFunction((n) => document.querySelectorAll(".findings li").length === n, expected.length);
    assert.deepEqual((await rules()).sort(), expected.toSorted());
    assert.equal(await page.evaluate(() => document.activeElement.id), `find-${rule}`);
  }
  assert.match(await page.textContent("#verdict"), /, 5 findings/);
  assert.match(page.url(), /r=confusable,invisible,not-nfc,replacement-char,control/);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".findings li").length === 5);
  await page.locator("#find-control").uncheck();
  await page.waitForFunction(() => document.querySelectorAll(".findings li").length === 4);
  await page.check();
});

test("candidates of the view Encoding are buttons", async () => {
  const page = await newPage(site);
  await give(page, "a.txt", Buffer.from("Съешь же ещё этих мягких французских булок\n").map((b) => b));
  await page.click("#clear");
  await page.selectOption("#kind", "hex");
  await type(page, "CF F0 E8 E2 E5 F2 2C 20 EC E8 F0 21");
  await page.click("#tab-guess");
  const button = page.locator("#guess .candidates button").first();
  const name = (await button.textContent()).replace("Read it as ", "");
  await button.click();
  await page.waitForFunction((name) => document.querySelector("#encoding").value === name, name);
  await page.click("#tab-bits");
  await page.waitForFunction((text) => document.querySelector("#bits .point").textContent === text, points("П")[0]);
  await page.check();
});

test("an error is explained in words that a person knows", async () => {
  const page = await newPage(site);
  for (const [input, words] of [
    ["C0 AF", /written in more bytes than it needs/],
    ["ED A0 80 41", /one of the two halves.*numbers D800 to DFFF/],
    ["F4 90 80 80", /larger than any/],
    ["E2 28 A1", /the bytes that it needs do not follow/],
    ["41 E2 82", /The text was likely cut/],
    ["0xFF", /occurs nowhere in UTF-8/],
    ["0x41 0x80", /can only follow the first byte/],
  ]) {
    await type(page, input);
    const problem = page.locator("#bits .problem").first();
    await problem.waitFor();
    const text = await page.locator("#bits .item.ill-formed .problem").first().textContent();
    assert.match(text, words, input);
    assert.doesNotMatch(text, /\.\.=/, input);
  }
  await page.check();
});

test("a link without its text says so, here and there", async () => {
  const page = await newPage(site);
  await type(page, "é".repeat(2048));
  assert.ok(await page.isHidden("#cut"));
  await type(page, "é".repeat(2049));
  await page.getByText("links hold typed text up to 4,096 bytes").waitFor();
  const { hash } = new URL(page.url());
  assert.equal(hash, "#n=4098");
  // That a file is not in a link is no news; opening the link says so.
  await give(page, "a.txt", "x");
  assert.ok(await page.isHidden("#cut"));
  await page.waitForFunction(() => location.hash === "#n=1");
  await page.click("#clear");
  assert.ok(await page.isHidden("#cut"));
  await page.check();
  const again = await newPage(site, { hash });
  await again.getByText("The link does not hold its text, which has 4,098 bytes: links hold 4,096 at most.").waitFor();
  await again.check();
});

test("text from right to left begins at the right", async () => {
  const page = await newPage(site);
  const isAtTheRight = (selector) => page.locator(selector).first().evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return box.width - text.width > 40 && box.right - text.right < 40;
  });
  await type(page, "שלום עולם");
  assert.equal(await page.locator("#text").evaluate((field) => getComputedStyle(field).direction), "rtl");
  await type(page, "Hello");
  assert.equal(await page.locator("#text").evaluate((field) => getComputedStyle(field).direction), "ltr");
  await give(page, "a.txt", Buffer.from("F9ECE5ED20F2E5ECED0A", "hex"));
  await page.locator("#cure .line").waitFor();
  assert.match(await page.locator("#cure .line").textContent(), /שלום/);
  assert.ok(await isAtTheRight("#cure .line"));
  await page.check();
});

test("no column is too narrow at any width", async () => {
  const page = await newPage(site);
  await type(page, "😀€ \\xF0\\x9F\\x98");
  await page.getByText("GRINNING FACE", { exact: true }).first().waitFor();
  for (let width = 320; width <= 1100; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    const narrowest = await page.locator("#bits summary .name").evaluateAll((all) => Math.min(...all.map((name) => name.getBoundingClientRect().width)));
    assert.ok(narrowest >= 120, `${narrowest} px at ${width}`);
    const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(scroll <= inner, `scrolls horizontally at ${width}: ${scroll}`);
  }
  await page.check();
});

test("what is printed is the result without controls", async () => {
  const page = await newPage(site, { colorScheme: "dark" });
  await type(page, "caf\u00C3\u00A9 \\xE9");
  await page.emulateMedia({ media: "print" });
  for (const selector of ["#theme", "#examples", "#choose", "#clear", "[role=tablist]", ".tools", "footer"]) assert.ok(await page.isHidden(selector), selector);
  for (const selector of ["#verdict", "#counts", "#bits .item", "#text"]) assert.ok(await page.locator(selector).first().isVisible(), selector);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(247, 246, 243)");
  assert.ok((await page.pdf()).length > 10_000);
  await page.check();
});

test("axe finds no violation in what the tools and choices show", { timeout: 240_000 }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const [width, colorScheme] of [[360, "dark"], [768, "light"], [1440, "dark"], [1440, "light"]]) {
    const page = await newPage(site, { width, colorScheme });
    await page.evaluate(axe);
    await type(page, "a€ \\xE9 caf\u00C3\u00A9 \\u202E x pass\\u200Bword שלום");
    await page.click("text=Hex dump");
    await page.locator(".dump").waitFor();
    for (const view of ["bits", "map", "guess", "repair"]) {
      await page.click(`#tab-${view}`);
      if (view === "map") {
        await page.locator("#find-invisible").check();
        await page.locator(".findings .badge", { hasText: "invisible" }).waitFor();
      }
      if (view === "repair") await page.locator(".changes").waitFor();
      const violations = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations.map((v) =>
        `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + n.failureSummary).join(" | ")}`));
      assert.deepEqual(violations, [], `${view} ${width} ${colorScheme}`);
      await picture(page, `tools-${view}-${width}-${colorScheme}`);
    }
    await page.check();
  }
});
