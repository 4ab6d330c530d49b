/** Helpers to build elements and to format numbers. No text becomes markup anywhere: there is no `innerHTML`. */

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, props: Props | null, children: Child[]) {
  for (const name in props) {
    const value = props[name];
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child as Node | string);
  }
}

/** Returns a new HTML element. A property that starts with `on` is a listener. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props?: Props | null, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props ?? null, children);
  return element;
}

/** Returns a new SVG element. */
export function s(tag: string, props: Props, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  fill(element, props, children);
  return element;
}

/** Returns the element with this `id`. */
export const by = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

const numbers = new Intl.NumberFormat("en");
/** Returns `n` with its thousands separated: "1,048,576". */
export const count = (n: number) => numbers.format(n);
/** Returns `n` and the noun in singular or plural: "2 bytes". */
export const many = (n: number, noun: string) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
/** Returns a byte as two hexadecimal digits. */
export const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");
/** Returns a size in the unit that fits: "1.5 MB". */
export const size = (bytes: number) => {
  if (bytes < 10_000) return many(bytes, "byte");
  const unit = bytes < 1e6 ? 1e3 : bytes < 1e9 ? 1e6 : 1e9;
  return `${+(bytes / unit).toPrecision(3)} ${unit === 1e3 ? "kB" : unit === 1e6 ? "MB" : "GB"}`;
};

/** What stands for characters that do not show, and the names of ASCII and controls, by code point. The second stage fills both. */
export const abbreviations = new Map<number, string>([[0x20, "SP"]]);
export const names = new Map<number, string>();
/** Returns the character, or an abbreviation or a box for one that does not show. */
export function visible(character: string): string {
  const abbreviation = abbreviations.get(character.codePointAt(0)!);
  if (abbreviation) return abbreviation;
  if (/[\p{C}\p{Zl}\p{Zp}\u00A0]/u.test(character)) return "▯";
  return /\p{M}/u.test(character) ? "◌" + character : character;
}

/** Returns an element with the character, smaller if it is an abbreviation. Screen readers read the code point and the name. */
export function glyph(character: string | null): HTMLElement {
  const shown = character === null ? "–" : visible(character);
  return h("span", { class: shown !== character && /^\w/.test(shown) ? "glyph abbr" : "glyph", "aria-hidden": "true" }, shown);
}

/** Splits a line with backticks into text and `code` elements, as messages have them. */
export function message(text: string): HTMLSpanElement {
  const parts = text.split("`");
  return h("span", null, ...parts.map((part, i) => (i % 2 && i < parts.length - 1 ? h("code", null, part) : part)));
}
