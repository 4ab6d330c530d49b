// Classes with the contract of the Encoding Standard's TextDecoder and TextEncoder. index.d.ts says what each of them does.

import { bytesOf } from "./arguments.js";
import { BytesDecoder, nameOf, textEncoder } from "./coders.js";
import { isHigh, isLow } from "./surrogates.js";

/** Labels of the Encoding Standard that decode to an error, lest a page is read in what its author did not expect. */
const REPLACEMENT = new Set(["replacement", "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr"]);

/** Encodings that the Encoding Standard names otherwise. */
const STANDARD_NAMES = new Map([["uhc", "euc-kr"], ["koi8-ru", "koi8-u"]]);

/** Labels whose encoding has the characters of another one, and a name of its own. */
const LOGICAL = new Set(["iso-8859-8-i", "csiso88598i", "logical"]);

/** Returns the encoding with this label, as the Encoding Standard reads it, or else the one with this name: its name in small letters. */
function encodingOf(wasm, given) {
  const label = String(given).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "").toLowerCase();
  const found = (reading) => nameOf(wasm, label, reading)?.toLowerCase();
  const standard = found("web");
  if (standard !== undefined) {
    const name = LOGICAL.has(label) ? "iso-8859-8-i" : (STANDARD_NAMES.get(standard) ?? standard);
    return { name, options: { encoding: label, reading: "web" } };
  }
  if (!REPLACEMENT.has(label) && found("iconv") === label) return { name: label, options: { encoding: label } };
  throw new RangeError(`label: ${JSON.stringify(String(given))} is no label of an encoding; encodings() lists the names, utf8kit/legacy has those of before Unicode`);
}

/** Returns a dictionary as functions of browsers read it. */
function dictionary(value) {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" || typeof value === "function") return value;
  throw new TypeError(`options: expected an object, found ${typeof value}`);
}

const UNICODE = new Set(["utf-8", "utf-16le", "utf-16be"]);

/** Returns the class `TextDecoder` of a module. */
export function textDecoderOf(wasm) {
  return class TextDecoder {
    #decoder;
    #encoding;
    #fatal;
    #ignoreBOM;

    constructor(label = "utf-8", options = undefined) {
      const { fatal, ignoreBOM } = dictionary(options);
      const found = encodingOf(wasm, label);
      this.#encoding = found.name;
      this.#fatal = Boolean(fatal);
      this.#ignoreBOM = Boolean(ignoreBOM);
      // Signatures of other encodings are text.
      const signature = !UNICODE.has(found.name) ? undefined : this.#ignoreBOM ? "keep" : "remove";
      const onError = this.#fatal ? "fail" : "replace";
      this.#decoder = new BytesDecoder(wasm, { ...found.options, onError, signature }, true);
    }

    get encoding() {
      return this.#encoding;
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBOM;
    }

    decode(input = new Uint8Array(), options = undefined) {
      const { stream } = dictionary(options);
      // The bytes of a buffer that was transferred are none.
      const bytes = ArrayBuffer.isView(input) && input.byteLength === 0 ? new Uint8Array() : bytesOf(input, "input");
      let decoded = "";
      const add = (piece) => (decoded += piece);
      this.#decoder.push(bytes, add);
      if (!stream) this.#decoder.finish(add);
      return decoded;
    }

    get [Symbol.toStringTag]() {
      return "TextDecoder";
    }
  };
}

/** Returns the class `TextEncoder` of a module, whose strings `encode` encodes. */
export function textEncoderOf(wasm, encode) {
  return class TextEncoder {
    #encoding;
    #options;

    constructor(label = "utf-8", options = undefined) {
      const { fatal } = dictionary(options);
      const found = encodingOf(wasm, label);
      this.#encoding = found.name;
      this.#options = { ...found.options, onError: fatal ? "fail" : "replace" };
      // That it cannot be written shows here.
      this.encode();
    }

    get encoding() {
      return this.#encoding;
    }

    encode(input = "") {
      return encode(String(input), this.#options);
    }

    encodeInto(source, destination) {
      const text = String(source);
      if (!(destination instanceof Uint8Array)) throw new TypeError(`destination: expected a Uint8Array, found ${typeof destination}`);
      if (this.#encoding === "utf-8" && this.#options.onError === "replace") return textEncoder.encodeInto(text, destination);
      const first = (length) => text.slice(0, isHigh(text.charCodeAt(length - 1)) && isLow(text.charCodeAt(length)) ? length - 1 : length);
      // No encoding has a character in less than half a byte, so that a longer text does not fit. The end of a text may need bytes of
      // its own, so that the most that fits is searched.
      let [fits, most] = [0, Math.min(text.length, 2 * destination.length)];
      let best = new Uint8Array();
      for (let length = most; fits < most; length = Math.ceil((fits + most) / 2)) {
        const piece = first(length);
        const bytes = this.encode(piece);
        if (bytes.length <= destination.length) {
          [fits, best] = [length, bytes];
        } else most = length - 1;
      }
      destination.set(best);
      return { read: first(fits).length, written: best.length };
    }

    get [Symbol.toStringTag]() {
      return "TextEncoder";
    }
  };
}
