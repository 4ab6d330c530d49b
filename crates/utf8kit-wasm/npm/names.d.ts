/**
 * Names and other properties of characters. The tables are large, so this part of the package is loaded only by who imports it.
 *
 * What is thrown: a `TypeError` for an argument of another type; a `RangeError` for a string that is not one character, for a number out of
 * its range, and where memory does not suffice ("out of memory: …"), after which the next call works.
 */
import type { ModuleSource } from "./index.js";
import type { Character as PlainCharacter, Item as PlainItem } from "./inspect.js";

/** What the Unicode Standard says of a character, and other ways to write it. */
export interface Properties {
  /** "EURO SIGN", or a label in angle brackets. `null` over 0x10FFFF. */
  name: string | null;
  block: string | null;
  category: string | null;
  categoryName: string | null;
  /** The version of Unicode that assigned it. */
  age: string | null;
  /** The name of the encoding and its code units in hexadecimal. */
  encodings: Record<string, string>;
  /** Escapes in languages: `{ Rust: "\\u{20AC}", URL: "%E2%82%AC" }`. */
  escapes: Record<string, string>;
}

/** A character with its properties. */
export interface Character extends PlainCharacter, Properties {}

/** A character, an ill-formed sequence, or bytes that stand for nothing. */
export interface Item extends PlainItem {
  characters: Character[];
}

/** Returns the properties of a character: a string of one, or a code point. A number over 0x10FFFF has no name. */
export function properties(character: string | number): Properties;

/** Returns what `inspect` of `utf8kit/text` or `utf8kit/inspect` has returned, with the properties of each character. An item takes several KB. */
export function withNames(items: PlainItem[]): Item[];

/** Loads the WebAssembly module of this part, `names.wasm`, as `init` of `utf8kit` loads its own. */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
export function initSync(source: WebAssembly.Module | ArrayBufferLike | ArrayBufferView): void;
