/** Recognizes hexadecimal, escapes and the like, and turns them into bytes. It is loaded with the first input. */
import { encodeText, push, type Notation } from "./input";

const pair = "(?:0x|\\\\x)?[0-9a-f]{2}";
const looksLikeHex = new RegExp(`^${pair}(?:[\\s,;:|-]+${pair})*[\\s,;]*$`, "i");
const looksLikeBinary = /^(?:0b)?[01]{8}(?:[\s,;:|-]+(?:0b)?[01]{8})*$/i;
const looksLikeDecimal = /^\[?\d{1,3}(?:[\s,;]+\d{1,3})+\]?$/;
const escape = /\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]{1,8}\}|U[0-9a-f]{8}|[0-3][0-7]{2})/i;
const path = /^(?:[a-z]:\\|\\\\[^\\]+\\[^\\])/i;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return !!new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
}

/** Returns the bytes of base64, of either alphabet. Throws an error if it is none. */
const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replace(/\s/g, "").replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** Returns the bytes of pairs of hexadecimal digits. */
const fromHex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));

/**
 * Returns how `input` is written. Where that is not sure, as of `Password1234Test` and of `12-11-10`, it is a text, and `maybe` has what
 * else it can be: the page asks.
 */
export function guess(input: string): { kind: Notation; maybe: Notation[] } {
  const t = input.trim();
  const is = (kind: Notation) => ({ kind, maybe: [] });
  const maybe = (...maybe: Notation[]) => ({ kind: "text" as const, maybe });
  const either = (isSure: boolean, kind: Notation) => (isSure ? is(kind) : maybe(kind));
  if (!t || t.length > 65536) return is("text");
  if (/^(?:U\+[0-9a-f]{1,8}[\s,;]*)+$/i.test(t)) return is("points");
  if (escape.test(t)) return either(!path.test(t), "escapes");
  if (looksLikeBinary.test(t)) return either(/0b|[01]\D+[01]/i.test(t), "binary");
  const isDecimal = looksLikeDecimal.test(t) && t.match(/\d+/g)!.every((number) => +number < 256);
  const hasBoth = /\d/.test(t) && /[a-f]/i.test(t);
  if (looksLikeHex.test(t) && (/[\s,;:|-]|0x/i.test(t) || /^[89a-f]\d$|^[89a-f]{2}$|^[89]?[A-F]{2}$/i.test(t))) {
    if (/x/i.test(t) || (hasBoth && t.length > 2)) return is("hex");
    return isDecimal ? maybe("hex", "decimal") : maybe("hex");
  }
  if (isDecimal) return maybe("decimal");
  // Digits without separators: only if they have letters and digits and start beyond ASCII.
  if (/^[89a-f][0-9a-f](?:[0-9a-f]{2})+$/i.test(t) && hasBoth) return either(isUtf8(fromHex(t)), "hex");
  if (!/\s/.test(t) && /%[0-9a-f]{2}/i.test(t)) return is("percent");
  if (/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d{0,2});/i.test(t)) return either(/&#/.test(t) && !/<\/?[a-z]/i.test(t), "html");
  if (/=[89A-F][0-9A-F]/.test(t) && !/=(?![0-9A-F]{2}|\r?\n|$)/.test(t)) return either(/=[C-F][0-9A-F]=[89AB][0-9A-F]/.test(t), "quoted");
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(t) && t.length % 4 === 0) {
    const mixed = /[a-z]/.test(t) && /[A-Z]/.test(t) && /[0-9+/]/.test(t) && t.length >= 16;
    if (mixed || t.endsWith("=")) return either(t.length >= 16 && isUtf8(fromBase64(t)), "base64");
  }
  return is("text");
}

export interface Parsed {
  bytes: Uint8Array;
  /** What is not understood, or `null`. The bytes are those before it. */
  error: string | null;
}

/** A reader appends bytes to `out`, and returns what it does not understand. */
type Reader = (input: string, out: number[]) => string | void;

const clip = (word: string) => (word.length > 20 ? word.slice(0, 20) + "…" : word);
const words = (input: string) => input.match(/[^\s,;]+/g) ?? [];

function append(out: number[], bytes: Uint8Array) {
  for (const byte of bytes) out.push(byte);
}

const hex: Reader = (input, out) => {
  for (const [part] of input.replace(/0x|\\x/gi, " ").matchAll(/[^\s,;:|-]+/g)) {
    const word = part.length === 1 ? "0" + part : part;
    if (!/^(?:[0-9a-f]{2})+$/i.test(word)) return `“${clip(part)}” is not hexadecimal: expected pairs of the digits 0 to 9 and A to F.`;
    append(out, fromHex(word));
  }
};

const decimal: Reader = (input, out) => {
  for (const word of words(input.replace(/[[\](){}]/g, " "))) {
    const number = /^-?\d+$/.test(word) ? +word : NaN;
    // Java's bytes have a sign.
    if (!(number >= -128 && number < 256)) return `“${clip(word)}” is no byte: expected numbers from 0 to 255, or from -128 to 127.`;
    out.push(number & 0xff);
  }
};

const binary: Reader = (input, out) => {
  for (const [part] of input.replace(/0b/gi, " ").matchAll(/[^\s,;:|_-]+/g)) {
    const isShort = part.length < 8;
    if (!/^[01]+$/.test(part) || (!isShort && part.length % 8)) return `“${clip(part)}” is not binary: expected groups of eight digits 0 and 1.`;
    for (let i = 0; i < part.length; i += 8) out.push(parseInt(part.slice(i, i + 8), 2));
  }
};

const points: Reader = (input, out) => {
  for (const part of words(input)) {
    for (const word of part.replace(/(?!^)U\+/gi, " U+").split(" ")) {
      const digits = /^(?:U\+|0x)?([0-9a-f]{1,8})$/i.exec(word);
      const number = digits ? parseInt(digits[1], 16) : NaN;
      if (!(number < 0x8000_0000)) return `“${clip(word)}” is not a code point: expected hexadecimal digits such as U+20AC, up to U+7FFFFFFF.`;
      push(out, number);
    }
  }
};

const escapes: Reader = (input, out) => {
  const pattern =
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,8})\}|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g;
  const simple: Record<string, string> = { n: "\n", r: "\r", t: "\t", 0: "\0", a: "\x07", b: "\b", f: "\f", v: "\v", e: "\x1b" };
  let at = 0;
  let high = -1; // A \u escape of a high surrogate waits for its low surrogate.
  const text = (piece: string) => {
    if (!piece) return;
    flush();
    append(out, encodeText(piece));
  };
  const flush = () => {
    if (high >= 0) push(out, high);
    high = -1;
  };
  for (const match of input.matchAll(pattern)) {
    text(input.slice(at, match.index));
    at = match.index + match[0].length;
    const [, x, u, braces, U, octal, other] = match;
    if (u) {
      const unit = parseInt(u, 16);
      if (high >= 0 && unit >> 10 === 0x37) {
        push(out, 0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff));
        high = -1;
        continue;
      }
      flush();
      if (unit >> 10 === 0x36) high = unit;
      else push(out, unit);
      continue;
    }
    flush();
    if (x) out.push(parseInt(x, 16));
    else if (octal) out.push(parseInt(octal, 8));
    else if (braces || U) {
      const number = parseInt(braces || U, 16);
      if (number >= 0x8000_0000) return `“${match[0]}” is over U+7FFFFFFF, the largest number that RFC 2279 has.`;
      push(out, number);
    } else text(simple[other] ?? (/[\\"'`/]/.test(other) ? other : match[0]));
  }
  text(input.slice(at));
  flush();
};

const percent: Reader = (input, out) => {
  let at = 0;
  for (const match of input.matchAll(/%([0-9a-f]{2})/gi)) {
    append(out, encodeText(input.slice(at, match.index)));
    out.push(parseInt(match[1], 16));
    at = match.index + 3;
  }
  append(out, encodeText(input.slice(at)));
};

/** The browser knows the names of references. In a text field they are read, and nothing else is markup. */
const html: Reader = (input, out) => {
  const page = new DOMParser().parseFromString(`<textarea>\n${input.replace(/</g, "&lt;")}</textarea>`, "text/html");
  append(out, encodeText(page.querySelector("textarea")!.value));
};

/** RFC 2045, section 6.7. */
const quoted: Reader = (input, out) => {
  let at = 0;
  for (const match of input.matchAll(/=(?:([0-9a-f]{2})|[ \t]*(?:\r?\n|$))/gi)) {
    append(out, encodeText(input.slice(at, match.index)));
    if (match[1]) out.push(parseInt(match[1], 16));
    at = match.index + match[0].length;
  }
  append(out, encodeText(input.slice(at)));
};

const base64: Reader = (input, out) => {
  try {
    append(out, fromBase64(input));
  } catch {
    return "This is not base64: expected A to Z, a to z, 0 to 9, + and / (or - and _), and = only at the end.";
  }
};

const readers: Record<Exclude<Notation, "text">, Reader> = { hex, decimal, binary, points, escapes, percent, html, quoted, base64 };

/** Returns the bytes that `input` stands for. */
export function parse(input: string, kind: Exclude<Notation, "text">): Parsed {
  const out: number[] = [];
  const error = readers[kind](input, out) ?? null;
  return { bytes: Uint8Array.from(out), error };
}
