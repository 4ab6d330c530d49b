import module from "../text.wasm";
import { initSync } from "../text.js";

initSync(module);

export * from "../text.js";
