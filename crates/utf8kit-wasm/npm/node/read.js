// Reads modules from files, in Node.js, Deno and Bun.

import * as buffer from "node:buffer";
import { readFileSync } from "node:fs";
import { hasVectors, platform } from "../module.js";

platform.isUtf8 = buffer.isUtf8 ?? null;

/** Returns the module in the file `name`, or `portable` where there are no vectors. */
export function read(name, portable = name) {
  const url = new URL(`../${hasVectors ? name : portable}`, import.meta.url);
  try {
    return new WebAssembly.Module(readFileSync(url));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new Error(`utf8kit: ${url.pathname} is missing; a bundler copies no .wasm files: import utf8kit/inline instead, or keep utf8kit out of the bundle`, { cause: error });
  }
}
