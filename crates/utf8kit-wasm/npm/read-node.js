import { readFile } from "node:fs/promises";

/** Returns the module at `url`. */
export const read = async (url) => WebAssembly.compile(await readFile(url));
