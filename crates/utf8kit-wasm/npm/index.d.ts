/**
 * UTF-8 and its family: validate, decode, encode, convert and repair text, and say where and why bytes are ill-formed.
 *
 * Offsets and lengths are in bytes, unless a name says otherwise. In browsers, {@link init} comes first.
 *
 * What is thrown:
 *
 * - an {@link EncodingError}, a `TypeError`, for the first error in a text, if the policy is `"fail"`;
 * - what a function of `onError` throws, and a `TypeError` if it returns no string;
 * - a `TypeError` for an argument of another type or an option that there is not, and for an object that was freed;
 * - an `Error` if the module is not loaded;
 * - a `RangeError` for an unknown encoding, for a number out of its range, and where memory does not suffice: for the module ("out of memory: …"), or for the string or
 *   the array that would be returned. The next call works.
 *
 * No text stops the program, and time grows with the length of a text and not faster. Texts go to the module in pieces of 64 KiB, so
 * that a text can be as long as an array can.
 */

/** Bytes: a `Uint8Array`, a `Buffer` of Node.js, an `ArrayBuffer` or any other view. A buffer that was transferred is an error. */
export type Bytes = ArrayBufferLike | ArrayBufferView;

/** How bytes are ill-formed. More kinds can be added. */
export type ErrorKind =
  | "unexpected-continuation"
  | "overlong"
  | "surrogate"
  | "too-large"
  | "never-valid"
  | "missing-continuation"
  | "unexpected-end"
  | "undefined"
  | "not-representable"
  | (string & {});

/** An ill-formed sequence. */
export interface IllFormed {
  /** The offset of its first byte. */
  readonly offset: number;
  /** Its length in bytes: a maximal subpart of the Unicode Standard, which one U+FFFD replaces. */
  readonly length: number;
  readonly kind: ErrorKind;
  /**
   * What was found and what was expected, in words: "`E9` starts a sequence of 3 bytes, but `20` does not continue it". Where a text comes
   * in pieces, it describes what is there: "`C0` starts an overlong encoding", if the next byte is in the next piece.
   */
  readonly message: string;
  /** The clause of the standard that it breaks: "RFC 3629 section 3". */
  readonly clause: string;
  /** Its bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The error of a strict conversion: the first ill-formed sequence, or the first character that an encoding lacks. */
export class EncodingError extends TypeError implements IllFormed {
  readonly offset: number;
  readonly length: number;
  readonly kind: ErrorKind;
  readonly clause: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * What to write instead of an ill-formed sequence.
 *
 * - `"fail"`: throw an {@link EncodingError}.
 * - `"replace"`: U+FFFD for each maximal subpart, as browsers do.
 * - `"drop"`: nothing.
 * - `"escape"`: each byte as `\xHH`, and each backslash of the text as `\\`, so that the original can be restored.
 * - a function: the text that it returns.
 */
export type Policy = "fail" | "replace" | "drop" | "escape" | ((error: IllFormed) => string);

/**
 * Keeps unpaired surrogates of UTF-16, which strings have, too, and throws an {@link EncodingError} for every other error, as Python's
 * handler of this name does. Without it, only WTF-8 has unpaired surrogates: in every other encoding, they are errors.
 */
export type SurrogatePass = "surrogatepass";

/**
 * What an encoder writes instead of a character that its encoding lacks, or of an unpaired surrogate.
 *
 * - `"fail"`: throw an {@link EncodingError}.
 * - `"replace"`: `?`, or U+FFFD for a surrogate where the encoding has that.
 * - `"drop"`: nothing.
 * - `"escape"`: `\xHH` for each byte of the character in UTF-8, `\u{D800}` for a surrogate. Backslashes of the text stay as they
 *   are, so that the original cannot always be restored.
 * - a function: the text that it returns, which the encoding must have. Offsets and lengths are in code units, and the bytes are those
 *   of the character in UTF-8.
 */
export type EncoderPolicy = "fail" | "replace" | "drop" | "escape" | ((error: IllFormed) => string);

/**
 * What to do with a signature (U+FEFF at the start).
 *
 * - `"keep"`: it is text.
 * - `"remove"`: remove one.
 * - `"byte-order"`: take the byte order of UTF-16 and UTF-32 from it.
 * - `"detect"`: take the encoding from it, whatever `encoding` says.
 *
 * Without this, the definition of the encoding decides: `UTF-16` takes the byte order from it, `UTF-16LE` keeps it.
 */
export type Signature = "keep" | "remove" | "byte-order" | "detect";

/**
 * How a label is read where readers differ.
 *
 * - `"iconv"`: a name of a standard means what that defines; punctuation in labels does not count. The default.
 * - `"web"`: as browsers read it by the Encoding Standard: `latin1` and `ascii` are windows-1252, `gb2312` is GBK, `euc-kr` has all of UHC.
 * - `"iana"`: as IANA registers it, for mail.
 */
export type Reading = "iconv" | "web" | "iana";

export interface DecodeOptions {
  /**
   * A label such as `utf-8`, `utf-16le`, `cesu-8`, `utf-7`; {@link encodings} lists the names. Default: `utf-8`. Of `wtf-8`, strings have the
   * unpaired surrogates; UTF-8 has none, so that a {@link RepairStream} treats them as errors.
   */
  encoding?: string;
  /** Default: `"iconv"`. */
  reading?: Reading;
  /** Default: `"fail"`. */
  onError?: Policy | SurrogatePass;
  signature?: Signature;
}

export interface EncodeOptions {
  /** Default: `utf-8`. */
  encoding?: string;
  /** Default: `"iconv"`. */
  reading?: Reading;
  /** Default: `"fail"`. An unpaired surrogate of the string is an error, too, but in WTF-8, which has them. */
  onError?: EncoderPolicy | SurrogatePass;
}

/** What a conversion between arrays did. */
export interface Converted {
  /** Units of the source that were read: bytes, or code units of UTF-16. */
  read: number;
  /** Units that were written. */
  written: number;
  /** Why it stopped before the end of the source: an error, or the end of the target. `null` if it did not. */
  stop: IllFormed | "target-full" | null;
}

/** What a module can be loaded from: its compiled module, its bytes, a response, or where it is. */
export type ModuleSource = WebAssembly.Module | Bytes | Response | Request | URL | string;

/**
 * Loads the WebAssembly module that the functions need: `utf8kit.wasm` beside the script, or `source`.
 *
 * In Node.js, Deno, Bun and Cloudflare Workers, and of `utf8kit/inline`, it is loaded with the script, and this does nothing. Elsewhere, call
 * it once and wait for it before you call another function; calls after the first are free. It rejects with an `Error` that names the
 * address if the server has no such file, and the next call tries again.
 */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
/** Loads the module from what is there already, without waiting. Browsers refuse that on the page itself for large modules. */
export function initSync(source: WebAssembly.Module | Bytes): void;

/** Returns `true` if `bytes` are well-formed UTF-8. */
export function isValid(bytes: Bytes): boolean;
/** Returns the first ill-formed sequence of `bytes` as UTF-8, or `null` if they are well-formed. */
export function validate(bytes: Bytes): IllFormed | null;
/** Returns the number of characters (scalar values) of `bytes`, each maximal subpart of an ill-formed sequence being one. */
export function count(bytes: Bytes): number;
/** Returns the length of the string that `bytes` decode to, in UTF-16 code units, with U+FFFD for each error. */
export function utf16Length(bytes: Bytes): number;
/** Decodes `bytes` to a string. A `RangeError` is thrown if it would be longer than a string can be (512 MiB in Node.js). */
export function decode(bytes: Bytes, options?: DecodeOptions): string;
/** Encodes a string. */
export function encode(text: string, options?: EncodeOptions): Uint8Array<ArrayBuffer>;
/** Returns `bytes` as well-formed UTF-8, with what `onError` writes instead of each ill-formed sequence. Default: `"replace"`. */
export function repair(bytes: Bytes, options?: { onError?: Exclude<Policy, "fail"> }): Uint8Array<ArrayBuffer>;
/** Converts UTF-8 to UTF-16 code units in `destination`, as much as fits; with `onError: "replace"` errors become U+FFFD. */
export function toUtf16(bytes: Bytes, destination: Uint16Array, options?: { onError?: "fail" | "replace" }): Converted;
/** Converts UTF-16 code units to UTF-8 in `destination`, as much as fits. */
export function fromUtf16(units: Uint16Array, destination: Uint8Array, options?: { onError?: "fail" | "replace" }): Converted;
/** Returns the names of the encodings that {@link decode} reads. */
export function encodings(): string[];
/** Returns the name of the encoding with this label, or `null`. */
export function encodingName(label: string, options?: { reading?: Reading }): string | null;

/** Returns `true` if a string has no unpaired surrogates. */
export function isWellFormed(text: string): boolean;
/** Returns the first unpaired surrogate of a string, or `null` if there is none. The offset is in code units. */
export function validateText(text: string): IllFormed | null;
/** Returns a string without unpaired surrogates, with what `onError` writes instead of each: U+FFFD by default. */
export function toWellFormed(text: string, options?: { onError?: Exclude<Policy, "fail" | "escape"> }): string;
/**
 * Returns the escapes of a JSON text that are half of a surrogate pair, such as `\ud83d` of an emoji that was cut. JSON allows them, and
 * many programs do not (RFC 8259 section 8.2). Offsets and lengths are in code units.
 */
export function unpairedEscapes(json: string): IllFormed[];
/** Returns a JSON text with what `onError` writes instead of each of these: `\ufffd` by default. What a function returns must be JSON. */
export function repairEscapes(json: string, options?: { onError?: Exclude<Policy, "fail" | "escape"> }): string;

/**
 * A decoder with the contract of the Encoding Standard's `TextDecoder`, for the encodings that this part of the package has: labels are read as
 * browsers read them, and the others are called by their names (`cesu-8`). Errors are {@link EncodingError}s.
 */
export class TextDecoder {
  /** A `RangeError` is thrown for an unknown label, and for one that the standard has replaced, such as `iso-2022-kr`. */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  /** The name of the encoding in small letters. */
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  /** Decodes `input`. With `stream`, the text goes on with the next call. */
  decode(input?: Bytes, options?: { stream?: boolean }): string;
}

/**
 * An encoder with the contract of the Encoding Standard's `TextEncoder`, which also writes other encodings than UTF-8. An unpaired surrogate
 * becomes U+FFFD, and what an encoding lacks `?`; with `fatal`, an {@link EncodingError} is thrown.
 */
export class TextEncoder {
  constructor(label?: string, options?: { fatal?: boolean });
  readonly encoding: string;
  encode(input?: string): Uint8Array<ArrayBuffer>;
  /** Writes as many characters as fit, and returns how many code units were read, and bytes written. */
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

/** Decodes a text in pieces, cut anywhere. After an exception it is at the start of a new text. */
export class Decoder {
  constructor(options?: DecodeOptions);
  /** The encoding: the one of the options or, as soon as it is known, the one of the signature. */
  readonly encoding: string;
  /** Bytes decoded so far. */
  readonly position: number;
  /** Ill-formed sequences replaced so far. */
  readonly replaced: number;
  /** Decodes the next piece and returns its text. */
  decode(piece: Bytes): string;
  /** Ends the text and returns the rest of it. The decoder is at the start of a new text then. */
  finish(): string;
  /** Frees the memory now rather than when it is collected. */
  free(): void;
}

/** Encodes a text in pieces. A pair of surrogates may be cut. After an exception it is at the start of a new text. */
export class Encoder {
  constructor(options?: EncodeOptions);
  encode(piece: string): Uint8Array<ArrayBuffer>;
  finish(): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** Bytes in, strings out. */
export class DecoderStream implements TransformStream<Bytes, string> {
  constructor(options?: DecodeOptions);
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
}

/** Strings in, bytes out. */
export class EncoderStream implements TransformStream<string, Uint8Array<ArrayBuffer>> {
  constructor(options?: EncodeOptions);
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<string>;
}

/** Bytes in, well-formed UTF-8 out. Default of `onError`: `"replace"`. */
export class RepairStream implements TransformStream<Bytes, Uint8Array> {
  constructor(options?: DecodeOptions);
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Bytes>;
}

/** The instruction set of the module that {@link init} takes by itself. */
export const tier: "simd128" | "portable";
/** The version of the package, once the module is loaded. */
export const version: string;
