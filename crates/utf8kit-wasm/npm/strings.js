// Unpaired surrogates in strings, and in the escapes of JSON. No module is needed. index.d.ts says what each function does.

import { optionsOf, stringOf } from "./arguments.js";
import { replacementOf } from "./coders.js";
import { FIRST_LONE, LONE, isHigh } from "./surrogates.js";

/** Returns an error for an unpaired surrogate. */
function unpaired(offset, found, unit, clause) {
  const half = unit < 0xdc00 ? "the first half of a pair without the second" : "the second half of a pair without the first";
  return {
    offset,
    length: found.length,
    kind: "surrogate",
    message: `${found.length > 1 ? `\`${found}\`` : `U+${unit.toString(16).toUpperCase()}`} is ${half}`,
    clause,
    bytes: new Uint8Array(),
  };
}

const unpairedInText = (offset, found) => unpaired(offset, found, found.charCodeAt(0), "ECMA-262 section 6.1.4");

/** Returns what the policy writes in place of what `error()` describes. */
function replaced(onError, replacement, error) {
  if (onError === "replace") return replacement;
  return onError === "drop" ? "" : replacementOf(onError, error());
}

function policyOf(options) {
  const { onError = "replace" } = optionsOf(options);
  if (onError === "replace" || onError === "drop" || typeof onError === "function") return onError;
  throw new TypeError(`onError: expected replace, drop or a function, found ${JSON.stringify(onError)}`);
}

export const isWellFormed = (text) => stringOf(text, "text").isWellFormed();

export function validateText(text) {
  if (isWellFormed(text)) return null;
  const { index, 0: found } = FIRST_LONE.exec(text);
  return unpairedInText(index, found);
}

export function toWellFormed(text, options = {}) {
  const onError = policyOf(options);
  if (isWellFormed(text)) return text;
  if (onError === "replace") return text.toWellFormed();
  return text.replace(LONE, (found, offset) => replaced(onError, "", () => unpairedInText(offset, found)));
}

/**
 * An escape of JSON: a first half, and what may be the second half after it; a second half; or an escaped backslash, so
 * that the search goes on behind it.
 */
const ESCAPE = /\\(?:u([dD][89abAB][\da-fA-F]{2})(\\u[dD][c-fC-F][\da-fA-F]{2}|[\uDC00-\uDFFF])?|u([dD][c-fC-F][\da-fA-F]{2})|\\)/g;

/** Calls `use` with the place, the text and the number of each half of a pair that is alone. */
function replaceEscapes(json, use) {
  return stringOf(json, "json").replace(ESCAPE, (found, first, second, last, offset) => {
    if ((first === undefined && last === undefined) || second !== undefined) return found;
    // The other half may be there without an escape.
    if (last !== undefined && isHigh(json.charCodeAt(offset - 1))) return found;
    return use(offset, found, Number.parseInt(first ?? last, 16));
  });
}

const unpairedInJson = (offset, found, unit) => unpaired(offset, found, unit, "RFC 8259 section 8.2");

export function unpairedEscapes(json) {
  const errors = [];
  replaceEscapes(json, (offset, found, unit) => {
    errors.push(unpairedInJson(offset, found, unit));
    return found;
  });
  return errors;
}

export function repairEscapes(json, options = {}) {
  const onError = policyOf(options);
  return replaceEscapes(json, (offset, found, unit) => replaced(onError, "\\ufffd", () => unpairedInJson(offset, found, unit)));
}
