/** The second stage of the page: map, findings and encoding. A worker computes; this part draws. */
import type { Item as PlainItem } from "utf8kit/inspect";
import type { Item } from "utf8kit/names";
import type { Cell, Finding } from "utf8kit/text";
import type { App, More, Source, View } from "./app";
import { draw as drawCure } from "./cure";
import { details } from "./details";
import { by, count, h, many, message } from "./dom";
import { shown, unescaped } from "./hidden";
import type { Converted, Counts, Cure, Listed, Repaired, Reply, Request, Scanned } from "./protocol";
import { Repair } from "./repair";
import { Tools } from "./tools";

/** Findings drawn at once. */
const PAGE = 100;

const parts: [key: Exclude<keyof Cell, "errors">, label: string][] = [
  ["ascii", "ASCII"],
  ["two", "2 bytes"],
  ["three", "3 bytes"],
  ["four", "4 bytes"],
  ["illFormed", "ill-formed"],
  ["nul", "NUL"],
];

/** The encodings of the chooser, after those of the first stage. */
const encodings: [group: string, names: string][] = [
  ["Unicode", "UTF-8-SIG utf8mb3 UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE UTF-32BE ISO-10646-UCS-2 UCS-2LE UCS-2BE ISO-10646-UCS-4 UCS-4LE UCS-4BE UTF-7 UTF-7-IMAP ISO-10646-UTF-1 UNICODE-1-1-UTF-8 UNICODE-1-1-UTF-8-OLD-HANGUL ISO-2022"],
  ["Legacy", "US-ASCII ISO-8859-1 windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 windows-874 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 macintosh x-mac-cyrillic KOI8-R KOI8-U IBM866 Shift_JIS EUC-JP ISO-2022-JP GBK GB18030 Big5 EUC-KR"],
];

/** Rules that a person switches on. */
const switches: [rule: string, label: string][] = [
  ["invisible", "invisible characters"],
  ["confusable", "letters of several scripts in a word"],
  ["misread", "text that was read in a wrong encoding"],
  ["not-nfc", "letters apart from their accents (not NFC)"],
  ["control", "control characters"],
  ["replacement-char", "� of an earlier repair"],
];

const reasons: Record<string, string> = {
  signature: "It starts with a signature.",
  "zero-bytes": "The places of its zero bytes are those of this encoding.",
  "well-formed": "All of it is well-formed.",
  arrangement: "The arrangement of its bytes is that of this encoding.",
  escapes: "It has escape sequences of this encoding.",
  declared: "The text declares it.",
  statistics: "The frequencies of its bytes are those of this encoding.",
  default: "Nothing speaks against the encoding that is expected.",
};

export function start(app: App): More {
  const chooser = by<HTMLSelectElement>("encoding");
  const chosen = chooser.value;
  for (const option of [...chooser.options]) if ("guest" in option.dataset) option.remove();
  for (const [group, names] of encodings) {
    chooser.append(h("optgroup", { label: group }, ...names.split(" ").map((name) => h("option", null, name))));
  }
  chooser.value = chosen;
  if (!chooser.value) app.setEncoding("UTF-8");
  let worker: Worker | null = null;
  let id = 0;
  let source: Source | null = null;
  let scanned: Scanned | null = null;
  let findings: Finding[] = [];
  let running = false;
  let cancelled = false;
  let failure: string | null = null;
  let drawn = new Set<View>();
  /** Who waits for an answer of the worker, by its number. */
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  const ask = <T>(request: unknown) => new Promise<T>((resolve, reject) => {
    waiting.set(send(request as Omit<Request, "id">), { resolve: resolve as (answer: unknown) => void, reject });
  });

  const bytesOf = (of: Source) => of.blob ?? of.bytes!;
  const cureOf = (of: Source, cure: Cure) => ask<Converted>({ op: "cure", source: bytesOf(of), cure });
  const repair = new Repair(app, {
    repair: (source, policy, extras) => ask<Repaired>({ op: "repair", source: bytesOf(source), policy, extras: [...extras] }),
    stop,
  });
  const tools = new Tools(app, async (of) => (await cureOf(of, { kind: "convert", encoding: app.encoding })).blob);
  const counted = h("p", { id: "counts", hidden: true });
  by("cure").after(counted);

  function send(request: Omit<Request, "id"> & { id?: number }): number {
    if (!worker) {
      worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = (event: MessageEvent<Reply>) => receive(event.data);
      worker.onerror = (event) => fail(event.message || "The worker did not start.");
    }
    const number = ++id;
    worker.postMessage({ ...request, id: number });
    return number;
  }

  let scanId = 0;

  function receive(reply: Reply) {
    switch (reply.op) {
      case "names":
      case "listed":
      case "cured":
      case "repaired":
        waiting.get(reply.id)?.resolve(reply.op === "names" ? reply.items : reply.result);
        waiting.delete(reply.id);
        break;
      case "progress":
        if (reply.id !== scanId || !running) break;
        findings.push(...reply.findings);
        app.progress(reply.read, source!.size);
        label();
        break;
      case "scanned":
        if (reply.id !== scanId) break;
        findings.push(...reply.findings);
        scanned = reply.result;
        running = false;
        app.progress(null, 0);
        document.body.dataset.busy = scanned.busy.toFixed(1);
        judge();
        redraw();
        void cure();
        break;
      case "failed":
        waiting.get(reply.id)?.reject(new Error(reply.message));
        waiting.delete(reply.id);
        if (reply.isBroken) stop();
        if (reply.id === scanId) fail(reply.message);
    }
  }

  /** Ends the worker. The next request starts a fresh one. */
  function stop() {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error("The worker was stopped."));
    waiting.clear();
  }

  function fail(message: string) {
    running = false;
    failure = message;
    app.progress(null, 0);
    redraw();
  }

  function judge() {
    const { limited, map, detected } = scanned!;
    const errors = findings.filter((finding) => finding.rule === "ill-formed");
    const [first] = errors;
    // The bytes of a text in another encoding have no characters in UTF-8.
    const isOther = detected === null || (detected.encoding !== "UTF-8" && !detected.isAscii);
    // The findings read the text as UTF-8: in another encoding they say nothing.
    const isKnown = app.encoding === "UTF-8";
    // Where the list ends before the text, or has one finding for all of a text in another encoding, the map has the number.
    const isListed = !limited && errors.length > 0;
    const listed = errors.reduce((n, finding) => n + finding.count, 0);
    app.verdict(
      isKnown ? (isListed ? listed : map.total.errors) : scanned!.replaced,
      isKnown && first ? `Line ${count(first.line)}, column ${count(first.column)}: ${first.message}${first.clause && ` (${first.clause})`}.` : null,
      isKnown ? findings.length - errors.length : 0,
      isKnown && isOther && detected && detected.certainty !== "possible"
        ? { encoding: detected.encoding, isSure: detected.certainty !== "likely" } : null);
    tools.found(source!, isKnown && errors.length ? errors.map(({ offset }) => offset) : null, limited);
    const { counts } = scanned!;
    counted.hidden = counts === null || (isKnown && isOther);
    if (counts) counted.replaceChildren(...drawCounts(counts, map.length));
  }

  /** Shows what can be done with the text. */
  async function cure() {
    const [now, result] = [source!, scanned!];
    const doctor = {
      line: decodeSample,
      cure: (cure: Cure) => cureOf(now, cure),
      hold: app.hold,
    };
    await drawCure(doctor, now, result, findings, app.encoding);
    document.body.dataset.cure = String(scanId);
  }

  function label() {
    const more = scanned?.limited ? "+" : "";
    by("tab-map").replaceChildren("Map", h("span", { class: "wide" }, " and findings"), findings.length && app.encoding === "UTF-8" ? h("span", { class: "pill" }, count(findings.length) + more) : "");
  }

  function redraw() {
    drawn = new Set();
    label();
    show(app.view);
  }

  function show(view: View) {
    if (view === "bits" || drawn.has(view) || !source) return;
    const panel = by(view);
    if (failure !== null) {
      panel.replaceChildren(h("p", { class: "bad" }, failure));
      return;
    }
    if (!scanned) {
      panel.replaceChildren(h("p", { class: "quiet" }, cancelled ? "Cancelled: the text was not read to its end." : "Reading…"),
        cancelled ? h("button", { type: "button", onclick: () => scan(source!) }, "Read it again") : "");
      return;
    }
    const focused = document.activeElement?.id;
    if (view === "map") panel.replaceChildren(...drawMap());
    if (view === "guess") panel.replaceChildren(...drawGuess());
    if (view === "repair") panel.replaceChildren(...repair.draw(source, scanned, findings));
    // A switch of the view that was drawn again keeps the focus.
    if (focused && document.activeElement === document.body) by(focused)?.focus();
    drawn.add(view);
  }

  // Map and findings

  function drawMap(): Node[] {
    const { map } = scanned!;
    const out: Node[] = [];
    if (app.encoding !== "UTF-8") {
      out.push(h("p", { class: "note" }, "The map and the findings read the bytes as UTF-8, whatever the encoding above is."));
    }
    const place = h("p", { class: "quiet place-of", id: "strip-place" }, "Choose a part of the strip to see its bytes.");
    out.push(
      h("h2", null, "Map of the text"),
      strip(place),
      place,
      h("table", { class: "kinds" },
        h("caption", { class: "hide" }, "Bytes of the text by length of their sequence"),
        h("thead", { class: "hide" }, h("tr", null, h("th", { scope: "col" }, "Kind"), h("th", { scope: "col" }, "Bytes"), h("th", { scope: "col" }, "Share"))),
        h("tbody", null, ...parts.map(([key, label]) => {
          const n = map.total[key];
          return h("tr", { class: n ? "" : "none" },
            h("th", { scope: "row" }, h("i", { class: `swatch k-${key}` }), label),
            h("td", null, count(n)),
            h("td", null, share(n, map.length)));
        }))),
    );
    if (map.scripts.length) {
      const most = Math.max(...map.scripts.map((s) => s.characters));
      const bars = map.scripts.slice(0, 12).map(({ script, characters }) => {
        const bar = h("span", { class: "bar-of" });
        bar.style.width = `${Math.max(0.5, (characters / most) * 100)}%`;
        return h("li", null, h("span", { class: "script" }, script), h("span", { class: "track", "aria-hidden": "true" }, bar), h("span", { class: "n" }, count(characters)));
      });
      out.push(h("h2", null, "Scripts"), h("ul", { class: "scripts" }, ...bars));
    }
    out.push(h("h2", null, "Findings"), drawSwitches(), ...drawFindings());
    return out;
  }

  const share = (n: number, of: number) => {
    const percent = (n / of) * 100;
    return n === 0 ? "–" : percent < 0.01 ? "< 0.01 %" : `${+percent.toPrecision(3)} %`;
  };

  /** Draws the map as a slider: the arrow keys move along the text, Enter and a click show the bytes there. */
  function strip(place: HTMLElement): HTMLElement {
    const { map } = scanned!;
    const { cells, cellLength } = map;
    const canvas = h("canvas", {
      class: "strip", tabindex: 0, role: "slider", "aria-label": "Map of the text",
      "aria-valuemin": 0, "aria-valuemax": map.length, "aria-describedby": "strip-place",
    });
    let at = 0;
    const describe = (index: number) => {
      const cell = cells[index];
      const from = index * cellLength;
      const to = Math.min(map.length, from + cellLength);
      const contents = parts.filter(([key]) => cell[key]).map(([key, label]) => `${label} ${share(cell[key], to - from)}`);
      if (cell.errors) contents.push(many(cell.errors, "error"));
      return `Bytes ${count(from)} to ${count(to)}: ${contents.join(", ")}.`;
    };
    const choose = (index: number) => {
      at = Math.min(Math.max(index, 0), cells.length - 1);
      canvas.setAttribute("aria-valuenow", String(at * cellLength));
      canvas.setAttribute("aria-valuetext", describe(at));
      place.textContent = describe(at);
      paint();
    };
    const go = () => {
      const from = at * cellLength;
      const inside = cells[at].errors ? findings.find((f) => f.offset >= from && f.offset < from + cellLength) : undefined;
      app.goTo(inside ? inside.offset : from);
    };
    const paint = () => {
      const style = getComputedStyle(canvas);
      // The swatches have the colours: a custom property would give `light-dark(…)`, which a canvas does not know.
      const colours = Object.fromEntries(parts.map(([key]) => {
        const swatch = by("map").querySelector(`.k-${key}`);
        return [key, swatch ? getComputedStyle(swatch).backgroundColor : "#888"];
      }));
      const scale = devicePixelRatio || 1;
      const width = Math.max(1, Math.round(canvas.clientWidth * scale));
      const height = Math.max(1, Math.round(canvas.clientHeight * scale));
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext("2d")!;
      const column = width / cells.length;
      cells.forEach((cell, index) => {
        const all = parts.reduce((n, [key]) => n + cell[key], 0) || 1;
        const x = Math.floor(index * column);
        const w = Math.max(1, Math.ceil((index + 1) * column) - x);
        let y = height;
        for (const [key] of parts) {
          if (!cell[key]) continue;
          const tall = (cell[key] / all) * height;
          context.fillStyle = colours[key];
          context.fillRect(x, y - tall, w, tall + 0.5);
          y -= tall;
        }
      });
      // Errors are few, and must be seen: each has a mark at the top, at least 2 pixels wide.
      context.fillStyle = colours.illFormed;
      cells.forEach((cell, index) => {
        if (cell.errors) context.fillRect(Math.floor(index * column), 0, Math.max(2 * scale, column), height / 3);
      });
      if (document.activeElement === canvas || place.dataset.used) {
        context.strokeStyle = style.color;
        context.lineWidth = 2 * scale;
        context.strokeRect(Math.floor(at * column), 1, Math.max(4 * scale, column), height - 2);
      }
    };
    const indexAt = (event: MouseEvent) => {
      const box = canvas.getBoundingClientRect();
      return Math.floor(((event.clientX - box.left) / box.width) * cells.length);
    };
    canvas.addEventListener("mousemove", (event) => {
      place.textContent = describe(Math.min(Math.max(indexAt(event), 0), cells.length - 1));
    });
    canvas.addEventListener("click", (event) => {
      choose(indexAt(event));
      go();
    });
    canvas.addEventListener("keydown", (event) => {
      const jump = Math.max(1, Math.round(cells.length / 20));
      const step: Record<string, number> = {
        ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1,
        PageUp: jump, PageDown: -jump, Home: -cells.length, End: cells.length,
      };
      if (event.key === "Enter" || event.key === " ") go();
      else if (event.key in step) choose(at + step[event.key]);
      else return;
      event.preventDefault();
    });
    canvas.addEventListener("focus", paint);
    canvas.addEventListener("blur", paint);
    canvas.setAttribute("aria-valuenow", "0");
    canvas.setAttribute("aria-valuetext", describe(0));
    new ResizeObserver(paint).observe(canvas);
    new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
    return canvas;
  }

  /** Draws the switches of the rules that are not applied by default. */
  function drawSwitches(): HTMLElement {
    return h("fieldset", { class: "switches" }, h("legend", null, "Also find"), ...switches.map(([rule, label]) => {
      const box = h("input", {
        type: "checkbox", id: `find-${rule}`, checked: app.also.found.includes(rule),
        onchange: () => {
          const others = app.also.found.filter((other) => other !== rule);
          app.also = { ...app.also, found: box.checked ? [...others, rule] : others };
          app.refresh();
        },
      });
      return h("label", null, box, label);
    }));
  }

  /** Draws the findings, or those of a part of the list that begins with number `first`. */
  function drawFindings(found = findings, limited = scanned!.limited, first = 0): Node[] {
    if (!found.length) return [h("p", { class: "quiet" }, "None.")];
    const rules = new Map<string, number>();
    for (const finding of found) rules.set(finding.rule, (rules.get(finding.rule) ?? 0) + 1);
    const list = h("ol", { class: "findings" });
    const bar = h("div", { class: "pager" });
    let only = "";
    const draw = (from: number) => {
      const chosen = only ? found.filter((f) => f.rule === only) : found;
      list.replaceChildren(...chosen.slice(from, from + PAGE).map(row));
      bar.replaceChildren();
      if (chosen.length <= PAGE) return;
      const button = (label: string, to: number, enabled: boolean) =>
        h("button", { type: "button", disabled: !enabled, onclick: () => { draw(to); list.scrollIntoView(); } }, label);
      bar.append(
        button("Previous", from - PAGE, from > 0),
        h("span", { class: "where" }, `${count(from + 1)} to ${count(Math.min(from + PAGE, chosen.length))} of ${count(chosen.length)}`),
        button("Next", from + PAGE, from + PAGE < chosen.length));
    };
    const select = h("select", { onchange: () => { only = select.value; draw(0); } },
      h("option", { value: "" }, `all, ${count(found.length)}`),
      ...[...rules].map(([rule, n]) => h("option", { value: rule }, `${rule}, ${count(n)}`)));
    draw(0);
    return [h("div", { id: "findings" },
      limited || first ? partOf(found.length, limited, first) : null,
      rules.size > 1 ? h("p", null, h("label", null, "Rule ", select)) : null,
      list, bar)];
  }

  /** Draws which findings are listed, and the ways to the others. */
  function partOf(length: number, limited: boolean, first: number): HTMLElement {
    const said = h("span", { role: "status" }, `Findings ${count(first + 1)} to ${count(first + length)} are listed. `);
    const now = source!;
    const go = async (event: Event) => {
      const act = event.target as HTMLButtonElement;
      act.disabled = true;
      said.textContent = "Reading… ";
      try {
        const next = await ask<Listed>({ op: "list", source: bytesOf(now), rules: [...app.also.found], from: first + length });
        if (source !== now) return;
        if (next.findings.length === 0) said.textContent = "There are no more. ";
        else drawPart(next.findings, next.limited, first + length);
      } catch (error) {
        act.disabled = false;
        said.textContent = `${(error as Error).message} `;
      }
    };
    return h("p", { class: "note" }, said,
      first > 0 && h("button", { type: "button", onclick: () => drawPart(findings, scanned!.limited, 0) }, "List the first ones"), " ",
      limited && h("button", { type: "button", onclick: go }, "List the next ones"));
  }

  /** Draws another part of the list in place of the one that is there. The tools go from error to error in it. */
  function drawPart(found: Finding[], limited: boolean, first: number) {
    by("findings").replaceWith(...drawFindings(found, limited, first));
    const errors = found.filter(({ rule }) => rule === "ill-formed").map(({ offset }) => offset);
    tools.found(source!, app.encoding === "UTF-8" && errors.length ? errors : null, limited || first > 0);
    by("findings").scrollIntoView();
  }

  function row(finding: Finding): HTMLElement {
    const context = finding.found || finding.before || finding.after
      ? h("span", { class: "context" }, finding.before, h("mark", null, ...shown(unescaped(finding.found))), finding.after) : null;
    return h("li", null,
      h("button", { type: "button", class: "finding", onclick: () => app.goTo(finding.offset) },
        h("span", { class: "at" }, `${count(finding.line)}:${count(finding.column)}`),
        h("span", { class: "what" }, message(finding.message), finding.count > 1 && ` (${many(finding.count, "place")})`, context),
        h("span", { class: "why" }, h("span", { class: "badge" }, finding.rule), " ", finding.clause)));
  }

  // Encoding

  function decodeSample(encoding: string): string | null {
    if (encoding in scanned!.decoded) return scanned!.decoded[encoding];
    try {
      return new TextDecoder(encoding).decode(scanned!.sample as BufferSource);
    } catch {
      return null;
    }
  }

  function candidate(title: string, encoding: string): HTMLElement {
    const line = decodeSample(encoding);
    return h("li", null,
      h("p", null, h("b", null, encoding), " ", h("span", { class: "quiet" }, title), " ",
        encoding !== app.encoding && h("button", { type: "button", class: "link", onclick: () => app.setEncoding(encoding) }, `Read it as ${encoding}`)),
      line === null
        ? h("p", { class: "quiet" }, "No line is shown: this browser does not decode it. The command utf8 convert does.")
        : h("p", { class: "line" }, ...shown(line)));
  }

  function drawGuess(): Node[] {
    const { candidates, detected, doubled, sampleOffset } = scanned!;
    const out: Node[] = [h("h2", null, "What it may be")];
    if (!detected) {
      out.push(h("p", null, "Binary data: no encoding of text explains these bytes."));
    } else {
      out.push(
        h("p", { class: "guess" }, h("b", null, detected.certainty !== "possible" && detected.languageName && `${detected.languageName}, `, detected.encoding), " ", h("span", { class: "badge" }, detected.certainty)),
        h("p", null, reasons[detected.reason] ?? "", detected.isAscii && " All bytes are ASCII, so that most encodings read the same."));
      if (detected.illFormedAt !== null) {
        const at = detected.illFormedAt;
        out.push(h("p", null, "It is not UTF-8: ", h("button", { type: "button", class: "link", onclick: () => app.goTo(at) }, `byte ${count(at)}`), " starts an ill-formed sequence."));
      }
    }
    const others = ["UTF-8", "windows-1252", "ISO-8859-2", "windows-1251", "Shift_JIS", "GB18030", "Big5", "EUC-KR", "KOI8-R", "IBM866", "macintosh", "UTF-16LE", "UTF-16BE"];
    const list = h("ul", { class: "candidates" });
    const listed = new Set<string>();
    const add = (title: string, encoding: string | null | undefined) => {
      if (!encoding || listed.has(encoding)) return;
      listed.add(encoding);
      list.append(candidate(title, encoding));
    };
    add("most likely", detected?.encoding);
    add("second", detected?.second);
    for (const { encoding } of candidates) add("possible", encoding);
    add("for comparison", detected?.encoding === "UTF-8" ? "windows-1252" : "UTF-8");
    const select = h("select", { onchange: () => { add("for comparison", select.value); select.value = ""; } },
      h("option", { value: "" }, "another…"), ...others.filter((o) => !listed.has(o)).map((o) => h("option", null, o)));
    out.push(
      h("h2", null, "A line of it"),
      h("p", { class: "quiet" }, `From byte ${count(sampleOffset)}, as each encoding decodes it.`),
      list,
      h("p", null, h("label", null, "Decode it as ", select)));

    out.push(h("h2", null, "Double encoding"));
    if (!doubled.length) out.push(h("p", { class: "quiet" }, "No part of it was encoded twice."));
    else {
      out.push(
        h("p", null, `${many(doubled.length, "part")} ${doubled.length === 1 ? "was" : "were"} encoded twice${doubled.length === 100 ? " (the first 100)" : ""}. The view `,
          h("button", { type: "button", class: "link", onclick: () => by("tab-repair").click() }, "Repair"), " undoes it in the whole text."),
        h("ul", { class: "doubled" }, ...doubled.map((d) =>
          h("li", null, h("button", { type: "button", class: "finding", onclick: () => app.goTo(d.offset) },
            h("span", { class: "at" }, `byte ${count(d.offset)}`),
            h("del", null, ...shown(d.found)), h("span", { "aria-hidden": "true" }, " → "), h("ins", null, ...shown(d.meant)),
            d.times > 1 && h("span", { class: "quiet" }, ` encoded ${d.times + 1} times`))))));
    }
    return out;
  }

  // Commands

  function scan(next: Source) {
    source = next;
    scanned = null;
    findings = [];
    repair.reset();
    running = true;
    cancelled = false;
    failure = null;
    delete document.body.dataset.busy;
    delete document.body.dataset.cure;
    by("cure").hidden = true;
    counted.hidden = true;
    tools.found(next, null);
    scanId = send({ op: "scan", source: bytesOf(next), encoding: app.encoding, rules: [...app.also.found] } as Omit<Request, "id">);
    if (next.blob) app.progress(0, next.size);
    else app.progress(null, 0);
    // Results of a short text arrive at once: the old view stays until then.
    if (next.blob) redraw();
    else drawn = new Set();
  }

  function cancel() {
    if (running) {
      cancelled = true;
      stop();
    }
    running = false;
    scanId = 0;
    counted.hidden = true;
    app.progress(null, 0);
    redraw();
  }

  return {
    scan,
    cancel,
    show,
    details,
    drawn: (items) => tools.drawn(items),
    names: (bytes, options) => ask<(Item | PlainItem)[]>({ op: "names", bytes, options }),
  };
}

/** Draws how long a text is, as readers, programs and files count. */
function drawCounts({ characters, utf16, graphemes, isNfc, isNfd }: Counts, bytes: number): Node[] {
  const pairs: [label: string, n: number][] = [["Bytes", bytes], ["UTF-16 code units", utf16], ["Characters (code points)", characters]];
  if (graphemes !== null) pairs.push(["As a reader counts", graphemes]);
  const list = pairs.map(([label, n]) => h("span", null, `${label}: `, h("b", null, count(n))));
  if (isNfc !== null) list.push(h("span", null, isNfc ? (isNfd ? "In NFC and NFD" : "In NFC") : isNfd ? "In NFD" : "Neither in NFC nor in NFD"));
  return list;
}
