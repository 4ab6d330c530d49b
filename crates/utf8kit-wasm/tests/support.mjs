// What the tests of the package have in common.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A run that tries everything that the tests sample otherwise. */
export const THOROUGH = Boolean(process.env.UTF8KIT_THOROUGH);

/** The package to test: `UTF8KIT_PACKAGE` names another folder than the one that `cargo xtask web` builds. */
export const PACKAGE = process.env.UTF8KIT_PACKAGE
  ? pathToFileURL(`${process.env.UTF8KIT_PACKAGE}/`)
  : new URL("../../../target/npm/", import.meta.url);
const DATA = new URL("../../utf8kit-test/data/", import.meta.url);

export const utf8kit = await import(new URL("node/index.js", PACKAGE));

/** Returns the rows of a file of `utf8kit-test/data` as objects. */
export function rows(file) {
  const lines = readFileSync(new URL(file, DATA), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [names, ...rest] = lines.map((line) => line.split("\t"));
  return rest.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])));
}

/** Returns the bytes of `41 E2`. */
export const bytes = (hex) => Uint8Array.from(hex.split(" ").filter(Boolean), (byte) => Number.parseInt(byte, 16));

/** Returns the string of `U+0041 U+D800`, or `null` if a cell has none: `!` is an error, `?` and `-` are nothing that is defined. */
export function string(cell) {
  if (["!", "?", "-"].includes(cell)) return null;
  const numbers = cell.split(" ").filter(Boolean).map((name) => Number.parseInt(name.slice(2), 16));
  return numbers.some((number) => number > 0x10ffff) ? null : String.fromCodePoint(...numbers);
}

/** Returns a generator of random numbers below `n`, the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** Returns a copy of `text` with `count` bytes changed, removed or inserted. */
export function damage(text, count, below) {
  const damaged = [...text];
  for (let i = 0; i < count; i++) {
    const at = below(damaged.length + 1);
    const byte = [0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xa0, 0xf0, 0x90, 0xf4, 0xff, 0x00, 0x41, 0xd8, 0xdc][below(15)];
    switch (below(3)) {
      case 0:
        damaged.splice(at, 1);
        break;
      case 1:
        damaged.splice(at, 0, byte);
        break;
      default:
        damaged[at] = byte;
    }
  }
  return Uint8Array.from(damaged, (byte) => byte ?? 0);
}

/** Returns `bytes` cut into pieces at random, some of them empty. */
export function pieces(bytes, below) {
  const cut = [];
  for (let at = 0; at < bytes.length; ) {
    const length = below(5) === 0 ? 0 : 1 + below(below(2) === 0 ? 3 : 40);
    cut.push(bytes.subarray(at, at + length));
    at += length;
  }
  return cut;
}
