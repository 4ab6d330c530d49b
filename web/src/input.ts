/** Turns what a person types or pastes into bytes. */

export type Kind = "auto" | "text" | "hex" | "points" | "escapes" | "percent" | "base64";

export interface Parsed {
  /** How the input was read. */
  kind: Exclude<Kind, "auto">;
  /** The bytes, or `null` if the input is a text: the encoding that the user chose decides about its bytes. */
  bytes: Uint8Array | null;
  /** The text, if there are no bytes. */
  text: string;
  /** What is not understood, and where. */
  error: string | null;
}

/** What the page says about each kind: "Read as …". */
export const kindNames: Record<Parsed["kind"], string> = {
  text: "text",
  hex: "bytes in hexadecimal",
  points: "code points",
  escapes: "escapes",
  percent: "percent-encoding",
  base64: "base64",
};

/**
 * Appends a number as UTF-8 does by its pattern of bits, for surrogates and for numbers over U+10FFFF (RFC 2279), too:
 * the page has to show why they are ill-formed.
 */
function push(out: number[], number: number) {
  if (number < 0x80) return void out.push(number);
  let n = 2;
  while (n < 6 && number >= 2 ** (5 * n + 1)) n++;
  out.push(((0xff00 >> n) & 0xff) | Math.floor(number / 2 ** (6 * (n - 1))));
  for (let k = n - 2; k >= 0; k--) out.push(0x80 | (Math.floor(number / 2 ** (6 * k)) & 0x3f));
}

/** Returns a text as UTF-8. An unpaired surrogate keeps its bits, as in WTF-8: `TextEncoder` would hide it. */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed?.() ?? true) return new TextEncoder().encode(text);
  const out: number[] = [];
  for (const character of text) push(out, character.codePointAt(0)!);
  return Uint8Array.from(out);
}

const hexPair = "(?:0x|\\\\x)?[0-9a-f]{2}";
const looksLikeHex = new RegExp(`^${hexPair}(?:[\\s,;:|-]+${hexPair})*[\\s,;]*$`, "i");
const escape = /\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]{1,8}\}|U[0-9a-f]{8}|[0-3][0-7]{2})/i;

/** Returns the kind that `input` most likely is. A word such as `cafe` is text. */
export function guess(input: string): Parsed["kind"] {
  const t = input.trim();
  if (!t || t.length > 65536) return "text";
  if (/^(?:U\+[0-9a-f]{1,8}[\s,;]*)+$/i.test(t)) return "points";
  if (escape.test(t)) return "escapes";
  if (looksLikeHex.test(t) && (/[\s,;:|-]|0x/i.test(t) || /^[89a-f]\d$|^[89a-f]{2}$|^[89]?[A-F]{2}$/i.test(t))) return "hex";
  // Digits without separators: only if they have letters and digits and start beyond ASCII.
  if (/^[89a-f][0-9a-f](?:[0-9a-f]{2})+$/i.test(t) && /\d/.test(t) && /[a-f]/i.test(t)) return "hex";
  if (!/\s/.test(t) && /%[0-9a-f]{2}/i.test(t)) return "percent";
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(t) && t.length % 4 === 0) {
    const mixed = /[a-z]/.test(t) && /[A-Z]/.test(t) && /[0-9+/]/.test(t);
    if ((t.endsWith("=") && t.length >= 4) || (mixed && t.length >= 16)) return "base64";
  }
  return "text";
}

/** Returns the bytes or the text of `input`. */
export function parse(input: string, kind: Kind): Parsed {
  const as = kind === "auto" ? guess(input) : kind;
  const out: number[] = [];
  const result = (error: string | null = null): Parsed => ({ kind: as, bytes: Uint8Array.from(out), text: "", error });
  switch (as) {
    case "text":
      return { kind: as, bytes: null, text: input, error: null };
    case "hex": {
      const digits = input.replace(/0x|\\x/gi, " ");
      for (const part of digits.matchAll(/[^\s,;:|-]+/g)) {
        const word = part[0].length === 1 ? "0" + part[0] : part[0];
        if (!/^(?:[0-9a-f]{2})+$/i.test(word)) {
          return result(`“${clip(part[0])}” is not hexadecimal: expected pairs of the digits 0 to 9 and A to F.`);
        }
        for (let i = 0; i < word.length; i += 2) out.push(parseInt(word.slice(i, i + 2), 16));
      }
      return result();
    }
    case "points":
      for (const part of input.matchAll(/[^\s,;]+/g)) {
        for (const word of part[0].replace(/(?!^)U\+/gi, " U+").split(" ")) {
          const digits = /^(?:U\+|0x)?([0-9a-f]{1,8})$/i.exec(word);
          const number = digits ? parseInt(digits[1], 16) : NaN;
          if (!(number < 0x8000_0000)) {
            return result(`“${clip(word)}” is not a code point: expected hexadecimal digits such as U+20AC, up to U+7FFFFFFF.`);
          }
          push(out, number);
        }
      }
      return result();
    case "escapes": {
      const pattern =
        /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,8})\}|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g;
      const simple: Record<string, string> = { n: "\n", r: "\r", t: "\t", 0: "\0", a: "\x07", b: "\b", f: "\f", v: "\v", e: "\x1b" };
      let at = 0;
      let high = -1; // A \u escape of a high surrogate waits for its low surrogate.
      const text = (piece: string) => {
        if (!piece) return;
        flush();
        for (const byte of encodeText(piece)) out.push(byte);
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
          if (number >= 0x8000_0000) return result(`“${match[0]}” is over U+7FFFFFFF, the largest number that RFC 2279 has.`);
          push(out, number);
        } else text(simple[other] ?? (/[\\"'`/]/.test(other) ? other : match[0]));
      }
      text(input.slice(at));
      flush();
      return result();
    }
    case "percent": {
      let at = 0;
      for (const match of input.matchAll(/%([0-9a-f]{2})/gi)) {
        for (const byte of encodeText(input.slice(at, match.index))) out.push(byte);
        out.push(parseInt(match[1], 16));
        at = match.index + 3;
      }
      for (const byte of encodeText(input.slice(at))) out.push(byte);
      return result();
    }
    case "base64":
      try {
        const plain = atob(input.replace(/\s/g, "").replace(/-/g, "+").replace(/_/g, "/"));
        return { kind: as, bytes: Uint8Array.from(plain, (c) => c.charCodeAt(0)), text: "", error: null };
      } catch {
        return result("This is not base64: expected A to Z, a to z, 0 to 9, + and / (or - and _), and = only at the end.");
      }
  }
}

const clip = (word: string) => (word.length > 20 ? word.slice(0, 20) + "…" : word);
