import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { analysed, analysing, newPage, open, picture, type } from "./page.mjs";

let site;
before(async () => {
  site = await open();
});
after(() => site.close());

const codePoints = (page) => page.locator("#bits summary .point").allTextContents();

test("a pasted text is shown character by character, with names", async () => {
  const page = await newPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.focus("#text");
  await page.evaluate(() => navigator.clipboard.writeText("a€😀"));
  await page.keyboard.press("Control+V");
  assert.equal(await page.inputValue("#text"), "a€😀");
  // Outside of the text field, too.
  await page.fill("#text", "");
  await page.focus("#theme");
  await page.keyboard.press("Control+V");
  await page.getByText("EURO SIGN", { exact: true }).first().waitFor();
  assert.deepEqual(await codePoints(page), ["U+0061", "U+20AC", "U+1F600"]);
  assert.match(await page.textContent("#verdict"), /Well-formed UTF-8.*8 bytes, 3 characters/);
  assert.equal(await page.locator("#bits summary").nth(1).locator(".bits").allTextContents().then((b) => b.join(" ")), "11100010 10000010 10101100");
  await picture(page, "bits");
  await page.check();
});

test("a long text that is pasted is held as a file", async () => {
  const page = await newPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.focus("#text");
  await page.evaluate(() => navigator.clipboard.writeText("Grüße, 世界 😀\n".repeat(50_000)));
  await page.keyboard.press("Control+V");
  await analysed(page);
  assert.match(await page.textContent("#held"), /Pasted text, 1\.\d+ MB/);
  assert.match(await page.textContent("#verdict"), /Well-formed UTF-8/);
  // The rows are shown a few at a time.
  await page.locator("#bits .items > li").nth(199).waitFor();
  assert.equal(await page.locator("#bits .items > li").count(), 200);
  await page.click("#clear");
  assert.ok(await page.isVisible("#text"));
  await page.check();
});

test("each kind of input is recognized, and can be chosen", async () => {
  const page = await newPage(site);
  const euro = ["U+20AC"];
  for (const [input, kind, expected] of [
    ["E2 82 AC", "hexadecimal", euro],
    ["0xE2,0x82,0xAC", "hexadecimal", euro],
    ["e282ac", "hexadecimal", euro],
    ["U+20AC U+1F600", "code points", ["U+20AC", "U+1F600"]],
    ["\\xE2\\x82\\xAC", "escapes", euro],
    ["\\342\\202\\254", "escapes", euro],
    ["\\u20AC\\uD83D\\uDE00\\u{20AC}\\U0001F600", "escapes", ["U+20AC", "U+1F600", "U+20AC", "U+1F600"]],
    ["%E2%82%AC", "percent", euro],
    ["4oKs4oKs4oKs4oKsAA==", "base64", ["U+20AC", "U+20AC", "U+20AC", "U+20AC", "U+0000"]],
  ]) {
    await type(page, input);
    assert.match(await page.textContent("#taken"), new RegExp(`^Read as .*${kind}`), input);
    assert.deepEqual(await codePoints(page), expected, input);
  }
  for (const word of ["cafe", "deadline", "2024", "100% sure", "password", "a b", "\\o/", "€"]) {
    await type(page, word);
    assert.equal(await page.textContent("#taken"), "", word);
  }
  await type(page, "E2 82 AC");
  await analysing(page, () => page.click("#taken button"));
  assert.equal((await codePoints(page)).length, 8);
  await page.selectOption("#kind", "base64");
  await page.fill("#text", "not base64!");
  assert.match(await page.textContent("#taken.bad"), /not base64/);
  await page.selectOption("#kind", "hex");
  await page.fill("#text", "E2 8G");
  assert.match(await page.textContent("#taken.bad"), /“8G” is not hexadecimal/);
  await page.check();
});

test("each kind of error shows its message, its rule and its clause", async () => {
  const page = await newPage(site);
  await page.selectOption("#kind", "hex");
  for (const [input, kind, message] of [
    ["80", "unexpected-continuation", /80 is a continuation byte/],
    ["FF", "never-valid", /FF never occurs/],
    ["E2 28 A1", "missing-continuation", /E2 starts a sequence of 3 bytes, but 28 does not continue it/],
    ["E2 82", "unexpected-end", /but the text ends/],
    ["C0 AF", "overlong", /overlong encoding of U\+002F/],
    ["ED A0 80", "surrogate", /the surrogate U\+D800/],
    ["ED A0 BD ED B8 80", "surrogate", /pair of surrogates/],
    ["F4 90 80 80", "too-large", /over U\+10FFFF/],
  ]) {
    await type(page, input);
    const item = page.locator("#bits .item.ill-formed").first();
    await item.locator(".clause").waitFor();
    assert.match(await item.locator("summary .name").textContent(), message, input);
    assert.equal(await item.locator(".clause .badge").textContent(), kind, input);
    assert.match(await item.locator(".clause cite").textContent(), /^RFC 3629 section \d$/, input);
    assert.match(await page.textContent("#verdict"), /ill-formed sequence/, input);
  }
  await type(page, "ED A0 BD ED B8 80");
  assert.deepEqual(await page.locator(".relatives b").allTextContents(), ["UTF-8", "CESU-8", "Modified UTF-8"]);
  await picture(page, "error");
  await page.check();
});

test("another encoding can be chosen", async () => {
  const page = await newPage(site);
  await page.selectOption("#encoding", "CESU-8");
  await type(page, "ED A0 BD ED B8 80");
  assert.deepEqual(await codePoints(page), ["U+1F600"]);
  await page.selectOption("#encoding", "UTF-16LE");
  await type(page, "AC 20 3D D8 00 DE");
  await page.waitForFunction(() => document.querySelectorAll("#bits .item").length === 2);
  assert.deepEqual(await codePoints(page), ["U+20AC", "U+1F600"]);
  await page.selectOption("#encoding", "Shift_JIS");
  await type(page, "0x83 65 83 58 83 67");
  await page.waitForFunction(() => document.querySelectorAll("#bits .item").length === 3);
  assert.deepEqual(await codePoints(page), ["U+30C6", "U+30B9", "U+30C8"]);
  await page.selectOption("#encoding", "UTF-16BE");
  await type(page, "a€");
  await page.waitForFunction(() => document.querySelectorAll("#bits .item").length === 2);
  assert.deepEqual(await codePoints(page), ["U+0061", "U+20AC"]);
  await page.check();
});

test("a file in another encoding is decoded to count its errors", async () => {
  const page = await newPage(site);
  await page.focus("#encoding");
  await page.locator("#encoding option", { hasText: "UTF-16LE" }).waitFor({ state: "attached" });
  await page.selectOption("#encoding", "UTF-16LE");
  const buffer = Buffer.from("Grüße, 世界\n".repeat(2000) + "\uD83D!\n", "utf16le");
  await page.setInputFiles("#file", { name: "a.txt", mimeType: "text/plain", buffer });
  await analysed(page);
  assert.match(await page.textContent("#verdict"), /1 ill-formed sequence/);
  // The page of bits in the middle starts at a character.
  await page.fill(".place", "20001");
  await page.keyboard.press("Enter");
  await page.locator("#bits .item.target").waitFor();
  assert.equal(await page.locator("#bits .item.ill-formed").count(), 0);
  await page.check();
});

test("what it may have been: encodings with a line, and double encoding undone", async () => {
  const page = await newPage(site);
  await page.click("text=Latin-1 byte");
  await analysed(page);
  await page.click("#tab-guess");
  assert.match(await page.textContent("#guess .guess"), /windows-1252/);
  assert.match(await page.textContent("#guess .candidates"), /café!/);
  await picture(page, "encoding");
  await type(page, "\\xC1rv\\xEDzt\\xFBr\\xF5 t\\xFCk\\xF6rf\\xFAr\\xF3g\\xE9p");
  await page.getByText("Hungarian, windows-1250", { exact: true }).waitFor();
  await type(page, "caf\u00C3\u00A9");
  assert.deepEqual(await page.locator(".doubled ins").allTextContents(), ["é"]);
  await page.check();
});

test("repair shows the difference and gives the result", async () => {
  const page = await newPage(site, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  await type(page, "63 61 66 E9 0A 63 61 66 C3 83 C2 A9 0A C0 AF");
  await page.click("#tab-repair");
  await page.locator(".changes li").first().waitFor();
  assert.deepEqual(await page.locator(".changes del").allTextContents(), ["\\xE9", "\u00C3\u00A9", "\\xC0\\xAF"]);
  assert.deepEqual(await page.locator(".changes ins").allTextContents(), ["\uFFFD", "é", "\uFFFD\uFFFD"]);
  await page.getByRole("radio", { name: /^Meant/ }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".changes ins")].at(-1)?.textContent === "/");
  await page.getByRole("radio", { name: /^Drop/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".changes ins").length === 1);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "caf\ncafé\n");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Download/ }).click()]);
  assert.equal(download.suggestedFilename(), "text.repaired.txt");
  assert.equal(await readFile(await download.path(), "utf8"), "caf\ncafé\n");
  await picture(page, "repair");
  await page.check();
});

test("a file of 100 MB is mapped, with progress, and can be cancelled", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "utf8kit-web-"));
  try {
    const line = Buffer.from("The quick brown fox. Быстрая лиса. 敏捷的棕色狐狸。 الثعلب البني 🦊\n");
    const block = Buffer.concat(Array(Math.ceil(1e6 / line.length)).fill(line));
    const path = join(folder, "large.txt");
    const file = createWriteStream(path);
    let length = 0;
    for (let i = 0; i < 100; i++) {
      const piece = i % 25 === 7 ? Buffer.concat([block, Buffer.from([0xe9, 0x21, 0x0a])]) : block;
      length += piece.length;
      if (!file.write(piece)) await new Promise((resume) => file.once("drain", resume));
    }
    await new Promise((done) => file.end(done));

    const page = await newPage(site);
    // The page cancels as soon as it reports progress: a test that waits from outside can be too late.
    await page.evaluate(() => {
      globalThis.seen = [];
      const watch = new MutationObserver(() => {
        const { value } = document.querySelector("#progress");
        if (value > 0 && globalThis.seen.at(-1) !== value) globalThis.seen.push(value);
        if (globalThis.seen.length < 2) return;
        watch.disconnect();
        document.querySelector("#cancel").click();
      });
      watch.observe(document.querySelector("#work"), { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await page.setInputFiles("#file", path);
    await page.waitForFunction(() => globalThis.seen.length >= 2);
    assert.ok(await page.evaluate(() => globalThis.seen.every((value, i, all) => value < 1 && (i === 0 || value > all[i - 1]))));
    assert.ok(await page.isHidden("#work"));
    assert.equal(await page.evaluate(() => document.body.dataset.busy), undefined);
    await page.click("#tab-map");
    await page.click("text=Read it again");
    await analysed(page);
    assert.match(await page.textContent("#verdict"), /4 ill-formed sequences/);
    assert.match(await page.textContent("#tab-map"), /4/);
    assert.equal(await page.locator(".findings li").count(), 4);
    const scripts = await page.locator(".script").allTextContents();
    for (const script of ["Latin", "Cyrillic", "Han", "Arabic"]) assert.ok(scripts.includes(script), script);
    await picture(page, "map");

    // A finding leads to its bytes.
    await page.locator(".finding").nth(2).click();
    const target = page.locator("#bits .item.target");
    await target.waitFor();
    assert.deepEqual(await target.locator("summary .byte b").allTextContents(), ["E9"]);
    assert.ok(await target.locator("summary").evaluate((e) => e === document.activeElement));

    // So does a place of the map.
    await page.click("#tab-map");
    const box = await page.locator(".strip").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 10);
    await page.locator("#bits:not([hidden]) .pager").waitFor();
    await page.waitForFunction((half) => {
      const offset = Number(document.querySelector("#bits .item.target .offset")?.textContent.replace(/\D/g, ""));
      return Math.abs(offset - half) < 1e6;
    }, length / 2);
    // A file is not part of the link.
    assert.ok(!page.url().includes("d="));
    await page.check();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a file can be dropped", async () => {
  const page = await newPage(site);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array([0x63, 0xe9, 0x0a])], "dropped.txt"));
    return transfer;
  });
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  assert.ok(await page.isVisible("#drop"));
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await analysed(page);
  assert.match(await page.textContent("#held-name"), /dropped\.txt, 3 bytes/);
  assert.match(await page.textContent("#verdict"), /1 ill-formed sequence/);
  await page.check();
});

test("a dropped text is left to the text field, and the first of several files is shown", async () => {
  const page = await newPage(site);
  // An event that nobody prevents is the browser's.
  assert.deepEqual(await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "text");
    return ["dragenter", "dragover", "drop"].map((name) =>
      document.querySelector("#text").dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })));
  }), [true, true, true]);
  assert.ok(await page.isHidden("#drop"));
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ["first.txt", "second.txt"]) transfer.items.add(new File([name], name));
    return transfer;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer: files });
  await analysed(page);
  assert.match(await page.textContent("#held-name"), /first\.txt/);
  assert.equal(await page.textContent("#taken"), "The first of 2 files is shown.");
  await page.check();
});

test("an error of a legacy encoding has no empty parentheses", async () => {
  const page = await newPage(site, { hash: "#e=GBK&k=hex&d=QzNGRg" });
  await analysed(page);
  assert.match(await page.textContent("#verdict"), /C3 FF stands for no character in GBK\.$/);
  await page.check();
});

/** Makes a file of these bytes the input. */
const choose = (page, name, buffer) => page.setInputFiles("#file", { name, mimeType: "text/plain", buffer });

test("a file in UTF-16 is not said to be UTF-8, and can be read as what it is", async () => {
  const page = await newPage(site);
  await choose(page, "wide.txt", Buffer.from("\uFEFF" + "Grüße, 世界\n".repeat(500), "utf16le"));
  await analysed(page);
  assert.match(await page.textContent("#verdict"), /✕Not UTF-8; it is UTF-16LE .*, 1,002 ill-formed sequences/);
  await analysing(page, () => page.getByRole("button", { name: "Read it as UTF-16LE" }).click());
  assert.match(await page.textContent("#verdict"), /Well-formed UTF-16LE/);
  // ASCII in UTF-16 without a signature is well-formed UTF-8, with zero bytes.
  await page.selectOption("#encoding", "UTF-8");
  await page.evaluate(() => delete document.body.dataset.busy);
  await choose(page, "ascii.txt", Buffer.from("plain text\n".repeat(500), "utf16le"));
  await page.locator("#verdict", { hasText: /It may be UTF-16LE.*Read it as UTF-16LE/ }).waitFor();
  await page.check();
});

test("errors are counted past the end of the list", async () => {
  const page = await newPage(site);
  await choose(page, "errors.txt", Buffer.from("41ff".repeat(30_000), "hex"));
  await analysed(page);
  assert.match(await page.textContent("#verdict"), /30,000 ill-formed sequences/);
  // One finding may stand for all of them: then the errors of the page are known.
  await page.click("text=Next error");
  await page.getByText("error 1 of 100 on this page").waitFor();
  await choose(page, "more.txt", Buffer.concat(Array(12_000).fill(Buffer.from("4772C3B6C39F6520E4B896E7958C20FF0A", "hex"))));
  await page.locator("#verdict", { hasText: "12,000 ill-formed sequences" }).waitFor();
  await page.click("text=Next error");
  await page.getByText("error 1 of 10,000 that are listed").waitFor();
  await page.click("#tab-map");
  await page.getByText("Findings 1 to 10,000 are listed.").waitFor();
  await page.click("text=List the next ones");
  await page.getByText("Findings 10,001 to 12,000 are listed.").waitFor();
  assert.match(await page.locator("#findings .finding").first().innerText(), /^10,001:10\b/);
  assert.equal(await page.getByText("List the next ones").count(), 0);
  await page.click("#tab-bits");
  await page.click("text=Next error");
  await page.getByText("error 1 of 2,000 that are listed").waitFor();
  assert.equal(await page.locator("#bits .target .offset").textContent(), `byte ${(10_000 * 17 + 15).toLocaleString("en")}`);
  await page.click("#tab-map");
  await page.click("text=List the first ones");
  await page.getByText("Findings 1 to 10,000 are listed.").waitFor();
  await choose(page, "as-many.txt", Buffer.concat(Array(10_000).fill(Buffer.from("4772C3B6C39F6520E4B896E7958C20FF0A", "hex"))));
  await page.locator("#verdict", { hasText: "10,000 ill-formed sequences" }).waitFor();
  await page.click("text=List the next ones");
  await page.getByText("There are no more.").waitFor();
  await page.check();
});

test("an empty file leaves nothing of the input before", async () => {
  const page = await newPage(site);
  await choose(page, "full.txt", Buffer.from("full of text ".repeat(100)));
  await analysed(page);
  await choose(page, "empty.txt", Buffer.alloc(0));
  await page.getByText("The file is empty.").waitFor();
  assert.ok(await page.isHidden("#views") && (await page.isHidden("#verdict")));
  assert.match(await page.textContent("#held-name"), /empty\.txt, 0 bytes/);
  // Nor does it come back with another encoding.
  await page.selectOption("#encoding", "CESU-8");
  await page.waitForFunction(() => location.hash === "#e=CESU-8");
  await page.waitForTimeout(300);
  assert.ok(await page.isHidden("#views") && (await page.isHidden("#verdict")));
  assert.equal(await page.textContent("#taken"), "The file is empty.");
  await page.check();
});

test("a link with unpaired surrogates is restored, and one that is damaged or too long says so", async () => {
  const page = await newPage(site);
  await page.selectOption("#kind", "escapes");
  await type(page, "x");
  await page.selectOption("#kind", "text");
  await page.evaluate(() => {
    const field = document.querySelector("#text");
    field.value = "x\uD800y";
    field.dispatchEvent(new Event("input"));
  });
  await page.waitForFunction(() => location.hash.includes("d=eO2ggHk"));
  const { hash } = new URL(page.url());
  await page.check();

  const again = await newPage(site, { hash });
  await again.waitForFunction(() => document.querySelector("#verdict:not([hidden])"));
  assert.match(await again.textContent("#verdict"), /1 ill-formed sequence/);
  // 7f9B is ED FF 41: a surrogate only at first sight.
  for (const data of ["abc", "7f9B", "x".repeat(600_000)]) {
    await again.evaluate((data) => (location.hash = `#d=${data}`), data);
    await again.waitForFunction(() => location.hash === "");
    await again.getByText("The link is damaged or too long: its text is missing.").waitFor();
  }
  await again.check();
});

test("a link with an encoding of the second stage has it once, and an unknown one is not kept", async () => {
  const known = await newPage(site, { hash: "#e=UTF-16LE&d=YWJj" });
  await known.waitForFunction(() => document.querySelectorAll("#encoding option").length > 30);
  assert.equal(await known.locator("#encoding option").evaluateAll((all) => all.filter((o) => o.value === "UTF-16LE").length), 1);
  assert.equal(await known.inputValue("#encoding"), "UTF-16LE");
  await known.check();
  const unknown = await newPage(site, { hash: "#e=constructor&d=YWJj" });
  await unknown.waitForFunction(() => document.querySelectorAll("#encoding option").length > 30);
  await unknown.waitForFunction(() => document.querySelector("#encoding").value === "UTF-8" && document.querySelector("#verdict:not([hidden])"));
  assert.ok(!(await unknown.locator("#encoding option").allTextContents()).includes("constructor"));
  // Nor in a link that is followed while the page is open.
  for (const [name, expected] of [["", "UTF-8"], ["UTF-16LE", "UTF-16LE"], ["<img>", "UTF-8"]]) {
    await unknown.evaluate((name) => (location.hash = `#e=${name}&d=YWJj`), name);
    await unknown.waitForFunction((expected) => document.querySelector("#encoding").value === expected, expected);
  }
  assert.ok(!(await unknown.locator("#encoding option").evaluateAll((all) => all.map((o) => o.value))).some((name) => /^$|constructor|img/.test(name)));
  await unknown.check();
});

test("a link restores the state", async () => {
  const page = await newPage(site);
  await page.selectOption("#kind", "hex");
  await page.selectOption("#encoding", "CESU-8");
  await type(page, "ED A0 BD ED B8 80 C0");
  await page.click("#tab-repair");
  await page.getByRole("radio", { name: /^Escape/ }).click();
  const { hash } = new URL(page.url());
  await page.check();

  const again = await newPage(site, { hash });
  await analysed(again);
  assert.equal(await again.inputValue("#kind"), "hex");
  assert.equal(await again.inputValue("#encoding"), "CESU-8");
  assert.equal(await again.inputValue("#text"), "ED A0 BD ED B8 80 C0");
  assert.equal(await again.getAttribute("#tab-repair", "aria-selected"), "true");
  assert.equal(await again.inputValue("input[name=policy]:checked"), "escape");
  assert.deepEqual(await codePoints(again), ["U+1F600"]);
  // A link that is damaged, or followed while the page is open.
  await again.evaluate(() => (location.hash = "#v=nothing&e=%ZZ&d=!!&o=-1"));
  await again.waitForFunction(() => document.querySelector("#text").value === "");
  await again.evaluate(() => (location.hash = "#d=4oKs"));
  await again.waitForFunction(() => document.querySelector("#bits .point")?.textContent === "U+20AC");
  await again.check();
});

test("the page works offline after the first visit", async () => {
  const page = await newPage(site);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await type(page, "caf\u00C3\u00A9 \\xE9");
  await page.getByText("LATIN SMALL LETTER C", { exact: true }).first().waitFor();
  await page.click("#tab-guess");
  await page.locator("#guess .candidates").waitFor();
  await page.check();
});

test("no request is made while a text is inspected, except for the page's own files", async () => {
  const page = await newPage(site);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await type(page, "secret text \\x21");
  for (const view of ["map", "guess", "repair", "bits"]) await page.click(`#tab-${view}`);
  const loaded = page.requests.length;
  await type(page, "another secret \\xE9");
  for (const view of ["map", "guess", "repair", "bits"]) await page.click(`#tab-${view}`);
  await page.waitForTimeout(300);
  // Chromium fetches the icon again whenever the address changes.
  assert.deepEqual(page.requests.slice(loaded).filter((request) => request !== site.url + "icon.svg"), []);
  assert.ok(page.requests.every((request) => !request.includes("secret")));
  await page.check();
});

test("the keyboard reaches everything", async () => {
  const page = await newPage(site);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.textContent);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "skip");
  for (let i = 0; i < 12 && (await focused()) !== "text"; i++) await page.keyboard.press("Tab");
  await page.keyboard.type("a\\xE9");
  // Not the analysis of what was typed before the last key.
  await page.waitForFunction(() => document.body.dataset.busy && document.querySelector("#tab-map .pill")?.textContent === "1");
  for (let i = 0; i < 16 && (await focused()) !== "tab-bits"; i++) await page.keyboard.press("Tab");
  assert.equal(await focused(), "tab-bits");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-map");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "strip");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.getAttribute(".strip", "aria-valuetext"), /^Bytes 1 to 2: ill-formed 100 %, 1 error\.$/);
  await page.keyboard.press("Enter");
  await page.locator("#bits .item.target[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#bits .item.target[open]").count(), 0);
  await page.check();
});

test("the theme can be switched and stays", async () => {
  const page = await newPage(site);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click("#theme");
  assert.equal(await ground(), light);
  await page.click("#theme");
  assert.notEqual(await ground(), light);
  await page.reload();
  assert.notEqual(await ground(), light);
  await page.check();
});

test("axe finds no violation, in light and dark, narrow and wide", { timeout: 120_000 }, async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const run = async (page, state) => {
    const violations = await page.evaluate(async () =>
      (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations.map((v) =>
        `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + n.failureSummary).join(" | ")}`));
    assert.deepEqual(violations, [], state);
  };
  for (const width of [360, 1440]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await newPage(site, { width, colorScheme });
      const shot = (name) => picture(page, `${name}-${width}-${colorScheme}`);
      await page.evaluate(axe);
      await run(page, `empty ${width} ${colorScheme}`);
      await shot("empty");
      await type(page, "a€ \\xE9\\xC0\\xAF \\xED\\xA0\\xBD\\xED\\xB8\\x80 caf\u00C3\u00A9 \\u202E x");
      await page.locator("#bits .clause").first().waitFor();
      for (const view of ["bits", "map", "guess", "repair"]) {
        await page.click(`#tab-${view}`);
        if (view === "repair") await page.locator(".changes").waitFor();
        await run(page, `${view} ${width} ${colorScheme}`);
        await shot(view);
        const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(scroll <= inner, `${view} scrolls horizontally at ${width}: ${scroll}`);
      }
      await page.check();
    }
  }
});

test("names are loaded only where a character is shown that needs one", async () => {
  const page = await newPage(site);
  const loaded = (name) => page.own.some((request) => request.endsWith(`/${name}`));
  await choose(page, "plain.txt", Buffer.from("Plain text, in ASCII.\n".repeat(100)));
  await analysed(page);
  await page.getByText("LATIN SMALL LETTER L", { exact: true }).first().waitFor();
  await page.getByText("LATIN CAPITAL LETTER P", { exact: true }).first().waitFor();
  await page.getByText("FULL STOP", { exact: true }).first().waitFor();
  await page.evaluate(() => delete document.body.dataset.cure);
  await choose(page, "utf8.txt", Buffer.from(`${"Plain text, in ASCII. ".repeat(300)}\nПривет, как дела?\nGröße: 5 €\n`.repeat(20)));
  await page.waitForFunction(() => document.body.dataset.cure !== undefined);
  assert.ok(loaded("text.wasm") && !loaded("names.wasm"), page.own.join(" "));
  await choose(page, "errors.txt", Buffer.from("an error \xC0\xAF in a line\n".repeat(100), "latin1"));
  await page.locator("#verdict", { hasText: "100 ill-formed sequences" }).waitFor();
  assert.ok(!loaded("names.wasm"), page.own.join(" "));
  // A character of another script is in sight, and its name is shown.
  await choose(page, "euro.txt", Buffer.from("5 \u20AC"));
  await page.getByText("EURO SIGN", { exact: true }).first().waitFor();
  assert.ok(loaded("names.wasm"));
  await page.check();
});

test("the first load is under 50 KB", async () => {
  const page = await newPage(site);
  await page.waitForFunction(() => document.querySelector("#encoding optgroup"));
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  assert.ok(!names.some((name) => /text|more|worker/.test(new URL(name).pathname)), names.join(" "));
  await page.check();
});
