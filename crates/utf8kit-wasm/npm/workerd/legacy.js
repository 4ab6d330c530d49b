import module from "../legacy.wasm";
import { initSync } from "../legacy.js";

initSync(module);

export * from "../legacy.js";
