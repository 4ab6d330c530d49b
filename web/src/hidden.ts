/** Characters that do not show: their abbreviations, and the names of controls (NameAliases.txt of Unicode). The names of ASCII, for which the large module is not loaded. */
import { abbreviations, h, names, visible } from "./dom";

const CONTROLS = `NUL NULL|SOH START OF HEADING|STX START OF TEXT|ETX END OF TEXT|EOT END OF TRANSMISSION|ENQ ENQUIRY|ACK ACKNOWLEDGE|BEL ALERT|BS BACKSPACE|TAB CHARACTER TABULATION|LF LINE FEED|VT LINE TABULATION|FF FORM FEED|CR CARRIAGE RETURN|SO SHIFT OUT|SI SHIFT IN|DLE DATA LINK ESCAPE|DC1 DEVICE CONTROL ONE|DC2 DEVICE CONTROL TWO|DC3 DEVICE CONTROL THREE|DC4 DEVICE CONTROL FOUR|NAK NEGATIVE ACKNOWLEDGE|SYN SYNCHRONOUS IDLE|ETB END OF TRANSMISSION BLOCK|CAN CANCEL|EM END OF MEDIUM|SUB SUBSTITUTE|ESC ESCAPE|FS INFORMATION SEPARATOR FOUR|GS INFORMATION SEPARATOR THREE|RS INFORMATION SEPARATOR TWO|US INFORMATION SEPARATOR ONE`;
const LATE = `DEL DELETE|PAD PADDING CHARACTER|HOP HIGH OCTET PRESET|BPH BREAK PERMITTED HERE|NBH NO BREAK HERE|IND INDEX|NEL NEXT LINE|SSA START OF SELECTED AREA|ESA END OF SELECTED AREA|HTS CHARACTER TABULATION SET|HTJ CHARACTER TABULATION WITH JUSTIFICATION|VTS LINE TABULATION SET|PLD PARTIAL LINE FORWARD|PLU PARTIAL LINE BACKWARD|RI REVERSE LINE FEED|SS2 SINGLE SHIFT TWO|SS3 SINGLE SHIFT THREE|DCS DEVICE CONTROL STRING|PU1 PRIVATE USE ONE|PU2 PRIVATE USE TWO|STS SET TRANSMIT STATE|CCH CANCEL CHARACTER|MW MESSAGE WAITING|SPA START OF GUARDED AREA|EPA END OF GUARDED AREA|SOS START OF STRING|SGC SINGLE GRAPHIC CHARACTER INTRODUCER|SCI SINGLE CHARACTER INTRODUCER|CSI CONTROL SEQUENCE INTRODUCER|ST STRING TERMINATOR|OSC OPERATING SYSTEM COMMAND|PM PRIVACY MESSAGE|APC APPLICATION PROGRAM COMMAND`;

/** The names of ASCII but for letters, from U+0020, U+005B and U+007B on. */
const SIGNS = [
  [0x20, "SPACE|EXCLAMATION MARK|QUOTATION MARK|NUMBER SIGN|DOLLAR SIGN|PERCENT SIGN|AMPERSAND|APOSTROPHE|LEFT PARENTHESIS|RIGHT PARENTHESIS|ASTERISK|PLUS SIGN|COMMA|HYPHEN-MINUS|FULL STOP|SOLIDUS|DIGIT ZERO|DIGIT ONE|DIGIT TWO|DIGIT THREE|DIGIT FOUR|DIGIT FIVE|DIGIT SIX|DIGIT SEVEN|DIGIT EIGHT|DIGIT NINE|COLON|SEMICOLON|LESS-THAN SIGN|EQUALS SIGN|GREATER-THAN SIGN|QUESTION MARK|COMMERCIAL AT"],
  [0x5b, "LEFT SQUARE BRACKET|REVERSE SOLIDUS|RIGHT SQUARE BRACKET|CIRCUMFLEX ACCENT|LOW LINE|GRAVE ACCENT"],
  [0x7b, "LEFT CURLY BRACKET|VERTICAL LINE|RIGHT CURLY BRACKET|TILDE"],
] as const;

/** Abbreviations of characters in a row: where it starts, in hexadecimal, and those from there on. */
const ROWS = [
  "A0 NBSP", "AD SHY", "34F CGJ", "61C ALM", "115F HCF HJF", "1680 OSPM", "180B FVS1 FVS2 FVS3 MVS FVS4",
  "2000 NQSP MQSP ENSP EMSP 3/MSP 4/MSP 6/MSP FSP PSP THSP HSP ZWSP ZWNJ ZWJ LRM RLM",
  "2028 LS PS LRE RLE PDF LRO RLO NNBSP", "205F MMSP WJ", "2066 LRI RLI FSI PDI", "3000 IDSP", "3164 HF", "FEFF BOM", "FFA0 HWHF",
];

for (const [start, list] of [[0, CONTROLS], [0x7f, LATE]] as const) {
  for (const [n, entry] of list.split("|").entries()) {
    const [abbreviation] = entry.split(" ", 1);
    abbreviations.set(start + n, abbreviation);
    names.set(start + n, entry.slice(abbreviation.length + 1));
  }
}
for (const [start, list] of SIGNS) for (const [n, name] of list.split("|").entries()) names.set(start + n, name);
for (let n = 0x41; n <= 0x5a; n++) {
  const letter = String.fromCharCode(n);
  names.set(n, `LATIN CAPITAL LETTER ${letter}`).set(n + 0x20, `LATIN SMALL LETTER ${letter}`);
}
for (const row of ROWS) {
  const [start, ...abbreviated] = row.split(" ");
  for (const [n, name] of abbreviated.entries()) abbreviations.set(parseInt(start, 16) + n, name);
}
for (let n = 0; n < 256; n++) abbreviations.set(n < 16 ? 0xfe00 + n : 0xe0100 + n - 16, `VS${n + 1}`);
for (let n = 0x20; n < 0x7f; n++) abbreviations.set(0xe0000 + n, `TAG${String.fromCharCode(n)}`);

/** A joiner between two pictures, and the signs that choose a picture or a text, belong to what shows. */
const hidden = /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|(?![\u200D\u0600-\u0605\u06DD\u070F\u08E2])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0\u034F\u115F\u1160\u1680\u180B-\u180F\u2000-\u200A\u202F\u205F\u3000\u3164\uFFA0]/gu;

/** Returns what a rule found, if that is nothing but characters that the linter escapes: `\u{200B}`. */
export const unescaped = (found: string) =>
  /^(?:\\u\{[0-9A-F]{1,6}\})+$/.test(found) ? found.replace(/\\u\{(\w+)\}/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16))) : found;

/** Returns the code points of a text: "U+0065 U+0301". */
export const codePoints = (text: string) =>
  Array.from(text, (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");

/** Returns a text with abbreviations for what would not show. */
export function shown(text: string): (Node | string)[] {
  const out: (Node | string)[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (index > at) out.push(text.slice(at, index));
    const point = codePoints(character);
    const sign = visible(character);
    out.push(h("span", { class: "hidden", title: point }, sign === "▯" ? point : sign));
    at = index + character.length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}
