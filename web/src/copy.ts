/** How a text is written when it is copied. It is loaded when it is wanted. */
import { characters } from "./difference";
import { hex } from "./dom";

interface Spelling {
  /** Whether the text is written, and not its bytes in another encoding than UTF-8. */
  needsText: boolean;
  write(bytes: Uint8Array): string;
}

const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f;
const join = (bytes: Uint8Array, write: (byte: number) => string) => Array.from(bytes, write).join("");

/** Writes ASCII as it is, and each other UTF-16 code unit as an escape. Bytes that are no text are `\xE9`. */
function units(bytes: Uint8Array): string {
  return characters(bytes).map((character) => {
    if (character.length === 4) return character;
    if (character === "\\") return "\\\\";
    if (isPlain(character.charCodeAt(0))) return character;
    return character.split("").map((unit) => "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")).join("");
  }).join("");
}

const references = (text: string) =>
  text.replace(/[^\n\x20-\x25\x27-\x3B=\x3F-\x7E]/gu, (character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`);

export const spellings: Record<string, Spelling> = {
  text: { needsText: true, write: decode },
  hex: { needsText: false, write: (bytes) => Array.from(bytes, hex).join(" ") },
  bytes: { needsText: false, write: (bytes) => join(bytes, (byte) => (byte === 0x5c ? "\\\\" : isPlain(byte) ? String.fromCharCode(byte) : `\\x${hex(byte)}`)) },
  units: { needsText: true, write: units },
  html: { needsText: true, write: (bytes) => references(decode(bytes)) },
  percent: { needsText: false, write: (bytes) => join(bytes, (byte) => (/[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${hex(byte)}`)) },
  base64: { needsText: false, write: (bytes) => btoa(join(bytes, (byte) => String.fromCharCode(byte))) },
  nfc: { needsText: true, write: (bytes) => decode(bytes).normalize("NFC") },
  nfd: { needsText: true, write: (bytes) => decode(bytes).normalize("NFD") },
};
