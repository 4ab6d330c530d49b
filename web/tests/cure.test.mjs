/** Files of people, each solved on the page with at most two clicks; the download is what the command writes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixed, newPage, open, screenshots } from "./page.mjs";

const legacy = await import(new URL("../../target/npm/node/legacy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "utf8kit-cure-"));

let site;
before(async () => {
  site = await open();
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const encoded = (text, encoding) => Buffer.from(legacy.encode(text, { encoding }));
/** Returns the text as it is after UTF-8 is read in an encoding and written as UTF-8. */
const misread = (text, encoding) => Buffer.from(legacy.decode(Buffer.from(text), { encoding }));

/** Waits until the page says what can be done, and returns that. */
async function cure(page) {
  await page.waitForFunction(() => document.body.dataset.cure !== undefined);
  return (await page.isVisible("#cure")) ? (await page.innerText("#cure")).replaceAll(/\s+/g, " ") : null;
}

async function give(page, name, bytes) {
  await page.evaluate(() => delete document.body.dataset.cure);
  await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: bytes });
  return cure(page);
}

/** Clicks a button, and returns the name and the bytes of what is downloaded. */
async function download(page, label) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#cure").getByRole("button", { name: label, exact: true }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function pictures(page, name) {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // As the page does when a file comes.
    await page.locator("#cure").evaluate((cure) => cure.scrollIntoView({ block: "nearest" }));
    await page.screenshot({ path: join(screenshots, `cure-${name}-${width}.png`) });
  }
}

const RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю.\nСообщение о состоянии счёта за прошедший месяц.\n";
const GERMAN = "Name;Straße;Ort\nMüller;Königsallee 5;Düsseldorf\nJörg Weiß;Große Gasse 7;Köln\n";
const JAPANESE = "これは日本語の文章です。漢字とひらがなとカタカナが混ざっています。\n東京都の天気は晴れです。\n";
/** A table whose rows are of two programs. */
function rowsOfTwo() {
  const row = (i) => `${i};Jürgen Groß;Köln\n`;
  const rows = Array.from({ length: 300 }, (_, i) => encoded(row(i), i % 10 === 3 ? "windows-1252" : "UTF-8"));
  return Buffer.concat([Buffer.from("id;name;ort\n"), ...rows]);
}

const FILES = [
  ["letter.txt", encoded(RUSSIAN, "KOI8-R"), /^This is KOI8-R \(Russian\): Съешь же ещё/, "Convert to UTF-8 and download", "letter.utf8.txt", ["--transcode"]],
  ["table.csv", encoded(GERMAN, "windows-1252"), /^This is probably windows-1252 \(German\): Name;Straße/, "Convert to UTF-8 and download", "table.utf8.csv", ["--transcode", "--from=windows-1252"]],
  ["text.txt", encoded(JAPANESE, "Shift_JIS"), /^This is Shift_JIS.*これは日本語/, "Convert to UTF-8 and download", "text.utf8.txt", ["--transcode"]],
  ["export.csv", Buffer.concat([Buffer.of(0xff, 0xfe), encoded(GERMAN, "UTF-16LE")]), /^This is UTF-16LE: Name;Straße;Ort Convert/, "Convert to UTF-8 and download", "export.utf8.csv", ["--transcode"]],
  ["cafe.txt", misread("Le café où je déjeune — très agréable.\n", "windows-1252"), /^This was encoded twice: .*caf\u00C3\u00A9.* It should read: .*café/, null, "cafe.repaired.txt", []],
  ["privet.txt", misread("Привет, мир! Как дела?\n", "windows-1251"), /^This was encoded twice: .* It should read: .*Привет/, null, "privet.repaired.txt", []],
  ["zweimal.txt", misread(misread("Die Straße ist für Fußgänger schön.\n", "windows-1252").toString(), "windows-1252"), /^This was encoded twice: .* It should read: .*Straße/, null, "zweimal.repaired.txt", []],
  ["rows.tsv", Buffer.from("1\tAnna\0\n2\tJosé\n"), /^It has 1 NUL, which no text needs/, "Remove it and download", "rows.repaired.tsv", ["--select", "nul"]],
  ["hidden.txt", Buffer.from("pass\u200Bword and user\u200Bname\n"), /^Characters that show nothing: .*×2/, "Remove them and download", "hidden.repaired.txt", ["--select", "invisible"]],
  ["rows.csv", rowsOfTwo(), /^This is UTF-8, but for 30 lines in windows-1252\. The first is: 3;Jürgen Groß;Köln Does it read right\?/, "Convert them and download", "rows.repaired.csv", ["--transcode", "--likely"]],
  ["data.json", Buffer.from('{"name": "Caf\\u00c3\\u00a9 cr\\u00c3\\u00a8me", "n": 1}\n'), /^1 place can be repaired without a loss\./, "Repair and download", "data.repaired.json", []],
  ["mixed.sql", Buffer.concat([Buffer.from("(1,'Straße'),(2,'Kr"), Buffer.of(0xe4), Buffer.from("tz'),(3,'größer')\n")]), /^This is UTF-8, but for 1 place\. It looks like windows-1252, in which it is ä\./, "Read it as windows-1252, and download", "mixed.repaired.sql", ["--on-error", "as:windows-1252"]],
];

test("each file is solved with one button, and the download is what the command writes", async () => {
  for (const [name, bytes, says, label, saved, args] of FILES) {
    const page = await newPage(site, { acceptDownloads: true });
    const said = await give(page, name, bytes);
    assert.match(said ?? "", says, name);
    const [, of, isUtf8] = /This (is|is probably) (?!UTF-8)|(This is UTF-8|encoded twice|NUL|nothing|without a loss)/.exec(said);
    assert.match(await page.innerText("#verdict"), isUtf8 ? /ill-formed|Well-formed UTF-8/ : new RegExp(`Not UTF-8; it ${of} `), name);
    const buttons = await page.locator("#cure button.primary").allTextContents();
    assert.equal(buttons.length, 1, `${name}: ${buttons}`);
    const { name: savedAs, bytes: downloaded } = await download(page, label ?? buttons[0]);
    assert.equal(savedAs, saved);
    assert.deepEqual(downloaded.toString(), fixed(name, bytes, ...args).toString(), name);
    assert.notDeepEqual(downloaded, bytes);
    assert.match(await cure(page), new RegExp(`Saved as ${saved.replaceAll(".", "\\.")}`));
    await pictures(page, name);
    await page.check();
  }
});

test("on a phone, the button is in sight", async () => {
  const page = await newPage(site, { width: 360, height: 640 });
  await give(page, "table.csv", encoded(GERMAN, "windows-1252"));
  const { y, height } = await page.locator("#cure button.primary").boundingBox();
  assert.ok(y >= 0 && y + height <= 640, `${y}`);
  await page.check();
});

test("a member of a zip archive is chosen, and solved", async () => {
  const script = "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:\n z.writestr('a/brief.txt', 'Schöne Grüße aus Köln, Jürgen\\n'.encode('cp1252') * 20)\n z.writestr('leer.txt', b'')\n";
  execFileSync("python3", ["-c", script, join(folder, "a.zip")]);
  const page = await newPage(site, { acceptDownloads: true });
  assert.match(await give(page, "a.zip", readFileSync(join(folder, "a.zip"))), /^This is a zip archive with 2 files/);
  await page.evaluate(() => delete document.body.dataset.cure);
  await page.locator("#cure").getByRole("button", { name: "a/brief.txt" }).click();
  assert.match(await cure(page), /^This may be windows-1252: Schöne Grüße/);
  await pictures(page, "a.zip");
  const { bytes } = await download(page, "Convert to UTF-8 and download");
  const text = "Schöne Grüße aus Köln, Jürgen\n".repeat(20);
  assert.equal(bytes.toString(), text);
  assert.deepEqual(bytes, fixed("brief.txt", encoded(text, "windows-1252"), "--transcode", "--from=windows-1252"));
  // What is no archive, or a damaged one, is no text.
  assert.match(await give(page, "cut.zip", readFileSync(join(folder, "a.zip")).subarray(0, 60)), /^These bytes are no text/);
  await page.check();
});

test("where nothing is wrong, nothing is offered", async () => {
  const page = await newPage(site);
  for (const text of ["", "Alles gut: Größe 5 €, 日本語, 👩🏽‍🚀 نیم‌فاصله\n", "plain ASCII\n"]) {
    if (text !== "") assert.equal(await give(page, "right.txt", Buffer.from(text)), null, text);
  }
  await page.check();
});

test("what shows nothing is removed after double encoding is undone, of which it may be a part", async () => {
  const page = await newPage(site, { acceptDownloads: true });
  const text = Buffer.concat([misread("García día ", "windows-1252"), Buffer.from("pass\u200Bword ")]);
  assert.match(await give(page, "a.txt", text), /Characters that show nothing: ZWSP\. Remove/);
  assert.equal((await download(page, "Remove them and download")).bytes.toString(), "García día password ");
  // Beside errors, double encoding is named: the repair undoes it, too.
  assert.match(await give(page, "b.txt", Buffer.concat([text, Buffer.of(0xe4, 0x20)])), /but for 1 place\..*1 part was encoded twice, which is repaired, too:/);
  assert.equal((await download(page, "Write � in its place, and download")).bytes.toString(), "García día pass\u200Bword � ");
  await page.check();
});

test("another encoding is a choice, with the line as it reads there", async () => {
  const page = await newPage(site, { acceptDownloads: true });
  await give(page, "x.txt", encoded(GERMAN, "windows-1252"));
  const other = page.locator("#cure .choice").nth(1);
  const name = await other.textContent();
  await other.click();
  assert.match(await page.textContent("#cure"), new RegExp(`^As ${name}`));
  const { bytes } = await download(page, "Convert to UTF-8 and download");
  assert.equal(bytes.toString(), legacy.decode(encoded(GERMAN, "windows-1252"), { encoding: name }));
  await page.check();
});
