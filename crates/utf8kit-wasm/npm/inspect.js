// What a text consists of, for UTF-8 and its dialects. inspect.d.ts says what each function does.

import { Module, loading } from "./module.js";
import { inspection } from "./inspection.js";

const wasm = new Module();

export const { inspect, encodings } = inspection(wasm);
export const { init, initSync } = loading(wasm, () => new URL("./inspect.wasm", import.meta.url));
