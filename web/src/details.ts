/** The details of an item: how its bits make the number, the rule that it breaks, relatives, properties, escapes. */
import type { ItemByte as Byte, Problem } from "utf8kit/inspect";
import type { Character as NamedCharacter } from "utf8kit/names";
import { prefixClass, type Item } from "./bits";
import { count, glyph, h, hex, many, message, names, s, visible } from "./dom";
import { codePoints } from "./hidden";

/** Returns the details of `item`. */
export function details(item: Item): HTMLElement {
  const [first] = item.characters;
  const top = h("div", { class: "top" }, ...diagrams(item));
  const body = h("div", { class: "body" }, top);
  if (item.problem) {
    top.append(clauseOf(item.problem));
    body.append(relatives(item, item.problem));
  } else if (first) {
    top.append(
      h("div", { class: "big" },
        glyph(first.character),
        h("span", { class: "point" }, first.codePoint)));
  }
  for (const character of item.characters) body.append(facts(character));
  return body;
}

/** Draws how the payload of each byte becomes a part of the number. A pair of surrogates has two numbers. */
function diagrams(item: Item): Element[] {
  const { bytes, characters, problem } = item;
  if (bytes.length > 6 || bytes.some((b) => b.role === "code" || b.role === "never") || !bytes.some((b) => b.payload)) return [];
  const groups: Byte[][] = [];
  for (const b of bytes) {
    if (groups.length && b.role !== "lead") groups.at(-1)!.push(b);
    else groups.push([b]);
  }
  // The number of a sequence that is not complete says nothing.
  const isComplete = !problem || /overlong|surrogate|large/.test(problem.kind);
  const out: Element[] = [];
  for (const group of groups) {
    const number = parseInt(group.map((b) => b.payload).join("") || "0", 2);
    const [character] = characters;
    let caption = `= ${inHex(number)} = ${count(number)}`;
    if (character && number !== character.number) {
      // The bytes of little-endian code units are not in the order of the number.
      if (character.number - number !== 0x10000) return [];
      caption = `0x${number.toString(16).toUpperCase()} + 0x10000 = 0x${character.number.toString(16).toUpperCase()} = ${count(character.number)}`;
    }
    out.push(h("figure", { class: "figure" }, diagram(group), isComplete && h("figcaption", null, caption)));
  }
  return out;
}

/** Returns a number in hexadecimal, over U+10FFFF as ISO/IEC 10646-1 R.3 writes it. */
function inHex(number: number): string {
  const digits = number.toString(16).toUpperCase();
  return number > 0x10ffff ? digits.padStart(8, "0").replace(/^.{4}/, "$& ") : `0x${digits}`;
}

function diagram(bytes: Byte[]): SVGElement {
  const total = bytes.reduce((n, b) => n + b.payload.length, 0);
  const W = 14;
  const GAP = 16;
  const width = bytes.length * (8 * W + GAP) - GAP;
  const numberX = (width - total * W) / 2;
  const group = s("svg", { viewBox: `-4 0 ${width + 8} 138`, width: width + 8, height: 138, class: "flow", "aria-hidden": "true" });
  let x = 0;
  let bit = 0;
  const text = (at: number, y: number, role: string, content: string) =>
    group.append(s("text", { x: at + W / 2, y, class: role }, content));
  for (const b of bytes) {
    const start = x + b.prefix.length * W;
    const end = start + b.payload.length * W;
    const to = numberX + bit * W;
    const toEnd = to + b.payload.length * W;
    if (b.payload) {
      const curve = (x1: number, x2: number) => `C${x1} 78 ${x2} 78 ${x2} 100`;
      group.append(s("path", { class: "band", d: `M${start} 54${curve(start, to)}L${toEnd} 100C${toEnd} 78 ${end} 78 ${end} 54Z` }));
    }
    group.append(s("rect", { class: "cell", x: x - 3, y: 28, width: 8 * W + 6, height: 26, rx: 5 }));
    group.append(s("text", { x: x + 4 * W, y: 18, class: "hex" }, hex(b.value)));
    [...b.prefix].forEach((digit, i) => text(x + i * W, 46, prefixClass(b.role), digit));
    [...b.payload].forEach((digit, i) => {
      text(start + i * W, 46, "load", digit);
      text(to + i * W, 118, "load", digit);
    });
    bit += b.payload.length;
    x += 8 * W + GAP;
  }
  group.append(s("rect", { class: "number", x: numberX - 4, y: 100, width: total * W + 8, height: 26, rx: 5 }));
  return group;
}

function card(title: string, accepted: boolean, points: string, character: string): HTMLElement {
  return h("li", { class: accepted ? "reads" : "rejects" },
    h("b", null, title),
    h("span", { class: "glyph", "aria-hidden": "true" }, accepted ? character || "–" : "✕"),
    h("span", { class: "point" }, accepted ? points : "ill-formed"));
}

/** Returns the text of "U+D83D U+DE00": surrogates that make a pair are one character. */
function textOf(points: string[]): string {
  const text = points.map((p) => {
    // Numbers over U+10FFFF are written as in ISO/IEC 10646: "0011 0000".
    const number = parseInt(p.replace(/^U\+|\s/g, ""), 16);
    return number <= 0x10ffff ? String.fromCodePoint(number) : "";
  }).join("");
  return [...text].map((c) => (/\p{Cs}/u.test(c) ? "–" : visible(c))).join("");
}

/** What is wrong, and how that happens, for readers who know no Unicode. */
const plainWords: Record<string, string> = {
  "unexpected-continuation": "This byte can only follow the first byte of a character, and none is there. A text that was cut begins so, and so do letters of older encodings.",
  overlong: "This character is written in more bytes than it needs. Only the shortest way is allowed: others have been used to get past filters.",
  surrogate: "This is one of the two halves that UTF-16 needs for some characters, such as emoji. UTF-8 has no halves. Programs that convert half by half write them.",
  "too-large": "This number is larger than any that Unicode has.",
  "never-valid": "This byte occurs nowhere in UTF-8. The text, or this part of it, is likely in another encoding.",
  "missing-continuation": "A character begins here, and the bytes that it needs do not follow. Letters with accents of older encodings look like this.",
  "unexpected-end": "A character begins here, and the text ends before its last byte. The text was likely cut.",
};

/** Returns a rule with its ranges in words. */
const inWords = (rule: string) => rule.replace(/0x([0-9A-F]+)\.\.=0x([0-9A-F]+)/g, "The numbers $1 to $2 (hexadecimal)");

function clauseOf(problem: Problem): HTMLElement {
  const rule = inWords(problem.rule);
  return h("div", { class: "problem" },
    plainWords[problem.kind] && h("p", null, plainWords[problem.kind]),
    h("p", { class: "clause" }, h("span", { class: "badge" }, problem.kind), " ", h("cite", null, problem.clause)),
    rule && h("p", { class: "quiet" }, message(rule[0].toUpperCase() + rule.slice(1) + ".")),
    problem.meant && h("p", null, "Its bits stand for ", h("b", null, problem.meant), ` ${textOf([problem.meant])}.`));
}

function relatives(item: Item, problem: Problem): HTMLElement {
  const n = item.bytes.length;
  return h("div", { class: "problem" },
    h("h3", null, "The same bytes elsewhere"),
    h("ul", { class: "relatives" },
      card("UTF-8", false, "", ""),
      ...problem.acceptedBy.map((a) => card(a.encoding, true, a.codePoints.join(" "), textOf(a.codePoints))),
      problem.windows1252 !== null &&
        card("windows-1252", true, many([...problem.windows1252].length, "character"), [...problem.windows1252].map(visible).join(""))),
    h("p", { class: "quiet" }, `A decoder that replaces errors writes ${count(problem.subparts)} × U+FFFD for ${n === 1 ? "this byte" : `these ${n} bytes`}.`));
}

function pairs(title: string, values: Record<string, string>): HTMLElement | null {
  const entries = Object.entries(values);
  if (!entries.length) return null;
  return h("section", null,
    h("h3", null, title),
    h("dl", null, ...entries.flatMap(([name, value]) => [h("dt", null, name), h("dd", null, h("code", null, value))])));
}

/** Returns what is known of a character. The properties are missing until the large module is loaded. */
function facts(c: Partial<NamedCharacter>): HTMLElement {
  const known: Record<string, string> = {};
  const name = names.get(c.number!) ?? c.name;
  if (name) known.Name = name;
  if (c.block) known.Block = c.block;
  if (c.categoryName || c.category) known.Category = [c.categoryName, c.category && `(${c.category})`].filter(Boolean).join(" ");
  if (c.age) known.Since = `Unicode ${c.age}`;
  for (const form of ["NFC", "NFD"]) {
    const normal = c.character?.normalize(form) ?? c.character;
    if (normal && normal !== c.character) known[form] = codePoints(normal);
  }
  return h("div", { class: "facts" },
    Object.keys(known).length > 0 && h("section", null,
      h("h3", null, "Character"),
      h("dl", null, ...Object.entries(known).flatMap(([k, v]) => [h("dt", null, k), h("dd", null, v)]))),
    c.encodings && pairs("Encodings", c.encodings),
    c.escapes && pairs("Escapes", c.escapes));
}
