/** The view of bits: the sequences of a window of the text, each with its bytes, its number and its character. */
import type { Item as PlainItem, InspectOptions } from "utf8kit/inspect";
import type { Item as NamedItem, Character as NamedCharacter } from "utf8kit/names";
import type { Source } from "./app";
import { by, count, glyph, h, hex, message, names } from "./dom";

export type Item = PlainItem | NamedItem;
type Inspect = (bytes: Uint8Array, options: InspectOptions) => Item[] | Promise<Item[]>;
type Names = (bytes: Uint8Array, options: InspectOptions) => Promise<Item[]>;

/** Items of a page. */
const LIMIT = 200;
/** Items drawn at once: each batch takes a few milliseconds. */
const BATCH = 12;
/** Bytes read for a page: more than the longest sequences of 200 characters in any encoding. */
const WINDOW = 4096;
/** Encodings whose bytes can be read only from the start: what a byte means depends on all before it. */
const stateful = /^(UTF-7|ISO-2022|ISO-10646-UTF-1|UTF-8-SIG)/i;
/** Encodings in which a byte can be the first or the second of a character: a line or a word before is a safe place to start. */
const ambiguous = /^(Shift_JIS|EUC|Big5|GB)/i;
/** Encodings that take their byte order from a signature at the start of the text. */
const ordered = /^(UTF-16|UTF-32|ISO-10646-(UCS-[24]))$/;

interface Row {
  item: Item;
  element: HTMLDetailsElement;
  meaning: HTMLElement;
  name: HTMLElement;
}

export class Bits {
  inspect: Inspect | null = null;
  names: Names | null = null;
  /** The items that are shown. */
  items: Item[] = [];
  /** Is given the items that are shown: a part of the second stage, as the next. */
  drawn: ((items: Item[]) => void) | null = null;
  /** Draws the details of an item. */
  details: ((item: Item) => HTMLElement) | null = null;
  private source: Source | null = null;
  private encoding = "UTF-8";
  /** The offset of the page, and of the byte that was looked up. */
  from = 0;
  private target = -1;
  private end = 0;
  private rows: Row[] = [];
  private drawing = 0;
  private list = h("ol", { class: "items" });
  private pager = h("div", { class: "pager" });
  private windowBytes: Uint8Array = new Uint8Array();
  private options: InspectOptions = {};
  /** The names of characters are a large module: they are asked for when a row that lacks one is in sight. */
  private sight = new IntersectionObserver((rows) => {
    if (rows.some(({ isIntersecting }) => isIntersecting)) void this.askNames();
  });

  constructor(panel: HTMLElement) {
    const key = (role: string, label: string, bits: string) => h("li", null, h("span", { class: role + " bits" }, bits), " ", label);
    panel.append(
      h("h2", { class: "hide" }, "Bits of each sequence"),
      h("ul", { class: "legend", "aria-label": "Colours of the bits" },
        key("lead", "prefix of the first byte", "1110"),
        key("cont", "prefix of a continuation", "10"),
        key("load", "bits of the number", "0010"),
        key("never", "never in UTF-8", "1111 1111")),
      this.list,
      this.pager,
    );
  }

  /** Shows `source` from `from` on. Returns the items if they are all of the source. */
  async show(source: Source, encoding: string, from = 0, target = -1): Promise<Item[] | null> {
    const drawing = ++this.drawing;
    this.source = source;
    this.encoding = encoding;
    if (!this.inspect) return null;
    const fromStart = stateful.test(encoding);
    const start = fromStart ? 0 : Math.max(0, from - (ambiguous.test(encoding) ? 64 : 8));
    const to = Math.min(source.size, from + WINDOW);
    const read = async (at: number, end: number) => new Uint8Array(await source.blob!.slice(at, end).arrayBuffer());
    const bytes = source.bytes ? source.bytes.subarray(start, to) : await read(start, to);
    const unordered = ordered.exec(encoding);
    if (unordered && start > 0) {
      const head = source.bytes ?? (await read(0, 2));
      encoding = (unordered[2] ?? unordered[1]) + (head[0] === 0xff && head[1] === 0xfe ? "LE" : "BE");
    }
    if (drawing !== this.drawing) return null;

    const skip = fromStart ? 0 : align(bytes, from - start, from, encoding);
    this.windowBytes = bytes.subarray(skip);
    this.options = { encoding, offset: start + skip, isEnd: to === source.size, limit: fromStart ? Math.min(from, 50_000) + LIMIT : LIMIT };
    const found = this.inspect(this.windowBytes, this.options);
    let items: Item[] = found instanceof Promise ? await found : found;
    if (drawing !== this.drawing) return null;
    if (fromStart) items = items.filter((item) => item.offset + item.bytes.length > from).slice(0, LIMIT);
    if (to < source.size && items.length > 1 && items.at(-1)!.kind === "incomplete") items.pop();
    const last = items.at(-1);
    this.from = items.length ? items[0].offset : from;
    this.end = last ? last.offset + last.bytes.length : this.from;
    this.target = target;
    this.drawPager();
    this.draw(items, drawing);
    return this.from === 0 && this.end === source.size ? items : null;
  }

  /** Shows the bytes at `offset`, and moves the focus there. */
  async goTo(offset: number) {
    const inside = this.rows.length && offset >= this.from && offset < this.end;
    if (!inside && this.source) await this.show(this.source, this.encoding, Math.max(0, offset - 12), offset);
    this.target = offset;
    const row = this.rows.find(({ item }) => offset < item.offset + Math.max(1, item.bytes.length));
    if (row) this.focus(row);
  }

  /** Fills in the names of ASCII and controls, and sees to the others. */
  fillNames() {
    this.sight.disconnect();
    if (!this.names) return;
    for (const row of this.rows) {
      if (!row.item.problem) row.name.textContent = nameOf(row.item) || row.name.textContent;
      if (isUnnamed(row)) this.sight.observe(row.element);
    }
  }

  /** Asks for the names and the properties of the characters shown. */
  private async askNames() {
    this.sight.disconnect();
    if (!this.names || !this.rows.length) return;
    const drawing = this.drawing;
    let items: Item[];
    try {
      items = await this.names(this.windowBytes, this.options);
    } catch {
      return; // The page is complete without names.
    }
    if (drawing !== this.drawing) return;
    const named = new Map(items.map((item) => [item.offset, item]));
    for (const [n, row] of this.rows.entries()) {
      const item = named.get(row.item.offset);
      if (!item) continue;
      if (n && n % (4 * BATCH) === 0) {
        await new Promise(requestAnimationFrame);
        if (drawing !== this.drawing) return;
      }
      row.item = item;
      row.meaning.replaceChildren(...meaningOf(item));
      if (!item.problem) row.name.textContent = nameOf(item) || row.name.textContent;
      if (row.element.open) this.fill(row);
    }
  }

  /** Draws the details of the items that are open: the second stage is loaded now. */
  fillDetails() {
    for (const row of this.rows) if (row.element.open) this.fill(row);
  }

  private fill(row: Row) {
    if (!this.details) return;
    const old = row.element.querySelector(".body");
    const body = this.details(row.item);
    if (old) old.replaceWith(body);
    else row.element.append(body);
  }

  private focus(row: Row) {
    for (const other of this.list.querySelectorAll(".target")) other.classList.remove("target");
    row.element.classList.add("target");
    row.element.open = true;
    const summary = row.element.querySelector("summary")!;
    summary.focus({ preventScroll: true });
    row.element.scrollIntoView({ block: "center" });
  }

  private draw(items: Item[], drawing: number) {
    this.items = items;
    this.drawn?.(items);
    const openAll = items.length <= 3;
    let errors = 0;
    this.rows = [];
    const fresh = h("ol", { class: "items" });
    // The columns of all rows are equally wide: each row is a grid of its own.
    fresh.style.setProperty("--n", String(Math.min(4, Math.max(...items.map((item) => item.bytes.length), 1))));
    fresh.style.setProperty("--w", `${Math.max(3, count(this.end).length)}ch`);
    let next = 0;
    const batch = (n: number) => {
      for (; n-- > 0 && next < items.length; next++) {
        const item = items[next];
        const row = makeRow(item);
        row.element.addEventListener("toggle", () => {
          if (row.element.open && !row.element.querySelector(".body")) this.fill(row);
          if (isUnnamed(row)) this.sight.observe(row.element);
        });
        if (openAll || (item.kind === "ill-formed" && ++errors <= 2)) row.element.open = true;
        this.rows.push(row);
        fresh.append(h("li", null, row.element));
      }
    };
    batch(BATCH);
    // As far as the bytes that were looked up, which get the focus.
    while (this.target >= 0 && next < items.length && items[next - 1].offset < this.target) batch(BATCH);
    this.list.replaceWith(fresh);
    this.list = fresh;
    const more = () => {
      if (drawing !== this.drawing) return;
      batch(BATCH);
      if (next < items.length) requestAnimationFrame(more);
      else this.fillNames();
    };
    if (next < items.length) requestAnimationFrame(more);
    else this.fillNames();
  }

  private drawPager() {
    const source = this.source!;
    const go = (from: number) => {
      void this.show(source, this.encoding, from).then(() => by("views").scrollIntoView({ block: "start" }));
    };
    const button = (label: string, from: number, enabled: boolean) =>
      h("button", { type: "button", disabled: !enabled, onclick: () => go(from) }, label);
    if (this.from === 0 && this.end >= source.size) {
      this.pager.replaceChildren();
      return;
    }
    const place = h("input", { type: "number", min: 0, max: source.size - 1, value: this.from, class: "place" });
    const jump = (event: Event) => {
      event.preventDefault();
      void this.goTo(Math.min(Math.max(0, Math.floor(+place.value || 0)), source.size - 1));
    };
    this.pager.replaceChildren(
      button("Start", 0, this.from > 0),
      button("Previous", Math.max(0, this.from - LIMIT), this.from > 0),
      h("span", { class: "where" }, `bytes ${count(this.from)} to ${count(this.end)} of ${count(source.size)}`),
      button("Next", this.end, this.end < source.size),
      h("form", { onsubmit: jump }, h("label", null, "Byte ", place), " ", h("button", null, "Show")),
    );
  }
}

/** Returns how many of `bytes` to skip so that a sequence starts there, at `at` or a little before it. */
function align(bytes: Uint8Array, at: number, offset: number, encoding: string): number {
  if (ambiguous.test(encoding)) return bytes.subarray(0, at).findLastIndex((byte) => byte <= 0x20) + 1;
  if (/16|UCS-2/.test(encoding)) return at - (offset % 2);
  if (/32|UCS-4/.test(encoding)) return at - (offset % 4);
  if (!/^(UTF-8|CESU|Modified|WTF|RFC|Annex|UNICODE)/.test(encoding)) return at; // A byte is a character.
  // At most 5 continuations precede: RFC 2279 has sequences of 6 bytes.
  let start = at;
  while (start > 0 && at - start < 5 && bytes[start] >> 6 === 2) start--;
  return bytes[start] >> 6 === 2 || bytes[start] < 0x80 ? at : start;
}

function nameOf(item: Item): string {
  if (item.problem) return "";
  return item.characters.map((c) => names.get(c.number) ?? (c as NamedCharacter).name ?? "").filter(Boolean).join(" + ");
}

/** Whether the name of a character, or a property that is shown, is not known yet. */
const isUnnamed = ({ item, element }: Row) => item.characters.some((c) => !("name" in c) && (element.open || !names.has(c.number)));

/** Draws the bytes of an item with their bits. */
function bytesOf(item: Item): HTMLElement {
  const label = item.bytes.map((b) => hex(b.value)).join(" ");
  return h("span", { class: "bytes", role: "img", "aria-label": label },
    ...item.bytes.map((b) =>
      h("span", { class: `byte ${b.role}` },
        h("b", null, hex(b.value)),
        h("span", { class: "bits" },
          b.prefix && h("span", { class: prefixClass(b.role) }, b.prefix),
          b.payload && h("span", { class: "load" }, b.payload)))));
}

export const prefixClass = (role: string) => (role === "continuation" ? "cont" : role === "never" ? "never" : "lead");

/** Draws what an item stands for. */
function meaningOf(item: Item): Node[] {
  if (item.problem) return [h("span", { class: "badge" }, "error")];
  if (item.kind !== "character") return [h("span", { class: "glyph" }), h("span", { class: "point" }, "–")];
  return [
    ...item.characters.slice(0, 3).map((c) => glyph(c.character)),
    h("span", { class: "point" }, item.characters.map((c) => c.codePoint).join(" ")),
  ];
}

function makeRow(item: Item): Row {
  const name = h("span", { class: "name" }, nameOf(item));
  const meaning = h("span", { class: "meaning" }, ...meaningOf(item));
  if (item.problem) name.append(message(item.problem.message));
  else if (item.kind !== "character") name.append(item.kind === "incomplete" ? "cut by the end of the page" : "switches the state of the encoding");
  const element = h("details", { class: `item ${item.kind}` },
    h("summary", null,
      h("span", { class: "offset" }, h("span", { class: "hide" }, "byte "), count(item.offset)),
      bytesOf(item),
      meaning,
      name));
  return { item, element, meaning, name };
}
