#!/usr/bin/env node
/**
 * Measures the page in Chromium: how long the main thread works and how often it is blocked for over 50 ms, how long the worker
 * works, and the time until the whole text is mapped. A benchmark, not a test: `node measure.mjs [megabytes…]`, default 10 and 100.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPage, open } from "./tests/page.mjs";

const line = Buffer.from("The quick brown fox. Быстрая лиса. 敏捷的棕色狐狸。 الثعلب البني 🦊 0123456789 abcdefghijklmnopqrstuvwxyz\n");
const sizes = process.argv.slice(2).map(Number);
const site = await open();
const folder = await mkdtemp(join(tmpdir(), "utf8kit-web-"));
try {
  console.log("| text | mapped after | worker | main thread: scripting | all tasks | tasks over 50 ms | longest |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  const row = async (name, act) => {
    const page = await newPage(site);
    await page.waitForFunction(() => document.querySelector("#encoding optgroup"));
    // The second stage and its module are loaded and compiled before the measurement, as on a second text.
    await page.fill("#text", "warm");
    await page.waitForFunction(() => document.body.dataset.busy !== undefined);
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      globalThis.tasks = [];
      new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
      delete document.body.dataset.busy;
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value]));
    await page.evaluate(() => {
      new MutationObserver(() => document.body.dataset.busy && (globalThis.ended = performance.now())).observe(document.body, { attributeFilter: ["data-busy"] });
      document.querySelector("#file").addEventListener("change", () => (globalThis.began = performance.now()), { capture: true });
      document.querySelector("#text").addEventListener("paste", () => (globalThis.began = performance.now()), { capture: true });
    });
    const before = await metrics();
    await act(page);
    await page.waitForFunction(() => document.body.dataset.busy !== undefined, null, { polling: 200 });
    await page.click("#tab-map");
    await page.locator(".strip").waitFor();
    await page.waitForTimeout(300);
    const after = await metrics();
    const { time, busy, tasks } = await page.evaluate(() => ({
      time: globalThis.ended - globalThis.began,
      busy: Number(document.body.dataset.busy),
      tasks: globalThis.tasks,
    }));
    const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`;
    console.log(`| ${name} | ${time.toFixed(0)} ms | ${busy.toFixed(0)} ms | ${ms(after.ScriptDuration - before.ScriptDuration)} | ${ms(after.TaskDuration - before.TaskDuration)} | ${tasks.length} | ${Math.max(0, ...tasks).toFixed(0)} ms |`);
    await page.context().close();
  };
  await row("1 MB pasted", async (page) => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      globalThis.pasted = data;
    }, line.toString().repeat(1e6 / line.length));
    await page.waitForTimeout(200);
    await page.evaluate(() => {
      globalThis.tasks.length = 0;
      document.querySelector("#text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: globalThis.pasted, bubbles: true, cancelable: true }));
    });
  });
  for (const megabytes of sizes.length ? sizes : [10, 100]) {
    const path = join(folder, `${megabytes}.txt`);
    await writeFile(path, Buffer.concat(Array(Math.ceil((megabytes * 1e6) / line.length)).fill(line)));
    await row(`${megabytes} MB, file`, (page) => page.setInputFiles("#file", path));
    await writeFile(path, Buffer.concat(Array(Math.ceil((megabytes * 1e6) / 20)).fill(Buffer.from("an error \xE9 in a line\n", "latin1"))));
    await row(`${megabytes} MB, file, an error in each line`, (page) => page.setInputFiles("#file", path));
    await rm(path);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await site.close();
}
