/** The view that repairs a text: what becomes of errors, what else is repaired, and the difference. */
import type { Finding } from "utf8kit/text";
import type { App, Source } from "./app";
import { renamed, save } from "./cure";
import { count, h, many, message, size } from "./dom";
import { shown } from "./hidden";
import type { Extra, Part, Policy, Repaired, Scanned } from "./protocol";

/** Bytes of a text whose repair takes so long that it can be cancelled. */
const LARGE = 4e6;

const policies: [name: string, label: string, what: string][] = [
  ["replace", "Replace", "U+FFFD for each error"],
  ["drop", "Drop", "nothing for an error"],
  ["escape", "Escape", "\\xE9 for each byte of an error, so that it can be undone"],
  ["meant", "Meant", "the character that an overlong sequence or a pair of surrogates stands for"],
  ["as", "Read as", "another encoding:"],
  ["with", "Write", "a text of yours:"],
  ["keep", "Keep", "errors stay as they are"],
];

const extras: [rule: Extra, label: string, what: string][] = [
  ["invisible", "Remove invisible characters", "zero-width spaces, soft hyphens and the like, where they have no effect"],
  ["spaces", "Write plain spaces", "for those that do not break, and for narrow and wide ones"],
  ["misread", "Undo a wrong reading", "of text in an older encoding that was read as another, where that is very likely"],
  ["not-nfc", "Compose letters and accents", "e and ◌́ become é: Normalization Form C"],
  ["nul", "Remove NUL", "U+0000, which databases and XML refuse"],
];

/** Encodings in which each byte is a character: what stray bytes can be read in. */
const SINGLE_BYTE = "windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 windows-874 ISO-8859-1 ISO-8859-2 ISO-8859-5 ISO-8859-7 ISO-8859-9 ISO-8859-15 macintosh x-mac-cyrillic KOI8-R KOI8-U IBM437 IBM850 IBM852 IBM866".split(" ");

/** What the view needs: who repairs, and who stops that. */
export interface Workshop {
  repair(source: Source, policy: Policy, extras: readonly Extra[]): Promise<Repaired>;
  stop(): void;
}

export class Repair {
  private source: Source | null = null;
  private scanned: Scanned | null = null;
  private result: { key: string; value: Repaired | string } | null = null;
  private running: { key: string } | null = null;
  private body = h("div");

  constructor(private app: App, private workshop: Workshop) {}

  /** Forgets the text. */
  reset() {
    this.source = this.scanned = this.result = this.running = null;
  }

  /** Draws the view of a text, and begins to repair it. */
  draw(source: Source, scanned: Scanned, findings: readonly Finding[]): Node[] {
    this.source = source;
    this.scanned = scanned;
    void this.refresh();
    return [
      h("h2", null, "Repair the text"),
      h("p", { class: "quiet" }, "Every repair that loses nothing is made, such as undoing double encoding. Choose what becomes of ill-formed sequences:"),
      this.drawPolicies(findings),
      h("p", { class: "quiet" }, "And besides:"),
      this.drawExtras(),
      this.body,
    ];
  }

  private drawPolicies(findings: readonly Finding[]): HTMLElement {
    const [chosen, argument] = /^(as|with):([^]*)$/.exec(this.app.policy)?.slice(1) ?? [this.app.policy];
    const stray = findings.map(({ fix }) => (fix?.kind === "on-error" && fix.stray?.encoding) || "").find(Boolean);
    const names = [...new Set([chosen === "as" ? argument : stray, ...SINGLE_BYTE])].filter(Boolean) as string[];
    const encoding = h("select", { "aria-label": "Encoding of ill-formed bytes", onchange: () => choose("as") }, ...names.map((name) => h("option", null, name)));
    const text = h("input", { "aria-label": "Text for each error", maxlength: 40, size: 8, value: chosen === "with" ? argument : "?", oninput: () => choose("with") });
    const radios = new Map(policies.map(([name]) => [name, h("input", { type: "radio", name: "policy", value: name, checked: name === chosen, onclick: () => choose(name) })]));
    const choose = (name: string) => {
      radios.get(name)!.checked = true;
      this.app.policy = (name === "as" ? `as:${encoding.value}` : name === "with" ? `with:${text.value}` : name) as Policy;
      void this.refresh();
    };
    return h("fieldset", { class: "policies" }, h("legend", { class: "hide" }, "Ill-formed sequences"), ...policies.map(([name, label, what]) =>
      h("div", null,
        h("label", null, radios.get(name)!, h("span", null, h("b", null, label), " ", h("span", { class: "quiet" }, what))),
        name === "as" ? encoding : name === "with" && text)));
  }

  private drawExtras(): HTMLElement {
    const { app } = this;
    return h("fieldset", { class: "policies" }, h("legend", { class: "hide" }, "Other repairs"), ...extras.map(([rule, label, what]) => {
      const box = h("input", {
        type: "checkbox", name: "extra", value: rule, checked: app.also.repaired.includes(rule),
        onchange: () => {
          const others = app.also.repaired.filter((other) => other !== rule);
          app.also = { ...app.also, repaired: box.checked ? [...others, rule] : others };
          void this.refresh();
        },
      });
      return h("label", null, box, h("span", null, h("b", null, label), " ", h("span", { class: "quiet" }, what)));
    }));
  }

  /** Draws the result again, and keeps the controls with their focus. */
  private async refresh() {
    const { app, source, body } = this;
    const { policy } = app;
    const repaired = app.also.repaired.filter((name) => extras.some(([known]) => known === name));
    const key = `${policy} ${repaired}`;
    if (!source) return;
    if (this.result?.key === key) {
      body.replaceChildren(...this.drawResult(this.result.value));
      return;
    }
    const isLarge = source.size > LARGE;
    const cancel = () => {
      this.running = null;
      this.workshop.stop();
      this.result = { key, value: "Cancelled. Choose another repair, or this one again." };
      void this.refresh();
      this.result = null;
    };
    body.replaceChildren(h("p", { class: "quiet" }, "Repairing… ", isLarge && h("button", { type: "button", onclick: cancel }, "Cancel")));
    if (this.running?.key === key) return;
    // The result of the choice before is no longer of interest.
    if (this.running !== null && isLarge) this.workshop.stop();
    const mine = (this.running = { key });
    let value: Repaired | string;
    try {
      value = await this.workshop.repair(source, policy, repaired);
    } catch (error) {
      value = (error as Error).message;
    }
    if (this.running !== mine) return;
    this.running = null;
    this.result = { key, value };
    void this.refresh();
  }

  private drawResult(result: Repaired | string): Node[] {
    if (typeof result === "string") return [h("p", { class: "bad" }, message(result))];
    const { blob, changes, lost, more, left } = result;
    const remains = left > 0 && `${many(left, "ill-formed sequence")} ${left === 1 ? "remains" : "remain"}.`;
    if (!changes.length) {
      const isRefused = left > 0 && this.app.policy !== "keep" && !this.scanned!.detected;
      return [h("p", { class: "note" }, isRefused ? "Not repaired: these bytes are probably no text." : remains ? `Nothing is changed: ${remains}` : "Nothing to repair: the text stays as it is.")];
    }
    const said = h("span", { role: "status" });
    const name = renamed(this.source!.name, "repaired");
    const download = () => {
      save(blob, name);
      said.textContent = `Saved as ${name}.`;
    };
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(await blob.text());
        said.textContent = "Copied.";
      } catch {
        said.textContent = "The browser did not allow copying. Download the text instead.";
      }
    };
    return [
      h("p", { class: "actions" },
        h("button", { type: "button", class: "primary", onclick: download }, `Download, ${size(blob.size)}`), " ",
        blob.size <= 5e6 && h("button", { type: "button", onclick: copy }, "Copy"), " ", said),
      remains ? h("p", { class: "note" }, `In what you download, ${remains}`) : "",
      lost > 0 && this.app.policy.startsWith("as:") ? h("p", { class: "note" }, `${many(lost, "byte")} stand${lost === 1 ? "s" : ""} for nothing in ${this.app.policy.slice(3)}: � is in ${lost === 1 ? "its" : "their"} place.`) : "",
      h("h2", null, more ? `The first ${many(changes.length, "change")}` : many(changes.length, "change")),
      h("ol", { class: "changes" }, ...changes.map((change) =>
        h("li", null,
          h("button", { type: "button", class: "link at", onclick: () => this.app.goTo(change.offset) }, `line ${count(change.line)}`),
          h("div", { class: "pair" }, line("old", "−", "before: ", change.before), line("new", "+", "after: ", change.after))))),
    ].filter((node) => node !== "") as Node[];
  }
}

/** Draws a line of a difference. */
function line(kind: string, sign: string, label: string, parts: readonly Part[]): HTMLElement {
  const drawn = parts.map(({ kind, text }) => h(kind === "removed" ? "del" : kind === "added" ? "ins" : "span", null, ...shown(text)));
  return h("p", { class: kind }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "hide" }, label), h("span", { class: "of" }, ...drawn));
}
