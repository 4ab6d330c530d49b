/**
 * Every encoding: those of `utf8kit`, and those of before Unicode, which browsers do not write and of which they read few: code pages of
 * DOS, Windows, the Macintosh and mainframes, ISO 8859, KOI8, Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR and others.
 *
 * What the functions do, take and throw is what those of `utf8kit` with the same names do. Labels are read as `iconv` reads them: a name
 * of a standard means what the standard defines, so that `iso-8859-1` is not `windows-1252`, and `gb2312` is not `gbk`. With
 * `reading: "web"`, and in `TextDecoder` and `TextEncoder`, they are.
 */

import type { Bytes, ModuleSource } from "./index.js";
export { Decoder, DecoderStream, Encoder, EncoderStream, EncodingError, RepairStream, TextDecoder, TextEncoder, decode, encode, encodingName, encodings } from "./index.js";
export type { Bytes, DecodeOptions, EncodeOptions, EncoderPolicy, ErrorKind, IllFormed, Policy, Reading, Signature, SurrogatePass } from "./index.js";

/** Loads the WebAssembly module of this part, `legacy.wasm`, as `init` of `utf8kit` loads its own. */
export function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
export function initSync(source: WebAssembly.Module | Bytes): void;
