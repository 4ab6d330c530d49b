import { initSync } from "../legacy.js";
import { read } from "./read.js";

initSync(read("legacy.wasm", "legacy-portable.wasm"));

export * from "../legacy.js";
