/** What a person can do with the text as it is: says what is wrong with it, what it would be, and does it with one button. */
import type { Detected, Finding } from "utf8kit/text";
import { by, count, h, many, message, size } from "./dom";
import { shown, unescaped } from "./hidden";
import type { Converted, Cure, Scanned } from "./protocol";
import { members } from "./zip";
import type { Source } from "./app";

/** What the section calls. */
export interface Doctor {
  /** Returns a line of the text, as an encoding decodes it, or `null` if that is not known. */
  line(encoding: string): string | null;
  /** Does what a button says. */
  cure(cure: Cure): Promise<Converted>;
  /** Makes a part of a file the input. */
  hold(blob: Blob, name: string): void;
}

/** Candidates with a button of their own. */
const CANDIDATES = 5;

/** Encodings that people have most, which are offered after those that are likely. */
const USUAL = ["windows-1252", "windows-1250", "windows-1251", "macintosh"];

/** The name of a file after it is changed: "a.utf8.csv". */
export const renamed = (name: string | null, word: string) => (name ?? "text.txt").replace(/(\.[^.]*)?$/, `.${word}$1`);

/** Saves a text as a file. */
export function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A quoted part of a text, with abbreviations for what cannot be seen. */
const quoted = (text: string) => h("code", null, ...shown(text));

/** Returns a button that cures the text and downloads it, and a place that says what became of it. */
function button(doctor: Doctor, source: Source, label: string, cure: Cure, word: string, kind = "primary"): HTMLElement {
  const said = h("span", { role: "status", class: "quiet" });
  const name = renamed(source.name, word);
  const act = h("button", {
    type: "button",
    class: kind,
    onclick: async () => {
      act.disabled = true;
      said.textContent = " …";
      try {
        const { blob, note } = await doctor.cure(cure);
        save(blob, name);
        said.textContent = ` Saved as ${name}, ${size(blob.size)}.${note && ` ${note}`}`;
      } catch (error) {
        said.replaceChildren(" ", message((error as Error).message));
      }
      act.disabled = false;
    },
  }, label);
  return h("p", { class: "act" }, act, said);
}

/** Draws the section for a text that was scanned, or hides it if there is nothing to do. */
export async function draw(doctor: Doctor, source: Source, scanned: Scanned, findings: Finding[], encoding: string) {
  const section = by("cure");
  const parts = encoding === "UTF-8" ? await diagnose(doctor, source, scanned, findings) : transcode(doctor, source, scanned, encoding, [encoding]);
  section.hidden = parts.length === 0;
  section.replaceChildren(...parts);
  // On a phone, the button is below what the window shows. Who types looks at the text.
  if (source.name !== null) section.scrollIntoView({ block: "nearest" });
}

async function diagnose(doctor: Doctor, source: Source, scanned: Scanned, findings: Finding[]): Promise<Node[]> {
  const { detected, map, invisible } = scanned;
  const zip = await members(source.blob ?? new Blob([source.bytes as BlobPart]));
  if (zip) {
    const list = zip.map(({ name, length, open }) => h("li", null, h("button", {
      type: "button", class: "link", onclick: async () => doctor.hold(await open(), name),
    }, name), h("span", { class: "quiet" }, ` ${size(length)}`)));
    return [h("p", null, h("b", null, `This is a zip archive with ${many(zip.length, "file")}. `), "Choose one to see what is in it."), h("ul", { class: "members" }, ...list)];
  }
  if (!detected) return [h("p", null, h("b", null, "These bytes are no text. "), "They may be a picture, a program, or a document of a word processor.")];
  if (detected.encoding !== "UTF-8" && !detected.isAscii) {
    const names = scanned.candidates.map((candidate) => candidate.encoding);
    return transcode(doctor, source, scanned, detected.encoding, names.length ? names : [detected.encoding, detected.second ?? detected.encoding]);
  }
  const parts: Node[] = [];
  const { errors } = map.total;
  if (errors > 0) {
    const hasLines = parts.push(...linesOf(doctor, source, findings)) > 0;
    // What is in such a line has no other cure.
    if (!hasLines || findings.some(({ fix }) => fix?.kind === "on-error")) parts.push(...places(doctor, source, scanned, findings, hasLines));
  } else {
    const [doubled] = scanned.doubled;
    const repairs = findings.filter(({ fix }) => fix?.kind === "replace").length;
    if (doubled) {
      parts.push(
        h("p", null, h("b", null, "This was encoded twice:")),
        h("p", { class: "line" }, quoted(doubled.line)),
        h("p", null, "It should read:"),
        h("p", { class: "line" }, quoted(doubled.meantLine)),
        button(doctor, source, scanned.doubled.length === 1 ? "Repair it and download" : `Repair all ${scanned.doubled.length === 100 ? "" : `${count(scanned.doubled.length)} `}and download`, { kind: "fix", policy: "keep" }, "repaired"));
    } else if (repairs > 0) {
      parts.push(
        h("p", null, h("b", null, `${many(repairs, "place")} can be repaired without a loss.`)),
        button(doctor, source, "Repair and download", { kind: "fix", policy: "keep" }, "repaired"));
    }
  }
  if (map.total.nul > 0) {
    parts.push(
      h("p", null, h("b", null, `It has ${many(map.total.nul, "NUL")}, which no text needs`), " and which databases and XML refuse."),
      button(doctor, source, map.total.nul === 1 ? "Remove it and download" : "Remove them and download", { kind: "remove", rules: ["nul"] }, "repaired", parts.length ? "" : "primary"));
  }
  if (invisible.length > 0) {
    const names = invisible.flatMap(({ name, places }, n) => [n ? ", " : "", ...shown(unescaped(name)), places > 1 ? ` ×${count(places)}` : ""]);
    parts.push(
      h("p", null, h("b", null, "Characters that show nothing: "), ...names, "."),
      button(doctor, source, "Remove them and download", { kind: "remove", rules: ["double-encoded", "invisible"] }, "repaired", parts.length ? "" : "primary"));
  }
  return parts;
}

/** Draws what is not UTF-8, and what can be written in its place. `isBeside` says that there are lines in another encoding, too. */
function places(doctor: Doctor, source: Source, scanned: Scanned, findings: Finding[], isBeside: boolean): Node[] {
  const parts: Node[] = [];
  const { errors } = scanned.map.total;
  const [stray] = findings.flatMap(({ fix }) => (fix?.kind === "on-error" && fix.stray ? [fix.stray] : []));
  const meant = findings.some(({ fix }) => fix?.kind === "on-error" && fix.meant !== null);
  const isOne = errors === 1;
  const [them, their] = isOne ? ["it", "its"] : ["them", "their"];
  const primary = isBeside ? "" : "primary";
  parts.push(h("p", null, h("b", null, isBeside ? "And other bytes are no UTF-8." : `This is UTF-8, but for ${many(errors, "place")}.`), stray ? ` ${isOne ? "It looks" : "They look"} like ${stray.encoding}, in which ${isOne ? "it" : "the first"} is ` : "", stray ? quoted(stray.character) : "", stray ? "." : ""));
  const [doubled] = scanned.doubled;
  if (doubled) parts.push(h("p", null, `${many(scanned.doubled.length, "part")} ${scanned.doubled.length === 1 ? "was" : "were"} encoded twice, which is repaired, too: `, quoted(doubled.found), " becomes ", quoted(doubled.meant), "."));
  if (stray) parts.push(button(doctor, source, `Read ${them} as ${stray.encoding}, and download`, { kind: "fix", policy: `as:${stray.encoding}` }, "repaired", primary));
  if (meant) parts.push(button(doctor, source, isOne ? "Write the character that it stands for, and download" : "Write the characters that they stand for, and download", { kind: "fix", policy: "meant" }, "repaired", stray ? "" : primary));
  parts.push(button(doctor, source, `Write � in ${their} place, and download`, { kind: "fix", policy: "replace" }, "repaired", stray || meant ? "" : primary));
  return parts;
}

/** Draws that some lines are in another encoding, or nothing. */
function linesOf(doctor: Doctor, source: Source, findings: Finding[]): Node[] {
  const lines = findings.flatMap(({ kind, fix }) => (fix?.kind === "line" ? [{ encoding: kind, text: fix.text }] : []));
  const [first] = lines;
  if (!first) return [];
  const those = lines.filter(({ encoding }) => encoding === first.encoding);
  return [
    h("p", null, h("b", null, `This is UTF-8, but for ${many(lines.length, "line")}`), lines.length === those.length ? ` in ${first.encoding}.` : ` in ${first.encoding} and other encodings.`, " The first is:"),
    h("p", { class: "line" }, quoted(first.text.trimEnd())),
    h("p", null, "Does it read right?"),
    button(doctor, source, lines.length === 1 ? "Convert it and download" : "Convert them and download", { kind: "lines" }, "repaired"),
  ];
}

const certainties: Record<Detected["certainty"], string> = {
  certain: "This is",
  "very likely": "This is",
  likely: "This is probably",
  possible: "This may be",
};

/** Draws the choice of an encoding to convert from. */
function transcode(doctor: Doctor, source: Source, scanned: Scanned, first: string, names: string[]): Node[] {
  const { detected } = scanned;
  const isDetected = detected?.encoding === first;
  const language = isDetected && detected.certainty !== "possible" ? detected.languageName : null;
  const box = h("div", null);
  // What has the pattern of UTF-16 or UTF-32 is nothing else.
  const usual = /^UTF-/.test(first) ? [] : USUAL;
  const choices = [...new Set([first, ...names, ...usual])].slice(0, CANDIDATES);
  const choose = (name: string) => {
    // A line of bytes is several lines of some encodings.
    const line = doctor.line(name)?.replace(/^\uFEFF/, "").split(/\r\n?|\n/).find((part) => part !== "") ?? null;
    const shown = line === null ? null : h("p", { class: "line" }, quoted(line));
    const others = choices.map((choice) => h("button", { type: "button", class: "choice", "aria-pressed": String(choice === name), onclick: () => choose(choice) }, choice));
    box.replaceChildren(
      h("p", null, h("b", null, name === first && isDetected ? `${certainties[detected.certainty]} ${name}` : `As ${name}`), name === first && language ? ` (${language})` : "", shown ? ":" : "."),
      ...(shown ? [shown] : []),
      ...(others.length > 1 ? [h("p", { class: "choices" }, "Does it read right? If not, choose another: ", ...others)] : []),
      button(doctor, source, `Convert to UTF-8 and download`, { kind: "convert", encoding: name }, "utf8"));
  };
  choose(first);
  return [box];
}
