/** What the tests share: the server, the browser, and a page that fails on anything it should not do. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const built = process.env.UTF8KIT_WEB ?? join(here, "../../target/web");
export const screenshots = join(here, "../../target/web-screenshots");
mkdirSync(screenshots, { recursive: true });

/** Returns the path of the first of these programs in PATH. */
function find(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not here.
      }
    }
  }
  throw new Error(`none of ${names.join(", ")} is in PATH: install chromium`);
}

export async function open() {
  const { server, url } = await serve(built);
  const browser = await chromium.launch({ executablePath: find("chromium", "chromium-browser", "google-chrome"), args: ["--no-sandbox"] });
  return {
    url,
    browser,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the page in a context of its own. Call `page.check()` at the end: it asserts that nothing went wrong. */
export async function newPage({ browser, url }, { width = 1200, height = 900, colorScheme = "light", hash = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = [];
  const requests = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  const own = [];
  context.on("request", (request) => {
    requests.push(request.url());
    if (request.serviceWorker() === null) own.push(request.url());
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(url + hash);
  page.requests = requests;
  // Without those of the service worker, which keeps all files.
  page.own = own;
  page.check = async () => {
    assert.deepEqual(errors, []);
    for (const request of requests) {
      assert.ok(request.startsWith(url) || request.startsWith("blob:") || request.startsWith("data:"), `request of another origin: ${request}`);
      assert.ok(!request.includes("?"), `request with data: ${request}`);
    }
    const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(scroll <= inner, `the page scrolls horizontally: ${scroll} > ${inner}`);
    await context.close();
  };
  return page;
}

/** Keeps a picture of the whole page. The window is made as tall as the page: what is outside of it is not drawn. */
export async function picture(page, name) {
  const { width, height } = page.viewportSize();
  for (let i = 0; i < 2; i++) {
    await page.setViewportSize({ width, height: await page.evaluate(() => Math.max(innerHeight, document.documentElement.scrollHeight)) });
    await page.waitForTimeout(100);
  }
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  await page.setViewportSize({ width, height });
}

/** Waits until the analysis of the whole text is complete. */
export const analysed = (page) => page.waitForFunction(() => document.body.dataset.busy !== undefined);

/** Does what begins an analysis and waits for its end. An analysis that ended before must not be taken for it. */
export async function analysing(page, act) {
  await page.evaluate(() => delete document.body.dataset.busy);
  await act();
  await analysed(page);
}

/** Makes `text` the input and waits until it is analysed. */
export async function type(page, text) {
  // An analysis that was begun before, as a choice of what the text is begins one, must not be taken for that of `text`.
  await page.fill("#text", "");
  await page.waitForFunction(() => document.querySelector("#views").hidden);
  await analysing(page, () => page.fill("#text", text));
}

const command = process.env.UTF8KIT_COMMAND ?? join(here, "../../target/debug/utf8");

/** Returns what `utf8 fix` makes of a file. It ends with 1 if something is left. */
export function fixed(name, bytes, ...args) {
  const folder = mkdtempSync(join(tmpdir(), "utf8kit-page-"));
  try {
    writeFileSync(join(folder, name), bytes);
    execFileSync(command, ["fix", "--no-config", ...args, name], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr));
  }
  const repaired = readFileSync(join(folder, name));
  rmSync(folder, { recursive: true });
  return repaired;
}
