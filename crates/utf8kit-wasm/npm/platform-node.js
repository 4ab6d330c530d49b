// What Node.js has of its own.

import { readFile } from "node:fs/promises";

/** Validates with the instructions of the processor, of which some are wider than those of WebAssembly. It finds no place. */
export { isUtf8 } from "node:buffer";

/** Returns the module at `url`. */
export const read = async (url) => WebAssembly.compile(await readFile(url));
