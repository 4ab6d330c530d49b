/**
 * Rules for text, repairs, and recognition of encodings. This part of the package loads a larger module, with the tables of encodings
 * and what is known of languages. {@link Decoder} is that of `utf8kit/legacy`: it decodes what {@link detect} recognizes.
 *
 * Offsets and lengths are in bytes, lines and columns start from 1, columns are in characters.
 *
 * What is thrown: a `TypeError` for an argument of another type, or an object whose text has ended; a `RangeError` for the name of an unknown
 * rule or encoding, for a number out of its range, and where memory does not suffice ("out of memory: …").
 *
 * {@link check}, {@link Checker}, {@link Detector}, {@link FileMap}, {@link fix}, {@link fixDoubleEncoding} and {@link detect} of a whole
 * text give it to the module in pieces, so that it can have any length. {@link inspect} and {@link doubleEncoded} copy it to the module,
 * whose memory ends at 4 GiB: the text can have 2 GiB at most.
 *
 * After a `RangeError` for memory, the next call works. If it was the result that did not fit, the module starts again, and the checkers,
 * detectors and maps that there were are lost: their functions throw a `RangeError`, too, but for `free`.
 */
import type { Bytes, ModuleSource } from "./index.js";
import type { InspectOptions, Item } from "./inspect.js";
export { Decoder, EncodingError } from "./index.js";
export type { DecodeOptions, EncoderPolicy, ErrorKind, IllFormed, Policy, Reading, Signature, SurrogatePass } from "./index.js";
export type { Character, InspectOptions, Item, ItemByte, Problem } from "./inspect.js";

/** Returns the names of the encodings of UTF-8's family. {@link inspect} also reads every other that `utf8kit/legacy` lists; a label that browsers know means what they read. */
export function encodings(): string[];

/** Bytes of a part of a text, by what they are. */
export interface Cell {
  nul: number;
  /** ASCII without NUL. */
  ascii: number;
  two: number;
  three: number;
  four: number;
  illFormed: number;
  /** Maximal subparts of ill-formed sequences that begin here. */
  errors: number;
}

/** A map of a text. */
export interface TextMap {
  /** The length of the text. */
  length: number;
  /** The length of a cell. The last one can be shorter. */
  cellLength: number;
  cells: Cell[];
  /** The sum of all cells. */
  total: Cell;
  /** The scripts of its characters, the most frequent first. */
  scripts: { script: string; characters: number }[];
}

/** Maps a text that is read in pieces. It takes as much memory as it has cells, however long the text is. */
export class FileMap {
  /** `cells`: at most this many cells, from 2 to 65,536. Default: 1024. */
  constructor(cells?: number);
  push(piece: Bytes): void;
  /** Ends the text and returns the map. */
  finish(): TextMap;
  free(): void;
}


/** Something that a rule found, as `utf8 check` reports it. */
export interface Finding {
  rule: string;
  kind: string;
  offset: number;
  length: number;
  line: number;
  column: number;
  endColumn: number;
  /** Places that it covers: a run of a million NULs is one finding. */
  count: number;
  /** Its bytes in hexadecimal, the first 64: "ED A0 80". */
  bytes: string;
  message: string;
  clause: string;
  /** Where the rule is described. */
  url: string;
  /**
   * What repairs it: a text; a policy for ill-formed sequences; a conversion of the whole text from the encoding that is the `kind`, or of its
   * line, with the text that this gives, which {@link fix} does not write; or `null`. A sequence may have been meant as a character, or be a
   * stray byte of another encoding.
   */
  fix: { kind: "replace"; text: string } | { kind: "on-error"; meant: string | null; stray: { encoding: string; character: string } | null } | { kind: "transcode"; certainty: Certainty } | { kind: "line"; text: string; certainty: Certainty } | null;
  /** The text around it, with what cannot be shown escaped. */
  before: string;
  found: string;
  after: string;
}

export type Certainty = "possible" | "likely" | "very likely" | "certain";

/** A rule. */
export interface Rule {
  name: string;
  description: string;
  clause: string;
  /** Where it is described. */
  url: string;
  /** Whether it is applied unless other rules are named. */
  isDefault: boolean;
}
/** All rules, once the module is loaded. */
export const rules: readonly Rule[];

export interface CheckOptions {
  /** The names of the rules. Default: those that `utf8 check` applies. */
  rules?: string[];
  /**
   * The path or the name of the file: `src/main.js`. It decides which escapes the text has (`escapes`), and which parts are code, which the
   * rules about source depend on. Without it, the text is no source, and has the escapes that any file can have.
   */
  path?: string;
  /** Whether each place is a finding of its own. Default: `false`. */
  separatePlaces?: boolean;
  /** Whether the text is a binary file, in which NUL is no error. Default: what its first bytes show. */
  binary?: boolean;
  /** At most this many findings, of 1 to 2 KB each. Default: 10,000. */
  limit?: number;
}

/** Returns what the rules find in a text. */
export function check(bytes: Bytes, options?: CheckOptions): Finding[];

/** Checks a text in pieces. */
export class Checker {
  constructor(options?: CheckOptions);
  /** Takes the next piece and returns what is certain now. */
  push(piece: Bytes): Finding[];
  finish(): Finding[];
  free(): void;
}

/** The encoding of a text. */
export interface Detected {
  /** "UTF-8", "UTF-16LE", "windows-1252", "IBM855" */
  encoding: string;
  certainty: Certainty;
  reason: "signature" | "zero-bytes" | "well-formed" | "arrangement" | "escapes" | "declared" | "statistics" | "default";
  /** The encoding that comes second, if there is one that is plausible. */
  second: string | null;
  /** The offset of the first sequence that is not UTF-8. */
  illFormedAt: number | null;
  isAscii: boolean;
  /** Whether the sequence at `illFormedAt` is a character that the end of the text cuts, and the only one. */
  endsEarly: boolean;
  /** The language that the text reads best in, if it was recognized by its letters: a tag of BCP 47, `hu`, `zh-Hans`. */
  language: string | null;
  /** Its English name: "Hungarian", "Simplified Chinese". */
  languageName: string | null;
  /** The number of shifts of UTF-7 that decode, in a text of ASCII that may be UTF-7: then that is `second`. */
  shifts: number;
}

export interface DetectorOptions {
  /**
   * The encodings that the text may be in. Default: all. With it, the result is `null` for a text that is in none of them; a text that is the
   * same in one of them and in another encoding, such as ASCII, is in that one. Where all are unlikely, it is the first code page in which
   * the text has no errors.
   */
  encodings?: string[];
}

/** Returns the encoding of a text, or `null` if it is binary. `whole`: `bytes` are all of it (default, and always with `encodings`: `true`). */
export function detect(bytes: Bytes, options?: DetectorOptions & { whole?: boolean }): Detected | null;

/** An encoding that a text may be in. */
export interface Candidate {
  encoding: string;
  /** How sure it is. Only the first can be more than possible. */
  certainty: Certainty;
  /** The language that the text reads best in there: a tag of BCP 47. */
  language: string | null;
  languageName: string | null;
  /** How much less likely the letters of the text are in it than in the first, as a power of two: with 10, a thousand times. */
  bitsBehind: number;
}

/**
 * Returns the encodings that a text may be in, the most likely first, which is that of {@link detect}. What is not recognized by its
 * letters, such as UTF-8, is in one; binary data is in none. Of encodings in which the text is the same, only the most usual
 * one is listed.
 */
export function detectAll(bytes: Bytes): Candidate[];

/** Recognizes the encoding of a text in pieces. */
export class Detector {
  constructor(options?: DetectorOptions);
  /** Takes the next piece. Returns `true` if more cannot change the result. */
  push(piece: Bytes): boolean;
  finish(): Detected | null;
  free(): void;
}

/** A part of a text that was encoded twice. */
export interface DoubleEncoded {
  offset: number;
  length: number;
  /** What it becomes when the mistake is undone. */
  meant: string;
  /** The number of times that the mistake was made. */
  times: number;
}
/**
 * Returns the parts of a text that were encoded twice: UTF-8 decoded as Windows-1252 or another encoding and encoded again. A part that is
 * longer than 256 KiB is several.
 */
export function doubleEncoded(text: string | Bytes): DoubleEncoded[];
/** Returns the text with double encoding undone where that is certain: "cafÃ©" becomes "café". */
export function fixDoubleEncoding(text: string): string;

export interface FixOptions {
  /**
   * The names of the rules whose findings are repaired. Default: those that `utf8 check` applies. Some repair only if they are named:
   * `nul` and `invisible` remove what they find.
   */
  rules?: string[];
  /** The path or the name of the file, as {@link CheckOptions.path}. */
  path?: string;
  /** What becomes of ill-formed sequences. `meant`: the character that an overlong sequence or a surrogate pair stands for, if there is one. `as:windows-1252`: the characters of its bytes in a single-byte encoding. Default: `"keep"`. */
  onError?: "keep" | "meant" | "replace" | "drop" | "escape" | `as:${string}`;
  /** Whether double-encoded text that lost bytes is undone, where only one character fits each place. Default: false. */
  restore?: boolean;
  /** Whether the text is a binary file, in which NUL is no error. Default: what its first bytes show. */
  binary?: boolean;
  /** At most this many elements of `repaired`. Default: 10,000. */
  limit?: number;
}
/** A repaired text. */
export interface Fixed {
  bytes: Uint8Array<ArrayBuffer>;
  /** The number of places that were repaired. */
  count: number;
  /** What was repaired, as far as the limit goes. */
  repaired: Finding[];
}
/**
 * Returns the text with every repair that loses nothing, as `utf8 fix` makes them. Returns the same bytes if there is none, or if
 * they are a binary file. Throws an `Error` if there are NUL and many ill-formed sequences, which is probably no text.
 *
 * Memory is that of the text, of the result, of `limit` findings, and some bytes for each repair.
 */
export function fix(bytes: Bytes, options?: FixOptions): Fixed;

/** Divides `bytes` into items, of any encoding. `withNames` of `utf8kit/names` adds the names of characters. */
export function inspect(bytes: Bytes, options?: InspectOptions): Item[];

/** Loads the WebAssembly module of this part, `text.wasm`, as `init` of `utf8kit` loads its own. */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
export function initSync(source: WebAssembly.Module | Bytes): void;
