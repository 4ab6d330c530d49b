// Decoders and encoders of all encodings, those of before Unicode among them. legacy.d.ts says what each function does.

import { TARGET, coders } from "./coders.js";
import { Module, hasVectors, loading } from "./module.js";
import { textDecoderOf, textEncoderOf } from "./standard.js";

const wasm = new Module(TARGET);

export { EncodingError } from "./coders.js";
export const { Decoder, DecoderStream, Encoder, EncoderStream, RepairStream, decode, encode, encodingName, encodings } = coders(wasm);

export const TextDecoder = /* @__PURE__ */ textDecoderOf(wasm);
export const TextEncoder = /* @__PURE__ */ textEncoderOf(wasm, encode);

const address = () => (hasVectors ? new URL("./legacy.wasm", import.meta.url) : new URL("./legacy-portable.wasm", import.meta.url));

export const { init, initSync } = loading(wasm, address);
