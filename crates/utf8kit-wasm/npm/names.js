// Names and other properties of characters. names.d.ts says what each function does.

import { stringOf, whole } from "./arguments.js";
import { Module, loading } from "./module.js";

const wasm = new Module();

export const { init, initSync } = loading(wasm, () => new URL("./names.wasm", import.meta.url));

/** Returns the properties of each number. */
function propertiesOf(numbers) {
  const found = [];
  const bytes = new Uint8Array(Uint32Array.from(numbers).buffer);
  wasm.append(found, () => wasm.with(bytes, (at, length) => wasm.call.character_properties(at, length / 4)));
  return found;
}

export function properties(character) {
  if (typeof character === "number") return propertiesOf([whole(character, "character")])[0];
  const [first, ...others] = stringOf(character, "character");
  if (first === undefined || others.length > 0) throw new RangeError(`character: expected one character, found ${JSON.stringify(character)}`);
  return propertiesOf([first.codePointAt(0)])[0];
}

export function withNames(items) {
  if (!Array.isArray(items)) throw new TypeError("items: expected an array of what inspect() returns");
  const numbers = [...new Set(items.flatMap((item) => item.characters.map(({ number }) => number)))];
  const found = new Map(propertiesOf(numbers).map((properties, i) => [numbers[i], properties]));
  const named = (character) => ({ ...character, ...found.get(character.number) });
  return items.map((item) => ({ ...item, characters: item.characters.map(named) }));
}
