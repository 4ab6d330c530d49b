/** How an input can be written. `notations.ts` reads it. */

/** How an input can be written, and what the page calls that: "Read as …". */
export const kindNames = {
  text: "text",
  hex: "bytes in hexadecimal",
  decimal: "bytes in decimal",
  binary: "bytes in binary",
  points: "code points",
  escapes: "escapes",
  percent: "percent-encoding",
  html: "HTML references",
  quoted: "quoted-printable",
  base64: "base64",
};

export type Notation = keyof typeof kindNames;
export type Kind = "auto" | Notation;
export const kinds = ["auto", ...Object.keys(kindNames)] as Kind[];

/**
 * Appends a number as UTF-8 does by its pattern of bits, for surrogates and for numbers over U+10FFFF (RFC 2279), too:
 * the page has to show why they are ill-formed.
 */
export function push(out: number[], number: number) {
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
