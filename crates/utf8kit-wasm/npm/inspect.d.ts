/**
 * Shows a text sequence by sequence: bits, code points, and what is ill-formed and why. This part of the package is small: it
 * reads UTF-8 and its dialects, and knows no names of characters. `utf8kit/text` has the same functions for all encodings and
 * with all properties.
 *
 * Offsets and lengths are in bytes. What is thrown: a `TypeError` for an argument of another type; a `RangeError` for an unknown encoding, for a
 * number out of its range, and where memory does not suffice ("out of memory: …"), after which the next call works.
 */
import type { Bytes, ModuleSource } from "./index.js";

/** A byte of an {@link Item}. */
export interface ItemByte {
  value: number;
  /** `single` is all of a sequence, `unit` a part of a code unit of UTF-16 or UTF-32, `never` a byte that UTF-8 never has. */
  role: "single" | "lead" | "continuation" | "unit" | "never" | "code";
  /** Its bits that are no part of the number: "1110". */
  prefix: string;
  /** Its bits that are a part of the number: "0010". */
  payload: string;
}

/** A character that an {@link Item} stands for. */
export interface Character {
  /** The code point, or a number over 0x10FFFF in the encodings that have such numbers. */
  number: number;
  /** "U+20AC" */
  codePoint: string;
  /** `null` for numbers that are no characters. */
  character: string | null;
}

/** What is known of an ill-formed sequence. */
export interface Problem {
  kind: string;
  message: string;
  clause: string;
  /** What the clause requires, in a sentence. May be empty. */
  rule: string;
  /** "U+002F": what the bits stand for, if the sequence is complete. */
  meant: string | null;
  /** The relatives of UTF-8 in which the bytes are well-formed, and what they stand for there. */
  acceptedBy: { encoding: string; codePoints: string[] }[];
  /** What the bytes are in Windows-1252, if they may come from a text in it. */
  windows1252: string | null;
  /** The number of U+FFFD that replace it. */
  subparts: number;
}

/** A character, an ill-formed sequence, or bytes that stand for nothing. */
export interface Item {
  offset: number;
  bytes: ItemByte[];
  /** `nothing`: bytes that switch the state of the encoding. `incomplete`: cut by the end of the bytes given. */
  kind: "character" | "nothing" | "ill-formed" | "incomplete";
  characters: Character[];
  /** Only if the kind is `ill-formed`. */
  problem: Problem | null;
  /** What Annex R has an objection to, although it reads the bytes. */
  remark: { kind: "undefined" | "overlong"; message: string; clause: string } | null;
}

export interface InspectOptions {
  /** Default: `utf-8`. */
  encoding?: string;
  /** The offset of the bytes in the text. Default: 0. */
  offset?: number;
  /** Whether the text ends where the bytes do. Default: `true`. */
  isEnd?: boolean;
  /** At most this many items. Default: 1000. */
  limit?: number;
}

/** Divides `bytes` into items. */
export function inspect(bytes: Bytes, options?: InspectOptions): Item[];

/** Returns the names of the encodings that {@link inspect} reads. */
export function encodings(): string[];

/** Loads the WebAssembly module of this part, `inspect.wasm`, as `init` of `utf8kit` loads its own. */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
export function initSync(source: WebAssembly.Module | Bytes): void;
