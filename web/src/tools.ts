/** The tools of the view of bits: from error to error, a hex dump, and copies. */
import type { App, Source } from "./app";
import type { Item } from "./bits";
import { by, count, h } from "./dom";

/** Bytes of a text that is copied. */
const LONGEST = 1e6;

/** The formats of a copy, by their names in `copy.ts`. */
const formats: [name: string, label: string][] = [
  ["text", "text"],
  ["hex", "hexadecimal: C3 A9"],
  ["bytes", "escapes of bytes: \\xC3\\xA9"],
  ["units", "escapes of JSON: \\u00E9"],
  ["html", "HTML references: &#xE9;"],
  ["percent", "percent-encoding: %C3%A9"],
  ["base64", "base64"],
  ["nfc", "text in NFC: é"],
  ["nfd", "text in NFD: e and ◌́"],
];

export class Tools {
  private source: Source | null = null;
  /** The offsets of all errors, or `null` if only those of the page are known. */
  private all: number[] | null = null;
  /** Whether there are more than these, before or after them. */
  private isCut = false;
  private items: Item[] = [];
  private place = h("span", { class: "where", role: "status" });
  private errorTools = h("span", { class: "group" });
  private dump = h("div", null);
  private toggle = h("button", { type: "button", "aria-pressed": "false", onclick: () => void this.drawDump(this.toggle.getAttribute("aria-pressed") === "false") }, "Hex dump");
  private format = h("select", null, ...formats.map(([value, label]) => h("option", { value }, label)));
  private said = h("span", { class: "quiet", role: "status" });

  /** `convert` returns a text in UTF-8. */
  constructor(private app: App, private convert: (source: Source) => Promise<Blob>) {
    this.errorTools.append(
      h("button", { type: "button", onclick: () => this.go(-1) }, "Previous error"), " ",
      h("button", { type: "button", onclick: () => this.go(1) }, "Next error"), " ", this.place);
    by("bits").querySelector(".legend")!.before(
      h("div", { class: "tools" }, this.errorTools, this.toggle,
        h("span", { class: "group" }, h("label", null, "Copy as ", this.format), " ", h("button", { type: "button", onclick: () => void this.copy() }, "Copy"), " ", this.said)),
      this.dump);
  }

  /** Takes note of where the errors of a text are: `null` if that is not known, `isCut` if there are more. */
  found(source: Source, errors: number[] | null, isCut = false) {
    this.source = source;
    this.all = errors;
    this.isCut = isCut;
    this.place.textContent = "";
    this.said.textContent = "";
    this.refresh();
  }

  /** Takes note of what the view shows. */
  drawn(items: Item[]) {
    this.items = items;
    this.refresh();
    if (this.toggle.getAttribute("aria-pressed") === "true") void this.drawDump(true);
  }

  private get errors(): number[] {
    return this.all ?? this.items.filter(({ kind }) => kind === "ill-formed").map(({ offset }) => offset);
  }

  private refresh() {
    this.errorTools.hidden = this.errors.length === 0;
  }

  /** Goes to the next error or the one before, from the last one to the first. */
  private go(step: 1 | -1) {
    const { errors, app } = this;
    const isThere = by("bits").querySelector(".target") !== null;
    let to = step > 0 ? errors.findIndex((offset) => offset > app.offset || (offset === app.offset && !isThere)) : errors.findLastIndex((offset) => offset < app.offset);
    if (to < 0) to = step > 0 ? 0 : errors.length - 1;
    app.goTo(errors[to]);
    this.place.textContent = `error ${count(to + 1)} of ${count(errors.length)}${!this.all ? " on this page" : this.isCut ? " that are listed" : ""}`;
  }

  private async drawDump(isWanted: boolean) {
    this.toggle.setAttribute("aria-pressed", String(isWanted));
    if (!isWanted) this.dump.replaceChildren();
    else {
      const { dump } = await import("./dump");
      this.dump.replaceChildren(dump(this.items, (offset) => this.app.goTo(offset)));
    }
  }

  private async copy() {
    const { source, app, format, said } = this;
    if (!source) return;
    if (source.size > LONGEST) {
      said.textContent = `Up to ${count(LONGEST)} bytes are copied: this is longer.`;
      return;
    }
    try {
      const bytes = source.bytes ?? new Uint8Array(await source.blob!.arrayBuffer());
      const { spellings } = await import("./copy");
      const { needsText, write } = spellings[format.value];
      const text = needsText && app.encoding !== "UTF-8" ? new Uint8Array(await (await this.convert(source)).arrayBuffer()) : bytes;
      await navigator.clipboard.writeText(write(text));
      said.textContent = "Copied.";
    } catch (error) {
      said.textContent = (error as Error).name === "NotAllowedError" ? "The browser did not allow copying." : (error as Error).message;
    }
  }
}
